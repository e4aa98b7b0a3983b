"""Speed of a chat through the server, beside the embedded model alone.

    python -m benchmarks.chat [--model NAME] [--novel FILE] [--turns 6] [--chats 8]

Prints: time to the first event; wall-clock of a turn over the model's own time (prefill and decode as
llama.cpp reports them); share of the prompt that a second turn finds cached; size of the first prompt; and
tokens/s of several chats at once through the API beside the same requests sent to the same llama.cpp.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from app.embedded import EmbeddedLLM
from app.factory import create_app
from app.llama import EmbeddedServer, LlamaOptions
from app.models import model_path
from app.settings import Settings
from core.types import LLM, Completion, Message, OnPiece, Passage, Piece, Sampling, Usage

LINES = (
    "What do you think of Mr. Darcy?",
    "Why do you think so?",
    "And your sister Jane, is she happy?",
    "What did Mr. Wickham tell you?",
    "Would you dance with Mr. Collins again?",
    "What do you wish for yourself?",
    "Do you often walk alone?",
    "What does your father say of it all?",
)


@dataclass(frozen=True, slots=True)
class Call:
    """A request as the server made it, and the tokens it got."""

    messages: tuple[Message, ...]
    so_far: tuple[Piece, ...]
    stop: tuple[str, ...]
    sampling: Sampling
    usage: Usage


@dataclass(slots=True)
class Recorder:
    """Passes requests on and keeps them."""

    llm: EmbeddedLLM
    calls: list[Call] = field(default_factory=list)

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        done = await self.llm.complete(messages, so_far, stop=stop, sampling=sampling, on_piece=on_piece)
        self.calls.append(Call(tuple(messages), tuple(so_far), tuple(stop), sampling, done.usage))
        return done

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return self.llm.insert(text, passages)


@dataclass(frozen=True, slots=True)
class Turn:
    """Seconds to the first event and in all, and the finished message."""

    first: float
    wall: float
    message: dict[str, Any]

    @property
    def overhead(self) -> float:
        usage = self.message["usage"]
        return self.wall * 1000 / (usage["prompt_ms"] + usage["decode_ms"])

    @property
    def cached(self) -> float:
        return float(self.message["usage"]["cached_tokens"] / self.message["usage"]["prompt_tokens"])


async def turn(http: httpx.AsyncClient, chat: str, line: str) -> Turn:
    begun = time.perf_counter()
    first, name, last = 0.0, "", {}
    async with http.stream("POST", f"/chats/{chat}/messages", json={"content": line}) as stream:
        async for text in stream.aiter_lines():
            first = first or time.perf_counter() - begun
            name = text[7:] if text.startswith("event: ") else name
            if name in ("done", "error") and text.startswith("data: "):
                last = json.loads(text[6:])
    if name != "done" and last["error"]["code"] != "no_reply":  # a small model may go round in circles
        raise SystemExit(f"a turn failed: {last}")
    last = last.get("message", last)
    return Turn(first, time.perf_counter() - begun, last)


@contextlib.asynccontextmanager
async def served(settings: Settings, llm: Recorder) -> AsyncIterator[httpx.AsyncClient]:
    """The server on a loopback port of this process."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        settings = settings.model_copy(update={"port": sock.getsockname()[1]})
        app = create_app(settings, llm=llm)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        async with app.router.lifespan_context(app):
            task = asyncio.create_task(server.serve([sock]))
            async with httpx.AsyncClient(base_url=settings.address, timeout=600) as http:
                yield http
            server.should_exit = True
            await task


async def ingested(http: httpx.AsyncClient, name: str, novel: bytes) -> str:
    book = (await http.post("/books", files={"file": (name, novel)})).json()["id"]
    await http.get(f"/books/{book}/events")
    return str(book)


async def begin(http: httpx.AsyncClient, book: str, character: str, chapter: int) -> str:
    body = {"book_id": book, "character_id": character, "chapter": chapter}
    answer = await http.post("/chats", json=body)
    answer.raise_for_status()
    return str(answer.json()["id"])


async def one_chat(http: httpx.AsyncClient, chat: str, turns: int) -> list[Turn]:
    return [await turn(http, chat, LINES[n % len(LINES)]) for n in range(turns)]


