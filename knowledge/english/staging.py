"""From a book's text to the stage: paragraphs, quotes, words, names, people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.english.doubles import find_doubles
from knowledge.english.forms import Form, Key, collect
from knowledge.english.genders import pronoun_votes, settle
from knowledge.english.given import given_people
from knowledge.english.names import Name, find_names
from knowledge.english.narrator import has_narrator, narrator_form
from knowledge.english.paragraphs import paragraphs
from knowledge.english.people import Gathering
from knowledge.english.person import Person
from knowledge.english.phrases import Phrases
from knowledge.english.quotes import Span, find_quotes
from knowledge.english.stage import Player, Stage, sight
from knowledge.english.strangers import labels_of, trades
from knowledge.english.tags import Tag, Tagger
from knowledge.english.turns import Turn, build_turns, read_tags
from knowledge.english.words import casing, read_words
from knowledge.types import Character


@dataclass(slots=True)
class Staged:
    """The stage, its turns, the quotes' tags; `persons[n]` is player n's names (None for one without)."""

    stage: Stage
    turns: tuple[Turn, ...]
    tags: tuple[Tag | None, ...]
    persons: list[Person | None]
    votes: dict[int, Counter[str]]


def set_stage(text: str, cast: Sequence[Character] | None = None) -> Staged:
    """Read a whole book; with `cast`, its people are the only ones."""
    parts = paragraphs(text)
    spans = find_quotes(text, parts)
    words = read_words(text, parts, spans)
    cases = casing(words)
    names: tuple[Name, ...]
    names = find_names(words, cases) if cast is None else given_people(words, cast).names
    phrases = Phrases(words, names)
    tagger = Tagger(text, parts, spans, phrases)
    tags = read_tags(tagger, len(spans))
    forms = collect(words, names, tags, tagger)
    persons: list[Person | None] = []
    owner: dict[Key, int] = {}
    if cast is None:
        for number, person in enumerate(Gathering(forms, _talks(spans, tags)).gather()):
            persons.append(person)
            owner.update((form.key, number) for form in person.forms)
    else:
        owner = given_people(words, cast).owner
        persons = _known(forms, owner, len(cast))
    players = [_player(number, person) for number, person in enumerate(persons) if person is not None]
    if cast is not None:
        for player, character in zip(players, cast, strict=True):
            player.gender = character.gender if character.gender != "?" else player.gender
            player.narrator, player.group = character.narrator, character.group
    labels: dict[str, int] = {}
    if cast is None:
        for label in labels_of(tags, least=1):
            labels[label] = len(players)
            persons.append(None)
            players.append(_stranger(len(players), label, tags))
    for who, nouns in trades(words, names, owner, phrases).items():
        players[who].nouns = nouns
    sightings = sight(words, names, owner, tagger, phrases, labels)
    votes = pronoun_votes(words, sightings)
    for player in players:
        if not player.label:
            player.gender = settle(
                player.gender, votes.get(player.number, Counter()), sure=bool(player.titles)
            )
    if has_narrator(words, tags) and not any(p.narrator for p in players):
        known = narrator_form(forms.values())
        if known is not None and known.key in owner:
            players[owner[known.key]].narrator = True
        else:
            persons.append(None)
            players.append(Player(len(players), "?", 1, narrator=True))
    stage = Stage(text, parts, spans, words, phrases, tagger, players, owner, labels, sightings)
    speakers = [stage.who(tag.phrase) if tag is not None else None for tag in tags]
    stage.doubles = find_doubles(players, sightings, speakers)
    return Staged(stage, build_turns(spans, tags, stage.clash), tags, persons, votes)


def _player(number: int, person: Person) -> Player:
    return Player(number, person.gender, person.count, frozenset(person.titles))


def _stranger(number: int, label: str, tags: Sequence[Tag | None]) -> Player:
    mine = [
        t.phrase
        for t in tags
        if t is not None and t.phrase.kind == "noun" and t.phrase.label.lower() == label
    ]
    return Player(number, mine[0].gender, len(mine), label=label, group=mine[0].group)


def _known(forms: dict[Key, Form], owner: dict[Key, int], count: int) -> list[Person | None]:
    people = [Person() for _ in range(count)]
    for key, number in owner.items():
        if key in forms:
            people[number].forms.append(forms[key])
    return list(people)


def _talks(spans: Sequence[Span], tags: Sequence[Tag | None]) -> Counter[frozenset[Key]]:
    """How often two forms have a tag in neighbouring paragraphs: two people talking, not one."""
    found = Counter[frozenset[Key]]()
    last: tuple[int, Key] | None = None
    for span, tag in zip(spans, tags, strict=True):
        if tag is None or tag.phrase.kind != "name" or tag.phrase.name is None:
            continue
        key = tag.phrase.name.key
        if last is not None and last[0] + 1 == span.paragraph and key != last[1]:
            found[frozenset((last[1], key))] += 1
        last = span.paragraph, key
    return found
