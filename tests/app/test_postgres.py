"""The same chats on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from app.factory import create_app
from app.settings import Settings
from app.tables import MessageRow
from tests.app.conftest import Server
from tests.app.fakes import Info, OneShelf, Talker, events

pytestmark = pytest.mark.postgres


@pytest.fixture
async def server(settings: Settings, postgres_url: str) -> AsyncIterator[Server]:
    shelf, talker = OneShelf(books={"b": Info("b", "Book", "ready")}), Talker()
    app = create_app(settings.model_copy(update={"database_url": postgres_url}), llm=talker, library=shelf)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        yield Server(app, http, shelf, talker)


async def test_a_chat_from_beginning_to_end(server: Server) -> None:
    http = server.http
    body = {"book_id": "b", "character_id": "ann", "chapter": 2}
    chat = (await http.post("/chats", json=body)).json()["id"]
    told = await events(await http.post(f"/chats/{chat}/messages", json={"content": "你好 🙂"}))
    line, first = told[0][1], told[-1][1]
    second = (await events(await http.post(f"/messages/{first['id']}/regenerate")))[-1][1]
    assert second["siblings"] == [first["id"], second["id"]]
    await http.post(f"/messages/{first['id']}/select")
    shown = (await http.get(f"/chats/{chat}")).json()["messages"]
    assert shown == [line, first | {"siblings": second["siblings"]}]
    left = (await http.delete(f"/messages/{first['id']}")).json()
    assert [m["id"] for m in left["messages"]] == [line["id"], second["id"]]


async def test_what_a_crash_left_is_marked(server: Server) -> None:
    chats = server.app.state.services.chats
    chat = await chats.create(book_id="b", character_id="ann", chapter=1, user_name="", title="Ann")
    row = MessageRow(role="character", status="streaming", content="I was", chapter=1, pieces=[], warnings=[])
    await chats.add(chat, [row])
    assert await chats.mark_interrupted() == 1
    assert (await chats.message(row.id)).status == "partial"
