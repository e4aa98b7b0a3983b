"""From passes to a verdict: the rules of winning, tie, disagreement and failure, in one pure place."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from judge.case import Case
from judge.passes import usage_of
from judge.rewards import Side
from judge.verdict import Basis, Outcome, Pass, Verdict

ONE_ORDER = "one_order_only"
UNREADABLE = "unreadable_passes"
BY_LOT = "broken_by_lot"
LENGTHS = "very_unequal_lengths"


def weigh(case: Case, passes: Sequence[Pass], *, seconds: float = 0.0, allow_tie: bool = True) -> Verdict:
    """The verdict on `case` from all its passes.

    Where every readable pass has a log-probability, the probability of reply a is their mean over the two
    orders, and it decides; so the place's advantage cancels out. Else it is the share of votes over the
    orders, each order with equal weight, and orders that contradict each other are a disagreement. With
    `allow_tie` False what is undecided, except a failure, is decided by a lot drawn from the texts.
    """
    read = [p for p in passes if p.winner is not None]
    warnings = list(_warnings(case, passes, read))
    if not read:
        return Verdict(
            case.id, "failed", None, None, "none", None, tuple(passes), (), (), usage_of(passes), seconds
        )
    basis: Basis = "logprobs" if all(p.probability is not None for p in read) else "votes"
    orders = [s for s in (_share(read, "a", basis), _share(read, "b", basis)) if s is not None]
    probability = sum(orders) / len(orders)
    consistent = None if len(orders) < 2 else (orders[0] - 0.5) * (orders[1] - 0.5) > 0
    outcome: Outcome = "decided"
    if probability == 0.5:
        outcome = "disagreement" if any(o != 0.5 for o in orders) else "tie"
    elif basis == "votes" and consistent is False:
        outcome = "disagreement"
    winner: Side | None = None
    if outcome == "decided":
        winner = "a" if probability > 0.5 else "b"
    elif not allow_tie:
        winner, outcome = lot(case), "decided"
        warnings.append(BY_LOT)
    return Verdict(
        case.id,
        outcome,
        winner,
        probability,
        basis,
        consistent,
        tuple(passes),
        usage=usage_of(passes),
        seconds=seconds,
        warnings=tuple(warnings),
    )


def tie(case: Case, *, allow_tie: bool = True) -> Verdict:
    """The verdict on two replies that are the same."""
    if allow_tie:
        return Verdict(case.id, "tie", None, 0.5, "none", None, ())
    return Verdict(case.id, "decided", lot(case), 0.5, "none", None, (), warnings=(BY_LOT,))


def lot(case: Case) -> Side:
    """A fair coin that falls the same way each time for the same two replies, in whichever order."""
    low, high = sorted((case.a, case.b))
    odd = hashlib.sha256(f"{low}\0{high}".encode()).digest()[0] % 2
    return "a" if (case.a == low) == bool(odd) else "b"


def _share(read: Sequence[Pass], first: Side, basis: Basis) -> float | None:
    """Reply a's mean probability, or share of votes, among the passes that showed `first` as A."""
    mine = [p for p in read if p.first == first]
    if not mine:
        return None
    if basis == "logprobs":
        return sum(p.probability or 0.0 for p in mine) / len(mine)
    return sum(p.winner == "a" for p in mine) / len(mine)


def _warnings(case: Case, passes: Sequence[Pass], read: Sequence[Pass]) -> Sequence[str]:
    found = []
    if len(read) < len(passes):
        found.append(UNREADABLE)
    if len({p.first for p in passes}) > len({p.first for p in read}) > 0:
        found.append(ONE_ORDER)
    short, long = sorted((len(case.a), len(case.b)))
    if long > 4 * max(short, 20):
        found.append(LENGTHS)
    return found
