"""What the walks share: a short novel, and an embedder that needs no model."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "pride-and-prejudice.txt"


def short_novel(chapters: int = 6) -> bytes:
    """The first chapters of the sample novel."""
    text = SAMPLE.read_text()
    starts = [m.start() for m in re.finditer(r"^Chapter \d+$", text, re.MULTILINE)]
    return text[: starts[chapters]].encode()


class HashedWords:
    """Each word is a fixed direction. Same text, same vector; nothing else. `pace`: seconds a text."""

    name = "hashed-words"
    dimensions = 64

    def __init__(self, pace: float = 0.0) -> None:
        self._pace = pace

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        time.sleep(self._pace * len(texts))
        out = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(out, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                row[int.from_bytes(digest) % self.dimensions] += 1.0
            row /= np.linalg.norm(row) or 1.0
        return out

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed_passages(texts)
