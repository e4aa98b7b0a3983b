"""Which model speaks, from the settings: an endpoint by URL, else the embedded server."""

from __future__ import annotations

from typing import Protocol

from app.embedded import EmbeddedLLM
from app.llama import EmbeddedServer, LlamaOptions
from app.models import model_path
from app.settings import Settings
from core.openai_llm import OpenAILLM
from core.types import LLM


class ClosableLLM(LLM, Protocol):
    """An LLM that must be closed by whoever opened it."""

    async def client(self) -> OpenAILLM:
        """The endpoint's client, for what is not in `LLM`; an embedded model is started for it."""
        ...

    async def aclose(self) -> None: ...


def open_llm(settings: Settings) -> ClosableLLM:
    """The LLM that `settings` name. Nothing is started or asked before its first request.

    Raises:
        ModelError: code model_missing, if an embedded model has not been fetched.
        NotFoundError: the catalog has no such model.
    """
    if settings.model_url:
        key = settings.model_key.get_secret_value() if settings.model_key else ""
        name = "" if settings.model == "default" else settings.model
        return OpenAILLM(settings.model_url, key, name)
    path = model_path(settings.model, settings.data / "models")
    options = LlamaOptions(
        path,
        slots=settings.model_slots,
        context=settings.model_context,
        lora=tuple((adapter, 1.0) for adapter in settings.model_adapters),
    )
    return EmbeddedLLM(EmbeddedServer(options))


def model_label(settings: Settings) -> str:
    """What results of the model that `settings` name are kept under: its files, or endpoint and name."""
    if settings.model_url:
        return f"{settings.model_url} {settings.model}"
    files = (model_path(settings.model, settings.data / "models"), *settings.model_adapters)
    return " + ".join(file.name for file in files)
