"""Speech that a dash opens and nothing closes, as in Joyce: `—Yes, said Stephen. Come in.`"""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.english.paragraphs import Paragraph

_OPENS = re.compile(r"(?:—|–|--|―)\s*(?=[\w'’“\"_¡¿])")
_NAME = r"(?:[A-Z][\w.’'-]*\s+){0,3}?[A-Z][\w’'-]*"
_WHO = rf"(?:he|she|it|they|we|I|you|(?:the|a|an|his|her|my)(?:\s+[a-z-]+){{1,3}}?|{_NAME})"
_SAID = r"(?:said|says|asked|cried|answered|replied|[a-z]+ed|began|went on|thought|put in)"
_MORE = r"(?:,?\s+(?:\w+ing|\w+ly|and|with|as|in|to|at|from|over|aloud|again|slowly)\b[^,.!?—]*)*"
_TAG = re.compile(rf"(?<=[,.!?—])\s+(?:{_SAID}\s+{_WHO}|{_WHO}\s+{_SAID}){_MORE}(?:[,.!?](?=\s|$)|—|--|$)")


def count(text: str, paragraphs: Sequence[Paragraph]) -> int:
    """How many paragraphs open with a dash."""
    return sum(bool(_OPENS.match(text, p.start)) for p in paragraphs)


def scan(text: str, paragraphs: Sequence[Paragraph]) -> list[tuple[int, int, int, bool]]:
    """(start, end, paragraph, False) of what is said, less the tags in between."""
    rows = []
    for index, paragraph in enumerate(paragraphs):
        opened = _OPENS.match(text, paragraph.start)
        if opened is None:
            continue
        at = opened.end()
        for tag in _TAG.finditer(text, at, paragraph.end):
            rows.append((at, tag.start(), index, False))
            at = tag.end()
        rows.append((at, paragraph.end, index, False))
    return [
        (start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip(" \n—–-")), index, more)
        for start, end, index, more in rows
        if any(map(str.isalnum, piece := text[start:end]))
    ]
