"""Forms of address: a part of a name with a title (林姑娘, 宝二爷), a title alone (老太太, 三姑娘)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.chinese import words
from knowledge.chinese.dictionary import is_common_noun, is_ordinary, is_word
from knowledge.chinese.marks import Quoted
from knowledge.chinese.surnames import surname_of
from knowledge.chinese.titles import BY_LENGTH, KIN, split_title

StemKind = Literal["name", "given", "surname"]
_ORDINAL = "[大二三四五六七八九十小]"
_NO_STEM = frozenset(
    "人儿大小老子家的二三四五六七八九十一个么那这我你他她好太姑奶爷姐妹哥弟兄母父公婆王天地上下"
)


@dataclass(frozen=True, slots=True)
class Form:
    """`stem` + `rank` + `title` makes the surface; a bare title has no stem. `count` in the whole text."""

    surface: str
    stem: str
    rank: str
    title: str
    count: int


def parts(name: str) -> tuple[str, str]:
    """A name's surname (or "") and what else it may be called by: 林黛玉 -> 林, 黛玉; 平儿 -> "", 平."""
    surname = surname_of(name)
    if len(name) == 2 and name[1] in "氏母":
        surname = ""
    given = name[len(surname) :]
    if given.endswith("儿") and len(given) > 1:
        given = given[:-1]
    return surname, given


def carriers(names: Collection[str]) -> dict[str, dict[str, StemKind]]:
    """Every part of a name that can carry a title, with the names it is a part of and how.

    The parts: whole names, given names, their first characters, surnames. The second character of a given
    name counts only where no other given name has the character at all.
    """
    found: dict[str, dict[str, StemKind]] = {}
    seconds: dict[str, list[str]] = {}
    used: Counter[str] = Counter()
    for name in names:
        found.setdefault(name, {})[name] = "name"
        if is_common_noun(name) or name in words.ROLES:
            continue  # 仙女, 国王: no characters of a name in it
        if split_title(name)[1] and not name.endswith("儿"):
            if len(name) == 2 and split_title(name)[1] in KIN:
                found.setdefault(name[0], {})[name] = "given"
            continue
        surname, given = parts(name)
        found.setdefault(surname, {}).setdefault(name, "surname")
        used.update(set(given))
        for stem in {given, "" if name[-1] in "氏母" else given[:1]}:
            found.setdefault(stem, {}).setdefault(name, "given")
        if len(given) == 2:
            seconds.setdefault(given[1], []).append(name)
    for second, owners in seconds.items():
        if len({owner[-2:] for owner in owners}) == 1 and used[second] == len(owners):
            found.setdefault(second, {}).update(dict.fromkeys(owners, "given"))
    return {stem: owners for stem, owners in found.items() if stem and stem not in _NO_STEM}


def find_forms(plain: str, quotes: Sequence[Quoted], names: Collection[str]) -> dict[str, Form]:
    """Every form of address that occurs at least twice (a bare title: five times in speech), by surface."""
    bare = {form.surface: form for form in _bare(plain, quotes) if form.surface not in names}
    known = frozenset(carriers(names))
    pets = {form.surface[0] for form in bare.values() if form.rank == "pet"} - known - _NO_STEM
    bare = {surface: form for surface, form in bare.items() if form.rank != "pet" or surface[0] in pets}
    stems = words.alternatives(known | pets) or "(?!)"
    titles = words.alternatives(tuple(title for title in BY_LENGTH if title not in _LOOSE))
    titled = re.compile(f"(?P<stem>{stems})(?P<rank>{_ORDINAL})?(?P<title>{titles}|老(?![一-鿿]))")
    found: Counter[tuple[str, str, str]] = Counter()
    for match in titled.finditer(plain):
        found[match["stem"], match["rank"] or "", match["title"]] += 1
    for match in re.finditer(f"(?P<title>[小老阿])(?P<stem>{stems})(?![{_TAIL}])", plain):
        if len(match["stem"]) == 1:
            found[match["stem"], "prefix", match["title"]] += 1
    forms: dict[str, Form] = {}
    for (stem, rank, title), count in found.items():
        surface = title + stem if rank == "prefix" else stem + rank + title
        if count >= (3 if rank == "prefix" else 2) and surface not in names and not is_ordinary(surface):
            forms[surface] = Form(surface, stem, rank, title, count)
    return forms | bare


def _bare(plain: str, quotes: Sequence[Quoted]) -> Iterator[Form]:
    """Titles without a name, and pet names in 儿, as speech has them."""
    titles = words.alternatives(tuple(title for title in BY_LENGTH if title not in _LOOSE | _RELATIVE))
    bare = re.compile(f"(?P<rank>[大二三四五六七八九十])?(?P<title>{titles})")
    alone: Counter[tuple[str, str]] = Counter()
    pets: Counter[str] = Counter()
    for quote in quotes:
        for match in bare.finditer(plain, quote.start, quote.end):
            alone[match["rank"] or "", match["title"]] += 1
        pets.update(match[0] for match in _PET.finditer(plain, quote.start, quote.end))
    for (rank, title), count in alone.items():
        kin = title in KIN or title in words.ROLES
        if count >= 5 and len(rank + title) > 1 and (rank or not kin or (count >= 50 and title not in KIN)):
            yield Form(rank + title, "", rank, title, count)
    for surface, opening in pets.items():
        count = plain.count(surface)
        if opening >= 3 and opening > 0.15 * count and not is_word(surface) and surface not in words.ROLES:
            yield Form(surface, "", "pet", "儿", count)


_LOOSE = frozenset(
    ("老", "祖", "怪", "精", "魔", "仙", "儿子", "老儿", "氏", "家的", "媳妇", "菩萨", "佛祖", "婆")
)
_RELATIVE = frozenset(("姨娘", "舅母", "姑妈", "舅舅", "伯母", "侄儿", "姑爷", "儿", "姑", "姨", "叔", "舅"))
_TAIL = "姐妹哥弟爷奶娘婆公太"
_PET = re.compile('(?<=[“「"，。！？；：、…])([一-鿿])儿(?![一-鿿]?儿)')
