"""The words of a text with what stands round them: one pass that every later stage reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.english.lexicon import TITLES
from knowledge.english.paragraphs import Paragraph
from knowledge.english.quotes import Span

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BREAK = re.compile(r"[.!?:…\"“”«»]|[‘'](?=$)|--|—|\n\s*\n")
_ABBREVIATED = re.compile(
    r"(?:mr|mrs|ms|dr|st|messrs|prof|capt|col|gen|rev|mme|mlle|lieut|sergt|hon|esq|[a-z])", re.I
)


@dataclass(frozen=True, slots=True)
class Words:
    """Parallel tuples, one entry a word; `quote` is the number of the quote that holds it, else -1.

    `text` is without a possessive ending (`owns` tells of one); `initial` marks the first word of a sentence.
    """

    start: Sequence[int]
    end: Sequence[int]
    text: Sequence[str]
    lower: Sequence[str]
    owns: Sequence[bool]
    initial: Sequence[bool]
    gap: Sequence[str]
    paragraph: Sequence[int]
    quote: Sequence[int]

    def at(self, offset: int) -> int:
        """Number of the first word that starts at `offset` or later."""
        return bisect_left(self.start, offset)

    def __len__(self) -> int:
        return len(self.start)


def read_words(text: str, paragraphs: Sequence[Paragraph], spans: Sequence[Span]) -> Words:
    """The words of all paragraphs; `gap` is what stands between a word and the one before it."""
    start: list[int] = []
    end: list[int] = []
    words: list[str] = []
    owns: list[bool] = []
    initial: list[bool] = []
    gap: list[str] = []
    holder: list[int] = []
    quote: list[int] = []
    nearest = 0
    for number, paragraph in enumerate(paragraphs):
        previous = paragraph.start
        before = ""
        for found in _WORD.finditer(text, paragraph.start, paragraph.end):
            word, at = found.group(), found.start()
            between = text[previous:at]
            own = word[-2:] in ("'s", "’s")
            if not own and word == "s" and between == " " and words:  # an apostrophe lost in transcription
                owns[-1] = True
                previous = found.end()
                continue
            while nearest < len(spans) and spans[nearest].end <= at:
                nearest += 1
            start.append(at)
            end.append(found.end() - 2 * own)
            words.append(word[:-2] if own else word)
            owns.append(own)
            abbreviated = between.startswith(".") and _ABBREVIATED.fullmatch(before)
            initial.append(not before or (bool(_BREAK.search(between)) and not abbreviated))
            gap.append(between)
            holder.append(number)
            quote.append(nearest if nearest < len(spans) and spans[nearest].start <= at else -1)
            previous, before = found.end(), word
    return Words(start, end, words, [w.lower() for w in words], owns, initial, gap, holder, quote)


@dataclass(frozen=True, slots=True)
class Casing:
    """How often each word (lower case) stands capitalised within a sentence, opening one, and small."""

    within: Counter[str]
    opening: Counter[str]
    small: Counter[str]


def casing(words: Words) -> Casing:
    within, opening, small = Counter[str](), Counter[str](), Counter[str]()
    for word, lower, initial in zip(words.text, words.lower, words.initial, strict=True):
        if word[0].islower():
            small[lower] += 1
        elif len(word) > 1 and word.isupper() and lower not in TITLES:
            continue  # shouted or printed in capitals: no evidence
        elif initial:
            opening[lower] += 1
        else:
            within[lower] += 1
    return Casing(within, opening, small)
