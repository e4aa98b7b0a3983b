"""Every way an endpoint can fail, named once, with its cure."""

from __future__ import annotations

import email.utils
import time
from dataclasses import dataclass

import httpx2
import openai

from core.errors import ModelError


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed request.

    Attributes:
        error: what the caller is told.
        transient: trying again soon may help.
        retry_after: seconds the endpoint asked us to wait; None if it did not.
    """

    error: ModelError
    transient: bool = False
    retry_after: float | None = None


def not_an_endpoint(url: str, what: str) -> ModelError:
    return ModelError(
        f"{url} did not answer as an OpenAI-compatible endpoint ({what}).",
        cure="Check the base URL; it usually ends in /v1.",
        code="not_an_endpoint",
    )


def cut_stream(url: str) -> ModelError:
    return ModelError(
        f"{url} broke off in the middle of its reply.",
        cure="Try again; if it happens often, look at the model server's log.",
        code="stream_cut",
        retryable=True,
    )


def too_slow(url: str, seconds: float, started: bool) -> ModelError:
    what = "stopped sending its reply" if started else "sent no first word"
    return ModelError(
        f"{url} {what} for {seconds:g} s.",
        cure="The model server is overloaded or stuck: use a smaller model, fewer chats at once, "
        "or a longer model timeout.",
        code="model_timeout",
        retryable=True,
    )


def classify(exc: Exception, url: str, model: str, *, begun: bool = False) -> Failure:
    """The failure behind an exception of the `openai` client, of httpx, or of a stream's parser.

    Args:
        begun: text has arrived already, so a lost connection is a cut reply.
    """
    if isinstance(exc, ModelError):
        return Failure(exc, transient=exc.code == "stream_cut")
    if isinstance(exc, openai.APIStatusError):
        return _status(exc, url, model)
    if isinstance(exc, (openai.APIConnectionError, httpx2.ConnectError, httpx2.ConnectTimeout)):
        if begun:
            return Failure(cut_stream(url))
        down = ModelError(
            f"No model server answers at {url}.",
            cure="Start it, or choose another model.",
            code="model_down",
            retryable=True,
        )
        return Failure(down, transient=True)
    if isinstance(exc, openai.APIError):
        return _in_stream(exc, url)
    if isinstance(exc, httpx2.TransportError):
        return Failure(cut_stream(url), transient=True)
    return Failure(not_an_endpoint(url, f"{type(exc).__name__}: {str(exc)[:120]}"))


def _status(exc: openai.APIStatusError, url: str, model: str) -> Failure:
    status, text = exc.status_code, _text(exc)
    lower = text.lower()
    html = "html" in exc.response.headers.get("content-type", "")
    if status in (401, 403) and not html:
        return Failure(
            ModelError(
                f"{url} refused the API key ({status}).",
                cure="Set the key of this endpoint.",
                code="model_auth",
            )
        )
    if status == 429:
        if "insufficient_quota" in lower:
            return Failure(
                ModelError(f"{url}: the quota is used up.", cure="See your plan.", code="model_quota")
            )
        busy = ModelError(
            f"{url} asks for fewer requests (429).",
            cure="Try again later.",
            code="model_busy",
            retryable=True,
        )
        return Failure(busy, True, _retry_after(exc.response))
    if status >= 500 or status in (408, 409):
        broken = ModelError(
            f"{url} failed ({status}): {text}",
            cure="Try again; if it stays, look at the model server's log.",
            code="model_failed",
            retryable=True,
        )
        return Failure(broken, True, _retry_after(exc.response))
    if html:
        return Failure(not_an_endpoint(url, f"it sent a web page, status {status}"))
    if is_overflow(lower):
        return Failure(context_overflow(text))
    if status == 404 and "model" in lower:
        unknown = ModelError(
            f"{url} has no model {model!r}.",
            cure="Choose one that it lists at /models.",
            code="unknown_model",
        )
        return Failure(unknown)
    if status in (404, 405):
        return Failure(not_an_endpoint(url, f"status {status}"))
    return Failure(
        ModelError(
            f"{url} refused the request ({status}): {text}",
            cure="The model server does not accept what was asked; see its message.",
            code="model_refused",
        )
    )


def _in_stream(exc: openai.APIError, url: str) -> Failure:
    text = exc.message[:300]
    if is_overflow(text.lower()):
        return Failure(context_overflow(text))
    error = ModelError(
        f"{url} failed: {text}",
        cure="Try again; if it stays, look at the model server's log.",
        code="model_failed",
        retryable=True,
    )
    return Failure(error, transient=True)


def is_overflow(text: str) -> bool:
    """Whether an error message (lower case) says that prompt and reply do not fit the context."""
    marks = (
        "context size",
        "context length",
        "context_length",
        "context window",
        "exceed_context",
        "max_model_len",
    )
    return any(m in text for m in marks)


def context_overflow(text: str) -> ModelError:
    return ModelError(
        f"The conversation does not fit the model's context: {text}",
        cure="Shorten the message or the conversation, or give the model a larger context.",
        code="context_overflow",
    )


def _text(exc: openai.APIStatusError) -> str:
    if "html" in exc.response.headers.get("content-type", ""):
        return "it sent a web page"
    body = exc.body
    if isinstance(body, dict):
        body = body.get("error", body)
    if isinstance(body, dict):
        body = body.get("message") or body.get("detail") or body
    return " ".join(str(body if body is not None else exc.message).split())[:300]


def _retry_after(response: httpx2.Response) -> float | None:
    value = response.headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
