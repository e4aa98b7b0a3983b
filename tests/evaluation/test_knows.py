"""The probes of who knows what stand in their novels, and are counted right."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.knows import (
    Probe,
    Rate,
    evaluate,
    find_anchor,
    find_person,
    load,
    novels,
    precision,
    recall,
    table,
)
from knowledge.reading import read_book
from knowledge.types import Book
from tests.knowledge.annotated import annotated

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "pride-and-prejudice.txt"


def check(book: Book, novel: str) -> int:
    probes = [probe for probe in load() if probe.novel == novel]
    for probe in probes:
        assert book.chapter_at(find_anchor(book, probe.anchor)) == probe.chapter, probe
        assert len(probe.anchor.split()) <= 8
    return len(probes)


def test_there_are_enough_probes_of_both_kinds() -> None:
    probes = load()
    assert len(probes) >= 60
    assert len({probe.novel for probe in probes}) == 3
    assert 0.4 < sum(probe.knows for probe in probes) / len(probes) < 0.6
    assert len(set(probes)) == len(probes)


def test_the_probes_of_the_sample_stand_in_it() -> None:
    assert check(read_book(SAMPLE.read_bytes(), SAMPLE.name), "PrideAndPrejudice") >= 20


@pytest.mark.data
@pytest.mark.parametrize("novel", ["Emma", "TheSignOfTheFour"])
def test_the_probes_of_other_novels_stand_in_them(shared: Path, novel: str) -> None:
    file = shared / "data" / "pdnc" / novel / "novel_text.txt"
    assert check(read_book(file.read_bytes(), file.name), novel) >= 20


def test_precision_and_recall_count_what_they_say() -> None:
    book = annotated(["Anna walked to the mill. {tom>eve|Anna was here,} said Tom."])
    probes = [
        Probe("b", 1, "to the mill", 1, "Anna", True),
        Probe("b", 1, "to the mill", 0, "Anna", True),  # a wrong label: nothing is known before it happens
        Probe("b", 1, "was here", 1, "Mr. Brook", True),
        Probe("b", 1, "was here", 1, "Eve", False),  # a wrong label: she was told
        Probe("b", 1, "was here", 1, "Nobody", False),
        Probe("other", 1, "was here", 1, "Anna", True),
    ]
    outcomes = evaluate({"b": book}, probes)
    assert [one.answer for one in outcomes] == [True, False, True, True, False]
    assert [one.found for one in outcomes] == [True, True, True, True, False]
    assert (precision(outcomes).hits, precision(outcomes).n) == (2, 3)
    assert (recall(outcomes).hits, recall(outcomes).n) == (2, 3)
    assert table(outcomes).splitlines()[1].startswith("all                  0.667 [0.208, 0.939] (n = 3)")


def test_anchors_must_stand_once() -> None:
    book, annotation = annotated(["Anna saw the\nmill. She saw the house."])
    assert book.text[find_anchor(book, "saw the mill") :].startswith("saw the\nmill")
    with pytest.raises(ValueError, match="2 times"):
        find_anchor(book, "saw the")
    assert find_person(annotation, "Hill") == "anna"
    assert find_person(annotation, "Eve Brook") is None


def test_the_interval_of_a_rate() -> None:
    low, high = Rate(8, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)  # Wilson, 95 %
    assert Rate(0, 0).interval == (0.0, 1.0)


@pytest.mark.data
def test_known_to_character(shared: Path) -> None:
    """Our own cast and quotes, no help: three novels, 164 probes. Measured: precision .900, recall .976."""
    outcomes = evaluate(novels(shared, SAMPLE.parent), load())
    assert len(outcomes) == len(load())
    assert precision(outcomes).value >= 0.85, table(outcomes)
    assert recall(outcomes).value >= 0.85, table(outcomes)
