"""A book from bytes to scoped search, on a story written for this test; resumed, reindexed, deleted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import NotFoundError
from knowledge.library import Library
from knowledge.types import Progress, Scope
from tests.walks.walking import HashedWords

STORY = """第一回　阿青买伞

阿青走到桥头，天下起雨来。卖伞的老周道：“姑娘，买把伞罢，只要三文钱。”阿青道：“我只有两文钱。”老周笑道：
“两文也罢，拿去。”阿青谢了老周，撑着伞回家去了。她母亲林氏道：“这伞是谁给的？”阿青道：“是桥头的老周。”

第二回　老周丢船

第二日，老周独自在河边，发现自己的船不见了。老周道：“我的船哪里去了？”渔夫阿武道：“昨夜有人把船划走了，
是个穿红衣的人。”老周道：“穿红衣的，莫不是城里的赵三？”阿武道：“正是赵三。”

第三回　阿青知情

阿青到桥头还钱。老周道：“阿青，我的船被赵三偷去了。”阿青道：“周伯伯，我去告诉官府。”老周道：“好孩子。”
"""


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    async with Library.open(f"sqlite+aiosqlite:///{tmp_path}/b.db", tmp_path, HashedWords()) as library:
        yield library


async def built(library: Library) -> str:
    book = await library.add_book(STORY.encode(), "伞.txt")
    await library.ingest(book.id)
    return book.id


async def test_ingestion_tells_its_stages_and_ends_ready(library: Library) -> None:
    steps: list[Progress] = []
    book = await library.add_book(STORY.encode(), "伞.txt")
    assert (book.status, book.chapters, book.language) == ("queued", 3, "zh")
    await library.ingest(book.id, steps.append)
    stages = list(dict.fromkeys(s.stage for s in steps))
    assert stages == ["read", "segment", "cast", "quotes", "entries", "embed", "store"]
    ready = await library.get_book(book.id)
    assert ready.status == "ready"
    assert ready.quotes >= 10
    assert (await library.add_book(STORY.encode(), "again.txt")) == ready
    assert len(await library.list_books()) == 1


async def test_search_sees_the_scope_and_nothing_else(library: Library) -> None:
    book = await built(library)
    everything = await library.retriever(Scope(book)).search("船", 10)
    assert {p.chapter for p in everything} == {1, 2, 3}
    assert all(STORY.count(p.text) for p in everything)
    assert {p.chapter for p in await library.retriever(Scope(book, until=1)).search("船", 10)} == {1}
    fisher = (await library.character(book, "阿武")).id
    assert {p.chapter for p in await library.retriever(Scope(book, fisher)).search("伞 船", 10)} >= {2}
    assert await library.retriever(Scope(book, fisher, until=1)).search("伞 船", 10) == ()


async def test_people_profiles_and_places_as_of_a_chapter(library: Library) -> None:
    book = await built(library)
    first = {c.name for c in await library.characters(book, 1)}
    assert "阿青" in first
    assert "阿武" not in first
    profile = await library.profile(book, (await library.character(book, "阿青")).id, 1)
    assert all(c.chapter == 1 for c in (*profile.citations, *profile.quotes, *profile.greetings))
    [found] = await library.retriever(Scope(book, until=1)).search("三文钱", 1)
    place = await library.passage(book, found.start, found.end, 20)
    assert (place.chapter, place.text) == (1, found.text)
    with pytest.raises(NotFoundError, match="阿青"):
        await library.character(book, "阿青青")


async def test_an_interrupted_ingestion_resumes_to_the_identical_result(
    library: Library, tmp_path: Path
) -> None:
    whole = await everything(library, await built(library))

    class Killed(BaseException):
        """As a kill: nothing catches it."""

    for stage in ("segment", "quotes", "embed", "store"):
        folder = tmp_path / stage
        async with Library.open(f"sqlite+aiosqlite:///{folder}.db", folder, HashedWords()) as other:

            def die(p: Progress, stage: str = stage) -> None:
                if (p.stage, p.done) == (stage, 0):
                    raise Killed

            book = await other.add_book(STORY.encode(), "伞.txt")
            with pytest.raises(Killed):
                await other.ingest(book.id, die)
        async with Library.open(f"sqlite+aiosqlite:///{folder}.db", folder, HashedWords()) as other:
            assert (await other.get_book(book.id)).status == "ingesting"
            await other.ingest(book.id)
            assert await everything(other, book.id) == whole


async def everything(library: Library, book: str) -> list[object]:
    found = await library.retriever(Scope(book)).search("船 赵三", 10)
    people = await library.characters(book)
    return [await library.get_book(book), found, people, await library.profile(book, people[0].id, None)]


async def test_reindex_and_delete(library: Library) -> None:
    book = await built(library)
    before = await library.retriever(Scope(book)).search("红衣", 3)
    await library.reindex(book)
    assert await library.retriever(Scope(book)).search("红衣", 3) == before
    await library.delete_book(book)
    with pytest.raises(NotFoundError):
        await library.get_book(book)
    assert await library.list_books() == []
    assert await built(library) == book
