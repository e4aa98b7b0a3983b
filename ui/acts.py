"""What a reader can do: each act takes a seat and gives the seat after it (streams give many)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

from ui.client import Api, ApiError
from ui.live import replies
from ui.seat import Json, Seat


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts on the server behind `api`. A failure is shown on the seat; nothing is thrown away."""

    api: Api

    async def arrive(self, seat: Seat) -> Seat:
        """Shelf and talks; the only ready book is opened at once."""
        seat = replace(seat, books=tuple(await self.api.call("GET", "/books")))
        seat = await self._with_talks(seat)
        ready = [b for b in seat.books if b["status"] == "ready"]
        if seat.book is None and len(ready) == 1:
            return await self.open_book(seat, ready[0]["id"])
        return seat

    async def open_book(self, seat: Seat, book_id: str) -> Seat:
        """A book, met a third of the way in."""
        book = await self.api.call("GET", f"/books/{book_id}")
        seat = replace(
            seat, book=book, chat=None, person=None, messages=(), wanted="", error=None, editing=""
        )
        if book["status"] != "ready":
            return replace(seat, people=())
        return await self._with_people(replace(seat, chapter=max(1, -(-book["chapters"] // 3))))

    async def meet(self, seat: Seat, person_id: str) -> Seat:
        """A new talk with a person at the seat's chapter."""
        if seat.book is None:
            return seat
        begin = {"book_id": seat.book["id"], "character_id": person_id, "chapter": seat.chapter}
        chat = await self.api.call("POST", "/chats", json=begin)
        return await self._with_talks(await self._with_chat(seat, chat))

    async def open_talk(self, seat: Seat, chat_id: str) -> Seat:
        chat = await self.api.call("GET", f"/chats/{chat_id}")
        if seat.book is None or seat.book["id"] != chat["book_id"]:
            seat = replace(seat, book=await self.api.call("GET", f"/books/{chat['book_id']}"), person=None)
        seat = replace(seat, chapter=chat["chapter"])
        return await self._with_chat(await self._with_people(seat), chat)

    async def move(self, seat: Seat, chapter: int) -> Seat:
        """To another chapter: the cast as known there, and the talk from here on."""
        if seat.book is None or chapter == seat.chapter:
            return seat
        seat = await self._with_people(replace(seat, chapter=chapter))
        if seat.chat is None:
            return seat
        chat = await self.api.call("PATCH", f"/chats/{seat.chat['id']}", json={"chapter": chapter})
        return await self._with_chat(seat, chat)

    async def say(self, seat: Seat, text: str) -> AsyncIterator[Seat]:
        """Say `text`, or the new wording of the line under edit; the reply streams."""
        if seat.chat is None or not text.strip():
            return
        path = f"/chats/{seat.chat['id']}/messages"
        if seat.editing:
            chat = await self.api.call("PATCH", f"/messages/{seat.editing}", json={"content": text})
            seat = await self._with_chat(seat, chat)
            last = seat.messages[-1]
            yield seat
            if last["role"] == "user":
                async for after in self.again(seat, last["id"]):
                    yield after
            return
        async for after in self._stream(replace(seat, error=None), path, {"content": text}):
            yield after

    async def again(self, seat: Seat, message_id: str) -> AsyncIterator[Seat]:
        """Another reply beside `message_id`, or a reply to it if it is the reader's line."""
        kept = []
        for message in seat.messages:
            if message["id"] == message_id and message["role"] != "user":
                break
            kept.append(message)
            if message["id"] == message_id:
                break
        start = replace(seat, messages=tuple(kept), error=None)
        async for after in self._stream(start, f"/messages/{message_id}/regenerate", None):
            yield after

    async def follow(self, seat: Seat) -> AsyncIterator[Seat]:
        """A reply that was under way when the page was opened."""
        if not seat.messages or seat.messages[-1]["status"] != "streaming":
            return
        last = seat.messages[-1]
        path = f"/messages/{last['id']}/events"
        async for live in replies(self.api.events("GET", path)):
            yield self._after(replace(seat, messages=seat.messages[:-1]), live)

    async def stop(self, seat: Seat) -> None:
        """End the reply; what was said arrives through its stream."""
        chat = await self.api.call("GET", f"/chats/{seat.chat['id']}") if seat.chat else None
        for message in chat["messages"] if chat else ():
            if message["status"] == "streaming":
                await self.api.call("POST", f"/messages/{message['id']}/stop")

    async def select(self, seat: Seat, message_id: str) -> Seat:
        return await self._with_chat(seat, await self.api.call("POST", f"/messages/{message_id}/select"))

    async def delete(self, seat: Seat, message_id: str) -> Seat:
        return await self._with_chat(seat, await self.api.call("DELETE", f"/messages/{message_id}"))

    async def place(self, seat: Seat, start: str, end: str) -> Json | None:
        if seat.book is None:
            return None
        where = {"start": start, "end": end, "margin": 900, "until": seat.chapter}
        found: Json = await self.api.call("GET", f"/books/{seat.book['id']}/passages", params=where)
        return found

    async def add_book(self, seat: Seat, file: Path) -> AsyncIterator[Seat]:
        """Upload a novel and follow its ingestion."""
        told: Json = {"title": file.stem, "stage": "read", "fraction": 0.0}
        yield replace(seat, progress=told)
        with file.open("rb") as data:
            book = await self.api.call("POST", "/books", files={"file": (file.name, data)})
        told["title"] = book["title"] or file.stem
        async for name, data_ in self.api.events("GET", f"/books/{book['id']}/events"):
            if name == "progress":
                told = {**told, "stage": data_["stage"], "fraction": data_["fraction"]}
                yield replace(seat, progress=told)
            elif name == "error":
                error = data_["error"]
                raise ApiError(error["message"], error.get("cure", ""), error.get("code", ""))
        seat = await self.arrive(replace(seat, progress=None, book=None))
        yield await self.open_book(seat, book["id"])

    async def _stream(self, seat: Seat, path: str, body: Json | None) -> AsyncIterator[Seat]:
        async for live in replies(self.api.events("POST", path, json=body)):
            yield self._after(seat, live)
        if seat.chat is not None:
            chat = await asyncio.shield(self.api.call("GET", f"/chats/{seat.chat['id']}"))
            yield await self._with_talks(await self._with_chat(seat, chat))

    @staticmethod
    def _after(seat: Seat, live: tuple[Json | None, Json]) -> Seat:
        said, reply = live
        known = {m["id"] for m in seat.messages}
        more = (said,) if said is not None and said["id"] not in known else ()
        return replace(seat, messages=(*seat.messages, *more), live=reply)

    async def _with_people(self, seat: Seat) -> Seat:
        if seat.book is None:
            return seat
        path, until = f"/books/{seat.book['id']}/characters", {"until": seat.chapter, "limit": 200}
        return replace(seat, people=tuple(await self.api.call("GET", path, params=until)))

    async def _with_talks(self, seat: Seat) -> Seat:
        return replace(seat, talks=tuple(await self.api.call("GET", "/chats")))

    async def _with_chat(self, seat: Seat, chat: Json) -> Seat:
        person = next((p for p in seat.people if p["id"] == chat["character_id"]), None)
        if person is None:
            person = {"id": chat["character_id"], "name": chat["title"]}
        messages = tuple(chat["messages"])
        return replace(seat, chat=chat, person=person, messages=messages, live=None, error=None, editing="")
