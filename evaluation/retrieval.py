"""Does a search find the passage that answers? Hybrid against lexical alone and dense alone.

Queries are JSON lines {id, query, scope, positive: [doc_id], …}, the corpus {doc_id: "scope#i", character,
text}. In scope a query sees the documents of its own scope; "global" is over all of them.

A document's key is its owner's name and its text; its neighbours are the documents before and after it in its
scope. BM25 alone is the usual one, over the text only; BM25 over the keys is shown beside it, since part of
what the hybrid gains comes from the name.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import InputError
from evaluation.knows import Rate
from knowledge.embed import Embedder
from knowledge.lexical import Lexicon
from knowledge.retrieval import Mask, Scores, blend, rank

K = 3
Ranker = Callable[[int, Mask], Sequence[int]]
_RESAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class Task:
    """A retrieval set: `positive` holds document numbers by query, `scopes` a mask of documents by query."""

    queries: tuple[str, ...]
    positive: tuple[frozenset[int], ...]
    scopes: tuple[Mask, ...]
    texts: tuple[str, ...]
    keys: tuple[str, ...]
    joined: Mask


@dataclass(frozen=True, slots=True)
class Row:
    """One system. `hits` is by query, for paired comparisons; `millis` the median of a query, embedding
    included."""

    system: str
    first: Rate
    reciprocal: float
    third: Rate
    hits: tuple[bool, ...]
    millis: float


@dataclass(frozen=True, slots=True)
class Gain:
    """Difference of hit@3 over all between two systems, with the 95 % paired-bootstrap interval."""

    over: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured on one set with one embedder."""

    embedder: str
    queries: int
    documents: int
    per_second: float
    rows: tuple[Row, ...]
    gains: tuple[Gain, ...]


def load(queries: Path, corpus: Path) -> Task:
    """Read a set.

    Raises:
        InputError: a file is missing, is not JSON lines, or names a document that is not there.
    """
    try:
        docs = [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines() if line.strip()]
        asked = [
            json.loads(line) for line in queries.read_text(encoding="utf-8").splitlines() if line.strip()
        ]
        numbers = {doc["doc_id"]: n for n, doc in enumerate(docs)}
        homes = np.array([doc["doc_id"].partition("#")[0] for doc in docs])
        return Task(
            tuple(q["query"] for q in asked),
            tuple(frozenset(numbers[d] for d in q["positive"]) for q in asked),
            tuple(homes == q["scope"] for q in asked),
            tuple(doc["text"] for doc in docs),
            tuple(f"{doc.get('character', '')}: {doc['text']}".removeprefix(": ") for doc in docs),
            np.append(homes[1:] == homes[:-1], False),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"The retrieval set cannot be read ({type(error).__name__}: {error}).",
            cure="Give JSON lines: queries with query, scope and positive; a corpus with doc_id and text.",
        ) from error


def evaluate(task: Task, embedder: Embedder) -> Report:
    """All systems on one set. Raises ModelError if the embedder cannot be used."""
    size = len(task.texts)
    plain, keyed = Lexicon.build(task.texts), Lexicon.build(task.keys)
    began = time.perf_counter()
    vectors = embedder.embed_passages(task.keys)
    per_second = size / (time.perf_counter() - began)

    def near(query: int) -> Scores:
        scores = vectors @ embedder.embed_queries([task.queries[query]])[0]
        above: Scores = scores - scores.min() + np.float32(1e-6)
        return above

    def words(lexicon: Lexicon) -> Ranker:
        return lambda q, mask: rank(lexicon.scores(task.queries[q], size), mask, size)

    def hybrid(q: int, mask: Mask) -> Sequence[int]:
        return [i for i, _ in blend(keyed.scores(task.queries[q], size), near(q), mask, task.joined)]

    systems: Mapping[str, Ranker] = {
        "BM25 alone": words(plain),
        "BM25, name in key": words(keyed),
        "dense alone": lambda q, mask: rank(near(q), mask, size),
        "hybrid": hybrid,
    }
    rows = tuple(_row(task, name, ranker) for name, ranker in systems.items())
    gains = tuple(_gain(rows[-1], row) for row in rows[:-1])
    return Report(embedder.name, len(task.queries), size, per_second, rows, gains)


def _row(task: Task, name: str, ranker: Ranker) -> Row:
    everything = np.ones(len(task.texts), np.bool_)
    first, reciprocal, hits, times = 0, 0.0, [], []
    for q, positive in enumerate(task.positive):
        own = ranker(q, task.scopes[q])
        first += bool(own) and own[0] in positive
        reciprocal += next((1 / place for place, doc in enumerate(own, 1) if doc in positive), 0.0)
        began = time.perf_counter()
        found = ranker(q, everything)[:K]
        times.append(time.perf_counter() - began)
        hits.append(bool(positive & set(found)))
    n = len(task.positive)
    millis = float(np.median(times)) * 1e3
    return Row(name, Rate(first, n), reciprocal / n, Rate(sum(hits), n), tuple(hits), millis)


def _gain(ours: Row, other: Row) -> Gain:
    steps = np.array(ours.hits, float) - np.array(other.hits, float)
    draws = np.random.default_rng(0).integers(0, len(steps), (_RESAMPLES, len(steps)))
    low, high = np.quantile(steps[draws].mean(axis=1), (0.025, 0.975))
    return Gain(other.system, float(steps.mean()), float(low), float(high))


def table(report: Report) -> str:
    """The report in Markdown."""
    lines = [
        f"{report.queries} queries, {report.documents} documents, embedder {report.embedder} "
        f"({report.per_second:.0f} documents/s)",
        "",
        "| system | hit@1 in scope | MRR in scope | hit@3 over all | ms a query |",
        "|---|---|---|---|---|",
    ]
    for r in report.rows:
        lines.append(
            f"| {r.system} | {_rate(r.first)} | {r.reciprocal:.3f} | {_rate(r.third)} | {r.millis:.1f} |"
        )
    lines.append("")
    for g in report.gains:
        lines.append(f"hit@3 over all, hybrid − {g.over}: {g.value:+.3f} [{g.low:+.3f}, {g.high:+.3f}]")
    return "\n".join(lines)


def _rate(rate: Rate) -> str:
    low, high = rate.interval
    return f"{rate.value:.3f} [{low:.3f}, {high:.3f}]"
