"""`core.scoring.Scorer` over an OpenAI-compatible endpoint.

A choice is read from `top_logprobs` of one token. A text is scored on vLLM by `prompt_logprobs`, and on
llama.cpp, which has no such thing, by decoding under a grammar that allows no tokens but the text's own:
its log-probabilities are those of the unconstrained model. (Of a token that ends in the middle of a
character it tells nothing; the text's other tokens count.)
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from core.errors import ModelError
from core.openai_llm import OpenAILLM
from core.types import Message, Piece

_TOP = 20
_CONTINUE = {"continue_final_message": True, "add_generation_prompt": False}


class OpenAIScorer:
    """Reads log-probabilities of whatever `client` gives (see `OpenAILLM.client`)."""

    def __init__(self, client: Callable[[], Awaitable[OpenAILLM]]) -> None:
        self._client = client

    async def choice_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], options: Sequence[str]
    ) -> tuple[float, ...]:
        """See `core.scoring.Scorer`. White space before a token is no difference."""
        llm = await self._client()
        endpoint = await llm.endpoint()
        said = _said(messages, so_far)
        body: dict[str, Any] = {
            "model": endpoint.model,
            "messages": said,
            "max_tokens": 1,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": _TOP,
        }
        if said[-1]["role"] == "assistant" and endpoint.dialect != "generic":
            body |= _CONTINUE
        first = _content(await llm.post("/chat/completions", body))[:1]
        told: dict[str, float] = {}
        for row in first[0].get("top_logprobs") or [] if first else []:
            word = str(row["token"]).strip()
            told[word] = _log_sum(told.get(word), float(row["logprob"]))
        if not told:
            raise no_logprobs(llm.base_url)
        least = min(told.values())
        return tuple(told.get(o, least) for o in options)

    async def text_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], text: str
    ) -> tuple[float, ...]:
        """See `core.scoring.Scorer`."""
        llm = await self._client()
        dialect = (await llm.endpoint()).dialect
        if not text:
            return ()
        if dialect == "llamacpp":
            return await _forced(llm, _said(messages, so_far), text)
        if dialect == "vllm":
            return await _prompted(llm, _said(messages, so_far), text)
        raise no_logprobs(llm.base_url)


class Unscored:
    """The `core.scoring.Scorer` of a model that gives no log-probabilities: says so."""

    async def choice_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], options: Sequence[str]
    ) -> tuple[float, ...]:
        raise no_logprobs("This model")

    async def text_logprobs(
        self, messages: Sequence[Message], so_far: Sequence[Piece], text: str
    ) -> tuple[float, ...]:
        raise no_logprobs("This model")


async def _forced(llm: OpenAILLM, said: list[dict[str, str]], text: str) -> tuple[float, ...]:
    told = await llm.post("/tokenize", {"content": text}, root=True)
    ids = [int(i) for i in told["tokens"]]
    body: dict[str, Any] = {
        "model": (await llm.endpoint()).model,
        "messages": said,
        "max_tokens": len(ids),
        "temperature": 0.0,
        "logprobs": True,
        "top_logprobs": 1,
        "cache_prompt": True,
        "grammar": "root ::= " + " ".join(f"<[{i}]>" for i in ids),
    }
    if said[-1]["role"] == "assistant":
        body |= _CONTINUE
    rows = _content(await llm.post("/chat/completions", body))
    told_of = iter(ids)
    if not rows or not all(int(row.get("id", -1)) in told_of for row in rows):
        raise no_logprobs(llm.base_url)
    return tuple(float(row["logprob"]) for row in rows)


async def _prompted(llm: OpenAILLM, said: list[dict[str, str]], text: str) -> tuple[float, ...]:
    if said[-1]["role"] != "assistant":
        said = [*said, {"role": "assistant", "content": ""}]
    whole = [*said[:-1], {"role": "assistant", "content": said[-1]["content"] + text}]
    model = (await llm.endpoint()).model
    before = await llm.post("/tokenize", {"model": model, "messages": said, **_CONTINUE}, root=True)
    body = {"model": model, "messages": whole, "max_tokens": 1, "prompt_logprobs": 0, **_CONTINUE}
    rows = (await llm.post("/chat/completions", body)).get("prompt_logprobs")
    if not rows:
        raise no_logprobs(llm.base_url)
    return tuple(float(next(iter(row.values()))["logprob"]) for row in rows[int(before["count"]) :])


def no_logprobs(url: str) -> ModelError:
    return ModelError(
        f"{url} gives no log-probabilities.",
        cure="Judge in the mode “reason”, or use llama.cpp or vLLM.",
        code="no_logprobs",
    )


def _said(messages: Sequence[Message], so_far: Sequence[Piece]) -> list[dict[str, str]]:
    said = [{"role": str(m.role), "content": m.content} for m in messages]
    if opened := "".join(p.text for p in so_far):
        said.append({"role": "assistant", "content": opened})
    return said


def _content(answer: dict[str, Any]) -> list[dict[str, Any]]:
    choices = answer.get("choices") or [{}]
    return (choices[0].get("logprobs") or {}).get("content") or []


def _log_sum(a: float | None, b: float) -> float:
    if a is None:
        return b
    high = max(a, b)
    return high + math.log(math.exp(a - high) + math.exp(b - high))
