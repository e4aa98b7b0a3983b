"""A character as of a chapter: every statement cited, nothing from later."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.errors import NotFoundError
from knowledge.entries.as_of import end_of, people_as_of
from knowledge.entries.extract import strengths
from knowledge.entries.lexicon import Lexicon, lexicon
from knowledge.entries.voice import Line, greetings, spoken_lines, voice
from knowledge.presence.spans import Spans
from knowledge.types import DIMENSIONS, Annotation, Book, Character, Dimension, Entry, Language

_ONE_ONLY = frozenset(("father", "mother", "husband", "wife", "父亲", "母亲", "丈夫", "妻子"))
_TELLING: dict[Language, int] = {"en": 40, "zh": 12}  # characters
# Of a sentence about what somebody sees, hears or thinks, the rest may describe another person.
_HEARSAY = re.compile(
    r"\b(?:thought|heard|believ\w+|knew|saw|perceiv\w+|observ\w+|every ?body|nobody)\b"
    r"|听|闻|知|料|见|看|想|打谅"
)
_RECENT: frozenset[Dimension] = frozenset(("emotion", "goal"))  # the latest chapters count most


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence of the book and where it stands; `dimension` is "" for what was merely said."""

    dimension: Dimension | str
    text: str
    chapter: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Relation:
    """`character_id` is the `kind` (sister, …; "" where unknown) of the profiled one, as `text` says."""

    character_id: str
    name: str
    kind: str
    text: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a character by the end of chapter `until`.

    Attributes:
        character: as the text has shown them by then.
        description: one line, from the text where it describes them.
        citations: the best sentences of each dimension, in the order of the dimensions.
        quotes: characteristic utterances.
        relations: stated kinship first, then those they talk with most.
        feelings, goals: the latest of their dimension, latest first.
        greetings: lines of theirs that can open a talk, best first.
    """

    character: Character
    until: int
    description: str
    citations: tuple[Cited, ...]
    quotes: tuple[Cited, ...]
    relations: tuple[Relation, ...]
    feelings: tuple[Cited, ...]
    goals: tuple[Cited, ...]
    greetings: tuple[Cited, ...]

    @property
    def greeting(self) -> str:
        """The best greeting, "" if they have not spoken."""
        return self.greetings[0].text if self.greetings else ""


def profile(
    book: Book,
    entries: Iterable[Entry],
    annotation: Annotation,
    character: str,
    until: int | None = None,
    *,
    per_dimension: int = 4,
) -> Profile:
    """Profile of the person with id `character` by the end of chapter `until` (None: of the book).

    `entries` may be those of the whole book; what comes later is left out. Raises NotFoundError if the person
    has not appeared by then.
    """
    last = len(book.chapters) if until is None else min(until, len(book.chapters))
    end = end_of(book, last)
    people = people_as_of(book, annotation, last)
    who = next((person for person in people if person.id == character), None)
    if who is None:
        raise NotFoundError(
            f"Nobody of that name has appeared by chapter {last}.",
            cure="Choose a later chapter or another person.",
        )
    words = lexicon(book.language)
    known = [e for e in entries if e.character == character and e.chapter <= last and e.end <= end]
    spoken = Spans((quote.start, quote.end) for quote in annotation.quotes)
    lines = spoken_lines(book, annotation, character, end)
    direct = _direct(who)
    ranked = {dimension: _ranked(words, known, dimension, last, spoken, direct) for dimension in DIMENSIONS}
    best = {dimension: _varied(rows, per_dimension) for dimension, rows in ranked.items()}
    relations = _relations(known, people, annotation, character, end, book)
    return Profile(
        character=who,
        until=last,
        description=_description(book, who, ranked, relations, spoken),
        citations=tuple(_cited(entry) for dimension in DIMENSIONS for entry in best[dimension]),
        quotes=tuple(_said(line) for line in voice(lines, spoken_lines(book, annotation, None, end))),
        relations=relations,
        feelings=tuple(_cited(entry) for entry in _latest(best["emotion"])),
        goals=tuple(_cited(entry) for entry in _latest(best["goal"])),
        greetings=tuple(_said(line) for line in greetings(lines, people, character)),
    )


def _cited(entry: Entry) -> Cited:
    return Cited(entry.dimension, entry.text, entry.chapter, entry.start, entry.end)


def _said(line: Line) -> Cited:
    return Cited("", line.text, line.chapter, line.start, line.end)


def _ranked(
    words: Lexicon,
    known: Sequence[Entry],
    dimension: Dimension,
    last: int,
    spoken: Spans,
    direct: re.Pattern[str],
) -> list[Entry]:
    """Entries of a dimension, best first: strong, short, and for feelings and goals recent."""

    def worth(entry: Entry) -> float:
        said = spoken.covers(entry.start)
        value = strengths(words, entry.text, spoken=said).get(dimension, 1.0)
        value -= 0.3 * said * (dimension in ("persona", "background"))  # what is told of them weighs more
        value -= (
            0.8 * bool(_HEARSAY.search(entry.text)) * (not said and dimension in ("persona", "background"))
        )
        value += 0.8 * bool(direct.search(entry.text)) * (not said and dimension == "persona")
        value -= max(0, len(entry.text) - 0.6 * words.most) / words.most
        if dimension in _RECENT:
            value += 1.5 * (1 - (last - entry.chapter) / max(8, last))
        return value

    rows = [entry for entry in known if entry.dimension == dimension]
    return sorted(rows, key=lambda entry: (-worth(entry), entry.start))


def _direct(who: Character) -> re.Pattern[str]:
    """What says straight out how they are: "Anna was a …", "she had a …"; 老张为人, 老张生得."""
    names = "|".join(map(re.escape, sorted((who.name, *who.aliases), key=len, reverse=True)))
    pronoun = {"f": "|she", "m": "|he", "?": ""}[who.gender]
    return re.compile(
        rf"\b(?:{names}{pronoun})\s+(?:\w+ly\s+)?(?:was|had|is|has|were)\s+(?:not\s+)?(?:an?|the|so|very|by|of|good|too|no)\b"
        rf"|(?:{names})(?:[^，。]{{0,4}})(?:生得|生的|为人|性|乃|是个|素|最|天生|自幼)",
        re.I,
    )


def _varied(rows: Sequence[Entry], count: int) -> list[Entry]:
    """The first `count` that do not repeat each other's words."""
    kept: list[Entry] = []
    for entry in rows:
        if len(kept) == count:
            break
        if all(_overlap(entry.text, other.text) < 0.5 for other in kept):
            kept.append(entry)
    return kept


