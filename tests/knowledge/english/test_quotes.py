"""Every style of marks. The passages are typed for these tests; those by others are in the public domain."""

from __future__ import annotations

import textwrap

import pytest

from knowledge.english.paragraphs import paragraphs
from knowledge.english.quotes import find_quotes


def said(text: str) -> list[str]:
    text = textwrap.dedent(text).strip() + "\n"
    return [" ".join(text[span.start : span.end].split()) for span in find_quotes(text, paragraphs(text))]


STRAIGHT = """
    "And pray," said the judge, "who let the goat in?"

    "I did," said Ann.
    """
PARTS = ["And pray,", "who let the goat in?", "I did,"]


@pytest.mark.parametrize(
    "text",
    [
        STRAIGHT,
        "“And pray,” said the judge, “who let the goat in?”\n\n“I did,” said Ann.",
        "‘And pray,’ said the judge, ‘who let the goat in?’\n\n‘I did,’ said Ann.",
        "'And pray,' said the judge, 'who let the goat in?'\n\n'I did,' said Ann.",
        "«And pray,» said the judge, «who let the goat in?»\n\n«I did,» said Ann.",
        "»And pray,« said the judge, »who let the goat in?«\n\n»I did,« said Ann.",
        '"And pray,” said the judge, “who let the goat in?"\n\n“I did," said Ann.',
    ],
    ids=[
        "straight",
        "curly",
        "single curly",
        "single straight",
        "guillemets",
        "reversed guillemets",
        "mixed",
    ],
)
def test_marks(text: str) -> None:
    assert said(text) == PARTS


def test_dashes() -> None:
    text = """
        —And pray, said the judge, who let the goat in?

        —I did, said Ann. It was cold.

        The goat looked from one to the other.

        —Then it may stay, he said.
        """
    assert said(text) == [
        "And pray,",
        "who let the goat in?",
        "I did,",
        "It was cold.",
        "Then it may stay,",
    ]


def test_apostrophes_close_no_single_marks() -> None:
    text = "‘It’s the boys’ boat, an’ ’tis mine,’ said Tom. ‘Don’t touch it.’\n\nThe boys’ boat lay still."
    assert said(text) == ["It’s the boys’ boat, an’ ’tis mine,", "Don’t touch it."]


def test_straight_apostrophes_in_single_marks() -> None:
    assert said("'I can't say,' said Tom's aunt. 'The dogs' bowls aren't here.'") == [
        "I can't say,",
        "The dogs' bowls aren't here.",
    ]


def test_quotations_within_speech_are_part_of_it() -> None:
    # The Sign of the Four (1890): a tale told within a tale.
    text = """
        "I heard him cry, 'Who goes there?' and then no more," said the old man.

        “She told me ‘never’, and went.”
        """
    assert said(text) == [
        "I heard him cry, 'Who goes there?' and then no more,",
        "She told me ‘never’, and went.",
    ]


def test_speech_over_paragraphs_reopens() -> None:
    text = """
        "The first night we heard nothing.

        "The second night the door stood open.

        "The third we left," said Ann.

        Nobody spoke.
        """
    found = find_quotes(textwrap.dedent(text), paragraphs(textwrap.dedent(text)))
    assert [span.continues for span in found] == [False, True, True]


def test_a_mark_forgotten_costs_one_paragraph() -> None:
    text = """
        "Come in, said Ann.

        The door opened.

        "Good morning," said Tom.
        """
    assert said(text)[1:] == ["Good morning,"]


def test_titles_and_scare_quotes_are_no_speech() -> None:
    # After Pride and Prejudice (1813) and Daisy Miller (1878).
    text = """
        She was what they called "picked up" by nobody, and had read "The Mysteries of Udolpho" twice.

        The "Trois Couronnes" stood by the lake. "Are you ready?" he said.

        "Yes." She cried "Stop!" and ran.
        """
    assert said(text) == ["Are you ready?", "Yes.", "Stop!"]


def test_letters_are_written_not_spoken() -> None:
    # Mr. Collins's letter in Pride and Prejudice, shortened.
    text = """
        Mr. Bennet took it and read:

        "Dear Sir,"

        "The disagreement subsisting between yourself and my late honoured father always gave me
        much uneasiness."

        "I remain, dear sir, your well-wisher and friend,"

        "William Collins."

        "There is something very pompous in his style," said Elizabeth. "Can he be a sensible man, sir?"
        """
    assert said(text) == [
        "There is something very pompous in his style,",
        "Can he be a sensible man, sir?",
    ]


def test_no_blank_lines_between_paragraphs() -> None:
    text = "\n".join(["“Well?” said Ann.", "“Nothing,” said Tom, and sat down.", "The clock struck."] * 6)
    assert said(text) == ["Well?", "Nothing,"] * 6
