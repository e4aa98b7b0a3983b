"""A server in this process, over its ASGI interface."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.factory import create_app
from app.settings import Settings
from tests.app.fakes import OneShelf, Talker


@dataclass(frozen=True, slots=True)
class Server:
    app: FastAPI
    http: httpx.AsyncClient
    shelf: OneShelf
    talker: Talker


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, ui=False, _env_file=None)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Server]:
    shelf, talker = OneShelf(), Talker()
    app = create_app(settings, llm=talker, library=shelf)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        yield Server(app, http, shelf, talker)


@pytest.fixture
async def book_id(server: Server) -> str:
    """A book, built."""
    book = (await server.http.post("/books", files={"file": ("a.txt", b"A novel.")})).json()
    await server.http.get(f"/books/{book['id']}/events")
    return str(book["id"])


@pytest.fixture
async def chat_id(server: Server, book_id: str) -> str:
    """A chat with Ann at chapter 2."""
    body = {"book_id": book_id, "character_id": "ann", "chapter": 2}
    return str((await server.http.post("/chats", json=body)).json()["id"])
