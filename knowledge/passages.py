"""Passages: short stretches of a plot segment, the unit of retrieval. They tile their segment exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from knowledge.types import Book, PlotSegment

# Three passages make a result of about 350 tokens: what a model on a CPU reads in a few seconds.
TARGET = {"en": 480, "zh": 150}  # characters: about 85 English words
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=[\s　])")
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)_]*\s+(?=[\"'“‘(_A-Z—])|[。！？…；][”’」』）\"]*")
_CLAUSE = re.compile(r"(?<=[,;:—])\s+|[，；：、]")


@dataclass(frozen=True, slots=True)
class Tile:
    """One passage: `Book.text[start:end]`, `segment` and `chapter` by index."""

    index: int
    segment: int
    chapter: int
    start: int
    end: int


def tile(book: Book, segments: Iterable[PlotSegment]) -> tuple[Tile, ...]:
    """Cut segments into passages of about `TARGET` characters, at the best boundary that is near.

    A passage ends between paragraphs if it can, else between sentences, else at a comma, and only in a
    text without any of these in mid-word. Every character of a segment is in exactly one passage.
    """
    target = TARGET[book.language]
    made: list[Tile] = []
    for segment in segments:
        for start, end in _cut(book.text, segment.start, segment.end, target):
            made.append(Tile(len(made), segment.index, segment.chapter, start, end))
    return tuple(made)


def _cut(text: str, start: int, end: int, target: int) -> Iterator[tuple[int, int]]:
    while end - start > target * 3 // 2:
        parts = max(round((end - start) / target), 2)
        cut = _near(text, start, end, start + (end - start) // parts, target)
        yield start, cut
        start = cut
    if end > start:
        yield start, end


def _near(text: str, start: int, end: int, wanted: int, target: int) -> int:
    low, high = max(start + 1, wanted - target // 2), min(end - 1, start + target * 3 // 2)
    for boundary, slack in ((_PARAGRAPH, target // 3), (_SENTENCE, target // 2), (_CLAUSE, target // 2)):
        first, last = max(low, wanted - slack), min(high, wanted + slack)
        cuts = [m.end() for m in boundary.finditer(text, first, last) if start < m.end() < end]
        if cuts:
            return min(cuts, key=lambda cut: abs(cut - wanted))
    space = text.rfind(" ", low, wanted)
    return space + 1 if space > start else wanted
