"""From what the library knows of a character by a chapter to a persona that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.persona import Persona
from knowledge.entries import Profile
from knowledge.entries.profile import Cited
from knowledge.types import Language, Scope


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of a card in one language, and its separators."""

    persona: str
    background: str
    emotion: str
    goal: str
    people: str
    talks: str
    voice: str
    colon: str
    comma: str
    longest: int  # characters of one sentence


LABELS: dict[Language, Labels] = {
    "en": Labels(
        "Nature", "Past", "Of late", "Wants", "People", "talks with", "How you talk", ": ", "; ", 170
    ),
    "zh": Labels("性情", "身世", "近来", "所求", "身边的人", "常说话的", "你平日的口气", "：", "；", 60),
}


def cast(book_title: str, profile: Profile, scope: Scope, language: Language, user_name: str = "") -> Persona:
    """The persona of a profile; nothing enters it that the profile does not hold."""
    who = profile.character
    return Persona(who.name, book_title, language, card(profile, language), scope, user_name)


def card(profile: Profile, language: Language) -> str:
    """What the book says of them, in lines, at most about 400 tokens: the first prompt must stay short."""
    words = LABELS[language]
    by = {d: [c for c in profile.citations if c.dimension == d] for d in ("persona", "background")}
    feelings, goals = list(profile.feelings[:1]), list(profile.goals[:1])
    rows = [
        (words.persona, _sentences(by["persona"][:2], words)),
        (words.background, _sentences(by["background"][:2], words)),
        (words.emotion, _sentences(feelings, words)),
        (words.goal, _sentences(goals, words)),
        (words.people, _people(profile, words)),
        (words.voice, _quoted(profile.quotes[:3], words)),
    ]
    return "\n".join(f"{label}{words.colon}{text}" for label, text in rows if text)


def _sentences(cited: Sequence[Cited], words: Labels) -> str:
    return " ".join(dict.fromkeys(_short(c.text, words.longest) for c in cited))


def _quoted(cited: Sequence[Cited], words: Labels) -> str:
    return " ".join(f"“{_short(c.text, words.longest)}”" for c in cited)


def _people(profile: Profile, words: Labels) -> str:
    kin = [f"{r.name} ({r.kind})" for r in profile.relations if r.kind]
    others = [r.name for r in profile.relations if not r.kind][:3]
    if others:
        kin.append(f"{words.talks} {words.comma.join(others)}")
    return words.comma.join(kin)


def _short(text: str, most: int) -> str:
    """One line, cut at a word if it is too long."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    cut = text[:most].rsplit(" ", 1)[0] if " " in text[:most] else text[:most]
    return f"{cut.rstrip(' ,;:，；：')} …"
