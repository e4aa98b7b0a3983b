"""Rates with intervals, kappa, calibration. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean in [0, 1] over `n` items, with a 95 % interval by cluster bootstrap."""

    value: float
    low: float
    high: float
    n: int
    clusters: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}] (n={self.n})"


def estimate(
    values: Sequence[float], clusters: Sequence[str], *, draws: int = 2000, seed: int = 0
) -> Estimate:
    """Mean of `values`; clusters are drawn with replacement, each with all its items.

    With one cluster, or all of them items of one, the interval is that of the items drawn one by one.
    """
    data = np.asarray(values, dtype=float)
    if not len(data):
        return Estimate(float("nan"), float("nan"), float("nan"), 0, 0)
    names, index = np.unique(np.asarray(clusters), return_inverse=True)
    groups = len(names)
    if groups < 2:
        index, groups = np.arange(len(data)), len(data)
    sums = np.bincount(index, weights=data, minlength=groups)
    sizes = np.bincount(index, minlength=groups)
    drawn = np.random.default_rng(seed).integers(groups, size=(draws, groups))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Estimate(float(data.mean()), float(low), float(high), len(data), len(names))


def kappa(one: Sequence[str], two: Sequence[str]) -> float:
    """Cohen's κ of two raters' labels; nan where chance agreement is certain."""
    n = len(one)
    if not n:
        return float("nan")
    agreed = sum(a == b for a, b in zip(one, two, strict=True)) / n
    first, second = Counter(one), Counter(two)
    chance = sum(first[c] * second[c] for c in first) / n**2
    return float("nan") if chance == 1.0 else (agreed - chance) / (1.0 - chance)


@dataclass(frozen=True, slots=True)
class Bin:
    """Items with a confidence in [low, high): their mean confidence, accuracy and number."""

    low: float
    high: float
    confidence: float
    accuracy: float
    n: int


def calibration(confidences: Sequence[float], right: Sequence[bool], bins: int = 10) -> tuple[Bin, ...]:
    """Non-empty bins over [0.5, 1]."""
    edges = np.linspace(0.5, 1.0, bins + 1)
    values, hits = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    place = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, bins - 1)
    found = []
    for b in range(bins):
        mine = place == b
        if mine.any():
            found.append(
                Bin(
                    float(edges[b]),
                    float(edges[b + 1]),
                    float(values[mine].mean()),
                    float(hits[mine].mean()),
                    int(mine.sum()),
                )
            )
    return tuple(found)


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: mean |confidence − accuracy| over the bins, by their sizes."""
    total = sum(b.n for b in bins)
    return sum(b.n * abs(b.confidence - b.accuracy) for b in bins) / total if total else float("nan")


def mcnemar(one: Sequence[bool], two: Sequence[bool]) -> tuple[int, int, float]:
    """Pairs that only `one`, only `two` got right, and the exact two-sided p that both are as good."""
    from math import comb

    only_one = sum(a and not b for a, b in zip(one, two, strict=True))
    only_two = sum(b and not a for a, b in zip(one, two, strict=True))
    n, least = only_one + only_two, min(only_one, only_two)
    tail = sum(comb(n, k) for k in range(least + 1)) / 2**n if n else 0.5
    return only_one, only_two, min(1.0, 2 * tail)
