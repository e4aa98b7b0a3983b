"""Chroma: the index of vectors, one collection a book. Derived: it can be rebuilt from SQL at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from core.errors import RetrievalError
from knowledge.embed import Vectors

_CURE = "Rebuild it: `bookfolk reindex`."
_BATCH = 2_000
_PREFIX = "book-"
T = TypeVar("T")


class VectorStore:
    """Vectors by id, a collection a book; a search sees only the ids that it is given.

    Calls block (a few milliseconds); run them in a thread.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._open: dict[str, Any] = {}

    @classmethod
    def open(cls, where: Path | str) -> Self:
        """Embedded in a folder (a Path), or a Chroma server (an http or https URL).

        Raises:
            RetrievalError: the folder cannot be used, or the server does not answer.
        """
        import chromadb
        from chromadb.config import Settings

        quiet = Settings(anonymized_telemetry=False)

        def connect() -> Any:
            if isinstance(where, Path):
                where.mkdir(parents=True, exist_ok=True)
                return chromadb.PersistentClient(str(where), quiet)
            url = urlsplit(where)
            https = url.scheme == "https"
            port = url.port or (443 if https else 8000)
            return chromadb.HttpClient(url.hostname or "localhost", port, https, settings=quiet)

        return cls(_guard(connect, f"The vector index at {where} cannot be opened"))

    def write(self, book: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Replace all of a book's vectors. A write that is interrupted is to be done again from the start.

        Raises:
            RetrievalError: the index cannot be written (disk full, server gone).
        """

        def put() -> None:
            self._drop(book)
            made = self._client.create_collection(
                _collection(book), embedding_function=None, configuration={"hnsw": {"space": "ip"}}
            )
            for i in range(0, len(ids), _BATCH):
                made.add(ids=list(ids[i : i + _BATCH]), embeddings=vectors[i : i + _BATCH])
            self._open[book] = made

        _guard(put, "The vector index cannot be written")

    def count(self, book: str) -> int:
        """How many vectors a book has; 0 if none were written.

        Raises:
            RetrievalError: the index cannot be read.
        """
        return _guard(lambda: self._count(book), "The vector index cannot be read")

    def delete(self, book: str) -> None:
        """Forget a book; nothing happens if it is not there.

        Raises:
            RetrievalError: the index cannot be written.
        """
        _guard(lambda: self._drop(book), "The vector index cannot be written")

    def books(self) -> list[str]:
        """Ids of the books that have vectors.

        Raises:
            RetrievalError: the index cannot be read.
        """
        names = _guard(lambda: [c.name for c in self._client.list_collections()], "The index cannot be read")
        return [name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)]

    def search(
        self, book: str, vector: Vectors, k: int, among: Sequence[str] | None = None
    ) -> list[tuple[str, float]]:
        """The `k` nearest (id, inner product), best first, of `among` (None: of all; empty: none).

        Raises:
            RetrievalError: the book has no vectors, or the index cannot be read.
        """
        if among is not None and not among:
            return []
        kwargs: dict[str, Any] = {} if among is None else {"ids": list(among)}

        def ask() -> list[tuple[str, float]]:
            got = self._collection(book).query(
                query_embeddings=vector.reshape(1, -1), n_results=k, include=["distances"], **kwargs
            )
            return [(i, 1.0 - float(d)) for i, d in zip(got["ids"][0], got["distances"][0], strict=True)]

        return _guard(ask, f"The vectors of book {book} cannot be searched")

    def _collection(self, book: str) -> Any:
        if book not in self._open:
            self._open[book] = self._client.get_collection(_collection(book), embedding_function=None)
        return self._open[book]

    def _count(self, book: str) -> int:
        from chromadb.errors import NotFoundError

        try:
            return int(self._collection(book).count())
        except NotFoundError:
            return 0

    def _drop(self, book: str) -> None:
        from chromadb.errors import NotFoundError

        self._open.pop(book, None)
        try:
            self._client.delete_collection(_collection(book))
        except NotFoundError:
            return


def _collection(book: str) -> str:
    return _PREFIX + book


def _guard(call: Callable[[], T], what: str) -> T:
    try:
        return call()
    except Exception as error:  # Chroma raises its own, sqlite's, httpx's and Rust's errors alike
        raise RetrievalError(
            f"{what} ({type(error).__name__}: {error}).", cure=_CURE, code="index"
        ) from error
