"""Dataclasses of knowledge to rows and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from knowledge.passages import Tile
from knowledge.types import (
    Annotation,
    Book,
    Chapter,
    Character,
    Cue,
    Dimension,
    Entry,
    Gender,
    Keys,
    Language,
    Mention,
    Origin,
    PlotSegment,
    Presence,
    Quote,
)

Row = Mapping[str, Any]


def chapter_rows(book: Book) -> list[Row]:
    return [_plain(c, "index", "title", "start", "body", "end") for c in book.chapters]


def segment_rows(segments: Iterable[PlotSegment]) -> list[Row]:
    return [_plain(s, "index", "chapter", "start", "end") for s in segments]


def passage_rows(tiles: Iterable[Tile]) -> list[Row]:
    return [_plain(t, "index", "segment", "chapter", "start", "end") for t in tiles]


def character_rows(annotation: Annotation) -> list[Row]:
    same = ("id", "name", "prominence", "mentions", "quotes", "first", "gender", "group", "narrator")
    people = enumerate(annotation.characters)
    return [{"rank": i, "aliases": list(c.aliases), **_plain(c, *same)} for i, c in people]


def mention_rows(annotation: Annotation) -> list[Row]:
    return [{"index": i, **_plain(m, "start", "end", "character")} for i, m in enumerate(annotation.mentions)]


def quote_rows(annotation: Annotation) -> list[Row]:
    same = ("start", "end", "speaker", "addressee", "cue", "turn")
    return [{"index": i, **_plain(q, *same)} for i, q in enumerate(annotation.quotes)]


def presence_rows(presence: Iterable[Presence]) -> list[Row]:
    return [{"character": c, "segment": s} for c, s in sorted({(p.character, p.segment) for p in presence})]


def entry_rows(entries: Iterable[Entry]) -> list[Row]:
    same = ("id", "character", "dimension", "text", "chapter", "segment", "start", "end", "origin", "cluster")
    return [
        {"index": i, **_plain(e, *same), **_plain(e.keys, "emotion", "relationship", "situation")}
        for i, e in enumerate(entries)
    ]


def as_book(row: Any, text: str, chapters: Iterable[Any]) -> Book:
    made = tuple(Chapter(c.index, c.title, c.start, c.body, c.end) for c in chapters)
    return Book(row.id, row.title, row.author, cast(Language, row.language), text, made)


def as_segment(row: Any) -> PlotSegment:
    return PlotSegment(row.index, row.chapter, row.start, row.end)


def as_tile(row: Any) -> Tile:
    return Tile(row.index, row.segment, row.chapter, row.start, row.end)


def as_character(row: Any) -> Character:
    return Character(
        row.id,
        row.name,
        tuple(row.aliases),
        row.prominence,
        row.mentions,
        row.quotes,
        row.first,
        cast(Gender, row.gender),
        row.group,
        row.narrator,
    )


def as_mention(row: Any) -> Mention:
    return Mention(row.start, row.end, row.character)


def as_quote(row: Any) -> Quote:
    return Quote(row.start, row.end, row.speaker, row.addressee, cast(Cue, row.cue), row.turn)


def as_entry(row: Any) -> Entry:
    return Entry(
        row.id,
        row.character,
        cast(Dimension, row.dimension),
        row.text,
        row.chapter,
        row.segment,
        row.start,
        row.end,
        Keys(row.emotion, row.relationship, row.situation),
        cast(Origin, row.origin),
        row.cluster,
    )


def _plain(of: object, *names: str) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}
