"""Presence per plot segment, from who speaks, who is spoken to, and who acts in the narration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from knowledge.presence.scenes import Scene, scenes_of
from knowledge.types import Annotation, Book, Gender, Language, PlotSegment, Presence

ENOUGH = 1.0
"""Evidence that makes a witness: one clear act, or several weak signs."""
_PRONOUNS: dict[tuple[Language, Gender], re.Pattern[str]] = {
    ("en", "f"): re.compile(r"\b(?:she|her|herself|hers)\b", re.I),
    ("en", "m"): re.compile(r"\b(?:he|him|himself|his)\b", re.I),
    ("en", "?"): re.compile(r"\b(?:they|them|he|she|him|her)\b", re.I),
    ("zh", "f"): re.compile("[他她]"),
    ("zh", "m"): re.compile("他"),
    ("zh", "?"): re.compile("[他她它]"),
}


def presence(book: Book, segments: Sequence[PlotSegment], annotation: Annotation) -> tuple[Presence, ...]:
    """Who witnesses each segment, or is told it; by segment, then in order of the cast.

    Speaking, being spoken to and acting in the narration are evidence; being talked or thought about is not.
    Whom a "she" without a name before it carries on, is there; who is there before and after a segment and
    may be meant by its pronouns, is there in it; who hears the beginning of a long speech or reads that of a
    letter hears or reads the rest. The narrator of a first-person book is there wherever they say "I" or
    others speak. Groups are left out.
    """
    scenes = scenes_of(book, segments, annotation)
    genders = {person.id: person.gender for person in annotation.characters if not person.group}
    here = [
        {name for name, weight in scene.evidence.items() if weight >= ENOUGH} & set(genders)
        for scene in scenes
    ]
    joined = [
        at > 0 and segments[at].chapter == segments[at - 1].chapter and not scene.opens
        for at, scene in enumerate(scenes)
    ]
    _carry(scenes, joined, here, genders)
    _bridge(book.language, scenes, joined, here, genders)
    order = {name: at for at, name in enumerate(genders)}
    return tuple(
        Presence(segment.index, name)
        for segment, names in zip(segments, here, strict=True)
        for name in sorted(names, key=order.__getitem__)
    )


def _carry(
    scenes: Sequence[Scene], joined: Sequence[bool], here: list[set[str]], genders: Mapping[str, Gender]
) -> None:
    """Listeners stay through talk and letters; the subject of the last segment through pronouns."""
    strength: dict[str, float] = {}
    for at, scene in enumerate(scenes):
        if not joined[at]:
            strength = {}
        carried: dict[str, float] = {}
        for gender in scene.unnamed:
            before = {name: weight for name, weight in strength.items() if genders.get(name) == gender}
            if before:
                carried[max(before, key=lambda name: before[name])] = ENOUGH
        if scene.quiet and joined[at]:
            carried |= {name: ENOUGH for name in here[at - 1] if name not in carried}
        here[at] |= set(carried)
        strength = {name: scene.evidence.get(name, 0.0) + carried.get(name, 0.0) for name in here[at]}


def _bridge(
    language: Language,
    scenes: Sequence[Scene],
    joined: Sequence[bool],
    here: list[set[str]],
    genders: Mapping[str, Gender],
) -> None:
    """Whoever is there before and after, and may be meant by a pronoun between, is there between."""
    before = [set(names) for names in here]
    for at in range(1, len(scenes) - 1):
        if not (joined[at] and joined[at + 1]):
            continue
        for name in before[at - 1] & before[at + 1] - before[at]:
            pronoun = _PRONOUNS[(language, genders[name])]
            if scenes[at].quiet or pronoun.search(scenes[at].narration):
                here[at].add(name)
