"""Asking what a character may know by a chapter."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from knowledge.types import PlotSegment, Presence


class Knowledge:
    """Presences of a book, made to be asked by offset.

    Args:
        segments: all segments of the book, in order.
        presences: as `presence` gives them.
    """

    def __init__(self, segments: Sequence[PlotSegment], presences: Iterable[Presence]) -> None:
        self._segments = tuple(segments)
        self._starts = [segment.start for segment in self._segments]
        self._pairs = {(one.segment, one.character) for one in presences}

    def segment_at(self, offset: int) -> PlotSegment | None:
        """The segment that holds `offset`, if any (headings belong to none)."""
        at = bisect_right(self._starts, offset) - 1
        found = self._segments[at] if at >= 0 else None
        return found if found and offset < found.end else None

    def knows(self, character: str, offset: int, until: int | None = None) -> bool:
        """Whether `character` witnessed, said or was told what stands at `offset`, by the end of `until`."""
        segment = self.segment_at(offset)
        if segment is None or (until is not None and segment.chapter > until):
            return False
        return (segment.index, character) in self._pairs
