"""Speakers of all turns at once: a beam search over what each turn tells and who spoke before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.english.evidence import Evidence
from knowledge.english.features import TEXT_FEATURES

HISTORY_FEATURES = (
    "spoke1", "spoke1_joined", "spoke1_next", "spoke1_beat", "spoke1_far",
    "spoke2", "spoke2_close", "spoke2_far", "spoke3", "spoke3_close", "spoke4_close", "recently", "partner",
    "silent", "spoke1_tagged", "spoke2_alternates", "stranger_to_talk",
)  # fmt: skip
FEATURES = TEXT_FEATURES + HISTORY_FEATURES
_MEMORY = 6
_FAR = 6  # paragraphs of narration that end a conversation
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """One row of weights for each block of BLOCKS, one column for each of FEATURES."""

    table: Array


@dataclass(frozen=True, slots=True)
class _Path:
    score: float
    speakers: tuple[int, ...]  # the last few, newest last
    back: _Path | None
    choice: int
    confidence: float


def history_row(who: int, spoken: Sequence[int], gaps: Sequence[int], tagged: bool) -> list[float]:
    """Features of candidate `who` after `spoken` (newest last); `gaps[k]` paragraphs precede the k-th newest.

    `gaps[0]` is the distance from the turn before to this one.
    """
    one = spoken[-1] if spoken else -1
    two = spoken[-2] if len(spoken) > 1 else -1
    three = spoken[-3] if len(spoken) > 2 else -1
    four = spoken[-4] if len(spoken) > 3 else -1
    gap = gaps[0]
    far = gap > _FAR
    close1 = gap == 1
    close2 = close1 and len(gaps) > 1 and gaps[1] <= 1
    close3 = close2 and len(gaps) > 2 and gaps[2] <= 1
    close4 = close3 and len(gaps) > 3 and gaps[3] <= 1
    partner = two if two != one else three
    return [
        float(who == one),
        float(who == one and gap == 0),
        float(who == one and close1),
        float(who == one and 1 < gap <= 2),
        float(who == one and far),
        float(who == two and not far),
        float(who == two and close2),
        float(who == two and far),
        float(who == three and not far),
        float(who == three and close3),
        float(who == four and close4),
        spoken.count(who) / _MEMORY if not far else 0.0,
        float(who == partner and who != one and close1),
        float(who not in spoken),
        float(who == one and tagged),
        float(who == two and one == three and two == four and who != one and close1),
        float(who not in spoken and close2),
    ]


def decode(evidence: Sequence[Evidence], weights: Weights, width: int = 8) -> list[tuple[int | None, float]]:
    """The speaker of each turn (a candidate, or None where there is none) and how sure that is, in [0, 1]."""
    paths = [_Path(0.0, (), None, -1, 0.0)]
    split = len(TEXT_FEATURES)
    gaps: list[int] = []
    tagged = False
    for turn in evidence:
        gaps = [turn.gap, *gaps][:_MEMORY]
        if not turn.candidates:
            paths = [_Path(p.score, p.speakers, p, -1, 0.0) for p in paths]
            continue
        row = weights.table[turn.block]
        fixed = turn.rows @ row[:split]
        grown: list[_Path] = []
        for path in paths:
            past = [history_row(who, path.speakers, gaps, tagged) for who in turn.candidates]
            scores = fixed + np.asarray(past) @ row[split:]
            scores = scores - scores.max()
            logs = scores - math.log(np.exp(scores).sum())
            for index in np.argsort(-logs)[:4]:
                who = turn.candidates[index]
                grown.append(
                    _Path(
                        path.score + float(logs[index]),
                        (*path.speakers, who)[-_MEMORY:],
                        path,
                        who,
                        math.exp(logs[index]),
                    )
                )
        grown.sort(key=lambda p: -p.score)
        kept: dict[tuple[int, ...], _Path] = {}
        for path in grown:
            kept.setdefault(path.speakers[-4:], path)
            if len(kept) >= width:
                break
        paths = list(kept.values())
        tagged = turn.tagged
    return _trace(paths[0])


def _trace(path: _Path) -> list[tuple[int | None, float]]:
    found: list[tuple[int | None, float]] = []
    at: _Path | None = path
    while at is not None and at.back is not None:
        found.append((at.choice if at.choice >= 0 else None, at.confidence))
        at = at.back
    return found[::-1]
