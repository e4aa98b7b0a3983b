"""A scripted LLM: the unit tests' double. It answers from a list and records what it was asked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.errors import ModelError
from core.types import Completion, Finish, Message, OnPiece, Passage, Piece, Sampling, Usage


@dataclass(frozen=True, slots=True)
class Request:
    """What the model was shown."""

    messages: tuple[Message, ...]
    so_far: str
    sampling: Sampling


@dataclass(slots=True)
class ScriptedLLM:
    """Says its turns one after another; a turn is text, or an exception to raise.

    A turn is cut after the first stop string, or after `max_tokens` words, as a real endpoint would;
    otherwise it "ends". Each line is streamed on its own, and others may run in between.
    """

    turns: list[str | Exception]
    requests: list[Request] = field(default_factory=list)

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        self.requests.append(Request(tuple(messages), "".join(p.text for p in so_far), sampling))
        if not self.turns:
            raise ModelError("The script has no more turns.")
        turn = self.turns.pop(0)
        if isinstance(turn, Exception):
            raise turn
        ends = [turn.index(s) + len(s) for s in stop if s in turn]
        text = turn[: min(ends)] if ends else turn
        finish: Finish = "stop" if ends else "end"
        words = re.findall(r"\s*\S+\s*", text)
        if len(words) > sampling.max_tokens:
            text, finish = "".join(words[: sampling.max_tokens]), "length"
        for line in text.splitlines(keepends=True):
            if on_piece:
                on_piece(Piece(line, sampled=True))
            await asyncio.sleep(0)
        usage = Usage(completion_tokens=min(len(words), sampling.max_tokens), requests=1)
        return Completion(Piece(text, sampled=True), finish, usage)

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, sampled=False, passages=tuple(passages))
