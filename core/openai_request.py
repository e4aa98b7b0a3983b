"""What is sent to an OpenAI-compatible endpoint, and in which dialect.

Tried on llama.cpp (xllamacpp 2026.10) and vLLM 0.32; any other endpoint is "generic". Only the first two
can continue an open assistant message, constrain decoding by GBNF, and say which stop string was reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.types import Message, Sampling

Dialect = Literal["llamacpp", "vllm", "generic"]

# The last words of a request to an endpoint that cannot continue a message. The open text stands before
# them as the assistant's message; a reply that repeats it has the repetition cut off.
GO_ON = (
    "Your last message was cut off. Go on from exactly where it stopped. "
    "Write only what comes next; repeat nothing and add no comment."
)
_CONTINUE = {"continue_final_message": True, "add_generation_prompt": False}
_OPTIONAL = ("stream_options", "seed", "top_p", "temperature", "stop", "max_tokens")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What was found behind a base URL.

    Attributes:
        dialect: how to speak with it.
        model: the model used, as the endpoint names it.
        context: tokens that prompt and reply may take together; None if unknown.
    """

    dialect: Dialect
    model: str
    context: int | None = None


def read_models(listing: Mapping[str, Any], model: str) -> Endpoint:
    """The endpoint behind a `/models` listing; `model` empty means its first model."""
    rows = [row for row in listing.get("data") or [] if isinstance(row, Mapping)]
    row = next((r for r in rows if r.get("id") == model), rows[0] if rows else {})
    owner = str(row.get("owned_by", ""))
    dialect: Dialect = "llamacpp" if owner == "llamacpp" else "vllm" if owner == "vllm" else "generic"
    meta = row.get("meta")
    context = row.get("max_model_len") or (meta.get("n_ctx") if isinstance(meta, Mapping) else None)
    return Endpoint(dialect, model or str(row.get("id", "")), context if isinstance(context, int) else None)


def chat_body(
    endpoint: Endpoint,
    messages: Sequence[Message],
    open_text: str,
    stop: Sequence[str],
    sampling: Sampling,
    refused: Iterable[str] = (),
) -> dict[str, Any]:
    """The keyword arguments of `chat.completions.create`.

    Args:
        open_text: the assistant message to continue; may be empty.
        refused: optional parameters that this endpoint has refused before; they are left out
            (`max_tokens` is sent as `max_completion_tokens` then).
    """
    said = [{"role": m.role, "content": m.content} for m in messages]
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": said,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
    }
    if stop:
        body["stop"] = list(stop)
    if sampling.seed is not None:
        body["seed"] = sampling.seed
    if open_text:
        said.append({"role": "assistant", "content": open_text})
        if endpoint.dialect == "generic":
            said.append({"role": "user", "content": GO_ON})
    for name in refused:
        if name in body:
            value = body.pop(name)
            if name == "max_tokens":
                body["max_completion_tokens"] = value
    body["extra_body"] = _extra(endpoint.dialect, bool(open_text), sampling)
    return body


def _extra(dialect: Dialect, opened: bool, sampling: Sampling) -> dict[str, Any]:
    extra: dict[str, Any] = dict(_CONTINUE) if opened and dialect != "generic" else {}
    if dialect == "llamacpp":
        # "verbose" adds the stop string that was reached to the last chunk; nothing else tells it.
        extra |= {"verbose": True, "cache_prompt": True, "reasoning_format": "none"}
        if sampling.repeat_penalty is not None:
            extra["repeat_penalty"] = sampling.repeat_penalty
        if sampling.grammar:
            extra["grammar"] = sampling.grammar
    elif dialect == "vllm":
        extra["include_stop_str_in_output"] = True
        if sampling.repeat_penalty is not None:
            extra["repetition_penalty"] = sampling.repeat_penalty
        if sampling.grammar:
            extra["structured_outputs"] = {"grammar": sampling.grammar}
    return extra | dict(sampling.extra)


def refused_parameter(param: str | None, message: str, sent: Mapping[str, Any]) -> str | None:
    """The optional parameter that a 400 complains of, if it was sent and can be left out."""
    if param in _OPTIONAL and param in sent:
        return param
    words = message.lower()
    if not any(w in words for w in ("unsupported", "not supported", "unrecognized", "unknown", "extra")):
        return None
    return next((p for p in _OPTIONAL if p in sent and p in words), None)
