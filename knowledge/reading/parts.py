"""Books without headings: parts of even length, cut at the ends of paragraphs."""

from __future__ import annotations

import re
from itertools import pairwise

from knowledge.types import Chapter, Language

_TARGET: dict[Language, int] = {"en": 22_000, "zh": 6_000}
"""Characters of a part: about 4,000 English words or 6,000 Chinese characters."""
_PARAGRAPH = re.compile(r"\n[ \t\u3000]*\n\s*|\n(?=[ \t\u3000]+\S)")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[.!?。！？])[\"”’」』)]*\s*")


def split_parts(text: str, start: int, end: int, language: Language) -> tuple[Chapter, ...]:
    """Parts that tile `text[start:end]`, titled "Part 1" …; one part where the text is short."""
    target = _TARGET[language]
    count = max(1, round((end - start) / target))
    cuts = [start]
    for n in range(1, count):
        ideal = start + (end - start) * n // count
        low, high = max(cuts[-1] + 1, ideal - target // 4), min(end - 1, ideal + target // 4)
        cuts.append(_nearest(text, low, high, ideal))
    cuts.append(end)
    title = "Part {}" if language == "en" else "第{}部分"
    return tuple(
        Chapter(n, title.format(n), begin, begin, stop)
        for n, (begin, stop) in enumerate(pairwise(cuts), start=1)
    )


def _nearest(text: str, low: int, high: int, ideal: int) -> int:
    """Where to cut in [low, high): a paragraph's end, else a line's, else a sentence's, else `ideal`."""
    for pattern in (_PARAGRAPH, _LINE, _SENTENCE):
        ends = [found.end() for found in pattern.finditer(text, low, high)]
        if ends:
            return min(ends, key=lambda at: abs(at - ideal))
    return ideal
