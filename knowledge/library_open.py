"""A ready book in memory: its text, its people, and the index that is searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import ConflictError, InputError, RetrievalError
from knowledge import library_rows as rows
from knowledge.ingest import annotation_of
from knowledge.lexical import Lexicon
from knowledge.library_shelf import BookInfo, Shelf
from knowledge.retrieval import BookIndex, View
from knowledge.tables import EntryRow, LexiconRow, PassageRow, PresenceRow, VectorRow
from knowledge.types import Annotation, Book, Entry, Scope


@dataclass(frozen=True, slots=True)
class OpenBook:
    """Everything of one book that is asked for again and again.

    Attributes:
        witnessed: by character id, the segments that they witness or are told.
    """

    index: BookIndex
    annotation: Annotation
    entries: tuple[Entry, ...]
    witnessed: Mapping[str, frozenset[int]]

    @property
    def book(self) -> Book:
        return self.index.book

    def view(self, scope: Scope) -> View:
        """What `scope` lets be seen. Somebody of whom no scene is known sees nothing."""
        seen = None if scope.knower is None else self.witnessed.get(scope.knower, frozenset())
        return self.index.view(scope.until, seen)


@dataclass(frozen=True, slots=True)
class Place:
    """A slice of the text with what stands around it in its chapter."""

    chapter: int
    chapter_title: str
    start: int
    end: int
    before: str
    text: str
    after: str


def place(book: Book, start: int, end: int, margin: int) -> Place:
    """`text[start:end]` with `margin` characters of its chapter on either side.

    Raises:
        InputError: there is no such stretch of text.
    """
    if not 0 <= start <= end <= len(book.text):
        cure = f"Offsets are characters from 0 to {len(book.text)}, the start before the end."
        raise InputError(f"This book has no text from {start} to {end}.", cure=cure)
    at = book.chapter_at(start)
    chapter = book.chapters[at - 1]
    low, high = max(chapter.start, start - margin), min(max(chapter.end, end), end + margin)
    text = book.text
    return Place(
        at, chapter.title, start, end, text[min(low, start) : start], text[start:end], text[end:high]
    )


async def open_book(shelf: Shelf, book_id: str, embedder: str) -> OpenBook:
    """Load a book whose vectors are of `embedder`.

    Raises:
        NotFoundError: no such book. ConflictError: it is not ready. RetrievalError: another embedder's.
    """
    info = await shelf.info(book_id)
    if info.status != "ready":
        raise _unready(info)
    made_by = await shelf.one(VectorRow, book_id, "embedder")
    if made_by != embedder:
        raise RetrievalError(
            f"The index of this book was made with the embedder {made_by}, not {embedder}.",
            cure="Rebuild it: `bookfolk reindex`.",
            code="other_embedder",
        )
    book, annotation = await shelf.load(book_id), await annotation_of(shelf, book_id)
    tiles = tuple(rows.as_tile(r) for r in await shelf.rows(PassageRow, book_id))
    entries = tuple(rows.as_entry(r) for r in await shelf.rows(EntryRow, book_id))
    lexicon = Lexicon.unpack(await shelf.one(LexiconRow, book_id, "data"))
    witnessed: dict[str, set[int]] = {}
    for row in await shelf.rows(PresenceRow, book_id):
        witnessed.setdefault(row.character, set()).add(row.segment)
    seen = {who: frozenset(segments) for who, segments in witnessed.items()}
    return OpenBook(BookIndex(book, tiles, entries, lexicon), annotation, entries, seen)


def _unready(info: BookInfo) -> ConflictError:
    if info.status == "failed":
        return ConflictError(
            f"“{info.title}” could not be built: {info.error}",
            cure="Upload it again to take it up where it stopped.",
            code="book_failed",
        )
    return ConflictError(
        f"“{info.title}” is still being read.",
        cure="Wait until it is ready; `bookfolk books` shows how far it is.",
        code="book_not_ready",
        retryable=True,
    )
