"""The model in training as just another `LLM`, behind the same rollout loop that serves chat and judge.

Token-exact: a prompt is tokenised once, inserted text once and apart from its neighbours, and what was
sampled is never tokenised again. Rollouts run concurrently; their turns are generated in batches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling, Usage


class Tokenizer(Protocol):
    """What we use of a Hugging Face tokenizer."""

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]: ...
    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool) -> str: ...
    def apply_chat_template(
        self, messages: list[dict[str, str]], *, add_generation_prompt: bool, return_dict: bool
    ) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Sampled:
    """One row of a batch: token ids, and a log-probability for each where the sampler knows them."""

    ids: tuple[int, ...]
    logprobs: tuple[float, ...] = ()


Generate = Callable[[Sequence[Sequence[int]], Sequence[int]], list[Sampled]]
"""(token histories, room for each in tokens) -> what was sampled for each, up to a stop string or EOS."""


@dataclass(slots=True)
class TurnBatch:
    """Collects the turns of concurrent rollouts, and generates when every live rollout waits for one.

    Retrieval of some rows therefore overlaps with that of the others, and no row is generated alone while
    another is about to ask.
    """

    generate: Generate
    live: int = 0
    waiting: list[tuple[Sequence[int], int, asyncio.Future[Sampled]]] = field(default_factory=list)

    async def turn(self, history: Sequence[int], room: int) -> Sampled:
        future: asyncio.Future[Sampled] = asyncio.get_running_loop().create_future()
        self.waiting.append((history, room, future))
        self._run_if_all_wait()
        return await future

    def left(self) -> None:
        """One rollout has ended."""
        self.live -= 1
        self._run_if_all_wait()

    def _run_if_all_wait(self) -> None:
        if not self.waiting or len(self.waiting) < self.live:
            return
        batch, self.waiting = self.waiting, []
        try:
            rows = self.generate([h for h, _, _ in batch], [r for _, r, _ in batch])
        except Exception as error:
            for _, _, future in batch:
                future.set_exception(error)
            return
        for (_, _, future), row in zip(batch, rows, strict=True):
            future.set_result(row)


@dataclass(slots=True)
class PolicyLLM:
    """An `LLM` whose pieces carry their exact token ids.

    Attributes:
        tokenizer: of the model in training.
        batch: where turns are generated.
        eos: token ids that end a message.
        max_completion: most ids of a whole transcript, results included.
    """

    tokenizer: Tokenizer
    batch: TurnBatch
    eos: frozenset[int]
    max_completion: int
    _prompts: dict[tuple[Message, ...], list[int]] = field(default_factory=dict)

    def prompt_ids(self, messages: Sequence[Message]) -> list[int]:
        """The chat-templated prompt, up to where the assistant begins."""
        key = tuple(messages)
        if key not in self._prompts:
            self._prompts[key] = self.tokenizer.apply_chat_template(
                [{"role": m.role, "content": m.content} for m in messages],
                add_generation_prompt=True,
                return_dict=False,
            )
        return self._prompts[key]

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        said = [i for p in so_far for i in p.ids]
        room = min(sampling.max_tokens, self.max_completion - len(said))
        if room <= 0:
            return Completion(Piece("", sampled=True), "length")
        row = await self.batch.turn([*self.prompt_ids(messages), *said], room)
        piece = Piece(self.tokenizer.decode(row.ids, skip_special_tokens=True), True, row.ids, row.logprobs)
        if on_piece:
            on_piece(piece)
        ended = bool(row.ids) and row.ids[-1] in self.eos
        stopped = any(s in piece.text for s in stop)
        usage = Usage(completion_tokens=len(row.ids), requests=1)
        return Completion(piece, "stop" if stopped else "end" if ended else "length", usage)

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        ids = self.tokenizer.encode(text, add_special_tokens=False)
        return Piece(text, False, tuple(ids), (0.0,) * len(ids), tuple(passages))
