"""Chats over HTTP: one reply is streamed, stored, branched, edited, deleted."""

from __future__ import annotations

import asyncio

from core.errors import ModelError
from tests.app.conftest import Server
from tests.app.fakes import ANN, events


async def say(server: Server, chat_id: str, text: str = "Hello!") -> list[tuple[str, dict]]:
    return await events(await server.http.post(f"/chats/{chat_id}/messages", json={"content": text}))


async def chat(server: Server, chat_id: str) -> dict:
    return (await server.http.get(f"/chats/{chat_id}")).json()


async def test_a_reply_is_stored_as_it_was_streamed(server: Server, chat_id: str) -> None:
    told = await say(server, chat_id)
    names = [name for name, _ in told]
    assert names[:2] == ["message", "reply"]
    assert [n for n, m in zip(names, [*names[1:], ""], strict=True) if n != m] == [
        "message", "reply", "think", "search", "result", "think", "answer", "done",
    ]  # fmt: skip
    answer = "".join(d["text"] for n, d in told if n == "answer")
    reply = (await chat(server, chat_id))["messages"][-1]
    assert told[-1][1] == reply
    assert reply["content"] == answer == "w0 w1 w2 w3 w4 w5 w6 #1"
    assert reply["status"] == "complete"
    assert [s["type"] for s in reply["steps"]] == ["think", "search", "result", "think", "answer"]
    assert reply["evidence"] == next(d["passages"] for n, d in told if n == "result")
    assert reply["evidence"][0]["end"] == 44
    assert (reply["usage"]["requests"], reply["usage"]["completion_tokens"]) == (2, 11)


async def test_the_character_searches_only_what_they_may_know(server: Server, chat_id: str) -> None:
    await say(server, chat_id)
    assert [(s.knower, s.until) for s in server.shelf.scopes] == [(ANN.id, 2)]


async def test_the_chapter_moves_with_the_branch(server: Server, chat_id: str) -> None:
    told = await say(server, chat_id)
    await server.http.patch(f"/chats/{chat_id}", json={"chapter": 3})
    await say(server, chat_id, "And now?")
    assert [s.until for s in server.shelf.scopes] == [2, 3]
    assert (await chat(server, chat_id))["chapter"] == 3
    line = told[0][1]["id"]
    edited = (await server.http.patch(f"/messages/{line}", json={"content": "Hey"})).json()
    assert edited["chapter"] == 2


async def test_regenerating_gives_a_sibling_with_another_seed(server: Server, chat_id: str) -> None:
    first = (await say(server, chat_id))[-1][1]
    told = await events(await server.http.post(f"/messages/{first['id']}/regenerate"))
    second = told[-1][1]
    assert told[0][0] == "reply"
    assert second["siblings"] == [first["id"], second["id"]]
    assert second["content"] != first["content"]
    assert (await chat(server, chat_id))["messages"][-1]["id"] == second["id"]
    swiped = (await server.http.post(f"/messages/{first['id']}/select")).json()
    assert swiped["messages"][-1]["id"] == first["id"]
    assert swiped["messages"][-1]["siblings"] == second["siblings"]


async def test_the_model_is_shown_the_active_branch_only(server: Server, chat_id: str) -> None:
    line = (await say(server, chat_id, "I am Zed."))[0][1]
    edited = (await server.http.patch(f"/messages/{line['id']}", json={"content": "I am Yan."})).json()
    new = edited["messages"][-1]
    assert (new["content"], len(new["siblings"]), len(edited["messages"])) == ("I am Yan.", 2, 1)
    await server.http.post(f"/messages/{new['id']}/regenerate")
    shown = " ".join(m.content for m in server.talker.requests[-1])
    assert "Yan" in shown
    assert "Zed" not in shown
    back = (await server.http.post(f"/messages/{line['id']}/select")).json()
    assert [m["content"] for m in back["messages"]] == ["I am Zed.", "w0 w1 w2 w3 w4 w5 w6 #1"]


async def test_deleting_hides_what_follows_and_shows_a_sibling(server: Server, chat_id: str) -> None:
    first = (await say(server, chat_id, "one"))[0][1]
    await say(server, chat_id, "two")
    await server.http.patch(f"/messages/{first['id']}", json={"content": "uno"})
    await server.http.post(f"/messages/{first['id']}/select")
    left = (await server.http.delete(f"/messages/{first['id']}")).json()
    assert [m["content"] for m in left["messages"]] == ["uno"]
    assert (await server.http.post(f"/messages/{first['id']}/select")).status_code == 404
    assert (await server.http.get(f"/messages/{first['id']}/events")).status_code == 404


