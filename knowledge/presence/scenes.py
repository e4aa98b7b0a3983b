"""What each plot segment shows of each person: the evidence on which presence is judged."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from knowledge.presence import evidence_en, evidence_zh
from knowledge.presence.spans import Spans
from knowledge.segments import paragraphs
from knowledge.types import Annotation, Book, Cue, Gender, Language, Mention, PlotSegment, Quote

_Placed = TypeVar("_Placed", Mention, Quote)

_SPOKE: dict[Cue, float] = {"explicit": 1.5, "anaphoric": 1.2, "implicit": 0.8, "none": 0.5}
_SPOKEN_TO: dict[Cue, float] = {"explicit": 1.0, "anaphoric": 0.8, "implicit": 0.5, "none": 0.4}
_ECHO = 0.3  # what a second, third … mention adds: many weak signs are still weak
_PRONOUN, _PRONOUNS = 0.2, 1.0  # what each "she" adds to whom it most likely means, and all of them at most
_SUBJECT = 0.5  # evidence from which on a name may be what the next pronoun means
_QUIET = 0.25  # share of narration under which a segment is a monologue, a letter or bare talk
_LETTER = 0.015  # share of first-person words in a paragraph of a book that has no narrator
FIRST_PERSON = {"en": re.compile(r"\b(?:I|me|my|we|us|our|myself)\b"), "zh": re.compile("[我俺吾余]")}
_NOMINATIVE: dict[Language, dict[Gender, re.Pattern[str]]] = {
    "en": {"f": re.compile(r"\bshe\b", re.I), "m": re.compile(r"\bhe\b", re.I)},
    "zh": {},
}
_BREAK = re.compile(r"\n[ \t]*(?:[*＊·•~—#-][ \t]*){1,}\n|\n[ \t]*\n[ \t]*\n[ \t]*\n")
_SIGNED = re.compile(
    r"\b(?:yours?|sincerely|affectionate\w*|faithful\w*|&c\.?|adieu|humble servant)\b[^a-z]{0,12}$", re.I
)
_LAST = re.compile(r"[.”\"']*\s*(?:\n|$)")


@dataclass(frozen=True, slots=True)
class Scene:
    """One segment as evidence.

    Attributes:
        evidence: per character id; 1 is a clear act.
        narration: the text outside quotes.
        quiet: nearly all speech or letter, so that listeners and readers are not named.
        opens: a new scene begins inside.
        unnamed: genders whose first "she" or "he" comes before any name it could stand for.
    """

    evidence: Mapping[str, float]
    narration: str
    quiet: bool
    opens: bool
    unnamed: frozenset[Gender]


def scenes_of(book: Book, segments: Sequence[PlotSegment], annotation: Annotation) -> list[Scene]:
    """One scene per segment, in order."""
    spoken = Spans((quote.start, quote.end) for quote in annotation.quotes)
    narrators = [person.id for person in annotation.characters if person.narrator]
    letters = Spans(() if narrators else _letters(book, spoken))
    unsaid = Spans([*spoken, *letters])
    quotes = _by_segment(segments, annotation.quotes)
    mentions = _by_segment(segments, annotation.mentions)
    genders = {person.id: person.gender for person in annotation.characters}
    scenes = []
    for segment in segments:
        narration = unsaid.outside(book.text, segment.start, segment.end)
        told = [one for one in mentions[segment.index] if not unsaid.covers(one.start)]
        acting = _from_narration(book, told)
        unnamed = _support(acting, book, segment, unsaid, told, genders)
        evidence = _from_speech(quotes[segment.index])
        for name, weight in [*acting.items(), *_signed(book, mentions[segment.index])]:
            evidence[name] += weight
        for narrator in narrators:
            if FIRST_PERSON[book.language].search(narration) or quotes[segment.index]:
                evidence[narrator] += 2
        quiet = len(narration) < _QUIET * (segment.end - segment.start)
        stop = segment.start + len(book.text[segment.start : segment.end].rstrip())
        opens = bool(_BREAK.search(book.text, segment.start, stop))
        scenes.append(Scene(dict(evidence), narration, quiet, opens, unnamed))
    return scenes


def _from_speech(quotes: Sequence[Quote]) -> dict[str, float]:
    evidence: dict[str, float] = defaultdict(float)
    for quote in quotes:
        if quote.speaker:
            evidence[quote.speaker] += _SPOKE[quote.cue]
        if quote.addressee:
            evidence[quote.addressee] += _SPOKEN_TO[quote.cue]
    return evidence


def _from_narration(book: Book, mentions: Sequence[Mention]) -> dict[str, float]:
    """The best mention of each person counts in full, the others little."""
    weigh = _weigher(book)
    weights: dict[str, list[float]] = defaultdict(list)
    for one in mentions:
        weights[one.character].append(weigh(book.text, one.start, one.end))
    return {name: max(all_) + _ECHO * (sum(all_) - max(all_)) for name, all_ in weights.items()}


def _weigher(book: Book) -> Callable[[str, int, int], float]:
    return evidence_en.weigh if book.language == "en" else evidence_zh.weigh


def _letters(book: Book, spoken: Spans) -> Iterator[tuple[int, int]]:
    """Paragraphs in which somebody writes "I" where the book's own voice does not."""
    if book.language != "en":
        return
    for chapter in book.chapters:
        for start, end in paragraphs(book.text, chapter.body, chapter.end):
            said = spoken.outside(book.text, start, end)
            count = len(FIRST_PERSON["en"].findall(said))
            if count >= 2 and count > _LETTER * len(said.split()):
                yield start, end


def _signed(book: Book, mentions: Sequence[Mention]) -> Iterator[tuple[str, float]]:
    """Who signs a letter knows what is in it."""
    for one in mentions:
        last = _LAST.match(book.text, one.end)
        if last and _SIGNED.search(book.text, max(0, one.start - 60), one.start):
            yield one.character, 1.5


def _support(
    acting: dict[str, float],
    book: Book,
    segment: PlotSegment,
    unsaid: Spans,
    told: Sequence[Mention],
    genders: Mapping[str, Gender],
) -> frozenset[Gender]:
    """Let each "she" and "he" speak for the one of its gender who was last a subject before it.

    Returns the genders whose first pronoun has no such subject before it.
    """
    weigh = _weigher(book)
    subjects = [one for one in told if weigh(book.text, one.start, one.end) >= _SUBJECT]
    unnamed: set[Gender] = set()
    for gender, pattern in _NOMINATIVE[book.language].items():
        names = [one for one in subjects if genders.get(one.character) == gender]
        at, given = -1, defaultdict[str, float](float)
        for hit in pattern.finditer(book.text, segment.start, segment.end):
            if unsaid.covers(hit.start()):
                continue
            while at + 1 < len(names) and names[at + 1].start < hit.start():
                at += 1
            if at < 0:
                unnamed.add(gender)
            else:
                given[names[at].character] += _PRONOUN
        for name, weight in given.items():
            acting[name] += min(weight, _PRONOUNS)
    return frozenset(unnamed)


def _by_segment(segments: Sequence[PlotSegment], items: Sequence[_Placed]) -> list[list[_Placed]]:
    rows: list[list[_Placed]] = [[] for _ in segments]
    at = 0
    for item in sorted(items, key=lambda one: one.start):
        while at < len(segments) and segments[at].end <= item.start:
            at += 1
        if at < len(segments) and segments[at].start <= item.start:
            rows[at].append(item)
    return rows
