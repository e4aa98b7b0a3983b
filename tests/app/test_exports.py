"""Chats as files."""

from __future__ import annotations

import json

from app.records import load
from core.transcript import Transcript
from tests.app.conftest import Server
from tests.app.fakes import events


async def branched(server: Server, chat_id: str) -> list[dict]:
    """One line with two replies, the first of which is shown; the replies."""
    url = f"/chats/{chat_id}/messages"
    first = (await events(await server.http.post(url, json={"content": "你好, Ann"})))[-1][1]
    second = (await events(await server.http.post(f"/messages/{first['id']}/regenerate")))[-1][1]
    await server.http.post(f"/messages/{first['id']}/select")
    return [first, second]


async def test_markdown(server: Server, chat_id: str) -> None:
    first, _ = await branched(server, chat_id)
    told = (await server.http.get(f"/chats/{chat_id}/export")).text
    assert told == f"# Ann Lee\n\n*Chapter 2*\n\n**You:** 你好, Ann\n\n**Ann Lee:** {first['content']}\n"


async def test_sillytavern(server: Server, chat_id: str) -> None:
    replies = await branched(server, chat_id)
    answer = await server.http.get(f"/chats/{chat_id}/export?form=sillytavern")
    head, line, reply = map(json.loads, answer.text.splitlines())
    assert (head["user_name"], head["character_name"]) == ("You", "Ann Lee")
    assert (line["is_user"], line["mes"], "swipes" in line) == (True, "你好, Ann", False)
    assert (reply["swipes"], reply["swipe_id"]) == ([r["content"] for r in replies], 0)
    assert reply["mes"] == replies[0]["content"]


async def test_traces_hold_every_reply_with_its_transcript(server: Server, chat_id: str) -> None:
    replies = await branched(server, chat_id)
    answer = await server.http.get(f"/chats/{chat_id}/export?form=traces")
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [(r["message_id"], r["shown"]) for r in rows] == [
        (replies[0]["id"], True),
        (replies[1]["id"], False),
    ]
    assert rows[0]["history"] == [{"role": "user", "content": "你好, Ann"}]
    said = Transcript(load(rows[1]["pieces"]), "answer")
    assert said.well_formed
    assert said.answer == replies[1]["content"]


async def test_an_unknown_form(server: Server, chat_id: str) -> None:
    assert (await server.http.get(f"/chats/{chat_id}/export?form=pdf")).status_code == 422
