"""Stretches of text that can be asked whether they cover an offset."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class Spans:
    """Half-open spans, merged where they overlap."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)

    def covers(self, offset: int) -> bool:
        """Whether some span holds `offset`."""
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]

    def outside(self, text: str, start: int, end: int) -> str:
        """What of `text[start:end]` no span covers, joined by blanks."""
        kept: list[str] = []
        index = max(0, bisect_right(self._starts, start) - 1)
        at = start
        while index < len(self._starts) and self._starts[index] < end:
            low, high = self._starts[index], self._ends[index]
            if high > at:
                if low > at:
                    kept.append(text[at:low])
                at = high
            index += 1
        if at < end:
            kept.append(text[at:end])
        return " ".join(kept)
