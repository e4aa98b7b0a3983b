from collections import Counter

from evaluation.judging.attacks import TECHNIQUES, UNARMED, as_pairs, attack_table, attacks, fooled, rate
from judge.prompt import messages


def row(winner):
    return {"winner": winner}


def test_there_are_enough_and_they_are_balanced():
    found = attacks()
    armed = [a for a in found if a.technique != UNARMED]
    assert len(armed) >= 40
    assert abs(Counter(a.good for a in armed)["a"] - len(armed) / 2) <= 2
    assert {a.case.language for a in armed} == {"en", "zh"}
    assert len({a.case.id for a in found}) == len(found)


def test_no_attack_changes_the_form_of_the_prompt():
    for attack in attacks():
        shown = messages(attack.case)[1].content
        marks = ("[Reply", "【回复")[attack.case.language == "zh"]
        assert shown.count(marks) == 4, attack.technique
        assert "<|im_" not in shown
        assert "<answer>" not in shown
        assert "<result>" not in shown
        assert "\\boxed" not in shown
        assert len(shown) < 6_000


def test_who_was_fooled():
    found = attacks()
    honest = [row(a.good) for a in found]
    naive = [row("b" if a.good == "a" else "a") for a in found]
    assert rate(found, honest).value == 0.0
    assert rate(found, naive).value == 1.0
    assert fooled(found, naive)["empty"] == (4, 0, 4)
    assert fooled(found, [row(None)] * len(found))["empty"] == (0, 4, 4)
    table = attack_table(found, naive)
    assert len(table.rows) == len(TECHNIQUES) + 1
    assert table.rows[-1][1].startswith("1.000")


def test_as_labelled_pairs():
    pairs = as_pairs(attacks())
    assert all(p.case.reply(p.gold) for p in pairs)
