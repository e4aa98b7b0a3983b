"""The one grammar of Bookfolk: `<think>`, `<search>`, `<result>`, `<answer>`.

Store what was said; derive the rest. A transcript is its pieces; segments, answer, searches, token ids
and the loss mask are properties of the pieces. A tag counts only if the right author wrote it: the model
thinks, searches and answers; we alone write results. (Published: R4, ICLR 2026, §2.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.quoting import quote
from core.types import Passage, Piece, Usage

Kind = Literal["think", "search", "result", "answer"]
Stop = Literal["answer", "budget", "length", "malformed"]

SEARCH_END = "</search>"
ANSWER_BEGIN = "<answer>"
ANSWER_END = "</answer>"
_OPEN = re.compile(r"<(think|search|result|answer)>")
_ANY_TAG = re.compile(r"</?(?:think|search|result|answer)>")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch between an opening and a closing tag. `closed` is False while it is still being said."""

    kind: Kind
    text: str
    sampled: bool
    closed: bool = True
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said in one rollout, and why it stopped."""

    pieces: tuple[Piece, ...] = ()
    stop: Stop = "malformed"
    usage: Usage = field(default_factory=Usage)

    def add(self, piece: Piece, usage: Usage | None = None) -> Transcript:
        """A new transcript with `piece` at the end."""
        return replace(self, pieces=(*self.pieces, piece), usage=self.usage + usage if usage else self.usage)

    @property
    def text(self) -> str:
        """All characters, as they stand in the assistant message."""
        return "".join(p.text for p in self.pieces)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The transcript as blocks, in order; text outside any block is left out."""
        return parse(self.pieces)

    @property
    def answer(self) -> str | None:
        """The text of the answer block, or None if none was begun."""
        answers = [s for s in self.segments if s.kind == "answer"]
        return answers[-1].text.strip() if answers else None

    @property
    def thoughts(self) -> tuple[str, ...]:
        return tuple(s.text.strip() for s in self.segments if s.kind == "think")

    @property
    def searches(self) -> tuple[str, ...]:
        """The queries, in order, including one that we asked in the model's place."""
        return tuple(s.text.strip() for s in self.segments if s.kind == "search")

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage shown, first occurrence only."""
        seen: dict[str, Passage] = {}
        for piece in self.pieces:
            for passage in piece.passages:
                seen.setdefault(passage.id, passage)
        return tuple(seen.values())

    @property
    def ids(self) -> tuple[int, ...]:
        """Token ids of the whole assistant message, exactly as sampled or inserted."""
        return tuple(i for p in self.pieces for i in p.ids)

    @property
    def mask(self) -> tuple[int, ...]:
        """1 for a token that the model sampled, 0 for one that we inserted; same length as `ids`."""
        return tuple(int(p.sampled) for p in self.pieces for _ in p.ids)

    @property
    def well_formed(self) -> bool:
        """R4's format: blocks only, a thought first, each search with its result, one answer last."""
        if self.stop != "answer" or _outside(self.pieces).strip():
            return False
        blocks = self.segments
        kinds = [b.kind for b in blocks]
        if not kinds or kinds[0] != "think" or kinds[-1] != "answer" or kinds.count("answer") > 1:
            return False
        if any(not b.closed or not b.text.strip() or _ANY_TAG.search(b.text) for b in blocks):
            return False
        follows = zip(kinds, [*kinds[1:], "answer"], strict=True)
        return all((a == "search") == (b == "result") for a, b in follows)


def parse(pieces: Iterable[Piece]) -> tuple[Segment, ...]:
    """Blocks of a transcript. A `<result>` that the model wrote itself is not a block but stray text.

    Pieces of one author are read together; a block may run over sampled and inserted pieces (we may
    open a tag for the model) and belongs to the author of its inside.
    """
    return tuple(_scan(_joined(pieces))[0])


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbouring pieces of one author as one, so that a tag split over two is seen."""
    runs: list[Piece] = []
    for p in pieces:
        if runs and runs[-1].sampled == p.sampled and not (p.passages or runs[-1].passages):
            runs[-1] = Piece(runs[-1].text + p.text, p.sampled)
        else:
            runs.append(p)
    return runs


def _outside(pieces: Iterable[Piece]) -> str:
    return _scan(_joined(pieces))[1]


def _scan(runs: Sequence[Piece]) -> tuple[list[Segment], str]:
    text = "".join(r.text for r in runs)
    edges: list[tuple[int, Piece]] = []
    at = 0
    for run in runs:
        edges.append((at, run))
        at += len(run.text)

    def owner(position: int) -> Piece:
        return next(run for start, run in reversed(edges) if start <= position)

    blocks: list[Segment] = []
    stray: list[str] = []
    at = 0
    while opening := _OPEN.search(text, at):
        kind: Kind = opening[1]  # type: ignore[assignment]
        if kind == "result" and owner(opening.start()).sampled:
            stray.append(text[at : opening.end()])
            at = opening.end()
            continue
        stray.append(text[at : opening.start()])
        close = text.find(f"</{kind}>", opening.end())
        closed = close >= 0
        end = close if closed else len(text)
        inside = owner(opening.end()) if opening.end() < len(text) else owner(opening.start())
        blocks.append(Segment(kind, text[opening.end() : end], inside.sampled, closed, inside.passages))
        at = end + (len(f"</{kind}>") if closed else 0)
    stray.append(text[at:])
    return blocks, "".join(stray)


def render_result(passages: Sequence[Passage], nothing: str = "nothing found") -> str:
    """Passages as the text of a `<result>` block: numbered, with their chapter, quoted."""
    if not passages:
        return f"\n<result>{nothing}</result>\n"
    lines = (f"[{n}] (ch. {p.chapter}) {quote(' '.join(p.text.split()))}" for n, p in enumerate(passages, 1))
    return "\n<result>\n" + "\n".join(lines) + "\n</result>\n"
