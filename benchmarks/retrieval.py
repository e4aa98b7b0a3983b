"""Latency of a scoped hybrid search, embedding of the query included: one novel, and many books.

    python -m benchmarks.retrieval NOVEL.txt EMBEDDER.onnx [BOOKS PASSAGES]

The many books have real rows, lexicons and Chroma collections; their passages are sentences of the novel
shuffled, their vectors random (an index does not care), so that they are made in minutes.
"""

from __future__ import annotations

import asyncio
import os
import platform
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from knowledge import library_rows as rows
from knowledge.embed import SentenceEncoder
from knowledge.lexical import Lexicon
from knowledge.library import Library
from knowledge.passages import Tile
from knowledge.tables import CharacterRow, LexiconRow, PassageRow, PresenceRow, SegmentRow, VectorRow
from knowledge.types import Annotation, Book, Chapter, Character, PlotSegment, Presence, Scope

QUESTIONS = (
    "What did he say at the ball?",
    "Why was she angry about the letter?",
    "Who inherits the house?",
    "How did they travel to London?",
    "What does her sister think of the gentleman?",
)
PER_SEGMENT, PER_CHAPTER = 4, 25


async def main(novel: bytes, model: Path, books: int = 200, passages: int = 1_000) -> None:
    """Print a table."""
    embedder = SentenceEncoder(model)
    with tempfile.TemporaryDirectory() as folder:
        async with Library.open(f"sqlite:///{folder}/b.db", Path(folder), embedder) as library:
            print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
            print("| what | n | p50 ms | p95 ms | load |\n|---|---|---|---|---|")
            times = []
            for _ in range(60):
                for question in QUESTIONS:
                    began = time.perf_counter()
                    embedder.embed_queries([question])
                    times.append(time.perf_counter() - began)
            _print("embedder alone", times)
            book = await library.add_book(novel, "novel.txt")
            await library.ingest(book.id)
            people = await library.characters(book.id)
            scopes = [Scope(book.id, who.id, until) for who in people[:6] for until in (5, 20, None)]
            _print("one novel, first search", await _asked(library, scopes[:1], 1))
            _print(f"one novel ({book.words:,} words), scoped", await _asked(library, scopes, 300))
            _print("one novel, no limit", await _asked(library, [Scope(book.id)], 300))
            await _fill(library, novel.decode(), books, passages)
            scopes = [Scope(f"many-{n}", "anna", 30) for n in range(books)]
            _print(f"{books} x {passages:,} passages, first search", await _asked(library, scopes, books))
            random.Random(1).shuffle(scopes)
            _print(f"{books} x {passages:,} passages, later", await _asked(library, scopes, 3 * books))
            print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


async def _asked(library: Library, scopes: Sequence[Scope], count: int) -> list[float]:
    times = []
    for n in range(count):
        ask = library.retriever(scopes[n % len(scopes)]).search
        began = time.perf_counter()
        await ask(QUESTIONS[n % len(QUESTIONS)])
        times.append(time.perf_counter() - began)
    return times


async def _fill(library: Library, text: str, books: int, passages: int) -> None:
    sentences, dice = [s.strip() for s in text.split(".") if len(s) > 60], random.Random(0)
    noise = np.random.default_rng(0)
    for n in range(books):
        body = [". ".join(dice.sample(sentences, 3)) + ".\n\n" for _ in range(passages)]
        starts = np.cumsum([0, *map(len, body)]).tolist()
        chapters = range(0, passages, PER_CHAPTER)
        made = tuple(
            Chapter(i + 1, "", starts[at], starts[at], starts[min(at + PER_CHAPTER, passages)])
            for i, at in enumerate(chapters)
        )
        book = Book(f"many-{n}", f"Book {n}", "", "en", "".join(body), made)
        await library._shelf.put(book, "b.txt", 85 * passages)
        segments = [
            PlotSegment(i, at // PER_CHAPTER + 1, starts[at], starts[min(at + PER_SEGMENT, passages)])
            for i, at in enumerate(range(0, passages, PER_SEGMENT))
        ]
        tiles = [
            Tile(i, i // PER_SEGMENT, i // PER_CHAPTER + 1, starts[i], starts[i + 1]) for i in range(passages)
        ]
        vectors = noise.standard_normal((passages, 512)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        cast = Annotation((Character("anna", "Anna"),), (), ())
        seen = [Presence(s.index, "anna") for s in segments if s.index % 3]
        packed = {"kind": "passage", "batch": 0, "embedder": library._embedder.name, "dimensions": 512}
        tables = {
            SegmentRow: rows.segment_rows(segments),
            PassageRow: rows.passage_rows(tiles),
            LexiconRow: [{"data": Lexicon.build(body).pack()}],
            VectorRow: [{**packed, "data": vectors.tobytes()}],
            PresenceRow: rows.presence_rows(seen),
            CharacterRow: rows.character_rows(cast),
        }
        await library._shelf.finish(book.id, "store", tables, status="ready")
        library._store.write(book.id, [f"p{i}" for i in range(passages)], vectors)


def _print(what: str, times: list[float]) -> None:
    p50, p95 = np.quantile(times, (0.5, 0.95)) * 1e3
    print(f"| {what} | {len(times)} | {p50:.1f} | {p95:.1f} | {os.getloadavg()[0]:.1f} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), *map(int, sys.argv[3:])))
