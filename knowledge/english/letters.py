"""Letters that stand in a book: written, not spoken, even where every paragraph opens with a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.english.paragraphs import Paragraph

_SALUTATION = re.compile(
    r"[\s\"“'‘_]*(?:(?:my|our)\s+)?(?:own\s+)?(?:very\s+)?(?:dear(?:est)?|beloved|honou?red|respected)\s+"
    r"[\w.’' -]{2,40}?[_]*\s*[,:;—-]+[\"”'’_-]*\s*$|"
    r"[\s\"“'‘_]*(?:dear\s+)?(?:sirs?|madam|gentlemen)[,:;—-]+[\"”'’_]*\s*$",
    re.I,
)
_PLACE_AND_DATE = re.compile(
    r"[\s\"“'‘_(]*(?:[\w’'-]+,?\s+){0,6}?(?:january|february|march|april|may|june|july|august|september|sept|october|"
    r"oct|november|nov|december|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b[\w\s.,’'-]{0,40}$",
    re.I,
)
_FAREWELL = re.compile(
    r"[\s\"“'‘_]*(?:i\s+am|i\s+remain|believe\s+me|ever|yours?|your[’']s|your\s+(?:\w+,?\s+){1,4}"
    r"(?:friend|servant|sister|brother|aunt|uncle|mother|father|son|daughter|niece|nephew|cousin))\b[\w\s.,&’'-]{0,80}"
    r"[,.:;—-]*[\"”'’_]*\s*$",
    re.I,
)
_SIGNATURE = re.compile(r"[\s\"“'‘_]*(?:[A-Z][\w.’'-]*[\s.]*){1,5}[.\"”'’_]*\s*$")
_DEEP = re.compile(r"[ \t]{3,}\S")
_LONGEST = 60  # paragraphs a letter may have


def letter_paragraphs(text: str, paragraphs: Sequence[Paragraph]) -> frozenset[int]:
    """Numbers of the paragraphs between a salutation that stands alone and its farewell or signature."""
    found: set[int] = set()
    index = 0
    while index < len(paragraphs):
        paragraph = paragraphs[index]
        if paragraph.end - paragraph.start < 80 and _SALUTATION.match(text, paragraph.start, paragraph.end):
            last = _last(text, paragraphs, index)
            if last > index:
                found.update(range(index, last + 1))
                if index and _is(_PLACE_AND_DATE, text, paragraphs[index - 1]):
                    found.add(index - 1)
                index = last
        index += 1
    return frozenset(found)


def set_apart(text: str, paragraphs: Sequence[Paragraph]) -> frozenset[int]:
    """Numbers of the paragraphs that are printed apart, all their lines indented: verses, letters, notices.

    Empty for a book that indents as it goes.
    """
    found = {
        index
        for index, paragraph in enumerate(paragraphs)
        if all(_DEEP.match(line) for line in _lines(text, paragraph))
    }
    return frozenset(found) if len(found) < 0.15 * len(paragraphs) else frozenset()


def _lines(text: str, paragraph: Paragraph) -> list[str]:
    """The lines of a paragraph, the second and later ones where it has several."""
    begin = text.rfind("\n", 0, paragraph.start) + 1
    lines = text[begin : paragraph.end].splitlines()
    return lines[1:] if len(lines) > 2 else lines


def _is(shape: re.Pattern[str], text: str, paragraph: Paragraph) -> bool:
    return paragraph.end - paragraph.start < 120 and bool(shape.match(text, paragraph.start, paragraph.end))


def _last(text: str, paragraphs: Sequence[Paragraph], salutation: int) -> int:
    """The last paragraph of the letter that opens at `salutation`; itself where no end is found."""
    marked = text[paragraphs[salutation].start] in "\"“'‘"
    for index in range(salutation + 1, min(salutation + _LONGEST, len(paragraphs))):
        paragraph = paragraphs[index]
        if _is(_FAREWELL, text, paragraph) or (index > salutation + 1 and _is(_SIGNATURE, text, paragraph)):
            signed = index + 1 < len(paragraphs) and _is(_SIGNATURE, text, paragraphs[index + 1])
            return index + signed
        if marked and text[paragraph.start] not in "\"“'‘" and index > salutation + 1:
            return index - 1
    return salutation
