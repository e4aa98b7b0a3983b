"""A reply as it grows: the server's events, folded into the message to be shown."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

from ui.client import ApiError
from ui.seat import Json

BEGUN: Json = {"role": "character", "status": "streaming", "content": "", "steps": [], "id": ""}
# A page drawn more often than this only costs; the eye sees no difference.
_FRAME_SECONDS = 0.08


async def replies(events: AsyncIterator[tuple[str, Any]]) -> AsyncIterator[tuple[Json | None, Json]]:
    """Pairs (the reader's line if it is new, the reply so far), at most a dozen a second, the last always.

    Raises:
        ApiError: the server told of an error that left no message.
    """
    said: Json | None = None
    live = BEGUN
    drawn = 0.0
    async for name, data in events:
        urgent = name not in ("think", "search", "answer")
        if name == "message":
            said = data
        elif name == "reply":
            live = {**data, "steps": [], "content": "", "status": "streaming"}
        elif name == "restart":
            live = {**live, "steps": [], "content": ""}
        elif name == "done":
            live = data
        elif name == "error":
            if not data.get("message"):
                error = data["error"]
                raise ApiError(error["message"], error.get("cure", ""), error.get("code", ""))
            live = data["message"]
        elif name == "answer":
            live = {**live, "content": live["content"] + data["text"]}
        elif name in ("think", "search", "result"):
            live = {**live, "steps": _grown(live["steps"], name, data)}
        if urgent or time.monotonic() - drawn >= _FRAME_SECONDS:
            drawn = time.monotonic()
            yield said, live


def _grown(steps: list[Json], kind: str, data: Json) -> list[Json]:
    last = steps[-1] if steps else None
    if last is not None and last["type"] == kind and kind != "result":
        return [*steps[:-1], {**last, "text": last["text"] + data["text"]}]
    return [*steps, {"type": kind, "text": data["text"], "passages": data.get("passages", [])}]
