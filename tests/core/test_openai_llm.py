"""The OpenAI client over a wire that misbehaves: retries, timeouts, errors with cures, cancellation."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from core.errors import ModelError
from core.openai_llm import OpenAILLM, Retries, Timeouts
from core.openai_request import GO_ON, Dialect
from core.types import Completion, Message, Piece, Sampling
from tests.stub_endpoint import Act, StubEndpoint, event, refused, said

FAST = Retries(attempts=3, base=0.01, longest=1.0)
ASK = (Message("user", "Who are you?"),)
STOPS = ("</search>", "</answer>")


def client(stub: StubEndpoint, timeouts: Timeouts = Timeouts(), dialect: Dialect | None = None) -> OpenAILLM:
    return OpenAILLM(stub.url, retries=FAST, timeouts=timeouts, dialect=dialect)


async def ask(
    stub: StubEndpoint,
    so_far: str = "",
    timeouts: Timeouts = Timeouts(),
    heard: list[str] | None = None,
    dialect: Dialect | None = None,
) -> Completion:
    pieces = (Piece(so_far, sampled=True),) if so_far else ()
    async with client(stub, timeouts, dialect) as llm:
        return await llm.complete(
            ASK,
            pieces,
            stop=STOPS,
            sampling=Sampling(seed=3, grammar='root ::= "a"', repeat_penalty=1.1),
            on_piece=None if heard is None else lambda p: heard.append(p.text),
        )


async def failure(act: Act, timeouts: Timeouts = Timeouts(), heard: list[str] | None = None) -> ModelError:
    async with StubEndpoint([act] * FAST.attempts) as stub:
        with pytest.raises(ModelError) as caught:
            await ask(stub, timeouts=timeouts, heard=heard)
    assert caught.value.cure
    return caught.value


async def test_a_stop_string_that_the_server_swallowed_is_put_back_and_streamed() -> None:
    heard: list[str] = []
    async with StubEndpoint([said("<think>a</think>", "<answer>I am ", "Emma.")]) as stub:
        done = await ask(stub, heard=heard)
    assert (done.piece.text, done.finish) == ("<think>a</think><answer>I am Emma.</answer>", "stop")
    assert "".join(heard) == done.piece.text
    assert done.piece.sampled


@pytest.mark.parametrize(
    ("so_far", "text", "want", "finish"),
    [
        ("<search>who", " is she", " is she</search>", "stop"),
        ("", "plain words", "plain words", "end"),
        ("<answer>a</answer>", "more", "more", "end"),
    ],
)
async def test_which_stop_it_was_is_inferred_from_the_open_tag(
    so_far: str, text: str, want: str, finish: str
) -> None:
    async with StubEndpoint([said(text)]) as stub:
        done = await ask(stub, so_far)
    assert (done.piece.text, done.finish) == (want, finish)


async def test_llama_cpp_says_which_stop_it_was() -> None:
    eos = said("<answer>I am", __verbose={"stop_type": "eos", "stopping_word": ""})
    word = said("<answer>I am", __verbose={"stop_type": "word", "stopping_word": "</answer>"})
    async with StubEndpoint([eos, word], owner="llamacpp") as stub:
        ended, stopped = await ask(stub), await ask(stub)
    assert (ended.piece.text, ended.finish) == ("<answer>I am", "end")
    assert (stopped.piece.text, stopped.finish) == ("<answer>I am</answer>", "stop")


async def test_vllm_says_which_stop_it_was() -> None:
    ended, stopped = said("<answer>I am"), said("<answer>I am</answer>", stop_reason="</answer>")
    async with StubEndpoint([ended, stopped], owner="vllm") as stub:
        assert (await ask(stub)).finish == "end"
        done = await ask(stub)
    assert (done.piece.text, done.finish) == ("<answer>I am</answer>", "stop")


async def test_each_dialect_gets_its_own_words() -> None:
    for owner, grammar, penalty in (
        ("llamacpp", ("grammar", 'root ::= "a"'), "repeat_penalty"),
        ("vllm", ("structured_outputs", {"grammar": 'root ::= "a"'}), "repetition_penalty"),
    ):
        async with StubEndpoint([said("b")], owner=owner) as stub:
            await ask(stub, "<think>x")
        body = stub.bodies[0]
        assert body["continue_final_message"] is True
        assert body["add_generation_prompt"] is False
        assert body["messages"][-1] == {"role": "assistant", "content": "<think>x"}
        assert (body[grammar[0]], body[penalty], body["seed"], body["model"]) == (grammar[1], 1.1, 3, "m")


async def test_an_endpoint_that_cannot_continue_is_asked_in_words_and_its_echo_dropped() -> None:
    async with StubEndpoint([said("<thi", "nk>x and", " y</think>")]) as stub:
        done = await ask(stub, "<think>x")
    body = stub.bodies[0]
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user"]
    assert body["messages"][-1]["content"] == GO_ON
    assert not {"continue_final_message", "grammar", "structured_outputs"} & body.keys()
    assert done.piece.text == " and y</think>"


async def test_what_only_looks_like_an_echo_is_kept() -> None:
    async with StubEndpoint([said("<thi", "s>")]) as stub:
        done = await ask(stub, "<think>x</think>")
    assert done.piece.text == "<this>"


async def test_a_server_that_ignores_stop_strings_is_cut_and_left() -> None:
    more = [event("<answer>yes</ans"), event("wer> and"), *[event(" on and on")] * 50]
    async with StubEndpoint([Act(more, pause=0.02)]) as stub:
        done = await ask(stub)
        await asyncio.wait_for(stub.hung_up.wait(), 5)
    assert (done.piece.text, done.finish) == ("<answer>yes</answer>", "stop")


async def test_reasoning_split_off_by_the_server_is_folded_back() -> None:
    thought = 'data: {"id":"x","choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}\n\n'
    async with StubEndpoint([Act([thought, event("<answer>yes"), event(finish="stop")])]) as stub:
        done = await ask(stub)
    assert done.piece.text == "<think>hm</think>\n<answer>yes</answer>"


async def test_length_is_told_from_stop() -> None:
    async with StubEndpoint([said("<answer>and so", finish="length")]) as stub:
        assert (await ask(stub)).finish == "length"


async def test_usage_and_server_times_are_read() -> None:
    usage = {
        "prompt_tokens": 40,
        "completion_tokens": 7,
        "total_tokens": 47,
        "prompt_tokens_details": {"cached_tokens": 32},
    }
    act = said("hello", usage=usage, timings={"prompt_ms": 12.5, "predicted_ms": 80.0})
    async with StubEndpoint([act]) as stub:
        used = (await ask(stub)).usage
    assert (used.prompt_tokens, used.cached_tokens, used.completion_tokens) == (40, 32, 7)
    assert (used.prompt_ms, used.decode_ms, used.requests) == (12.5, 80.0, 1)


async def test_busy_then_well_is_retried_and_retry_after_obeyed() -> None:
    busy = refused(429, {"message": "slow down"}, [("retry-after", "0.3")])
    clock = asyncio.get_running_loop().time
    async with StubEndpoint([busy, refused(503, {"message": "Loading model"}), said("hello")]) as stub:
        before = clock()
        done = await ask(stub)
    assert done.piece.text == "hello"
    assert clock() - before >= 0.3
    assert stub.listings == 1


async def test_nothing_is_retried_once_text_has_arrived() -> None:
    heard: list[str] = []
    async with StubEndpoint([Act([event("once")], cut=True), said("twice")]) as stub:
        with pytest.raises(ModelError) as caught:
            await ask(stub, heard=heard)
    assert caught.value.code == "stream_cut"
    assert (heard, len(stub.bodies)) == (["once"], 1)


async def test_a_stream_that_ends_without_a_reason_was_cut() -> None:
    assert (await failure(Act([event("half a sen")]))).code == "stream_cut"


async def test_a_web_page_is_no_endpoint() -> None:
    for status in (200, 404):
        page = Act(["<html>Welcome</html>"], status, "text/html")
        assert (await failure(page)).code == "not_an_endpoint"


async def test_silence_times_out_before_and_after_the_first_word() -> None:
    quick = Timeouts(first=0.15, between=0.15)
    late = await failure(Act([event("a")], pause=5), quick)
    heard: list[str] = []
    stuck = await failure(Act([event("a"), *[": ping\n\n"] * 9, event("b")], pause=0.1), quick, heard)
    assert (late.code, stuck.code) == ("model_timeout", "model_timeout")
    assert heard == ["a"]
    assert late.retryable


async def test_down_overflow_auth_unknown_model_and_errors_in_the_stream() -> None:
    long = {"message": "request (5036 tokens) exceeds the available context size (2048 tokens)"}
    assert (await failure(refused(400, long))).code == "context_overflow"
    assert (await failure(refused(401, {"message": "bad key"}))).code == "model_auth"
    assert (await failure(refused(404, {"message": "The model `m` does not exist"}))).code == "unknown_model"
    assert (await failure(refused(422, {"message": "no"}))).code == "model_refused"
    broken = 'data: {"error": {"message": "CUDA out of memory"}}\n\n'
    assert (await failure(Act([broken]))).code == "model_failed"
    async with StubEndpoint([]) as stub:
        gone = stub.url
    async with OpenAILLM(gone, retries=FAST) as llm:
        with pytest.raises(ModelError, match="No model server answers") as caught:
            await llm.complete(ASK, (), stop=(), sampling=Sampling())
    assert caught.value.code == "model_down"


async def test_an_optional_parameter_that_is_refused_is_not_sent_again() -> None:
    old = refused(400, {"message": "Unsupported parameter: 'max_tokens'", "param": "max_tokens"})
    async with StubEndpoint([old, said("a"), said("b")]) as stub, client(stub) as llm:
        for _ in range(2):
            await llm.complete(ASK, (), stop=(), sampling=Sampling(max_tokens=9))
    assert [b.get("max_tokens") for b in stub.bodies] == [9, None, None]
    assert stub.bodies[-1]["max_completion_tokens"] == 9


async def test_cancelling_hangs_up() -> None:
    async with StubEndpoint([Act([event("a ")] * 500, pause=0.02)]) as stub, client(stub) as llm:
        begun = asyncio.Event()
        task = asyncio.create_task(
            llm.complete(ASK, (), stop=(), sampling=Sampling(), on_piece=lambda _: begun.set())
        )
        await begun.wait()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await asyncio.wait_for(stub.hung_up.wait(), 5)


async def test_no_more_requests_in_flight_than_allowed() -> None:
    slow = Act([event("a"), event(finish="stop")], pause=0.1)
    async with StubEndpoint([slow] * 4) as stub, OpenAILLM(stub.url, concurrency=2) as llm:
        tasks = [asyncio.create_task(llm.complete(ASK, (), stop=(), sampling=Sampling())) for _ in range(4)]
        await asyncio.sleep(0.15)
        assert len(stub.bodies) == 2
        await asyncio.gather(*tasks)
    assert len(stub.bodies) == 4
