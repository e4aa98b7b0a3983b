"""Names that the text itself explains: 名政，字存周; 姓贾名化，字时飞，别号雨村; 绰号…, 人称…."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from knowledge.chinese.cues import speaker_before
from knowledge.chinese.dictionary import is_word
from knowledge.chinese.forms import parts
from knowledge.chinese.names import Named
from knowledge.chinese.people import People
from knowledge.chinese.speakers import Said
from knowledge.chinese.subjects import SubjectFinder
from knowledge.chinese.surnames import surname_of

_H = "[一-鿿]"
_STYLED = re.compile(
    f"(?:姓(?P<surname>{_H}{{1,2}}?)，?)?名(?:唤|叫|为)?(?P<given>{_H}{{1,2}})，(?:表)?字(?:唤|叫|表)?(?P<style>{_H}{{2}})"
    f"(?:，(?:别号|号|道号)(?P<pen>{_H}{{2,4}}?))?(?=[，。；者的])"
)
_CALLED = re.compile(
    "(?:绰号|外号|诨名|诨号|混名|浑名|人称|人送外号|江湖人称|乳名|小名|表字|别号|道号|法名|法号|本名|原名|又名|改名|更名|取名|起名)"
    f'(?:唤作|唤做|叫做|叫作|作|做|为|是|叫|唤|曰|就叫|称)?[‘“「『`"]?(?P<alias>{_H}{{2,4}}?)[’”」』"]?(?=[，。；！者的之、])'
)


def introduced(plain: str, names: Mapping[str, Named]) -> Iterator[tuple[str, str]]:
    """(alias, name) for each alias that the text gives to somebody whose name is known."""
    by_given: dict[str, set[str]] = {}
    for name in names:
        surname, given = parts(name)
        if surname and not names[name].role:
            by_given.setdefault(given, set()).add(name)
    for match in _STYLED.finditer(plain):
        owners = {
            name
            for name in by_given.get(match["given"], ())
            if match["surname"] in (None, surname_of(name)) and names[name].count > 1
        }
        if match["pen"] in names:
            owners.add(match["pen"])
        if len(owners) != 1:
            continue
        (owner,) = owners
        surname = match["surname"] or surname_of(owner)
        for alias in (match["style"], match["pen"], surname + match["style"], surname + match["given"]):
            if alias and alias != owner and alias in plain:
                yield alias, owner
    finder = SubjectFinder([name for name in names if not names[name].role])
    for match in _CALLED.finditer(plain):
        alias = match["alias"]
        if alias[-1] in "也是者行" or alias[0] in "做取个他她是":
            continue
        start = max(plain.rfind(mark, 0, match.start()) for mark in "。！？\n”“")
        subject = speaker_before(plain, max(start + 1, match.start() - 60), match.start(), finder)
        if subject is not None and subject.kind == "name" and alias != plain[subject.start : subject.end]:
            yield alias, plain[subject.start : subject.end]


_NICKNAMED = re.compile(
    "(?P<verb>叫|称|封|号|唤|是)(?P<whom>他|她|你|我)?(?:作|做|为|是|一声|个)?"
    f'[`‘“「『"](?P<alias>{_H}{{2,4}})[-’”」』"`]'
)


def nicknamed(
    plain: str,
    said: Sequence[Said],
    finder: SubjectFinder,
    people: People,
    stems: Mapping[str, Mapping[str, str]],
) -> Iterator[tuple[str, str]]:
    """(alias, person) for each by-name that somebody gives in speech: 以后都叫他“……”, 就称“……”罢.

    Without a pronoun, or with 我, it is the speaker's own; 你 is who is spoken to; 他 is who was named last
    by the same speaker, else who spoke before. A by-name with a part of somebody's given name is theirs.
    """
    for number, one in enumerate(said):
        for match in _NICKNAMED.finditer(plain, one.quote.start, one.quote.end):
            alias = match["alias"]
            if plain.count(alias) < 2 or is_word(alias) or alias in people.weight:
                continue
            if match["whom"] is None and match["verb"] in "叫唤是":
                continue
            owners = {
                people.find(name)
                for char in alias
                for name, kind in stems.get(char, {}).items()
                if kind == "given" and people.weight[people.find(name)] >= 30
            }
            if len(owners) == 1 and match["whom"] == "他":
                yield alias, owners.pop()
                continue
            who = {"你": one.addressee, "他": None, "她": None}.get(match["whom"] or "", one.speaker)
            if match["whom"] in ("他", "她"):
                who = _named_last(plain, said, number, match.start(), finder, people)
            if who is not None:
                yield alias, who


def _named_last(
    plain: str, said: Sequence[Said], number: int, end: int, finder: SubjectFinder, people: People
) -> str | None:
    one = said[number]
    for earlier in range(number, max(number - 4, -1), -1):
        quote = said[earlier]
        if quote.speaker != one.speaker:
            continue
        stop = end if earlier == number else quote.quote.end
        spans = finder.names_in(plain, quote.quote.start, stop)
        if spans:
            return people.find(plain[slice(*spans[-1])])
    others = [
        quote.speaker
        for quote in said[max(number - 4, 0) : number]
        if quote.speaker not in (None, one.speaker)
    ]
    return others[-1] if others else None
