"""Hears what a reader does, has it done, and draws what has changed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gradio as gr

from ui import books, chat, evidence, people, talks
from ui.choosing import Choosing
from ui.client import Api, ApiError
from ui.seat import Gaze, Json, Seat
from ui.strings import tell
from ui.talking import Talking

Drawn = list[Any]
Seats = AsyncIterator[Seat]
_BOX, _DRAWER = 8, 6  # among what is drawn, by `ui.page`


@dataclass(frozen=True, slots=True)
class Desk:
    """The handlers of the page's events. They keep nothing: a reader's seat and gaze come with each event."""

    api: Api

    async def load(self, seat: Seat, gaze: Gaze, told: str) -> AsyncIterator[Drawn]:
        """The page is opened. `told` is what page.js knows: {lang, chat}."""
        known: Json = json.loads(told or "{}")
        seat = replace(seat, lang="zh" if str(known.get("lang", "")).lower().startswith("zh") else "en")
        seats = Choosing(self.api).arrive(seat, str(known.get("chat", "")))
        async for drawn in _draw(seat, seats, gaze):
            yield drawn

    async def act(self, seat: Seat, gaze: Gaze, event: gr.EventData) -> AsyncIterator[Drawn]:
        """A button with data-act. While a reply streams, only looking elsewhere is possible."""
        data: dict[str, str] = event._data or {}
        act, target = data.get("act", ""), data.get("id", "")
        if act in ("passage", "close"):
            yield _only(_DRAWER, await self._passage(seat, data) if act == "passage" else "")
            return
        if act == "language":
            seat = replace(seat, lang="en" if data.get("to") == "en" else "zh")
            seats = Talking(self.api).follow(seat) if seat.live else _as_is(seat)
            async for drawn in _draw(seat, seats, gaze, first=True):
                yield drawn
            return
        seats_or_none = self._looking(seat, act, target)
        if seats_or_none is None and seat.live is None:
            seats_or_none = self._talking(seat, act, target, data)
        if seats_or_none is not None:
            async for drawn in _draw(seat, seats_or_none, gaze):
                yield drawn

    def _looking(self, seat: Seat, act: str, target: str) -> Seats | None:
        choosing = Choosing(self.api)
        if act == "shelf":
            return choosing.shelf(seat)
        if act == "back":
            return choosing.back(seat)
        chosen = {
            "book": choosing.book, "drop_book": choosing.drop_book, "person": choosing.meet,
            "talk": choosing.talk, "drop_talk": choosing.drop_talk,
        }.get(act)  # fmt: skip
        return chosen(seat, target) if chosen else None

    def _talking(self, seat: Seat, act: str, target: str, data: dict[str, str]) -> Seats | None:
        talking = Talking(self.api)
        if act == "chapter":
            return Choosing(self.api).move(seat, int(data["value"]))
        if act == "starter":
            return talking.say(seat, data["text"])
        if act == "reword":
            return talking.reword(seat, target, data.get("text", ""))
        if act == "cancel":
            return talking.edit(seat, "")
        chosen = {
            "again": talking.again, "select": talking.select, "edit": talking.edit, "delete": talking.delete
        }.get(act)  # fmt: skip
        return chosen(seat, target) if chosen else None

    async def _passage(self, seat: Seat, data: dict[str, str]) -> str:
        try:
            return evidence.drawer(seat, await Choosing(self.api).place(seat, data["start"], data["end"]))
        except ApiError as error:
            gr.Warning(_words(seat, error))
            return ""

    async def say(self, seat: Seat, gaze: Gaze, text: str) -> AsyncIterator[Drawn]:
        """The composer. Its text goes once it is shown as said; it comes back if it never reached us."""
        if seat.live is not None or not text.strip():
            return
        first, after = True, seat
        try:
            async for drawn in _draw(seat, Talking(self.api).say(seat, text), gaze, raising=True):
                if first:
                    drawn[_BOX] = gr.update(value="", placeholder=tell(seat.lang, "say", name=seat.name))
                first, after = False, drawn[0] if isinstance(drawn[0], Seat) else after
                yield drawn
        except ApiError as error:
            lost = not after.messages or not after.messages[-1]["id"]
            after = _troubled(seat if lost else after, error)
            drawn = draw(after)
            if lost:
                drawn[_BOX] = gr.update(value=text)
            yield drawn

    async def stop(self, seat: Seat) -> None:
        with contextlib.suppress(ApiError):
            await Talking(self.api).stop(seat)

    async def upload(self, seat: Seat, gaze: Gaze, file: str | None) -> AsyncIterator[Drawn]:
        if file:
            async for drawn in _draw(seat, Choosing(self.api).add_book(seat, Path(file)), gaze):
                yield drawn


def draw(seat: Seat) -> Drawn:
    """Everything, in the order of `ui.page`."""
    lang, view, busy = seat.lang, seat.view, seat.live is not None
    hint = tell(lang, "say", name=seat.name) if seat.name else tell(lang, "say_any")
    if view == "shelf":
        top, room = tag_menu(seat), books.shelf(seat)
    elif view == "book":
        top, room = tag_menu(seat) + people.opening(seat), people.people(seat)
    else:
        top, room = chat.header(seat), chat.conversation(seat)
    return [
        seat,
        talks.side(seat),
        top,
        people.find(seat) if view == "book" else "",
        room,
        chat.under_way(seat),
        gr.skip(),
        gr.update(visible=view == "chat"),
        gr.update(placeholder=hint),
        gr.update(value=tell(lang, "send"), visible=not busy),
        gr.update(value=tell(lang, "stop"), visible=busy),
    ]


def tag_menu(seat: Seat) -> str:
    """The phone's way to the side, where no header has it."""
    return f'<div class="bar-top">{talks.menu(seat)}</div>'


async def _draw(
    seat: Seat, seats: Seats, gaze: Gaze, *, first: bool = False, raising: bool = False
) -> AsyncIterator[Drawn]:
    """The drawing of each seat, without what has not changed; it ends when the reader looks elsewhere."""
    mine, last = gaze.turn(), None
    if first:
        last = draw(seat)
        yield last
    try:
        async with contextlib.aclosing(seats):  # type: ignore[type-var]
            async for seat in seats:
                if gaze.turns != mine:
                    return
                drawn = draw(seat)
                yield [new if last is None or new != old else gr.skip() for new, old in _pairs(drawn, last)]
                last = drawn
    except ApiError as error:
        if raising:
            raise
        if gaze.turns == mine:
            yield draw(_troubled(seat, error))


def _pairs(new: Drawn, old: Drawn | None) -> list[tuple[Any, Any]]:
    return list(zip(new, old or new, strict=True))


async def _as_is(seat: Seat) -> Seats:
    yield seat


def _only(at: int, value: Any) -> Drawn:
    return [value if n == at else gr.skip() for n in range(11)]


def _words(seat: Seat, error: ApiError) -> str:
    return tell(seat.lang, "lost") if error.code == "lost" else str(error)


def _troubled(seat: Seat, error: ApiError) -> Seat:
    """What went wrong, where the reader looks: in the talk, at the upload, or above the page."""
    if seat.view == "chat":
        told: Json = {"message": error.message, "cure": error.cure, "code": error.code}
        if seat.messages and seat.messages[-1]["role"] == "user" and seat.messages[-1]["id"]:
            told["retry"] = seat.messages[-1]["id"]
        return replace(seat, live=None, error=told)
    if seat.view == "shelf":
        return replace(seat, progress={"error": _words(seat, error)})
    gr.Warning(_words(seat, error))
    return seat
