"""Sentences of the narration and whom each is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.presence import evidence_en, evidence_zh
from knowledge.presence.spans import Spans
from knowledge.segments import paragraphs, sentences
from knowledge.types import Annotation, Book, Gender, Mention, PlotSegment

_HEAD = 3  # characters before a Chinese topic: 却说, 那, 原来
_SUBJECT = 0.5  # evidence of acting from which on a name may be a subject
_PRONOUN: Mapping[Gender, re.Pattern[str]] = {
    "f": re.compile(r"\bshe\b", re.I),
    "m": re.compile(r"\bhe\b", re.I),
}
Weigher = Callable[[str, int, int], float]
_FIRST = re.compile(r"\bI\b")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the narration: `subject` is whom it is about, `others` who else is named in it."""

    segment: PlotSegment
    start: int
    end: int
    subject: str
    others: tuple[str, ...]


def narrated(
    book: Book, segments: Sequence[PlotSegment], annotation: Annotation, spoken: Spans
) -> Iterator[Sentence]:
    """Sentences that are mostly narration and have a known subject, in order.

    The subject is the first person who acts in it; or whom its first "he" or "she" means: the last subject of
    that gender in the same paragraph; or, in a book with one narrator, the "I".
    """
    weigh: Weigher = evidence_en.weigh if book.language == "en" else evidence_zh.weigh
    genders = {person.id: person.gender for person in annotation.characters}
    narrators = [person.id for person in annotation.characters if person.narrator]
    narrator = narrators[0] if len(narrators) == 1 else None
    told = [one for one in annotation.mentions if not spoken.covers(one.start)]
    at = 0
    for segment in segments:
        for low, high in paragraphs(book.text, segment.start, segment.end):
            last: dict[Gender, str] = {}
            for start, end in sentences(book.text, low, high):
                while at < len(told) and told[at].start < start:
                    at += 1
                inside: list[Mention] = []
                while at < len(told) and told[at].start < end:
                    inside.append(told[at])
                    at += 1
                if _quoted(book.text, start, end, spoken):
                    continue
                subject = _subject(book, start, end, inside, last, weigh, narrator, spoken)
                for one in inside:
                    if weigh(book.text, one.start, one.end) >= _SUBJECT:
                        last[genders.get(one.character, "?")] = one.character
                if subject:
                    others = dict.fromkeys(one.character for one in inside if one.character != subject)
                    yield Sentence(segment, start, end, subject, tuple(others))


def _quoted(text: str, start: int, end: int, spoken: Spans) -> bool:
    return len(spoken.outside(text, start, end)) < 0.6 * (end - start)


def _subject(
    book: Book,
    start: int,
    end: int,
    inside: Sequence[Mention],
    last: Mapping[Gender, str],
    weigh: Weigher,
    narrator: str | None,
    spoken: Spans,
) -> str | None:
    actor = next((one for one in inside if weigh(book.text, one.start, one.end) >= _SUBJECT), None)
    first = inside[0] if inside else None
    if (
        book.language == "zh"
        and first
        and first.start - start <= _HEAD
        and book.text[first.end] not in "的之"
    ):
        actor = first  # Chinese needs no verb to be next to its topic
    best: tuple[int, str | None] = (actor.start, actor.character) if actor else (end, None)
    if book.language == "en":
        for gender, pattern in _PRONOUN.items():
            found = pattern.search(book.text, start, best[0])
            if found and not spoken.covers(found.start()) and gender in last:
                best = (found.start(), last[gender])
        if narrator:
            found = _FIRST.search(book.text, start, best[0])
            if found and not spoken.covers(found.start()):
                best = (found.start(), narrator)
    return best[1]
