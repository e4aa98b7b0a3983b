"""A long talk is remembered on the branch where it was held, and on no other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from app.acting import Actors
from app.factory import create_app
from app.settings import Settings
from tests.app.conftest import Server
from tests.app.fakes import Info, OneShelf, Talker

ROSES = "I planted roses by the old wall. " * 6


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Server]:
    """One whose actors keep 200 tokens of a chat word for word."""
    shelf, talker = OneShelf(books={"b": Info("b", "Book", "ready")}), Talker()
    speaker = Actors(talker, shelf, history_budget=200)
    app = create_app(settings, llm=talker, library=shelf, speaker=speaker)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        yield Server(app, http, shelf, talker)


async def test_what_falls_out_is_summed_up_on_its_branch_only(server: Server) -> None:
    body = {"book_id": "b", "character_id": "ann", "chapter": 2}
    url = f"/chats/{(await server.http.post('/chats', json=body)).json()['id']}"
    for text in (ROSES, "And then? " + ROSES, "What did I plant?"):
        await server.http.post(f"{url}/messages", json={"content": text})
        await server.app.state.services.turns.settled()
    assert "They spoke of roses." in shown(server)
    assert shown(server).count("I planted roses") < 12
    first = (await server.http.get(url)).json()["messages"][0]["id"]
    edited = (await server.http.patch(f"/messages/{first}", json={"content": "Good day."})).json()
    await server.http.post(f"/messages/{edited['messages'][-1]['id']}/regenerate")
    assert "roses" not in shown(server)


def shown(server: Server) -> str:
    """The last prompt of a reply, without its system message."""
    replies = [r for r in server.talker.requests if r[0].content.startswith("You are Ann")]
    return " ".join(m.content for m in replies[-1][1:])
