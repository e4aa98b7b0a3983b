"""The API as a command sees it: find or start the server, call, read event streams."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx

from app.home import address
from app.settings import Settings
from core.errors import BookfolkError, InputError, NotFoundError

Json = dict[str, Any]


class Api:
    """Calls, with the server's errors raised as ours."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def call(self, method: str, path: str, **how: Any) -> Any:
        """The JSON of the answer (None if there is none). Raises: BookfolkError."""
        answer = self._http.request(method, path, **how)
        if answer.is_error:
            raise _error(answer)
        return answer.json() if answer.content else None

    def events(self, method: str, path: str, **how: Any) -> Iterator[tuple[str, Json]]:
        """Server-sent events as they come. Raises: BookfolkError."""
        with self._http.stream(method, path, **how) as answer:
            if answer.is_error:
                answer.read()
                raise _error(answer)
            name = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))

    def book(self, name: str) -> Json:
        """The book with this id or title, or the only one whose title holds `name`.

        Raises: NotFoundError, InputError.
        """
        books: list[Json] = self.call("GET", "/books")
        exact = [b for b in books if name in (b["id"], b["title"])]
        found = exact or [b for b in books if name.casefold() in b["title"].casefold()]
        titles = ", ".join(f"“{b['title']}”" for b in found or books) or "none yet: bookfolk ingest FILE"
        if not found:
            raise NotFoundError(f"There is no book “{name}”.", cure=f"The books: {titles}.")
        if len(found) > 1:
            raise InputError(f"“{name}” means several books.", cure=f"Say which: {titles}.")
        return found[0]


@contextlib.contextmanager
def connected(settings: Settings | None = None) -> Iterator[Api]:
    """The API of the running server, else of one started for this command.

    Raises:
        BookfolkError: no server could be reached or started.
    """
    settings = settings or Settings()
    headers = {"x-api-key": settings.key} if settings.key else {}
    there = running_at(settings)
    with contextlib.ExitStack() as stack:
        if there is None:
            from app.serving import private

            there = stack.enter_context(private(settings))
        http = httpx.Client(base_url=there, headers=headers, timeout=httpx.Timeout(30, read=None))
        yield Api(stack.enter_context(http))


def running_at(settings: Settings) -> str | None:
    """The address of the server of this data folder, if one runs."""
    there = address(settings.data)
    try:
        return there if there and httpx.get(f"{there}/healthz", timeout=5).is_success else None
    except httpx.TransportError:
        return None


def _error(answer: httpx.Response) -> BookfolkError:
    try:
        told = answer.json()["error"]
        return BookfolkError(told["message"], cure=told.get("cure", ""), code=told["code"])
    except (ValueError, KeyError, TypeError):
        return BookfolkError(f"The server answered {answer.status_code}.", cure="Look at its log.")
