"""Segments tile the chapters, keep to their size, and break where scenes do."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from knowledge.reading import read_book
from knowledge.segments import paragraphs, segment, sentences
from knowledge.types import Book
from tests.knowledge.reading.books import CHINESE, PARAGRAPH, prose, story

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "pride-and-prejudice.txt"


def check_tiling(book: Book) -> None:
    segments = segment(book)
    assert [s.index for s in segments] == list(range(len(segments)))
    for chapter in book.chapters:
        mine = [s for s in segments if s.chapter == chapter.index]
        assert (mine[0].start, mine[-1].end) == (chapter.body, chapter.end)
        assert all(a.end == b.start and a.start < a.end for a, b in itertools.pairwise(mine))


def test_the_sample_novel_is_cut_into_pages() -> None:
    book = read_book(SAMPLE.read_bytes(), SAMPLE.name)
    check_tiling(book)
    sizes = [len(book.text[s.start : s.end].split()) for s in segment(book)]
    assert sum(250 <= n <= 450 for n in sizes) > 0.9 * len(sizes)
    assert min(sizes) > 180
    assert max(sizes) < 600
    starts = {s.start for s in segment(book)}
    openings = {start for c in book.chapters for start, _ in paragraphs(book.text, c.body, c.end)}
    assert len(starts & openings) > 0.9 * len(starts), "cuts lie between paragraphs"


def test_a_scene_break_is_preferred_to_any_other_cut() -> None:
    for mark in ("\n\n* * *\n\n", "\n\n\n\n\n"):
        text = "Chapter 1\n\n" + prose(5) + mark + prose(12)
        book = read_book(text.encode(), "a.txt")
        after = text.index(mark) + len(mark)
        assert after in {s.start for s in segment(book)}
        check_tiling(book)


def test_paragraphs_longer_than_a_segment_are_cut_at_sentences() -> None:
    book = read_book(("Chapter 1\n\n" + (PARAGRAPH + " ") * 60).encode(), "a.txt")
    parts = [book.text[s.start : s.end] for s in segment(book)]
    assert len(parts) > 4
    assert all(len(part.split()) < 600 for part in parts)
    assert all(part.rstrip().endswith((".", "times.")) for part in parts)


def test_chinese_is_measured_in_characters() -> None:
    body = "\n".join(f"　　{CHINESE * 2}" for _ in range(40))
    book = read_book(f"第一回 归家\n\n{body}".encode(), "a.txt")
    check_tiling(book)
    sizes = [s.end - s.start for s in segment(book)]
    assert all(400 < size < 1000 for size in sizes)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a b\nc d\n\ne f\n\n* * *\n\ng", 3),
        ("　　第一段。\n　　第二段。\n　　第三段。", 3),
        ("", 0),
        ("\n\n* * *\n", 0),
    ],
)
def test_paragraphs(text: str, count: int) -> None:
    spans = paragraphs(text, 0, len(text))
    assert len(spans) == count
    assert all(text[a:b] == text[a:b].strip() for a, b in spans)


def test_sentences_end_after_their_quotation_marks_and_not_after_titles() -> None:
    text = 'Mr. Hill went. "Did he?" she asked. “Yes.” It was St. John\'s day! 他说：“走吧。”她点头。'
    found = [text[a:b].strip() for a, b in sentences(text, 0, len(text))]
    assert found[:2] == ["Mr. Hill went.", '"Did he?" she asked.']
    assert found[-1] == "她点头。"
    assert "".join(found).replace(" ", "") == text.replace(" ", "")


@pytest.mark.data
def test_every_real_novel_tiles(shared: Path) -> None:
    files = [*shared.glob("data/pdnc/*/novel_text.txt"), *shared.glob("data/zh/*.txt")]
    assert len(files) == 13
    for file in files:
        check_tiling(read_book(file.read_bytes(), file.name))


def test_one_short_chapter_is_one_segment() -> None:
    assert len(segment(read_book(story("Chapter 1", paragraphs=3).encode(), "a.txt"))) == 1
