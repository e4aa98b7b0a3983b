"""Which names are one person: families after Jane Austen, retold for these tests."""

from __future__ import annotations

from knowledge.english import annotate
from tests.knowledge.english.books import book

FAMILY = book(
    """
    Elizabeth Bennet walked to Meryton. Elizabeth was cheerful, and Mr. Darcy saw her pass.

    "Miss Bennet," said Mr. Darcy, "is your sister at home?"

    "Jane is at home," said Elizabeth. "Jane has a cold, Mr. Darcy."

    "I am sorry for it," said Darcy. He bowed, and Elizabeth went on.

    "Lizzy!" cried Mrs. Bennet from the door. "Where have you been, Lizzy?"

    "With Mr. Darcy," said Lizzy.

    Mr. Bennet laughed. "Mr. Darcy, my dear!" said Mr. Bennet to his wife. Mrs. Bennet did not laugh.

    "Well, Mr. Bennet!" cried Mrs. Bennet. "Jane, come down."

    Jane came down, and Jane Bennet smiled at Elizabeth. "I am better," said Jane.
    """
)


def owners() -> dict[str, str]:
    annotation = annotate(FAMILY)
    return {
        alias: person.name for person in annotation.characters for alias in (person.name, *person.aliases)
    }


def test_forms_of_one_person_meet() -> None:
    found = owners()
    assert found["Elizabeth"] == found["Lizzy"] == found["Elizabeth Bennet"]
    assert found["Mr. Darcy"] == found["Darcy"]
    assert found["Jane"] == found["Jane Bennet"]


def test_a_family_stays_apart() -> None:
    found = owners()
    assert len({found[name] for name in ("Elizabeth", "Jane", "Mr. Bennet", "Mrs. Bennet")}) == 4


def test_places_are_nobody() -> None:
    assert "Meryton" not in owners()


def test_genders_come_from_titles_and_given_names() -> None:
    genders = {person.name: person.gender for person in annotate(FAMILY).characters}
    assert (genders["Mr. Darcy"], genders["Mrs. Bennet"]) == ("m", "f")
    assert genders[owners()["Jane"]] == "f"