async def test_stopping_keeps_what_was_said(server: Server, chat_id: str) -> None:
    server.talker.pace, server.talker.words = 0.02, 500
    talk = asyncio.create_task(say(server, chat_id))
    await asyncio.sleep(0.1)
    reply = (await chat(server, chat_id))["messages"][-1]
    assert (reply["role"], reply["status"]) == ("character", "streaming")
    await asyncio.sleep(0.4)
    stopped = (await server.http.post(f"/messages/{reply['id']}/stop")).json()
    assert stopped["status"] == "partial"
    assert stopped["content"].startswith("w0 w1")
    assert (await talk)[-1] == ("done", stopped)
    server.talker.pace, server.talker.words = 0, 3
    assert (await say(server, chat_id, "Go on."))[-1][0] == "done"


async def test_one_reply_at_a_time_in_a_chat_but_several_chats_at_once(server: Server, chat_id: str) -> None:
    server.talker.pace = 0.01
    body = {"book_id": (await chat(server, chat_id))["book_id"], "character_id": "Ben", "chapter": 3}
    other = (await server.http.post("/chats", json=body)).json()["id"]
    url = f"/chats/{chat_id}/messages"
    replies = await asyncio.gather(
        server.http.post(url, json={"content": "a"}),
        server.http.post(url, json={"content": "b"}),
        server.http.post(f"/chats/{other}/messages", json={"content": "c"}),
    )
    assert sorted(r.status_code for r in replies) == [200, 200, 409]
    assert len((await chat(server, chat_id))["messages"]) == 2


async def test_a_model_that_fails_leaves_the_line_and_a_reply_that_can_be_tried_again(
    server: Server, chat_id: str
) -> None:
    server.talker.fails = ModelError("The model is down.", cure="Start it.")
    told = await say(server, chat_id, "Are you there?")
    assert told[-1][0] == "error"
    assert told[-1][1]["error"] == {
        "code": "model_error",
        "message": "The model is down.",
        "cure": "Start it.",
    }
    line, reply = (await chat(server, chat_id))["messages"]
    assert line["content"] == "Are you there?"
    assert (reply["status"], reply["error"]["code"]) == ("failed", "model_error")
    server.talker.fails = None
    again = await events(await server.http.post(f"/messages/{reply['id']}/regenerate"))
    assert again[-1][1]["status"] == "complete"


async def test_events_of_a_finished_reply_are_its_done(server: Server, chat_id: str) -> None:
    reply = (await say(server, chat_id))[-1][1]
    assert await events(await server.http.get(f"/messages/{reply['id']}/events")) == [("done", reply)]


async def test_a_deleted_chat_is_gone(server: Server, chat_id: str) -> None:
    assert [c["id"] for c in (await server.http.get("/chats")).json()] == [chat_id]
    assert (await server.http.delete(f"/chats/{chat_id}")).status_code == 204
    assert (await server.http.get(f"/chats/{chat_id}")).status_code == 404
    assert (await server.http.get("/chats")).json() == []


async def test_greetings_are_swipes_and_follow_the_chapter(server: Server, book_id: str) -> None:
    server.shelf.greetings = ("“Good day.”", "“You here?”")
    body = {"book_id": book_id, "character_id": "ann", "chapter": 2}
    begun = (await server.http.post("/chats", json=body)).json()
    [greeting] = begun["messages"]
    assert (greeting["role"], greeting["content"], len(greeting["siblings"])) == (
        "character",
        "“Good day.”",
        2,
    )
    server.shelf.greetings = ("“Who are you?”",)
    moved = (await server.http.patch(f"/chats/{begun['id']}", json={"chapter": 1})).json()
    [greeting] = moved["messages"]
    assert (moved["chapter"], greeting["content"], len(greeting["siblings"])) == (1, "“Who are you?”", 1)
    again = await server.http.post(f"/messages/{greeting['id']}/regenerate")
    assert again.status_code == 400
    await say(server, begun["id"])
    server.shelf.greetings = ("“Too late.”",)
    moved = (await server.http.patch(f"/chats/{begun['id']}", json={"chapter": 3})).json()
    assert (moved["chapter"], moved["messages"][0]["content"]) == (3, "“Who are you?”")
