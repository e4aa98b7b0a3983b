"""Asking a running server for a judgement, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from core.errors import BookfolkError


async def judge(
    url: str,
    candidates: Mapping[str, str] | Sequence[str],
    *,
    context: Mapping[str, Any] | None = None,
    messages: Sequence[Mapping[str, str]] = (),
    key: str = "",
    patience: float = 600.0,
    **options: Any,
) -> dict[str, Any]:
    """The answer of `POST {url}/judge` (see `app.judge_schemas.JudgementOut`).

    Args:
        url: of the server, e.g. "http://127.0.0.1:8321".
        candidates: replies by id, or in order (their ids are then "0", "1", …).
        context: {"book_id", "character_id", "chapter"} or {"name", "profile", "language"}.
        messages: the dialogue so far, each {"role", "content"}.
        patience: seconds to wait.
        options: mode, swap, n, … as in `app.judge_schemas.JudgeIn`.

    Raises:
        BookfolkError: the server refused, in its words. httpx.HTTPError: it could not be reached.
    """
    named = candidates if isinstance(candidates, Mapping) else {str(n): c for n, c in enumerate(candidates)}
    body = {
        "context": dict(context or {}),
        "messages": [dict(m) for m in messages],
        "candidates": [{"id": name, "content": text} for name, text in named.items()],
        **options,
    }
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with httpx.AsyncClient(timeout=patience, headers=headers) as http:
        answer = await http.post(url.rstrip("/") + "/judge", json=body)
    if answer.is_error:
        told = answer.json()["error"]
        raise BookfolkError(told["message"], cure=told["cure"], code=told["code"])
    found: dict[str, Any] = answer.json()
    return found
