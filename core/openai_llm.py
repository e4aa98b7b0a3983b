"""The client of every OpenAI-compatible endpoint: embedded llama.cpp, vLLM, hosted models."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx2
import openai

from core.errors import ModelError
from core.openai_errors import Failure, classify, cut_stream, not_an_endpoint, too_slow
from core.openai_request import Dialect, Endpoint, chat_body, read_models, refused_parameter
from core.openai_stream import Reading
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling

_FAILURES = (openai.OpenAIError, httpx2.HTTPError, json.JSONDecodeError, ModelError)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to wait: for a connection, for the first token (queue and prefill), between tokens."""

    connect: float = 5.0
    first: float = 300.0
    between: float = 60.0


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is tried before its first token, and the longest pause in seconds."""

    attempts: int = 4
    base: float = 0.4
    longest: float = 30.0

    def pause(self, attempt: int, asked: float | None) -> float:
        """Exponential backoff with full jitter, at least what the endpoint asked for."""
        backoff = min(self.longest, self.base * 2.0**attempt)
        return max(asked or 0.0, backoff * random.uniform(0.5, 1.0))


class OpenAILLM:
    """An endpoint that speaks the OpenAI chat API, as a `core.types.LLM`.

    The dialect is found once, at the first request. llama.cpp and vLLM continue the open assistant
    message exactly; other endpoints are asked in words to go on (see `core.openai_request.GO_ON`).

    Args:
        base_url: ends in /v1 as a rule.
        api_key: sent as bearer token; may be empty for servers without one.
        model: as the endpoint names it; empty takes the first that it lists.
        concurrency: requests in flight at most; more wait their turn.
        dialect: overrides what is found.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str = "",
        model: str = "",
        *,
        concurrency: int = 8,
        timeouts: Timeouts = Timeouts(),
        retries: Retries = Retries(),
        dialect: Dialect | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.model = model
        self._timeouts = timeouts
        self._retries = retries
        self._dialect = dialect
        self._slots = asyncio.Semaphore(concurrency)
        self._endpoint: Endpoint | None = None
        self._refused: set[str] = set()
        read = max(timeouts.first, timeouts.between) + 5
        self._client = openai.AsyncOpenAI(
            base_url=self.base_url,
            api_key=api_key or "none",
            max_retries=0,
            timeout=httpx2.Timeout(read, connect=timeouts.connect),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        """See `core.types.LLM.complete`. Failures are retried only while nothing has arrived.

        Raises:
            ModelError: code model_down, model_timeout, model_busy, model_failed, model_auth, model_quota,
                unknown_model, not_an_endpoint, stream_cut, context_overflow or model_refused.
        """
        open_text = "".join(p.text for p in so_far)
        async with self._slots:
            endpoint = await self.endpoint()
            attempt = 0
            while True:
                reading = Reading(open_text, tuple(stop))
                body = chat_body(endpoint, messages, open_text, stop, sampling, self._refused)
                try:
                    return await self._once(endpoint, body, reading, on_piece)
                except _FAILURES as exc:
                    if not reading.text and self._drop_refused(exc, body):
                        continue
                    begun = bool(reading.text)
                    failure = classify(exc, self.base_url, endpoint.model, begun=begun)
                    await self._pause_or_raise(failure, attempt, exc, begun=begun)
                attempt += 1

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        """Our own text as a piece; served models need no token ids."""
        return Piece(text, sampled=False, passages=tuple(passages))

    async def client(self) -> OpenAILLM:
        """Itself: what stands for a model that is started first answers with that model's client."""
        return self

    async def post(self, path: str, body: dict[str, Any], *, root: bool = False) -> dict[str, Any]:
        """A JSON request beside chat (token counts, log-probabilities), with the retries of `complete`.

        Args:
            path: begins with "/"; appended to the base URL, with `root` to its host.

        Raises:
            ModelError: as `complete`.
        """
        url = (self.base_url.removesuffix("/v1") if root else self.base_url) + path
        attempt = 0
        async with self._slots:
            while True:
                try:
                    found = await self._client.post(url, body=body, cast_to=httpx2.Response)
                    answer = found.json()
                    if not isinstance(answer, dict):
                        raise not_an_endpoint(self.base_url, f"{path} answered no JSON object")
                    return answer
                except _FAILURES as exc:
                    await self._pause_or_raise(classify(exc, self.base_url, self.model), attempt, exc)
                attempt += 1

    async def endpoint(self) -> Endpoint:
        """What is behind the URL; asked once, then remembered.

        Raises:
            ModelError: as `complete`.
        """
        attempt = 0
        while self._endpoint is None:
            try:
                self._endpoint = await self._probe()
            except _FAILURES as exc:
                await self._pause_or_raise(classify(exc, self.base_url, self.model), attempt, exc)
                attempt += 1
        return self._endpoint

    async def _probe(self) -> Endpoint:
        try:
            reply = await self._client.models.with_raw_response.list(timeout=self._timeouts.connect + 10)
            listing = reply.http_response.json()
        except (openai.NotFoundError, openai.PermissionDeniedError):
            listing = {}  # some gateways list no models
        if not isinstance(listing, dict):
            raise not_an_endpoint(self.base_url, "its list of models is no JSON object")
        found = read_models(listing, self.model)
        return Endpoint(self._dialect or found.dialect, found.model, found.context)

    async def _once(
        self, endpoint: Endpoint, body: dict[str, Any], reading: Reading, on_piece: OnPiece | None
    ) -> Completion:
        """One request. Leaving it, by an error or a cancellation, closes the connection."""
        patience, loop = self._timeouts.first, asyncio.get_running_loop()
        try:
            async with (
                asyncio.timeout(patience) as clock,
                await self._client.chat.completions.create(**body) as stream,
            ):
                kind = stream.response.headers.get("content-type", "")
                if "event-stream" not in kind:
                    raise not_an_endpoint(self.base_url, f"it sent {kind or 'no content type'}")
                async for chunk in stream:
                    _tell(on_piece, reading.feed(chunk.model_dump(exclude_unset=True)))
                    if reading.overrun and endpoint.dialect == "generic":
                        break
                    if reading.text:
                        patience = self._timeouts.between
                        clock.reschedule(loop.time() + patience)
        except TimeoutError as exc:
            raise too_slow(self.base_url, patience, bool(reading.text)) from exc
        if not reading.ended and not reading.overrun:
            raise cut_stream(self.base_url)
        rest, finish = reading.close(names_stops=endpoint.dialect == "vllm")
        _tell(on_piece, rest)
        return Completion(Piece(reading.text, sampled=True), finish, reading.counted())

    def _drop_refused(self, exc: Exception, body: dict[str, Any]) -> bool:
        """Whether the endpoint named an optional parameter as refused, which is then not sent again."""
        if not isinstance(exc, openai.BadRequestError):
            return False
        name = refused_parameter(exc.param, exc.message, body)
        if name is None or name in self._refused:
            return False
        self._refused.add(name)
        return True

    async def _pause_or_raise(
        self, failure: Failure, attempt: int, cause: Exception, *, begun: bool = False
    ) -> None:
        pause = self._retries.pause(attempt, failure.retry_after)
        spent = attempt + 1 >= self._retries.attempts or pause > self._retries.longest
        if begun or spent or not failure.transient:
            raise failure.error from cause
        await asyncio.sleep(pause)


def _tell(on_piece: OnPiece | None, new: str) -> None:
    if new and on_piece:
        on_piece(Piece(new, sampled=True))
