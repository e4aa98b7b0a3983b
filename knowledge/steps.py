"""The steps from bytes to knowledge as pure functions that another process can run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from knowledge.lexical import Lexicon
from knowledge.passages import Tile, tile
from knowledge.types import Annotation, Book, Entry, PlotSegment, Presence

_WORD = re.compile(r"[一-鿿㐀-䶿]|[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Steps:
    """What makes knowledge of a book. Each is importable by name, so that a worker process can run it."""

    read: Callable[[bytes, str], Book]
    segment: Callable[[Book], tuple[PlotSegment, ...]]
    annotate: Callable[[Book], Annotation]
    presence: Callable[[Book, tuple[PlotSegment, ...], Annotation], tuple[Presence, ...]]
    extract: Callable[[Book, tuple[PlotSegment, ...], Annotation], tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class Cut:
    """A book cut up: plot segments, passages, and the passages' packed lexicon."""

    segments: tuple[PlotSegment, ...]
    tiles: tuple[Tile, ...]
    lexicon: bytes


def cut(steps: Steps, book: Book) -> Cut:
    """Segments, passages and lexicon of a book."""
    segments = steps.segment(book)
    tiles = tile(book, segments)
    texts = [book.text[t.start : t.end] for t in tiles]
    return Cut(segments, tiles, Lexicon.build(texts).pack())


def know(
    steps: Steps, book: Book, segments: tuple[PlotSegment, ...], annotation: Annotation
) -> tuple[tuple[Presence, ...], tuple[Entry, ...]]:
    """Who witnesses what, and the entries."""
    return steps.presence(book, segments, annotation), steps.extract(book, segments, annotation)


def count_words(text: str) -> int:
    """Words of a text; in Chinese, characters."""
    return sum(1 for _ in _WORD.finditer(text))
