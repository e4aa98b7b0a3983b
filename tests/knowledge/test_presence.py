"""Who is there, who is only talked about, and who is told."""

from __future__ import annotations

from dataclasses import replace

from knowledge.presence import Knowledge, presence
from knowledge.presence.spans import Spans
from knowledge.segments import segment
from knowledge.types import Character, Language
from tests.knowledge.annotated import ANNA, CAST, EVE, TOM, annotated

FILLER = "The rain fell on the roof of the old mill, and the wheel went round in the brown water. " * 16


def witnesses(
    *chapters: str, cast: tuple[Character, ...] = CAST, language: Language = "en"
) -> list[set[str]]:
    """Who witnesses each segment."""
    book, annotation = annotated(chapters, cast, language)
    segments = segment(book)
    found: list[set[str]] = [set() for _ in segments]
    for one in presence(book, segments, annotation):
        found[one.segment].add(one.character)
    return found


def test_speakers_and_those_spoken_to_are_there_but_not_those_talked_about() -> None:
    assert witnesses("{anna>tom|Eve has left for the town,} said Anna.") == [{"anna", "tom"}]


def test_acting_in_the_narration_is_presence() -> None:
    assert witnesses("Anna walked to the mill. Tom had often spoken of Eve.") == [{"anna"}]
    assert witnesses('"Away!" cried Tom.') == [{"tom"}]
    assert witnesses("At the gate stood Tom, and Eve looked up.") == [{"tom", "eve"}]


def test_letters_thoughts_and_possessions_are_no_presence() -> None:
    assert witnesses("Anna thought of Tom, and wondered if Eve was in town.") == [{"anna"}]
    assert witnesses("Anna opened the letter from Tom. It was about Eve's house and Eve's horses.") == [
        {"anna"}
    ]


def test_the_subject_of_the_page_before_is_carried_on_by_its_pronouns() -> None:
    first = f"Anna sat by the window.\n\n{FILLER}\n\n"
    second = f"{FILLER}\n\nShe rose at last, and she put out the light. Of Eve she knew nothing."
    assert witnesses(first + second) == [{"anna"}, {"anna"}]
    assert witnesses(first, second) == [{"anna"}, set()], "not into another chapter"


def test_listeners_stay_through_a_long_speech() -> None:
    speech = (
        "{tom|I was born in the hills, as you know, and I saw the sea when I was nine years old and afraid. }"
        * 18
    )
    opening = f"Eve came in with Anna. Anna sat down.\n\n{FILLER}\n\nEve looked up, and Tom began."
    book = f"{opening}\n\n{speech}\n\n{speech}"
    found = witnesses(book)
    assert len(found) >= 3
    assert found[-1] == {"anna", "tom", "eve"} or found[-1] == {"tom", "eve"}


def test_who_reads_a_letter_knows_it_and_who_signs_it_too() -> None:
    letter = "My dear Anna, I write to you because I must. I have seen Eve, and I told all I know. " * 20
    text = f"Anna broke the seal, and Anna read.\n\n{letter}\n\nI am ever yours, Tom Brook"
    found = witnesses(text)
    assert all("anna" in names and "eve" not in names for names in found)
    assert "tom" in found[-1]


def test_a_first_person_narrator_is_there_throughout() -> None:
    cast = (replace(ANNA, narrator=True), TOM, EVE)
    assert witnesses("I went to the mill, and Tom followed me.", cast=cast) == [{"anna", "tom"}]


def test_groups_witness_nothing() -> None:
    cast = (ANNA, replace(TOM, group=True))
    assert witnesses("Tom walked to the mill with Anna, and Anna smiled.", cast=cast) == [{"anna"}]


def test_a_chinese_scene() -> None:
    cast = (
        Character("老张", "老张", gender="m"),
        Character("小梅", "小梅", gender="f"),
        Character("王二", "王二", gender="m"),
    )
    text = "老张忙走进来，对小梅笑道：{老张>小梅|王二去了城里。}小梅听了，想起王二的话。"
    assert witnesses(text, cast=cast, language="zh") == [{"老张", "小梅"}]


def test_knowledge_is_asked_by_place_and_chapter() -> None:
    book, annotation = annotated(["Anna walked to the mill.", "{tom>eve|Anna was at the mill,} said Tom."])
    segments = segment(book)
    known = Knowledge(segments, presence(book, segments, annotation))
    walk, told = book.text.index("walked"), book.text.index("was at the mill")
    assert known.knows("anna", walk)
    assert not known.knows("eve", walk)
    assert known.knows("eve", told, until=2)
    assert not known.knows("eve", told, until=1)
    assert not known.knows("anna", told)
    assert not known.knows("anna", 0), "a heading is no scene"


def test_spans_merge_and_tell_what_is_outside() -> None:
    spans = Spans([(5, 8), (2, 4), (7, 9)])
    assert list(spans) == [(2, 4), (5, 9)]
    assert [spans.covers(at) for at in (1, 2, 3, 4, 5, 8, 9)] == [False, True, True, False, True, True, False]
    assert spans.outside("0123456789ab", 0, 12) == "01 4 9ab"
    assert spans.outside("0123456789ab", 3, 7) == "4"
    assert Spans([]).outside("abc", 1, 3) == "bc"
