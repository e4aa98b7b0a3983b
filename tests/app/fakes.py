"""A library of one small book in memory, and a model that takes its time."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import httpx

from core.errors import BookfolkError, IngestionError, NotFoundError
from core.types import Completion, Message, OnPiece, Passage, Piece, Sampling, Usage
from knowledge.types import Chapter, Character, OnProgress, Progress, Scope

TEXT = "It was a fine morning. “Good day,” said Ann. " * 6
ANN = Character("ann", "Ann Lee", ("Ann", "Miss Lee"), 1.0, 12, 6, 30)
BEN = Character("ben", "Ben", (), 0.4, 3, 1, 200)


@dataclass(frozen=True, slots=True)
class Info:
    id: str
    title: str
    status: str
    author: str = "Nobody"
    language: str = "en"
    words: int = 54
    chapters: int = 3
    characters: int = 2
    quotes: int = 6
    error: str | None = None


@dataclass(slots=True)
class OneShelf:
    """Keeps books in a dict; `pace` seconds a stage; `broken` makes the building fail."""

    pace: float = 0.0
    broken: bool = False
    greetings: tuple[str, ...] = ()
    books: dict[str, Info] = field(default_factory=dict)
    scopes: list[Scope] = field(default_factory=list)

    async def list_books(self) -> Sequence[Info]:
        return list(self.books.values())

    async def get_book(self, book_id: str) -> Info:
        if book_id not in self.books:
            raise NotFoundError("There is no such book.", cure="List the books with GET /books.")
        return self.books[book_id]

    async def add_book(self, data: bytes, filename: str) -> Info:
        if b"\x00" in data:
            raise IngestionError("This is no text.", cure="Upload .txt or .epub.")
        book_id = hashlib.sha256(data).hexdigest()[:16]
        return self.books.setdefault(book_id, Info(book_id, filename, "queued"))

    async def delete_book(self, book_id: str) -> None:
        del self.books[book_id]

    async def ingest(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        self.books[book_id] = replace(self.books[book_id], status="ingesting")
        for stage in ("read", "cast", "embed"):
            await asyncio.sleep(self.pace)
            if on_progress:
                on_progress(Progress(stage, 1, 1))
        if self.broken:
            self.books[book_id] = replace(self.books[book_id], status="failed", error="no chapters")
            raise IngestionError("The book has no chapters.", cure="Check the file.")
        self.books[book_id] = replace(self.books[book_id], status="ready")

    async def reindex(self, book_id: str, on_progress: OnProgress | None = None) -> None:
        await self.ingest(book_id, on_progress)

    async def chapters(self, book_id: str) -> Sequence[Chapter]:
        return [Chapter(i, f"Chapter {i}", i * 90 - 90, i * 90 - 90, i * 90) for i in (1, 2, 3)]

    async def characters(self, book_id: str, until: int | None = None) -> Sequence[Character]:
        return [ANN] if until == 1 else [ANN, BEN]

    async def character(self, book_id: str, name_or_id: str) -> Character:
        for who in (ANN, BEN):
            if name_or_id in (who.id, who.name, *who.aliases):
                return who
        raise NotFoundError(f"There is no {name_or_id}.", cure="Did you mean Ann Lee?")

    async def profile(self, book_id: str, character_id: str, until: int | None) -> Any:
        cited = SimpleNamespace(dimension="persona", text="Good day", chapter=1, start=24, end=32)
        who = await self.character(book_id, character_id)
        known = {name: [cited] for name in ("citations", "quotes", "feelings", "goals")}
        known["greetings"] = [SimpleNamespace(text=g) for g in self.greetings]
        return SimpleNamespace(character=who, description="greets", relations=[], **known)

    async def passage(self, book_id: str, start: int, end: int, margin: int) -> Any:
        before, after = TEXT[max(0, start - margin) : start], TEXT[end : end + margin]
        at = SimpleNamespace(chapter=1, chapter_title="Chapter 1", text=TEXT[start:end])
        at.before, at.after = before, after
        return at

    def retriever(self, scope: Scope) -> OneShelf:
        self.scopes.append(scope)
        return self

    async def search(self, query: str, k: int = 3) -> Sequence[Passage]:
        return [Passage("p1", TEXT[0:44], "b", 1, 0, 44, 0.9)][:k]

    async def close(self) -> None:
        return None


@dataclass(slots=True)
class Talker:
    """An LLM that searches once, then answers in as many words as it is told, `pace` seconds a word."""

    pace: float = 0.0
    words: int = 8
    fails: BookfolkError | None = None
    requests: list[tuple[Message, ...]] = field(default_factory=list)

    async def complete(
        self,
        messages: Sequence[Message],
        so_far: Sequence[Piece],
        *,
        stop: Sequence[str],
        sampling: Sampling,
        on_piece: OnPiece | None = None,
    ) -> Completion:
        self.requests.append(tuple(messages))
        if not stop:  # a summary, or a front end's errand
            return Completion(Piece("They spoke of roses.", True), "end")
        if so_far:
            turn = "" if len(messages) == 2 else f"{len(messages)}-"
            body = " ".join(f"w{turn}{n}" for n in range(self.words - 1))
            text = f"<think>Now.</think>\n<answer>{body} #{sampling.seed}</answer>"
        else:
            text = "<think>Who asks?</think>\n<search>the morning</search>"
        for n, word in enumerate(text.split(" ")):
            await asyncio.sleep(self.pace)
            if self.fails and so_far and n == 3:
                raise self.fails
            if on_piece:
                on_piece(Piece(word if n == 0 else f" {word}", True))
        return Completion(
            Piece(text, True), "stop", Usage(completion_tokens=len(text.split(" ")), requests=1)
        )

    def insert(self, text: str, passages: Sequence[Passage] = ()) -> Piece:
        return Piece(text, False, passages=tuple(passages))


async def events(response: httpx.Response) -> list[tuple[str, Any]]:
    """The server-sent events of a response."""
    found, name = [], ""
    async for line in response.aiter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            found.append((name, json.loads(line[6:])))
    return found
