"""R4's rewards as pure functions. (Published: R4, ICLR 2026, §2 and §3.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import InputError

Side = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class RmWeights:
    """λ_fmt, λ_cons and μ of r_rm; the published values by default."""

    form: float = 0.1
    consistency: float = 0.1
    wrong: float = 0.05


@dataclass(frozen=True, slots=True)
class Duel:
    """One judgement of candidates `first` and `second` (indices). `winner` is None if it failed."""

    first: int
    second: int
    winner: int | None


def r_rm(
    answer: Side | None,
    gold: Side,
    *,
    well_formed: bool,
    consistency: float,
    weights: RmWeights = RmWeights(),
) -> float:
    """The judge's reward: r_ans + λ_fmt·r_fmt + λ_cons·(r_ans·r_cons) − μ·(1 − r_ans), in [−0.05, 1.2].

    An unreadable verdict (`answer` None) is a wrong answer; a consistent argument for a wrong answer
    earns nothing.

    Args:
        consistency: r_cons in [0, 1], how well the reasoning supports the answer.

    Raises:
        InputError: `consistency` is not in [0, 1].
    """
    if not 0.0 <= consistency <= 1.0:
        raise InputError(f"The consistency {consistency} is not in [0, 1].", cure="Scale or clip it first.")
    right = float(answer == gold)
    earned = right + weights.form * well_formed + weights.consistency * right * consistency
    return earned - weights.wrong * (1.0 - right)


def r_prefer(size: int, duels: Sequence[Duel]) -> tuple[float, ...]:
    """Share of the `size` − 1 rivals that each candidate is preferred to, in [0, 1].

    r_prefer_i = 1/(G−1) · Σ_{j≠i} 1[y_i preferred to y_j]. A pair judged more than once (both orders)
    counts once, each judgement with equal weight. A failed judgement counts for neither candidate and
    stays in the denominator, so that to make the judge fail never pays.

    Raises:
        InputError: fewer than two candidates, or a duel of candidates that are not there.
    """
    if size < 2:
        raise InputError("A preference needs at least two candidates.", cure="Sample a larger group.")
    for d in duels:
        inside = d.first != d.second and all(0 <= i < size for i in (d.first, d.second))
        if not inside or d.winner not in (d.first, d.second, None):
            raise InputError(f"{d} is no duel among {size} candidates.", cure="Number candidates from 0.")
    times = Counter(frozenset((d.first, d.second)) for d in duels)
    won = [0.0] * size
    for d in duels:
        if d.winner is not None:
            won[d.winner] += 1.0 / times[frozenset((d.first, d.second))]
    return tuple(w / (size - 1) for w in won)


def r_agent(prefer: float, *, well_formed: bool, form: float = 0.1) -> float:
    """The agent's reward: r_prefer + 0.1·r_fmt, in [0, 1.1]."""
    return prefer + form * well_formed
