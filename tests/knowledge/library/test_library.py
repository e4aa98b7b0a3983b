"""Books come, are built, are asked, and go without a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, update

from core.errors import ConflictError, IngestionError, InputError, NotFoundError, RetrievalError
from knowledge.library import Library
from knowledge.tables import BookRow, QueryRow, VectorRow
from knowledge.types import Progress, Scope
from tests.knowledge.library.conftest import Built, url
from tests.knowledge.library.shelf import WordVectors, counts, digest, opening


async def test_a_built_book_tells_of_itself(built: Built) -> None:
    info = await built.library.get_book(built.book)
    assert (info.status, info.language, info.chapters, info.error) == ("ready", "en", 9, None)
    assert info.words > 10_000
    assert info.characters > 8
    assert info.quotes > 200
    people = await built.library.characters(built.book, 3)
    assert {"Elizabeth Bennet", "Mr. Darcy"} & {form for p in people for form in (p.name, *p.aliases)}


async def test_the_same_file_again_is_the_same_book(built: Built) -> None:
    again = await built.library.add_book(opening(9), "another-name.txt")
    assert again.id == built.book
    assert len(await built.library.list_books()) == 1
    before = await digest(built.library.engine)
    await built.library.ingest(built.book)
    assert await digest(built.library.engine) == before


async def test_a_misspelt_name_gets_suggestions(built: Built) -> None:
    with pytest.raises(NotFoundError, match="Bingley"):
        await built.library.character(built.book, "Mr. Bingly")


async def test_names_are_found_in_any_case_and_by_alias(built: Built) -> None:
    who = await built.library.character(built.book, "JANE")
    assert who == await built.library.character(built.book, who.id)


async def test_a_passage_stands_in_its_place(built: Built) -> None:
    found = (await built.library.retriever(Scope(built.book)).search("Netherfield Park is let at last"))[0]
    place = await built.library.passage(built.book, found.start, found.end, 100)
    assert place.text == found.text
    assert "is let at last" in place.text
    assert place.chapter == found.chapter == 1
    assert len(place.after) == 100
    assert place.before.endswith(("\n", "daughters.\n\n"))
    with pytest.raises(InputError):
        await built.library.passage(built.book, 10, 99_999_999, 0)
    with pytest.raises(InputError):
        await built.library.passage(built.book, 10, 5, 0)


async def test_queries_are_logged_with_what_they_found(built: Built) -> None:
    found = await built.library.retriever(Scope(built.book, None, 4)).search("a ball at Meryton", 2)
    async with built.library.engine.connect() as db:
        row = (await db.execute(select(QueryRow.__table__).order_by(QueryRow.id.desc()))).first()
    assert row is not None
    assert (row.text, row.until, row.passages) == ("a ball at Meryton", 4, [p.id for p in found])
    assert 0 < row.best <= 1.001


async def test_what_is_not_ready_is_not_shown(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(2), "novel.txt")
        assert (book.status, book.characters, book.quotes) == ("queued", 0, 0)
        for ask in (library.characters(book.id), library.retriever(Scope(book.id)).search("Darcy")):
            with pytest.raises(ConflictError, match="still being read"):
                await ask
        with pytest.raises(NotFoundError):
            await library.ingest("no such book")


async def test_nothing_of_a_deleted_book_is_left(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(2), "novel.txt")
        await library.ingest(book.id)
        await library.retriever(Scope(book.id)).search("Mr. Bennet")
        assert library._store.count(book.id) > 10
        await library.delete_book(book.id)
        assert await counts(library.engine) == {}
        assert library._store.count(book.id) == 0
        with pytest.raises(NotFoundError):
            await library.characters(book.id)


async def test_vectors_of_a_book_that_is_gone_are_swept(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(1), "novel.txt")
        await library.ingest(book.id)
        await library._shelf.remove(book.id)  # the server is killed before the vectors are deleted too
        assert library._store.books() == [book.id]
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        assert library._store.books() == []


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02" * 5_000, b"One line."])
async def test_a_bad_file_leaves_nothing(tmp_path: Path, data: bytes) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        with pytest.raises(IngestionError):
            await library.add_book(data, "bad.txt")
        assert await counts(library.engine) == {}


async def test_a_full_disk_is_told_and_the_stage_leaves_nothing(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(4), "novel.txt")
        async with library.engine.connect() as db:
            used = (await db.exec_driver_sql("PRAGMA page_count")).scalar_one()

        def nearly_full(connection: Any, _: object) -> None:
            connection.cursor().execute(f"PRAGMA max_page_count={used + 4}")

        await library.engine.dispose()
        event.listen(library.engine.sync_engine, "connect", nearly_full)
        with pytest.raises(IngestionError) as caught:
            await library.ingest(book.id)
        event.remove(library.engine.sync_engine, "connect", nearly_full)
        await library.engine.dispose()
        assert caught.value.code == "disk_full"
        assert set(await counts(library.engine)) == {"books", "book_texts", "chapters"}
        await library.ingest(book.id)
        assert (await library.get_book(book.id)).status == "ready"


async def test_reindex_gives_back_a_lost_index(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(2), "novel.txt")
        await library.ingest(book.id)
        ask = library.retriever(Scope(book.id)).search
        before = await ask("a single man of large fortune")
        library._store.delete(book.id)
        with pytest.raises(RetrievalError, match="reindex"):
            await ask("a single man of large fortune")
        await library.reindex(book.id)
        assert await ask("a single man of large fortune") == before


async def test_vectors_of_another_embedder_are_refused_then_made_anew(tmp_path: Path) -> None:
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(1), "novel.txt")
        await library.ingest(book.id)
        before = await digest(library.engine)
        async with library.engine.begin() as db:
            await db.execute(update(VectorRow).values(embedder="an older one"))
    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        with pytest.raises(RetrievalError, match="an older one"):
            await library.retriever(Scope(book.id)).search("Darcy")
        await library.reindex(book.id)
        assert await library.retriever(Scope(book.id)).search("Mr. Bennet")
        assert await digest(library.engine) == before


async def test_a_failed_book_says_why_and_is_queued_again_by_an_upload(tmp_path: Path) -> None:
    def stop(p: Progress) -> None:
        if p.stage == "embed":
            raise RuntimeError("a wire was cut")

    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(1), "novel.txt")
        with pytest.raises(IngestionError, match="a wire was cut"):
            await library.ingest(book.id, stop)
        failed = await library.get_book(book.id)
        assert failed.status == "failed"
        assert failed.error is not None
        assert "a wire was cut" in failed.error
        assert (await library.add_book(opening(1), "novel.txt")).status == "queued"
        await library.ingest(book.id)
        async with library.engine.connect() as db:
            row = (await db.execute(select(BookRow.__table__))).one()
        assert (row.status, row.stage, row.error) == ("ready", "store", None)
