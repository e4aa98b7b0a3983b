import pytest

from core.scripted import ScriptedLLM
from core.transcript import Transcript
from core.types import Piece
from judge.consistency import consistency, floor, stated_preference, without_conclusion
from tests.judge.cases import Scale, case, says


def said(letter: str, thought: str) -> Transcript:
    return Transcript((Piece(says(letter, thought), sampled=True),), "answer")


@pytest.mark.parametrize(
    ("thought", "letter"),
    [
        ("Reply A is better than reply B.", "A"),
        ("B seems the stronger reply.", "B"),
        ("A is better at first. But I prefer reply B.", "B"),
        ("Reply A is not better.", None),
        ("Both speak of the sea.", None),
        ("回复B更符合他的口气。", "B"),
        ("应选A。", "A"),
    ],
)
def test_a_stated_preference_is_read(thought, letter):
    assert stated_preference(thought) == letter


def test_reasoning_that_prefers_the_other_reply_supports_nothing():
    assert floor(said("A", "He would say it so. Reply B is better.")) == 0.0
    assert floor(said("B", "He would say it so. Reply B is better.")) is None


def test_no_reasoning_supports_nothing():
    assert floor(said("A", "ok")) == 0.0
    assert floor(Transcript((Piece("<answer>\\boxed{A}</answer>", sampled=True),), "answer")) == 0.0


def test_an_unreadable_answer_is_supported_by_nothing():
    assert floor(said("C", "A long and careful thought about the sea.")) == 0.0


def test_the_conclusion_is_cut_out():
    left = without_conclusion("A recalls the storm. So reply A is better. B talks of dinner.")
    assert left == "A recalls the storm. B talks of dinner."


async def test_the_verifier_sees_the_reasoning_without_its_conclusion():
    scale = Scale(lambda m: 2.0)
    how = said("A", "One recalls the storm. So reply A is better.")
    assert await consistency(case(), how, scorer=scale) == pytest.approx(0.881, abs=1e-3)
    shown = scale.asked[0][0][0].content
    assert "recalls the storm" in shown
    assert "is better" not in shown


async def test_the_verifier_disagrees_with_the_other_letter():
    how = said("B", "One recalls the storm in his own words.")
    assert await consistency(case(), how, scorer=Scale(lambda m: 2.0)) == pytest.approx(0.119, abs=1e-3)


async def test_votes_of_a_model_are_a_share_and_unreadable_ones_no_votes():
    llm = ScriptedLLM(["<answer>\\boxed{A}</answer>", "hm", "<answer>\\boxed{B}</answer>"])
    assert await consistency(case(), said("A", "One recalls the storm."), llm=llm) == 0.5


async def test_rules_alone():
    assert await consistency(case(), said("A", "One recalls the storm.")) == 1.0
    assert await consistency(case(), said("A", "Reply B is better.")) == 0.0


async def test_reasoning_that_is_all_conclusion_gets_nothing_from_the_verifier():
    assert await consistency(case(), said("A", "Reply A is better."), scorer=Scale()) == 0.0
