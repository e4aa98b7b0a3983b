"""How long a novel takes from upload to the first chat, by stage, and how much memory, at several lengths.

    python -m benchmarks.ingest NOVEL.txt EMBEDDER.onnx [WORDS ...]

The novel is cut, or repeated with its chapters renumbered, to each number of words. Each run is a process of
its own on a fresh folder; memory is the peak of that process and of its largest child.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from knowledge.embed import SentenceEncoder
from knowledge.library import Library
from knowledge.types import Progress, Scope

LENGTHS = (30_000, 120_000, 480_000)
STAGES = ("read", "segment", "cast", "quotes", "entries", "embed", "store")


def of_length(text: str, words: int) -> str:
    """`text` cut or repeated to about `words` words; chapters of later copies count on."""
    chapters = re.split(r"(?m)^(?=Chapter \d+\s*$)", text)
    head, body = chapters[0], chapters[1:]
    made, count, number = [head], 0, 0
    while count < words:
        for chapter in body:
            number += 1
            made.append(re.sub(r"^Chapter \d+", f"Chapter {number}", chapter))
            count += len(chapter.split())
            if count >= words:
                break
    return "".join(made)


async def once(novel: bytes, model: Path) -> dict[str, float]:
    """Upload, build and search one book; seconds by stage."""
    seconds = dict.fromkeys(STAGES, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        embedder = SentenceEncoder(model)
        async with Library.open(f"sqlite:///{folder}/b.db", Path(folder), embedder) as library:
            began = last = time.perf_counter()

            def tell(progress: Progress) -> None:
                nonlocal last
                here = time.perf_counter()
                seconds[progress.stage] += here - last
                last = here

            book = await library.add_book(novel, "novel.txt")
            await library.ingest(book.id, tell)
            built = time.perf_counter() - began
            who = (await library.characters(book.id))[0]
            await library.profile(book.id, who.id, None)
            await library.retriever(Scope(book.id, who.id, None)).search("What happened at the ball?")
            info = await library.get_book(book.id)
            ready = time.perf_counter() - began
    own = resource.getrusage(resource.RUSAGE_SELF)
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = own.ru_utime + own.ru_stime + child.ru_utime + child.ru_stime
    peak = {"own_mb": own.ru_maxrss / 1024, "child_mb": child.ru_maxrss / 1024}
    return {"words": info.words, **seconds, "built": built, "first_chat": ready, "cpu": cpu, **peak}


def main(arguments: list[str]) -> None:
    """Run each length in its own process and print a table."""
    if arguments[0] == "--once":
        print(json.dumps(asyncio.run(once(Path(arguments[1]).read_bytes(), Path(arguments[2])))))
        return
    text = Path(arguments[0]).read_text(encoding="utf-8")
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()}")
    print("| words | " + " | ".join(STAGES) + " | to first chat s | words/s | CPU s | peak MB own + child |")
    print("|" + "---|" * (len(STAGES) + 5))
    for words in [int(a) for a in arguments[2:]] or LENGTHS:
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as novel:
            novel.write(of_length(text, words))
            novel.flush()
            command = [sys.executable, "-m", "benchmarks.ingest", "--once", novel.name, arguments[1]]
            r = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        stages = " | ".join(f"{r[s]:.1f}" for s in STAGES)
        rate = r["words"] / r["first_chat"]
        memory = f"{r['own_mb']:.0f} + {r['child_mb']:.0f}"
        print(
            f"| {r['words']:,} | {stages} | {r['first_chat']:.1f} | {rate:,.0f} | {r['cpu']:.1f} | {memory} |"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
