"""Whom a form of address means, by whom it is said to and who is about when it is said."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.chinese.people import People
from knowledge.chinese.speakers import Said
from knowledge.chinese.subjects import SubjectFinder

_BIN = 400  # characters; a window is three bins


@dataclass(frozen=True, slots=True)
class Scenes:
    """Who is present where.

    Attributes:
        keys: people (representative surfaces), rows of `near`.
        near: [people, bins] bool; the person is named in narration in this bin or a neighbour.
        base: [people] share of bins with the person near.
        outside: True at every character that is narration, not speech.
    """

    keys: tuple[str, ...]
    near: NDArray[np.bool_]
    base: NDArray[np.float64]
    outside: NDArray[np.bool_]

    def row(self, key: str) -> int:
        """The row of `key`, -1 where it is none of the people."""
        return self.keys.index(key) if key in self.keys else -1


def scenes(plain: str, said: Sequence[Said], finder: SubjectFinder, people: People) -> Scenes:
    """Presence of every person who is named at least three times."""
    outside = np.ones(len(plain) + 1, dtype=np.bool_)
    for one in said:
        outside[one.quote.outer_start : one.quote.outer_end] = False
    places: dict[str, list[int]] = {}
    for start, end in finder.names_in(plain, 0, len(plain)):
        if outside[start]:
            places.setdefault(people.find(plain[start:end]), []).append(start // _BIN)
    keys = tuple(sorted(key for key, where in places.items() if len(where) >= 3))
    bins = len(plain) // _BIN + 1
    near = np.zeros((len(keys), bins), dtype=np.bool_)
    for row, key in enumerate(keys):
        at = np.asarray(places[key])
        for step in (-1, 0, 1):
            near[row, np.clip(at + step, 0, bins - 1)] = True
    base = near.mean(axis=1) if keys else np.zeros(0)
    return Scenes(keys, near, base, outside)


class Calls:
    """Statistics of what is said to whom, over all quotes of a book."""

    def __init__(self, said: Sequence[Said], presence: Scenes) -> None:
        """`said` in order; `presence` of the same text."""
        self._said = said
        self._presence = presence
        self._starts = np.asarray([one.quote.start for one in said], dtype=np.int64)
        total = Counter(one.addressee for one in said if one.addressee is not None)
        self._heard = {key: count / max(len(said), 1) for key, count in total.items()}

    def scores(self, places: Sequence[int]) -> dict[str, float]:
        """How much better each person fits the form said at `places` (offsets) than chance.

        The sum of two terms p·ln(p/q), p being observed and q expected: over the share of quotes opening
        with the form that are addressed to the person (twice), and over the share of its surroundings in
        which narration names the person. Who says the form often does not go by it.
        """
        spoken = [(place, number) for place in places if (number := self._quote_at(place)) >= 0]
        if not spoken:
            return {}
        count = len(spoken)
        opening = [number for place, number in spoken if place - self._said[number].quote.start <= 3]
        to = Counter(self._said[number].addressee for number in opening)
        by = Counter(self._said[number].speaker for _, number in spoken)
        found: dict[str, float] = {}
        for key, times in to.items():
            if key is not None and times > 1:
                share = times / max(len(opening), 5)
                found[key] = 2 * share * math.log((share + 0.01) / (self._heard[key] + 0.01))
        presence = self._presence
        if presence.keys:
            bins = np.asarray([self._said[number].quote.start // _BIN for _, number in spoken])
            share_near = presence.near[:, bins].mean(axis=1)
            gain = share_near * np.log((share_near + 0.01) / (presence.base + 0.01))
            for row in np.nonzero(gain > 0.02)[0]:
                found[presence.keys[row]] = found.get(presence.keys[row], 0.0) + float(gain[row])
        return {key: score for key, score in found.items() if by[key] < 0.15 * count}

    def opening(self, places: Sequence[int]) -> int:
        """How many of `places` stand at the very beginning of a quote."""
        found = ((place, self._quote_at(place)) for place in places)
        return sum(number >= 0 and place - self._said[number].quote.start <= 3 for place, number in found)

    def share_near(self, places: Sequence[int], key: str) -> float:
        """The share of `places` near which narration names `key`."""
        row = self._presence.row(key)
        if row < 0 or not places:
            return 0.0
        return float(self._presence.near[row, np.asarray(places) // _BIN].mean())

    def _quote_at(self, place: int) -> int:
        number = int(np.searchsorted(self._starts, place, side="right")) - 1
        return number if number >= 0 and place < self._said[number].quote.end else -1


def gender_votes(
    plain: str, said: Sequence[Said], titles: Mapping[str, str], longest: int = 3
) -> dict[str, Counter[str]]:
    """What people are called to their face says of their gender: person -> votes for "f" and "m".

    Only quotes count whose addressee is named by the cue or is both the last to speak and the next.

    Args:
        plain: folded text.
        said: quotes with addressees, in order.
        titles: title -> "f", "m" or "?".
        longest: the longest title to look for, in characters.
    """
    votes: dict[str, Counter[str]] = {}
    for before, one, after in zip([None, *said], said, [*said[1:], None], strict=False):
        key = one.addressee
        both = before is not None and after is not None and before.speaker == key == after.speaker
        if key is None or not (one.told or both):
            continue
        head = plain[one.quote.start : min(one.quote.end, one.quote.start + 8)].lstrip("好我的大二三四")
        for width in range(longest, 0, -1):
            gender = titles.get(head[:width], "?")
            if gender != "?" and head[width : width + 1] in tuple("，！。？、…"):
                votes.setdefault(key, Counter())[gender] += 1
                break
    return votes
