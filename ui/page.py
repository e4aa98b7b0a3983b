"""The page: Gradio Blocks around a few drawn regions and one listener for all their buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gradio as gr

from ui import shelf, talk
from ui.acts import Acts
from ui.client import Api, ApiError
from ui.look import LISTEN
from ui.seat import Json, Seat
from ui.strings import Lang, tell


def build_page(api_url: str, key: str | None = None) -> gr.Blocks:
    """The page as a client of the server at `api_url`."""
    acts = Acts(Api(api_url, key))
    with gr.Blocks(title="Bookfolk", fill_width=True, analytics_enabled=False) as page:
        seat, language = gr.State(Seat()), gr.State("en")
        with gr.Sidebar(width=340, elem_id="side"):
            brand, books = _region("brand"), _region("books")
            upload = gr.UploadButton(elem_id="upload", file_types=[".txt", ".epub"], size="sm")
            slider = gr.Slider(1, 2, 1, step=1, visible=False, elem_id="chapter", buttons=[])
            spoiler = _region("spoiler")
            find = gr.Textbox(show_label=False, container=False, elem_id="find", visible=False)
            people, talks = _region("people"), _region("talks")
        header, room, drawer = _region("header"), _region("room"), _region("drawer")
        with gr.Row(elem_id="composer", visible=False) as composer:
            box = gr.Textbox(
                show_label=False,
                container=False,
                lines=1,
                max_lines=8,
                scale=8,
                elem_id="say",
                autofocus=True,
            )
            send = gr.Button(scale=1, min_width=72, variant="primary", elem_id="send")
            stop = gr.Button(scale=1, min_width=72, visible=False, elem_id="stop")
        regions = [
            brand,
            books,
            upload,
            slider,
            spoiler,
            find,
            people,
            talks,
            header,
            room,
            composer,
            box,
            send,
            stop,
        ]

        def draw(now: Seat) -> list[Any]:
            lang, book, busy = now.lang, now.book, now.live is not None
            ready = book is not None and book["status"] == "ready"
            total = book["chapters"] if book else 2
            say = tell(lang, "say", name=now.name) if now.name else tell(lang, "say_any")
            return [
                now,
                shelf.brand(now),
                shelf.books(now),
                gr.update(label=tell(lang, "upload")),
                gr.update(
                    visible=ready and total > 1,
                    maximum=max(2, total),
                    value=now.chapter,
                    label=tell(lang, "chapter"),
                ),
                shelf.spoiler(now) if ready else "",
                gr.update(visible=ready, placeholder=tell(lang, "find")),
                shelf.people(now),
                shelf.talks(now),
                talk.header(now),
                talk.conversation(now),
                gr.update(visible=now.chat is not None),
                gr.update(placeholder=tell(lang, "editing") if now.editing else say),
                gr.update(value=tell(lang, "send"), visible=not busy),
                gr.update(value=tell(lang, "stop"), visible=busy),
            ]

        async def guarded(now: Seat, seats: AsyncIterator[Seat]) -> AsyncIterator[Seat]:
            try:
                async for now in seats:
                    yield now
            except ApiError as error:
                yield _troubled(now, error)

        async def once(now: Seat, act: Any) -> AsyncIterator[Seat]:
            try:
                yield await act
            except ApiError as error:
                yield _troubled(now, error)

        def route(now: Seat, act: str, data: dict[str, str]) -> AsyncIterator[Seat] | None:
            target = data.get("id", "")
            if act == "again":
                return acts.again(now, target)
            if act == "starter":
                return acts.say(now, data["text"])
            single = {
                "book": acts.open_book,
                "person": acts.meet,
                "talk": acts.open_talk,
                "select": acts.select,
                "delete": acts.delete,
            }.get(act)
            return once(now, single(now, target)) if single else None

        async def on_act(now: Seat, text: str, event: gr.EventData) -> AsyncIterator[list[Any]]:
            data: dict[str, str] = event._data or {}
            act, kept = data.get("act", ""), gr.skip()
            if act == "passage":
                yield [*([gr.skip()] * (len(regions) + 1)), await opened(now, data)]
            elif act == "close":
                yield [*([gr.skip()] * (len(regions) + 1)), ""]
            elif act == "language":
                now = replace(now, lang="zh" if now.lang == "en" else "en")
                yield [*draw(now), ""]
            elif act == "edit":
                old = next((m["content"] for m in now.messages if m["id"] == data["id"]), "")
                shown = draw(replace(now, editing=data["id"]))
                shown[1 + regions.index(box)] = gr.update(value=old, placeholder=tell(now.lang, "editing"))
                yield [*shown, kept]
            elif now.live is None and (seats := route(now, act, data)) is not None:
                async for after in guarded(now, seats):
                    yield [*draw(after), kept]

        async def opened(now: Seat, data: dict[str, str]) -> str:
            try:
                return talk.passage(now, await acts.place(now, data["start"], data["end"]))
            except ApiError as error:
                gr.Warning(str(error) or tell(now.lang, "lost"))
                return ""

        async def on_say(now: Seat, text: str) -> AsyncIterator[list[Any]]:
            first = True
            async for after in guarded(now, acts.say(now, text)):
                shown = draw(after)
                if first and after.error is None:
                    shown[1 + regions.index(box)] = gr.update(value="", placeholder="")
                first = False
                yield shown

        async def on_upload(now: Seat, file: str | None) -> AsyncIterator[list[Any]]:
            if not file:
                return
            try:
                async for after in acts.add_book(now, Path(file)):
                    now = after
                    yield draw(after)
            except ApiError as error:
                yield draw(replace(now, progress={"error": str(error) or tell(now.lang, "lost")}))

        async def on_move(now: Seat, chapter: int) -> AsyncIterator[list[Any]]:
            async for after in once(now, acts.move(now, int(chapter))):
                yield draw(after)

        async def on_find(now: Seat, wanted: str) -> tuple[Seat, str]:
            now = replace(now, wanted=wanted)
            return now, shelf.people(now)

        async def on_load(now: Seat, lang: str) -> AsyncIterator[list[Any]]:
            chosen: Lang = "zh" if lang.startswith("zh") else "en"
            async for after in once(now, acts.arrive(replace(now, lang=chosen))):
                yield draw(after)

        async def on_stop(now: Seat) -> None:
            await acts.stop(now)

        shown = [seat, *regions]
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        for region in (brand, books, people, talks, header, room, drawer):
            region.click(on_act, [seat, box], [*shown, drawer], **private)
        gr.on([box.submit, send.click], on_say, [seat, box], shown, **private)
        stop.click(on_stop, [seat], None, **private)
        upload.upload(on_upload, [seat, upload], shown, **private)
        slider.release(on_move, [seat, slider], shown, **private)
        find.input(on_find, [seat, find], [seat, people], **private)
        page.load(
            on_load, [seat, language], shown, js="(seat) => [seat, navigator.language || 'en']", **private
        )
    page.queue(default_concurrency_limit=40)
    return page


def _region(name: str) -> gr.HTML:
    return gr.HTML("", js_on_load=LISTEN, elem_id=name, padding=False)


def _troubled(seat: Seat, error: ApiError) -> Seat:
    told: Json = {"message": error.message, "cure": error.cure, "code": error.code}
    if seat.messages and seat.messages[-1]["role"] == "user":
        told["retry"] = seat.messages[-1]["id"]
    if seat.chat is None:
        gr.Warning(str(error) or tell(seat.lang, "lost"))
    return replace(seat, live=None, error=told)
