"""Walk 1: a novel is uploaded, read, cast, quoted, known, embedded and stored; a kill is survived."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from knowledge.reading import read_book
from tests.app.process import free_port, running
from tests.walks.walking import short_novel

pytestmark = pytest.mark.slow
NOVEL = short_novel(4)


def sse(text: str) -> list[str]:
    return [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")]


def upload(http: httpx.Client) -> str:
    answer = http.post("/books", files={"file": ("pp.txt", NOVEL)})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def known(http: httpx.Client, book: str) -> list[Any]:
    """Everything that the API tells of a book."""
    paths = ["", "/chapters", "/characters?until=2", "/characters", "/characters/Elizabeth?until=3"]
    told = [http.get(f"/books/{book}{path}").json() for path in paths]
    queries = [
        {"query": "a single man in possession of a good fortune"},
        {"query": "the ball", "knower": "Elizabeth", "until": 3},
    ]
    return told + [http.post(f"/books/{book}/search", json=q | {"k": 5}).json() for q in queries]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str, list[str]]]:
    """A server that built the novel without interruption; the book, and the events that it told."""
    port, data = free_port(), tmp_path_factory.mktemp("whole")
    with (
        running("-m", "tests.walks.serve", str(port), str(data), port=port) as url,
        httpx.Client(base_url=url, timeout=120) as http,
    ):
        book = upload(http)
        yield http, book, sse(http.get(f"/books/{book}/events").text)


def test_the_walk(whole: tuple[httpx.Client, str, list[str]]) -> None:
    http, book, events = whole
    assert set(events[:-1]) == {"progress"}
    assert events[-1] == "done"
    info, chapters, by_two, people, profile, fortune, ball = known(http, book)
    assert (info["status"], info["title"], info["language"]) == ("ready", "Pride and Prejudice", "en")
    assert len(chapters) == 4
    assert any("Elizabeth" in (p["name"], *p["aliases"]) for p in people)
    assert len(by_two) < len(people)
    assert "truth universally acknowledged" in fortune[0]["text"]
    assert {p["chapter"] for p in ball} <= {1, 2, 3}
    text = read_book(NOVEL, "pp.txt").text
    for cited in (*profile["citations"], *profile["quoted"], *fortune, *ball):
        where = text[cited["start"] : cited["end"]]
        assert " ".join(where.split()) == " ".join(cited["text"].split())
    place = http.get(f"/books/{book}/passages", params={"start": 60, "end": 90, "margin": 20}).json()
    assert place["before"] + place["text"] + place["after"] == text[40:110]


@pytest.mark.parametrize("stage", ["segment", "cast", "embed", "store"])
def test_a_killed_ingestion_resumes_to_the_identical_result(
    tmp_path: Path, whole: tuple[httpx.Client, str, list[str]], stage: str
) -> None:
    port = free_port()
    serve = ("-m", "tests.walks.serve", str(port), str(tmp_path))
    with running(*serve, port=port) as url, httpx.Client(base_url=url, timeout=120) as http:
        book = upload(http)
        with http.stream("GET", f"/books/{book}/events") as stream:
            assert any(f'"stage": "{stage}"' in line for line in stream.iter_lines())
    with running(*serve, port=port) as url, httpx.Client(base_url=url, timeout=120) as http:
        events = sse(http.get(f"/books/{book}/events").text)
        assert events[-1] == "done"
        uninterrupted, its_book, _ = whole
        assert known(http, book) == known(uninterrupted, its_book)
