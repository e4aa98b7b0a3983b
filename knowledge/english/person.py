"""One person's names, and whether another may be theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from knowledge.english.forms import Form
from knowledge.english.lexicon import MARRIED, UNMARRIED, pet_forms
from knowledge.english.wordlist import words_of
from knowledge.types import Gender

NOBLE = words_of(
    """
    sir lady lord duke duchess count countess baron baroness king queen prince princess
    """
)


@dataclass(slots=True, eq=False)
class Person:
    """A cluster of forms. `given` and `surname` are lower case; "" where unknown."""

    given: str = ""
    surname: str = ""
    forms: list[Form] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(form.count for form in self.forms)

    @property
    def said(self) -> int:
        return sum(form.said for form in self.forms)

    @property
    def gender(self) -> Gender:
        votes = Counter[Gender]()
        for form in self.forms:
            votes[form.gender] += form.count * (5 if form.title else 1)
        del votes["?"]
        return max(votes, key=lambda g: votes[g]) if votes else "?"

    @property
    def titles(self) -> Counter[str]:
        found = Counter[str]()
        for form in self.forms:
            if form.title:
                found[form.title] += form.count
        return found

    @property
    def sentences(self) -> set[int]:
        return set[int]().union(*(form.sentences for form in self.forms))

    def has(self, titles: Iterable[str]) -> bool:
        return any(title in self.titles for title in titles)


def akin(one: str, other: str) -> bool:
    return other in pet_forms().get(one, ()) or one in pet_forms().get(other, ())


def same_given(one: str, other: str) -> bool:
    return bool(one) and (one == other or (len(one) > 1 and len(other) > 1 and akin(one, other)))


def genders_agree(one: Gender, other: Gender) -> bool:
    return "?" in (one, other) or one == other


def agree(person: Person, form: Form) -> bool:
    """Whether titles allow the form to be the person's: Mr. with Mr., Miss with Miss."""
    if not genders_agree(person.gender, form.gender):
        return False
    return not (
        (form.title in MARRIED and person.has(UNMARRIED)) or (form.title in UNMARRIED and person.has(MARRIED))
    )
