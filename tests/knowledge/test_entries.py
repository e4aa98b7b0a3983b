"""Entries are verbatim and in the right dimension; profiles cite them and tell nothing from later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import NotFoundError
from knowledge.entries import extract, people_as_of, profile
from knowledge.entries.tidy import tidy
from knowledge.segments import segment
from knowledge.types import Annotation, Book, Character, Entry, Language
from tests.knowledge.annotated import ANNA, CAST, EVE, TOM, annotated


def entries_of(
    *chapters: str, cast: tuple[Character, ...] = CAST, language: Language = "en"
) -> tuple[Book, Annotation, tuple[Entry, ...]]:
    book, annotation = annotated(chapters, cast, language)
    found = extract(book, segment(book), annotation)
    for entry in found:
        assert tidy(book.text[entry.start : entry.end]) == entry.text
        assert book.chapter_at(entry.start) == entry.chapter
    assert len({entry.id for entry in found}) == len(found)
    return book, annotation, found


@pytest.mark.parametrize(
    ("text", "who", "dimension"),
    [
        ("Anna was a lively, sensible girl with a quick temper.", "anna", "persona"),
        ("Tom always walked to the mill before the sun was up.", "tom", "persona"),
        ("{tom|I never forgive a man who has lied to me once.}", "tom", "persona"),
        ("Anna was very angry, and her voice shook as she spoke.", "anna", "emotion"),
        ("{eve|Oh, I am so afraid of what he will say to me!}", "eve", "emotion"),
        ("Tom was the only son of a clergyman in the next valley.", "tom", "background"),
        ("{eve|When I was a child, my father had a house in town.}", "eve", "background"),
        ("Anna resolved to leave the mill before the winter came.", "anna", "goal"),
        ("{tom|I am determined to buy the mill from your father.}", "tom", "goal"),
    ],
)
def test_each_dimension_is_found_in_narration_and_in_speech(text: str, who: str, dimension: str) -> None:
    _, _, found = entries_of(text)
    assert (who, dimension) in {(entry.character, entry.dimension) for entry in found}


def test_pronouns_mean_the_subject_before_them_in_the_paragraph() -> None:
    _, _, found = entries_of("Anna walked to the mill. She was a proud and silent girl, and nobody knew why.")
    assert [entry.character for entry in found if entry.dimension == "persona"] == ["anna"]
    _, _, found = entries_of(
        "Tom walked to the mill.\n\nShe was a proud and silent girl, and nobody knew why."
    )
    assert not found


def test_keys_name_the_emotion_the_other_and_the_situation() -> None:
    _, _, found = entries_of(
        "At the ball Anna danced. Anna was jealous when Eve danced with the partners she wanted."
    )
    emotion = next(entry for entry in found if entry.dimension == "emotion")
    assert (emotion.keys.emotion, emotion.keys.relationship, emotion.keys.situation) == (
        "jealousy",
        "eve",
        "ball",
    )


def test_groups_have_no_entries() -> None:
    _, _, found = entries_of("Tom was a proud man.", cast=(ANNA, replace(TOM, group=True)))
    assert not found


def test_chinese_entries() -> None:
    cast = (Character("老张", "老张", gender="m"), Character("小梅", "小梅", gender="f"))
    text = (
        "老张生得高大，性情最是刚烈，平日不喜多话。小梅听了大怒，忙走出去。"
        "{小梅>老张|我要去城里寻我父亲，你不必拦我。}"
    )
    _, _, found = entries_of(text, cast=cast, language="zh")
    pairs = {(entry.character, entry.dimension) for entry in found}
    assert {("老张", "persona"), ("小梅", "emotion"), ("小梅", "goal")} <= pairs


def test_relations_are_read_from_the_text() -> None:
    book, annotation, found = entries_of(
        "{tom>anna|My sister Eve is at the mill.} Anna nodded.\n\nAnna's brother Tom went to the mill."
    )
    about_tom = profile(book, found, annotation, "tom")
    assert [(r.character_id, r.kind) for r in about_tom.relations] == [("eve", "sister")]
    about_anna = profile(book, found, annotation, "anna")
    assert ("tom", "brother") in {(r.character_id, r.kind) for r in about_anna.relations}


STORY = (
    "Anna Hill was a lively girl. {anna>tom|Good morning, and how do you do?}\n\n"
    "{anna>tom|I want to see the sea before I die, you know.}",
    "Anna was ashamed of her letter. Mr. Brook was the richest man in the valley.",
    "Lady Brook was proud of her new estate. {anna>eve|I am to be called Lady Brook from this day on.}",
)
MARRIED = (replace(ANNA, aliases=("Anna", "Lady Brook")), replace(TOM, aliases=("Mr. Brook",)), EVE)


def test_a_profile_tells_nothing_from_after_its_chapter() -> None:
    book, annotation, found = entries_of(*STORY, cast=MARRIED)
    for until in (1, 2):
        seen = profile(book, found, annotation, "anna", until)
        assert "Lady Brook" not in repr(seen)
        cited = [*seen.citations, *seen.quotes, *seen.feelings, *seen.goals, *seen.greetings]
        assert cited
        assert all(one.chapter <= until for one in cited)
    later = profile(book, found, annotation, "anna")
    assert later.until == 3
    assert "Lady Brook" in later.character.aliases


def test_a_profile_cites_describes_and_greets() -> None:
    book, annotation, found = entries_of(*STORY, cast=MARRIED)
    seen = profile(book, found, annotation, "anna", 1)
    assert seen.description == "Anna Hill was a lively girl."
    assert seen.greeting == "Good morning, and how do you do?"
    assert [goal.text for goal in seen.goals] == ["I want to see the sea before I die, you know."]
    for one in [*seen.citations, *seen.quotes, *seen.greetings]:
        assert tidy(book.text[one.start : one.end]) == one.text
    assert {one.dimension for one in seen.quotes} == {""}


def test_people_are_shown_as_the_text_has_named_them_so_far() -> None:
    book, annotation, found = entries_of(*STORY, cast=MARRIED)
    first = people_as_of(book, annotation, 1)
    assert [(p.id, p.name, p.aliases) for p in first] == [("anna", "Anna Hill", ("Anna",))]
    second = {p.id: p for p in people_as_of(book, annotation, 2)}
    assert second["tom"].name == "Mr. Brook", "the name the text has used, not the main one"
    assert second["anna"].prominence == 1.0
    with pytest.raises(NotFoundError):
        profile(book, found, annotation, "tom", 1)
    with pytest.raises(NotFoundError):
        profile(book, found, annotation, "nobody")


def test_the_same_book_gives_the_same_entries() -> None:
    assert entries_of(*STORY)[2] == entries_of(*STORY)[2]


def test_a_sample_of_real_prose_yields_all_dimensions() -> None:
    sample = Path(__file__).resolve().parents[2] / "samples" / "pride-and-prejudice.txt"
    start = sample.read_text(encoding="utf-8").index("Chapter 13")
    chapter = sample.read_text(encoding="utf-8")[start : start + 12_000].split("\n\n", 1)[1]
    cast = (Character("collins", "Mr. Collins", gender="m"), Character("bennet", "Mr. Bennet", gender="m"))
    _, _, found = entries_of(chapter, cast=cast)
    assert {entry.dimension for entry in found if entry.character == "collins"} >= {"persona", "background"}
