"""Lines that may be headings, before it is decided which of them part the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Level = Literal["part", "chapter", "named"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A line (or two) that looks like a heading.

    Attributes:
        start, end: offsets; `end` is past the heading and the title lines that belong to it.
        level: a part holds chapters; "named" is a preface and the like.
        family: which pattern found it; headings of one family are judged together.
        number: as counted in the book, 0 where it has none.
        label, title: "CHAPTER I." and "Down the Rabbit-Hole"; either may be empty.
        listed: it stands in a list, line under line; no chapter begins with it.
    """

    start: int
    end: int
    level: Level
    family: str
    number: int
    label: str
    title: str = ""
    listed: bool = False

    def moved(self, by: int) -> Heading:
        """The same heading in a text that begins `-by` characters later."""
        return replace(self, start=self.start + by, end=self.end + by)

    @property
    def caption(self) -> str:
        """One line for a list of chapters."""
        label, title = self.label.strip(" .:—–-"), self.title.strip(" :—–-")
        return f"{label}: {title}" if label and title else label or title


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text without surrounding blanks, and whether blank lines stand round it."""

    start: int
    end: int
    text: str
    blank_before: bool
    blank_after: bool


def lines_of(text: str, start: int, end: int) -> Iterator[Line]:
    """The non-blank lines of `text[start:end]`, in order; offsets are of the stripped line."""
    held: Line | None = None
    blank, at = True, start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        raw = text[at:stop]
        stripped = raw.strip(" \t\u3000\xa0\r\f\v")
        if stripped:
            if held:
                yield held
            lead = at + raw.index(stripped[0])
            held = Line(lead, lead + len(stripped), stripped, blank, False)
            blank = False
        else:
            if held and not held.blank_after:
                held = replace(held, blank_after=True)
            blank = True
        at = stop + 1
    if held:
        yield replace(held, blank_after=True)
