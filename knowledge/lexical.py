"""Lexical ranking: words to postings, BM25 over them. Small, exact, and loaded in a millisecond or two."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

K1, B = 1.2, 0.6
Ints = NDArray[np.int32]
_RUN = re.compile(r"[一-鿿㐀-䶿]+|[^\W_]+(?:['’][^\W_]+)*")
_STOP_TEXT = """
a an and are as at be been but by do does did for from had has have he her hers him his i if in into is it its
me my no not of on or our she so such that the their them then there these they this to us was we were what
when where which who whom why will with would you your how about could should shall can may
"""
_STOP = frozenset(_STOP_TEXT.split())
_SUFFIXES = ("'s", "’s", "ing", "edly", "ed", "ly", "ies", "es", "s")


def terms(text: str) -> list[str]:
    """The words to index or search with: Chinese as single characters and pairs, others lightly stemmed."""
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if "㐀" <= run[0] <= "鿿":
            found += [run[i : i + 2] for i in range(len(run) - 1)]
            found += run
        elif run not in _STOP:
            found.append(_stem(run))
    return found


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


class Lexicon:
    """An inverted index with BM25 weights worked out (Robertson & Zaragoza 2009, eq. 3.15).

    Scores are over the whole book, so that they do not tell what lies outside a reader's scope except
    through the rarity of words; the mask is applied before anything is ranked.
    """

    def __init__(
        self,
        words: list[str],
        bounds: NDArray[np.int32],
        docs: NDArray[np.int32],
        weights: NDArray[np.float32],
    ) -> None:
        self._words, self._bounds, self._docs, self._weights = words, bounds, docs, weights

    @classmethod
    def build(cls, texts: Sequence[str]) -> Self:
        """Index `texts`; document i is `texts[i]`."""
        postings: dict[str, list[tuple[int, int]]] = {}
        lengths = np.zeros(max(len(texts), 1), np.float32)
        for i, text in enumerate(texts):
            counts = Counter(terms(text))
            lengths[i] = counts.total()
            for word, count in counts.items():
                postings.setdefault(word, []).append((i, count))
        words = sorted(postings)
        sizes = [len(postings[w]) for w in words]
        bounds = np.cumsum([0, *sizes], dtype=np.int32)
        flat = [pair for w in words for pair in postings[w]]
        pairs = np.array(flat, np.float32).reshape(-1, 2)
        docs = np.array([d for d, _ in flat], np.int32)
        n = np.repeat(np.array(sizes, np.float32), sizes)
        rarity = np.log(1 + (len(texts) - n + 0.5) / (n + 0.5))
        mean = max(float(lengths.mean()), 1.0)
        tf = pairs[:, 1]
        weights = rarity * tf * (K1 + 1) / (tf + K1 * (1 - B + B * lengths[docs] / mean))
        return cls(words, bounds, docs, weights.astype(np.float32))

    def scores(self, query: str, size: int) -> NDArray[np.float32]:
        """BM25 of each of the `size` documents."""
        out = np.zeros(size, np.float32)
        for word, count in Counter(terms(query)).items():
            at = bisect_left(self._words, word)
            if at < len(self._words) and self._words[at] == word:
                span = slice(self._bounds[at], self._bounds[at + 1])
                out[self._docs[span]] += self._weights[span] * min(count, 2)
        return out

    def pack(self) -> bytes:
        """Bytes for `unpack`: four lengths, then the words, bounds, documents and weights."""
        words = "\n".join(self._words).encode()
        head = np.array([len(words), len(self._bounds), len(self._docs)], "<i8")
        parts = (self._bounds.astype("<i4"), self._docs.astype("<i4"), self._weights.astype("<f4"))
        return head.tobytes() + words + b"".join(p.tobytes() for p in parts)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        size, bounds, docs = (int(n) for n in np.frombuffer(data, "<i8", 3))
        words = data[24 : 24 + size].decode().split("\n") if size else []
        at = 24 + size
        return cls(
            words,
            np.frombuffer(data, "<i4", bounds, at),
            np.frombuffer(data, "<i4", docs, at + 4 * bounds),
            np.frombuffer(data, "<f4", docs, at + 4 * (bounds + docs)),
        )
