"""What the library's tests share: an embedder that needs no model, a short book, a digest of all rows."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sqlalchemy import LargeBinary, select
from sqlalchemy.ext.asyncio import AsyncEngine

from knowledge.embed import Vectors
from knowledge.lexical import terms
from knowledge.tables import Base

SAMPLE = Path(__file__).parents[3] / "samples" / "pride-and-prejudice.txt"


class WordVectors:
    """Each word at a pseudo-random direction, a text at the sum of its words: near if they share words."""

    name = "word-vectors"
    dimensions = 64

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._one(text) for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_passages(texts)

    def _one(self, text: str) -> Vectors:
        total = np.full(self.dimensions, 1e-3)
        for word in terms(text):
            total += np.random.default_rng(zlib.crc32(word.encode())).standard_normal(self.dimensions)
        return (total / np.linalg.norm(total)).astype(np.float32)


def opening(chapters: int) -> bytes:
    """The first chapters of the sample novel."""
    text = SAMPLE.read_text(encoding="utf-8")
    return text[: text.index(f"Chapter {chapters + 1}\n")].encode()


async def digest(engine: AsyncEngine) -> str:
    """sha256 over every row of every table of knowledge, but for times of day and the query log."""
    total = hashlib.sha256()
    async with engine.connect() as db:
        for table in Base.metadata.sorted_tables:
            if table.name == "queries":
                continue
            columns = [c for c in table.columns if c.name != "created"]
            for row in (await db.execute(select(*columns).order_by(*table.primary_key.columns))).all():
                plain = [
                    hashlib.sha256(v).hexdigest() if isinstance(c.type, LargeBinary) else v
                    for c, v in zip(columns, row, strict=True)
                ]
                total.update(repr((table.name, plain)).encode())
    return total.hexdigest()


async def counts(engine: AsyncEngine) -> dict[str, int]:
    """Rows by table, the empty ones left out."""
    found = {}
    async with engine.connect() as db:
        for table in Base.metadata.sorted_tables:
            rows = (await db.execute(select(table.primary_key.columns))).all()
            if rows:
                found[table.name] = len(rows)
    return found
