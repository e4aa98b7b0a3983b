"""The people of a ready book, with what is known of them."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge import library_rows as rows
from knowledge.ingest import annotation_of
from knowledge.library_open import unready
from knowledge.library_shelf import Shelf
from knowledge.tables import EntryRow
from knowledge.types import Annotation, Book, Entry


@dataclass(frozen=True, slots=True)
class People:
    """What characters and profiles are made from."""

    book: Book
    annotation: Annotation
    entries: tuple[Entry, ...]


async def open_people(shelf: Shelf, book_id: str) -> People:
    """Load the people of a book.

    Raises:
        NotFoundError: no such book. ConflictError: it is not ready.
    """
    info = await shelf.info(book_id)
    if info.status != "ready":
        raise unready(info)
    entries = tuple(rows.as_entry(r) for r in await shelf.rows(EntryRow, book_id))
    return People(await shelf.load(book_id), await annotation_of(shelf, book_id), entries)