def _overlap(one: str, other: str) -> float:
    a, b = (set(re.findall(r"[a-z]{4,}|[\u4e00-\u9fff]", text.lower())) for text in (one, other))
    return len(a & b) / max(1, min(len(a), len(b)))


def _latest(rows: Sequence[Entry]) -> list[Entry]:
    return sorted(rows, key=lambda entry: -entry.start)


def _relations(
    known: Sequence[Entry],
    people: Sequence[Character],
    annotation: Annotation,
    character: str,
    end: int,
    book: Book,
    most: int = 8,
) -> tuple[Relation, ...]:
    names = {person.id: person.name for person in people}
    stated: dict[str, Counter[str]] = defaultdict(Counter)
    proof: dict[tuple[str, str], Entry] = {}
    for entry in known:
        if ":relation:" in entry.id and entry.keys.relationship in names:
            stated[entry.keys.relationship][entry.keys.situation] += 1
            proof.setdefault((entry.keys.relationship, entry.keys.situation), entry)
    found: list[tuple[int, Relation]] = []
    taken: set[str] = set()
    for other, kinds in sorted(stated.items(), key=lambda row: -max(row[1].values())):
        free = [kind for kind, _ in kinds.most_common() if kind not in taken or kind not in _ONE_ONLY]
        if free:
            taken.add(free[0])
            entry = proof[(other, free[0])]
            relation = Relation(other, names[other], free[0], entry.text, entry.start, entry.end)
            found.append((kinds[free[0]], relation))
    kin = {relation.character_id for _, relation in found}
    talks: Counter[str] = Counter()
    where: dict[str, tuple[int, int]] = {}
    for quote in annotation.quotes:
        if quote.end > end or character not in (quote.speaker, quote.addressee):
            continue
        other_ = quote.addressee if quote.speaker == character else quote.speaker
        if other_ and other_ in names and other_ not in kin and other_ != character:
            talks[other_] += 1
            kept = where.setdefault(other_, (quote.start, quote.end))
            # The first line between them that says something stands for the relation.
            if (
                kept[1] - kept[0]
                < _TELLING[book.language]
                < quote.end - quote.start
                < 4 * _TELLING[book.language]
            ):
                where[other_] = (quote.start, quote.end)
    rows = [relation for _, relation in sorted(found, key=lambda row: -row[0])]
    for other, count in talks.most_common(most):
        if count >= 2:
            start, stop = where[other]
            rows.append(
                Relation(other, names[other], "", " ".join(book.text[start:stop].split()), start, stop)
            )
    return tuple(rows[:most])


def _description(
    book: Book,
    who: Character,
    ranked: dict[Dimension, list[Entry]],
    relations: Sequence[Relation],
    spoken: Spans,
) -> str:
    """A sentence that describes them, else whose relation they are, else when they first appear."""
    for dimension in ("persona", "background"):
        for entry in ranked[dimension]:
            if not spoken.covers(entry.start) and len(entry.text) <= (200 if book.language == "en" else 80):
                return entry.text
    stated = next((relation for relation in relations if relation.kind), None)
    chapter = book.chapter_at(who.first)
    if book.language == "zh":
        return f"{stated.name}：{stated.kind}。" if stated else f"第{chapter}章首次出现。"
    return f"{stated.kind.capitalize()}: {stated.name}." if stated else f"First seen in chapter {chapter}."
