"""Where direct speech stands: every quotation style of English novels, one span per unbroken stretch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.english import dashes, marks
from knowledge.english.letters import letter_paragraphs, set_apart
from knowledge.english.paragraphs import Paragraph
from knowledge.english.scare import is_speech


@dataclass(frozen=True, slots=True)
class Span:
    """Speech from `start` to `end` (marks excluded) in paragraph number `paragraph`.

    `continues` tells that it goes on with the speech that the paragraph before left open.
    """

    start: int
    end: int
    paragraph: int
    continues: bool = False


def find_quotes(text: str, paragraphs: Sequence[Paragraph]) -> tuple[Span, ...]:
    """Direct speech in the book's own style, without quotations within it, titles and scare quotes."""
    counts = [marks.count(style, text, paragraphs) for style in marks.STYLES]
    if 10 * dashes.count(text, paragraphs) > 2 * max(counts):
        return tuple(Span(*row) for row in dashes.scan(text, paragraphs))
    style = marks.STYLES[counts.index(max(counts))]
    letters = letter_paragraphs(text, paragraphs) | set_apart(text, paragraphs)
    spans = (Span(*row) for row in marks.scan(style, text, paragraphs))
    return tuple(
        span
        for span in spans
        if span.paragraph not in letters
        and any(map(str.isalnum, text[span.start : span.end]))
        and (span.continues or is_speech(text, span.start, span.end, paragraphs[span.paragraph]))
    )
