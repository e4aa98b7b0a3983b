"""Parts of a seat, fetched anew from the server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from ui.client import Api, ApiError
from ui.seat import Json, Seat

_DESCRIBED = 12


async def with_books(api: Api, seat: Seat) -> Seat:
    return replace(seat, books=tuple(await api.call("GET", "/books")))


async def with_talks(api: Api, seat: Seat) -> Seat:
    return replace(seat, talks=tuple(await api.call("GET", "/chats")))


async def with_people(api: Api, seat: Seat) -> Seat:
    """The cast and the chapter's title, as far as a reader of the seat's chapter knows them."""
    if seat.book is None:
        return seat
    path, until = f"/books/{seat.book['id']}", {"until": seat.chapter}
    people, chapters = await asyncio.gather(
        api.call("GET", f"{path}/characters", params=until | {"limit": 200}),
        api.call("GET", f"{path}/chapters", params=until),
    )
    here = (c["title"] for c in chapters if c["index"] == seat.chapter)
    return replace(seat, people=tuple(people), chapter_title=next(here, ""))


async def with_descriptions(api: Api, seat: Seat) -> Seat:
    """A line about each of the first people, where the list had none."""
    if seat.book is None:
        return seat
    bare = [p for p in seat.people[:_DESCRIBED] if not p.get("description")]
    path = f"/books/{seat.book['id']}/characters"
    asked = [api.call("GET", f"{path}/{p['id']}", params={"until": seat.chapter}) for p in bare]
    told = await asyncio.gather(*asked, return_exceptions=True)
    lines = {p["id"]: t["description"] for p, t in zip(bare, told, strict=True) if isinstance(t, dict)}
    people = tuple({**p, "description": lines.get(p["id"]) or p.get("description", "")} for p in seat.people)
    return replace(seat, people=people)


def with_chat(seat: Seat, chat: Json) -> Seat:
    """`chat` on the seat, finished messages only; the one under way is followed apart."""
    person = next((p for p in seat.people if p["id"] == chat["character_id"]), None)
    person = person or {"id": chat["character_id"], "name": chat["title"]}
    said = tuple(m for m in chat["messages"] if m["status"] != "streaming")
    coming = next((m for m in chat["messages"] if m["status"] == "streaming"), None)
    return replace(
        seat, chat=chat, person=person, messages=said, live=coming, error=None, editing=""
    )  # fmt: skip


async def reread(api: Api, seat: Seat) -> Seat:
    """The chat as the server has it now; the seat as it is, should the chat be gone."""
    if seat.chat is None:
        return seat
    try:
        return with_chat(seat, await api.call("GET", f"/chats/{seat.chat['id']}"))
    except ApiError:
        return seat
