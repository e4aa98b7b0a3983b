import time

import pytest

from core.errors import InputError, ModelError
from judge.batch import judge_all
from judge.ledger import Ledger, verdict_key
from judge.modes import Way
from judge.retrieval import NothingFound
from judge.weigh import tie
from tests.judge.cases import Scale, case

HOW = {"mode": "fit", "model": "m"}


class Counting:
    """Says that everything is a tie, except the case that breaks it."""

    def __init__(self, breaks: str = "", error: Exception | None = None) -> None:
        self.asked: list[str] = []
        self.breaks, self.error = breaks, error or ModelError("down")

    async def verdict(self, one, retriever):
        self.asked.append(one.id)
        if one.id == self.breaks:
            raise self.error
        return tie(one)


async def run(judge, cases, ledger, concurrency=2):
    items = judge_all(
        judge, cases, lambda c: NothingFound(), ledger=ledger, configuration=HOW, concurrency=concurrency
    )
    return [i async for i in items]


def cases(n: int):
    return [case(id=f"c{i}", a=f"Reply {i}.") for i in range(n)]


async def test_a_second_run_asks_nothing(tmp_path):
    file, judge = tmp_path / "v.jsonl", Counting()
    first = await run(judge, cases(5), Ledger(file))
    again = await run(judge, cases(5), Ledger(file))
    assert len(judge.asked) == 5
    assert sorted(i.index for i in first) == [0, 1, 2, 3, 4]
    assert all(i.cached for i in again)
    assert not any(i.cached for i in first)


async def test_a_run_that_was_killed_goes_on(tmp_path):
    file, judge = tmp_path / "v.jsonl", Counting()
    await run(judge, cases(3), Ledger(file))
    with file.open("ab") as f:
        f.write(b'{"id": "c3", "key": "ha')  # the kill came in mid-line
    await run(judge, cases(6), Ledger(file))
    assert sorted(judge.asked) == [f"c{i}" for i in range(6)]
    assert len(Ledger(file)) == 6


async def test_the_same_question_under_two_names_is_asked_once(tmp_path):
    judge = Counting()
    items = await run(judge, [case(id="x"), case(id="y")], Ledger())
    assert len(judge.asked) == 1
    assert sorted(i.row["id"] for i in items if i.row) == ["x", "y"]


async def test_one_error_does_not_end_the_others(tmp_path):
    items = await run(Counting("c1"), cases(4), Ledger())
    errors = [i for i in items if i.error]
    assert [i.index for i in errors] == [1]
    assert len(items) == 4


async def test_a_fault_of_ours_is_raised_and_does_not_hang():
    with pytest.raises(ZeroDivisionError):
        await run(Counting("c1", ZeroDivisionError()), cases(4), Ledger(), concurrency=1)


async def test_cases_of_one_character_are_neighbours():
    judge = Counting()
    mixed = [case(id=f"{n}{i}", character=n, a=f"{n}{i}") for i in range(3) for n in ("Ann", "Reed")]
    await run(judge, mixed, Ledger(), concurrency=1)
    assert [x[:-1] for x in judge.asked] == ["Ann"] * 3 + ["Reed"] * 3


def test_the_key_depends_on_texts_and_ways_and_not_on_the_id():
    key = verdict_key(case(), HOW)
    assert key == verdict_key(case(id="other"), HOW)
    assert key != verdict_key(case().swapped, HOW)
    assert key != verdict_key(case(persona="x"), HOW)
    assert key != verdict_key(case(scope=None), HOW)
    assert key != verdict_key(case(), HOW | {"model": "n"})


async def test_two_thousand_cached_verdicts_a_second(tmp_path):
    file = tmp_path / "v.jsonl"
    await run(Counting(), cases(500), Ledger(file))
    ledger = Ledger(file)
    began = time.perf_counter()
    items = await run(Counting(), cases(500), ledger)
    assert len(items) / (time.perf_counter() - began) > 2000


def test_a_file_of_something_else_is_refused(tmp_path):
    file = tmp_path / "v.jsonl"
    file.write_text('{"name": "x"}\n')
    with pytest.raises(InputError, match="line 1"):
        Ledger(file)


def test_ways_are_checked_and_tell_what_matters():
    with pytest.raises(InputError, match="no mode"):
        Way(mode="loud")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="temperature"):
        Way(mode="reason", samples=3)
    assert "samples" not in Way(mode="fit").configuration("m")
    assert Way(mode="reason").configuration("m") != Way(mode="weighed").configuration("m")


async def test_every_way_judges():
    from core.scripted import ScriptedLLM
    from judge.modes import MODES
    from tests.judge.cases import says

    for mode in MODES:
        turns = {"answer": ["\\boxed{A}</answer>", "\\boxed{B}</answer>"]}.get(mode, [says("A"), says("B")])
        judge = Way(mode=mode).judge(ScriptedLLM(list(turns)), Scale())
        verdict = await judge.verdict(case(), NothingFound())
        assert verdict.outcome in ("decided", "disagreement", "tie"), mode
        assert verdict.basis == ("votes" if mode in ("reason", "answer") else "logprobs")
