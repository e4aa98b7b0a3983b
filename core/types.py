"""The kernel's vocabulary: messages, sampling, completions, passages and the two protocols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "end", "length"]


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message. Text from outside must already be quoted (see `core.quoting`)."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A verbatim slice of a book. `start`/`end` are character offsets of the book's text, half-open."""

    id: str
    text: str
    book: str
    chapter: int
    start: int
    end: int
    score: float = 0.0
    note: str = ""  # why it was found: segment, quote, or the entry that led to it


@dataclass(frozen=True, slots=True)
class Piece:
    """Who wrote a stretch of a transcript, with its exact tokens.

    Attributes:
        text: the characters.
        sampled: True if the model wrote it, False if we put it in.
        ids: token ids as sampled (never re-tokenised); empty where the endpoint gives none.
        logprobs: one per id, natural log; empty where unknown.
        passages: what a `<result>` piece shows.
    """

    text: str
    sampled: bool
    ids: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and the server's own times for one or more completions (milliseconds; 0 if unknown)."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    prompt_ms: float = 0.0
    decode_ms: float = 0.0
    requests: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
            self.prompt_ms + other.prompt_ms,
            self.decode_ms + other.decode_ms,
            self.requests + other.requests,
        )


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to sample. `grammar` is GBNF; an endpoint that cannot constrain decoding ignores it.

    `extra` goes into the request body as it is (min_p, DRY, … for backends that know them).
    """

    temperature: float = 0.7
    top_p: float = 0.95
    max_tokens: int = 512
    seed: int | None = None
    repeat_penalty: float | None = None
    grammar: str | None = None
    extra: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """One sampled piece. `finish`: a stop string was reached / the model ended / the room was used up.

    With finish == "stop" the piece's text ends with the stop string, whatever the server did with it.
    """

    piece: Piece
    finish: Finish
    usage: Usage = field(default_factory=Usage)


OnPiece = Callable[[Piece], None]


class LLM(Protocol):
    """A model that can continue an open assistant message."""

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        """Continue the assistant message made of `so_far` until a stop string.

        `on_piece` receives each new stretch as it arrives. Cancelling the task cancels the request.

        Raises:
            ModelError: the endpoint is down, slow, overloaded or answered nonsense.
        """
        ...

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        """Our own text as a piece; a model in training adds its token ids."""
        ...


class Retriever(Protocol):
    """Something to search. What may be seen is already fixed by whoever made it."""

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        """The `k` best passages, best first.

        Raises:
            RetrievalError: the index cannot be searched.
        """
        ...
