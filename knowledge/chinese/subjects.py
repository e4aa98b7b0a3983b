"""Who a clause is about: its subject, as a span of the text."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from knowledge.chinese import words
from knowledge.chinese.clauses import Clause, ends_with_speaking, peel_left, peel_right
from knowledge.chinese.dictionary import is_frequent, is_ordinary
from knowledge.chinese.surnames import AFTER_NAME, full_name_at

SubjectKind = Literal["name", "role", "group", "pronoun"]


@dataclass(frozen=True, slots=True)
class Subject:
    """`start`..`end` of the surface that is the subject, and what kind of word it is.

    `stop` is past the other names that stand right beside it, if any (尤氏凤姐都忙说).
    """

    start: int
    end: int
    kind: SubjectKind
    stop: int = 0


_AFTER = "".join(sorted(AFTER_NAME))
_LONG_ROLE = words.alternatives(tuple(role for role in words.ROLES if len(role) > 1))
_ROLE = words.alternatives(words.ROLES)
_GROUP = re.compile(
    f"(?:(?:众|诸|群|合)(?:{_ROLE})[子]?们?|{words.alternatives(words.GROUPS)}|(?:{_ROLE})[子]?们|[那这]些(?:{_ROLE}|[一-鿿]?人)|[两二三四][个人位仙僧女妖怪神童老魔将官士臣贼]师?|许多人|二人)"
)
_ANY_ROLE = re.compile(f"(?:老|小|大|女|假)?(?:{_ROLE})(?:子们|们)?")
_ASIDE = re.compile("前|跟前|面前|身[上边旁]|[那这]里|那边|房[中里]|屋里|家[中里]|处")
_SEVERAL = re.compile(f"(?:几|数|三四|两三)(?:个|名|位)[一-鿿]{{0,10}}?(?:{_ROLE}|姬妾|人)(?:子们|们)?")
_SURNAMED = re.compile("[一-鿿]氏")
_MODIFIED = re.compile(
    f"[^的了着在来去说里上下把向对与和同问给替跟你我他私{_AFTER}]{{1,3}}?(?:{_LONG_ROLE})(?=[{_AFTER}])"
)
_INDEFINITE = re.compile(
    f"(?:有)?(?:[一几两三](?:个|名|位|群)?|[那这](?:个|名|位))[一-鿿]{{0,16}}?(?P<head>(?:老|小|大)?(?:{_ROLE})(?:子们|们)?|人)"
)
_OWNED = re.compile(f"(?:之|的)(?P<head>妻|母|子|女|父|兄|弟|妹|姊|妾|嫂|媳|{_ROLE})")
_NOBODY = re.compile(
    f"(?:{words.alternatives(words.OBJECT_VERBS)}|一|两|几|众|不|没|又|自|说|笑|走|转|想|的|地|之|了|着|口|心|只|满|乱|堆|忙|便|就|才|都|因|急|连|高|低|大|小声|念|东|西|外|里|得|齐|亲|极|扶|闻)"
)
_SOMEBODY = re.compile("有一?个?人|有一人|一人|人(?=来|回|报|飞|传|进|说|叫|问|答|喊|嚷|道|禀|便|忙|都)")
_PRONOUN = re.compile(
    f"(?:{words.alternatives(tuple(word for word in words.PRONOUNS if word not in words.GROUPS))})"
)
_PLACE = re.compile(
    "(?:[一-鿿]{1,5}?[上下里中外内边头旁前后]|[那这]里|[^与向给把叫命递问对和同将跟起想见听，]{1,10}的)(?:有|坐着|站着)?(?:[那这]个)?"
)
# After these, in a clause that leads to no quote, somebody enters.
_SIGHT = re.compile(
    "只见|忽见|却见|又见|但见|早见|走[出来进过]+|跳出|闪[出过上]+|转[出过]|早有|忽有|便有|就有|旁有|坐着|有(?=一?人)"
)
# After these, inside a clause, a new subject stands.
_TURN = re.compile(
    "(?:只见|忽见|却见|又见|但见|早见|只听|忽听|又听|听得|听见|被|(?:慌|唬|吓|喜|急|气|羞|惊|恼|笑|引|乐|恨|疼|说|喝|打)[得的](?:那|这|个)?|"
    "走[出来进过]+|跳出|闪[出过上]+|转[出过]|来了|早有|忽有|便有|就有|旁有|有)"
)


def _has_word(surface: str) -> bool:
    """Whether two neighbouring characters of `surface` make an ordinary or a common word."""
    pairs = [surface[at : at + 2] for at in range(len(surface) - 1)]
    return any(is_ordinary(pair) or is_frequent(pair) for pair in pairs)


class SubjectFinder:
    """Finds the subject of a clause among known names, roles, groups and pronouns."""

    def __init__(self, names: Collection[str]) -> None:
        """`names`: every surface that names somebody; the longest match wins."""
        known = [name for name in names if len(name) > 1]
        self._name = re.compile(words.alternatives(known)) if known else re.compile("(?!)")

    def is_name(self, surface: str) -> bool:
        """Whether `surface` is a known name as a whole."""
        return self._name.fullmatch(surface) is not None

    def names_in(self, plain: str, start: int, end: int) -> list[tuple[int, int]]:
        """The spans of every known name in `start`..`end`, left to right, the longest at each place."""
        return [match.span() for match in self._name.finditer(plain, start, end)]

    def find(self, plain: str, clause: Clause, *, cue: bool = False) -> Subject | None:
        """The subject of `clause`, None where it is left out.

        Args:
            plain: folded text.
            clause: a stretch between marks.
            cue: whether the clause leads to a quote; then the last subject that enters in it counts.
        """
        text = plain[clause.start : clause.end]
        at = clause.start + peel_left(text)
        turn = _TURN if cue else _SIGHT
        turns = [match.end() for match in turn.finditer(plain, clause.start, clause.end)]
        if cue:
            for place in reversed(turns):
                if found := self._at(plain, place, clause.end) or self._placed(plain, place, clause.end):
                    return found
        for start in (clause.start, at):
            if found := self._at(plain, start, clause.end):
                return found
        if cue and (found := self.unknown(plain, clause)):
            return found
        for place in turns:
            if found := self._at(plain, place, clause.end) or self._placed(plain, place, clause.end):
                return found
        return self._placed(plain, at, clause.end)

    def _placed(self, plain: str, start: int, end: int) -> Subject | None:
        """The subject after words of place: 二门上小厮们…, 地下众人…."""
        if (place := _PLACE.match(plain, start, end)) and (found := self._at(plain, place.end(), end)):
            return found if found.kind != "pronoun" else None
        return None

    def unknown(self, plain: str, clause: Clause) -> Subject | None:
        """What is left of a short cue clause when verb, adverbs and lead-in are peeled off it."""
        text = plain[clause.start : clause.end]
        full = full_name_at(plain, clause.start + peel_left(text), clause.end)
        if full and not _has_word(plain[slice(*full)]):
            return Subject(*full, "name")
        rest = peel_right(text) if ends_with_speaking(text) else ""
        cut = peel_left(rest)
        kept = rest[cut:]
        if len(kept) == 1 and len(text) == 2 and text[1] in "道曰":
            return Subject(clause.start, clause.start + 1, "name")  # 石道
        known = self._name.search(kept) or _has_word(kept)
        if not 2 <= len(kept) <= 3 or _NOBODY.match(kept) or known:
            return None
        return Subject(clause.start + cut, clause.start + len(rest), "name")

    def _at(self, plain: str, start: int, end: int) -> Subject | None:
        name = self._name.match(plain, start, end)
        if name and _ASIDE.match(plain, name.end(), end):
            return None  # 凤姐儿前都请了安: not she
        demonstrative = next((word for word in words.DEMONSTRATIVES if plain.startswith(word, start)), "")
        if name is None and demonstrative:
            name = self._name.match(plain, start + len(demonstrative), end)
        if several := _SEVERAL.match(plain, start, end):
            return Subject(several.start(), several.end(), "group")
        if name and (owned := _OWNED.match(plain, name.end(), end)):
            other = self._name.match(plain, owned.end(), end) or _SURNAMED.match(plain, owned.end(), end)
            return Subject(*other.span(), "name") if other else Subject(*owned.span("head"), "role")
        role = _ANY_ROLE.match(plain, start + len(demonstrative), end)
        group = _GROUP.match(plain, start, end)
        if group and (name is None or group.end() > name.end()):
            return Subject(group.start(), group.end(), "group")
        if name and (role is None or role.end() <= name.end()):
            stop = name.end()
            while beside := self._name.match(plain, stop, end):
                stop = beside.end()
            return Subject(name.start(), name.end(), "name", stop)
        if role and (len(role[0]) > 1 or demonstrative or end - role.end() <= 4):
            return Subject(start if len(role[0]) == 1 else role.start(), role.end(), "role")
        if pronoun := _PRONOUN.match(plain, start, end):
            whose = _ANY_ROLE.match(plain, pronoun.end(), end)
            if (whose and len(whose[0]) > 1) or (whose and whose[0] in "娘妈爹母爸"):
                return Subject(whose.start(), whose.end(), "role")
            return Subject(pronoun.start(), pronoun.end(), "pronoun")
        if somebody := _SOMEBODY.match(plain, start, end):
            there = plain[start - 1 : start] == "有"
            return Subject(somebody.start() - there, somebody.end(), "role")
        if indefinite := _INDEFINITE.match(plain, start, end):
            return Subject(*indefinite.span("head"), "role")
        if (modified := _MODIFIED.match(plain, start, end)) or (
            modified := _SURNAMED.match(plain, start, end)
        ):
            return Subject(
                modified.start(), modified.end(), "role" if plain[modified.end() - 1] != "氏" else "name"
            )
        return None
