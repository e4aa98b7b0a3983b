"""What a reply must not do: be empty, go round in circles, or speak for the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence


def cut_foreign_lines(text: str, others: Sequence[str]) -> str:
    """`text` up to the first line that begins as another's speech ("Anna: …").

    Anchored to the beginning of a line and to the whole name, so that "MiniBob:" never matches "Bob:".
    """
    names = "|".join(re.escape(n) for n in others if n)
    if not names:
        return text.strip()
    marker = re.search(rf"^\s*[*_\"“]*(?:{names})[*_]*\s*[:：]", text, re.MULTILINE | re.IGNORECASE)
    return (text[: marker.start()] if marker else text).strip()


def strip_own_name(text: str, name: str) -> str:
    """`text` without a leading "Name:"."""
    return re.sub(rf"^\s*[*_]*{re.escape(name)}[*_]*\s*[:：]\s*", "", text, flags=re.IGNORECASE).strip()


def loops(text: str) -> bool:
    """Whether one phrase keeps coming back: an 8-gram of words (12 of characters in Chinese) three times,
    or twice within half of the text."""
    wide = sum("⺀" <= c <= "鿿" for c in text) > len(text) / 3
    units = list(re.sub(r"\s", "", text)) if wide else text.lower().split()
    size = 12 if wide else 8
    grams = Counter(tuple(units[i : i + size]) for i in range(len(units) - size + 1))
    if not grams:
        return False
    most = max(grams.values())
    return most >= 3 or (most == 2 and sum(n > 1 for n in grams.values()) * 2 > len(grams) / 2)


def repeats(text: str, earlier: Sequence[str]) -> bool:
    """Whether `text` is, but for punctuation, a line that was said before."""
    key = _key(text)
    return len(key) > 20 and any(key == _key(e) for e in earlier)


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()
