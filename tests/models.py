"""Where real models lie, and fixtures that serve the smallest of them. Used by every test marked `model`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
import pytest

from app.llama import EmbeddedServer, LlamaOptions
from core.openai_llm import OpenAILLM

SMALL = "smollm2-135m-instruct-q4_1.gguf"


def model_file(name: str) -> Path:
    """A model's file in the folder of models; the test skips without it."""
    data = os.environ.get("BOOKFOLK_DATA") or platformdirs.user_data_dir("bookfolk", appauthor=False)
    path = Path(os.environ.get("BOOKFOLK_MODELS") or Path(data) / "models") / name
    if not path.is_file():
        pytest.skip(f"{path} is absent; fetch it with `bookfolk models pull`")
    return path


@pytest.fixture(scope="session")
def small_model() -> Path:
    """SmolLM2-135M-Instruct: it speaks English and little sense, but fast."""
    return model_file(SMALL)


@pytest.fixture(scope="session")
def small_server(small_model: Path) -> Iterator[EmbeddedServer]:
    """One running llama.cpp with the small model, for the whole session."""
    server = EmbeddedServer(LlamaOptions(small_model, slots=4, context=2048))
    with ThreadPoolExecutor(1) as aside:  # pytest-asyncio's loop may be running in this thread
        aside.submit(asyncio.run, server.start()).result()
        yield server
        aside.submit(asyncio.run, server.stop()).result()


@pytest.fixture
async def small_llm(small_server: EmbeddedServer) -> AsyncIterator[OpenAILLM]:
    """A client of `small_server`, of this test's own event loop."""
    async with OpenAILLM(await small_server.start()) as llm:
        yield llm
