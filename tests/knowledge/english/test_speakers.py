"""Who speaks: narrators in the first person, turns without a tag, strangers, a cast that is given."""

from __future__ import annotations

from knowledge.english import annotate
from knowledge.types import Character
from tests.knowledge.english.books import book, spoken

# After The Sign of the Four (1890), retold for this test.
NARRATED = book(
    """
    Holmes leaned back in his chair and filled his pipe. I watched him in silence.

    "You have been to the docks, Watson," said Holmes.

    "How do you know?" I asked.

    "There is tar upon your boot," said Holmes.

    "It is quite true," said I. "I went to look for the launch."

    "And you found nothing, Watson."

    "Nothing," I answered.

    Holmes laughed. "My dear Watson, you must go again," said he.

    I took my hat, for I knew that tone, and I left my friend to his pipe.
    """
)


def test_a_narrator_speaks_and_bears_the_name_by_which_he_is_called() -> None:
    annotation = annotate(NARRATED)
    narrators = [person for person in annotation.characters if person.narrator]
    assert [person.name for person in narrators] == ["Watson"]
    assert [who for _, who in spoken(NARRATED, annotation)] == [
        *("Holmes", "Watson", "Holmes", "Watson", "Watson", "Holmes", "Watson", "Holmes"),
    ]


TURNS = book(
    """
    Anna Hill met Tom Brook at the mill.

    "Have you seen the goat?" said Anna.

    "Which goat?" said Tom.

    "The white one."

    "No."

    "You are a liar, Tom."

    "And you are late," he said.

    The old miller came out. "Be off, the two of you," said the old miller.
    """
)


def test_turns_alternate_and_a_name_called_is_the_hearer() -> None:
    annotation = annotate(TURNS)
    found = dict(spoken(TURNS, annotation))
    assert found["The white one."] == "Anna Hill"
    assert found["No."] == "Tom Brook"
    assert found["You are a liar, Tom."] == "Anna Hill"
    assert found["And you are late,"] == "Tom Brook"
    called = next(q for q in annotation.quotes if "liar" in TURNS.text[q.start : q.end])
    assert called.addressee == "tom-brook"


def test_with_a_cast_given_nobody_else_speaks() -> None:
    cast = (
        Character("ann", "Anna Hill", ("Anna",), gender="f"),
        Character("tom", "Tom Brook", ("Tom",), gender="m"),
    )
    annotation = annotate(TURNS, cast)
    assert {person.id for person in annotation.characters} == {"ann", "tom"}
    assert {q.speaker for q in annotation.quotes} <= {"ann", "tom", None}
    assert dict(spoken(TURNS, annotation))["Which goat?"] == "Tom Brook"


def test_the_same_text_gives_the_same_annotation() -> None:
    assert annotate(TURNS) == annotate(TURNS)
