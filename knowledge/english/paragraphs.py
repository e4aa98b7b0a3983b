"""Paragraphs of a plain text, whether parted by blank lines, by indents or by bare line ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BLANK = re.compile(r"\n[ \t]*\n")
_INDENTED = re.compile(r"\n(?=[ \t]{1,8}\S)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Characters `start` to `end` (half-open), without the white space round them."""

    start: int
    end: int


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Every paragraph that holds something, in order."""
    blocks = _pieces(text, 0, len(text), _BLANK)
    lines = text.count("\n") + 1
    if len(blocks) * 12 < lines:  # no blank lines: every line, or every indented line, opens a paragraph
        indented = len(_INDENTED.findall(text))
        divider = _INDENTED if lines * 0.02 < indented < lines * 0.8 else re.compile(r"\n")
        blocks = [piece for start, end in blocks for piece in _pieces(text, start, end, divider)]
    return tuple(Paragraph(*_trim(text, start, end)) for start, end in blocks if text[start:end].strip())


def _pieces(text: str, start: int, end: int, divider: re.Pattern[str]) -> Sequence[tuple[int, int]]:
    found, at = [], start
    for mark in divider.finditer(text, start, end):
        found.append((at, mark.start()))
        at = mark.end()
    found.append((at, end))
    return found


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
