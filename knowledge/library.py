"""The library: books, what is known of them, and searching in it within a scope."""

from __future__ import annotations

import asyncio
import contextlib
import difflib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from core.errors import NotFoundError
from core.types import Passage
from knowledge.annotate import annotate
from knowledge.embed import Embedder
from knowledge.entries import Profile, extract, people_as_of, profile
from knowledge.ingest import Ingestion
from knowledge.library_database import open_engine, upgrade
from knowledge.library_open import Kept, OpenBook, Place, open_book, place
from knowledge.library_people import People, open_people
from knowledge.library_shelf import BookInfo, Shelf
from knowledge.presence import presence
from knowledge.reading import read_book
from knowledge.retrieval import search
from knowledge.segments import segment
from knowledge.steps import Steps, count_words
from knowledge.store import VectorStore
from knowledge.types import Chapter, Character, OnProgress, Scope
from knowledge.workshop import Workshop

STEPS = Steps(read_book, segment, annotate, presence, extract)
_SEARCHED = 250_000  # passages held in memory: about 2 kB each
_PEOPLED = 16  # books whose people are held in memory
_PROFILES = 512  # profiles held in memory: each turn of a chat asks for one


class Library:
    """Books on a database and a folder. Open it with `Library.open`."""

    def __init__(
        self, engine: AsyncEngine, store: VectorStore, embedder: Embedder, workshop: Workshop
    ) -> None:
        self.engine = engine
        self._shelf = Shelf(engine)
        self._store = store
        self._embedder = embedder
        self._workshop = workshop
        self._ingestion = Ingestion(self._shelf, store, embedder, workshop, STEPS)
        self._open = Kept(self._load, lambda book: book.size, _SEARCHED)
        self._people = Kept(self._load_people, lambda _: 1, _PEOPLED)
        self._profiles = Kept(self._profile, lambda _: 1, _PROFILES)
        self._building: dict[str, asyncio.Lock] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, database_url: str, data_dir: Path, embedder: Embedder) -> AsyncIterator[Library]:
        """The library of a database, whose tables are brought up to date, and of a folder for the index.

        Raises:
            RetrievalError: the index cannot be opened.
        """
        engine, workshop = open_engine(database_url), Workshop()
        try:
            await upgrade(engine)
            store = await asyncio.to_thread(VectorStore.open, data_dir / "chroma")
            library = cls(engine, store, embedder, workshop)
            await library._sweep()
            yield library
        finally:
            await asyncio.to_thread(workshop.close)
            await engine.dispose()

    async def list_books(self) -> Sequence[BookInfo]:
        """All books, in the order they came."""
        return await self._shelf.infos()

    async def get_book(self, book_id: str) -> BookInfo:
        """Raises: NotFoundError."""
        return await self._shelf.info(book_id)

    async def add_book(self, data: bytes, filename: str) -> BookInfo:
        """Read a novel and put it on the shelf, to be built by `ingest`; one that is there stays as it is,
        and one that had failed is queued again.

        Raises:
            IngestionError: it cannot be read, or the database cannot be written.
        """
        book = await self._workshop.run(STEPS.read, data, filename)
        await self._shelf.put(book, filename, count_words(book.text))
        info = await self._shelf.info(book.id)
        if info.status == "failed":
            await self._shelf.mark(book.id, "queued")
            return await self._shelf.info(book.id)
        return info

    async def delete_book(self, book_id: str) -> None:
        """Forget a book and all that is known of it.

        Raises:
            NotFoundError. IngestionError, RetrievalError: the database or the index cannot be written.
        """
        await self._shelf.info(book_id)
        self._forget(book_id)
        await self._shelf.remove(book_id)  # first: vectors that are left over are swept at the next start
        await asyncio.to_thread(self._store.delete, book_id)

    async def ingest(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        """Build a book, or go on building it; returns at once if it is ready. See `Ingestion.run`."""
        async with self._building.setdefault(book_id, asyncio.Lock()):
            await self._ingestion.run(book_id, on_progress)

    async def reindex(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        """See `Ingestion.reindex`."""
        async with self._building.setdefault(book_id, asyncio.Lock()):
            await self._ingestion.reindex(book_id, on_progress)
        self._forget(book_id)

    async def chapters(self, book_id: str) -> Sequence[Chapter]:
        """Raises: NotFoundError."""
        return (await self._open.get(book_id)).book.chapters

    async def characters(self, book_id: str, until: int | None = None) -> Sequence[Character]:
        """Who has appeared by chapter `until`, most prominent first. Raises: NotFoundError."""
        there = await self._people.get(book_id)
        return people_as_of(there.book, there.annotation, until)

    async def character(self, book_id: str, name_or_id: str) -> Character:
        """By id, name or alias, whatever the case. Raises: NotFoundError, with the nearest names."""
        people = (await self._people.get(book_id)).annotation.characters
        wanted = name_or_id.strip().casefold()
        for who in people:
            if wanted in (who.id.casefold(), who.name.casefold()):
                return who
        named = [who for who in people if wanted in {a.casefold() for a in who.aliases}]
        if named:
            return named[0]
        raise NotFoundError(
            f"There is no “{name_or_id[:80]}” in this book.",
            cure=f"Did you mean {_nearest(wanted, people)}?",
            code="character_not_found",
        )

    async def profile(self, book_id: str, character_id: str, until: int | None) -> Profile:
        """Raises: NotFoundError: nobody of that id has appeared by then."""
        return await self._profiles.get((book_id, character_id, until))

    async def passage(self, book_id: str, start: int, end: int, margin: int) -> Place:
        """See `library_open.place`. Raises: NotFoundError, ConflictError, InputError."""
        return place((await self._open.get(book_id)).book, start, end, margin)

    def retriever(self, scope: Scope) -> ScopedRetriever:
        """A retriever that sees `scope` and nothing else."""
        return ScopedRetriever(self, scope)

    async def search(self, scope: Scope, query: str, k: int) -> Sequence[Passage]:
        """See `knowledge.retrieval.search`. Raises: NotFoundError, RetrievalError, ModelError."""
        there = await self._open.get(scope.book)
        found = await asyncio.to_thread(
            search, there.index, there.view(scope), query, k, store=self._store, embedder=self._embedder
        )
        log = {"book_id": scope.book, "knower": scope.knower, "until": scope.until, "text": query}
        passages = [p.id for p in found.passages]
        await self._shelf.log_query({**log, "passages": passages, "best": found.nearest})
        return found.passages

    async def _sweep(self) -> None:
        """Drop vectors of books that are gone: the server was killed between the two deletions."""
        known = {book.id for book in await self._shelf.infos()}
        for book_id in set(await asyncio.to_thread(self._store.books)) - known:
            await asyncio.to_thread(self._store.delete, book_id)

    async def _load(self, book_id: str) -> OpenBook:
        return await open_book(self._shelf, book_id, self._embedder.name)

    async def _load_people(self, book_id: str) -> People:
        return await open_people(self._shelf, book_id)

    async def _profile(self, key: tuple[str, str, int | None]) -> Profile:
        book_id, character_id, until = key
        there = await self._people.get(book_id)
        return await asyncio.to_thread(
            profile, there.book, there.entries, there.annotation, character_id, until
        )

    def _forget(self, book_id: str) -> None:
        self._open.drop(lambda key: key == book_id)
        self._people.drop(lambda key: key == book_id)
        self._profiles.drop(lambda key: key[0] == book_id)


@dataclass(frozen=True, slots=True)
class ScopedRetriever:
    """`core.types.Retriever` over a library."""

    library: Library
    scope: Scope

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        return await self.library.search(self.scope, query, k)


def _nearest(wanted: str, people: Sequence[Character]) -> str:
    names = {form.casefold(): who.name for who in reversed(people) for form in (who.name, *who.aliases)}
    close = difflib.get_close_matches(wanted, names, n=3, cutoff=0.5)
    return " or ".join(dict.fromkeys(names[c] for c in close)) or ", ".join(p.name for p in people[:3])
