"""What is known of a book. Offsets are characters of `Book.text`, half-open; chapters count from 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]
Dimension = Literal["persona", "emotion", "background", "goal"]
DIMENSIONS: tuple[Dimension, ...] = ("persona", "emotion", "background", "goal")
Gender = Literal["f", "m", "?"]
Cue = Literal["explicit", "anaphoric", "implicit", "none"]
Origin = Literal["text", "llm", "person"]


@dataclass(frozen=True, slots=True)
class Chapter:
    """`start` is the first character of the heading, `body` the first after it, `end` past the last."""

    index: int
    title: str
    start: int
    body: int
    end: int


@dataclass(frozen=True, slots=True)
class Book:
    """A novel as read: clean text and its chapters. `id` derives from the content (sha256)."""

    id: str
    title: str
    author: str
    language: Language
    text: str
    chapters: tuple[Chapter, ...]

    def chapter_at(self, offset: int) -> int:
        """Index (from 1) of the chapter that holds `offset`; 1 before the first."""
        index = 1
        for chapter in self.chapters:
            if chapter.start > offset:
                break
            index = chapter.index
        return index


@dataclass(frozen=True, slots=True)
class PlotSegment:
    """A coherent stretch of one chapter, about a scene or a page; segments tile the chapters' bodies."""

    index: int
    chapter: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Character:
    """One person (or a group) of the book.

    Attributes:
        id: slug, unique in its book (e.g. "elizabeth-bennet", "林黛玉").
        name: the main name, unique in its book.
        aliases: every other surface form that means this person.
        prominence: share in [0, 1] of the most prominent one's mentions and quotes.
        first: offset of the first mention.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    prominence: float = 0.0
    mentions: int = 0
    quotes: int = 0
    first: int = 0
    gender: Gender = "?"
    group: bool = False
    narrator: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A surface form in the narration or in speech, and whom it means (character id)."""

    start: int
    end: int
    character: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Direct speech, marks excluded. One row per unbroken stretch; parts of one utterance share `turn`.

    `speaker` and `addressee` are character ids or None where unknown.
    """

    start: int
    end: int
    speaker: str | None = None
    addressee: str | None = None
    cue: Cue = "none"
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Annotation:
    """Cast, mentions and quotes of a whole book, each in order of appearance (cast: of prominence)."""

    characters: tuple[Character, ...]
    mentions: tuple[Mention, ...]
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """Character `character` witnesses segment `segment` (index), or is told of it there."""

    segment: int
    character: str


@dataclass(frozen=True, slots=True)
class Keys:
    """What an entry can be found by (R4 §1). Empty where unknown."""

    emotion: str = ""
    relationship: str = ""  # id of the other person
    situation: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing known of a character, in one of the four dimensions, with its verbatim passage.

    `text` is, or is supported by, `Book.text[start:end]`. `origin` says who wrote it.
    """

    id: str
    character: str
    dimension: Dimension
    text: str
    chapter: int
    segment: int
    start: int
    end: int
    keys: Keys = Keys()
    origin: Origin = "text"
    cluster: int = -1


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be known: nothing after chapter `until`; for a `knower` (character id) only what they
    witnessed, said or were told. None lifts the limit."""

    book: str
    knower: str | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` units of `stage` (read, segment, cast, quotes, entries, embed, store)."""

    stage: str
    done: int
    total: int


OnProgress = Callable[[Progress], None]
