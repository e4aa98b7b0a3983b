"""Who is whose sister, husband, friend: relations that the text states between two people of the cast."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.entries.lexicon import Lexicon
from knowledge.segments import paragraphs, sentences
from knowledge.types import Annotation, Book, Gender, Mention, PlotSegment, Quote

_GENDER: dict[str, Gender] = {
    **dict.fromkeys(("mother", "sister", "aunt", "wife", "daughter", "niece", "grandmother", "widow"), "f"),
    **dict.fromkeys(
        ("father", "brother", "uncle", "husband", "son", "nephew", "grandfather", "widower"), "m"
    ),
}
_KEPT = 3  # statements of one relation between two people


@dataclass(frozen=True, slots=True)
class Kinship:
    """The sentence `start:end` says that `other` is the `kin` (a label of the lexicon) of `who`."""

    segment: PlotSegment
    start: int
    end: int
    who: str
    other: str
    kin: str


def kinships(
    book: Book, segments: Sequence[PlotSegment], annotation: Annotation, words: Lexicon
) -> tuple[Kinship, ...]:
    """Stated relations in order, at most three statements of each.

    English: "my sister Jane" of a speaker, "Jane, her sister" and "her sister Jane" of the person of that
    gender named before, "Anna's brother Tom", and "papa," said to somebody for the second time.
    Chinese: 甲的妹妹乙, 甲之妻乙.
    """
    finder = _English(book, annotation, words) if book.language == "en" else _Chinese(book, annotation, words)
    seen: Counter[tuple[str, str, str]] = Counter()
    kept = []
    for at, who, other, kin in finder.all():
        key = (who, other, kin)
        segment = _segment_at(segments, at)
        if segment is None or who == other or seen[key] >= _KEPT:
            continue
        span = _sentence_at(book, segment, at, words.most)
        if span:
            seen[key] += 1
            kept.append(Kinship(segment, *span, who, other, kin))
    return tuple(kept)


_Stated = tuple[int, str, str, str]  # offset, who, other, label


class _English:
    def __init__(self, book: Book, annotation: Annotation, words: Lexicon) -> None:
        kin = "|".join(sorted(words.kin, key=len, reverse=True))
        self._words, self._text, self._annotation = words, book.text, annotation
        self._before = re.compile(
            rf"\b(?:(my|your|his|her)|['’]s)\s+(?:[\w-]+\s+){{0,2}}?({kin}),?\s+$", re.I
        )
        self._after = re.compile(rf",\s+(my|your|his|her)\s+(?:[\w-]+\s+){{0,2}}?({kin})\b", re.I)
        self._called = re.compile(rf"(?:^|[,!?.]\s+|\bdear(?:est)?\s+)({kin})(?=[,!?.])", re.I)
        self._starts = [one.start for one in annotation.quotes]
        self._genders = {person.id: person.gender for person in annotation.characters}

    def all(self) -> Iterator[_Stated]:
        mentions = self._annotation.mentions
        for at, one in enumerate(mentions):
            before = self._text[max(0, one.start - 48) : one.start]
            found = self._before.search(before) or self._after.match(self._text, one.end)
            if not found:
                continue
            who = self._owner(found[1], one, mentions[at - 1] if at else None)
            label = self._words.kin[found[2].lower()]
            if who and _GENDER.get(label, "?") in ("?", self._genders.get(one.character, "?")):
                yield one.start, who, one.character, label
        called: Counter[tuple[str, str, str]] = Counter()
        for quote in self._annotation.quotes:
            if quote.speaker and quote.addressee:
                for found in self._called.finditer(self._text, quote.start, quote.end):
                    label = self._words.kin[found[1].lower()]
                    key = (quote.speaker, quote.addressee, label)
                    called[key] += self._genders.get(quote.addressee) == _GENDER.get(label, "")
                    if called[key] >= 2:
                        yield found.start(1), *key

    def _owner(self, word: str | None, one: Mention, previous: Mention | None) -> str | None:
        quote = self._quote_at(one.start)
        near = previous if previous and 0 <= one.start - previous.end < 120 else None
        if word is None:  # 's belongs to the name before it
            return near.character if near and self._text[near.end : near.end + 2] in ("'s", "’s") else None
        word = word.lower()
        if word == "my":
            return quote.speaker if quote else None
        if word == "your":
            return quote.addressee if quote else None
        gender = "m" if word == "his" else "f"
        if quote or not near or self._genders.get(near.character) != gender:
            return None
        return None if re.search(r"[.!?]\s", self._text[near.end : one.start]) else near.character

    def _quote_at(self, offset: int) -> Quote | None:
        at = bisect_right(self._starts, offset) - 1
        found = self._annotation.quotes[at] if at >= 0 else None
        return found if found and offset < found.end else None


class _Chinese:
    def __init__(self, book: Book, annotation: Annotation, words: Lexicon) -> None:
        kin = "|".join(sorted(words.kin, key=len, reverse=True))
        self._words, self._text, self._annotation = words, book.text, annotation
        self._between = re.compile(rf"[的之]({kin})(?:名叫|名唤|唤作|叫做|叫|名|，)?")

    def all(self) -> Iterator[_Stated]:
        mentions = self._annotation.mentions
        for one, after in pairwise(mentions):
            if 0 < after.start - one.end <= 8:
                found = self._between.fullmatch(self._text, one.end, after.start)
                if found:
                    yield one.start, one.character, after.character, self._words.kin[found[1]]


def _segment_at(segments: Sequence[PlotSegment], offset: int) -> PlotSegment | None:
    at = bisect_left(segments, offset + 1, key=lambda one: one.start) - 1
    return segments[at] if at >= 0 and offset < segments[at].end else None


def _sentence_at(book: Book, segment: PlotSegment, offset: int, most: int) -> tuple[int, int] | None:
    for low, high in paragraphs(book.text, segment.start, segment.end):
        if low <= offset < high:
            for start, end in sentences(book.text, low, high):
                if start <= offset < end:
                    return (start, end) if end - start <= most else None
    return None
