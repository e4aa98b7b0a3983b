"""The shelf: books and what is known of them, in SQL. Each stage's output is one transaction."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlalchemy import Table, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from core.errors import IngestionError, NotFoundError
from knowledge.library_rows import Row, as_book, chapter_rows
from knowledge.tables import Base, BookRow, ChapterRow, CharacterRow, QueryRow, QuoteRow, TextRow
from knowledge.types import Book

Status = Literal["queued", "ingesting", "ready", "failed"]
_ROWS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class BookInfo:
    """A book on the shelf. The counts of people and quotes are 0 until it is ready."""

    id: str
    title: str
    author: str
    language: str
    status: Status
    stage: str
    words: int
    chapters: int
    characters: int
    quotes: int
    error: str | None = None


class Shelf:
    """Rows of `knowledge.tables`, by book."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put(self, book: Book, filename: str, words: int) -> None:
        """Add a book as read; nothing happens if it is there.

        Raises:
            IngestionError: the database cannot be written.
        """
        same = {"id": book.id, "title": book.title, "author": book.author, "language": book.language}
        async with self._writing() as db:
            if await db.scalar(select(BookRow.id).where(BookRow.id == book.id)):
                return
            await db.execute(insert(BookRow), [{**same, "words": words}])
            text = {"book_id": book.id, "filename": filename, "text": book.text}
            await db.execute(insert(TextRow), [text])
            await _insert(db, ChapterRow, book.id, chapter_rows(book))

    async def infos(self, book_id: str | None = None) -> list[BookInfo]:
        """All books in the order they came, or one (a list of none or one)."""

        def count(table: type[Base]) -> Any:
            column = table.__table__.c.book_id
            return select(func.count()).where(column == BookRow.id).correlate(BookRow).scalar_subquery()

        counts = (count(ChapterRow), count(CharacterRow), count(QuoteRow))
        query = select(BookRow.__table__, *counts).order_by(BookRow.created, BookRow.id)
        if book_id is not None:
            query = query.where(BookRow.id == book_id)
        async with self._engine.connect() as db:
            return [_info(row) for row in (await db.execute(query)).all()]

    async def info(self, book_id: str) -> BookInfo:
        """One book.

        Raises:
            NotFoundError: no such book.
        """
        found = await self.infos(book_id)
        if not found:
            raise NotFoundError(
                f"There is no book {book_id}.", cure="`bookfolk books` lists them.", code="book_not_found"
            )
        return found[0]

    async def load(self, book_id: str) -> Book:
        """A book with its whole text.

        Raises:
            NotFoundError: no such book.
        """
        async with self._engine.connect() as db:
            row = (await db.execute(select(BookRow.__table__).where(BookRow.id == book_id))).first()
            text = await db.scalar(select(TextRow.text).where(TextRow.book_id == book_id))
        if row is None or text is None:
            await self.info(book_id)
            raise NotFoundError(f"The text of book {book_id} is gone.", cure="Upload it again.")
        return as_book(row, text, await self.rows(ChapterRow, book_id))

    async def rows(self, table: type[Base], book_id: str, **where: object) -> Sequence[Any]:
        """The rows of a book in key order, those whose columns are as in `where`."""
        t = cast(Table, table.__table__)
        query = select(t).where(t.c.book_id == book_id).order_by(*t.primary_key.columns)
        for name, value in where.items():
            query = query.where(t.c[name] == value)
        async with self._engine.connect() as db:
            return (await db.execute(query)).all()

    async def one(self, table: type[Base], book_id: str, column: str) -> Any:
        """The value of a column in the first row of a book; None if there is no row."""
        t = cast(Table, table.__table__)
        query = select(t.c[column]).where(t.c.book_id == book_id).order_by(*t.primary_key.columns).limit(1)
        async with self._engine.connect() as db:
            return await db.scalar(query)

    async def finish(
        self, book_id: str, stage: str, rows: Mapping[type[Base], Sequence[Row]], status: Status = "ingesting"
    ) -> None:
        """Commit a stage: its tables' rows of this book are replaced, and `stage` is noted, all or nothing.

        Raises:
            IngestionError: the database cannot be written.
        """
        async with self._writing() as db:
            for table in rows:
                t = cast(Table, table.__table__)
                await db.execute(delete(t).where(t.c.book_id == book_id))
            for table, some in reversed(list(rows.items())):  # what is referred to stands last
                await _insert(db, table, book_id, some)
            await db.execute(
                update(BookRow).where(BookRow.id == book_id).values(stage=stage, status=status, error=None)
            )

    async def append(self, table: type[Base], book_id: str, rows: Sequence[Row]) -> None:
        """Add rows, in one transaction.

        Raises:
            IngestionError: the database cannot be written.
        """
        async with self._writing() as db:
            await _insert(db, table, book_id, rows)

    async def clear(self, book_id: str, *tables: type[Base]) -> None:
        """Drop a book's rows of some tables.

        Raises:
            IngestionError: the database cannot be written.
        """
        async with self._writing() as db:
            for table in tables:
                t = cast(Table, table.__table__)
                await db.execute(delete(t).where(t.c.book_id == book_id))

    async def mark(self, book_id: str, status: Status, error: Mapping[str, str] | None = None) -> None:
        """Note where a book stands.

        Raises:
            IngestionError: the database cannot be written.
        """
        async with self._writing() as db:
            values = {"status": status, "error": dict(error) if error else None}
            await db.execute(update(BookRow).where(BookRow.id == book_id).values(**values))

    async def remove(self, book_id: str) -> None:
        """Delete a book and every row of it.

        Raises:
            IngestionError: the database cannot be written.
        """
        async with self._writing() as db:
            await db.execute(delete(BookRow).where(BookRow.id == book_id))

    async def log_query(self, row: Row) -> None:
        """Keep a query that was sent; a log that cannot be written is not worth failing a chat for."""
        with contextlib.suppress(SQLAlchemyError):
            async with self._engine.begin() as db:
                await db.execute(insert(QueryRow), [dict(row)])

    async def queries(self, book_id: str) -> Sequence[Any]:
        """The query log of a book, oldest first."""
        return await self.rows(QueryRow, book_id)

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as db:
                yield db
        except SQLAlchemyError as error:
            raise _unwritten(error) from error


