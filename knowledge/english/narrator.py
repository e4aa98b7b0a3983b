"""Whether someone in the book tells it, and by what name the others call him."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from knowledge.english.forms import Form
from knowledge.english.tags import Tag
from knowledge.english.wordlist import words_of
from knowledge.english.words import Words

_FIRST = words_of("i me my mine myself")
_THIRD = words_of("he she him her his hers himself herself")


def narrator_share(words: Words) -> float:
    """First-person pronouns of the narration as a share of its first and third person ones, in [0, 1]."""
    first = third = 0
    for lower, quote in zip(words.lower, words.quote, strict=True):
        if quote < 0:
            first += lower in _FIRST
            third += lower in _THIRD
    return first / (first + third) if first + third else 0.0


def has_narrator(words: Words, tags: Sequence[Tag | None]) -> bool:
    """Whether "I said" stands beside the speech, or "I" is the chief person of the narration."""
    said = [tag.phrase.head == "i" for tag in tags if tag is not None and tag.verb]
    return sum(said) >= max(3, 0.03 * len(said)) or narrator_share(words) > 0.2


def narrator_form(forms: Iterable[Form]) -> Form | None:
    """The form by which a book's narrator goes: called in speech, hardly ever named in the narration."""
    called = [f for f in forms if f.called >= 3 and f.narrated <= 0.1 * f.count and not f.article]
    return max(called, key=lambda f: (f.called, f.count), default=None)
