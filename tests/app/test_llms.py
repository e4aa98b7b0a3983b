"""Which model speaks follows from the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.embedded import EmbeddedLLM
from app.llms import open_llm
from app.settings import Settings
from core.errors import ModelError
from core.openai_llm import OpenAILLM
from core.types import Message, Sampling
from tests.stub_endpoint import StubEndpoint, said


async def test_a_url_is_spoken_to_with_its_key_and_model(tmp_path: Path) -> None:
    async with StubEndpoint([said("hello")]) as stub:
        llm = open_llm(Settings(data=tmp_path, model_url=stub.url, model_key="k", model="m"))
        done = await llm.complete([Message("user", "hi")], (), stop=(), sampling=Sampling())
        await llm.aclose()
    assert isinstance(llm, OpenAILLM)
    assert done.piece.text == "hello"
    assert stub.bodies[0]["model"] == "m"


async def test_a_file_is_embedded_and_not_started_before_it_is_asked(tmp_path: Path) -> None:
    model, adapter = tmp_path / "m.gguf", tmp_path / "a.gguf"
    settings = Settings(
        data=tmp_path, model=str(model), model_slots=2, model_context=2048, model_adapters=(adapter,)
    )
    llm = open_llm(settings)
    assert isinstance(llm, EmbeddedLLM)
    options = llm.server.options
    assert (options.model, options.slots, options.context) == (model, 2, 2048)
    assert options.lora == ((adapter, 1.0),)
    assert not llm.server.running
    await llm.aclose()


def test_a_model_that_was_not_fetched_is_named_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="models pull"):
        open_llm(Settings(data=tmp_path))
