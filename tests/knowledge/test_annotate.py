"""Casts in and annotations out, as JSON."""

from __future__ import annotations

import json

import pytest

from core.errors import InputError
from knowledge.annotate import cast_from_json, to_json
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
