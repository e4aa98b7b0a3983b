"""Surface forms of names with the evidence of their use: how often, where, as whose speech."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.english.lexicon import FEMALE_TITLES, MALE_TITLES, given_names
from knowledge.english.names import Name
from knowledge.english.phrases import Phrase
from knowledge.english.tags import Tag, Tagger
from knowledge.english.wordlist import words_of
from knowledge.english.words import Words
from knowledge.types import Gender

Key = tuple[str, bool, tuple[str, ...]]
_PLACE = words_of(
    """
    in at near into through around across towards toward within outside inside via
    """
)
_LOOSE_PLACE = words_of("to from of for")
_STOPPED_TITLES = words_of("mr mrs ms dr st prof capt col gen rev mme mlle lieut sergt messrs m")
_PARTICLES = words_of("de du la le von van der den di da del of")


@dataclass(slots=True)
class Form:
    """One way of naming. Counts are of the whole book; `places` are offsets, `sentences` numbers."""

    key: Key
    words: tuple[str, ...]
    count: int = 0
    narrated: int = 0
    said: int = 0
    acts: int = 0
    placed: int = 0
    called: int = 0
    sentences: set[int] = field(default_factory=set)
    places: list[int] = field(default_factory=list)

    @property
    def first(self) -> int:
        return self.places[0]

    @property
    def title(self) -> str:
        return self.key[0]

    @property
    def article(self) -> bool:
        return self.key[1]

    @property
    def parts(self) -> tuple[str, ...]:
        """Lower-case words without particles: ("catherine", "bourgh")."""
        return tuple(part for part in self.key[2] if part not in _PARTICLES) or self.key[2]

    @property
    def display(self) -> str:
        title = self.title.capitalize() + ("." if self.title in _STOPPED_TITLES else "")
        lead = "the" if self.article and not title else title
        return " ".join(part for part in (lead, *self.words) if part)

    @property
    def gender(self) -> Gender:
        """By title, else by given name."""
        if self.title in MALE_TITLES:
            return "m"
        if self.title in FEMALE_TITLES:
            return "f"
        if self.article:
            return Phrase("noun", 0, 0, head=self.parts[-1]).gender if len(self.parts) < 3 else "?"
        return given_names().get(self.parts[0], "?")

    def is_person(self) -> bool:
        """Whether the use speaks for a person: titled, speaking, acting, or a known given name; no place."""
        if self.title:
            return True
        if self.said:
            return True
        if self.article:
            return False
        inside = self.placed / self.count
        if self.parts[0] in given_names():
            return inside < 0.35
        return inside < 0.2 and self.count > 2 and self.acts + 2 * self.called >= max(2, 0.12 * self.count)


def collect(
    words: Words, names: Sequence[Name], tags: Sequence[Tag | None], tagger: Tagger
) -> dict[Key, Form]:
    """Every form of `names`; `tags` are those of the quotes, whose names count as speaking."""
    forms: dict[Key, Form] = {}
    sentence, at = 0, 0
    for name in names:
        while at <= name.first:
            sentence += words.initial[at]
            at += 1
        form = forms.get(name.key)
        if form is None:
            form = forms[name.key] = Form(name.key, name.words)
        form.count += 1
        form.places.append(words.start[name.first])
        form.sentences.add(sentence)
        before = words.lower[name.first - 1] if name.first else ""
        close = name.first and words.gap[name.first].strip() == ""
        form.placed += bool(close and before in _PLACE) + 0.5 * bool(close and before in _LOOSE_PLACE) > 0.9
        if words.quote[name.first] < 0:
            form.narrated += 1
            form.acts += tagger.is_subject(Phrase("name", name.first, name.last, name=name))
        else:
            form.called += _is_called(words, name)
    for tag in tags:
        if tag is not None and tag.phrase.kind == "name" and tag.phrase.name is not None:
            forms[tag.phrase.name.key].said += tag.verb
    return forms


def _is_called(words: Words, name: Name) -> bool:
    """Whether a name in speech stands by itself between stops, as one calls a person: `Come, Emma, ...`."""
    beyond = name.last + 1
    ends = beyond >= len(words) or words.paragraph[beyond] != words.paragraph[name.last]
    after = "." if ends else words.gap[beyond].strip()[:1]
    before = words.gap[name.first].strip()[-1:]
    opening = name.first == 0 or words.quote[name.first - 1] != words.quote[name.first]
    dear = words.lower[name.first - 1] in ("dear", "dearest", "oh", "o", "my", "good", "yes", "no", "well")
    return (
        not name.owns
        and after in ",.!?;-—"
        and after != ""
        and (before in (",", "!", "?") or opening or dear)
    )


def is_called(words: Words, name: Name) -> bool:
    """Whether the name at hand is a vocative."""
    return words.quote[name.first] >= 0 and _is_called(words, name)
