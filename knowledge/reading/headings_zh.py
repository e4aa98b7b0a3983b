"""Headings of Chinese books, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from knowledge.reading.headings import Heading, Level, Line, lines_of
from knowledge.reading.numerals import han

_NUM = "[零〇○一二三四五六七八九十百千两兩0-9０-９]{1,9}"
_KEYWORD = re.compile(
    rf"(?:正文)?(?P<label>第[ 　]*(?P<number>{_NUM})[ 　]*(?P<kind>[回章节節卷部篇集折幕]))"
    r"(?P<gap>[ 　\t：:、.．·—–-]*)(?P<rest>.*)"
)
_VOLUME = re.compile(
    rf"(?P<label>(?:(?:卷之?|部之?)(?P<number>{_NUM})|(?P<word>[上中下])[卷部册冊]))[ 　\t：:]*"
    r"(?P<rest>.{0,24})"
)
_BARE = re.compile(rf"(?P<label>(?P<number>{_NUM})[、.．]?)")
_NUMBERED = re.compile(rf"(?P<label>(?P<number>{_NUM})[、.．])[ 　]*(?P<rest>\S.{{0,20}})")
_NAMED = re.compile(
    r"(?P<label>楔子|引子|序[章言幕曲]?|自序|前言|引言|尾[声聲]|[后後][记記]|终章|終章|番外篇?|[跋缘緣]起?)"
    r"(?P<rest>[ 　：:].{0,24})?"
)
_PARTS = frozenset("卷部集")
_ORDER = "上中下"
_STOPS = re.compile(r"[。！？；…“”「」]|[：:]$")
_LONGEST = 46


def chinese_headings(text: str, start: int, end: int) -> Iterator[Heading]:
    """Candidates in order; what is only a table of contents is sorted out in `chapters`."""
    lines = list(lines_of(text, start, end))
    for at, line in enumerate(lines):
        found = _match(line)
        if not found:
            continue
        level, family, number, label, title = found
        stop = line.end
        following = lines[at + 1] if at + 1 < len(lines) else None
        if not title and level == "chapter" and following and _is_title(line, following):
            title, stop = following.text, following.end
        yield Heading(line.start, stop, level, family, number, label, title)


def _match(line: Line) -> tuple[Level, str, int, str, str] | None:
    text = line.text.strip("【】[]*#= 　")
    if len(text) > _LONGEST or not text:
        return None
    keyword = _KEYWORD.fullmatch(text)
    if keyword:
        rest = re.sub(r"[ 　.…·]{2,}\d+$", "", keyword["rest"]).strip(" 　")
        glued = bool(rest) and not keyword["gap"]
        if _STOPS.search(rest) or (glued and (len(rest) > 24 or "，" in rest)):
            return None
        level: Level = "part" if keyword["kind"] in _PARTS else "chapter"
        return level, keyword["kind"], han(_ascii(keyword["number"])), keyword["label"], rest
    if volume := _VOLUME.fullmatch(text):
        word = volume["word"]
        number = _ORDER.index(word) + 1 if word else han(_ascii(volume["number"]))
        return (
            None if _STOPS.search(volume["rest"]) else ("part", "卷", number, volume["label"], volume["rest"])
        )
    if line.blank_before and line.blank_after and (bare := _BARE.fullmatch(text)):
        return "chapter", "bare", han(_ascii(bare["number"])), bare["label"], ""
    numbered = _NUMBERED.fullmatch(text)
    if numbered and line.blank_before and line.blank_after and not _STOPS.search(numbered["rest"]):
        return "chapter", "numbered", han(_ascii(numbered["number"])), numbered["label"], numbered["rest"]
    if named := _NAMED.fullmatch(text):
        return "named", "named", 0, named["label"], (named["rest"] or "").strip(" 　：:")
    return None


def _is_title(heading: Line, line: Line) -> bool:
    """Whether `line` is the couplet or name that some editions print under the number."""
    near = not heading.blank_after or line.blank_after
    return near and len(line.text) <= 30 and not _STOPS.search(line.text) and _match(line) is None


def _ascii(number: str) -> str:
    return number.translate({ord("０") + at: str(at) for at in range(10)})
