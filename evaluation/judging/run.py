"""Runs a judge over gold pairs under named conditions; every verdict is kept, nothing is asked twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.scoring import Scorer
from core.types import LLM
from evaluation.judging.agreement import Row
from evaluation.judging.pairs import (
    GoldPair,
    exchanged_context,
    shuffled_labels,
    without_context,
    without_persona,
)
from judge.batch import judge_all
from judge.ledger import Ledger, verdict_key
from judge.modes import Mode, Way
from judge.retrieval import NothingFound

OnVerdict = Callable[[int, int], None]
_NOTHING = NothingFound()


@dataclass(frozen=True, slots=True)
class Condition:
    """What is done to the pairs before they are judged, and how they are judged."""

    name: str
    pairs: Callable[[Sequence[GoldPair]], Sequence[GoldPair]]
    way: Way


def _as_they_are(pairs: Sequence[GoldPair]) -> Sequence[GoldPair]:
    return pairs


def conditions(mode: Mode) -> tuple[Condition, ...]:
    """The controls and the reference-bias runs of one mode. Labels shuffled costs no call: same verdicts."""
    way = Way(mode=mode, searches=0)
    return (
        Condition("as given", _as_they_are, way),
        Condition("labels shuffled", shuffled_labels, way),
        Condition("context removed", without_context, way),
        Condition("context of another pair", exchanged_context, way),
        Condition("profile blanked", without_persona, way),
    )


def ablation(base: Way) -> tuple[Condition, ...]:
    """The rows of the ablation that need only the judge: full, no reasoning, no retrieval, no swap."""
    return (
        Condition("full", _as_they_are, base),
        Condition("no reasoning", _as_they_are, replace(base, mode="answer")),
        Condition("no retrieval", _as_they_are, replace(base, searches=0)),
        Condition("no swap", _as_they_are, replace(base, swap=False)),
        Condition("weighed", _as_they_are, replace(base, mode="weighed")),
        Condition("margin, no reasoning", _as_they_are, replace(base, mode="margin")),
        Condition("fit", _as_they_are, replace(base, mode="fit")),
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run will take: verdicts to be made, and those that lie in the ledger."""

    asked: int
    known: int


def cost(pairs: Sequence[GoldPair], way: Way, model: str, ledger: Ledger) -> Cost:
    """Counted without asking anything."""
    configuration = way.configuration(model)
    keys = {verdict_key(p.case, configuration) for p in pairs}
    known = sum(ledger.get(k) is not None for k in keys)
    return Cost(len(keys) - known, known)


async def run(
    pairs: Sequence[GoldPair],
    way: Way,
    llm: LLM,
    scorer: Scorer,
    *,
    model: str,
    ledger: Ledger,
    concurrency: int = 2,
    on_verdict: OnVerdict | None = None,
) -> tuple[Row, ...]:
    """A verdict row for each pair, in order. The pairs' own profiles are all there is to look at: no book.

    Raises:
        ModelError: the first error of any pair; what was judged before is kept.
    """
    found: dict[int, Row] = {}
    items = judge_all(
        way.judge(llm, scorer),
        [p.case for p in pairs],
        lambda case: _NOTHING,
        ledger=ledger,
        configuration=way.configuration(model),
        concurrency=concurrency,
    )
    async for item in items:
        if item.error is not None:
            raise item.error
        assert item.row is not None
        found[item.index] = item.row
        if on_verdict:
            on_verdict(len(found), len(pairs))
    return tuple(found[n] for n in range(len(pairs)))
