"""The explicit cue: who, by the words before a quote, speaks it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.chinese.clauses import Clause, clauses, peel_left
from knowledge.chinese.subjects import Subject, SubjectFinder
from knowledge.chinese.surnames import full_name_at

_LISTED = re.compile("[向对与和同][一-鿿]{2,4}$")


def speaker_before(plain: str, start: int, end: int, finder: SubjectFinder) -> Subject | None:
    """The subject that leads to the quote opening at `end`.

    Clauses are read backwards from the quote; the first that has a subject decides, since a Chinese
    clause without one keeps that of the clause before.

    Args:
        plain: folded text.
        start: where the narration begins (past the quote before, or the paragraph's first character).
        end: the quote's opening mark.
        finder: what counts as somebody.
    """
    stretch = clauses(plain, start, end)
    for number in range(len(stretch) - 1, -1, -1):
        clause, cue = stretch[number], number == len(stretch) - 1
        subject = finder.find(plain, clause, cue=cue)
        if subject and not (cue and subject.start == clause.start and _listed(plain, stretch)):
            return subject
    for clause in reversed(stretch):
        if span := full_name_at(
            plain, clause.start + peel_left(plain[clause.start : clause.end]), clause.end
        ):
            return Subject(*span, "name")
    return None


def _listed(plain: str, stretch: Sequence[Clause]) -> bool:
    """Whether the last clause goes on with the people spoken to: 向邢夫人，王夫人道."""
    if len(stretch) < 2:
        return False
    before, last = stretch[-2:]
    return plain[before.end : last.start] in ("，", "、") and bool(
        _LISTED.search(plain, before.start, before.end)
    )
