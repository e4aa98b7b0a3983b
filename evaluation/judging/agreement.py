"""How far a judge agrees with the gold labels, and in what ways it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.judging.baselines import RULES, Embeds, embedding_hits, hits
from evaluation.judging.pairs import GoldPair
from evaluation.judging.statistics import Bin, Estimate, calibration, calibration_error, estimate, kappa

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Agreement:
    """One judge on one set of pairs. Shares are in [0, 1].

    Attributes:
        accuracy: the verdict's winner is the gold one; a tie and a disagreement count half, as one right
            order of two does, and a failed verdict counts as wrong.
        decided: share of verdicts with a winner.
        single: mean accuracy of the single orders (each pass by itself; an unreadable one is wrong).
        strict: right in both orders. Where each reply is scored alone it equals accuracy.
        position: P(the reply shown first is chosen) − ½ over the readable passes; None without orders.
        consistent: share of verdicts whose orders agree, among those with both readable.
        failures: share of passes that stayed unreadable; `repaired`: read only from the repair turn.
        longer_chosen, longer_gold: share of winners, and of gold replies, that are the longer of the two.
        kappa: Cohen's κ with the gold labels, undecided being a label of its own.
        ece, bins: calibration of the confidence, among the decided.
        searches: mean a pass. seconds, tokens: mean a verdict.
        baselines: accuracy of the rules that need no judge.
    """

    accuracy: Estimate
    decided: float
    single: Estimate
    strict: float
    position: float | None
    consistent: float | None
    failures: float
    repaired: float
    longer_chosen: float
    longer_gold: float
    kappa: float
    ece: float
    bins: tuple[Bin, ...]
    searches: float
    seconds: float
    tokens: float
    baselines: Mapping[str, Estimate] = field(default_factory=dict)


def agreement(pairs: Sequence[GoldPair], rows: Sequence[Row], embedder: Embeds | None = None) -> Agreement:
    """`rows[i]` is the stored verdict on `pairs[i]` (see `judge.ledger.verdict_row`)."""
    clusters = [p.cluster for p in pairs]
    passes = [(p, o, len(r["orders"])) for p, r in zip(pairs, rows, strict=True) for o in r["orders"]]
    alone = bool(passes) and all(n == 1 and r["position_consistent"] for (_, _, n), r in _with(passes, rows))
    read = [o for _, o, _ in passes if o["winner"]]
    both = [r["position_consistent"] for r in rows if r["position_consistent"] is not None]
    decided = [(p, r) for p, r in zip(pairs, rows, strict=True) if r["winner"]]
    bins = calibration([r["confidence"] for _, r in decided], [r["winner"] == p.gold for p, r in decided])
    baselines = {name: estimate(hits(pairs, rule), clusters) for name, rule in RULES.items()}
    if embedder is not None:
        baselines["embedding similarity"] = estimate(embedding_hits(pairs, embedder), clusters)
    return Agreement(
        accuracy=estimate([worth(p, r) for p, r in zip(pairs, rows, strict=True)], clusters),
        decided=_mean([bool(r["winner"]) for r in rows]),
        single=estimate([o["winner"] == p.gold for p, o, _ in passes], [p.cluster for p, _, _ in passes]),
        strict=_mean(
            [
                bool(r["orders"]) and all(o["winner"] == p.gold for o in r["orders"])
                for p, r in zip(pairs, rows, strict=True)
            ]
        ),
        position=None if alone or not read else _mean([o["winner"] == o["first"] for o in read]) - 0.5,
        consistent=None if alone or not both else _mean(both),
        failures=_mean([not o["winner"] for _, o, _ in passes]),
        repaired=_mean([o["repaired"] for _, o, _ in passes]),
        longer_chosen=_mean([_is_longer(p, r["winner"]) for p, r in decided]),
        longer_gold=_mean([_is_longer(p, p.gold) for p in pairs]),
        kappa=kappa([p.gold for p in pairs], [r["winner"] or "none" for r in rows]),
        ece=calibration_error(bins),
        bins=bins,
        searches=_mean([len(o["searches"]) for _, o, _ in passes]),
        seconds=_mean([r["seconds"] for r in rows]),
        tokens=_mean([r["usage"]["prompt_tokens"] + r["usage"]["completion_tokens"] for r in rows]),
        baselines=baselines,
    )


def worth(pair: GoldPair, row: Row) -> float:
    """1 for the gold reply, ½ for none of the two, 0 for the other one or a failure."""
    if row["outcome"] == "failed":
        return 0.0
    return 0.5 if row["winner"] is None else float(row["winner"] == pair.gold)


def _with(
    passes: Sequence[tuple[GoldPair, Row, int]], rows: Sequence[Row]
) -> list[tuple[tuple[GoldPair, Row, int], Row]]:
    by_pass = [r for r in rows for _ in r["orders"]]
    return list(zip(passes, by_pass, strict=True))


def _is_longer(pair: GoldPair, side: str) -> bool:
    a_longer = len(pair.case.a) > len(pair.case.b)
    return a_longer == (side == "a")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
