"""Speech between a pair of marks: double, single or guillemets; straight, curly or mixed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.english.paragraphs import Paragraph

_ELIDED = re.compile(
    r"(?:tis|twas|twere|twill|twould|em|cause|til|till|un|ere|ave|im|er|ad|as|is|ow|eard|ead|round|bout|n|nuff|"
    r"neath|gainst|mongst|pon|cos|fraid|tain|ud|ull|e|arf|alf|ome|ouse|and|andsome)\b",
    re.I,
)
_SMALL_OR_GREAT = re.compile(r"T(?:is|was|were|will|would)\b")
_STRONG = ".,;:!?…—–-_)"
_VERSES = 12  # paragraphs (stanzas) that one pair of marks may run over without opening anew


@dataclass(frozen=True, slots=True)
class Style:
    """Marks that open and marks that close; a mark in both is read by what stands on its sides."""

    opening: str
    closing: str

    @property
    def single(self) -> bool:
        return "'" in self.opening or "‘" in self.opening

    def opens(self, text: str, at: int) -> bool:
        """Whether the mark at `at` looks as if it opened something."""
        mark, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if mark not in self.opening:
            return False
        elided = _SMALL_OR_GREAT if after.isupper() else _ELIDED
        if self.single and elided.match(text, at + 1) and not (mark == "‘" and after.isupper()):
            return False
        if mark not in self.closing:
            return True
        return (
            (not before or before.isspace() or before in "—–-([_\"“'‘|*")
            and bool(after)
            and not after.isspace()
        )

    def may_open(self, text: str, at: int, paragraph: int) -> bool:
        """Whether the mark opens where nothing is open; a space may stand for a lost inner mark."""
        if self.opens(text, at):
            return True
        loose = at == paragraph or (text[at - 1].isspace() and text[at + 1 : at + 2].isspace())
        return loose and not self.single and text[at] in self.opening

    def closes(self, text: str, at: int) -> bool:
        """Whether the mark at `at` may close something: no apostrophe within a word."""
        mark, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if mark not in self.closing:
            return False
        if not self.single:
            return True
        return not (before.isspace() or before == "") and not after.isalnum()

    def closes_surely(self, text: str, at: int) -> bool:
        """A single mark after a letter may be an apostrophe (`the boys' room`); after a stop it is none."""
        return self.closes(text, at) and (not self.single or text[at - 1] in _STRONG)


DOUBLE = Style('"“„', '"”“')
SINGLE = Style("'‘", "'’")
GUILLEMETS = Style("«", "»")
REVERSED_GUILLEMETS = Style("»", "«")
STYLES = (DOUBLE, SINGLE, GUILLEMETS, REVERSED_GUILLEMETS)

Row = tuple[int, int, int, bool]


def count(style: Style, text: str, paragraphs: Sequence[Paragraph]) -> int:
    """How many paragraphs open with speech in this style, plus a tenth of the other openings."""
    places = [at for at in _places(style, text, 0, len(text)) if style.opens(text, at)]
    starts = {p.start for p in paragraphs}
    return sum(10 if at in starts else 1 for at in places)


def scan(style: Style, text: str, paragraphs: Sequence[Paragraph]) -> list[Row]:
    """(start, end, paragraph, continues) of each stretch between marks."""
    rows: list[Row] = []
    opened = False  # the speech of the paragraph before was not closed
    for index, paragraph in enumerate(paragraphs):
        at, end = paragraph.start, paragraph.end
        going_on = opened
        if opened and style.may_open(text, at, at):
            start: int | None = at + 1
        elif opened and _goes_on(style, text, paragraphs, index):
            start = at
        else:
            start, going_on = None, False
        at = start if start is not None else at
        while True:
            if start is None:
                begun = next(
                    (i for i in _places(style, text, at, end) if style.may_open(text, i, paragraph.start)),
                    None,
                )
                if begun is None:
                    opened = False
                    break
                start = at = begun + 1
                going_on = False
            close, again = _close(style, text, at, end)
            if close is None:
                rows.append((start, end, index, going_on))
                opened = True
                break
            rows.append((start, close, index, going_on))
            start, at = None, close if again else close + 1
    return [_trimmed(text, row) for row in rows]


def _places(style: Style, text: str, start: int, end: int) -> Iterator[int]:
    pattern = re.compile("[" + re.escape(style.opening + style.closing) + "]")
    return (found.start() for found in pattern.finditer(text, start, end))


def _close(style: Style, text: str, start: int, end: int) -> tuple[int | None, bool]:
    """Where the speech open since `start` ends, and whether a new one opens at that very mark."""
    weak: int | None = None
    for at in _places(style, text, start, end):
        if at > start and style.opens(text, at) and text[at - 1] not in "-—–_" and not style.single:
            return at, True  # the closing mark was forgotten
        if style.single and weak is not None and style.opens(text, at):
            return weak, False
        if style.closes_surely(text, at):
            return at, False
        if style.closes(text, at) and weak is None:
            weak = at
    return weak, False


def _goes_on(style: Style, text: str, paragraphs: Sequence[Paragraph], index: int) -> bool:
    """Whether the first mark within the next few paragraphs closes: verses under one pair of marks."""
    if style.single:
        return False
    for paragraph in paragraphs[index : index + _VERSES]:
        for at in _places(style, text, paragraph.start, paragraph.end):
            return not style.opens(text, at) and style.closes(text, at)
    return False


def _trimmed(text: str, row: Row) -> Row:
    start, end, paragraph, continues = row
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return left, max(left, start + len(piece.rstrip())), paragraph, continues
