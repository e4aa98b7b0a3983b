"""What a running server holds, and how a route gets at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse

from app.channel import Channel
from app.chats import Chats
from app.jobs import Ingestions
from app.judging import Judging
from app.ports import Library, Speaker
from app.settings import Settings
from app.turns import Turns
from core.types import LLM


@dataclass(frozen=True, slots=True)
class Services:
    """Everything with a life of its own, made in `app.factory`."""

    settings: Settings
    library: Library
    llm: LLM
    speaker: Speaker
    chats: Chats
    turns: Turns
    ingestions: Ingestions
    judging: Judging


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Here = Annotated[Services, Depends(_services)]


def stream(channel: Channel) -> StreamingResponse:
    """A channel as server-sent events."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    body: AsyncIterator[str] = channel.sse()
    return StreamingResponse(body, media_type="text/event-stream", headers=headers)
