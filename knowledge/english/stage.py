"""The stage: everything read off a book before speakers are decided, with people as numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.english.forms import Key, is_called
from knowledge.english.names import Name
from knowledge.english.paragraphs import Paragraph
from knowledge.english.phrases import Phrase, Phrases
from knowledge.english.quotes import Span
from knowledge.english.tags import Tag, Tagger
from knowledge.english.words import Words
from knowledge.types import Gender


@dataclass(slots=True)
class Player:
    """Someone who may speak. `label` is the description of one who has no name; `titles` in lower case."""

    number: int
    gender: Gender
    count: int
    titles: frozenset[str] = frozenset()
    label: str = ""
    narrator: bool = False
    nouns: Counter[str] = field(default_factory=Counter)
    group: bool = False

    def ranks(self, noun: str) -> bool:
        """Whether a rank such as "colonel" or "doctor" is the person's title."""
        return noun in self.titles or (noun == "doctor" and "dr" in self.titles)

    def answers_to(self, noun: str) -> bool:
        """Whether "the `noun`" may mean this person, by title, trade or description."""
        return self.ranks(noun) or noun in self.nouns or (bool(self.label) and self.label.split()[-1] == noun)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Player `who` named at word `word`: `subject` of a verb, `called` in speech, in quote `quote` or -1."""

    word: int
    last: int
    who: int
    subject: bool
    called: bool
    quote: int


@dataclass(slots=True)
class Stage:
    """All of it. `sightings` are in order; `owner` maps a form of name to its player."""

    text: str
    paragraphs: Sequence[Paragraph]
    spans: Sequence[Span]
    words: Words
    phrases: Phrases
    tagger: Tagger
    players: list[Player]
    owner: dict[Key, int]
    labels: dict[str, int]
    sightings: list[Sighting]
    doubles: dict[int, dict[int, float]] = field(default_factory=dict)
    narrated: list[Sighting] = field(default_factory=list)
    uttered: list[Sighting] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    bounds: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.narrated = [s for s in self.sightings if s.quote < 0]
        self.uttered = [s for s in self.sightings if s.quote >= 0]
        self.said = [s.quote for s in self.uttered]
        self.starts = [s.word for s in self.narrated]
        self.bounds = [self.words.at(p.start) for p in self.paragraphs] + [len(self.words)]

    def named(self, first: int, end: int) -> list[Sighting]:
        """Sightings in the narration of words `first` to `end`."""
        return self.narrated[bisect_left(self.starts, first) : bisect_left(self.starts, end)]

    def spoken(self, first: int, last: int) -> list[Sighting]:
        """Sightings within quotes `first` to `last`."""
        low = bisect_left(self.said, first)
        return self.uttered[low : bisect_left(self.said, last + 1)]

    def who(self, phrase: Phrase) -> int | None:
        """The player whom a name or a known stranger's description means; None for what must be guessed."""
        if phrase.kind == "name" and phrase.name is not None:
            return self.owner.get(phrase.name.key)
        if phrase.kind == "noun":
            return self.labels.get(phrase.label.lower())
        return None

    def clash(self, one: Tag, other: Tag) -> bool:
        """Whether two tags of one paragraph name different speakers."""
        a, b = one.phrase, other.phrase
        if a.kind == "name" and b.kind == "name":
            return self.who(a) != self.who(b)
        if "i" in (a.head, b.head) and a.head != b.head:
            return other.verb and one.verb
        genders = {self.gender(a), self.gender(b)} - {"?"}
        return len(genders) == 2 and other.verb

    def gender(self, phrase: Phrase) -> Gender:
        who = self.who(phrase) if phrase.kind == "name" else None
        return phrase.gender if who is None else self.players[who].gender


def sight(
    words: Words,
    names: Sequence[Name],
    owner: dict[Key, int],
    tagger: Tagger,
    phrases: Phrases,
    labels: dict[str, int],
) -> list[Sighting]:
    """Where each player is named, or described in the narration by one of `labels`."""
    found = []
    if labels:
        heads = {label.split()[0] for label in labels}
        for at, lower in enumerate(words.lower[:-1]):
            if lower in ("the", "a", "an") and words.quote[at] < 0 and words.lower[at + 1] in heads:
                described = phrases.at(at, min(at + 9, len(words)))
                who = labels.get(described.label.lower()) if described is not None else None
                if described is not None and who is not None:
                    subject = tagger.is_subject(described)
                    found.append(Sighting(at, described.last, who, subject, False, -1))
    for name in names:
        who = owner.get(name.key)
        if who is None:
            continue
        quote = words.quote[name.first]
        phrase = Phrase("name", name.first, name.last, name=name)
        subject = quote < 0 and not name.owns and tagger.is_subject(phrase)
        found.append(Sighting(name.first, name.last, who, subject, is_called(words, name), quote))
    return sorted(found, key=lambda seen: seen.word)
