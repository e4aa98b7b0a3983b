"""Whole novels in the library: asked a chapter early, it finds and tells nothing of what comes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.errors import NotFoundError
from knowledge.library import Library
from knowledge.types import Scope
from tests.knowledge.leaks import LEAKS
from tests.knowledge.library.conftest import url
from tests.knowledge.library.shelf import SAMPLE, WordVectors

pytestmark = pytest.mark.slow


async def check(novel: str, data: bytes, folder: Path) -> None:
    async with Library.open(url(folder), folder, WordVectors()) as library:
        info = await library.add_book(data, f"{novel}.txt")
        await library.ingest(info.id)
        text = (await library._open.get(info.id)).book.text
        for leak in (one for one in LEAKS if one.novel == novel):
            found = re.search(r"\s+".join(map(re.escape, leak.anchor.split())), text)
            assert found
            who = await library.character(info.id, leak.person)
            early = leak.chapter - 1
            for scope in (Scope(info.id, None, early), Scope(info.id, who.id, early)):
                for query in (leak.query, leak.anchor):
                    passages = await library.retriever(scope).search(query, 20)
                    assert all(p.chapter <= early and p.end <= found.start() for p in passages), leak
            try:
                profile = await library.profile(info.id, who.id, early)
            except NotFoundError:
                profile = None
            if profile:
                assert leak.anchor not in repr(profile), leak
                assert all(one.chapter <= early for one in (*profile.citations, *profile.greetings)), leak
            if len(leak.anchor.split()) >= 4:  # fewer are too common to be found by them alone
                # Among the first 40 of some 1,500: "I do, I do like him" leaves one word to search with.
                open_now = await library.retriever(Scope(info.id, None, leak.chapter)).search(leak.anchor, 40)
                assert any(leak.anchor in " ".join(p.text.split()) for p in open_now), (
                    leak,
                    "found once told",
                )


@pytest.fixture
def pride() -> bytes:
    return SAMPLE.read_bytes()


@pytest.fixture
def emma(shared: Path) -> bytes:
    return (shared / "data" / "pdnc" / "Emma" / "novel_text.txt").read_bytes()


async def test_pride_and_prejudice_keeps_its_secrets(pride: bytes, tmp_path: Path) -> None:
    await check("PrideAndPrejudice", pride, tmp_path)


@pytest.mark.data
async def test_emma_keeps_its_secrets(emma: bytes, tmp_path: Path) -> None:
    await check("Emma", emma, tmp_path)
