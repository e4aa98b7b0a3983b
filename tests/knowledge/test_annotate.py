"""Casts in and annotations out, as JSON."""

from __future__ import annotations

import json

import pytest

from core.errors import InputError
from knowledge.annotate import annotate, cast_from_json, to_json
from knowledge.reading import read_book
from knowledge.types import Annotation, Character, Quote

CAST = [
    {"name": "Anna Hill", "aliases": ["Anna", "Miss Hill", "Anna Hill", " "], "gender": "f"},
    {"name": "The Miller"},
    {"name": "the miller!", "aliases": []},
]


def test_a_cast_is_read_from_a_list_or_from_an_annotation() -> None:
    people = cast_from_json(json.dumps(CAST))
    assert people == cast_from_json(json.dumps({"characters": CAST, "quotes": []}))
    assert people[0] == Character(id="anna-hill", name="Anna Hill", aliases=("Anna", "Miss Hill"), gender="f")
    assert [p.id for p in people] == ["anna-hill", "the-miller", "the-miller-2"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"aliases": []}]', '[{"name": " "}]', '[{"name":"A"},{"name":"A"}]']
)
def test_what_is_no_cast_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputError) as caught:
        cast_from_json(text)
    assert caught.value.code == "bad_cast"
    assert caught.value.cure


def test_an_annotation_names_its_speakers() -> None:
    people = cast_from_json(json.dumps(CAST))
    quotes = (Quote(3, 9, "anna-hill", "the-miller", "explicit"), Quote(12, 20))
    data = json.loads(json.dumps(to_json(Annotation(people, (), quotes))))
    assert [(q["start"], q["end"], q["speaker"], q["addressee"]) for q in data["quotes"]] == [
        (3, 9, "Anna Hill", "The Miller"),
        (12, 20, None, None),
    ]
    assert data["characters"][0]["aliases"] == ["Anna", "Miss Hill"]
    assert cast_from_json(json.dumps(data)) == people


def test_what_stands_before_the_first_chapter_is_not_looked_at() -> None:
    body = "王二走进来，对李梅笑道：“你来了。”李梅道：“我来了。”王二又道：“请坐。”李梅点头。"
    front = "《归家》\n\n赵七笑道：“此书我写了十年。”赵七又道：“足矣。”\n\n"
    text = f"{front}第一回 归家\n\n{body * 6}\n\n第二回 说话\n\n{body * 6}"
    book = read_book(text.encode(), "a.txt")
    assert book.chapters[0].start == len(front)
    found = annotate(book)
    assert {"王二", "李梅"} <= {person.name for person in found.characters}
    assert all(quote.start > len(front) for quote in found.quotes)
    assert "赵七" not in {person.name for person in found.characters}
    first = found.quotes[0]
    assert book.text[first.start : first.end] == "你来了。"
