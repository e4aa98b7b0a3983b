"""What an extraction will cost, before it is begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.types import Message
from knowledge.extraction.prompt import ROOM

_OVERHEAD = 12  # tokens of a chat template per request
_ANSWER = 350  # tokens of a usual answer; the room is twice that


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls, tokens read, tokens written (expected and at most)."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    completion_limit: int

    def price(self, per_million_in: float, per_million_out: float) -> float:
        """Expected price, in the currency of the two prices per million tokens."""
        return (self.prompt_tokens * per_million_in + self.completion_tokens * per_million_out) / 1e6

    def seconds(self, prefill: float, decode: float) -> float:
        """Expected time at so many tokens per second of reading and of writing, one call after another."""
        return self.prompt_tokens / prefill + self.completion_tokens / decode


def estimate(requests: Sequence[Sequence[Message]]) -> Estimate:
    """Cost of `requests` by length: 4 Latin or 1 Chinese characters to a token, which is on the safe side."""
    tokens = [sum(count_tokens(one.content) for one in messages) + _OVERHEAD for messages in requests]
    return Estimate(len(requests), sum(tokens), _ANSWER * len(requests), ROOM * len(requests))


def count_tokens(text: str) -> int:
    """About how many tokens `text` has."""
    wide = sum(ch >= "\u2e80" for ch in text)
    return wide + -(-(len(text) - wide) // 4)
