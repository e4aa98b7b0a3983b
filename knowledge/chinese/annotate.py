"""A Chinese novel's cast, mentions and quotes, from its text alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from knowledge.chinese.evidence import Calls, gender_votes, scenes
from knowledge.chinese.forms import carriers, find_forms
from knowledge.chinese.introductions import introduced, nicknamed
from knowledge.chinese.marks import quoted
from knowledge.chinese.merging import Merger
from knowledge.chinese.names import Named, discover
from knowledge.chinese.people import People, by_shape, main_name
from knowledge.chinese.plain import fold
from knowledge.chinese.speakers import Said, SpeakerReader
from knowledge.chinese.subjects import SubjectFinder
from knowledge.chinese.substitution import Substitution, join_substitutes
from knowledge.chinese.titles import GENDER, gender_of
from knowledge.chinese.words import GROUPS, ROLES
from knowledge.types import Annotation, Book, Character, Gender, Mention, Quote

_KINDS = frozenset(ROLES) | frozenset(GROUPS)


def annotate(book: Book, cast: Sequence[Character] | None = None) -> Annotation:
    """Cast, mentions and quotes of a Chinese book; deterministic, no model.

    Args:
        book: the book as read; offsets are of `book.text`.
        cast: people who are known already; their names and aliases are then the only ones merged.
    """
    plain = fold(book.text)
    marks = quoted(plain)
    names = _given(plain, cast) if cast is not None else discover(plain, marks)
    people = _given_people(names, cast) if cast is not None else by_shape(names)
    finder = SubjectFinder(list(names))
    genders = _genders(people, {})
    said = SpeakerReader(plain, finder, people.who, lambda key: genders.get(key, "?")).read(marks)
    if cast is None:
        votes = gender_votes(plain, said, GENDER)
        genders = _genders(people, votes)
        calls = Calls(said, scenes(plain, said, finder, people))
        meetings = Substitution(plain, said, finder, people)
        join_substitutes(plain, names, people, genders, meetings, calls)
        genders = _genders(people, votes)
        joined = Merger(plain, names, people, genders, calls).join(find_forms(plain, marks, names))
        surfaces = [*names, *joined, *_introduce(plain, names, people)]
        given = nicknamed(plain, said, SubjectFinder(surfaces), people, carriers(list(names)))
        finder = SubjectFinder([*surfaces, *_nickname(plain, given, people)])
        genders = _genders(people, votes)
        said = SpeakerReader(plain, finder, people.who, lambda key: genders.get(key, "?")).read(marks)
    mentions = [
        (start, end, people.find(plain[start:end])) for start, end in finder.names_in(plain, 0, len(plain))
    ]
    kinds = frozenset(surface for surface, named in names.items() if named.role)
    singles = frozenset(names) - kinds
    return _assemble(people, genders, mentions, said, cast or (), singles)


def _given(plain: str, cast: Sequence[Character]) -> dict[str, Named]:
    surfaces = {surface for person in cast for surface in (person.name, *person.aliases)}
    return {surface: Named(surface, 1, plain.count(surface)) for surface in sorted(surfaces)}


def _given_people(names: Mapping[str, Named], cast: Sequence[Character]) -> People:
    people = People({surface: named.count for surface, named in names.items()})
    for person in cast:
        for alias in person.aliases:
            people.merge(person.name, alias)
    return people


def _introduce(plain: str, names: Mapping[str, Named], people: People) -> list[str]:
    """Join the aliases that the text explains; those that are new surfaces are returned."""
    new: list[str] = []
    for alias, name in introduced(plain, names):
        if alias in people.weight and people.find(alias) != alias:
            continue  # somebody's already
        if alias in names and names[alias].cues >= 3:
            continue  # speaks under this name: not a mere by-name
        if alias not in people.weight:
            people.weight[alias] = plain.count(alias)
            new.append(alias)
        people.merge(name, alias)
    return new


def _nickname(plain: str, given: Iterable[tuple[str, str]], people: People) -> list[str]:
    new = []
    for alias, key in list(given):
        if alias not in people.weight and key in people.weight:
            people.weight[alias] = plain.count(alias)
            people.merge(key, alias)
            new.append(alias)
    return new


def _genders(people: People, votes: Mapping[str, Counter[str]]) -> dict[str, Gender]:
    """What titles in a person's names, and titles called to their face, say together."""
    found: dict[str, Gender] = {}
    for key, surfaces in people.clusters().items():
        titles = Counter(gender_of(surface) for surface in surfaces if not surface.endswith("儿"))
        count: Counter[str] = Counter({gender: 3 * times for gender, times in titles.items()})
        for surface in surfaces:
            count.update(votes.get(surface, {}))
        f, m = count["f"], count["m"]
        found[key] = "f" if f >= 2 and f > 2 * m else "m" if m >= 2 and m > 2 * f else "?"
    return found


def _assemble(
    people: People,
    genders: Mapping[str, Gender],
    mentions: Sequence[tuple[int, int, str]],
    said: Sequence[Said],
    cast: Sequence[Character],
    singles: frozenset[str],
) -> Annotation:
    spoken = Counter(one.speaker for one in said if one.speaker is not None)
    counts = Counter(key for _, _, key in mentions)
    first: dict[str, int] = {}
    for start, _, key in mentions:
        first.setdefault(key, start)
    for one in said:
        if one.speaker is not None:
            first.setdefault(one.speaker, one.quote.outer_start)
    known = {people.find(person.name): person for person in cast}
    top = max((counts[key] + spoken[key] for key in first if not is_group(key, singles)), default=1)
    clusters = people.clusters()
    characters: dict[str, Character] = {}
    for key in first:
        share = min(1.0, (counts[key] + spoken[key]) / max(top, 1))
        person = known.get(key) or _described(key, clusters.get(key, [key]), people, genders, singles)
        characters[key] = replace(
            person, prominence=share, mentions=counts[key], quotes=spoken[key], first=first[key]
        )
    return Annotation(
        tuple(sorted(characters.values(), key=lambda person: (-person.prominence, person.first, person.id))),
        tuple(Mention(start, end, characters[key].id) for start, end, key in mentions),
        tuple(
            Quote(
                one.quote.start,
                one.quote.end,
                characters[one.speaker].id if one.speaker is not None else None,
                characters[one.addressee].id if one.addressee in characters else None,
                one.cue,
                one.turn,
            )
            for one in said
        ),
    )


def _described(
    key: str, surfaces: Sequence[str], people: People, genders: Mapping[str, Gender], singles: frozenset[str]
) -> Character:
    present = [surface for surface in surfaces if people.weight.get(surface, 1) > 0] or [key]
    name = main_name(present, {surface: people.weight.get(surface, 1) for surface in present})
    return Character(
        id=name,
        name=name,
        aliases=tuple(surface for surface in present if surface != name),
        gender=genders.get(key, gender_of(key)),
        group=all(is_group(surface, singles) for surface in present),
    )


def is_group(surface: str, singles: frozenset[str]) -> bool:
    """Whether the surface means several people, or anyone of a kind; `singles` are known to be one person."""
    if surface in singles:
        return False
    return surface in _KINDS or surface.endswith(("们", "等")) or surface[0] in "众诸群"