async def many(http: httpx.AsyncClient, chats: Sequence[str]) -> float:
    """Seconds of one line in each chat at once."""
    begun = time.perf_counter()
    await asyncio.gather(*(turn(http, c, LINES[n]) for n, c in enumerate(chats)))
    return time.perf_counter() - begun


async def cold(llm: EmbeddedLLM) -> None:
    """A fresh llama.cpp, so that neither side finds the other's prompts cached."""
    await llm.server.stop()
    await llm.client()


async def direct(llm: LLM, calls: Sequence[Call]) -> tuple[int, float]:
    """The recorded requests, those of one chat one after another, the chats at once; tokens and seconds."""
    by_chat: dict[tuple[Message, ...], list[Call]] = {}
    for call in calls:
        by_chat.setdefault(call.messages, []).append(call)

    async def replay(some: Sequence[Call]) -> int:
        counts = []
        for c in some:
            done = await llm.complete(c.messages, c.so_far, stop=c.stop, sampling=c.sampling)
            counts.append(done.usage.completion_tokens)
        return sum(counts)

    begun = time.perf_counter()
    tokens = await asyncio.gather(*(replay(some) for some in by_chat.values()))
    return sum(tokens), time.perf_counter() - begun


async def main(arguments: argparse.Namespace, novel: bytes) -> None:
    settings = Settings(ui=False)
    path = model_path(arguments.model, settings.data / "models")
    encoder = model_path("use-multilingual", settings.data / "models", kind="embedder")
    recorder = Recorder(EmbeddedLLM(EmbeddedServer(LlamaOptions(path, slots=arguments.slots))))
    with tempfile.TemporaryDirectory(prefix="bookfolk-bench-") as data:
        own = settings.model_copy(update={"data": Path(data), "embedder": str(encoder)})
        try:
            async with served(own, recorder) as http:
                book = await ingested(http, arguments.novel.name, novel)
                await report(http, recorder, book, arguments)
        finally:
            await recorder.llm.aclose()


async def report(
    http: httpx.AsyncClient, recorder: Recorder, book: str, arguments: argparse.Namespace
) -> None:
    who, chapter = arguments.character, arguments.chapter
    turns = await one_chat(http, await begin(http, book, who, chapter), arguments.turns)
    firsts = [t.first * 1000 for t in turns]
    print(
        f"first event: median {statistics.median(firsts):.0f} ms, worst {max(firsts):.0f} ms (n={len(turns)})"
    )
    openings = [call.usage for call in recorder.calls if not call.so_far]  # the first request of each turn
    print(f"first prompt: {openings[0].prompt_tokens} tokens")
    shares = [f"{u.cached_tokens / u.prompt_tokens:.2f} of {u.prompt_tokens}" for u in openings]
    print("cached share of a turn's first prompt: " + ", ".join(shares))
    turns = [t for t in turns if t.message["usage"]]
    over = [t.overhead for t in turns]
    print(f"turn / model's own time: median {statistics.median(over):.3f}, worst {max(over):.3f}")
    print(
        "cached share of all its prompts, new passages included: "
        + ", ".join(f"{t.cached:.2f}" for t in turns)
    )
    for n in range(arguments.rounds):
        chats = [await begin(http, book, who, chapter) for _ in range(arguments.chats)]
        recorder.calls.clear()
        await cold(recorder.llm)
        seconds = await many(http, chats)
        tokens = sum(call.usage.completion_tokens for call in recorder.calls)
        await cold(recorder.llm)
        raw_tokens, raw_seconds = await direct(recorder.llm, list(recorder.calls))
        api, raw = tokens / seconds, raw_tokens / raw_seconds
        print(f"{len(chats)} chats, round {n + 1}: {api:.1f} tok/s, direct {raw:.1f} tok/s: {api / raw:.2f}")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--model", default="smollm2-135m")
    parser.add_argument("--novel", type=Path, default=Path("samples/pride-and-prejudice.txt"))
    parser.add_argument("--character", default="Elizabeth")
    parser.add_argument("--chapter", type=int, default=18)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--chats", type=int, default=8)
    parser.add_argument("--slots", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


if __name__ == "__main__":
    asked = options()
    asyncio.run(main(asked, asked.novel.read_bytes()))
