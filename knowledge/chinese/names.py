"""Names as the text shows them: who stands before a verb of speaking, who is introduced by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from knowledge.chinese import words
from knowledge.chinese.clauses import clauses, ends_with_speaking, peel_left, peel_right
from knowledge.chinese.dictionary import is_common_noun, is_frequent, is_ordinary
from knowledge.chinese.marks import Quoted
from knowledge.chinese.surnames import AFTER_NAME, FUNCTION_SURNAMES, surname_of
from knowledge.chinese.titles import GENDER, split_title

_PLACE_TAIL = "山国洞庄郡水河城府寺庙园观院宫殿村镇岭峰桥湖江海岛州县"
_HAN = re.compile(r"[一-鿿·]+")
_STOP = (
    frozenset(words.PRONOUNS) | frozenset(words.GROUPS) | frozenset(words.LEADS) | frozenset(words.ADVERBS)
)
_ROLE = frozenset(words.ROLES)
_BAD_HEAD = re.compile(
    f"(?:{words.alternatives(words.OBJECT_VERBS)}|"
    "[一两几些在有众不没又自各他她我你说笑走转想的地之了着忙急且满乱得旁位个伙等却越闻极扶念收商思])"
)
_BAD_TAIL = re.compile(
    "(?:[等们的了着一不与和并时个是有在到去来得之上下里中间前后事话声气头手口身心笑说道问听见也又]|几个|两个|等人|众人)$"
)
_INTRODUCED = re.compile(
    "(?:名唤|名叫|名字叫|名为|唤作|唤做|叫做|叫作|乳名|小名|本名|学名|法名|道号|别号|绰号|外号|诨名|诨号|表字|人称|名曰|取名|改名|名)"
    '(?:唤|叫|作|做|为|是|曰)?[“「"]?([一-鿿]{2,3})[”」"]?(?=[，。；：！？、的者])'
)


@dataclass(frozen=True, slots=True)
class Named:
    """A surface form that names somebody.

    Attributes:
        cues: how often it stands before a verb of speaking.
        count: how often it occurs at all.
        role: whether it means anyone of a kind (丫鬟), not one person.
        spread: in how many of the book's fifty equal parts it occurs.
    """

    surface: str
    cues: int
    count: int
    role: bool = False
    spread: int = 0


def cue_subjects(plain: str, quotes: Sequence[Quoted]) -> Counter[str]:
    """What stands, peeled, as the subject of the clause that leads to a quote, or follows it."""
    found: Counter[str] = Counter()
    last = 0
    for quote in quotes:
        before = clauses(plain, max(last, quote.outer_start - 60), quote.outer_start)
        last = quote.outer_end
        if before and plain[before[-1].end : quote.outer_start].strip(" ：，,") == "":
            found.update(_subject(plain[before[-1].start : before[-1].end]))
        stop = plain.find("\n", quote.outer_end, quote.outer_end + 30)
        after = clauses(plain, quote.outer_end, stop if stop >= 0 else quote.outer_end + 30)
        if (
            after
            and plain[quote.outer_end : after[0].start].strip(" ，") == ""
            and plain[after[0].end] != "："
        ):
            found.update(_subject(plain[after[0].start : after[0].end]))
    return found


def _subject(clause: str) -> Iterable[str]:
    if len(clause) <= 16 and ends_with_speaking(clause):
        rest = peel_right(clause)
        cut = peel_left(rest)
        rest = rest[cut - 1 :] if len(rest) == cut + 1 and rest[cut - 1] in "方安常易成时" else rest[cut:]
        if 1 <= len(rest) <= 8 and _HAN.fullmatch(rest):
            yield rest


def discover(plain: str, quotes: Sequence[Quoted]) -> dict[str, Named]:
    """Every name of the book, by its surface.

    Args:
        plain: folded text.
        quotes: its quotes, in order.
    """
    seeds = cue_subjects(plain, quotes)
    enough = 2 if len(plain) > 60_000 else 1
    kept: dict[str, int] = {}
    for surface, cues in sorted(seeds.items(), key=lambda item: (len(item[0]), item[0])):
        if _plausible(plain, surface, cues, enough) and not _is_extension(surface, cues, kept):
            kept[surface] = cues
    for surface in {match[1] for match in _INTRODUCED.finditer(plain)}:
        if surface not in kept and _introducible(plain, surface):
            kept[surface] = 0
    for surface in _subjects_by_surname(plain):
        if not any(surface.startswith(name) for name in kept if len(name) > 1):
            kept.setdefault(surface, 0)
    for surface in _full_names(plain, kept):
        kept.setdefault(surface, 0)
    for surface in [name for name, cues in kept.items() if cues < 5 and _is_titled_part(name, kept)]:
        del kept[surface]
    return {
        surface: Named(
            surface,
            cues,
            plain.count(surface),
            surface in _ROLE and not _stands_for_one(plain, surface, cues),
            spread(plain, surface),
        )
        for surface, cues in kept.items()
    }


def _has_surname(plain: str, given: str) -> bool:
    """Whether a surname stands before the two characters here and there: 林如海 for 如海."""
    if len(given) != 2:
        return False
    before = Counter(match[1] for match in re.finditer(f"(?<![一-鿿])([一-鿿]){given}", plain))
    return any(
        times >= 2 and surname_of(char + given) and char not in FUNCTION_SURNAMES
        for char, times in before.items()
    )


def _is_titled_part(surface: str, kept: Mapping[str, int]) -> bool:
    """Whether the surface is a title after a part of somebody's given name (琏二奶奶): a form, not a name."""
    stem, title = split_title(surface)
    stem = stem.rstrip("大二三四五六七八九十")
    if not title or title == "儿" or not 1 <= len(stem) <= 2:
        return False
    return any(name != surface and surname_of(name) and stem in name[1:] for name in kept)


