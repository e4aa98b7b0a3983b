"""The page's way to the server: its own HTTP API."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx


class ApiError(Exception):
    """What the server said went wrong, and what to do about it."""

    def __init__(self, message: str, cure: str = "", code: str = "") -> None:
        super().__init__(f"{message} {cure}".strip())
        self.message, self.cure, self.code = message, cure, code


@dataclass(frozen=True, slots=True)
class Api:
    """Calls to the server at `url`; `key` is sent where the server wants one."""

    url: str
    key: str | None = None

    def _client(self, timeout: float | None) -> httpx.AsyncClient:
        headers = {"x-api-key": self.key} if self.key else {}
        limits = httpx.Timeout(timeout, connect=5)
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=limits, trust_env=False)

    async def call(self, method: str, path: str, **how: Any) -> Any:
        """The JSON answer. Raises: ApiError."""
        try:
            async with self._client(60) as client:
                answer = await client.request(method, path, **how)
        except httpx.HTTPError as error:
            raise ApiError("", code="lost") from error
        if answer.is_error:
            raise _told(answer.content)
        return answer.json() if answer.content else None

    async def events(self, method: str, path: str, **how: Any) -> AsyncIterator[tuple[str, Any]]:
        """Server-sent events as (name, data). Raises: ApiError."""
        try:
            async with self._client(None) as client, client.stream(method, path, **how) as answer:
                if answer.is_error:
                    raise _told(await answer.aread())
                name = "message"
                async for line in answer.aiter_lines():
                    if line.startswith("event:"):
                        name = line[6:].strip()
                    elif line.startswith("data:"):
                        yield name, json.loads(line[5:])
        except httpx.HTTPError as error:
            raise ApiError("", code="lost") from error


def _told(body: bytes) -> ApiError:
    try:
        error = json.loads(body)["error"]
        return ApiError(error["message"], error.get("cure", ""), error.get("code", ""))
    except (ValueError, KeyError, TypeError):
        return ApiError("The server gave an answer that cannot be read.", code="unreadable")
