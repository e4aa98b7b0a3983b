import json

import pytest

from judge.case import Turn
from judge.fit import COPIED, Fit, FitJudge, copied_share, scene_messages
from judge.retrieval import NothingFound
from tests.judge.cases import STORM, Scale, Ship, case

ASKED = (Turn("Ann", "Were you ever afraid of a storm at sea?"),)
FITTING, OTHER = "A storm at sea? Never afraid.", "Dinner was served upon silver plates."


async def judged(**changes):
    return await FitJudge(Scale()).verdict(case(dialogue=ASKED, **changes), NothingFound())


async def test_the_reply_that_the_scene_makes_likelier_wins_in_either_place():
    one = await judged(a=FITTING, b=OTHER)
    two = await judged(a=OTHER, b=FITTING)
    assert (one.winner, two.winner) == ("a", "b")
    assert one.probability == pytest.approx(1 - two.probability)
    assert one.basis == "logprobs"
    assert one.position_consistent is True


async def test_an_empty_reply_never_wins():
    assert (await judged(a="", b=OTHER)).winner == "b"
    assert (await judged(a=OTHER, b=" … ")).winner == "a"


async def test_repeating_the_question_earns_nothing():
    verdict = await judged(a=ASKED[0].text, b=FITTING)
    assert verdict.winner == "b"
    assert COPIED in verdict.warnings


def test_the_part_that_is_copied():
    source = "It is a truth universally acknowledged, that a single man must want a wife."
    assert copied_share(source, source, "en") == 1.0
    assert copied_share("I laugh, and you do not.", source, "en") == 0.0
    half = copied_share("Sir, it is a truth universally acknowledged, I grant you that now.", source, "en")
    assert half == pytest.approx(6 / 12)
    assert copied_share("你说得对极了，我也这么想。", "你说得对极了我也这么想，是不是？", "zh") == 1.0
    assert copied_share("", source, "en") == 0.0


def test_a_copied_gain_counts_for_nothing_and_a_loss_stays_a_loss():
    assert Fit(-1.0, -3.0, 0.0, 9).score() == 6.0
    assert Fit(-1.0, -3.0, 1.0, 9).score() == 0.0
    assert Fit(-3.0, -1.0, 1.0, 9).score(1.0) == -2.0


async def test_passages_of_the_book_go_before_the_dialogue():
    ship = Ship()
    await FitJudge(Scale(), look_up=2).verdict(case(dialogue=ASKED), ship)
    assert len(ship.queries) == 1
    scene = scene_messages(case(), await ship.search("x"))[1].content
    assert scene.index(STORM[:20]) < scene.index("Were you ever afraid")


async def test_the_scores_are_told():
    raw = json.loads((await judged(a=FITTING, b="")).passes[0].raw)
    assert raw["b"] is None
    assert raw["a"]["tokens"] == 6
