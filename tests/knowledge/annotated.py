"""Little books annotated by hand: `{anna>tom|Hello}` is a quote by anna to tom; names are found by alias."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.types import Annotation, Book, Chapter, Character, Language, Mention, Quote

ANNA = Character("anna", "Anna Hill", ("Anna", "Miss Hill"), gender="f", prominence=1.0)
TOM = Character("tom", "Tom Brook", ("Tom", "Mr. Brook"), gender="m", prominence=0.6)
EVE = Character("eve", "Eve Stone", ("Eve",), gender="f", prominence=0.3)
CAST = (ANNA, TOM, EVE)

_MARKUP = re.compile(r"\{(?P<speaker>\w*)(?:>(?P<addressee>\w+))?\|(?P<text>[^}]*)\}")


def annotated(
    chapters: Sequence[str], cast: Sequence[Character] = CAST, language: Language = "en"
) -> tuple[Book, Annotation]:
    """A book of those chapters and its annotation; every quote counts as explicit."""
    text, rows, quotes = "", [], []
    for index, source in enumerate(chapters, 1):
        start = len(text)
        text += f"Chapter {index}\n\n"
        body = len(text)
        at = 0
        for found in _MARKUP.finditer(source):
            text += source[at : found.start()] + '"'
            speaker, said = found["speaker"] or None, found["text"]
            quotes.append(
                Quote(len(text), len(text) + len(said), speaker, found["addressee"], "explicit", len(quotes))
            )
            text += said + '"'
            at = found.end()
        text += source[at:] + "\n\n"
        rows.append(Chapter(index, f"Chapter {index}", start, body, len(text)))
    book = Book("b", "The Mill", "A. Miller", language, text, tuple(rows))
    return book, Annotation(tuple(cast), tuple(mentions_of(text, cast)), tuple(quotes))


def mentions_of(text: str, cast: Sequence[Character]) -> list[Mention]:
    """Every name and alias of the cast, longest first."""
    owners = {name: person.id for person in cast for name in (person.name, *person.aliases)}
    names = sorted(owners, key=len, reverse=True)
    pattern = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)
    return [
        Mention(found.start(), found.end(), owners[" ".join(found.group().split())])
        for found in re.finditer(pattern, text)
    ]
