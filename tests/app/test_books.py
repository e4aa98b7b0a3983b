"""Books over HTTP: upload, progress to several listeners, delete while it is built, what is in it."""

from __future__ import annotations

import asyncio

from app.factory import create_app
from app.jobs import SHARES, fraction
from app.settings import Settings
from knowledge.types import Progress
from tests.app.conftest import Server
from tests.app.fakes import Info, OneShelf, Talker, events


async def upload(server: Server, data: bytes = b"A novel.") -> dict:
    return (await server.http.post("/books", files={"file": ("a.txt", data)})).json()


async def test_progress_is_told_to_every_listener_from_the_beginning(server: Server) -> None:
    server.shelf.pace = 0.05
    book = await upload(server)
    assert book["status"] in ("queued", "ingesting")
    url = f"/books/{book['id']}/events"
    first = asyncio.create_task(server.http.get(url))
    await asyncio.sleep(0.08)
    told = [await events(r) for r in await asyncio.gather(first, server.http.get(url))]
    assert told[0] == told[1]
    assert [d.get("stage") for _, d in told[0]] == ["read", "cast", "embed", None]
    assert told[0][-1] == ("done", (await server.http.get(f"/books/{book['id']}")).json())


async def test_a_duplicate_is_no_new_book(server: Server, book_id: str) -> None:
    answer = await server.http.post("/books", files={"file": ("b.txt", b"A novel.")})
    assert (answer.status_code, answer.json()["id"]) == (200, book_id)
    assert len((await server.http.get("/books")).json()) == 1


async def test_a_book_that_fails_says_why_and_can_be_built_again(server: Server) -> None:
    server.shelf.broken = True
    book = await upload(server)
    told = await events(await server.http.get(f"/books/{book['id']}/events"))
    assert told[-1][0] == "error"
    assert (await server.http.get(f"/books/{book['id']}")).json()["status"] == "failed"
    server.shelf.broken = False
    again = await upload(server)
    assert again["id"] == book["id"]
    told = await events(await server.http.get(f"/books/{book['id']}/events"))
    assert told[-1][0] == "done"


async def test_deleting_while_it_is_built(server: Server) -> None:
    server.shelf.pace = 30
    book = await upload(server)
    listener = asyncio.create_task(server.http.get(f"/books/{book['id']}/events"))
    await asyncio.sleep(0.05)
    assert (await server.http.delete(f"/books/{book['id']}")).status_code == 204
    assert (await events(await listener))[-1][0] == "error"
    assert (await server.http.get(f"/books/{book['id']}")).status_code == 404
    server.shelf.pace = 0
    assert (await upload(server))["id"] == book["id"]


async def test_what_is_in_a_book(server: Server, book_id: str) -> None:
    get = server.http.get
    titles = [c["title"] for c in (await get(f"/books/{book_id}/chapters?until=2")).json()]
    assert titles == ["Chapter 1", "Chapter 2", ""]
    assert [c["id"] for c in (await get(f"/books/{book_id}/characters?until=1")).json()] == ["ann"]
    assert [c["id"] for c in (await get(f"/books/{book_id}/characters?limit=1")).json()] == ["ann"]
    profile = (await get(f"/books/{book_id}/characters/Miss Lee?until=2")).json()
    assert (profile["id"], profile["citations"][0]["start"]) == ("ann", 24)
    place = (await get(f"/books/{book_id}/passages?start=24&end=32&margin=4")).json()
    assert (place["before"], place["text"], place["after"]) == ("g. “", "Good day", ",” s")
    body = {"query": "morning", "knower": "Ann", "until": 2}
    found = (await server.http.post(f"/books/{book_id}/search", json=body)).json()
    assert found[0]["id"] == "p1"
    assert (server.shelf.scopes[-1].knower, server.shelf.scopes[-1].until) == ("ann", 2)


async def test_an_unfinished_book_is_taken_up_at_the_next_start(settings: Settings) -> None:
    shelf = OneShelf(books={"b": Info("b", "Interrupted", "ingesting")})
    app = create_app(settings, llm=Talker(), library=shelf)
    async with app.router.lifespan_context(app):
        channel = app.state.services.ingestions.listen("b")
        assert [e.name async for e in channel.listen()][-1] == "done"
    assert shelf.books["b"].status == "ready"


async def test_a_book_that_takes_the_server_down_thrice_is_given_up(settings: Settings) -> None:
    shelf = OneShelf(pace=30, books={"b": Info("b", "Deadly", "ingesting")})
    for _ in range(3):
        app = create_app(settings, llm=Talker(), library=shelf)
        async with app.router.lifespan_context(app):
            await asyncio.sleep(0.05)
            ingestions = app.state.services.ingestions
            assert ingestions.listen("b") is not None
            await _crash(ingestions)
    app = create_app(settings, llm=Talker(), library=shelf)
    async with app.router.lifespan_context(app):
        assert app.state.services.ingestions.listen("b") is None


async def _crash(ingestions) -> None:
    """As a kill leaves it: the attempt is counted and never ended."""
    _, task = ingestions._running["b"]
    ingestions._mark = _nothing
    task.cancel()
    await asyncio.wait([task])


async def _nothing(*_: object, **__: object) -> None:
    return None


def test_the_fraction_grows_from_stage_to_stage() -> None:
    steps = [fraction(Progress(stage, done, 2)) for stage in SHARES for done in (0, 1, 2)]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (0.0, 1.0)
