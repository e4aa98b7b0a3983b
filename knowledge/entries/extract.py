"""Entries without a model: verbatim sentences and utterances, sorted into the four dimensions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from knowledge.entries.kinship import kinships
from knowledge.entries.lexicon import Lexicon, lexicon
from knowledge.entries.narrated import narrated
from knowledge.entries.tidy import tidy
from knowledge.presence.spans import Spans
from knowledge.segments import sentences
from knowledge.types import Annotation, Book, Dimension, Entry, Keys, PlotSegment

_LEAST = 1.0  # strength below which nothing is kept
_PER_SEGMENT = 2  # entries of one person and dimension
_EMOTION = 1.0  # what a word for an emotion is worth
_ENDS = re.compile(r"[.!?…。！？][”’\"』」_]*$")


def extract(book: Book, segments: Sequence[PlotSegment], annotation: Annotation) -> tuple[Entry, ...]:
    """Entries of every person, in order of the text; each `text` is the sentence itself, blanks evened out.

    From the narration come sentences about a person, from speech what they say of themselves. Of each person
    and dimension the two strongest of a segment are kept. `Keys` name the emotion in the sentence, the other
    person in it (or spoken to), and the situation of the segment.
    """
    words = lexicon(book.language)
    spoken = Spans((quote.start, quote.end) for quote in annotation.quotes)
    situations = [words.situation(book.text[one.start : one.end]) for one in segments]
    rows: dict[tuple[int, str, Dimension], list[tuple[float, Entry]]] = defaultdict(list)
    groups = {person.id for person in annotation.characters if person.group}
    found = [
        *_from_narration(book, segments, annotation, words, spoken),
        *_from_speech(book, segments, annotation, words),
    ]
    for weight, segment, start, end, who, other, dimension in found:
        if who in groups:
            continue
        text = tidy(book.text[start:end])
        keys = Keys(words.emotion(text), other, situations[segment.index])
        entry = Entry(
            f"{who}:{dimension}:{start}",
            who,
            dimension,
            text,
            segment.chapter,
            segment.index,
            start,
            end,
            keys,
        )
        rows[(segment.index, who, dimension)].append((weight, entry))
    kept = [entry for group in rows.values() for entry in _strongest(group)]
    kept += _relations(book, segments, annotation, words, groups)
    return tuple(sorted(kept, key=lambda entry: (entry.start, entry.character, entry.dimension)))


def _relations(
    book: Book, segments: Sequence[PlotSegment], annotation: Annotation, words: Lexicon, groups: set[str]
) -> Iterator[Entry]:
    """Stated relations: `keys.situation` is the label of what `keys.relationship` is to the character."""
    made: set[tuple[str, int, str]] = set()
    for one in kinships(book, segments, annotation, words):
        key = (one.who, one.start, one.other)
        if one.who in groups or one.other in groups or key in made:
            continue
        made.add(key)
        yield Entry(
            f"{one.who}:relation:{one.start}:{one.other}",
            one.who,
            "background",
            tidy(book.text[one.start : one.end]),
            one.segment.chapter,
            one.segment.index,
            one.start,
            one.end,
            Keys("", one.other, one.kin),
        )


_Found = tuple[float, PlotSegment, int, int, str, str, Dimension]


def _strongest(group: list[tuple[float, Entry]]) -> Iterator[Entry]:
    for _, entry in sorted(group, key=lambda row: (-row[0], row[1].start))[:_PER_SEGMENT]:
        yield entry


def _from_narration(
    book: Book, segments: Sequence[PlotSegment], annotation: Annotation, words: Lexicon, spoken: Spans
) -> Iterator[_Found]:
    for one in narrated(book, segments, annotation, spoken):
        if not words.least <= one.end - one.start <= words.most:
            continue
        other = one.others[0] if one.others else ""
        for dimension, weight in strengths(words, book.text[one.start : one.end], spoken=False).items():
            yield weight, one.segment, one.start, one.end, one.subject, other, dimension


def _from_speech(
    book: Book, segments: Sequence[PlotSegment], annotation: Annotation, words: Lexicon
) -> Iterator[_Found]:
    at = 0
    for quote in annotation.quotes:
        while at < len(segments) and segments[at].end <= quote.start:
            at += 1
        if at == len(segments):
            break
        if not quote.speaker or segments[at].start > quote.start:
            continue
        stop = min(quote.end, segments[at].end)
        for start, end in sentences(book.text, quote.start, stop):
            end = start + len(book.text[start:end].rstrip())
            if not words.least <= end - start <= words.most or not _ENDS.search(book.text[start:end]):
                continue
            for dimension, weight in strengths(words, book.text[start:end], spoken=True).items():
                other = quote.addressee or ""
                yield weight, segments[at], start, end, quote.speaker, other, dimension


def strengths(words: Lexicon, text: str, *, spoken: bool) -> dict[Dimension, float]:
    """How much `text` says in each dimension, those of note only. An emotion must be named."""
    found = words.strengths(text, spoken=spoken)
    if words.emotion(text):
        found["emotion"] = found.get("emotion", 0.0) + _EMOTION
    else:
        found.pop("emotion", None)
    return {dimension: weight for dimension, weight in found.items() if weight >= _LEAST}
