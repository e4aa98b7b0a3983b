"""A transcript as it is being said: pieces in, deltas of think / search / result / answer out."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from core.transcript import Kind
from core.types import Passage, Piece

_OPEN = re.compile(r"<(think|search|result|answer)>")
_OPENERS = ("<think>", "<search>", "<result>", "<answer>")


@dataclass(frozen=True, slots=True)
class Delta:
    """More text of a block. A result comes whole, with its passages, in one delta."""

    kind: Kind
    text: str
    passages: tuple[Passage, ...] = ()


@dataclass(slots=True)
class StreamParser:
    """The incremental twin of `core.transcript.parse`, with the same law of who may open which tag.

    Everything is passed on at once, except what may yet turn out to be a tag, and white space at either
    end of a block. So the deltas of a block, joined, are the stripped text of the parsed segment.
    """

    _held: str = ""  # may be the beginning of a tag
    _held_sampled: bool = True
    _kind: Kind | None = None
    _space: str = ""  # white space that counts only if more text follows
    _begun: bool = False
    _result: list[str] = field(default_factory=list)
    _passages: tuple[Passage, ...] = ()

    def feed(self, piece: Piece) -> Iterator[Delta]:
        """The deltas that `piece` adds, in order."""
        border = len(self._held)
        text = self._held + piece.text
        self._held = ""
        at = 0
        if piece.passages:
            self._passages = piece.passages
        while at < len(text):
            if self._kind is None:
                at = self._outside(text, at, border, piece.sampled)
            else:
                at = yield from self._inside(text, at, border, piece.sampled)

    def finish(self) -> Iterator[Delta]:
        """What was held back, where the model stopped in the middle of a block."""
        if self._kind is not None and self._held:
            yield from self._pass_on(self._kind, self._held)
        self._held = ""

    def _outside(self, text: str, at: int, border: int, sampled: bool) -> int:
        """Position after the next opening tag, or the end with a possible beginning of one held."""
        opening = _OPEN.search(text, at)
        if opening is None:
            self._hold(text, at, _OPENERS, border, sampled)
            return len(text)
        by_model = self._held_sampled if opening.start() < border else sampled
        if not (opening[1] == "result" and by_model):
            self._kind = opening[1]  # type: ignore[assignment]
            self._begun, self._space = False, ""
            self._result.clear()
        return opening.end()

    def _inside(self, text: str, at: int, border: int, sampled: bool) -> Generator[Delta, None, int]:
        """Pass on the block's text; position after its closing tag, or the end."""
        kind = self._kind
        assert kind is not None
        closing = f"</{kind}>"
        end = text.find(closing, at)
        if end < 0:
            stop = self._hold(text, at, (closing,), border, sampled)
            yield from self._pass_on(kind, text[at:stop])
            return len(text)
        yield from self._pass_on(kind, text[at:end])
        if kind == "result":
            yield Delta("result", "".join(self._result).strip(), self._passages)
            self._passages = ()
        self._kind = None
        return end + len(closing)

    def _pass_on(self, kind: Kind, text: str) -> Iterator[Delta]:
        if kind == "result":
            self._result.append(text)
            return
        text = self._space + text
        if not self._begun:
            text = text.lstrip()
        solid = text.rstrip()
        self._space = text[len(solid) :]
        if solid:
            self._begun = True
            yield Delta(kind, solid)

    def _hold(self, text: str, at: int, tags: tuple[str, ...], border: int, sampled: bool) -> int:
        """Keep back the longest end of `text[at:]` that begins a tag; where it starts."""
        longest = max(map(len, tags)) - 1
        for start in range(max(at, len(text) - longest), len(text)):
            if any(tag.startswith(text[start:]) for tag in tags):
                if start >= border:
                    self._held_sampled = sampled
                self._held = text[start:]
                return start
        return len(text)
