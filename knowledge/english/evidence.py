"""What speaks for each candidate of each turn, read off the text alone: no other turn's speaker is used."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.english.candidates import WINDOW, candidates
from knowledge.english.dialogue import Dialogue
from knowledge.english.features import BLOCKS, TEXT_FEATURES
from knowledge.english.sheet import Range, Row, Sheet
from knowledge.english.stage import Stage
from knowledge.english.turns import Turn

_COLUMN = {name: column for column, name in enumerate(TEXT_FEATURES)}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of one turn: candidates (player numbers) and a row of TEXT_FEATURES for each, [candidates, features].

    `block` is the number of its kind of tag in BLOCKS, `gap` the paragraphs since the turn before, `tagged`
    whether a verb of saying stands by.
    """

    candidates: tuple[int, ...]
    rows: NDArray[np.float64]
    block: int
    gap: int
    tagged: bool


def read_evidence(dialogue: Dialogue) -> tuple[Evidence, ...]:
    """The evidence of every turn."""
    most = math.log1p(max((player.count for player in dialogue.stage.players), default=1))
    return tuple(_read(dialogue, index, most) for index in range(len(dialogue.turns)))


def _read(dialogue: Dialogue, index: int, most: float) -> Evidence:
    stage, turn = dialogue.stage, dialogue.turns[index]
    before, after = _around(stage, turn)
    seen = stage.named(stage.bounds[max(0, turn.begin - WINDOW)], before[1])
    people = candidates(dialogue, index, seen, stage.named(*after))
    sheet = Sheet(dialogue, index, seen, before, after)
    rows = [sheet.row(who, math.log1p(stage.players[who].count) / (most or 1.0)) for who in people]
    _rank(rows, people, sheet, stage)
    table = np.zeros((len(rows), len(TEXT_FEATURES)))
    for number, row in enumerate(rows):
        for name, value in row.items():
            table[number, _COLUMN[name]] = value
    block = BLOCKS.index(turn.tag.phrase.kind) if turn.tag else BLOCKS.index("none")
    if turn.tag and turn.tag.phrase.head == "i" and dialogue.tagged(index) is not None:
        block = BLOCKS.index("name")  # "I said" names the narrator
    if block == BLOCKS.index("name") and dialogue.tagged(index) is None:
        block = BLOCKS.index("noun")  # a name that is nobody's
    return Evidence(tuple(people), table, block, dialogue.gap(index), turn.tag is not None and turn.tag.verb)


def _around(stage: Stage, turn: Turn) -> tuple[Range, Range]:
    """Words of the narration before the turn, and of the turn and after it, within its paragraphs."""
    spans = stage.spans
    opening = stage.bounds[turn.begin]
    if turn.first and spans[turn.first - 1].paragraph == turn.begin:
        opening = stage.words.at(spans[turn.first - 1].end)
    speech = stage.words.at(spans[turn.first].start)
    closing = stage.bounds[turn.end + 1]
    if turn.last + 1 < len(spans) and spans[turn.last + 1].paragraph == turn.end:
        closing = stage.words.at(spans[turn.last + 1].start)
    return (opening, speech), (speech, closing)


def _rank(rows: Sequence[Row], people: Sequence[int], sheet: Sheet, stage: Stage) -> None:
    """Mark the most salient candidates, over all and among those whom the tag's gender allows."""
    order = sorted(range(len(rows)), key=lambda i: -sheet.salience.get(people[i], 0.0))
    for name, number in zip(("top", "second_top"), order, strict=False):
        rows[number][name] = 1.0
    if sheet.sex != "?":
        fit = (i for i in order if stage.players[people[i]].gender in ("?", sheet.sex))
        for number in fit:
            rows[number]["top_sex"] = 1.0
            break
