"""A cast that is given: its names, and only they, are looked for in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.english.forms import Key
from knowledge.english.lexicon import TITLES
from knowledge.english.names import Name, canonical_title
from knowledge.english.words import Words
from knowledge.types import Character

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class GivenPeople:
    names: tuple[Name, ...]
    owner: dict[Key, int]


def given_people(words: Words, cast: Sequence[Character]) -> GivenPeople:
    """Mentions of the cast by name or alias (longest first) and whose each form is.

    The first word must be capitalised in the text, unless the alias itself is written small after an article.
    """
    table: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for number, person in enumerate(cast):
        for alias in (person.name, *person.aliases):
            found = _WORD.findall(alias)
            if len(found) > 1 and found[0].lower() in ("the", "a", "an"):
                found = found[1:]
            if found:
                lowered = tuple(word.lower().removesuffix("'s").removesuffix("’s") for word in found)
                table.setdefault(lowered[0], []).append((lowered, number))
    for rows in table.values():
        rows.sort(key=lambda row: -len(row[0]))
    names: list[Name] = []
    owner: dict[Key, int] = {}
    at = 0
    while at < len(words):
        match = _match(words, at, table.get(words.lower[at], ()))
        if match is None:
            at += 1
            continue
        size, number = match
        name = _name(words, at, size)
        names.append(name)
        owner.setdefault(name.key, number)
        at += size
    return GivenPeople(tuple(names), owner)


def _match(words: Words, at: int, rows: Sequence[tuple[tuple[str, ...], int]]) -> tuple[int, int] | None:
    for parts, number in rows:
        size = len(parts)
        if tuple(words.lower[at : at + size]) != parts:
            continue
        if any(words.gap[at + k].strip(" \n.") for k in range(1, size)):
            continue
        article = at > 0 and words.lower[at - 1] in ("the", "a", "an")
        if words.text[at][0].isupper() or (article and size > 0):
            return size, number
    return None


def _name(words: Words, at: int, size: int) -> Name:
    first = words.lower[at]
    title = canonical_title(first) if size > 1 and first in TITLES else ""
    parts = words.text[at + bool(title) : at + size]
    article = at > 0 and words.lower[at - 1] == "the"
    last = at + size - 1
    return Name(at, last, title, tuple(parts), article, words.owns[last])
