"""The cast as a reader of the first chapters knows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from knowledge.entries.tidy import tidy
from knowledge.types import Annotation, Book, Character


def end_of(book: Book, until: int | None) -> int:
    """Offset at which chapter `until` ends; the end of the last chapter for None or beyond it."""
    if until is None or until > len(book.chapters):
        return book.chapters[-1].end
    return book.chapters[until - 1].end if until >= 1 else book.chapters[0].start


def people_as_of(book: Book, annotation: Annotation, until: int | None) -> tuple[Character, ...]:
    """Those who have appeared by the end of chapter `until`, by their prominence up to there.

    Names and aliases are only those that the text has used by then: a married name, a title won later or a
    name revealed later is not among them. Ids stay, though they may tell more. Counts, prominence and `first`
    are recomputed.
    """
    end = end_of(book, until)
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    firsts: dict[str, int] = {}
    for one in annotation.mentions:
        if one.end <= end:
            forms[one.character][tidy(book.text[one.start : one.end])] += 1
            firsts.setdefault(one.character, one.start)
    quotes: Counter[str] = Counter()
    for quote in annotation.quotes:
        if quote.speaker and quote.end <= end:
            quotes[quote.speaker] += 1
            firsts.setdefault(quote.speaker, quote.start)
    if not firsts:
        return ()
    most = max(sum(forms[name].values()) + quotes[name] for name in firsts)
    people = []
    for person in annotation.characters:
        if person.id not in firsts:
            continue
        used = forms[person.id]
        seen = [alias for alias in person.aliases if alias in used or _inside(alias, used)]
        told = [alias for alias in seen if alias in used]
        name = person.name if person.name in used or not told else max(seen, key=lambda a: (used[a], len(a)))
        mentions = sum(used.values())
        people.append(
            replace(
                person,
                name=name,
                aliases=tuple(alias for alias in seen if alias != name),
                prominence=(mentions + quotes[person.id]) / most,
                mentions=mentions,
                quotes=quotes[person.id],
                first=firsts[person.id],
            )
        )
    return tuple(sorted(people, key=lambda one: (-one.prominence, one.first)))


def _inside(alias: str, used: Counter[str]) -> bool:
    """Whether a longer form that was used holds `alias` as whole words: "Anna" in "Anna Hill"."""
    return any(f" {alias} " in f" {form} " for form in used)
