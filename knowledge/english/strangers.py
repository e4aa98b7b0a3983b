"""People without a name: `the old gentleman`, `the landlord`; and the trades and ranks of people with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from knowledge.english.forms import Key
from knowledge.english.lexicon import KIN, PERSON_NOUNS
from knowledge.english.names import Name
from knowledge.english.phrases import Phrases
from knowledge.english.tags import Tag
from knowledge.english.wordlist import words_of
from knowledge.english.words import Words

_OPEN = words_of("the a an this that another one")
_BARE = words_of(
    """
    one another other former latter first second third speaker both all voice
    """
)


def labels_of(tags: Sequence[Tag | None], least: int) -> list[str]:
    """Descriptions that have a verb of saying at least `least` times, most frequent first."""
    counts = Counter[str]()
    for tag in tags:
        if tag is None or tag.phrase.kind != "noun" or not tag.verb:
            continue
        phrase = tag.phrase
        if phrase.determiner in _OPEN and phrase.head not in _BARE and phrase.head not in KIN:
            counts[phrase.label.lower()] += 1
    return [label for label, count in counts.most_common() if count >= least]


def trades(
    words: Words, names: Sequence[Name], owner: dict[Key, int], phrases: Phrases
) -> dict[int, Counter[str]]:
    """Player -> nouns said of him in apposition: `Mr. Bumble, the beadle`, `the beadle, Mr. Bumble`."""
    found: dict[int, Counter[str]] = {}
    for name in names:
        who = owner.get(name.key)
        if who is None:
            continue
        after = name.last + 1
        if (
            after + 1 < len(words)
            and words.gap[after].strip() == ","
            and words.lower[after] in ("the", "a", "an")
        ):
            phrase = phrases.at(after, min(after + 7, len(words)))
            if phrase and phrase.kind == "noun":
                found.setdefault(who, Counter())[phrase.head] += 1
        before = name.first - 1
        if before > 0 and words.gap[name.first].strip() in (",", "") and words.lower[before] in PERSON_NOUNS:
            start = next(
                (i for i in range(before - 1, max(-1, before - 5), -1) if words.lower[i] in _OPEN), None
            )
            if start is not None and not any(words.gap[i].strip() for i in range(start + 1, before + 1)):
                found.setdefault(who, Counter())[words.lower[before]] += 1
    return found
