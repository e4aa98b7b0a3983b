import itertools

import pytest

from core.errors import InputError
from judge.rewards import Duel, RmWeights, r_agent, r_prefer, r_rm


@pytest.mark.parametrize(
    ("answer", "well_formed", "consistency", "worth"),
    [
        ("a", True, 1.0, 1.2),
        ("a", True, 0.0, 1.1),
        ("a", False, 0.0, 1.0),
        ("a", False, 1.0, 1.1),
        ("a", True, 0.5, 1.15),
        ("b", True, 0.0, 0.05),
        ("b", True, 1.0, 0.05),
        ("b", False, 0.0, -0.05),
        ("b", False, 1.0, -0.05),
        (None, False, 0.0, -0.05),
        (None, False, 1.0, -0.05),
    ],
)
def test_the_worked_values(answer, well_formed, consistency, worth):
    assert r_rm(answer, "a", well_formed=well_formed, consistency=consistency) == pytest.approx(worth)


def test_gold_b_mirrors_gold_a():
    for well_formed, consistency in itertools.product((True, False), (0.0, 0.3, 1.0)):
        how = {"well_formed": well_formed, "consistency": consistency}
        assert r_rm("b", "b", **how) == r_rm("a", "a", **how)
        assert r_rm("a", "b", **how) == r_rm("b", "a", **how)


def test_every_right_answer_beats_every_wrong_one():
    corners = list(itertools.product((True, False), (0.0, 1.0)))
    right = [r_rm("a", "a", well_formed=f, consistency=c) for f, c in corners]
    wrong = [r_rm("b", "a", well_formed=f, consistency=c) for f, c in corners]
    assert min(right) > max(wrong)


def test_weights_are_used():
    weights = RmWeights(form=0.2, consistency=0.3, wrong=1.0)
    assert r_rm("a", "a", well_formed=True, consistency=1.0, weights=weights) == pytest.approx(1.5)
    assert r_rm("b", "a", well_formed=True, consistency=1.0, weights=weights) == pytest.approx(-0.8)


@pytest.mark.parametrize("consistency", [-0.01, 1.01, float("nan")])
def test_a_consistency_out_of_range_is_refused(consistency):
    with pytest.raises(InputError, match=r"not in \[0, 1\]"):
        r_rm("a", "a", well_formed=True, consistency=consistency)


def test_the_share_of_rivals_beaten():
    duels = [Duel(0, 1, 0), Duel(0, 2, 0), Duel(0, 3, 3), Duel(1, 2, 1), Duel(1, 3, 3), Duel(2, 3, 3)]
    assert r_prefer(4, duels) == pytest.approx((2 / 3, 1 / 3, 0, 1))


def test_swapped_duels_of_a_pair_count_as_one():
    assert r_prefer(2, [Duel(0, 1, 0), Duel(1, 0, 0)]) == (1.0, 0.0)
    assert r_prefer(2, [Duel(0, 1, 0), Duel(1, 0, 1)]) == (0.5, 0.5)


def test_a_failed_verdict_counts_for_neither():
    assert r_prefer(2, [Duel(0, 1, None)]) == (0.0, 0.0)
    assert r_prefer(3, [Duel(0, 1, 0), Duel(0, 2, None), Duel(1, 2, 1)]) == (0.5, 0.5, 0.0)
    assert r_prefer(2, [Duel(0, 1, 0), Duel(1, 0, None)]) == (0.5, 0.0)


def test_a_group_of_eight_with_every_pair_judged_shares_out_half_the_wins():
    duels = [Duel(i, j, min(i, j)) for i, j in itertools.combinations(range(8), 2)]
    shares = r_prefer(8, duels)
    assert len(duels) == 28
    assert sum(shares) == pytest.approx(4.0)
    assert shares[0] == 1.0
    assert shares[7] == 0.0


@pytest.mark.parametrize(
    ("size", "duels"),
    [
        (1, []),
        (0, []),
        (2, [Duel(0, 0, 0)]),
        (2, [Duel(0, 2, 0)]),
        (3, [Duel(0, 1, 2)]),
        (2, [Duel(-1, 0, 0)]),
    ],
)
def test_what_is_no_duel_is_refused(size, duels):
    with pytest.raises(InputError):
        r_prefer(size, duels)


def test_the_agent_earns_a_tenth_for_its_form():
    assert r_agent(0.5, well_formed=True) == pytest.approx(0.6)
    assert r_agent(1.0, well_formed=False) == 1.0
    assert r_agent(0.0, well_formed=False) == 0.0
