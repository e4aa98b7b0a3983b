"""Nothing outside a scope is ever found, and the filter loses nothing that is inside."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.retrieval import fuse, search
from knowledge.types import Scope
from tests.knowledge.library.conftest import Built
from tests.knowledge.library.shelf import WordVectors

QUERIES = (
    "Netherfield Park is let at last",
    "Mr. Darcy is proud and disagreeable",
    "Jane is ill at Netherfield",
    "Mr. Collins",
    "muddy petticoat, three miles of walking",
    "an accomplished woman",
    "dancing",
)


@pytest.mark.parametrize("until", [1, 2, 4, 7])
async def test_nothing_after_the_chapter(built: Built, until: int) -> None:
    for query in QUERIES:
        found = await built.library.retriever(Scope(built.book, None, until)).search(query, 50)
        assert found
        assert max(p.chapter for p in found) <= until


async def test_a_knower_finds_only_what_they_witnessed(built: Built) -> None:
    there = await built.library._open.get(built.book)
    tiles = there.index.tiles
    for who in (await built.library.characters(built.book))[:6]:
        seen = there.witnessed.get(who.id, frozenset())
        for query in QUERIES:
            for passage in await built.library.retriever(Scope(built.book, who.id, 8)).search(query, 50):
                assert tiles[int(passage.id.split(":")[1])].segment in seen
                assert passage.chapter <= 8


async def test_who_is_nowhere_finds_nothing(built: Built) -> None:
    assert await built.library.retriever(Scope(built.book, "nobody-at-all")).search("Darcy") == ()


async def test_nobody_is_present_at_the_first_talk_but_the_parents(built: Built) -> None:
    library = built.library
    darcy = await library.character(built.book, "Mr. Darcy")
    found = await library.retriever(Scope(built.book, darcy.id)).search("Netherfield Park is let at last", 50)
    assert not any("let at last" in p.text for p in found)


@pytest.mark.parametrize("until", [None, 3])
async def test_dense_search_in_scope_is_exact(built: Built, until: int | None) -> None:
    library, there = built.library, await built.library._open.get(built.book)
    view = there.view(Scope(built.book, None, until))
    texts = [there.book.text[t.start : t.end] for t in there.index.tiles] + [
        e.text for e in there.index.entries
    ]
    vectors, visible = WordVectors().embed_passages(texts), np.ones(len(texts), bool)
    visible[: len(view.mask)] = view.mask
    visible[len(view.mask) :] = view.mask[there.index.homes]
    for query in QUERIES:
        vector = WordVectors().embed_queries([query])[0]
        got = library._store.search(built.book, vector, 20, view.ids)
        want = np.sort(np.where(visible, vectors @ vector, -2.0))[::-1][:20]
        assert np.allclose([score for _, score in got], want, atol=1e-4)


async def test_passages_are_verbatim_and_short(built: Built) -> None:
    there = await built.library._open.get(built.book)
    for query in QUERIES:
        for p in await built.library.retriever(Scope(built.book)).search(query):
            assert there.book.text[p.start : p.end] == p.text == p.text.strip()
            assert len(p.text) <= 720
            assert p.note in {"passage", "words", "persona", "emotion", "background", "goal"}


@pytest.mark.parametrize("query", ["", "   ", "\x00", "?!", "x" * 100_000, "<answer>\\boxed{A}</answer>"])
async def test_odd_queries_do_no_harm(built: Built, query: str) -> None:
    there = await built.library._open.get(built.book)
    view = there.view(Scope(built.book))
    found = search(there.index, view, query, 3, store=built.library._store, embedder=built.library._embedder)
    assert len(found.passages) <= 3


def test_fusion_prefers_what_both_rank_high() -> None:
    assert [item for item, _ in fuse(([1, 2, 3], [2, 4]))] == [2, 1, 4, 3]
    assert fuse(([7], [7])) == [(7, 1.0)]
    assert fuse(([], [])) == []
