"""Tables of contents: headings that are listed, not followed by their chapters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.reading.headings import Heading

_THIN = 25  # words between two headings: less, three times running, is a list
_LONG = 6  # entries of a list that need not come again to be known as one
_STARTS = 3  # entries before the first that comes again: a preface may be listed and not headed alike


def weight(text: str) -> int:
    """Words; Chinese counts two characters as one."""
    return len(re.findall(r"[a-zA-Z0-9]+", text)) + len(re.findall(r"[\u3400-\u9fff]", text)) // 2


def without_contents(text: str, found: Sequence[Heading], end: int) -> list[Heading]:
    """Headings that head something: lists of them, and lines that stand in a list, are dropped.

    A list ends where its first entry comes again, which is where the book begins.
    """
    following = [*(heading.start for heading in found[1:]), end][: len(found)]
    thin = [weight(text[h.end : stop][:600]) < _THIN for h, stop in zip(found, following, strict=True)]
    dropped: set[int] = set()
    at = 0
    while at < len(found):
        stop = at
        while stop < len(found) and thin[stop]:
            stop += 1
        if stop - at >= 2:
            dropped.update(range(at, _end_of_list(found, at, stop)))
        at = stop + 1
    return [heading for i, heading in enumerate(found) if i not in dropped and not heading.listed]


def _end_of_list(found: Sequence[Heading], at: int, stop: int) -> int:
    """Index past the list that begins at `at`; `at` if it is none. `stop` is the first with a body."""
    for first in range(at, min(at + _STARTS, stop)):
        again = next((i for i in range(first + 1, len(found)) if _same(found[i], found[first])), None)
        if again is not None and again - at >= (2 if found[at].listed else 3) and again <= stop + 1:
            return again
    return stop if stop - at >= _LONG else at


def _same(one: Heading, other: Heading) -> bool:
    if (one.level, one.number) != (other.level, other.number) or one.listed:
        return False
    a, b = (re.sub(r"[\W\d_]+", "", heading.title).lower() for heading in (one, other))
    return a == b or not a or not b if one.number else one.label.lower() == other.label.lower()
