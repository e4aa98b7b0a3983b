"""Headings of English books, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from knowledge.reading.headings import Heading, Level, Line, lines_of
from knowledge.reading.numerals import WORD_NUMBER, english

_NUMBER = rf"(?:[0-9]{{1,3}}|[IVXLCivxlc]{{1,8}}|(?:the\s+)?(?:{WORD_NUMBER}|last))"
_KEYWORD = re.compile(
    rf"(?P<label>(?P<kind>chapter|chap\.?|stave|canto|letter|adventure|volume|vol\.?|book|part)\s+"
    rf"(?:no\.?\s*|the\s+)?(?P<number>{_NUMBER})(?![\w’'])[.:]?\]?)(?P<rest>.*)",
    re.I,
)
_REVERSED = re.compile(
    rf"(?P<label>(?:the\s+)?(?P<number>{WORD_NUMBER})\s+(?P<kind>chapter|book|part|volume)[.:]?)(?P<rest>.*)",
    re.I,
)
_BARE = re.compile(r"(?P<label>(?P<number>[0-9]{1,3}|[IVXLC]{1,8})[.:]?)")
_NUMBERED = re.compile(r"(?P<label>(?P<number>[0-9]{1,3}|[IVXLC]{1,8})[.:—–-])\s+(?P<rest>\S.*)")
_NAMED = re.compile(
    r"(?P<label>(?:author['’]s\s+|the\s+)?(?:preface|foreword|prologue|epilogue|introduction|introductory"
    r"|conclusion|afterword|postscript|finale|interlude|etymology|extracts))\b[.:]?(?P<rest>.{0,60})",
    re.I,
)
_PARTS = frozenset({"volume", "vol", "book", "part"})
_LONGEST = 110
_FRONT = 60_000  # characters in which tables of contents are looked for


def english_headings(text: str, start: int, end: int) -> Iterator[Heading]:
    """Candidates in order, titles taken in; many are none, see `chapters`."""
    lines = list(lines_of(text, start, end))
    for at, line in enumerate(lines):
        listed = line.start - start < _FRONT and _in_list(lines, at)
        found = _match(replace(line, blank_before=True) if listed else line)
        if not found:
            continue
        level, family, number, label, rest = found
        title, stop = _inline_title(rest), line.end
        if listed:
            yield Heading(line.start, stop, level, family, number, label.strip(), title, listed=True)
            continue
        for following in _title_lines(lines, at, has_title=bool(title)):
            title = f"{title} {following.text}".strip()
            stop = following.end
        yield Heading(line.start, stop, level, family, number, label.strip(), title.strip(" ._"))


def _in_list(lines: list[Line], at: int) -> bool:
    """Whether the line right before or after this one is numbered like it."""
    if not _numbered(lines[at].text):
        return False
    before = at > 0 and not lines[at].blank_before and _numbered(lines[at - 1].text)
    after = at + 1 < len(lines) and not lines[at].blank_after and _numbered(lines[at + 1].text)
    return before or after


def _numbered(text: str) -> bool:
    return len(text) <= _LONGEST and bool(_KEYWORD.fullmatch(text) or _NUMBERED.fullmatch(text))


def _match(line: Line) -> tuple[Level, str, int, str, str] | None:
    text = line.text.strip("_*=[]# \t")
    if not line.blank_before or len(text) > _LONGEST or not text or text[0] in "\"“'‘":
        return None
    worded = _KEYWORD.fullmatch(text) or _REVERSED.fullmatch(text)
    if worded and _is_title_tail(worded["rest"]):
        kind = worded["kind"].lower().rstrip(".")
        number = english(re.sub(r"^the\s+", "", worded["number"], flags=re.I))
        level: Level = "part" if kind in _PARTS else "chapter"
        return level, kind[:4], number, worded["label"], worded["rest"]
    if bare := _BARE.fullmatch(text):
        return ("chapter", "bare", english(bare["number"]), bare["label"], "") if line.blank_after else None
    numbered = _NUMBERED.fullmatch(text)
    if numbered and len(text) <= 80 and _looks_titled(numbered["rest"]) and english(numbered["number"]):
        return "chapter", "numbered", english(numbered["number"]), numbered["label"], numbered["rest"]
    if (named := _NAMED.fullmatch(text)) and line.blank_after and _is_title_tail(named["rest"]):
        return "named", "named", 0, named["label"], named["rest"]
    return None


def _inline_title(rest: str) -> str:
    return re.sub(r"[\s.·…]{2,}\d+$", "", rest).strip(" .:—–-_\t")


def _is_title_tail(rest: str) -> bool:
    """Whether what follows the number may be a title: nothing, a break, or a capital; no running sentence."""
    rest = rest.strip()
    if not rest:
        return True
    tail = rest.lstrip(" .:—–-_[(\"“'‘")
    return bool(tail) and (tail[0].isupper() or tail[0].isdigit()) and not rest.endswith((",", ";"))


def _looks_titled(words: str) -> bool:
    if words.isupper():
        return True
    every = re.findall(r"[A-Za-z][\w’']*", _inline_title(words))
    long = [w for w in every if len(w) > 3] or every
    return (
        not words.endswith((",", ";")) and bool(long) and sum(w[0].isupper() for w in long) >= 0.7 * len(long)
    )


def _title_lines(lines: list[Line], at: int, *, has_title: bool) -> list[Line]:
    """The lines after heading `lines[at]` that carry on its title: a short block that reads as one."""
    block: list[Line] = []
    for line in lines[at + 1 : at + 6]:
        if line.blank_before and block:
            break
        block.append(line)
        if line.blank_after:
            break
    if not block or not block[-1].blank_after or _match(block[0]) or len(block) > 4:
        return []
    words = " ".join(line.text for line in block)
    if has_title and (lines[at].blank_after or not words.isupper()):
        return []
    count = len(words.split())
    if words[0] in '"“‘' or count > 40:
        return []
    if not lines[at].blank_after:
        return block if not words.endswith((".", "?", "!")) or _looks_titled(words) or words.isupper() else []
    capitals = sum(ch.isupper() for ch in words)
    shouted = capitals > 0.8 * sum(ch.isalpha() for ch in words)
    titled = count <= 10 and _looks_titled(words.rstrip(".")) and not re.search(r"[,;:!?]$", words)
    sentence = words.endswith(".") and count > 4
    return block if (shouted and count > 1) or (titled and not sentence) else []
