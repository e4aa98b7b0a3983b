"""The judge's routes, on a book of the fake shelf and a model that follows rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest

from app.factory import create_app
from app.settings import Settings
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling, Usage
from tests.app.fakes import OneShelf
from tests.judge.cases import Scale

GOOD, BAD = "Good day to you.", "Soup."


class Critic:
    """Prefers the reply that greets; searches once if it may; `gibberish` makes it unreadable."""

    def __init__(self) -> None:
        self.asked = 0
        self.gibberish = False
        self.gate: asyncio.Event | None = None
        self.cancelled = 0

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        self.asked += 1
        if self.gate is not None:
            try:
                await self.gate.wait()
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
        said = self._say(messages, so_far)
        if on_piece:
            on_piece(Piece(said, sampled=True))
        return Completion(Piece(said, sampled=True), "stop", Usage(7, 3, 5, requests=1))

    def _say(self, messages: Sequence[Message], so_far: Sequence[Piece]) -> str:
        if self.gibberish:
            return "I cannot decide."
        if len(messages) > 2:  # the findings
            return "conversation: even, both fit.\ncharacter: A, the book has “said Ann” too."
        if not so_far and "search" in messages[0].content and "chapter" in messages[1].content:
            return "<think>Does Ann greet?</think>\n<search>Ann good day</search>"
        shown = messages[1].content
        letter = "B" if GOOD in shown[shown.index("[Reply B begins]") :] else "A"
        return f"<think>The book has “It was a fine morning.”</think>\n<answer>\\boxed{{{letter}}}</answer>"

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, sampled=False, passages=tuple(passages))


@pytest.fixture
def critic() -> Critic:
    return Critic()


@pytest.fixture
async def http(settings: Settings, critic: Critic) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings, llm=critic, library=OneShelf(), scorer=Scale())
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client,
    ):
        yield client


async def book(http: httpx.AsyncClient) -> str:
    made = (await http.post("/books", files={"file": ("a.txt", b"A novel.")})).json()
    await http.get(f"/books/{made['id']}/events")
    return str(made["id"])


def ask(book_id: str | None = None, **more: Any) -> dict[str, Any]:
    context = {"name": "Ann", "profile": "She greets everybody."}
    if book_id:
        context = {"book_id": book_id, "character_id": "Ann", "chapter": 2}  # type: ignore[dict-item]
    candidates = [{"id": "x", "content": GOOD}, {"id": "y", "content": BAD}]
    lines = [{"role": "user", "content": "Hello!"}]
    return {"context": context, "messages": lines, "candidates": candidates, "mode": "reason"} | more


async def test_a_verdict_with_verified_evidence(http: httpx.AsyncClient) -> None:
    answer = await http.post("/judge", json=ask(await book(http)))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["winner"], found["winner_index"], found["tie"], found["status"]) == (
        "x",
        0,
        False,
        "complete",
    )
    (duel,) = found["duels"]
    assert duel["position_consistent"] is True
    assert [p["order"] for p in duel["passes"]] == [["x", "y"], ["y", "x"]]
    assert [s["type"] for s in duel["passes"][0]["steps"]] == ["think", "search", "result", "think", "answer"]
    proof = next(e for e in duel["evidence"] if e["quote"].startswith("It was"))
    assert proof["verified"]
    assert (proof["start"], proof["end"]) == (0, 21)
    assert [c["name"] for c in duel["criteria"]] == ["conversation", "character"]
    assert found["evidence"][0]["id"] == "p1"
    assert found["usage"]["searches"] == 2


async def test_asked_again_the_model_is_not(http: httpx.AsyncClient, critic: Critic) -> None:
    first = (await http.post("/judge", json=ask())).json()
    before = critic.asked
    again = (await http.post("/v1/judge", json=ask())).json()
    assert critic.asked == before
    assert again["id"] == first["id"]
    assert again["duels"][0]["cached"]
    assert not first["duels"][0]["cached"]


async def test_gibberish_fails_with_the_raw_text_and_no_half(http: httpx.AsyncClient, critic: Critic) -> None:
    critic.gibberish = True
    found = (await http.post("/judge", json=ask())).json()
    assert (found["status"], found["winner"], found["tie"]) == ("failed", None, False)
    assert found["duels"][0]["probabilities"] == []
    assert "I cannot decide." in found["duels"][0]["passes"][0]["raw"]
    critic.gibberish = False
    assert (await http.post("/judge", json=ask())).json()["winner"] == "x"  # a failure is not kept


async def test_more_than_two_are_ranked(http: httpx.AsyncClient) -> None:
    three = [{"id": n, "content": c} for n, c in (("x", BAD), ("y", GOOD), ("z", "Bread."))]
    found = (await http.post("/judge", json=ask(candidates=three))).json()
    assert found["winner"] == "y"
    assert len(found["duels"]) == 3
    assert found["ranking"][0] == {"id": "y", "score": 1.0}


async def test_by_default_the_embedded_model_scores(http: httpx.AsyncClient, critic: Critic) -> None:
    found = (await http.post("/judge", json=ask() | {"mode": None})).json()
    assert found["mode"] == "fit"
    assert found["duels"][0]["confidence_basis"] == "logprobs"
    assert critic.asked == 0


async def test_a_live_trace(http: httpx.AsyncClient) -> None:
    answer = await http.post("/judge", json=ask(await book(http), stream=True))
    events = [e.split("\n") for e in answer.text.strip().split("\n\n")]
    names = [e[0].removeprefix("event: ") for e in events]
    assert names[-1] == "done"
    assert names.count("piece") >= 4
    assert json.loads(events[-1][1].removeprefix("data: "))["winner"] == "x"


async def test_a_batch_keeps_its_order_and_each_its_status(http: httpx.AsyncClient) -> None:
    wrong = ask("no-such-book")
    other = ask(candidates=[{"id": "p", "content": BAD}, {"id": "q", "content": GOOD}])
    found = (await http.post("/judge/batch", json={"items": [ask(), wrong, other]})).json()["items"]
    assert [i["index"] for i in found] == [0, 1, 2]
    assert [i["status"] for i in found] == ["complete", "failed", "complete"]
    assert found[1]["error"]["code"] == "not_found"
    assert found[2]["judgement"]["winner"] == "q"


async def test_a_batch_tells_of_its_progress(http: httpx.AsyncClient) -> None:
    answer = await http.post("/judge/batch", json={"items": [ask(), ask()], "stream": True})
    assert answer.text.count("event: item") == 2
    assert answer.text.rstrip().endswith('data: {"items": 2}')


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"candidates": [{"id": "x", "content": "a"}]}, 422),
        ({"candidates": [{"id": "x", "content": "a"}, {"id": "x", "content": "b"}]}, 422),
        ({"candidates": [{"id": "x", "content": "a"}, {"id": "y", "content": "b" * 20_001}]}, 422),
        ({"mode": "loud"}, 422),
        ({"n": 3}, 422),
        ({"context": {"book_id": "b"}}, 422),
        ({"context": {"book_id": "b", "character_id": "c"}}, 404),
    ],
)
async def test_what_cannot_be_judged_is_refused(
    http: httpx.AsyncClient, more: dict[str, Any], status: int
) -> None:
    answer = await http.post("/judge", json=ask(**more))
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


async def test_a_chapter_that_the_book_lacks(http: httpx.AsyncClient) -> None:
    asked = ask(await book(http))
    asked["context"]["chapter"] = 9
    answer = await http.post("/judge", json=asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_such_chapter")
