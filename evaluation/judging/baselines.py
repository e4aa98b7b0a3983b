"""What needs no judge: rules that pick a reply by its surface. Printed beside every accuracy."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from evaluation.judging.pairs import GoldPair
from judge.case import Case

Rule = Callable[[Case], float]  # above 0 for reply a; 0 for a coin's worth of half


class Embeds(Protocol):
    """As `knowledge.embed.Embedder`: texts to rows of unit length."""

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...


def first(case: Case) -> float:
    return 1.0


def longer(case: Case) -> float:
    return len(case.a) - len(case.b)


def profile_overlap(case: Case) -> float:
    return _overlap(case.a, case.persona, case) - _overlap(case.b, case.persona, case)


def context_overlap(case: Case) -> float:
    shown = " ".join(t.text for t in case.dialogue)
    return _overlap(case.a, shown, case) - _overlap(case.b, shown, case)


RULES: Mapping[str, Rule] = {
    "always A": first,
    "longer": longer,
    "overlap with the profile": profile_overlap,
    "overlap with the context": context_overlap,
}


def hits(pairs: Sequence[GoldPair], rule: Rule) -> list[float]:
    """1 right, 0 wrong, ½ where the rule sees no difference."""
    scores = [rule(p.case) for p in pairs]
    return [0.5 if s == 0 else float((s > 0) == (p.gold == "a")) for s, p in zip(scores, pairs, strict=True)]


def embedding_hits(pairs: Sequence[GoldPair], embedder: Embeds) -> list[float]:
    """The reply nearer to the last four lines of the dialogue, by cosine."""
    texts = [
        x
        for p in pairs
        for x in (" ".join(t.text for t in p.case.dialogue[-4:]) or p.case.persona, p.case.a, p.case.b)
    ]
    rows = np.asarray(embedder.embed_passages([t[:1000] or "." for t in texts]), dtype=float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-12
    scene, a, b = rows[0::3], rows[1::3], rows[2::3]
    nearer = (scene * (a - b)).sum(axis=1)
    return [float((s > 0) == (p.gold == "a")) for s, p in zip(nearer, pairs, strict=True)]


def _overlap(reply: str, source: str, case: Case) -> float:
    """Share of the reply's words (Chinese: pairs of characters) that occur in `source`."""
    mine, theirs = _grams(reply, case.language), _grams(source, case.language)
    return len(mine & theirs) / len(mine) if mine else 0.0


def _grams(text: str, language: str) -> set[str]:
    if language == "zh":
        letters = [c for c in text if c.isalnum()]
        return {x + y for x, y in itertools.pairwise(letters)}
    words = ("".join(c for c in w if c.isalnum()) for w in text.casefold().split())
    return {w for w in words if len(w) > 3}
