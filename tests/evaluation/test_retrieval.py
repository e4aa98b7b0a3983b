"""The retrieval figures, checked on a set small enough to work out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from evaluation.retrieval import evaluate, load, table
from knowledge.embed_st import TransformerEncoder
from knowledge.retrieval import blend
from tests.knowledge.library.shelf import WordVectors

CORPUS = [
    ("a#0", "Ann", "She keeps bees behind the mill."),
    ("a#1", "Ann", "Her brother sails to Lisbon."),
    ("b#0", "Ben", "He keeps bees as well, and hens."),
    ("b#1", "Ben", "He has never left the valley."),
]
QUERIES = [("Who sails to Lisbon?", "a", ["a#1"]), ("Do you keep hens?", "b", ["b#0"]), ("zzz", "b", ["b#1"])]


def written(folder: Path) -> tuple[Path, Path]:
    queries, corpus = folder / "q.jsonl", folder / "c.jsonl"
    queries.write_text("\n".join(json.dumps({"query": q, "scope": s, "positive": p}) for q, s, p in QUERIES))
    corpus.write_text("\n".join(json.dumps({"doc_id": d, "character": c, "text": t}) for d, c, t in CORPUS))
    return queries, corpus


def test_figures_by_hand(tmp_path: Path) -> None:
    report = evaluate(load(*written(tmp_path)), WordVectors())
    words = report.rows[0]
    assert (words.system, words.first.hits, words.first.n, words.third.hits) == ("BM25 alone", 2, 3, 2)
    assert words.reciprocal == pytest.approx(2 / 3)
    assert words.hits == (True, True, False)
    hybrid = report.rows[-1]
    assert hybrid.first.hits >= 2
    gain = next(g for g in report.gains if g.over == "BM25 alone")
    assert gain.value == pytest.approx((sum(hybrid.hits) - 2) / 3)
    assert "| hybrid |" in table(report)


def test_neighbours_lend_nothing_across_a_scope_or_a_chapter() -> None:
    lexical, dense = np.array([5, 0, 0, 4], np.float32), np.zeros(4, np.float32)
    everything, joined = np.ones(4, bool), np.array([True, False, True, False])
    assert [i for i, _ in blend(lexical, dense, everything, joined)] == [0, 3, 1, 2]
    inside = np.array([False, True, True, True])
    assert [i for i, _ in blend(lexical, dense, inside, joined)] == [3, 2]


@pytest.mark.parametrize("bad", ["{", '{"query": "x", "scope": "a", "positive": ["a#9"]}', '{"q": 1}'])
def test_a_bad_set_is_refused(tmp_path: Path, bad: str) -> None:
    queries, corpus = written(tmp_path)
    queries.write_text(bad)
    with pytest.raises(InputError, match="cannot be read"):
        load(queries, corpus)


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [("intfloat/multilingual-e5-large", "query: ", "passage: "), ("BAAI/bge-m3", "", "")],
)
def test_each_family_gets_its_prefixes(model: str, query: str, passage: str) -> None:
    made = TransformerEncoder(model)
    assert (made.query_prefix, made.passage_prefix) == (query, passage)
