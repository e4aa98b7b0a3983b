"""Ready books in memory: the index that is searched, and the people."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.errors import ConflictError, InputError, RetrievalError
from knowledge import library_rows as rows
from knowledge.lexical import Lexicon
from knowledge.library_shelf import BookInfo, Shelf
from knowledge.retrieval import BookIndex, View
from knowledge.tables import EntryRow, LexiconRow, PassageRow, PresenceRow, VectorRow
from knowledge.types import Book, Scope

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OpenBook:
    """What searching in a book needs.

    Attributes:
        witnessed: by character id, the segments that they witness or are told.
    """

    index: BookIndex
    witnessed: Mapping[str, frozenset[int]]

    @property
    def book(self) -> Book:
        return self.index.book

    @property
    def size(self) -> int:
        """In passages."""
        return len(self.index.tiles)

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
        raise unready(info)
    made_by = await shelf.one(VectorRow, book_id, "embedder")
    if made_by != embedder:
        raise RetrievalError(
            f"The index of this book was made with the embedder {made_by}, not {embedder}.",
            cure="Rebuild it: `bookfolk reindex`.",
            code="other_embedder",
        )
    book = await shelf.load(book_id)
    tiles = tuple(rows.as_tile(r) for r in await shelf.rows(PassageRow, book_id))
    entries = tuple(rows.as_entry(r) for r in await shelf.rows(EntryRow, book_id))
    lexicon = Lexicon.unpack(await shelf.one(LexiconRow, book_id, "data"))
    witnessed: dict[str, set[int]] = {}
    for row in await shelf.rows(PresenceRow, book_id):
        witnessed.setdefault(row.character, set()).add(row.segment)
    seen = {who: frozenset(segments) for who, segments in witnessed.items()}
    return OpenBook(BookIndex(book, tiles, entries, lexicon), seen)


def unready(info: BookInfo) -> ConflictError:
    """Why a book that is not ready cannot be asked."""
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


class Kept(Generic[K, T]):
    """The last used of what is slow to load, up to a total size. What is being loaded is loaded once.

    Args:
        most: total size kept; the last one used stays even if it is larger.
    """

    def __init__(self, load: Callable[[K], Awaitable[T]], size: Callable[[T], int], most: int) -> None:
        self._load, self._size, self._most = load, size, most
        self._there: OrderedDict[K, T] = OrderedDict()
        self._loading: dict[K, asyncio.Lock] = {}

    async def get(self, key: K) -> T:
        """The thing of that key, loaded if need be; errors of loading come through."""
        if key not in self._there:
            async with self._loading.setdefault(key, asyncio.Lock()):
                if key not in self._there:
                    self._there[key] = await self._load(key)
            self._loading.pop(key, None)
        found = self._there[key]
        self._there.move_to_end(key)
        while len(self._there) > 1 and sum(map(self._size, self._there.values())) > self._most:
            self._there.popitem(last=False)
        return found

    def drop(self, which: Callable[[K], bool]) -> None:
        """Forget those whose keys are such: they have changed or are gone."""
        for key in [key for key in self._there if which(key)]:
            del self._there[key]
