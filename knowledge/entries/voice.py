"""How a character talks: characteristic lines, and lines that can open a talk."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.entries.tidy import tidy
from knowledge.types import Annotation, Book, Character

_WORD = re.compile(r"[a-z][a-z'’]+|[\u4e00-\u9fff]")
_WHOLE = re.compile(r"[\"“「A-Z\u4e00-\u9fff].*[.!?。！？…](?:--)?$", re.S)
_GREETS = re.compile(
    r"\b(?:how do you do|good (?:morning|evening|day|afternoon)|welcome|pray|hello|halloo|come in|sit down|"
    r"how are you|glad to see)\b|请坐|来了|你来|请安|久仰|好呀|好啊",
    re.I,
)
_YOU = re.compile(r"\byou\b|你|您", re.I)
_SHORT, _LONG = {"en": 4, "zh": 6}, {"en": 45, "zh": 80}  # words or characters


@dataclass(frozen=True, slots=True)
class Line:
    """An unbroken line of speech that begins and ends a sentence."""

    text: str
    chapter: int
    start: int
    end: int
    addressee: str | None
    size: int  # words or Chinese characters


def spoken_lines(book: Book, annotation: Annotation, character: str | None, end: int) -> list[Line]:
    """Whole lines of one person (None: of all) up to offset `end`, of 4–45 words or 6–80 characters."""
    lines = []
    for quote in annotation.quotes:
        if quote.end > end or (character and quote.speaker != character):
            continue
        text = tidy(book.text[quote.start : quote.end])
        size = len(text.split()) if book.language == "en" else len(text)
        if _SHORT[book.language] <= size <= _LONG[book.language] and _WHOLE.fullmatch(text):
            chapter = book.chapter_at(quote.start)
            lines.append(Line(text, chapter, quote.start, quote.end, quote.addressee, size))
    return lines


def voice(lines: Sequence[Line], everyone: Sequence[Line], count: int = 6) -> list[Line]:
    """The lines whose words are most this person's own, in order of the text.

    A word's weight is its log-odds in the person's lines against everyone's (add-half smoothing); a line's is
    the mean of its words', so that neither long nor short ones win.
    """
    mine, all_ = _counts(lines), _counts(everyone)
    total, all_total = sum(mine.values()) or 1, sum(all_.values()) or 1

    def own(word: str) -> float:
        return math.log((mine[word] + 0.5) / (total + 1)) - math.log((all_[word] + 0.5) / (all_total + 1))

    def worth(line: Line) -> float:
        words = _WORD.findall(line.text.lower())
        repeated = [own(word) for word in words if mine[word] >= 2]
        return sum(repeated) / max(8, len(words)) + 0.02 * min(len(words), 25)

    best: list[Line] = []
    for line in sorted(lines, key=lambda one: (-worth(one), one.start)):
        fresh = set(_WORD.findall(line.text.lower()))
        if all(len(fresh & set(_WORD.findall(kept.text.lower()))) < 0.6 * len(fresh) for kept in best):
            best.append(line)
        if len(best) == count:
            break
    return sorted(best, key=lambda one: one.start)


def greetings(
    lines: Sequence[Line], people: Sequence[Character], character: str, count: int = 5
) -> list[Line]:
    """Lines that open a talk with a stranger: they say "you", ask or greet, and name nobody."""
    forms = [name for person in people for name in (person.name, *person.aliases) if len(name) > 1]
    names = re.compile("|".join(map(re.escape, sorted(set(forms), key=len, reverse=True))) or r"\b\B")
    last = max((line.chapter for line in lines), default=1)

    def worth(line: Line) -> float:
        value = 2.0 * bool(_GREETS.search(line.text)) + 1.0 * bool(_YOU.search(line.text))
        value += 0.7 * line.text.endswith(("?", "？")) - 1.5 * bool(names.search(line.text))
        value += 0.5 * (1 - (last - line.chapter) / max(10, last))
        return value - abs(line.size - 14) / 30

    return sorted(lines, key=lambda one: (-worth(one), -one.start))[:count]


def _counts(lines: Sequence[Line]) -> Counter[str]:
    return Counter(word for line in lines for word in _WORD.findall(line.text.lower()))
