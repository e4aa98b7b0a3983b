"""Choosing a book, a person, a chapter or an earlier talk: each act takes a seat and gives those after it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

from ui.client import Api, ApiError
from ui.fresh import with_books, with_chat, with_descriptions, with_people, with_talks
from ui.seat import Json, Seat
from ui.talking import Talking

Seats = AsyncIterator[Seat]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Acts on the server behind `api`. All raise ApiError."""

    api: Api

    async def arrive(self, seat: Seat, chat_id: str = "") -> Seats:
        """Shelf and talks, and the talk that was open when the page was left."""
        seat = await with_talks(self.api, await with_books(self.api, seat))
        yield seat
        if any(t["id"] == chat_id for t in seat.talks):
            async for after in self.talk(seat, chat_id):
                yield after
        elif reading := next((b for b in seat.books if b["status"] in ("queued", "ingesting")), None):
            async for after in self._reading(seat, reading):
                yield after

    async def shelf(self, seat: Seat) -> Seats:
        yield await with_books(self.api, _left(seat, None))

    async def book(self, seat: Seat, book_id: str) -> Seats:
        """A book, opened a third of the way in."""
        book = await self.api.call("GET", f"/books/{book_id}")
        seat = _left(seat, None)
        if book["status"] in ("queued", "ingesting"):
            async for after in self._reading(seat, book):
                yield after
            return
        if book["status"] != "ready":
            yield await with_books(self.api, seat)
            return
        seat = replace(seat, book=book, chapter=max(1, -(-book["chapters"] // 3)))
        async for after in self._people(seat):
            yield after

    async def drop_book(self, seat: Seat, book_id: str) -> Seats:
        await self.api.call("DELETE", f"/books/{book_id}")
        yield await with_books(self.api, _left(seat, None))

    async def add_book(self, seat: Seat, file: Path) -> Seats:
        """Upload a novel and follow it until it can be opened."""
        yield replace(seat, progress={"title": file.stem, "stage": "upload", "fraction": 0.0})
        with file.open("rb") as data:
            book = await self.api.call("POST", "/books", files={"file": (file.name, data)})
        async for after in self._reading(replace(seat, progress=None), book):
            yield after

    async def _reading(self, seat: Seat, book: Json) -> Seats:
        told: Json = {"title": book["title"], "stage": "read", "fraction": 0.0, "id": book["id"]}
        yield replace(seat, progress=told)
        async for name, data in self.api.events("GET", f"/books/{book['id']}/events"):
            if name == "progress":
                told = {**told, "stage": data["stage"], "fraction": data["fraction"]}
                yield replace(seat, progress=told)
            elif name == "error":
                error = data["error"]
                raise ApiError(error["message"], error.get("cure", ""), error.get("code", ""))
        seat = await with_books(self.api, replace(seat, progress=None))
        async for after in self.book(seat, book["id"]):
            yield after

    async def meet(self, seat: Seat, person_id: str) -> Seats:
        """A new talk with a person at the seat's chapter."""
        if seat.book is None:
            return
        begin = {"book_id": seat.book["id"], "character_id": person_id, "chapter": seat.chapter}
        chat = await self.api.call("POST", "/chats", json=begin)
        yield await with_talks(self.api, with_chat(seat, chat))

    async def talk(self, seat: Seat, chat_id: str) -> Seats:
        """An earlier talk; a reply that is still under way there is followed."""
        chat = await self.api.call("GET", f"/chats/{chat_id}")
        book = await self.api.call("GET", f"/books/{chat['book_id']}")
        seat = replace(_left(seat, book), chapter=chat["chapter"])
        if book["status"] == "ready":
            seat = await with_people(self.api, seat)
        seat = with_chat(seat, chat)
        yield seat
        async for after in Talking(self.api).follow(seat):
            yield after

    async def drop_talk(self, seat: Seat, chat_id: str) -> Seats:
        await self.api.call("DELETE", f"/chats/{chat_id}")
        if seat.chat is not None and seat.chat["id"] == chat_id:
            seat = _left(seat, seat.book)
        yield await with_talks(self.api, seat)

    async def back(self, seat: Seat) -> Seats:
        """From a talk to the people of its book."""
        async for after in self._people(_left(seat, seat.book)):
            yield after

    async def move(self, seat: Seat, chapter: int) -> Seats:
        """To another chapter: the cast as known there, and the talk from here on."""
        if seat.book is None or chapter == seat.chapter:
            return
        seat = replace(seat, chapter=chapter)
        if seat.chat is None:
            async for after in self._people(seat):
                yield after
            return
        chat = await self.api.call("PATCH", f"/chats/{seat.chat['id']}", json={"chapter": chapter})
        yield await with_talks(self.api, with_chat(await with_people(self.api, seat), chat))

    async def place(self, seat: Seat, start: str, end: str) -> Json | None:
        """A passage with what stands around it."""
        if seat.book is None:
            return None
        where = {"start": start, "end": end, "margin": 900, "until": seat.chapter}
        found: Json = await self.api.call("GET", f"/books/{seat.book['id']}/passages", params=where)
        return found

    async def _people(self, seat: Seat) -> Seats:
        seat = await with_people(self.api, seat)
        yield seat
        with contextlib.suppress(ApiError):
            yield await with_descriptions(self.api, seat)


def _left(seat: Seat, book: Json | None) -> Seat:
    """The seat without a talk, at `book` or at the shelf."""
    people = seat.people if book and seat.book and book["id"] == seat.book["id"] else ()
    return replace(
        seat, book=book, people=people, chat=None, person=None, messages=(), live=None, error=None,
        editing="", progress=None,
    )  # fmt: skip
