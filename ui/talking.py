"""Talking: each act takes a seat and gives those after it; replies give many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from ui.client import Api
from ui.fresh import reread, with_chat, with_talks
from ui.live import BEGUN, replies
from ui.seat import Json, Seat

Seats = AsyncIterator[Seat]


@dataclass(frozen=True, slots=True)
class Talking:
    """Acts on the server behind `api`. All raise ApiError; nothing that was written is thrown away."""

    api: Api

    async def say(self, seat: Seat, text: str) -> Seats:
        """Say `text`; it is shown at once, then as the server has it, then the reply streams."""
        if seat.chat is None or not text.strip():
            return
        line = {"role": "user", "id": "", "content": text.strip(), "status": "complete"}
        yield replace(seat, messages=(*seat.messages, line), live=BEGUN, error=None, editing="")
        path = f"/chats/{seat.chat['id']}/messages"
        async for after in self._stream(seat, "POST", path, {"content": text}):
            yield after

    async def again(self, seat: Seat, message_id: str) -> Seats:
        """Another reply beside `message_id`, or a reply to it if it is the reader's line."""
        ids = [m["id"] for m in seat.messages]
        if message_id not in ids:
            return
        at = ids.index(message_id)
        kept = seat.messages[: at + (seat.messages[at]["role"] == "user")]
        seat = replace(seat, messages=kept, live=BEGUN, error=None)
        yield seat
        async for after in self._stream(seat, "POST", f"/messages/{message_id}/regenerate", None):
            yield after

    async def reword(self, seat: Seat, message_id: str, text: str) -> Seats:
        """Say a line otherwise: a branch beside the old one; a reader's line gets a reply."""
        old = next((m for m in seat.messages if m["id"] == message_id), None)
        if old is None or not text.strip() or text.strip() == old["content"]:
            yield replace(seat, editing="")
            return
        seat = with_chat(
            seat, await self.api.call("PATCH", f"/messages/{message_id}", json={"content": text})
        )
        yield seat
        if seat.messages and seat.messages[-1]["role"] == "user":
            async for after in self.again(seat, seat.messages[-1]["id"]):
                yield after

    async def follow(self, seat: Seat) -> Seats:
        """A reply that was under way when the reader came."""
        if seat.live is not None and seat.live["id"]:
            async for after in self._stream(seat, "GET", f"/messages/{seat.live['id']}/events", None):
                yield after

    async def stop(self, seat: Seat) -> None:
        """End the reply; what was said of it arrives through its stream."""
        chat = await self.api.call("GET", f"/chats/{seat.chat['id']}") if seat.chat else {"messages": ()}
        for message in chat["messages"]:
            if message["status"] == "streaming":
                await self.api.call("POST", f"/messages/{message['id']}/stop")

    async def select(self, seat: Seat, message_id: str) -> Seats:
        yield with_chat(seat, await self.api.call("POST", f"/messages/{message_id}/select"))

    async def delete(self, seat: Seat, message_id: str) -> Seats:
        yield with_chat(seat, await self.api.call("DELETE", f"/messages/{message_id}"))

    async def edit(self, seat: Seat, message_id: str) -> Seats:
        yield replace(seat, editing=message_id)

    async def _stream(self, seat: Seat, method: str, path: str, body: Json | None) -> Seats:
        async for said, reply in replies(self.api.events(method, path, json=body)):
            known = {m["id"] for m in seat.messages}
            more = (said,) if said is not None and said["id"] not in known else ()
            yield replace(seat, messages=(*seat.messages, *more), live=reply, error=None, editing="")
        yield await with_talks(self.api, await asyncio.shield(reread(self.api, seat)))
