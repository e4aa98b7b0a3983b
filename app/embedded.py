"""The embedded model as an LLM: its server is started by the first request, and again should it die."""

from __future__ import annotations

from collections.abc import Sequence

from app.llama import EmbeddedServer
from core.openai_llm import OpenAILLM
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling


class EmbeddedLLM:
    """`core.types.LLM` over an `EmbeddedServer`, which it owns."""

    def __init__(self, server: EmbeddedServer) -> None:
        self.server = server
        self._client: OpenAILLM | None = None

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
            ModelError: the server cannot be started (see `EmbeddedServer.start`), or as `OpenAILLM`.
        """
        client = await self.client()
        return await client.complete(messages, so_far, stop=stop, sampling=sampling, on_piece=on_piece)

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, sampled=False, passages=tuple(passages))

    async def client(self) -> OpenAILLM:
        """The client of the running server, which is started if need be.

        Raises:
            ModelError: it cannot be started.
        """
        url = await self.server.start()
        if self._client is None or self._client.base_url != url:
            old, self._client = self._client, OpenAILLM(url, concurrency=2 * self.server.options.slots)
            if old is not None:
                await old.aclose()
        return self._client

    async def aclose(self) -> None:
        """Close the client and end the server."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None
        await self.server.stop()
