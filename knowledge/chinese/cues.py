"""The explicit cue: who, by the words before a quote, speaks it."""

from __future__ import annotations

from knowledge.chinese.clauses import clauses, peel_left
from knowledge.chinese.subjects import Subject, SubjectFinder
from knowledge.chinese.surnames import full_name_at


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
    for number, clause in enumerate(reversed(stretch)):
        if subject := finder.find(plain, clause, cue=number == 0):
            return subject
    for clause in reversed(stretch):
        if span := full_name_at(
            plain, clause.start + peel_left(plain[clause.start : clause.end]), clause.end
        ):
            return Subject(*span, "name")
    return None
