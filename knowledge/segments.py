"""Plot segments: a scene or a page of one chapter, cut where a reader would pause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from knowledge.types import Book, Chapter, Language, PlotSegment

Span = tuple[int, int]

_UNIT = {"en": re.compile(r"[^\s]+"), "zh": re.compile(r"[\u3400-\u9fff]")}
_LEAST, _IDEAL, _MOST = {"en": 250, "zh": 450}, {"en": 340, "zh": 640}, {"en": 450, "zh": 800}
"""Words (English) or characters (Chinese) of a segment; a paragraph longer than most is cut."""
_BREAK = re.compile(r"^[ \t\u3000]*(?:[*＊·•~—_#=-]\s*){1,}$|^[ \t]*(?:§+|⁂|☆+|◇+)[ \t]*$", re.M)
_SENTENCE = re.compile(r"[.!?][\"'”’)\]]*(?=\s+[\"'“‘(\[_]*[A-Z0-9])|[。！？；．…][”」』\"’）]*(?=.)", re.S)
_ABBREVIATION = re.compile(
    r"\b(?:Mrs?|Ms|Dr|St|Messrs|Mme|Mlle|Capt|Col|Gen|Lieut|Rev|Hon|Prof|Esq|Jr|Sr|No|vol|cf|viz|[A-HJ-Z])$"
)
_QUOTE_MARKS = "\"“”「『'‘—–-"


@dataclass(frozen=True, slots=True)
class _Block:
    start: int
    size: int  # words or Chinese characters
    scene: bool  # a scene begins here
    speech: bool  # begins with a quotation mark
    inner: bool  # begins inside a paragraph


def segment(book: Book) -> tuple[PlotSegment, ...]:
    """Segments that tile the chapters' bodies: none crosses a chapter, none leaves a gap.

    250–450 English words or 450–800 Chinese characters where the paragraphs allow; cut at scene breaks (a
    line of stars, extra blank lines) if possible, then between narration and speech, then between any two
    paragraphs. The cuts of a chapter are the cheapest by dynamic programming over its paragraphs, so that
    none depends on where a running count happens to stand.
    """
    segments: list[PlotSegment] = []
    for chapter in book.chapters:
        for start, end in _cut(book.text, chapter, book.language):
            segments.append(PlotSegment(len(segments), chapter.index, start, end))
    return tuple(segments)


def paragraphs(text: str, start: int, end: int) -> list[Span]:
    """Paragraphs of `text[start:end]`, without the blanks round them; lines of stars are none.

    They are parted by blank lines; where there are none, by line ends or (wrapped lines) by indents.
    """
    body = text[start:end]
    if not body.strip():
        return []
    pattern = r"\n[ \t\u3000\xa0]*\n\s*"
    blocks = len(re.findall(pattern, body)) + 1
    lines = [line for line in body.split("\n") if line.strip()]
    if len(lines) > 1.2 * blocks:
        longest = sorted(map(len, lines))[int(0.95 * (len(lines) - 1))]
        indented = sum(line[0] in " \t\u3000" for line in lines)
        if longest > 100 or _han_heavy(body):
            pattern = r"\n\s*"
        elif blocks < 0.05 * len(lines) and 0.02 * len(lines) < indented < 0.7 * len(lines):
            pattern = r"\n[ \t\u3000\xa0]*\n\s*|\n(?=[ \t\u3000]+\S)"
        elif blocks < 0.02 * len(lines) and indented < 0.02 * len(lines):
            pattern = r"\n\s*"
    spans: list[Span] = []
    at = 0
    for gap in [*re.finditer(pattern, body), None]:
        stop = gap.start() if gap else len(body)
        piece = body[at:stop]
        if piece.strip() and not _BREAK.fullmatch(piece.strip("\n")):
            lead = len(piece) - len(piece.lstrip())
            spans.append((start + at + lead, start + at + len(piece.rstrip())))
        at = gap.end() if gap else stop
    return spans


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Sentences of `text[start:end]` by their end marks, trailing quotation marks taken in."""
    at = start
    for found in _SENTENCE.finditer(text, start, end):
        if _abbreviated(text, found.start()):
            continue
        yield at, found.end()
        at = found.end()
        while at < end and text[at].isspace():
            at += 1
    if at < end:
        yield at, end


def _abbreviated(text: str, stop: int) -> bool:
    return text[stop] == "." and bool(_ABBREVIATION.search(text, max(0, stop - 7), stop))


def _han_heavy(body: str) -> bool:
    return len(re.findall(r"[\u4e00-\u9fff]", body[:4000])) > 0.3 * len(body[:4000])


def _cut(text: str, chapter: Chapter, language: Language) -> Iterator[Span]:
    blocks = list(_blocks(text, chapter, language))
    if not blocks:
        if chapter.end > chapter.body:
            yield chapter.body, chapter.end
        return
    firsts = _best_cuts(blocks, language)
    starts = [chapter.body, *(blocks[at].start for at in firsts[1:]), chapter.end]
    yield from pairwise(starts)


def _blocks(text: str, chapter: Chapter, language: Language) -> Iterator[_Block]:
    unit, most = _UNIT[language], _MOST[language]
    previous = chapter.body
    for start, end in paragraphs(text, chapter.body, chapter.end):
        gap = text[previous:start]
        scene = (
            gap.count("\n") >= 4 or bool(_BREAK.search(gap.strip("\n"))) if previous > chapter.body else False
        )
        speech = text[start] in _QUOTE_MARKS
        size = len(unit.findall(text, start, end))
        previous = end
        if size <= most:
            yield _Block(start, size, scene, speech, False)
            continue
        for at, (low, high) in enumerate(sentences(text, start, end)):
            yield _Block(low, len(unit.findall(text, low, high)), scene and not at, speech, at > 0)


def _best_cuts(blocks: list[_Block], language: Language) -> list[int]:
    """Indices of the first block of each segment, at least cost."""
    least, ideal, most = _LEAST[language], _IDEAL[language], _MOST[language]
    best = [0.0] + [float("inf")] * len(blocks)
    origin = [0] * (len(blocks) + 1)
    for stop in range(1, len(blocks) + 1):
        size = 0
        for first in range(stop - 1, -1, -1):
            size += blocks[first].size
            if size > 2 * most and first < stop - 1:
                break
            cost = (
                best[first]
                + _size_cost(size, least, ideal, most)
                + (_cut_cost(blocks[first]) if first else 0)
            )
            # A scene break passed over inside a segment costs as much as a poor cut.
            cost += 0.6 * sum(block.scene for block in blocks[first + 1 : stop])
            if cost < best[stop]:
                best[stop], origin[stop] = cost, first
    firsts: list[int] = []
    at = len(blocks)
    while at:
        at = origin[at]
        firsts.append(at)
    return firsts[::-1]


def _size_cost(size: int, least: int, ideal: int, most: int) -> float:
    cost = ((size - ideal) / ideal) ** 2
    if size < least:
        cost += (least - size) / least
    return cost + 4 * max(0, size - most) / most


def _cut_cost(block: _Block) -> float:
    if block.scene:
        return 0.0
    if block.inner:
        return 0.8
    return 0.4 if block.speech else 0.25
