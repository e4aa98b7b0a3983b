"""What every LLM must do. Run against the scripted double, the embedded llama.cpp, and any endpoint in
BOOKFOLK_TEST_LLM_URL (with _MODEL and _KEY), such as a vLLM server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import pytest

from core.errors import ModelError
from core.openai_llm import OpenAILLM
from core.rollout import Limits, rollout
from core.scripted import ScriptedLLM
from core.types import LLM, Completion, Message, Passage, Piece, Sampling

COUNT = (Message("system", "You count."), Message("user", "Count: one two three four five six."))
BEGUN = (Piece("One two", sampled=True),)
GREEDY = Sampling(temperature=0.0, max_tokens=48, seed=1)


@dataclass(frozen=True)
class Subject:
    """An LLM under test. `script` tells the double what a counting model would say."""

    llm: LLM
    continues: bool = True
    constrains: bool = True

    def script(self, *turns: str | Exception) -> LLM:
        if isinstance(self.llm, ScriptedLLM):
            self.llm.turns[:] = turns
        return self.llm


@pytest.fixture(
    params=[
        "scripted",
        pytest.param("embedded", marks=pytest.mark.model),
        pytest.param("endpoint", marks=pytest.mark.model),
    ]
)
async def subject(request: pytest.FixtureRequest) -> AsyncIterator[Subject]:
    if request.param == "scripted":
        yield Subject(ScriptedLLM([]))
        return
    if request.param == "embedded":
        server = request.getfixturevalue("small_server")
        url, key, model = server.base_url, "", ""
    else:
        url = os.environ.get("BOOKFOLK_TEST_LLM_URL", "")
        if not url:
            pytest.skip("BOOKFOLK_TEST_LLM_URL names no endpoint")
        key = os.environ.get("BOOKFOLK_TEST_LLM_KEY", "")
        model = os.environ.get("BOOKFOLK_TEST_LLM_MODEL", "")
    async with OpenAILLM(url, key, model) as llm:
        able = (await llm.endpoint()).dialect != "generic"
        yield Subject(llm, continues=able, constrains=able)


async def say(
    llm: LLM,
    so_far: Sequence[Piece] = BEGUN,
    stop: Sequence[str] = (),
    sampling: Sampling = GREEDY,
    heard: list[Piece] | None = None,
) -> Completion:
    return await llm.complete(
        COUNT, so_far, stop=stop, sampling=sampling, on_piece=None if heard is None else heard.append
    )


async def test_a_piece_ends_with_the_stop_string_that_was_reached(subject: Subject) -> None:
    done = await say(subject.script(" three four five six."), stop=("nothing", " five", " six"))
    assert done.finish == "stop"
    assert done.piece.text.endswith(" five")
    assert done.piece.text.count(" five") == 1


async def test_a_model_that_ends_by_itself_is_told_from_one_that_was_stopped(subject: Subject) -> None:
    done = await say(subject.script(" three four five six."), stop=("</answer>",))
    assert done.finish == "end"
    assert "</answer>" not in done.piece.text


async def test_room_used_up_is_length(subject: Subject) -> None:
    short = Sampling(temperature=0.0, max_tokens=2)
    done = await say(subject.script(" three four five six."), sampling=short)
    assert done.finish == "length"
    assert 1 <= done.usage.completion_tokens <= 2


async def test_the_open_message_is_continued_and_not_repeated(subject: Subject) -> None:
    heard: list[Piece] = []
    done = await say(subject.script(" three four", " three four"), stop=(" four",), heard=heard)
    assert done.piece.text.strip().startswith("three")
    assert "".join(p.text for p in heard) == done.piece.text
    assert done.piece.sampled
    assert all(p.sampled for p in heard)


async def test_white_space_at_the_seam_survives(subject: Subject) -> None:
    if not subject.continues:
        pytest.skip("this endpoint is asked in words to go on")
    seam = (Piece("One two three", sampled=True), Piece("\n<result>\n[1] x\n</result>\n\n", sampled=False))
    done = await say(subject.script("four"), so_far=(*seam, Piece("One two three ", sampled=True)))
    assert not done.piece.text.startswith(" ")
    assert "</result>" not in done.piece.text


async def test_the_same_seed_says_the_same(subject: Subject) -> None:
    llm = subject.script(*[" three four five six."] * 2)
    first, second = await say(llm), await say(llm)
    assert first.piece.text == second.piece.text


async def test_usage_counts_one_request(subject: Subject) -> None:
    done = await say(subject.script(" three four"))
    assert done.usage.requests == 1
    assert done.usage.completion_tokens > 0


async def test_chinese_comes_through_whole(subject: Subject) -> None:
    ask = (Message("user", "请重复：林黛玉葬花。"),)
    llm = subject.script("林黛玉葬花。")
    done = await llm.complete(ask, (Piece("林黛玉", sampled=True),), stop=("。",), sampling=GREEDY)
    assert "�" not in done.piece.text
    assert done.piece.text


async def test_inserted_text_is_not_sampled(subject: Subject) -> None:
    found = Passage("p", "text", "b", 1, 0, 4)
    piece = subject.llm.insert("<result>text</result>", (found,))
    assert (piece.text, piece.sampled, piece.passages) == ("<result>text</result>", False, (found,))


async def test_a_cancelled_request_leaves_the_model_usable(subject: Subject) -> None:
    llm = subject.script("and\n" * 200, " three four")
    begun = asyncio.Event()
    long = Sampling(max_tokens=900, extra=(("ignore_eos", True),)) if subject.constrains else Sampling()
    task = asyncio.create_task(
        llm.complete(COUNT, (), stop=(), sampling=long, on_piece=lambda _: begun.set())
    )
    await asyncio.wait_for(begun.wait(), 60)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert task.cancelled()
    assert (await say(llm, stop=(" four",))).finish == "stop"


async def test_several_at_once_do_not_mix(subject: Subject) -> None:
    llm = subject.script(*[" three four five six."] * 5)
    alone = await say(llm, stop=(" five",))
    together = await asyncio.gather(*(say(llm, stop=(" five",)) for _ in range(4)))
    assert {d.piece.text.split()[0] for d in together} == {alone.piece.text.split()[0]}
    assert {d.finish for d in together} == {"stop"}


async def test_a_grammar_is_obeyed(subject: Subject) -> None:
    if not subject.constrains:
        pytest.skip("this endpoint does not constrain decoding")
    grammar = 'root ::= "<answer>" ("yes" | "no") "</answer>"'
    llm = subject.script("<answer>yes</answer>")
    sampling = Sampling(temperature=0.0, max_tokens=32, grammar=grammar)
    done = await say(llm, so_far=(), stop=("</answer>",), sampling=sampling)
    assert re.fullmatch(r"<answer>(yes|no)</answer>", done.piece.text)
    assert done.finish == "stop"


async def test_a_rollout_searches_once_and_answers(subject: Subject) -> None:
    if not subject.constrains:
        pytest.skip("this endpoint does not constrain decoding")
    llm = subject.script("<think>hm.</think>\n<search>who</search>", "<think>so</think>\n<answer>I.</answer>")
    asked: list[str] = []

    class Shelf:
        async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
            asked.append(query)
            return [Passage("p", "She was walking.", "b", 1, 0, 16)]

    limits = Limits(max_searches=1, min_searches=1, first_query="who", max_tokens=400, constrained=True)
    told = await rollout(llm, COUNT, Shelf(), limits=limits, sampling=Sampling(temperature=0.0, seed=1))
    kinds = [s.kind for s in told.segments]
    assert kinds[:3] == ["think", "search", "result"]
    assert len(asked) == 1
    assert told.stop in ("answer", "length")
    assert "She was walking." in told.text


async def test_what_does_not_fit_is_named(subject: Subject) -> None:
    llm = subject.script(ModelError("too long", code="context_overflow"))
    with pytest.raises(ModelError) as caught:
        await llm.complete([Message("user", "word " * 60_000)], (), stop=(), sampling=GREEDY)
    assert caught.value.code == "context_overflow"
