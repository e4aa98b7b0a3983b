"""A person's gender where no title or given name tells it: by the pronouns that follow the name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from knowledge.english.stage import Sighting
from knowledge.english.wordlist import words_of
from knowledge.english.words import Words
from knowledge.types import Gender

_MALE = words_of("he him his himself")
_FEMALE = words_of("she her hers herself")
_NEUTER = words_of("it its itself")
_REACH = 20  # words after the name


def pronoun_votes(words: Words, sightings: Sequence[Sighting]) -> dict[int, Counter[str]]:
    """Player -> counts of "m", "f" and "n": the first pronoun after each naming in the narration.

    A subject counts double; another name in between ends the search.
    """
    votes: dict[int, Counter[str]] = {}
    narrated = [s for s in sightings if s.quote < 0]
    for index, seen in enumerate(narrated):
        stop = min(len(words), seen.last + 1 + _REACH)
        if index + 1 < len(narrated):
            stop = min(stop, narrated[index + 1].word)
        for at in range(seen.last + 1, stop):
            if words.paragraph[at] != words.paragraph[seen.word]:
                break
            lower = words.lower[at]
            vote = "m" if lower in _MALE else "f" if lower in _FEMALE else "n" if lower in _NEUTER else ""
            if vote and words.quote[at] < 0:
                votes.setdefault(seen.who, Counter())[vote] += 1 + seen.subject
                break
    return votes


def settle(known: Gender, votes: Counter[str], *, sure: bool) -> Gender:
    """`known` by title (`sure`) or given name, unless the pronouns say otherwise clearly."""
    if sure and known != "?":
        return known
    male, female, neuter = votes["m"], votes["f"], votes["n"]
    most = max(male, female)
    if most >= 3 and most >= 3 * min(male, female) and most * 2 > neuter:
        return "m" if male > female else "f"
    if known == "?" and most >= 2 and most >= 2 * min(male, female) and most > neuter:
        return "m" if male > female else "f"
    return known
