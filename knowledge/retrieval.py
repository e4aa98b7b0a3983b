"""Hybrid search of one book: dense (Chroma) and lexical (BM25), fused, inside a scope.

The scope is applied before anything is ranked: what may not be known is not even a candidate.
"""

from __future__ import annotations

import itertools
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
Scores = NDArray[np.float32]

CANDIDATES = 40  # of each ranking that are fused
FUSION = 5.0  # k of reciprocal-rank fusion; chosen with NEIGHBOUR on the retrieval sets (docs/adr/0010)
NEIGHBOUR = 0.5  # what the passage before and the one after weigh, beside the passage itself
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
    joined: Mask = field(init=False)  # whether a passage and the next are of one chapter
    homes: NDArray[np.int32] = field(init=False)  # of each entry, the passage that holds its beginning

    def __post_init__(self) -> None:
        starts = np.array([t.start for t in self.tiles], np.int64)
        begins = np.array([e.start for e in self.entries], np.int64)
        homes = np.maximum(np.searchsorted(starts, begins, side="right") - 1, 0)
        chapters = [t.chapter for t in self.tiles]
        joined = [a == b for a, b in itertools.pairwise(chapters)] + [False] * bool(chapters)
        object.__setattr__(self, "joined", np.array(joined, np.bool_))
        object.__setattr__(self, "chapters", np.array(chapters, np.int32))
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
    floor = near[-1][1] - 0.01 if near else 0.0
    dense = np.full(len(index.tiles), floor, np.float32)
    notes: dict[int, str] = {}
    for vector_id, score in near:
        at = _home(index, vector_id)
        dense[at] = max(dense[at], score)
        notes.setdefault(at, _note(index, vector_id))
    lexical = index.lexicon.scores(query, len(index.tiles))
    best = blend(lexical, dense - floor, view.mask, index.joined)[:k]
    found = tuple(_passage(index, i, score, notes.get(i, "words")) for i, score in best)
    return Found(found, near[0][1] if near else 0.0)


def blend(lexical: Scores, dense: Scores, mask: Mask, joined: Mask) -> list[tuple[int, float]]:
    """Fuse both scores, each taken alone and with its neighbours; (item, score), best first.

    What is said is often answered beside where its words stand, so a neighbour's score counts too: `joined`
    [n] tells whether item i and i + 1 belong together. Nothing outside `mask` is ranked or lends its score.
    Items that score 0 in all are left out.
    """
    rankings = []
    for scores in (lexical, dense):
        seen = np.where(mask, scores, 0.0).astype(np.float32)
        rankings += [rank(seen, mask, CANDIDATES), rank(_with_neighbours(seen, joined), mask, CANDIDATES)]
    return fuse(rankings)


def _with_neighbours(scores: Scores, joined: Mask) -> Scores:
    out = scores.copy()
    out[:-1] += NEIGHBOUR * scores[1:] * joined[:-1]
    out[1:] += NEIGHBOUR * scores[:-1] * joined[:-1]
    return out


def rank(scores: Scores, mask: Mask, n: int) -> list[int]:
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
