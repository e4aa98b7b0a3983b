"""Killed in any stage, a book is taken up again and becomes exactly what it would have been."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from core.errors import IngestionError
from knowledge.library import Library
from knowledge.types import Progress, Scope
from tests.knowledge.library.conftest import Built, url
from tests.knowledge.library.shelf import WordVectors, digest, opening

STAGES = ("segment", "cast", "quotes", "entries", "embed", "store")
ROOT = Path(__file__).parents[3]
BUILD = """
import asyncio, pathlib, sys
from knowledge.library import Library
from tests.knowledge.library.shelf import WordVectors, opening

async def main(url, folder):
    async with Library.open(url, pathlib.Path(folder), WordVectors()) as library:
        book = await library.add_book(opening(9), "novel.txt")
        await library.ingest(book.id, lambda p: print(p.stage, p.done, flush=True))

if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("stage", STAGES)
async def test_interrupted_in_a_stage(tmp_path: Path, built: Built, stage: str) -> None:
    def stop(p: Progress) -> None:
        if p.stage == stage and p.done == 0:
            raise RuntimeError(stage)

    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        book = await library.add_book(opening(9), "novel.txt")
        with pytest.raises(IngestionError):
            await library.ingest(book.id, stop)
        await library.ingest(book.id)
        assert await digest(library.engine) == await digest(built.library.engine)


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "time"), [*((s, 1) for s in STAGES), ("embed", 2), ("store", 2)])
async def test_killed_in_a_stage(tmp_path: Path, built: Built, stage: str, time: int) -> None:
    script = tmp_path / "build.py"
    script.write_text(BUILD)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        script,
        url(tmp_path),
        tmp_path,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    async for line in process.stdout:
        time -= line.decode().startswith(stage)
        if time == 0:
            process.send_signal(signal.SIGKILL)
            break
    await process.wait()
    assert process.returncode == -signal.SIGKILL

    async with Library.open(url(tmp_path), tmp_path, WordVectors()) as library:
        (book,) = await library.list_books()
        if book.status != "ready":
            assert (book.characters, book.quotes) == (0, 0)
        await library.ingest(book.id)
        assert await digest(library.engine) == await digest(built.library.engine)
        ask, asked = library.retriever(Scope(book.id)), built.library.retriever(Scope(book.id))
        assert await ask.search("a ball", 10) == await asked.search("a ball", 10)
