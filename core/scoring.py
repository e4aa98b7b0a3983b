"""Log-probabilities of given words: what a model thinks of them, without letting it speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.types import Message, Piece


class Scorer(Protocol):
    """A model whose log-probabilities can be read. An LLM may be one too."""

    async def choice_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], options: Sequence[str]
    ) -> tuple[float, ...]:
        """Natural-log probability that the assistant's next token is each option (one-token words).

        An option below everything that the endpoint tells of gets the smallest value told.

        Raises:
            ModelError: the endpoint failed, or gives no log-probabilities (code no_logprobs).
        """
        ...

    async def text_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], text: str
    ) -> tuple[float, ...]:
        """Natural-log probability of each token of `text` as the continuation of the assistant's message.

        Raises:
            ModelError: the endpoint failed, or cannot score a text (code no_logprobs).
        """
        ...
