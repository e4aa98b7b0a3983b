"""On PostgreSQL the same book gives the same rows and the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.library import Library
from knowledge.types import Scope
from tests.knowledge.library.conftest import Built
from tests.knowledge.library.shelf import WordVectors, counts, digest, opening

pytestmark = pytest.mark.postgres


async def test_the_same_on_postgres(tmp_path: Path, postgres_url: str, built: Built) -> None:
    async with Library.open(postgres_url, tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(9), "novel.txt")
        await library.ingest(book.id)
        assert await digest(library.engine) == await digest(built.library.engine)
        who = (await library.characters(book.id))[0]
        for scope in (Scope(book.id), Scope(book.id, None, 3), Scope(book.id, who.id, 6)):
            for query in ("Jane is ill", "a ball", "proud"):
                here = await library.retriever(scope).search(query)
                assert here == await built.library.retriever(scope).search(query)
        await library.delete_book(book.id)
        assert await counts(library.engine) == {}
