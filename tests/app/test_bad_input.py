"""Bad input: a clear error that names the cure, and nothing half-stored."""

from __future__ import annotations

import pytest

from tests.app.conftest import Server


async def refused(server: Server, method: str, url: str, status: int, code: str, **how: object) -> dict:
    answer = await server.http.request(method, url, **how)
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]
    return error


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [("", 400, "empty_message"), (" \n\x00", 400, "empty_message"), ("x" * 100_000, 413, "message_too_long")],
)
async def test_a_message_that_cannot_be_said(
    server: Server, chat_id: str, text: str, status: int, code: str
) -> None:
    url = f"/chats/{chat_id}/messages"
    error = await refused(server, "POST", url, status, code, json={"content": text})
    assert error["cure"]
    assert (await server.http.get(f"/chats/{chat_id}")).json()["messages"] == []
    assert server.talker.requests == []


async def test_a_chapter_beyond_the_end_names_the_last(server: Server, book_id: str) -> None:
    body = {"book_id": book_id, "character_id": "ann", "chapter": 99}
    error = await refused(server, "POST", "/chats", 400, "no_such_chapter", json=body)
    assert "chapter 3" in error["message"]
    assert (await server.http.get("/chats")).json() == []
    url = f"/books/{book_id}/characters?until=4"
    await refused(server, "GET", url, 400, "no_such_chapter")


async def test_an_unknown_character_is_answered_with_suggestions(server: Server, book_id: str) -> None:
    body = {"book_id": book_id, "character_id": "Anne", "chapter": 1}
    error = await refused(server, "POST", "/chats", 404, "not_found", json=body)
    assert "Ann Lee" in error["cure"]
    await refused(server, "GET", f"/books/{book_id}/characters/Anne", 404, "not_found")
    await refused(
        server, "POST", f"/books/{book_id}/search", 404, "not_found", json={"query": "q", "knower": "Anne"}
    )


async def test_uploads_that_are_no_book(server: Server) -> None:
    await refused(server, "POST", "/books", 400, "empty_upload", files={"file": ("a.txt", b"")})
    await refused(server, "POST", "/books", 422, "ingestion_error", files={"file": ("a.txt", b"\x00\x01")})
    big = b"x" * (50 * 1024 * 1024 + 1)
    await refused(server, "POST", "/books", 413, "upload_too_large", files={"file": ("a.txt", big)})
    await refused(server, "POST", "/books", 422, "invalid_input")
    assert (await server.http.get("/books")).json() == []


async def test_a_chat_about_a_book_that_is_not_ready(server: Server) -> None:
    server.shelf.pace = 30
    book = (await server.http.post("/books", files={"file": ("a.txt", b"slow")})).json()
    body = {"book_id": book["id"], "character_id": "ann", "chapter": 1}
    await refused(server, "POST", "/chats", 409, "book_not_ready", json=body)


async def test_what_does_not_exist(server: Server) -> None:
    for url in ("/books/no", "/books/no/chapters", "/books/no/events", "/chats/no", "/nowhere"):
        await refused(server, "GET", url, 404, "not_found")
    await refused(server, "POST", "/messages/no/stop", 404, "not_found")
    await refused(server, "DELETE", "/books/no", 404, "not_found")
    await refused(server, "POST", "/chats/no/messages", 404, "not_found", json={"content": "x"})


async def test_a_parent_of_another_chat_is_not_found(server: Server, chat_id: str, book_id: str) -> None:
    body = {"book_id": book_id, "character_id": "ann", "chapter": 1}
    other = (await server.http.post("/chats", json=body)).json()["id"]
    await server.http.post(f"/chats/{other}/messages", json={"content": "x"})
    foreign = (await server.http.get(f"/chats/{other}")).json()["messages"][0]["id"]
    said = {"content": "y", "parent_id": foreign}
    await refused(server, "POST", f"/chats/{chat_id}/messages", 404, "not_found", json=said)


@pytest.mark.parametrize("place", ["start=5&end=5", "start=-1&end=4", "start=0&end=9&margin=99999"])
async def test_offsets_that_make_no_passage(server: Server, book_id: str, place: str) -> None:
    await refused(server, "GET", f"/books/{book_id}/passages?{place}", 400, "invalid_input")
