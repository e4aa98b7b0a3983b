"""Hybrid search of one book: dense (Chroma) and lexical (BM25), fused, inside a scope.

The scope is applied before anything is ranked: what may not be known is not even a candidate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.types import Passage
from knowledge.embed import Embedder
from knowledge.lexical import Lexicon
from knowledge.passages import Tile
from knowledge.store import VectorStore
from knowledge.types import Book, Entry

Mask = NDArray[np.bool_]

CANDIDATES = 40  # of each ranking that are fused
FUSION = 10.0  # k of reciprocal-rank fusion
MAX_QUERY = 2_000  # characters


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen of a book: a mask over passages, and the vector ids that stand for them."""

    mask: Mask
    ids: tuple[str, ...] | None  # None: all


@dataclass(frozen=True, slots=True)
class Found:
    """Passages, best first, and how near the nearest vector was (inner product; 0 if none)."""

    passages: tuple[Passage, ...]
    nearest: float


@dataclass(frozen=True)
class BookIndex:
    """A book ready to be searched, in memory."""

    book: Book
    tiles: tuple[Tile, ...]
    entries: tuple[Entry, ...]
    lexicon: Lexicon
    chapters: NDArray[np.int32] = field(init=False)
    segments: NDArray[np.int32] = field(init=False)
    homes: NDArray[np.int32] = field(init=False)  # of each entry, the passage that holds its beginning

    def __post_init__(self) -> None:
        starts = np.array([t.start for t in self.tiles], np.int64)
        begins = np.array([e.start for e in self.entries], np.int64)
        homes = np.maximum(np.searchsorted(starts, begins, side="right") - 1, 0)
        object.__setattr__(self, "chapters", np.array([t.chapter for t in self.tiles], np.int32))
        object.__setattr__(self, "segments", np.array([t.segment for t in self.tiles], np.int32))
        object.__setattr__(self, "homes", homes.astype(np.int32))

    def view(self, until: int | None, witnessed: Collection[int] | None) -> View:
        """What lies at or before chapter `until` and in the segments `witnessed` (None: no limit)."""
        mask = np.ones(len(self.tiles), np.bool_)
        if until is not None:
            mask &= self.chapters <= until
        if witnessed is not None:
            mask &= np.isin(self.segments, np.fromiter(witnessed, np.int32, len(witnessed)))
        if mask.all():
            return View(mask, None)
        entries = np.flatnonzero(mask[self.homes]) if len(self.homes) else ()
        return View(mask, (*(f"p{i}" for i in np.flatnonzero(mask)), *(f"e{i}" for i in entries)))


def search(
    index: BookIndex, view: View, query: str, k: int, *, store: VectorStore, embedder: Embedder
) -> Found:
    """The `k` best passages in view. Blocks for a few milliseconds.

    Raises:
        RetrievalError: the vectors cannot be searched. ModelError: the query cannot be embedded.
    """
    query = query[:MAX_QUERY]
    if not view.mask.any() or not query.strip():
        return Found((), 0.0)
    near = store.search(index.book.id, embedder.embed_queries([query])[0], 2 * CANDIDATES, view.ids)
    notes: dict[int, str] = {}
    for vector_id, _ in near:
        notes.setdefault(_home(index, vector_id), _note(index, vector_id))
    dense = list(notes)[:CANDIDATES]
    lexical = rank(index.lexicon.scores(query, len(index.tiles)), view.mask, CANDIDATES)
    fused = fuse((dense, lexical))[:k]
    found = tuple(_passage(index, i, score, notes.get(i, "words")) for i, score in fused)
    return Found(found, near[0][1] if near else 0.0)


def rank(scores: NDArray[np.float32], mask: Mask, n: int) -> list[int]:
    """The `n` best of what is in `mask` and scores above zero, best first, ties in order of the text."""
    among = np.flatnonzero(mask & (scores > 0))
    best: list[int] = among[np.argsort(-scores[among], kind="stable")[:n]].tolist()
    return best


def fuse(rankings: Iterable[Sequence[int]]) -> list[tuple[int, float]]:
    """Reciprocal-rank fusion (Cormack et al. 2009): sum of 1 / (k + rank), best first.

    Scores are scaled so that the first of every ranking gets 1.
    """
    rankings = list(rankings)
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + (FUSION + 1) / (FUSION + place) / len(rankings)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def _home(index: BookIndex, vector_id: str) -> int:
    at = int(vector_id[1:])
    return at if vector_id[0] == "p" else int(index.homes[at])


def _note(index: BookIndex, vector_id: str) -> str:
    return "passage" if vector_id[0] == "p" else index.entries[int(vector_id[1:])].dimension


def _passage(index: BookIndex, at: int, score: float, note: str) -> Passage:
    tile, text = index.tiles[at], index.book.text
    start, end = tile.start, tile.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    book = index.book.id
    return Passage(f"{book}:{at}", text[start:end], book, tile.chapter, start, end, round(score, 4), note)
