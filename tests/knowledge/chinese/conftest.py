"""Books made by hand for the Chinese tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.types import Book, Chapter

_HEADING = re.compile(r"^\s*第[一二三四五六七八九十百零○〇]{1,6}[回章].*$", re.MULTILINE)


def book_of(text: str, title: str = "书") -> Book:
    """A book with the chapters that its headings show."""
    heads = list(_HEADING.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
    chapters = tuple(
        Chapter(index, head[0].strip(), head.start(), head.end(), end)
        for index, (head, end) in enumerate(zip(heads, ends, strict=True), 1)
    )
    return Book(title, title, "", "zh", text, chapters)


@pytest.fixture(scope="session")
def novel(shared: Path) -> Callable[[str], Book]:
    """Opens one of the two novels of the shared data."""

    def load(title: str) -> Book:
        raw = (shared / "data" / "zh" / f"{title}.txt").read_bytes()
        return book_of(raw.decode("utf-8").replace("\r\n", "\n"), title)

    return load


@pytest.fixture
def make() -> Callable[[str], Book]:
    """Makes a book of a text."""
    return book_of
