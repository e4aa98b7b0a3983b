"""How often the explicit cue names the speaker, on labelled contexts that end before a quote.

A row is {"context", "speaker", "istart", "iend"}: the surface that speaks, as a span of the context; rows
without a speaker are left out. Names are learned from the contexts themselves, nothing else is known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.chinese.cues import speaker_before
from knowledge.chinese.marks import quoted
from knowledge.chinese.names import discover
from knowledge.chinese.plain import fold
from knowledge.chinese.subjects import SubjectFinder


@dataclass(frozen=True, slots=True)
class LabelledContext:
    """`context` ends where a quote opens; `start`..`end` is its speaker's surface in it."""

    context: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """Whether the speaker of one context was found: the very span, or one that overlaps it."""

    exact: bool
    overlapping: bool


def read_contexts(path: Path) -> tuple[LabelledContext, ...]:
    """The labelled rows of a JSON Lines file, those without a speaker left out."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple(
        LabelledContext(str(row["context"]), int(row["istart"]), int(row["iend"]))
        for row in rows
        if row["speaker"]
    )


def evaluate(contexts: Sequence[LabelledContext], names: Iterable[str] | None = None) -> tuple[Found, ...]:
    """One result per context.

    Args:
        contexts: what to try.
        names: surfaces that name somebody; None learns them from the contexts.
    """
    if names is None:
        text = "".join(f"{row.context}“……”\n" for row in contexts)
        plain = fold(text)
        names = discover(plain, quoted(plain))
    finder = SubjectFinder(list(names))
    found = []
    for row in contexts:
        subject = speaker_before(fold(row.context), 0, len(row.context), finder)
        span = (subject.start, max(subject.end, subject.stop)) if subject else (0, 0)
        found.append(
            Found(
                span == (row.start, row.end),
                subject is not None and span[0] < row.end and row.start < span[1],
            )
        )
    return tuple(found)
