"""Who may have spoken a turn: people named lately, or by the tags and speech of the turns round it."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.english.dialogue import Dialogue
from knowledge.english.stage import Sighting

WINDOW = 14
"""Paragraphs above a turn from which candidates come."""
_MOST = 16
_REACH = 8  # turns before whose tags and calls count


def candidates(
    dialogue: Dialogue, index: int, seen: Sequence[Sighting], after: Sequence[Sighting]
) -> list[int]:
    """Player numbers, the likeliest first, at most 16; `seen` stand before the turn, `after` beside it."""
    order: dict[int, float] = {}

    def add(who: int | None, urgency: float) -> None:
        if who is not None:
            order[who] = max(order.get(who, -1.0), urgency)

    for rank, sighting in enumerate(seen):
        add(sighting.who, 1.0 - (len(seen) - rank) / (len(seen) + 1) + 0.3 * sighting.subject)
    for sighting in after:
        add(sighting.who, 1.5)
    turns = dialogue.turns
    for step in range(1, _REACH + 1):
        if index >= step and turns[index].begin - turns[index - step].end < 3 * WINDOW:
            add(dialogue.tagged(index - step), 1.6 - step / 10)
            for who in dialogue.called(index - step):
                add(who, 1.3 - step / 10)
    for step in (1, 2, 3):
        add(dialogue.tagged(index + step), 1.3 - step / 10)
    for who in dialogue.called(index + 1):
        add(who, 1.2)
    tag = turns[index].tag
    head = tag.phrase.head if tag is not None and tag.phrase.kind == "noun" else ""
    for who, sure in dialogue.doubles(index).items():
        add(who, sure + 0.5)
    for player in dialogue.stage.players:
        if player.narrator:
            add(player.number, 1.4)
        if head and player.answers_to(head):
            add(player.number, 1.0)
    add(dialogue.tagged(index), 9.0)
    return sorted(order, key=lambda who: -order[who])[:_MOST]
