"""People found twice: under a pet form, or as a wife under her husband's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from knowledge.english.lexicon import MARRIED, UNMARRIED, pet_forms
from knowledge.english.person import NOBLE, Person, akin, genders_agree


class Apart(Protocol):
    """Whether two are named together too often to be one."""

    def __call__(self, one: Person, other: Person, *, least: int = 2) -> bool: ...


def join_pets(people: Sequence[Person], apart: Apart) -> list[Person]:
    """Lizzy with Elizabeth: a lone pet form goes to the one bearer of its full name."""
    for person in sorted(people, key=lambda p: p.count):
        if not person.given or person.surname or person.has(NOBLE) or person.given not in pet_forms():
            continue
        related = [
            other
            for other in people
            if other is not person
            and other.forms
            and person.forms
            and other.given
            and other.given != person.given
            and akin(other.given, person.given)
            and genders_agree(other.gender, person.gender)
            and any(not form.title for form in other.forms)
            and not other.has(NOBLE)
            and not apart(other, person)
        ]
        if related:
            best = max(related, key=lambda p: p.count)
            best.forms.extend(person.forms)
            person.forms = []
    return [p for p in people if p.forms]


def join_wives(people: Sequence[Person], apart: Apart) -> list[Person]:
    """Edna with Mrs. Pontellier: a wife of her own name, never called Miss, never named beside her."""
    for person in people:
        if person.given or not person.has(MARRIED) or person.count < 8:
            continue
        wives = [
            p
            for p in people
            if p.surname == person.surname
            and p.given
            and p.gender == "f"
            and not p.has(UNMARRIED | MARRIED)
            and p.count >= 8
            and not apart(p, person, least=1)
        ]
        if len(wives) == 1:
            wives[0].forms.extend(person.forms)
            person.forms = []
    return [p for p in people if p.forms]
