"""The page: Gradio Blocks around a few drawn regions and one listener for all their buttons."""

from __future__ import annotations

from typing import Any

import gradio as gr

from ui.client import Api
from ui.desk import Desk
from ui.look import ARRIVE, LISTEN
from ui.seat import Gaze, Seat

# Acts are the page's own business, not an API for others; and the page shows progress by itself.
_PRIVATE: dict[str, Any] = {
    "api_visibility": "private",
    "show_progress": "hidden",
    "trigger_mode": "multiple",
}


def build_page(api_url: str, key: str | None = None) -> gr.Blocks:
    """The page as a client of the server at `api_url`; `key` is sent where the server wants one."""
    with gr.Blocks(title="Bookfolk", fill_width=True, analytics_enabled=False) as page:
        seat, gaze = gr.State(Seat()), gr.State(Gaze())
        told = gr.Textbox("", visible=False)
        side, top, find = _region("side"), _region("top"), _region("find")
        room, live, drawer = _region("room"), _region("live"), _region("passage")
        upload = gr.UploadButton("", elem_id="upload", file_types=[".txt", ".epub"])
        with gr.Row(elem_id="composer", visible=False) as composer:
            box = gr.Textbox(show_label=False, container=False, max_lines=8, scale=8, elem_id="say")
            send = gr.Button(scale=1, min_width=76, variant="primary", elem_id="send")
            stop = gr.Button(scale=1, min_width=76, visible=False, elem_id="stop")
        shown = [seat, side, top, find, room, live, drawer, composer, box, send, stop]
        desk = Desk(Api(api_url, key))
        for region in (side, top, room, live, drawer):
            region.click(desk.act, [seat, gaze], shown, **_PRIVATE)
        gr.on([box.submit, send.click], desk.say, [seat, gaze, box], shown, **_PRIVATE)
        stop.click(desk.stop, [seat], None, **_PRIVATE)
        upload.upload(desk.upload, [seat, gaze, upload], shown, **_PRIVATE)
        page.load(desk.load, [seat, gaze, told], shown, js=ARRIVE, **_PRIVATE)
    page.queue(default_concurrency_limit=40)
    return page


def _region(name: str) -> gr.HTML:
    return gr.HTML("", js_on_load=LISTEN, elem_id=name, padding=False)
