import json
import math
import re

import numpy as np
import pytest

from core.errors import InputError
from core.scripted import ScriptedLLM
from evaluation.judging.agreement import agreement
from evaluation.judging.baselines import RULES, embedding_hits, hits
from evaluation.judging.pairs import (
    exchanged_context,
    label_class,
    read_pairs,
    sample,
    shuffled_labels,
    without_context,
    without_persona,
)
from evaluation.judging.report import Run, calibrate_report
from evaluation.judging.run import ablation, conditions, cost, run
from evaluation.judging.statistics import calibration, calibration_error, estimate, kappa, mcnemar
from judge.ledger import Ledger
from judge.modes import Way
from tests.judge.cases import Scale


def row(n: int, **changes):
    fields = {
        "id": f"p{n}",
        "lang": "en",
        "source": "Ours",
        "character": f"Captain {n % 5}",
        "profile": "He keeps the lighthouse lamp.",
        "context": [{"role": "Ann", "content": f"Is the lighthouse lamp lit, keeper {n}?"}],
        "a": f"The lighthouse lamp is lit, keeper {n}.",
        "b": "Soup.",
        "label": "A" if n % 2 else "B",
        "kind": "inchar_wrong_speaker",
        "meta": {"label_origin": "human_gold", "work": "Lamp", "tier": "major" if n % 5 else "minor"},
    }
    if n % 2 == 0:
        fields["a"], fields["b"] = fields["b"], fields["a"]
    return fields | changes


@pytest.fixture
def gold(tmp_path):
    file = tmp_path / "gold.jsonl"
    file.write_text("".join(json.dumps(row(n)) + "\n" for n in range(40)), encoding="utf-8")
    return read_pairs(file)


def verdict(pair, winner, first=None, **changes):
    orders = [{"first": s, "winner": winner, "repaired": False, "searches": []} for s in ("a", "b")]
    if first is not None:
        orders = [{**o, "winner": o["first"]} for o in orders]
    base = {
        "id": pair.case.id,
        "winner": winner,
        "outcome": "decided" if winner else "disagreement",
        "confidence": 1.0 if winner else 0.5,
        "position_consistent": first is None,
        "orders": orders,
        "seconds": 1.0,
        "usage": {"prompt_tokens": 3, "completion_tokens": 1},
    }
    return base | changes


@pytest.mark.parametrize(
    ("origin", "kind", "is_"),
    [
        ("human_gold", "inchar_same_scene", "G"),
        ("human_3_annotators", "human_persona_reply", "H"),
        ("human_rating_low_vs_human_reply", "x", "H"),
        ("model_scored_human_verified", "x", "M"),
        ("simulated_user_emotion(X)", "x", "M"),
        ("GPT-4 gold from X", "timeline_wrong_time", "M"),
        ("verified_answer", "reasoning_math", "G"),
        ("", "human_pair", "H"),
        ("", "model_pair", "M"),
    ],
)
def test_label_classes(origin, kind, is_):
    assert label_class(origin, kind) == is_


def test_a_bad_line_is_named(tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(row(1)) + "\n" + json.dumps(row(2, label="C")) + "\n")
    with pytest.raises(InputError, match=r"bad\.jsonl, line 2"):
        read_pairs(file)


def test_a_larger_sample_adds_to_a_smaller_one(gold):
    small, large = sample(gold, 10, 1), sample(gold, 20, 1)
    assert {p.case.id for p in small} < {p.case.id for p in large}
    assert small != sample(gold, 10, 2)


