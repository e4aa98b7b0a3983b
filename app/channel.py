"""One producer of events, any number of listeners, each from the beginning; and SSE framing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """`name` and JSON `data` of one server-sent event."""

    name: str
    data: Any

    def encode(self) -> str:
        return f"event: {self.name}\ndata: {json.dumps(self.data, ensure_ascii=False)}\n\n"


@dataclass(slots=True)
class Channel:
    """Events in order. A listener that comes late hears all of them; one that goes away disturbs nobody."""

    events: list[Event] = field(default_factory=list)
    closed: bool = False
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def emit(self, name: str, data: Any) -> None:
        self.events.append(Event(name, data))
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    async def listen(self) -> AsyncIterator[Event]:
        """All events, past and coming, until the channel is closed."""
        at = 0
        while True:
            while at < len(self.events):
                yield self.events[at]
                at += 1
            if self.closed:
                return
            await self._more.wait()

    async def sse(self, ping: float = 10.0) -> AsyncIterator[str]:
        """The events as text/event-stream, with a comment every `ping` seconds of silence."""
        at = 0
        while True:
            more = self._more
            if at < len(self.events):
                batch, at = self.events[at:], len(self.events)
                yield "".join(e.encode() for e in batch)
            elif self.closed:
                return
            else:
                try:
                    await asyncio.wait_for(more.wait(), ping)
                except TimeoutError:
                    yield ": ping\n\n"
