"""Kill -9 in mid-stream: nothing that was finished is lost, and what was being said is marked partial."""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
import pytest

from tests.app.process import free_port, running

pytestmark = pytest.mark.slow


def test_kill_in_mid_stream_keeps_everything_said_until_a_second_before(tmp_path: Path) -> None:
    port = free_port()
    stub = ("-m", "tests.app.serve_stub", str(port), str(tmp_path))
    with running(*stub, "0.001", port=port) as url, httpx.Client(base_url=url) as http:
        body = {"book_id": "b", "character_id": "ann", "chapter": 2}
        chat = http.post("/chats", json=body).json()["id"]
        http.post(f"/chats/{chat}/messages", json={"content": "first"})
        finished = http.get(f"/chats/{chat}").json()["messages"]
    with running(*stub, "0.05", port=port) as url, httpx.Client(base_url=url) as http:
        heard = ""
        with http.stream("POST", f"/chats/{chat}/messages", json={"content": "second"}) as stream:
            begun, name = time.monotonic(), ""
            for line in stream.iter_lines():
                name = line[7:] if line.startswith("event: ") else name
                if name == "answer" and line.startswith("data: "):
                    heard += json.loads(line[6:])["text"]
                if time.monotonic() - begun > 2.5:
                    break
            httpx.get(url + "/healthz")
            during = http.get(f"/chats/{chat}").json()["messages"][-1]
    assert during["status"] == "streaming"
    assert 0 < len(during["content"]) <= len(heard)
    with running(*stub, port=port) as url, httpx.Client(base_url=url) as http:
        after = http.get(f"/chats/{chat}").json()["messages"]
        assert after[:2] == finished
        assert after[2]["content"] == "second"
        assert after[3]["status"] == "partial"
        assert heard.startswith(after[3]["content"])
        assert len(after[3]["content"]) >= len(during["content"])
        again = http.post(f"/messages/{after[3]['id']}/regenerate", timeout=60)
        assert "event: done" in again.text


def test_a_reader_that_goes_away_does_not_end_the_reply(tmp_path: Path) -> None:
    port = free_port()
    stub = ("-m", "tests.app.serve_stub", str(port), str(tmp_path), "0.02")
    with running(*stub, port=port) as url, httpx.Client(base_url=url, timeout=30) as http:
        chat = http.post("/chats", json={"book_id": "b", "character_id": "ann", "chapter": 2}).json()["id"]
        with http.stream("POST", f"/chats/{chat}/messages", json={"content": "hello"}) as stream:
            assert next(stream.iter_lines()) == "event: message"
        reply = http.get(f"/chats/{chat}").json()["messages"][-1]
        assert reply["status"] == "streaming"
        told = http.get(f"/messages/{reply['id']}/events").text
        assert told.startswith("event: message")
        done = http.get(f"/chats/{chat}").json()["messages"][-1]
        assert done["status"] == "complete"
        assert len(done["content"].split()) == 60
