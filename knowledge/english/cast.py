"""The cast as others see it: which people count, by what name, how prominent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from knowledge.english.person import Person
from knowledge.english.stage import Player
from knowledge.english.staging import Staged
from knowledge.english.wordlist import words_of
from knowledge.types import Character

_VAGUE = words_of(
    """
    man woman boy girl gentleman lady child stranger youth fellow person old-man people young-man
    visitor guest
    """
) | {"old man", "young man", "old woman", "young woman", "young lady", "old gentleman", "young gentleman"}


def build_cast(staged: Staged, quotes: Counter[int]) -> dict[int, Character]:
    """Player number -> Character, for everyone who counts; `quotes` are counted by player."""
    stage = staged.stage
    mentions = Counter(s.who for s in stage.sightings)
    firsts: dict[int, int] = {}
    for seen in stage.sightings:
        firsts.setdefault(seen.who, stage.words.start[seen.word])
    for span, who in _first_speech(staged, quotes):
        firsts.setdefault(who, span)
    bar = min(20.0, max(2.0, len(stage.words) / 1000))
    kept = [
        p
        for p in stage.players
        if _counts(staged.persons[p.number], p, mentions[p.number], quotes[p.number], bar)
    ]
    weight = {p.number: mentions[p.number] + 3 * quotes[p.number] for p in kept}
    most = max(weight.values(), default=1)
    kept.sort(key=lambda p: (-weight[p.number], p.number))
    families = Counter(person.surname for person in staged.persons if person and person.surname)
    names: set[str] = set()
    ids: set[str] = set()
    cast: dict[int, Character] = {}
    for player in kept:
        forms = _surface(staged.persons[player.number], player, families)
        name = next((form for form in forms if form.lower() not in names), None)
        if name is None:
            name = f"{forms[0]} ({player.number})"
        names.add(name.lower())
        cast[player.number] = Character(
            id=_fresh(slug(name), ids),
            name=name,
            aliases=tuple(form for form in forms if form != name),
            prominence=weight[player.number] / most,
            mentions=mentions[player.number],
            quotes=quotes[player.number],
            first=firsts.get(player.number, 0),
            gender=player.gender,
            group=player.group,
            narrator=player.narrator,
        )
    return cast


def slug(name: str) -> str:
    """ "Mr. Darcy" -> "mr-darcy"."""
    return re.sub(r"[^\w]+", "-", name.lower().replace("’", "").replace("'", "")).strip("-_") or "x"


def _counts(person: Person | None, player: Player, mentions: int, quotes: int, bar: float) -> bool:
    """Whether someone belongs in the cast: speaks, or is named often enough (`bar`) to be somebody."""
    if player.narrator:
        return True
    if person is None:
        return quotes >= min(3.0, bar / 2) and player.label not in _VAGUE
    known = bool(player.titles) or player.gender != "?"
    if quotes >= 2:
        return known or person.said > 0 or mentions >= 6
    return (quotes == 1 and mentions >= bar / 2) or mentions >= (bar if known else 2 * bar)


def _surface(person: Person | None, player: Player, families: Counter[str]) -> list[str]:
    """Names of a player, the main one first; `families` counts the bearers of each surname."""
    if person is None:
        return ["the narrator"] if player.narrator else [f"the {player.label}"]
    forms = sorted(person.forms, key=lambda f: (-f.count, f.first))
    share = 5 if families[person.surname] > 2 else 20
    # Now and then a family's name stands for any of its members.
    forms = [
        f for f in forms if f.title or f.parts != (person.surname,) or share * f.count >= person.count
    ] or forms
    texts = list(dict.fromkeys(form.display for form in forms))
    whole = [
        f for f in forms if not f.title and not f.article and len(f.parts) > 1 and person.given in f.parts
    ]
    by_given = sum(f.count for f in forms if person.given and person.given in f.parts)
    titled = [f for f in forms if f.title]
    noble = [f for f in forms if f.title in ("lady", "sir")]
    if noble and 2 * noble[0].count > person.count:
        main = noble[0].display
    elif whole and 2 * by_given >= person.count:
        main = max(whole, key=lambda f: f.count).display
    elif titled and person.surname and titled[0].count * 3 > forms[0].count:
        main = titled[0].display
    else:
        main = texts[0]
    return [main, *(text for text in texts if text != main)]


def _first_speech(staged: Staged, quotes: Counter[int]) -> Sequence[tuple[int, int]]:
    """Where strangers are first described as speaking."""
    stage = staged.stage
    found = []
    for tag in staged.tags:
        if tag is not None and tag.phrase.kind == "noun":
            who = stage.labels.get(tag.phrase.label.lower())
            if who is not None and quotes[who]:
                found.append((stage.words.start[tag.phrase.first], who))
    return found


def _fresh(wanted: str, taken: set[str]) -> str:
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    taken.add(found)
    return found
