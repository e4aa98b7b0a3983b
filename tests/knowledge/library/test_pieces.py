"""Passages tile, the lexicon ranks as BM25 says, and an index that is not there is told."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from core.errors import ModelError, RetrievalError
from knowledge.embed import SentenceEncoder
from knowledge.lexical import K1, B, Lexicon, terms
from knowledge.passages import TARGET, tile
from knowledge.reading import read_book
from knowledge.segments import segment
from knowledge.store import VectorStore
from knowledge.types import Book, Chapter, PlotSegment
from tests.knowledge.library.shelf import opening


def test_passages_tile_their_segments() -> None:
    book = read_book(opening(9), "novel.txt")
    segments = segment(book)
    made = tile(book, segments)
    for part in segments:
        inside = [t for t in made if t.segment == part.index]
        assert inside[0].start == part.start
        assert inside[-1].end == part.end
        assert all(a.end == b.start for a, b in itertools.pairwise(inside))
    assert [t.index for t in made] == list(range(len(made)))
    sizes = [t.end - t.start for t in made]
    assert max(sizes) <= 1.5 * TARGET["en"]
    assert TARGET["en"] * 0.7 < np.median(sizes) < TARGET["en"] * 1.2


@pytest.mark.parametrize("text", ["x" * 10_000, "字" * 5_000, "word " * 3_000, "一。" * 900])
def test_text_without_sentences_is_cut_all_the_same(text: str) -> None:
    book = Book("b", "", "", "en", text, (Chapter(1, "", 0, 0, len(text)),))
    made = tile(book, (PlotSegment(0, 1, 0, len(text)),))
    assert "".join(text[t.start : t.end] for t in made) == text
    assert max(t.end - t.start for t in made) <= 1.5 * TARGET["en"]


def test_bm25_by_hand() -> None:
    texts = ["the cat sat", "cat cat dog", "a bird", "dog and bird sang loudly"]
    scores = Lexicon.build(texts).scores("the cats", 4)
    mean = (2 + 3 + 1 + 4) / 4
    rarity = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))

    def weight(tf: int, length: int) -> float:
        return rarity * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / mean))

    assert np.allclose(scores, [weight(1, 2), weight(2, 3), 0, 0], atol=1e-5)


def test_words_of_both_languages() -> None:
    assert terms("He was walking; the WALKS of Mr. O’Brien's wives") == terms("walk walk mr o’brien wive")
    assert terms("林黛玉笑道") == ["林黛", "黛玉", "玉笑", "笑道", *"林黛玉笑道"]
    assert terms("…!?") == []


def test_a_packed_lexicon_is_the_same() -> None:
    made = Lexicon.build(["宝玉摔玉", "a proud man", ""])
    back = Lexicon.unpack(made.pack())
    for query in ("玉", "proud men", "nothing"):
        assert np.array_equal(made.scores(query, 3), back.scores(query, 3))
    assert not Lexicon.unpack(Lexicon.build([]).pack()).scores("x", 1).any()


def test_a_chroma_server_that_is_down_is_told() -> None:
    with pytest.raises(RetrievalError, match=r"127\.0\.0\.1:9"):
        VectorStore.open("http://127.0.0.1:9")


def test_a_missing_embedder_names_the_cure() -> None:
    with pytest.raises(ModelError, match="models pull"):
        SentenceEncoder("/nowhere/model.onnx").embed_queries(["x"])
