"""Tables of the books and of what is known of them. The system of record; the vector index is derived."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        dict[str, Any]: JSON,
        list[Any]: JSON,
    }


def _book_key() -> Mapped[str]:
    return mapped_column(ForeignKey("books.id", ondelete="CASCADE"), primary_key=True)


class BookRow(Base):
    """A novel as read. `stage` is the last stage whose output is committed ("" before the first)."""

    __tablename__ = "books"

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(8))
    words: Mapped[int]
    status: Mapped[str] = mapped_column(String(16), default="queued", index=True)
    stage: Mapped[str] = mapped_column(String(16), default="")
    error: Mapped[dict[str, Any] | None]
    created: Mapped[datetime] = mapped_column(default=now)


class TextRow(Base):
    """The clean text of a book, apart from its row so that a list of books does not load it."""

    __tablename__ = "book_texts"

    book_id: Mapped[str] = _book_key()
    filename: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)


class ChapterRow(Base):
    __tablename__ = "chapters"

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    start: Mapped[int]
    body: Mapped[int]
    end: Mapped[int]


class SegmentRow(Base):
    """A plot segment: the unit of presence."""

    __tablename__ = "segments"

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    chapter: Mapped[int]
    start: Mapped[int]
    end: Mapped[int]


class PassageRow(Base):
    """A passage: the unit of retrieval. Passages tile the segments."""

    __tablename__ = "passages"

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    segment: Mapped[int]
    chapter: Mapped[int]
    start: Mapped[int]
    end: Mapped[int]


class CharacterRow(Base):
    """One person of the cast. `rank` is the order by prominence, from 0."""

    __tablename__ = "characters"

    book_id: Mapped[str] = _book_key()
    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    rank: Mapped[int]
    name: Mapped[str] = mapped_column(Text)
    aliases: Mapped[list[Any]]
    prominence: Mapped[float]
    mentions: Mapped[int]
    quotes: Mapped[int]
    first: Mapped[int]
    gender: Mapped[str] = mapped_column(String(1))
    group: Mapped[bool]
    narrator: Mapped[bool]


def _of_character(table: str) -> ForeignKeyConstraint:
    ours, theirs = ["book_id", "character"], ["characters.book_id", "characters.id"]
    return ForeignKeyConstraint(ours, theirs, f"fk_{table}_character", ondelete="CASCADE")


class MentionRow(Base):
    __tablename__ = "mentions"
    __table_args__ = (_of_character("mentions"),)

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    start: Mapped[int]
    end: Mapped[int]
    character: Mapped[str] = mapped_column(String(200))


class QuoteRow(Base):
    """Direct speech. Speaker and addressee are character ids or NULL."""

    __tablename__ = "quotes"
    __table_args__ = (Index("ix_quotes_speaker", "book_id", "speaker"),)

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    start: Mapped[int]
    end: Mapped[int]
    speaker: Mapped[str | None] = mapped_column(String(200))
    addressee: Mapped[str | None] = mapped_column(String(200))
    cue: Mapped[str] = mapped_column(String(16))
    turn: Mapped[int]


class PresenceRow(Base):
    __tablename__ = "presence"
    __table_args__ = (_of_character("presence"),)

    book_id: Mapped[str] = _book_key()
    character: Mapped[str] = mapped_column(String(200), primary_key=True)
    segment: Mapped[int] = mapped_column(primary_key=True)


class EntryRow(Base):
    """What is known of a character, with its passage. The three key columns are `knowledge.types.Keys`."""

    __tablename__ = "entries"
    __table_args__ = (_of_character("entries"), Index("ix_entries_character", "book_id", "character"))

    book_id: Mapped[str] = _book_key()
    index: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(String(200))
    character: Mapped[str] = mapped_column(String(200))
    dimension: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    chapter: Mapped[int]
    segment: Mapped[int]
    start: Mapped[int]
    end: Mapped[int]
    emotion: Mapped[str] = mapped_column(Text)
    relationship: Mapped[str] = mapped_column(Text)
    situation: Mapped[str] = mapped_column(Text)
    origin: Mapped[str] = mapped_column(String(16))
    cluster: Mapped[int]


class VectorRow(Base):
    """A batch of embeddings of one embedder: float32, little-endian, row-major [n, d]."""

    __tablename__ = "vectors"

    book_id: Mapped[str] = _book_key()
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)  # passage or entry
    batch: Mapped[int] = mapped_column(primary_key=True)
    embedder: Mapped[str] = mapped_column(String(200))
    dimensions: Mapped[int]
    data: Mapped[bytes] = mapped_column(LargeBinary)


class LexiconRow(Base):
    """The lexical index of a book's passages, packed (see `knowledge.lexical`)."""

    __tablename__ = "lexicons"

    book_id: Mapped[str] = _book_key()
    data: Mapped[bytes] = mapped_column(LargeBinary)


class QueryRow(Base):
    """A query that was really sent, and what it found: the material of `bookfolk gaps`."""

    __tablename__ = "queries"

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[str] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), index=True)
    knower: Mapped[str | None] = mapped_column(String(200))
    until: Mapped[int | None]
    text: Mapped[str] = mapped_column(Text)
    passages: Mapped[list[Any]]
    best: Mapped[float]
    created: Mapped[datetime] = mapped_column(default=now)
