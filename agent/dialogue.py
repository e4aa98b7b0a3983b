"""Who said what to whom, and who heard it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance. `hearers` are the names of those who heard it; empty means everybody present."""

    speaker: str
    text: str
    hearers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation so far; `summary` tells of its first `summarised` lines."""

    lines: tuple[Line, ...] = ()
    summary: str = ""
    summarised: int = 0

    def heard_by(self, name: str) -> Dialogue:
        """The part that `name` said or heard. A summary made by others is not theirs."""
        heard = tuple(n for n in self.lines if not n.hearers or name in n.hearers or n.speaker == name)
        if len(heard) == len(self.lines):
            return self
        return Dialogue(heard)

    def say(self, line: Line) -> Dialogue:
        return replace(self, lines=(*self.lines, line))

    @property
    def recent(self) -> Sequence[Line]:
        """The lines that the summary does not cover."""
        return self.lines[self.summarised :]
