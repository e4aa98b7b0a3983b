"""Which surface forms mean the same person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from knowledge.chinese.names import Named
from knowledge.chinese.surnames import FUNCTION_SURNAMES, surname_of
from knowledge.chinese.titles import split_title
from knowledge.chinese.words import ROLES


@dataclass(slots=True)
class People:
    """A partition of surfaces into people; `main` names the one that stands for each."""

    weight: dict[str, int]
    parent: dict[str, str] = field(default_factory=dict)

    def find(self, surface: str) -> str:
        """The representative surface of the person that `surface` means."""
        root = surface
        while (above := self.parent.get(root, root)) != root:
            root = above
        return root

    def who(self, surface: str) -> str:
        """The person, or kind of people, that a subject means: 婆子们, 众婆子 are 婆子; 大家 is 众人."""
        if surface in self.weight:
            return self.find(surface)
        if surface in ("大家", "众", "诸人"):
            return "众人"
        kind = surface.removesuffix("们")
        kind = kind[1:] if kind[:1] in "众诸那这" and len(kind) > 2 else kind
        return self.find(kind if kind in ROLES else surface)

    def merge(self, one: str, other: str) -> None:
        """Make both mean one person; the weightier surface represents it."""
        a, b = self.find(one), self.find(other)
        if a == b:
            return
        if (self.weight.get(a, 0), b) < (self.weight.get(b, 0), a):
            a, b = b, a
        self.parent[b] = a

    def clusters(self) -> dict[str, list[str]]:
        """Each representative with all its surfaces, the most frequent first."""
        found: dict[str, list[str]] = {}
        for surface in self.weight:
            found.setdefault(self.find(surface), []).append(surface)
        for members in found.values():
            members.sort(key=lambda surface: (-self.weight[surface], surface))
        return found


def by_shape(names: Mapping[str, Named]) -> People:
    """People as the shape of their names alone shows: 凤姐儿 = 凤姐, 林黛玉 = 黛玉."""
    people = People({name.surface: name.count for name in names.values()})
    for surface in sorted(names):
        if surface.endswith("儿") and len(surface) >= 3 and surface[:-1] in names:
            people.merge(surface, surface[:-1])
        surname = surname_of(surface)
        given = surface[len(surname) :]
        if (
            surname
            and surname not in FUNCTION_SURNAMES
            and given in names
            and not _taken(names, surface, given)
        ):
            people.merge(surface, given)
        elif len(surface) == 3 and surface[1:] in names and _worn_by_one(names, surface):
            people.merge(surface, surface[1:])
    return people


def _worn_by_one(names: Mapping[str, Named], surface: str) -> bool:
    """孙大圣, 猪八戒: the only name that ends so, and used enough to be no chance neighbours."""
    tail = surface[1:]
    wearers = [name for name in names if len(name) == 3 and name[1:] == tail]
    bare = not names[tail].role and names[tail].cues >= 3
    return bare and wearers == [surface] and names[surface].count >= 10 and surface[0] not in _PREFIX


_PREFIX = "老小大假真众那这好贼泼你我他两二三四"


def _taken(names: Mapping[str, Named], full: str, given: str) -> bool:
    """Whether a bare given name more likely means another full name, or is no name but a title."""
    if len(given) < 2 or names[given].role or (split_title("X" + given)[0] == "X"):
        return True
    rivals = [name for name in names if name not in (full, given) and surname_of(name) + given == name]
    return any(names[rival].spread > names[full].spread for rival in rivals)


def main_name(surfaces: Iterable[str], weight: Mapping[str, int]) -> str:
    """The name to show: the most frequent one without a title, unless a titled one is far more frequent.

    A full name wins over its own given name only by being the more frequent.
    """
    ordered = sorted(surfaces, key=lambda surface: (-weight[surface], surface))
    top = ordered[0]
    plain = [surface for surface in ordered if split_title(surface)[1] in ("", "儿")]
    return plain[0] if plain and weight[plain[0]] >= 0.2 * weight[top] else top
