"""Every novel of a folder, ingested one after another into a fresh library.

    python -m benchmarks.shelf [--shared ../shared]

Prints a row a novel: words (characters of Chinese), chapters, cast, quotes, passages' seconds by stage and in
all. A novel that cannot be built is told with its error, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from app.models import model_path
from app.settings import Settings
from core.errors import BookfolkError
from knowledge.embed import SentenceEncoder
from knowledge.library import Library
from knowledge.types import Progress

STAGES = ("segment", "cast", "quotes", "entries", "embed", "store")


def novels(shared: Path) -> list[tuple[str, Path]]:
    """Name and file of each novel in the shared data."""
    english = sorted((shared / "data" / "pdnc").glob("*/novel_text.txt"))
    return [(f.parent.name, f) for f in english] + [
        (f.stem, f) for f in sorted((shared / "data" / "zh").glob("*.txt"))
    ]


class Clock:
    """Seconds spent in each stage, from its progress events."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._stage, self._since = "", time.perf_counter()

    def __call__(self, now: Progress) -> None:
        at = time.perf_counter()
        if self._stage:
            self.spent[self._stage] += at - self._since
        self._stage, self._since = now.stage, at

    def stop(self) -> None:
        self(Progress("", 0, 0))


async def build(library: Library, name: str, data: bytes) -> str:
    """One novel as a row of the table."""
    begun, clock = time.perf_counter(), Clock()
    book = await library.add_book(data, f"{name}.txt")
    await library.ingest(book.id, clock)
    clock.stop()
    took = time.perf_counter() - begun
    done = await library.get_book(book.id)
    stages = " | ".join(f"{clock.spent[s]:.1f}" for s in STAGES)
    facts = f"{done.words:,} | {done.chapters} | {done.characters} | {done.quotes:,}"
    return f"| {done.title} | {facts} | {stages} | {took:.1f} |"


async def main(shelf: list[tuple[str, bytes]], folder: Path) -> int:
    """The table; how many novels could not be built."""
    failed = 0
    print(f"| novel | words | chapters | cast | quotes | {' | '.join(STAGES)} | all |")
    print("|---|" + "---:|" * (len(STAGES) + 5))
    encoder = SentenceEncoder(model_path("use-multilingual", Settings().data / "models", kind="embedder"))
    async with Library.open(f"sqlite+aiosqlite:///{folder}/books.db", folder, encoder) as library:
        for name, data in shelf:
            try:
                print(await build(library, name, data), flush=True)
            except BookfolkError as error:
                failed += 1
                print(f"| {name} | {error} |", flush=True)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="benchmarks.shelf")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    read = [(name, file.read_bytes()) for name, file in novels(parser.parse_args().shared)]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; seconds\n")
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(bool(asyncio.run(main(read, Path(scratch)))))
