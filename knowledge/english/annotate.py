"""English novels: cast, mentions and quotes with their speakers, without a model or a dependency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from knowledge.english.cast import build_cast
from knowledge.english.decode import Weights
from knowledge.english.speakers import Spoken, attribute
from knowledge.english.staging import Staged, set_stage
from knowledge.types import Annotation, Book, Character, Cue, Mention, Quote

_CUES: dict[str, Cue] = {"name": "explicit", "pronoun": "anaphoric", "noun": "anaphoric", "none": "implicit"}


def annotate(
    book: Book, cast: Sequence[Character] | None = None, *, weights: Weights | None = None
) -> Annotation:
    """Find the people of an English novel, where they are named, what they say and to whom.

    Args:
        book: an English book; offsets in the result are those of `book.text`.
        cast: the people, if they are known: then only they are looked for, by their names and aliases.
        weights: of the speaker model; the committed ones by default.
    """
    staged = set_stage(book.text, cast)
    spoken = attribute(staged, weights)
    counts = Counter[int]()
    for turn, said in zip(staged.turns, spoken, strict=True):
        if said.speaker is not None:
            counts[said.speaker] += turn.last - turn.first + 1
    people = build_cast(staged, counts)
    if cast is not None:
        people = _as_given(cast, people, staged, counts)
    characters = sorted(people.values(), key=lambda c: (-c.prominence, c.first))
    return Annotation(tuple(characters), _mentions(staged, people), _quotes(staged, spoken, people))


def _as_given(
    cast: Sequence[Character], people: dict[int, Character], staged: Staged, counts: Counter[int]
) -> dict[int, Character]:
    """The given people with what was counted of them; everyone stays, nobody is added."""
    mentions = Counter(s.who for s in staged.stage.sightings)
    weight = {n: mentions[n] + 3 * counts[n] for n in range(len(cast))}
    most = max(weight.values(), default=1) or 1
    return {
        number: replace(
            person,
            prominence=weight[number] / most,
            mentions=mentions[number],
            quotes=counts[number],
            first=people[number].first if number in people else 0,
            gender=staged.stage.players[number].gender,
            narrator=staged.stage.players[number].narrator,
        )
        for number, person in enumerate(cast)
    }


def _mentions(staged: Staged, people: dict[int, Character]) -> tuple[Mention, ...]:
    words = staged.stage.words
    return tuple(
        Mention(words.start[seen.word], words.end[seen.last], people[seen.who].id)
        for seen in staged.stage.sightings
        if seen.who in people
    )


def _quotes(staged: Staged, spoken: Sequence[Spoken], people: dict[int, Character]) -> tuple[Quote, ...]:
    found = []
    for number, (turn, said) in enumerate(zip(staged.turns, spoken, strict=True)):
        speaker = people.get(said.speaker) if said.speaker is not None else None
        addressee = people.get(said.addressee) if said.addressee is not None else None
        kind = turn.tag.phrase.kind if turn.tag else "none"
        cue = _CUES[kind] if speaker is not None else "none"
        for index in range(turn.first, turn.last + 1):
            span = staged.stage.spans[index]
            found.append(
                Quote(
                    start=span.start,
                    end=span.end,
                    speaker=speaker.id if speaker else None,
                    addressee=addressee.id if addressee else None,
                    cue=cue,
                    turn=number,
                )
            )
    return tuple(found)
