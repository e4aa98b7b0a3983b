"""Stored verdicts as the API tells of them, in the caller's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.judge_schemas import (
    CriterionOut,
    Duel,
    EvidenceOut,
    JudgeIn,
    JudgementOut,
    JudgePass,
    JudgeUsage,
    Probability,
    Rank,
)
from app.schemas import PassageOut, Step
from judge import rewards
from judge.ledger import Row

Meeting = tuple[tuple[int, int], Row, bool]  # candidates, verdict, whether it was known before


def judgement(
    name: str, asked: JudgeIn, configuration: Mapping[str, Any], meetings: Sequence[Meeting], seconds: float
) -> JudgementOut:
    """All meetings as one judgement: the winner of two, or the one that alone beat most rivals."""
    ids = [c.id for c in asked.candidates]
    duels = [_duel(ids, m) for m in meetings]
    scores = _scores(len(ids), meetings)
    order = sorted(range(len(ids)), key=lambda n: -scores[n])
    failed = all(d.status == "failed" for d in duels)
    best = order[0] if scores[order[0]] > scores[order[1]] else None
    shown: dict[str, PassageOut] = {}
    for duel in duels:
        for step in (s for p in duel.passes for s in p.steps):
            shown |= {x.id: x for x in step.passages}
    return JudgementOut(
        id=name,
        model=configuration["model"],
        mode=configuration["mode"],
        status="failed" if failed else "complete",
        winner=None if best is None else ids[best],
        winner_index=best,
        tie=best is None and not failed,
        ranking=[Rank(id=ids[n], score=scores[n]) for n in order],
        duels=duels,
        evidence=list(shown.values()),
        usage=_sum([d.usage for d in duels]),
        seconds=seconds,
    )


def _scores(size: int, meetings: Sequence[Meeting]) -> tuple[float, ...]:
    fights = []
    for (one, two), row, _ in meetings:
        won = {"a": one, "b": two}.get(row["winner"] or "")
        fights.append(rewards.Duel(one, two, won))
    return rewards.r_prefer(size, fights)


def _duel(ids: Sequence[str], meeting: Meeting) -> Duel:
    (one, two), row, known = meeting
    names = {"a": ids[one], "b": ids[two]}
    p = row["probability"]
    usage = {k: v for k, v in row["usage"].items() if k in JudgeUsage.model_fields}
    usage["total_tokens"] = usage["prompt_tokens"] + usage["completion_tokens"]
    usage["searches"] = sum(len(o["searches"]) for o in row["orders"])
    return Duel(
        candidates=[names["a"], names["b"]],
        status="failed" if row["outcome"] == "failed" else "complete",
        outcome=row["outcome"],
        winner=names.get(row["winner"] or ""),
        tie=row["outcome"] in ("tie", "disagreement"),
        position_consistent=row["position_consistent"],
        confidence=row["confidence"],
        confidence_basis=row["confidence_basis"],
        probabilities=[]
        if p is None
        else [
            Probability(value=names["a"], probability=p),
            Probability(value=names["b"], probability=1.0 - p),
        ],
        passes=[_pass(names, o) for o in row["orders"]],
        criteria=[
            CriterionOut(
                name=f["family"],
                winner=names.get(f["winner"] or ""),
                reason=f["reason"],
                evidence=list(f["evidence"]),
            )
            for f in row["findings"]
        ],
        evidence=[EvidenceOut.model_validate(e) for e in row["evidence"]],
        warnings=row["warnings"],
        usage=JudgeUsage(**usage),
        seconds=row["seconds"],
        cached=known,
    )


def _pass(names: Mapping[str, str], order: Mapping[str, Any]) -> JudgePass:
    other = "b" if order["first"] == "a" else "a"
    p = order["probability"]
    return JudgePass(
        order=[names[order["first"]], names[other]],
        winner=names.get(order["winner"] or ""),
        probability=None if p is None else p if order["first"] == "a" else 1.0 - p,
        repaired=order["repaired"],
        raw=order["raw"],
        steps=[Step.model_validate(s) for s in order["steps"]],
    )


def _sum(parts: Sequence[JudgeUsage]) -> JudgeUsage:
    names = list(JudgeUsage.model_fields)
    return JudgeUsage(**{n: sum(getattr(p, n) for p in parts) for n in names})
