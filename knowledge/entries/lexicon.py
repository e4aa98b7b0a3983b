"""What to look for in a language: patterns of the four dimensions, in narration and in speech."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.types import DIMENSIONS, Dimension, Language

Rules = tuple[tuple[float, re.Pattern[str]], ...]
"""Patterns with what each is worth; a sentence's strength is the sum over those that it matches."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Patterns of one language.

    Attributes:
        narrated, spoken: per dimension, what the narration says of a person, and what a person says of
            themselves.
        emotions: one pattern whose named groups are the labels of `Keys.emotion`.
        situations: likewise for `Keys.situation`.
        kin: words for relations, as they stand in the text, to the label of the relation.
        least, most: characters of a sentence worth keeping.
    """

    narrated: Mapping[Dimension, Rules]
    spoken: Mapping[Dimension, Rules]
    emotions: re.Pattern[str]
    situations: re.Pattern[str]
    kin: Mapping[str, str]
    least: int
    most: int

    def strengths(self, text: str, *, spoken: bool) -> dict[Dimension, float]:
        """Dimensions for which `text` says something, with how much."""
        rules = self.spoken if spoken else self.narrated
        found: dict[Dimension, float] = {}
        for dimension in DIMENSIONS:
            weight = sum(worth for worth, pattern in rules[dimension] if pattern.search(text))
            if weight > 0:
                found[dimension] = weight
        return found

    def emotion(self, text: str) -> str:
        """Label of the first emotion named in `text`, or ""."""
        found = self.emotions.search(text)
        return (found.lastgroup or "") if found else ""

    def situation(self, text: str) -> str:
        """Label of the commonest situation of which `text` has words, or ""."""
        counts: dict[str, int] = {}
        for found in self.situations.finditer(text):
            label = found.lastgroup or ""
            counts[label] = counts.get(label, 0) + 1
        return max(counts, key=lambda label: counts[label], default="")


def lexicon(language: Language) -> Lexicon:
    """The lexicon of a language."""
    # Imported here so that a book compiles the patterns of its own language only.
    if language == "en":
        from knowledge.entries.lexicon_en import ENGLISH

        return ENGLISH
    from knowledge.entries.lexicon_zh import CHINESE

    return CHINESE


def labelled(table: Mapping[str, str], before: str = "", after: str = "") -> re.Pattern[str]:
    """One pattern with a named group per label; the values are alternatives parted by blanks."""
    groups = (f"(?P<{label}>{before}(?:{'|'.join(words.split())}){after})" for label, words in table.items())
    return re.compile("|".join(groups), re.I)
