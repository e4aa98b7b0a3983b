"""Where direct speech stands, by its marks: “” 「」 『』 "" and ‘’, clean or dirty.

A quote never leaves its paragraph (line): one that nobody closed ends there, or before the next cue.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_CLOSERS = {"“": '”"', '"': '"”', "「": "」", "『": "』", "‘": "’", "”": '”"', "〝": "〞"}
_MARK = re.compile('[“”"「」『』‘’〝〞]')
_SENTENCE = re.compile(r"[。！？!?…—～]+[’』]?")
_ENDS = "。！？!?…—～，、；"


@dataclass(frozen=True, slots=True)
class Quoted:
    """`start`..`end` without the marks, `outer` with them; `paragraph` is the span of its line."""

    start: int
    end: int
    outer_start: int
    outer_end: int
    paragraph_start: int
    paragraph_end: int


def quoted(plain: str) -> list[Quoted]:
    """Every outermost quoted stretch of folded text, in order; inner quotes stay inside their outer one."""
    single = plain.count("‘") > 2 * (plain.count("“") + plain.count("「") + plain.count('"'))
    found: list[Quoted] = []
    start, open_end = 0, False
    for line in plain.split("\n"):
        end = start + len(line)
        if line.strip():
            found.extend(_of_paragraph(plain, start, end, single, open_end))
            open_end = bool(found) and found[-1].outer_end == end == found[-1].end
        start = end + 1
    return found


def _of_paragraph(plain: str, start: int, end: int, single: bool, carried: bool) -> list[Quoted]:
    marks = [match.start() for match in _MARK.finditer(plain, start, end)]
    if not single:
        marks = [at for at in marks if plain[at] not in "‘’"]
    found: list[Quoted] = []
    opened = -1
    last = start  # past the latest quote
    skip = -1

    def close(text_end: int, outer_end: int) -> None:
        nonlocal opened, last
        if text_end > opened + 1:
            found.append(Quoted(opened + 1, text_end, opened, outer_end, start, end))
        opened, last = -1, outer_end

    for number, at in enumerate(marks):
        mark = plain[at]
        if number <= skip:
            continue
        if opened < 0:
            if mark in '“"「『‘〝':
                opened = at
            elif carried and last == start and mark in "”」":
                opened = start - 1  # the line before broke off inside a quote
                close(at, at + 1)
            elif (colon := plain.rfind("：", last, at)) >= 0 and mark != "’":
                opened = colon  # its opening mark was lost
                close(at, at + 1)
            continue
        kind = plain[opened]
        following = [plain[other] for other in marks[number + 1 : number + 3]]
        if mark == '"' and kind != '"' and _inner_straight(plain, marks, number):
            skip = number + 1
        elif mark in _CLOSERS[kind]:
            close(at, at + 1)
        elif mark == kind and kind != '"':
            if len(following) == 2 and all(other in _CLOSERS[kind] for other in following):
                skip = number + 1  # nested in marks of the same kind
            else:
                cut = _last_sentence(plain, opened + 1, at)
                close(cut, cut)
                opened = at
        elif mark == "“" and kind == '"' and plain[at - 1] == "：":
            cut = _last_sentence(plain, opened + 1, at)
            close(cut, cut)
            opened = at
    if opened >= 0:
        close(end, end)
    return found


def _inner_straight(plain: str, marks: list[int], number: int) -> bool:
    """Whether the straight mark opens a short term inside a quote, as in “这"通灵"二字…”."""
    at = marks[number]
    if number + 1 >= len(marks) or plain[marks[number + 1]] != '"' or plain[at - 1] in _ENDS:
        return False
    term = plain[at + 1 : marks[number + 1]]
    return 0 < len(term) <= 20 and not any(mark in term for mark in "。！？：\n")


def _last_sentence(plain: str, start: int, end: int) -> int:
    """The end of the last whole sentence in `start`..`end`: what follows it is narration that leads on."""
    cut = -1
    for match in _SENTENCE.finditer(plain, start, end):
        cut = match.end()
    return cut if cut > 0 else end


def is_speech(plain: str, quote: Quoted, *, cued: bool) -> bool:
    """Whether the stretch is said, not merely a term or a title in marks.

    Args:
        cued: whether a word of speaking stands right before or after.
    """
    inner = plain[quote.start : quote.end].strip()
    if not inner:
        return False
    if cued or plain[: quote.outer_start].rstrip(" ")[-1:] == "：":
        return True
    if (
        plain[quote.paragraph_start : quote.outer_start].strip() == ""
        and quote.outer_end >= quote.paragraph_end - 1
    ):
        return True
    return inner[-1] in _ENDS
