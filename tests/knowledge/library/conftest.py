"""One library with one short book, built once for all tests that only read it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from knowledge.library import Library
from tests.knowledge.library.shelf import WordVectors, opening


@dataclass(frozen=True, slots=True)
class Built:
    library: Library
    book: str
    folder: Path


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'books.db'}"


@pytest.fixture(scope="session")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `built`; the first that opens it ingests the book, the others find it there."""
    return tmp_path_factory.mktemp("built")


@pytest.fixture
async def built(built_folder: Path) -> AsyncIterator[Built]:
    async with Library.open(url(built_folder), built_folder, WordVectors()) as library:
        info = await library.add_book(opening(9), "novel.txt")
        await library.ingest(info.id)
        yield Built(library, info.id, built_folder)