async def _insert(db: AsyncConnection, table: type[Base], book_id: str, rows: Sequence[Row]) -> None:
    t = cast(Table, table.__table__)
    for i in range(0, len(rows), _ROWS_AT_ONCE):
        await db.execute(insert(t), [{"book_id": book_id, **row} for row in rows[i : i + _ROWS_AT_ONCE]])


def _info(row: Any) -> BookInfo:
    *fields, chapters, people, quotes = row
    b = dict(zip(BookRow.__table__.c.keys(), fields, strict=True))
    ready = b["status"] == "ready"
    error = b["error"] and f"{b['error']['message']} {b['error'].get('cure', '')}".strip()
    counts = (b["words"], chapters, people if ready else 0, quotes if ready else 0)
    return BookInfo(
        b["id"], b["title"], b["author"], b["language"], b["status"], b["stage"], *counts, error or None
    )


def _unwritten(error: SQLAlchemyError) -> IngestionError:
    why = str(getattr(error, "orig", None) or error).splitlines()[0]
    if "full" in why.lower() or "no space" in why.lower():
        return IngestionError(
            "The disk is full: nothing of this step was stored.",
            cure="Free some space, then start it again; it goes on where it stopped.",
            code="disk_full",
            retryable=True,
        )
    return IngestionError(
        f"The database cannot be written ({why}).",
        cure="Check that it is up and not read-only, then start again; it goes on where it stopped.",
        code="database",
        retryable=True,
    )