def test_the_interval_is_wider_by_clusters_than_by_items():
    values = [1.0] * 50 + [0.0] * 50
    by_item = estimate(values, [str(i) for i in range(100)])
    by_cluster = estimate(values, [str(i // 25) for i in range(100)])
    assert by_item.value == by_cluster.value == 0.5
    assert by_item.low == pytest.approx(0.4, abs=0.03)
    assert by_cluster.high - by_cluster.low > 2 * (by_item.high - by_item.low)
    assert math.isnan(estimate([], []).value)


def test_kappa():
    assert kappa(list("aabb"), list("aabb")) == 1.0
    assert kappa(list("aabb"), list("abab")) == 0.0
    # Agreement 0.7, chance 0.5 * 0.6 + 0.5 * 0.4
    assert kappa(list("aaaaabbbbb"), list("aaaabaabbb")) == pytest.approx(0.4)
    assert math.isnan(kappa(list("aa"), list("aa")))


def test_calibration_error():
    bins = calibration([0.95] * 10 + [0.55] * 10, [True] * 8 + [False] * 2 + [True] * 5 + [False] * 5)
    assert [b.n for b in bins] == [10, 10]
    assert calibration_error(bins) == pytest.approx((0.15 + 0.05) / 2)
    assert calibration([1.0], [True])[0].n == 1


def test_mcnemar():
    one, two = [True] * 10 + [False] * 2, [False] * 10 + [True] * 2
    assert mcnemar(one, two)[:2] == (10, 2)
    assert mcnemar(one, two)[2] == pytest.approx(0.0386, abs=1e-3)
    assert mcnemar(one, one) == (0, 0, 1.0)


def test_rules_that_need_no_judge(gold):
    accuracy = {name: np.mean(hits(gold, rule)) for name, rule in RULES.items()}
    assert accuracy["always A"] == 0.5
    assert accuracy["longer"] == 1.0
    assert accuracy["overlap with the context"] == 1.0


def test_the_nearer_reply(gold):
    class Bags:
        def embed_passages(self, texts):
            words = ["lighthouse", "soup", "lamp"]
            return np.array([[t.lower().count(w) for w in words] for t in texts], dtype=np.float32)

    assert np.mean(embedding_hits(gold, Bags())) == 1.0


def test_a_judge_that_follows_the_place_is_seen_through(gold):
    found = agreement(gold, [verdict(p, None, first=True) for p in gold])
    assert found.accuracy.value == 0.5
    assert found.single.value == 0.5
    assert found.strict == 0.0
    assert found.position == 0.5
    assert found.consistent == 0.0
    assert found.decided == 0.0


def test_a_perfect_judge(gold):
    found = agreement(gold, [verdict(p, p.gold) for p in gold])
    assert (found.accuracy.value, found.strict, found.kappa, found.ece) == (1.0, 1.0, 1.0, 0.0)
    assert found.position == 0.0
    assert found.longer_chosen == found.longer_gold == 1.0


def test_a_failed_verdict_is_wrong_and_counted(gold):
    failed = verdict(gold[0], None, outcome="failed", confidence=None, position_consistent=None)
    rows = [failed, *(verdict(p, p.gold) for p in gold[1:])]
    found = agreement(gold, rows)
    assert found.accuracy.value == pytest.approx(39 / 40)
    assert found.failures == pytest.approx(2 / 80)


async def test_controls_take_away_what_a_judge_may_judge_by(gold):
    ledger, way = Ledger(), Way(mode="fit", searches=0)

    async def accuracy(pairs):
        rows = await run(pairs, way, ScriptedLLM([]), Scale(), model="m", ledger=ledger)
        return agreement(pairs, rows)

    assert (await accuracy(gold)).accuracy.value == 1.0
    assert (await accuracy(without_context(gold))).accuracy.value == 0.5
    assert (await accuracy(without_context(gold))).decided == 0.0
    assert (await accuracy(without_persona(gold))).accuracy.value == 1.0
    shuffled = await accuracy(shuffled_labels(gold))
    assert abs(shuffled.accuracy.value - 0.5) < 0.25
    assert cost(gold, way, "m", ledger).asked == 0
    assert cost(gold, way, "other", ledger).asked == 40


def test_exchanged_contexts_come_from_another_character(gold):
    for pair, mixed in zip(gold, exchanged_context(gold), strict=True):
        assert mixed.case.character != pair.case.character
        assert (mixed.case.a, mixed.case.b, mixed.gold) == (pair.case.a, pair.case.b, pair.gold)


def test_conditions_are_named_apart():
    names = [c.name for c in (*conditions("fit"), *ablation(Way(mode="reason")))]
    assert len(set(names)) == len(names)
    assert {"labels shuffled", "context removed", "no reasoning", "no retrieval", "no swap"} <= set(names)


def test_the_report_holds_every_class_apart_and_escapes(gold):
    rows = [verdict(p, p.gold) for p in gold]
    runs = [
        Run("<set>", "as given", gold, rows),
        Run("<set>", "labels shuffled", shuffled_labels(gold), rows),
    ]
    report = calibrate_report(runs, title="T & t", notes=["A note."], embedder=None)
    page, text = report.html(), report.markdown()
    assert "<set>" not in page
    assert "&lt;set&gt; G" in page
    assert "T &amp; t" in page
    assert "<svg" in page
    assert "| <set> G | 40 | 1.000 [1.00, 1.00] |" in text
    assert "Role bias" in text
    assert "supporting" in text
    shuffled = re.search(r"labels shuffled \| 40 \| (0\.\d+)", text)
    assert shuffled is not None
    assert abs(float(shuffled[1]) - 0.5) < 0.25


@pytest.mark.data
def test_the_shared_sets_read_with_their_known_shortcuts(shared):
    pairs = read_pairs(shared / "data" / "judge" / "rp_pref_en.jsonl")
    assert {p.label_class for p in pairs} == {"H", "G", "M"}
    persona = [p for p in pairs if p.kind == "human_persona_reply"]
    assert len({p.cluster for p in persona}) > 20  # not one cluster for all nameless speakers
    assert np.mean(hits(persona, RULES["longer"])) > 0.65
    assert np.mean(hits(pairs, RULES["always A"])) == pytest.approx(0.5, abs=0.02)
    assert {p.stratum for p in pairs} == {"main", "supporting", ""}