def spread(plain: str, surface: str, parts: int = 50) -> int:
    """In how many of `parts` equal parts of the text `surface` occurs."""
    width = len(plain) // parts + 1
    found = 0
    for part in range(parts):
        found += plain.find(surface, part * width, (part + 1) * width) >= 0
    return found


def _stands_for_one(plain: str, role: str, cues: int) -> bool:
    """Whether a role word is used like a name: often a subject, seldom counted or pointed at (行者, 国王)."""
    count = plain.count(role)
    if cues < 15 or count < 30:
        return False
    modified = len(re.findall(f"[那这个一众小老两几些的诸各名位女群二三四大]{role}|{role}[们子家]", plain))
    initial = len(re.findall(f'[，。；：！？\n ”"]{role}', plain))
    return modified / count <= 0.42 and initial / count >= 0.1


def _plausible(plain: str, surface: str, cues: int, enough: int) -> bool:
    if surface in GENDER and cues < 15:
        return False
    if surface in _ROLE:
        return True
    if len(surface) < 2 or len(surface) > 6 or surface in _STOP or re.search("[了着]", surface):
        return False
    if is_ordinary(surface) and cues < 15 and surface[1:] != "儿":
        return False
    if cues < 3 and (surface[1:] in GENDER or surface[2:] in GENDER) and not surname_of(surface):
        return False
    titled = split_title(surface)[1] != "" or (
        bool(surname_of(surface)) and surface[0] not in FUNCTION_SURNAMES
    )
    if _BAD_TAIL.search(surface) and not surface.endswith("家的") and cues < 15:
        return False
    if _BAD_HEAD.match(surface) and cues < 15 and not _has_surname(plain, surface):
        return False
    if len(surface) > (4 if cues >= 3 else 3) and not (split_title(surface)[1] or "·" in surface):
        return cues >= 8
    return cues >= enough or (titled and cues >= 1 and len(surface) <= 4)


