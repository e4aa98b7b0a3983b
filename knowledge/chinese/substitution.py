"""Names that stand for one another: one person whom narration calls by turns 三藏, 唐僧 and 长老."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from knowledge.chinese.evidence import Calls
from knowledge.chinese.names import Named
from knowledge.chinese.people import People
from knowledge.chinese.speakers import Said
from knowledge.chinese.subjects import SubjectFinder
from knowledge.types import Gender

_NEAR = 400  # characters
_BREAK = re.compile("[。！？”\n]")


class Substitution:
    """How people meet: who answers whom, who stands beside whom in one sentence, who is about together."""

    def __init__(self, plain: str, said: Sequence[Said], finder: SubjectFinder, people: People) -> None:
        """All of one text, with its quotes attributed."""
        self.answers: dict[str, Counter[str]] = {}
        for one, other in pairwise(said):
            a, b = one.speaker, other.speaker
            if a and b and a != b and other.quote.outer_start - one.quote.outer_end < 300:
                self.answers.setdefault(a, Counter())[b] += 1
                self.answers.setdefault(b, Counter())[a] += 1
        quoted = bytearray(len(plain) + 1)
        for one in said:
            quoted[one.quote.outer_start : one.quote.outer_end] = b"\1" * (
                one.quote.outer_end - one.quote.outer_start
            )
        self.parts: dict[str, set[int]] = {}
        self.beside: Counter[frozenset[str]] = Counter()
        last_end, last_key = 0, ""
        for start, end in finder.names_in(plain, 0, len(plain)):
            if quoted[start]:
                continue
            key = people.find(plain[start:end])
            self.parts.setdefault(key, set()).add(start // _NEAR)
            if (
                last_key
                and key != last_key
                and start - last_end < 100
                and not _BREAK.search(plain, last_end, start)
            ):
                self.beside[frozenset((key, last_key))] += 1
            last_end, last_key = end, key

    def answering(self, a: str, b: str) -> float:
        """Exchanges between the two, as a share of those of the one who has fewer."""
        one, other = self.answers.get(a, Counter()), self.answers.get(b, Counter())
        return one[b] / max(min(one.total(), other.total()), 1)

    def together(self, a: str, b: str) -> tuple[int, float, float]:
        """(parts of the text that name both, as a share of the rarer one's, times side by side per part)."""
        one, other = self.parts.get(a, set()), self.parts.get(b, set())
        both = len(one & other)
        return both, both / max(min(len(one), len(other)), 1), self.beside[frozenset((a, b))] / max(both, 1)

    def alike(self, a: str, b: str) -> float:
        """Cosine of whom they exchange words with, each other left out."""
        one, other = Counter(self.answers.get(a)), Counter(self.answers.get(b))
        for counts in (one, other):
            counts.pop(a, None)
            counts.pop(b, None)
        norm = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
        return sum(times * other[key] for key, times in one.items()) / norm if norm else 0.0


def join_substitutes(
    plain: str,
    names: Mapping[str, Named],
    people: People,
    genders: Mapping[str, Gender],
    meetings: Substitution,
    calls: Calls,
) -> None:
    """Merge the names that substitute for one another; `people` is changed in place.

    Two ways to be sure: (1) both are about in the same places (>= 40 parts, >= 40 % of the rarer one's),
    speak with the same others (cosine >= 0.95), yet hardly ever with each other (<= 5 %) or in one
    sentence (<= 0.08 per part); (2) somebody is called by the one name (>= 10 quotes open with it) while
    narration names the other, with few exchanges (<= 25 %) and few common sentences (<= 0.06 per part).
    """
    pairs: list[tuple[str, str]] = []
    speakers = sorted(
        {people.find(name) for name, named in names.items() if not named.role and named.cues >= 15}
    )
    for number, a in enumerate(speakers):
        for b in speakers[number + 1 :]:
            both, share, beside = meetings.together(a, b)
            apart = beside <= 0.08 and meetings.answering(a, b) <= 0.05
            if both >= 40 and share >= 0.4 and apart and meetings.alike(a, b) >= 0.95:
                pairs.append((a, b))
    for name in sorted(names):
        if names[name].role or names[name].cues < 1 or len(name) < 2:
            continue
        places = [match.start() for match in re.finditer(re.escape(name), plain)]
        if calls.opening(places) < 10:
            continue
        own = people.find(name)
        scores = {
            key: score for key, score in calls.scores(places).items() if key in names and not names[key].role
        }
        top = max(sorted(scores), key=scores.__getitem__, default=own)
        if top == own or scores[top] < 0.5 or scores[top] < 1.3 * scores.get(own, 0.0):
            continue
        both, share, beside = meetings.together(own, top)
        if both >= 10 and share >= 0.25 and beside <= 0.06 and meetings.answering(own, top) <= 0.25:
            pairs.append((own, top))
    for a, b in pairs:
        if {genders.get(a, "?"), genders.get(b, "?")} != {"f", "m"}:
            people.merge(a, b)
