"""A reply in the shapes of the OpenAI API: one JSON object, or chunks as they come.

Thoughts, searches and findings are one run of `reasoning_content`, then comes the content. Evidence is in
our own top-level key `bookfolk`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.reply import Reply
from app.errors import openai_error
from app.tables import new_id
from app.v1_text import Cutter, Reasoning, cut
from app.views import passages_out
from core.stream import StreamParser
from core.transcript import Transcript
from core.types import Piece, Usage

Finish = Literal["stop", "length"]
# Runs a reply: told of pieces and restarts, it returns what was spoken.
Play = Callable[[Callable[[Piece], None], Callable[[], None]], Awaitable[Reply]]


@dataclass(slots=True)
class Answer:
    """One completion on its way to the client. `ours` goes under our own key."""

    model: str
    stops: tuple[str, ...]
    ours: dict[str, Any]
    id: str = field(default_factory=lambda: f"chatcmpl-{new_id()}")
    created: int = field(default_factory=lambda: int(time.time()))

    async def whole(self, play: Play) -> dict[str, Any]:
        """The reply as one object. Raises: BookfolkError."""
        spoken = await play(lambda _: None, lambda: None)
        thoughts = Reasoning()
        run = [
            thoughts.feed(s.kind, s.text.strip()) for s in spoken.transcript.segments if s.kind != "answer"
        ]
        message = {"role": "assistant", "content": cut(spoken.text, self.stops)}
        message["reasoning_content"] = "".join(run)
        choice = {"index": 0, "message": message, "finish_reason": _finish(spoken), "logprobs": None}
        body = self.head("chat.completion") | {"choices": [choice], "usage": usage(spoken.transcript)}
        return body | {"bookfolk": self.about(spoken)}

    async def chunks(self, play: Play, *, with_usage: bool, ping: float = 10.0) -> AsyncIterator[str]:
        """The reply as server-sent chunks. A client that goes away ends it."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        task = asyncio.create_task(Streaming(self, queue, Cutter(self.stops)).run(play, with_usage))
        try:
            yield self.chunk({"role": "assistant", "content": ""})
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), ping)
                except TimeoutError:
                    text = ": ping\n\n"
                if text is None:
                    return
                yield text
        finally:
            task.cancel()
            await asyncio.wait([task])

    def chunk(self, delta: dict[str, Any], finish: Finish | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return data(self.head("chat.completion.chunk") | {"choices": [choice]} | more)

    def head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}

    def about(self, spoken: Reply) -> dict[str, Any]:
        found = [p.model_dump() for p in passages_out(spoken.transcript.passages)]
        searches = list(spoken.transcript.searches)
        return self.ours | {"searches": searches, "evidence": found, "warnings": list(spoken.warnings)}


@dataclass(slots=True)
class Streaming:
    """One streamed completion: pieces in, chunks into the queue, None at the end."""

    answer: Answer
    queue: asyncio.Queue[str | None]
    cutter: Cutter
    sent: bool = False
    pieces: list[Piece] = field(default_factory=list)
    parser: StreamParser = field(default_factory=StreamParser)
    thoughts: Reasoning = field(default_factory=Reasoning)
    reply: asyncio.Future[Reply] | None = None

    async def run(self, play: Play, with_usage: bool) -> None:
        try:
            spoken = await self._spoken(play)
            self._content(self.cutter.finish())
            about = {"bookfolk": self.answer.about(spoken)}
            self._put(self.answer.chunk({}, finish=_finish(spoken), **about))
            if with_usage:
                counted = {"choices": [], "usage": usage(spoken.transcript)}
                self._put(data(self.answer.head("chat.completion.chunk") | counted))
            self._put("data: [DONE]\n\n")
        except Exception as error:  # the stream has begun: an error can only be told within it
            self._put(data({"error": openai_error(error)}))
        finally:
            self._put(None)

    async def _spoken(self, play: Play) -> Reply:
        self.reply = asyncio.ensure_future(play(self._on_piece, self._on_restart))
        try:
            return await self.reply
        except asyncio.CancelledError:
            if not self.reply.cancelled() or not self.sent:
                self.reply.cancel()
                raise
            tokens = sum(p.sampled for p in self.pieces)  # a piece of a stream is a token, near enough
            said = Transcript(tuple(self.pieces), "answer", Usage(completion_tokens=tokens, requests=1))
            return Reply(said, said.answer or "", () if self.cutter.hit else ("unfinished",))

    def _on_piece(self, piece: Piece) -> None:
        self.pieces.append(piece)
        for delta in self.parser.feed(piece):
            if delta.kind != "answer":
                text = self.thoughts.feed(delta.kind, delta.text)
                self._put(self.answer.chunk({"reasoning_content": text}))
            else:
                self._content(self.cutter.feed(delta.text))
        if self.cutter.hit and self.reply:
            self.reply.cancel()

    def _on_restart(self) -> None:
        if self.sent and self.reply:  # what the client has cannot be taken back: the first attempt stands
            self.reply.cancel()
            return
        self.pieces.clear()
        self.parser, self.cutter = StreamParser(), Cutter(self.cutter.stops)

    def _content(self, text: str) -> None:
        if text:
            self.sent = True
            self._put(self.answer.chunk({"content": text}))

    def _put(self, text: str | None) -> None:
        self.queue.put_nowait(text)


def usage(said: Transcript) -> dict[str, Any]:
    """Tokens as the endpoint counted them; those of reasoning by their share of the characters."""
    u = said.usage
    sampled = sum(len(p.text) for p in said.pieces if p.sampled) or 1
    share = 1 - min(len(said.answer or "") / sampled, 1)
    return {
        "prompt_tokens": u.prompt_tokens,
        "completion_tokens": u.completion_tokens,
        "total_tokens": u.prompt_tokens + u.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": u.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": round(u.completion_tokens * share)},
    }


def data(body: dict[str, Any]) -> str:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


def _finish(spoken: Reply) -> Finish:
    return "length" if spoken.transcript.stop == "length" else "stop"
