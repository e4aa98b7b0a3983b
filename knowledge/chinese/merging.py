"""Aliases joined to people: titled forms by their stem and gender, bare ones by whom they are said to."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from knowledge.chinese import words
from knowledge.chinese.evidence import Calls
from knowledge.chinese.forms import Form, StemKind, carriers, parts
from knowledge.chinese.names import Named
from knowledge.chinese.people import People
from knowledge.chinese.titles import GENDER, split_title
from knowledge.types import Gender

# A woman is called by these after her husband's name.
_WIFE = frozenset(
    ["奶奶", "太太", "夫人", "嫂子", "嫂嫂", "嫂", "婶子", "婶婶", "婶", "媳妇", "家的", "少奶奶", "娘子"]
)


class Merger:
    """Joins forms of address to the people of one book."""

    def __init__(
        self,
        plain: str,
        names: Mapping[str, Named],
        people: People,
        genders: Mapping[str, Gender],
        calls: Calls,
    ) -> None:
        """All of one text; `people` is changed in place."""
        self._plain = plain
        self._names = names
        self._people = people
        self._genders: Mapping[str, Gender] = genders
        self._calls = calls
        self._members = people.clusters()
        self._carriers: dict[str, dict[str, StemKind]] = {}

    def join(self, forms: Mapping[str, Form]) -> dict[str, str]:
        """Each form that means one of the people, with that person's key."""
        self._join_names()
        self._members = self._people.clusters()
        self._carriers = carriers([name for name, named in self._names.items() if not named.role])
        self._genders = self._told_by_forms(forms)
        places = _places(self._plain, forms, self._names)
        chosen: dict[str, str] = {}
        for surface, form in sorted(forms.items(), key=lambda item: (item[1].stem != "", item[0])):
            at = places.get(surface, [])
            if not form.stem:
                key = self._by_use(form, at)
            elif form.stem + "儿" in chosen and forms[form.stem + "儿"].rank == "pet":
                key = chosen[form.stem + "儿"]
            else:
                key = self._by_title(form, chosen) or self._by_stem(form, at)
            if key is not None:
                chosen[surface] = key
        self._wives(forms, places, chosen)
        for surface, key in chosen.items():
            self._people.weight.setdefault(surface, len(places.get(surface, [])))
            self._people.merge(key, surface)
        return chosen

    def _join_names(self) -> None:
        """凤姐 speaks under that name, and is 王熙凤: a titled name whose stem is in a given name."""
        parts_of = carriers([name for name, named in self._names.items() if not named.role])
        for name in sorted(self._names):
            stem, title = split_title(name)
            if not stem or title in ("", "儿", "氏", "家的", "媳妇") or self._names[name].role:
                continue
            form = Form(name, stem, "", title, self._names[name].count)
            owners = [owner for owner, kind in parts_of.get(stem, {}).items() if kind != "surname"]
            seconds = [owner for owner in self._names if parts(owner)[0] and stem == parts(owner)[1][-1:]]
            options = {
                self._people.find(owner): self._names[owner].spread + (100 if owner in seconds else 0)
                for owner in (*owners, *seconds)
                if owner != name and not self._clash(self._people.find(owner), form)
            }
            options.pop(self._people.find(name), None)
            if options:
                self._people.merge(name, max(sorted(options), key=options.__getitem__))

    def _told_by_forms(self, forms: Mapping[str, Form]) -> dict[str, Gender]:
        """Genders, those unknown filled in from the titles that a person's own stems carry."""
        votes: dict[str, Counter[str]] = {}
        for form in forms.values():
            owners = Counter(
                {
                    self._people.find(name): self._names[name].count
                    for name, kind in self._carriers.get(form.stem, {}).items()
                    if kind != "surname"
                }
            ).most_common(2)
            clear = owners and (len(owners) == 1 or owners[0][1] > 5 * owners[1][1])
            if clear and form.title not in _WIFE:
                votes.setdefault(owners[0][0], Counter())[GENDER.get(form.title, "?")] += form.count
        genders = dict(self._genders)
        for key, count in votes.items():
            if genders.get(key, "?") == "?" and count["f"] != count["m"]:
                genders[key] = (
                    "f" if count["f"] > 2 * count["m"] else "m" if count["m"] > 2 * count["f"] else "?"
                )
        return genders

    def _by_title(self, form: Form, chosen: Mapping[str, str]) -> str | None:
        """薛姨太太 is whom 姨太太 means, if that person has 薛 for a surname as well (薛姨妈)."""
        key = chosen.get(form.rank + form.title)
        members = self._members.get(key, []) if key else []
        return key if any(member.startswith(form.stem) for member in members) else None

    def _by_stem(self, form: Form, at: Sequence[int]) -> str | None:
        scores = self._scores(at)
        ranks: dict[str, float] = {}
        for name, kind in self._carriers.get(form.stem, {}).items():
            key = self._people.find(name)
            ranks[key] = max(ranks.get(key, 0.0), _RANK[kind])
        options: list[tuple[float, str]] = []
        if form.title in _WIFE and ranks:
            bearer = max(sorted(ranks), key=lambda key: self._people.weight[key])
            others = [key for key in ranks if key != bearer and ranks[key] > _RANK["surname"]]
            weights = [self._people.weight[key] for key in others if not self._clash(key, form)]
            rival = max(weights, default=0) >= 0.1 * self._people.weight[bearer]
            if self._genders.get(bearer) == "m" and ranks[bearer] > _RANK["surname"] and not rival:
                return None  # his wife is meant, whoever she is
        for key, rank in ranks.items():
            if self._clash(key, form):
                continue
            near = self._calls.share_near(at, key)
            if rank == _RANK["surname"] and near < 0.35 and scores.get(key, 0.0) < 0.3:
                continue
            weight = math.log(1 + sum(self._people.weight[member] for member in self._members[key]))
            sure = 1.5 if GENDER.get(form.title, "?") == self._genders.get(key, "?") != "?" else 0.0
            options.append((rank + weight + sure + 2 * scores.get(key, 0.0) + near, key))
        if options or form.title in _WIFE:
            return max(options)[1] if options else None
        return self._by_use(form, at)

    def _scores(self, at: Sequence[int]) -> dict[str, float]:
        """`Calls.scores`, by today's representatives: names joined since then count together."""
        found: dict[str, float] = {}
        for key, score in self._calls.scores(at).items():
            today = self._people.find(key)
            found[today] = max(found.get(today, 0.0), score)
        return found

    def _by_use(self, form: Form, at: Sequence[int]) -> str | None:
        if len(at) < 5:
            return None
        scores = {key: score for key, score in self._scores(at).items() if not self._clash(key, form)}
        ranked = sorted(((score, key) for key, score in scores.items()), reverse=True)[:2]
        if ranked and sum(self._people.weight[one] for one in self._members[ranked[0][1]]) < 0.3 * len(at):
            return None
        margin = 1.2 if len(at) >= 20 else 1.5
        if not ranked or ranked[0][0] < 0.3 or (len(ranked) > 1 and ranked[0][0] < margin * ranked[1][0]):
            return None
        return ranked[0][1]

    def _wives(
        self, forms: Mapping[str, Form], places: Mapping[str, list[int]], chosen: dict[str, str]
    ) -> None:
        """琏二奶奶, 琏二嫂子, 二奶奶 … mean one woman: whom all of them together fit best."""
        families: dict[str, dict[str, list[Form]]] = {}
        for form in forms.values():
            if form.title in _WIFE and form.rank and form.stem:
                families.setdefault(form.rank, {}).setdefault(form.stem, []).append(form)
        for rank, husbands in families.items():
            stem = max(sorted(husbands), key=lambda name: sum(form.count for form in husbands[name]))
            tails = {form.title for form in husbands[stem]}
            family = [*husbands[stem], *(forms[rank + tail] for tail in tails if rank + tail in forms)]
            if any(form.surface in chosen for form in husbands[stem]):
                continue
            pooled: dict[str, float] = {}
            for form in family:
                at = places.get(form.surface, [])
                for key, score in self._scores(at).items():
                    if not self._clash(key, form):
                        pooled[key] = pooled.get(key, 0.0) + min(score, 1.0) * math.log(1 + len(at))
            if pooled:
                wife = max(sorted(pooled), key=pooled.__getitem__)
                chosen.update(dict.fromkeys((form.surface for form in family), wife))

    def _clash(self, key: str, form: Form) -> bool:
        """Whether gender, or being a kind of people, forbids that the form means the person."""
        named = self._names.get(key)
        if named is None or named.role:
            return True
        wanted = GENDER.get(form.title, "?")
        known = self._genders.get(key, "?")
        return wanted != "?" and known not in ("?", wanted)


_RANK: dict[StemKind, float] = {"surname": 0.5, "given": 1.0, "name": 3.0}


def _places(plain: str, forms: Mapping[str, Form], names: Mapping[str, Named]) -> dict[str, list[int]]:
    pattern = re.compile(words.alternatives(tuple({*forms, *names})) or "(?!)")
    found: dict[str, list[int]] = {}
    for match in pattern.finditer(plain):
        if match[0] in forms:
            found.setdefault(match[0], []).append(match.start())
    return found
