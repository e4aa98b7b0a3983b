"""Phrases that mean a person: a name, a pronoun, or a description such as `the old gentleman`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from knowledge.english.lexicon import (
    FEMALE_NOUNS,
    GROUP_NOUNS,
    KIN,
    MALE_NOUNS,
    PERSON_NOUNS,
    TITLES,
)
from knowledge.english.names import Name, canonical_title
from knowledge.english.wordlist import words_of
from knowledge.english.words import Words
from knowledge.types import Gender

PRONOUNS: dict[str, Gender] = {"he": "m", "she": "f", "i": "?", "it": "?", "they": "?", "we": "?", "you": "?"}
DETERMINERS = words_of("the a an his her my their our its this that another one your")
_STOPS = words_of(
    """
    of in on at to with from by for as and or but who whom whose which that when while if than then so
    had has have was were is are been be would could should did does do said went came into upon after
    before without within through over under about among between again aloud now here there very not in
    """
)
VAGUE = words_of("man woman gentleman lady boy girl person fellow voice figure stranger youth child")
Kind = Literal["name", "pronoun", "noun"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A reference to someone at words `first` to `last`.

    `head` is the pronoun or the head noun in lower case; `name` the name, for a name or for the owner in
    `Daisy's mother`; `label` the description without its determiner.
    """

    kind: Kind
    first: int
    last: int
    head: str = ""
    label: str = ""
    determiner: str = ""
    name: Name | None = None

    @property
    def gender(self) -> Gender:
        if self.kind == "pronoun":
            return PRONOUNS[self.head]
        if self.head in KIN:
            return KIN[self.head]  # type: ignore[return-value]
        for part in self.head.split("-"):
            if part in FEMALE_NOUNS:
                return "f"
            if part in MALE_NOUNS:
                return "m"
        return "?"

    @property
    def group(self) -> bool:
        return self.head in ("they", "we") or self.head in GROUP_NOUNS


class Phrases:
    """Reads phrases off the words, given the names found in them."""

    def __init__(self, words: Words, names: tuple[Name, ...]) -> None:
        self.words = words
        self._names = {name.first: name for name in names}

    def name_at(self, at: int) -> Name | None:
        return self._names.get(at)

    def at(self, at: int, end: int, *, any_noun: bool = False) -> Phrase | None:
        """The phrase from word `at` on, before word `end`; `any_noun` takes every noun for a person."""
        words = self.words
        if at >= end:
            return None
        lower = words.lower[at]
        name = self._names.get(at)
        if name is None and lower == "the" and (after := self._names.get(at + 1)) and after.article:
            name = after
        if name is not None:
            if name.owns:
                return self._owned(at, end, name)
            return Phrase("name", name.first, name.last, name=name)
        if lower in PRONOUNS:
            return Phrase("pronoun", at, at, head=lower)
        if lower in DETERMINERS:
            return self._noun(at, at + 1, end, lower, None, any_noun)
        if words.text[at][0].isupper() and not words.initial[at] and (lower in KIN or lower in TITLES):
            return Phrase("noun", at, at, head=canonical_title(lower), label=words.text[at], determiner="the")
        return None

    def _owned(self, at: int, end: int, name: Name) -> Phrase | None:
        return self._noun(at, name.last + 1, end, "'s", name, False)

    def _noun(
        self, first: int, at: int, end: int, determiner: str, owner: Name | None, any_noun: bool
    ) -> Phrase | None:
        words, last = self.words, None
        for i in range(at, min(at + 6, end)):
            lower, gap = words.lower[i], words.gap[i]
            comma = gap.strip() not in ("", "-")
            if (
                lower in _STOPS
                or (comma and (i == at or gap.strip() != ","))
                or words.quote[i] != words.quote[first]
            ):
                break
            if comma and last is not None:
                break
            head = lower.split("-")[-1] if lower not in PERSON_NOUNS else lower
            if head in PERSON_NOUNS or lower in GROUP_NOUNS or lower in KIN:
                last = i
                if words.owns[i]:
                    at, last = i + 1, None  # "his mother's maid": go on to the maid
            elif last is not None:
                break
            elif any_noun and i + 1 >= end:
                last = i
            elif any_noun and (words.lower[min(i + 1, len(words) - 1)] in _STOPS or self._cut(i + 1)):
                last = i
                break
        if last is None:
            return None
        head = words.lower[last]
        if head in VAGUE and owner is None:
            last = self._trait(last, end)
        label = " ".join(words.text[i] for i in range(at, last + 1))
        return Phrase("noun", first, last, head, label, determiner, owner)

    def _trait(self, last: int, end: int) -> int:
        """The last word of "with the black beard" or "in the white waistcoat", else `last`."""
        words = self.words
        if last + 3 >= end or words.lower[last + 1] not in ("with", "in") or words.lower[last + 2] != "the":
            return last
        if words.gap[last + 1].strip() or words.gap[last + 2].strip():
            return last
        for i in range(last + 3, min(last + 6, end)):
            if words.gap[i].strip() not in ("", "-"):
                return i - 1 if i > last + 3 else last
            if words.lower[i] in _STOPS:
                return i - 1 if i > last + 3 else last
        return min(last + 5, end - 1)

    def _cut(self, at: int) -> bool:
        return (
            at >= len(self.words)
            or self.words.gap[at].strip() not in ("", "-")
            or self.words.lower[at].endswith("ly")
        )