def _is_extension(surface: str, cues: int, kept: dict[str, int]) -> bool:
    """Whether the surface is a shorter name with a stray word glued on, or two names side by side."""
    for width in range(2, len(surface)):
        head, tail = surface[:width], surface[width:]
        if head in kept and kept[head] >= cues and (tail in kept or not split_title("X" + tail)[1]):
            return True
        if surface[-width:] in kept and not surname_of(surface) and cues < 5:
            rest = surface[:-width]
            if rest in _STOP or is_ordinary(rest) or rest in kept or len(rest) > 2:
                return True
        if surface[-width:] in kept and surface[:-width] in FUNCTION_SURNAMES:
            return True
    return False


def _introducible(plain: str, surface: str) -> bool:
    if _BAD_HEAD.match(surface) or not _is_name_like(surface):
        return False
    initial = len(re.findall(f'[，。；：！？、\n “”"那这]{surface}', plain))
    return initial >= (2 if surname_of(surface) and surface[0] not in FUNCTION_SURNAMES else 8)


_INITIAL = re.compile('(?:^|[，。；：！？、\n ”」"])([一-鿿]{2,5})', re.MULTILINE)


def _subjects_by_surname(plain: str) -> set[str]:
    """Two or three characters that begin with a surname, often open clauses, and go on variously."""
    by_head: dict[str, list[str]] = {}
    for match in _INITIAL.finditer(plain):
        opening = match[1]
        if opening[0] not in FUNCTION_SURNAMES and surname_of(opening[:2]):
            by_head.setdefault(opening[:2], []).append(opening)
    found: set[str] = set()
    for head, openings in by_head.items():
        if len(openings) < 3 or is_ordinary(head):
            continue
        follower, most = Counter(opening[2:3] for opening in openings).most_common(1)[0]
        longer = most > 0.6 * len(openings) and follower not in AFTER_NAME
        surface = head + follower if longer else head
        used = [opening[len(surface) :][:1] for opening in openings if opening.startswith(surface)]
        predicates = sum(after in AFTER_NAME for after in used)
        if predicates >= max(2, 0.4 * len(used)) and len(set(used)) >= 3 and _is_name_like(surface):
            found.add(surface)
    return found


def _is_name_like(surface: str) -> bool:
    return not (
        is_ordinary(surface)
        or is_frequent(surface)
        or surface[1:] == "儿"
        or is_common_noun(surface)
        or surface in _STOP
        or surface in _ROLE
        or surface[-1] in _PLACE_TAIL
        or _BAD_TAIL.search(surface)
    )


def _full_names(plain: str, kept: dict[str, int]) -> set[str]:
    """Surname + a given name that is known: 林黛玉 where 黛玉 speaks."""
    given = [name for name in kept if len(name) == 2 and name not in _ROLE and not split_title(name)[1]]
    if not given:
        return set()
    lefts: dict[str, Counter[str]] = {}
    for match in re.finditer(f"(.)(([一-鿿])(?:{words.alternatives(given)}))", plain, re.DOTALL):
        if surname_of(match[2]) and match[3] not in FUNCTION_SURNAMES:
            lefts.setdefault(match[2], Counter())[match[1]] += 1
    good = {full for full, left in lefts.items() if _is_full_name(plain, full, left.total(), left)}
    best: dict[str, tuple[int, str]] = {}
    for full in good | {name for name in kept if name[1:] in kept}:
        best[full[1:]] = max(best.get(full[1:], (0, "")), (spread(plain, full), full))
    return {full for _, full in best.values() if full in good}


def _is_full_name(plain: str, full: str, times: int, left: Counter[str]) -> bool:
    """Often enough, for its given name, and not merely the tail of one longer word (龙王敖顺)."""
    mark, most = left.most_common(1)[0]
    glued = _HAN.fullmatch(mark) is not None and most > 0.6 * times and times > 2
    share = times / max(plain.count(full[1:]), 1)
    return times >= 2 and share >= (0.1 if surname_of(full[1:]) else 0.005) and not glued
