"""The embedded server: refusals with a cure, and its life as a child process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

import httpx2
import pytest

from app.embedded import EmbeddedLLM
from app.llama import EmbeddedServer, LlamaOptions
from core.errors import ModelError
from core.openai_llm import OpenAILLM
from core.types import Message, Piece, Sampling

ASK = (Message("user", "Count: one two three four five six."),)


async def refusal(options: LlamaOptions) -> ModelError:
    server = EmbeddedServer(options)
    try:
        with pytest.raises(ModelError) as caught:
            await server.start()
    finally:
        await server.stop()
    assert caught.value.cure
    assert not server.running
    return caught.value


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    error = await refusal(LlamaOptions(tmp_path / "no.gguf"))
    assert error.code == "model_missing"
    assert "no.gguf" in error.message


async def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    for name, data in (("empty.gguf", b""), ("page.gguf", b"<html>404</html>" * 99)):
        (tmp_path / name).write_bytes(data)
        assert (await refusal(LlamaOptions(tmp_path / name))).code == "model_corrupt"


async def test_a_header_with_nothing_behind_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "head.gguf").write_bytes(b"GGUF\x03\x00\x00\x00" + b"\xff" * 4000)
    assert (await refusal(LlamaOptions(tmp_path / "head.gguf"))).code == "model_corrupt"


@pytest.mark.model
async def test_a_truncated_model_is_refused(small_model: Path, tmp_path: Path) -> None:
    with small_model.open("rb") as whole, (tmp_path / "half.gguf").open("wb") as half:
        half.write(whole.read(40_000_000))
    error = await refusal(LlamaOptions(tmp_path / "half.gguf"))
    assert error.code == "model_corrupt"
    assert "incomplete" in error.message


@pytest.mark.model
async def test_a_model_that_aborts_llama_cpp_is_refused(small_model: Path, tmp_path: Path) -> None:
    key = b"llama.block_count"
    with small_model.open("rb") as whole:
        data = bytearray(whole.read())
    value = data.index(key) + len(key) + 4  # a key is followed by the type of its value, four bytes
    data[value : value + 4] = bytes(4)
    (tmp_path / "layerless.gguf").write_bytes(data)
    assert (await refusal(LlamaOptions(tmp_path / "layerless.gguf"))).code == "model_corrupt"


@pytest.mark.model
async def test_more_context_than_there_is_memory_is_refused(small_model: Path) -> None:
    error = await refusal(LlamaOptions(small_model, slots=1, context=20_000_000))
    assert error.code == "model_out_of_memory"


@pytest.mark.model
async def test_what_is_no_adapter_is_refused(small_model: Path) -> None:
    error = await refusal(LlamaOptions(small_model, slots=1, context=512, lora=((small_model, 1.0),)))
    assert error.code == "adapter_unusable"
    assert "adapter" in error.message


@pytest.mark.model
async def test_it_starts_once_for_all_who_ask_and_again_after_a_crash(small_model: Path) -> None:
    llm = EmbeddedLLM(EmbeddedServer(LlamaOptions(small_model, slots=2, context=1024)))
    greedy = Sampling(temperature=0.0, max_tokens=8)
    try:
        assert not llm.server.running
        replies = await asyncio.gather(*(llm.complete(ASK, (), stop=(), sampling=greedy) for _ in range(3)))
        assert all(r.piece.text for r in replies)
        assert await llm.server.healthy()
        first = llm.server.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(0.3)
        assert not await llm.server.healthy()
        assert (await llm.complete(ASK, (), stop=(), sampling=greedy)).piece.text
        assert llm.server.pid != first
    finally:
        await llm.aclose()
    assert not llm.server.running


@pytest.mark.model
async def test_a_crash_in_mid_reply_is_an_error_and_not_our_end(small_model: Path) -> None:
    llm = EmbeddedLLM(EmbeddedServer(LlamaOptions(small_model, slots=1, context=2048)))
    endless = Sampling(max_tokens=1500, extra=(("ignore_eos", True),))

    def crash(_: Piece) -> None:
        if llm.server.pid is not None:
            os.kill(llm.server.pid, signal.SIGSEGV)

    try:
        with pytest.raises(ModelError) as caught:
            await llm.complete(ASK, (), stop=(), sampling=endless, on_piece=crash)
    finally:
        await llm.aclose()
    assert caught.value.code == "stream_cut"
    assert caught.value.retryable


@pytest.mark.model
async def test_cancelling_frees_the_slot(small_server: EmbeddedServer, small_llm: OpenAILLM) -> None:
    slots = small_server.base_url.removesuffix("/v1") + "/slots"

    async def busy() -> int:
        async with httpx2.AsyncClient() as client:
            return sum(s["is_processing"] for s in (await client.get(slots)).json())

    begun = asyncio.Event()
    endless = Sampling(max_tokens=1900, extra=(("ignore_eos", True),))
    task = asyncio.create_task(
        small_llm.complete(ASK, (), stop=(), sampling=endless, on_piece=lambda _: begun.set())
    )
    await begun.wait()
    assert await busy() == 1
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    for _ in range(50):
        if not await busy():
            return
        await asyncio.sleep(0.1)
    pytest.fail("the server went on for 5 s after the cancellation")


@pytest.mark.model
async def test_a_second_turn_reuses_the_first_ones_prompt(small_llm: OpenAILLM) -> None:
    talk = [Message("system", "You are Emma Woodhouse of Hartfield. " * 20), Message("user", "Who are you?")]
    greedy = Sampling(temperature=0.0, max_tokens=24)
    first = await small_llm.complete(talk, (), stop=(), sampling=greedy)
    talk += [Message("assistant", first.piece.text), Message("user", "And your father?")]
    second = await small_llm.complete(talk, (), stop=(), sampling=greedy)
    assert second.usage.cached_tokens >= 0.8 * second.usage.prompt_tokens
    assert second.usage.prompt_ms > 0
    assert second.usage.decode_ms > 0
