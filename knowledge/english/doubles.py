"""Whom a description means: the doctor is whoever is about wherever the doctor is, and never answers him."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

from knowledge.english.stage import Player, Sighting

_REACH = 1500  # words round a description
_LEAST = 3  # descriptions, or namings, to judge by

Doubles = dict[int, dict[int, float]]


def find_doubles(
    players: Sequence[Player], sightings: Sequence[Sighting], speakers: Sequence[int | None]
) -> Doubles:
    """Player without a name -> players with one, each with the evidence in (0, 1] that they are the same.

    Args:
        sightings: of all players.
        speakers: the player whom each tag names, quote by quote; two in a row are two people.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for seen in sightings:
        places[seen.who].append(seen.word)
    answers = Counter(frozenset((one, two)) for one, two in itertools.pairwise(speakers) if one != two)
    tagged = [word for player in players if player.label for word in places[player.number]]
    spoke = set(speakers)
    named = [p for p in players if not p.label and p.number in spoke and len(places[p.number]) >= 3 * _LEAST]
    usual = {p.number: _near(tagged, places[p.number]) for p in named}
    found: Doubles = {}
    for player in players:
        mine = places[player.number]
        if not player.label or len(mine) < _LEAST:
            continue
        for other in named:
            if "?" not in (player.gender, other.gender) and player.gender != other.gender:
                continue
            if 10 * answers[frozenset((player.number, other.number))] > len(mine):
                continue
            near = _near(mine, places[other.number])
            lift = near / (usual[other.number] or 1.0)
            if near > 0.5 and lift > 1.2:
                found.setdefault(player.number, {})[other.number] = near * min(1.0, math.log2(lift) / 2)
    return found


def _near(words: Sequence[int], others: Sequence[int]) -> float:
    """Share of `words` with one of the sorted `others` within reach."""
    if not words:
        return 0.0
    hits = 0
    for word in words:
        at = bisect_left(others, word - _REACH)
        hits += at < len(others) and others[at] <= word + _REACH
    return hits / len(words)
