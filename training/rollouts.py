"""The seam to TRL: its `rollout_func` (1.16) filled with the kernel's rollout. The only file that knows both.

TRL calls `rollout_func(prompts, trainer)` with prompts already repeated G times, group by group, and takes
back token ids and `env_mask` (1 = sampled by the model, 0 = put in by us, and so left out of the loss).
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from trl.models import unwrap_model_for_generation

from core.rollout import Limits, rollout
from core.transcript import ANSWER_END, SEARCH_END, Transcript
from core.types import Message, Retriever, Sampling
from training.policy import PolicyLLM, Sampled, TurnBatch

STOPS = (SEARCH_END, ANSWER_END)
Prompt = list[dict[str, str]]
RetrieverFor = Callable[[Sequence[Message]], Retriever]


@dataclass(frozen=True, slots=True)
class RolloutFunc:
    """TRL's `rollout_func`.

    Attributes:
        retriever_for: the retriever of a prompt (its scope is the task's).
        limits: searches and tokens of one rollout.
    """

    retriever_for: RetrieverFor
    limits: Limits

    def __call__(self, prompts: list[Prompt], trainer: Any) -> dict[str, list[Any]]:
        batch = TurnBatch(lambda histories, room: sample(trainer, histories, room))
        llm = PolicyLLM(
            trainer.processing_class,
            batch,
            frozenset(trainer.eos_token_ids),
            trainer.max_completion_length,
        )
        asked = [tuple(Message(m["role"], m["content"]) for m in p) for p in prompts]  # type: ignore[arg-type]
        said = asyncio.run(self._play(asked, llm))
        eos = trainer.processing_class.eos_token_id
        rows = [_row(t, eos, trainer.max_completion_length, trainer.eos_token_ids) for t in said]
        return {
            "prompt_ids": [llm.prompt_ids(a) for a in asked],
            "completion_ids": [ids for ids, _ in rows],
            "env_mask": [mask for _, mask in rows],
            "logprobs": None,  # type: ignore[dict-item]  # the trainer recomputes them
            "transcript": list(said),
        }

    async def _play(self, asked: Sequence[tuple[Message, ...]], llm: PolicyLLM) -> list[Transcript]:
        llm.batch.live = len(asked)

        async def one(messages: tuple[Message, ...]) -> Transcript:
            try:
                retriever = self.retriever_for(messages)
                return await rollout(llm, messages, retriever, limits=self.limits, sampling=Sampling())
            finally:
                llm.batch.left()

        plays: list[Coroutine[Any, Any, Transcript]] = [one(m) for m in asked]
        return await asyncio.gather(*plays)


def _row(said: Transcript, eos: int, most: int, ends: Sequence[int]) -> tuple[list[int], list[int]]:
    """Token ids and loss mask of one completion.

    We stop at `</answer>`, where the model has not said EOS: it is appended with mask 0, or TRL would take
    the row for a truncated one. What overflows is cut from the end.
    """
    ids, mask = list(said.ids), list(said.mask)
    if said.stop in ("answer", "malformed") and (not ids or ids[-1] not in ends):
        ids, mask = [*ids[: most - 1], eos], [*mask[: most - 1], 0]
    return ids[:most], mask[:most]


def sample(trainer: Any, histories: Sequence[Sequence[int]], room: Sequence[int]) -> list[Sampled]:
    """One turn for each history with the trainer's own model, generation settings and hooks."""
    tok, device = trainer.processing_class, trainer.accelerator.device
    pad, longest = tok.pad_token_id, max(map(len, histories))
    ids = torch.tensor([[pad] * (longest - len(h)) + list(h) for h in histories], device=device)
    seen = torch.tensor([[0] * (longest - len(h)) + [1] * len(h) for h in histories], device=device)
    settings = copy.deepcopy(trainer.generation_config)
    settings.max_new_tokens, settings.stop_strings = max(room), list(STOPS)
    unwrapped = unwrap_model_for_generation(
        trainer.model_wrapped,
        trainer.accelerator,
        generation_kwargs=trainer.generation_kwargs,
        gather_deepspeed3_params=trainer.args.ds3_gather_for_generation,
        gradient_checkpointing_kwargs=trainer.args.gradient_checkpointing_kwargs,
    )
    with (
        unwrapped as model,
        torch.no_grad(),
        trainer._dist.summon_full_params(trainer.model_wrapped, recurse=False),
    ):
        out = model.generate(input_ids=ids, attention_mask=seen, generation_config=settings, tokenizer=tok)[
            :, longest:
        ].tolist()
    ends = {*trainer.eos_token_ids, pad}
    return [Sampled(tuple(_cut(row, ends, tok)[:most])) for row, most in zip(out, room, strict=True)]


def _cut(row: list[int], ends: set[int], tok: Any) -> list[int]:
    """`row` without the padding that `generate` puts after a finished row; a real EOS is kept."""
    end = next((j for j, token in enumerate(row) if token in ends), len(row))
    stopped = any(s in tok.decode(row[max(0, end - 12) : end]) for s in STOPS)
    return row[:end] if stopped or end == len(row) else row[: end + 1]
