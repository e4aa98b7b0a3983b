"""The language model that the settings name, found at the first request.

So the server starts without one: books can be added, read and searched, and a reply says what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.llms import ClosableLLM, open_llm
from app.settings import Settings
from core.openai_llm import OpenAILLM
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling


class Mind:
    """`core.types.LLM` over whatever `app.llms.open_llm` gives."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._llm: ClosableLLM | None = None

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        """See `core.types.LLM.complete`.

        Raises:
            ModelError: as there, or the model is not here. NotFoundError: the catalog has no such model.
        """
        llm = self._opened()
        return await llm.complete(messages, so_far, stop=stop, sampling=sampling, on_piece=on_piece)

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, sampled=False, passages=tuple(passages))

    async def client(self) -> OpenAILLM:
        """See `app.llms.ClosableLLM.client`. Raises: as `complete`."""
        return await self._opened().client()

    def _opened(self) -> ClosableLLM:
        if self._llm is None:
            self._llm = open_llm(self._settings)
        return self._llm

    async def aclose(self) -> None:
        """Close it, if it was opened."""
        if self._llm is not None:
            await self._llm.aclose()
