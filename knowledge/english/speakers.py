"""Speakers of a staged book: evidence, search, and who is spoken to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from knowledge.english.decode import FEATURES, Weights, decode
from knowledge.english.dialogue import Dialogue
from knowledge.english.evidence import read_evidence
from knowledge.english.features import BLOCKS
from knowledge.english.staging import Staged

_NEAR = 2  # paragraphs between turns of one conversation


@dataclass(frozen=True, slots=True)
class Spoken:
    """Player numbers of a turn's speaker and addressee, None where unknown; `sure` in [0, 1]."""

    speaker: int | None
    addressee: int | None
    sure: float


def attribute(staged: Staged, weights: Weights | None = None) -> tuple[Spoken, ...]:
    """Who speaks each turn and to whom; `weights` default to the committed ones."""
    dialogue = Dialogue(staged.stage, staged.turns)
    found = decode(read_evidence(dialogue), weights or committed_weights())
    speakers = [speaker for speaker, _ in found]
    return tuple(
        Spoken(speaker, _addressee(dialogue, speakers, index), sure)
        for index, (speaker, sure) in enumerate(found)
    )


@cache
def committed_weights() -> Weights:
    """The table in weights.txt: a line a feature, a column a block; features that it lacks weigh nothing."""
    text = files("knowledge.english").joinpath("weights.txt").read_text(encoding="utf-8")
    rows = {
        name: [float(value) for value in values]
        for name, *values in (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    }
    return Weights(np.array([rows.get(name, [0.0] * len(BLOCKS)) for name in FEATURES]).T)


def _addressee(dialogue: Dialogue, speakers: Sequence[int | None], index: int) -> int | None:
    """Whom the turn calls by name; else who spoke before in the conversation, else who speaks next."""
    mine = speakers[index]
    called = [who for who in dialogue.called(index) if who != mine]
    if called:
        return called[0]
    turns = dialogue.turns
    for other in (index - 1, index + 1, index - 2):
        if 0 <= other < len(turns) and speakers[other] not in (None, mine):
            low, high = sorted((index, other))
            if turns[high].begin - turns[low].end <= _NEAR:
                return speakers[other]
    return None
