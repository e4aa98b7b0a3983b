"""Which headings part the book into chapters; where there are none, parts of even length."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.reading.contents import weight, without_contents
from knowledge.reading.headings import Heading
from knowledge.reading.headings_en import english_headings
from knowledge.reading.headings_zh import chinese_headings
from knowledge.reading.parts import split_parts
from knowledge.types import Chapter, Language

_OPENING = 250  # words of prose before the first heading that deserve a chapter
_PREFERENCE = (
    "chap",
    "stav",
    "cant",
    "lett",
    "adve",
    "回",
    "章",
    "节",
    "節",
    "折",
    "幕",
    "篇",
    "numbered",
    "bare",
)
_PART_PREFERENCE = ("part", "book", "volu", "vol", "部", "卷", "集")


def find_chapters(
    text: str, start: int, end: int, language: Language, marks: Sequence[Heading] = ()
) -> tuple[Chapter, ...]:
    """Chapters of `text[start:end]`, at least one, in order and without gaps between them.

    Numbered headings found in the text come first; failing these, `marks` (headings that the file itself
    declares, as an EPUB does); failing these, parts of about 4,000 words. What stands before the first
    heading is left out unless it is long prose. A table of contents is not mistaken for chapters.
    """
    scan = english_headings if language == "en" else chinese_headings
    found = without_contents(text, list(scan(text, start, end)), end)
    headings = _titled(text, _choose(text, found), marks) or _declared(text, marks, end)
    if not headings:
        return split_parts(text, start, end, language)
    return _lay_out(text, start, end, headings, language)


def _choose(text: str, found: list[Heading]) -> list[Heading]:
    """The chapter family that counts through the book, with the parts above it and prefaces beside it."""
    families: dict[str, list[Heading]] = defaultdict(list)
    for heading in found:
        families[heading.family].append(heading)
    chapters = next((kept for name in _PREFERENCE if (kept := _counting(families[name], name))), [])
    upper = [h for name in _PART_PREFERENCE for h in families[name]]
    if not chapters:
        chapters = next((kept for name in _PART_PREFERENCE if (kept := _counting(families[name], name))), [])
        upper = []
    if not chapters:
        return []
    chapters = chapters + _beside(families, chapters)
    chosen = sorted([*chapters, *upper, *families["named"]], key=lambda h: h.start)
    return _joined(text, [h for at, h in enumerate(chosen) if not at or h.start >= chosen[at - 1].end])


def _titled(text: str, headings: list[Heading], marks: Sequence[Heading]) -> list[Heading]:
    """A declared heading right behind an untitled number is its title."""
    declared = {mark.start: mark for mark in marks if mark.end > mark.start}
    titled: list[Heading] = []
    for heading in headings:
        after = heading.end + len(text[heading.end :][:20]) - len(text[heading.end :][:20].lstrip())
        mark = declared.get(after)
        named = mark is not None and not heading.title and not any(h.start == after for h in headings)
        titled.append(replace(heading, end=mark.end, title=mark.title) if mark and named else heading)
    return titled


def _joined(text: str, headings: list[Heading]) -> list[Heading]:
    """A heading printed twice over (web editions do, with menus between) becomes one."""
    kept: list[Heading] = []
    for heading in headings:
        last = kept[-1] if kept else None
        twice = last and heading.number and (last.family, last.number) == (heading.family, heading.number)
        if last and twice and weight(text[last.end : heading.start][:1000]) < 120:
            kept[-1] = replace(heading, start=last.start)
        else:
            kept.append(heading)
    return kept


def _beside(families: Mapping[str, list[Heading]], chapters: Sequence[Heading]) -> list[Heading]:
    """Worded headings of another family wholly before or after: letters that come before the chapters."""
    first, last = chapters[0], chapters[-1]
    more: list[Heading] = []
    for name in _PREFERENCE:
        if name not in (first.family, "numbered", "bare", "节", "節"):
            group = _counting(families[name], name)
            if group and (group[-1].end <= first.start or group[0].start >= last.end):
                more.extend(group)
    return more


def _counting(headings: list[Heading], family: str) -> list[Heading]:
    """Those that count up by one from 1 (anew in each part); [] where too few do to trust the family."""
    strict = family in ("bare", "numbered")
    kept: list[Heading] = []
    for heading in headings:
        last = kept[-1].number if kept else 0
        step = heading.number - last
        loose = not strict and (heading.number == 0 or 0 < step <= 3)
        twice = step == 0 and family in ("回", "章")  # 第三回上, 第三回下
        if heading.number == 1 or step == 1 or loose or twice:
            kept.append(heading)
    if strict and (len(kept) < 3 or len(kept) < 0.5 * len(headings)):
        return []
    return kept if len(kept) >= (1 if not strict else 3) else []


def _declared(text: str, marks: Sequence[Heading], end: int) -> list[Heading]:
    """Headings declared by the file, those with a body; the level that gives most chapters."""
    by_family: dict[str, list[Heading]] = defaultdict(list)
    for mark in marks:
        by_family[mark.family].append(mark)
    best: list[Heading] = []
    for group in by_family.values():
        stops = [*(h.start for h in group[1:]), end]
        bodied = [h for h, stop in zip(group, stops, strict=True) if weight(text[h.end : stop][:2000]) >= 60]
        if len(bodied) > len(best):
            best = bodied
    return best if len(best) >= 2 else []


def _lay_out(
    text: str, start: int, end: int, headings: list[Heading], language: Language
) -> tuple[Chapter, ...]:
    rows: list[tuple[int, int, int, str]] = []
    opening = text[start : headings[0].start]
    prose = [p for p in re.split(r"\n[ \t\u3000]*\n", opening) if re.search(r"[.!?。！？”\"]\s*$", p)]
    if weight(" ".join(p for p in prose if weight(p) >= 30)) >= _OPENING:
        rows.append((start, start, headings[0].start, "Opening" if language == "en" else "开篇"))
    pending: Heading | None = None
    part = ""
    restarts = sum(h.level == "chapter" and h.number == 1 for h in headings) > 1
    for at, heading in enumerate(headings):
        stop = headings[at + 1].start if at + 1 < len(headings) else end
        if heading.level == "part":
            part = heading.label.strip(" .:—–-")
        bare_part = heading.level == "part" and weight(text[heading.end : stop][:2000]) < 60
        if bare_part or not text[heading.end : stop].strip():
            pending = pending or heading
            continue
        title = heading.caption
        if restarts and part and heading.level == "chapter":
            title = f"{part}, {title}"
        begin = pending.start if pending else heading.start
        rows.append((begin, heading.end, stop, title))
        pending = None
    if not rows:
        return split_parts(text, start, end, language)
    rows[-1] = (*rows[-1][:2], end, rows[-1][3])
    first = Chapter(0, "", 0, 0, 0)
    return tuple(
        replace(first, index=i, title=title, start=begin, body=_body(text, after, stop), end=stop)
        for i, (begin, after, stop, title) in enumerate(rows, start=1)
    )


def _body(text: str, at: int, stop: int) -> int:
    """The first character that is not blank, but with the indent of its line left to it."""
    begin = at
    while begin < stop and text[begin].isspace():
        begin += 1
    return max(at, text.rfind("\n", at, begin) + 1) if begin < stop else at
