"""Learns the speaker model's weights from annotated novels: a conditional log-linear model, Newton's method.

Each turn is a choice among its candidates; whoever bears the annotated speaker's names is right. The turns
before enter twice, with their annotated speakers and with those that a first fit decodes, so that the model
meets its own mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.pdnc import Novel
from knowledge.english.decode import FEATURES, Weights, decode, history_row
from knowledge.english.dialogue import Dialogue
from knowledge.english.evidence import Evidence, read_evidence
from knowledge.english.features import BLOCKS
from knowledge.english.staging import Staged, set_stage

Array = NDArray[np.float64]
_RIDGE = 4e-3
_MEMORY = 6


@dataclass(frozen=True, slots=True)
class Lesson:
    """A novel to learn from: the evidence of its turns and, for each, which candidates are right."""

    evidence: tuple[Evidence, ...]
    right: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class _Choices:
    """Rows of all candidates, 1.0 for the right ones, and how many candidates each choice has."""

    rows: Array
    right: Array
    sizes: NDArray[np.int64]


def lesson(novel: Novel) -> Lesson:
    """Stage a novel and mark the right candidates."""
    staged = set_stage(novel.gold.text)
    evidence = read_evidence(Dialogue(staged.stage, staged.turns))
    who = _identities(staged, novel)
    said = _annotated(staged, novel)
    right = tuple(
        frozenset(c for c in turn.candidates if speaker is not None and who.get(c) == speaker)
        for turn, speaker in zip(evidence, said, strict=True)
    )
    return Lesson(evidence, right)


def learn(lessons: Sequence[Lesson]) -> Weights:
    """Weights for every kind of tag (block)."""
    truth = [_choices(one, [min(r) if r else None for r in one.right]) for one in lessons]
    first = _fit(truth)
    again = [_choices(one, [who for who, _ in decode(one.evidence, first)]) for one in lessons]
    return _fit([*truth, *again])


def table(weights: Weights) -> str:
    """The text of weights.txt."""
    kinds = " ".join(BLOCKS)
    head = f"# Learned by evaluation/speaker_learning.py. A line a feature; a column a kind of tag: {kinds}"
    lines = (
        " ".join((name, *(f"{value:.4f}" for value in weights.table[:, column])))
        for column, name in enumerate(FEATURES)
    )
    return "\n".join((head, *lines)) + "\n"


def _identities(staged: Staged, novel: Novel) -> dict[int, str]:
    """Player -> the annotated person whom most of the player's namings mean."""
    found: dict[int, str] = {}
    for number, person in enumerate(staged.persons):
        votes = Counter[str]()
        if person is not None:
            for form in person.forms:
                votes[novel.gold.person(form.display) or ""] += form.count
        elif staged.stage.players[number].label:
            votes[novel.gold.person(f"the {staged.stage.players[number].label}") or ""] += 1
        del votes[""]
        if votes:
            found[number] = max(votes, key=lambda who: votes[who])
    return found


def _annotated(staged: Staged, novel: Novel) -> list[str | None]:
    """Who speaks most of each turn's characters, as annotated."""
    speaker: list[str | None] = [None] * len(novel.gold.text)
    for start, end, who, _ in novel.gold.quotes:
        speaker[start:end] = [who] * (end - start)
    found: list[str | None] = []
    for turn in staged.turns:
        votes = Counter[str | None]()
        for span in staged.stage.spans[turn.first : turn.last + 1]:
            votes.update(speaker[span.start : span.end])
        del votes[None]
        found.append(max(votes, key=lambda who: votes[who]) if votes else None)
    return found


def _choices(one: Lesson, history: Sequence[int | None]) -> list[_Choices]:
    """The choices of a novel by block, the turns before having been spoken by `history`."""
    rows: list[list[Array]] = [[] for _ in BLOCKS]
    right: list[list[Array]] = [[] for _ in BLOCKS]
    gaps: list[int] = []
    spoken: tuple[int, ...] = ()
    tagged = False
    for turn, correct, before in zip(one.evidence, one.right, history, strict=True):
        gaps = [turn.gap, *gaps][:_MEMORY]
        if not turn.candidates:
            continue
        if correct:
            past = np.array([history_row(who, spoken, gaps, tagged) for who in turn.candidates])
            rows[turn.block].append(np.hstack([turn.rows, past]))
            right[turn.block].append(np.array([float(who in correct) for who in turn.candidates]))
        spoken = (*spoken, -2 if before is None else before)[-_MEMORY:]
        tagged = turn.tagged
    width = len(FEATURES)
    return [
        _Choices(
            np.vstack(block) if block else np.zeros((0, width)),
            np.concatenate(marks) if marks else np.zeros(0),
            np.array([len(mark) for mark in marks], dtype=np.int64),
        )
        for block, marks in zip(rows, right, strict=True)
    ]


def _fit(novels: Sequence[Sequence[_Choices]], steps: int = 7) -> Weights:
    return Weights(np.array([_newton([novel[b] for novel in novels], steps) for b in range(len(BLOCKS))]))


def _newton(parts: Sequence[_Choices], steps: int) -> Array:
    """Maximise the ridge-penalised log-likelihood that a right candidate is chosen."""
    rows = np.vstack([part.rows for part in parts])
    right = np.concatenate([part.right for part in parts])
    sizes = np.concatenate([part.sizes for part in parts])
    weights = np.zeros(rows.shape[1])
    if not len(sizes):
        return weights
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    choice = np.repeat(np.arange(len(sizes)), sizes)
    for _ in range(steps):
        scores = rows @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[choice])
        shares /= np.add.reduceat(shares, starts)[choice]
        wanted = shares * right
        wanted /= np.add.reduceat(wanted, starts)[choice] + 1e-12
        gradient = (shares - wanted) @ rows / len(sizes) + _RIDGE * weights
        means = np.add.reduceat(rows * shares[:, None], starts, axis=0)
        spread = rows * np.sqrt(shares)[:, None]
        hessian = (spread.T @ spread - means.T @ means) / len(sizes) + _RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(hessian, gradient)
    return weights
