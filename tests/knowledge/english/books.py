"""Little English books for the tests."""

from __future__ import annotations

import textwrap

from knowledge.types import Annotation, Book


def book(text: str) -> Book:
    """A book of that text (dedented), without chapters."""
    return Book("b", "A Book", "", "en", textwrap.dedent(text).strip() + "\n", ())


def spoken(book: Book, annotation: Annotation) -> list[tuple[str, str | None]]:
    """(what is said, in one line; the speaker's name) of every quote."""
    names = {person.id: person.name for person in annotation.characters}
    return [
        (" ".join(book.text[q.start : q.end].split()), names[q.speaker] if q.speaker else None)
        for q in annotation.quotes
    ]
