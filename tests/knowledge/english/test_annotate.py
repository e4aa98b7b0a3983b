"""The opening of Pride and Prejudice (1813), typed and labelled for this test."""

from __future__ import annotations

from knowledge.english import annotate
from tests.knowledge.english.books import book, spoken

OPENING = book(
    """
    It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want
    of a wife.

    "My dear Mr. Bennet," said his lady to him one day, "have you heard that Netherfield Park is let at last?"

    Mr. Bennet replied that he had not.

    "But it is," returned Mrs. Bennet; "for Mrs. Long has just been here, and she told me all about it."

    Mr. Bennet made no answer.

    "Do not you want to know who has taken it?" cried Mrs. Bennet impatiently.

    "You want to tell me, and I have no objection to hearing it," said Mr. Bennet.

    This was invitation enough.

    "Is he married or single?" asked Mr. Bennet.

    "Oh! single, my dear, to be sure!" cried Mrs. Bennet.

    "How so?" said he.
    """
)


def test_speakers_of_the_opening() -> None:
    found = spoken(OPENING, annotate(OPENING))
    assert found[2:] == [
        ("But it is,", "Mrs. Bennet"),
        ("for Mrs. Long has just been here, and she told me all about it.", "Mrs. Bennet"),
        ("Do not you want to know who has taken it?", "Mrs. Bennet"),
        ("You want to tell me, and I have no objection to hearing it,", "Mr. Bennet"),
        ("Is he married or single?", "Mr. Bennet"),
        ("Oh! single, my dear, to be sure!", "Mrs. Bennet"),
        ("How so?", "Mr. Bennet"),
    ]


def test_the_couple_is_two_people_and_parts_of_a_turn_share_it() -> None:
    annotation = annotate(OPENING)
    genders = {person.name: person.gender for person in annotation.characters}
    assert genders["Mr. Bennet"] == "m"
    assert genders["Mrs. Bennet"] == "f"
    quotes = annotation.quotes
    assert quotes[0].turn == quotes[1].turn
    assert quotes[2].turn == quotes[3].turn > quotes[1].turn
    assert quotes[5].cue == "explicit"
    assert quotes[8].cue == "anaphoric"
    assert {q.addressee for q in quotes if q.speaker == "mr-bennet"} == {"mrs-bennet"}


def test_mentions_are_verbatim() -> None:
    annotation = annotate(OPENING)
    surfaces = {OPENING.text[m.start : m.end] for m in annotation.mentions if m.character == "mr-bennet"}
    assert surfaces == {"Mr. Bennet"}


def test_a_text_without_people_has_none() -> None:
    annotation = annotate(book("The rain fell on the hills. It fell all day, and the river rose."))
    assert (annotation.characters, annotation.quotes) == ((), ())
