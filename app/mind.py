"""The language model that settings name, behind one type; an embedded one starts at the first request."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from app.embedded import EmbeddedLLM
from app.llama import EmbeddedServer, LlamaOptions
from app.settings import Settings
from core.openai_llm import OpenAILLM
from core.types import LLM


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[LLM]:
    """The model; closed (and its server ended) on leaving.

    Raises:
        ModelError: it is no name of the catalog and no file.
    """
    if settings.model_url:
        key = settings.model_key.get_secret_value() if settings.model_key else ""
        model = "" if settings.model == "default" else settings.model
        async with OpenAILLM(settings.model_url, key, model) as llm:
            yield llm
        return
    embedded = EmbeddedLLM(EmbeddedServer(LlamaOptions(Path(settings.model))))
    try:
        yield embedded
    finally:
        await embedded.aclose()
