"""No profile gives away what the book tells later: 47 probes over two novels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.errors import NotFoundError
from evaluation.knows import find_person
from knowledge.entries import extract, people_as_of, profile
from knowledge.reading import read_book
from knowledge.segments import segment
from knowledge.types import Annotation, Book, Entry, Mention, Quote
from tests.knowledge.annotated import mentions_of
from tests.knowledge.leaks import CASTS, LEAKS, Leak

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "pride-and-prejudice.txt"


@dataclass(frozen=True, slots=True)
class Known:
    book: Book
    annotation: Annotation
    entries: tuple[Entry, ...]


def know(novel: str, file: Path) -> Known:
    """The whole novel with its late names, quotes by the name next to them."""
    book = read_book(file.read_bytes(), file.name)
    cast = CASTS[novel]
    mentions = mentions_of(book.text, cast)
    annotation = Annotation(cast, tuple(mentions), tuple(quotes_of(book.text, mentions)))
    return Known(book, annotation, extract(book, segment(book), annotation))


def quotes_of(text: str, mentions: list[Mention]) -> list[Quote]:
    quotes = []
    for found in re.finditer(r'"([^"]+)"', text):
        near = [one for one in mentions if 0 <= one.start - found.end() < 30]
        quotes.append(Quote(found.start(1), found.end(1), near[0].character if near else None))
    return quotes


def check(known: Known, leak: Leak) -> None:
    found = re.search(r"\s+".join(map(re.escape, leak.anchor.split())), known.book.text)
    assert found
    assert known.book.chapter_at(found.start()) == leak.chapter, "the anchor is first used there"
    who = find_person(known.annotation, leak.person)
    assert who
    until = leak.chapter - 1
    people = people_as_of(known.book, known.annotation, until)
    assert leak.anchor not in {name for person in people for name in (person.name, *person.aliases)}
    try:
        seen = profile(known.book, known.entries, known.annotation, who, until, per_dimension=50)
    except NotFoundError:
        assert who not in {person.id for person in people}
        return
    assert leak.anchor not in repr(seen)
    cited = [*seen.citations, *seen.quotes, *seen.feelings, *seen.goals, *seen.greetings]
    assert all(one.chapter <= until and one.end < found.start() for one in cited)
    assert all(relation.end < found.start() for relation in seen.relations)
    after = profile(known.book, known.entries, known.annotation, who, per_dimension=50)
    assert len(after.citations) >= len(seen.citations)


@pytest.fixture(scope="module")
def pride() -> Known:
    return know("PrideAndPrejudice", SAMPLE)


@pytest.fixture(scope="module")
def emma(shared: Path) -> Known:
    return know("Emma", shared / "data" / "pdnc" / "Emma" / "novel_text.txt")


def test_there_are_enough_probes() -> None:
    assert len(LEAKS) >= 40
    assert len({leak.novel for leak in LEAKS}) == 2


@pytest.mark.parametrize("leak", [leak for leak in LEAKS if leak.novel == "PrideAndPrejudice"], ids=str)
def test_pride_and_prejudice_keeps_its_secrets(pride: Known, leak: Leak) -> None:
    check(pride, leak)


@pytest.mark.data
@pytest.mark.parametrize("leak", [leak for leak in LEAKS if leak.novel == "Emma"], ids=str)
def test_emma_keeps_its_secrets(emma: Known, leak: Leak) -> None:
    check(emma, leak)


def test_what_is_kept_back_is_told_in_the_end(pride: Known) -> None:
    late = {p.id: p for p in people_as_of(pride.book, pride.annotation, 61)}
    assert late["elizabeth"].name == "Mrs. Darcy"
    assert {p.id: p.name for p in people_as_of(pride.book, pride.annotation, 10)}["elizabeth"] == "Elizabeth"
    whole = profile(pride.book, pride.entries, pride.annotation, "lydia", per_dimension=200)
    assert any(one.chapter > 46 for one in whole.citations)
