"""Headings of many shapes, tables of contents, and books without headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.reading import read_book
from knowledge.reading.numerals import english, han, roman
from tests.knowledge.reading.books import CHINESE, prose, story


def titles(text: str) -> list[str]:
    book = read_book(text.encode(), "a.txt")
    assert all(a.end == b.start for a, b in zip(book.chapters, book.chapters[1:], strict=False))
    assert all(c.start <= c.body < c.end for c in book.chapters)
    return [c.title for c in book.chapters]


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["CHAPTER I.", "CHAPTER II."], ["CHAPTER I", "CHAPTER II"]),
        (["Chapter 1. The Mill", "Chapter 2. The Road"], ["Chapter 1: The Mill", "Chapter 2: The Road"]),
        (["CHAPTER ONE\nThe Mill", "CHAPTER TWO\nA Road"], ["CHAPTER ONE: The Mill", "CHAPTER TWO: A Road"]),
        (["CHAPTER THE FIRST", "CHAPTER THE LAST"], ["CHAPTER THE FIRST", "CHAPTER THE LAST"]),
        (["CHAPTER I\n\nIN WHICH SHE GOES\n    TO THE MILL", "CHAPTER II\n\nIN WHICH SHE STAYS"],
         ["CHAPTER I: IN WHICH SHE GOES TO THE MILL", "CHAPTER II: IN WHICH SHE STAYS"]),
        (["I", "II", "III"], ["I", "II", "III"]),
        (["1", "2", "3"], ["1", "2", "3"]),
        (["I. THE MILL", "II. THE ROAD", "III. THE SEA"], ["I: THE MILL", "II: THE ROAD", "III: THE SEA"]),
        (["STAVE ONE", "STAVE TWO"], ["STAVE ONE", "STAVE TWO"]),
        (["PREFACE", "Chapter 1", "EPILOGUE"], ["PREFACE", "Chapter 1", "EPILOGUE"]),
        (["Letter 1", "Letter 2"], ["Letter 1", "Letter 2"]),
        (["Part One", "Part Two"], ["Part One", "Part Two"]),
        (["Letter 1", "Chapter 1", "Chapter 2"], ["Letter 1", "Chapter 1", "Chapter 2"]),
    ],
)  # fmt: skip
def test_english_headings(headings: list[str], expected: list[str]) -> None:
    assert titles(story(*headings)) == expected


def test_parts_over_chapters_that_count_anew() -> None:
    text = (
        "BOOK THE FIRST\n\n" + story("CHAPTER I", "CHAPTER II") + "\nBOOK THE SECOND\n\n" + story("CHAPTER I")
    )
    assert titles(text) == [
        "BOOK THE FIRST, CHAPTER I",
        "BOOK THE FIRST, CHAPTER II",
        "BOOK THE SECOND, CHAPTER I",
    ]


def test_a_table_of_contents_is_not_chapters() -> None:
    names = ["The Mill", "The Road", "The Sea", "The End"]
    table = "\n\n".join(f"CHAPTER {n}. {name}" for n, name in enumerate(names, 1))
    text = f"CONTENTS\n\n{table}\n\n\n" + story(*(f"CHAPTER {n}. {name}" for n, name in enumerate(names, 1)))
    assert titles(text) == [f"CHAPTER {n}: {name}" for n, name in enumerate(names, 1)]


def test_a_close_table_over_parts_that_count_anew_is_told_from_the_chapters() -> None:
    """The shape of many library texts: lines without blanks between, each part counting from I."""
    parts = {
        "Book the First--Found": ["Mill", "A Road"],
        "Book the Second--Lost": ["Sea", "An End", "Dusk"],
    }
    table, body, expected = [], [], []
    for part, names in parts.items():
        numbered = list(zip(["I", "II", "III"], names, strict=False))
        table.append(f"     {part}\n\n" + "\n".join(f"     CHAPTER {n:<6} {name}" for n, name in numbered))
        body.append(f"{part}\n\n\n" + story(*(f"CHAPTER {n}.\n{name}" for n, name in numbered)))
        expected += [f"{part.split('--')[0]}, CHAPTER {n}: {name}" for n, name in numbered]
    text = "THE MILL\n\nCONTENTS\n\n\n" + "\n\n\n".join(table) + "\n\n\n\n" + "\n\n\n".join(body)
    assert titles(text) == expected


def test_a_table_of_numbered_titles_without_blanks() -> None:
    numbered = {"I": "THE MILL", "II": "THE ROAD", "III": "THE SEA"}
    table = "\n".join(f"   {n}. {name.title()}   1{len(n)}" for n, name in numbered.items())
    text = f"Contents\n\n{table}\n\n\n" + story(*(f"{n}. {name}" for n, name in numbered.items()))
    assert titles(text) == ["I: THE MILL", "II: THE ROAD", "III: THE SEA"]


def test_running_text_that_begins_like_a_heading_is_none() -> None:
    text = story("Chapter 1", "Chapter 2").replace(
        "That was day 3.",
        "That was day 3.\n\nChapter and verse she knew by heart, and part of the psalms.\n\nI",
    )
    assert titles(text) == ["Chapter 1", "Chapter 2"]


def test_without_headings_a_book_is_parted_at_paragraph_ends() -> None:
    text = prose(300)
    book = read_book(text.encode(), "a.txt")
    words = [len(book.text[c.body : c.end].split()) for c in book.chapters]
    assert len(words) == 3
    assert all(3500 < n < 5500 for n in words)
    assert all(book.text[c.body :].startswith("Anna walked") for c in book.chapters)
    assert [c.title for c in book.chapters] == ["Part 1", "Part 2", "Part 3"]


def test_a_book_in_one_long_line_is_parted_at_sentences() -> None:
    book = read_book(prose(300).replace("\n\n", " ").encode(), "a.txt")
    assert len(book.chapters) == 3
    assert all(book.text[: c.end].rstrip()[-1] == "." for c in book.chapters)


def test_long_prose_before_the_first_heading_is_kept_as_a_chapter() -> None:
    assert titles(prose(12) + "\n\n\n" + story("Chapter 1", "Chapter 2"))[0] == "Opening"
    assert titles("THE MILL\n\nby A. Miller\n\n" + story("Chapter 1", "Chapter 2"))[0] == "Chapter 1"


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["第一回 归家", "第二回 说话"], ["第一回: 归家", "第二回: 说话"]),
        (["第1章", "第2章"], ["第1章", "第2章"]),
        (["　　第一章　归家路上", "　　第二章　说话"], ["第一章: 归家路上", "第二章: 说话"]),
        (["楔子", "第一章\n归家", "第二章\n说话", "尾声"], ["楔子", "第一章: 归家", "第二章: 说话", "尾声"]),
        (["一", "二", "三"], ["一", "二", "三"]),
        (["第一卷 乡里\n\n第一章 归家", "第二章 说话", "第二卷 城中\n\n第一章 进城"],
         ["第一卷, 第一章: 归家", "第一卷, 第二章: 说话", "第二卷, 第一章: 进城"]),
    ],
)  # fmt: skip
def test_chinese_headings(headings: list[str], expected: list[str]) -> None:
    body = "\n".join(f"　　{CHINESE}" for _ in range(8))
    assert titles("\n\n".join(f"{heading}\n\n{body}" for heading in headings)) == expected


def test_chinese_contents_and_running_text_are_not_chapters() -> None:
    names = ["归家", "说话", "进城", "相见"]
    table = "目录\n" + "\n".join(f"第{n}回 {name}" for n, name in zip("一二三四", names, strict=True))
    body = f"　　{CHINESE * 5}\n　　第四回中既将此事略已表明，此回则暂不能写矣。\n　　{CHINESE}"
    text = (
        table
        + "\n\n"
        + "\n\n".join(f"第{n}回 {name}\n\n{body}" for n, name in zip("一二三四", names, strict=True))
    )
    assert titles(text) == [f"第{n}回: {name}" for n, name in zip("一二三四", names, strict=True)]


def test_a_heading_printed_twice_is_one_chapter() -> None:
    body = f"　　{CHINESE * 9}"
    text = f"第一回 归家\n\n首页|排行|论坛\n\n第一回 归 家\n\n{body}\n\n第二回 说话\n\n{body}"
    assert [title[:3] for title in titles(text)] == ["第一回", "第二回"]


def test_numbers_as_books_write_them() -> None:
    assert [english(t) for t in ("12", "xiv", "XL.", "forty-two", "Twelfth", "twenty first")] == [
        12,
        14,
        40,
        42,
        12,
        21,
    ]
    assert [roman(t) for t in ("IIII", "IM", "did", "")] == [4, 0, 0, 0]
    assert [han(t) for t in ("十", "二十一", "一百零三", "一二〇", "30", "千里")] == [10, 21, 103, 120, 30, 0]


@pytest.mark.data
@pytest.mark.parametrize(
    ("novel", "count"),
    [("AlicesAdventuresInWonderland", 12), ("AnneOfGreenGables", 38), ("DaisyMiller", 2), ("Emma", 55),
     ("NorthangerAbbey", 31), ("OliverTwist", 53), ("PrideAndPrejudice", 61), ("TheAwakening", 39),
     ("TheInvisibleMan", 29), ("TheSignOfTheFour", 12), ("WinnieThePooh", 10)],
)  # fmt: skip
def test_real_english_novels_have_the_chapters_their_readers_count(
    shared: Path, novel: str, count: int
) -> None:
    data = (shared / "data" / "pdnc" / novel / "novel_text.txt").read_bytes()
    assert len(read_book(data, "a.txt").chapters) == count
    assert read_book(data, "a.txt", keep_text=True).text == data.decode()


@pytest.mark.data
@pytest.mark.parametrize(("novel", "count"), [("红楼梦", 120), ("西游记", 100)])
def test_real_chinese_novels_have_the_chapters_their_readers_count(
    shared: Path, novel: str, count: int
) -> None:
    book = read_book((shared / "data" / "zh" / f"{novel}.txt").read_bytes(), "a.txt")
    assert (len(book.chapters), book.language, book.title) == (count, "zh", novel)
