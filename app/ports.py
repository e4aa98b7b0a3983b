"""What app needs of the rooms below: a library of books, and someone who speaks for a character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from agent.memory import Memory
from agent.reply import Reply
from core.types import OnPiece, Retriever
from knowledge.types import Character, OnProgress, Scope

BookStatus = Literal["queued", "ingesting", "ready", "failed"]


class BookInfo(Protocol):
    """A book on the shelf, as the library tells of it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def words(self) -> int: ...
    @property
    def chapters(self) -> int: ...
    @property
    def characters(self) -> int: ...
    @property
    def quotes(self) -> int: ...
    @property
    def error(self) -> str | None: ...


class Library(Protocol):
    """`knowledge.library.Library`, as far as app uses it."""

    async def list_books(self) -> Sequence[BookInfo]: ...
    async def get_book(self, book_id: str) -> BookInfo: ...
    async def add_book(self, data: bytes, filename: str) -> BookInfo: ...
    async def delete_book(self, book_id: str) -> None: ...
    async def ingest(self, book_id: str, on_progress: OnProgress | None = None) -> None: ...
    async def reindex(self, book_id: str, on_progress: OnProgress | None = None) -> None: ...
    async def chapters(self, book_id: str) -> Sequence[Any]: ...
    async def characters(self, book_id: str, until: int | None = None) -> Sequence[Character]: ...
    async def character(self, book_id: str, name_or_id: str) -> Character: ...
    async def profile(self, book_id: str, character_id: str, until: int | None) -> Any: ...
    async def passage(self, book_id: str, start: int, end: int, margin: int) -> Any: ...
    def retriever(self, scope: Scope) -> Retriever: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chat: who said it ("user" or "character"), and what."""

    role: Literal["user", "character"]
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What a reply is to be made from. `memory` tells of the first of its `lines`.

    `seed` differs for each reply to the same line, so that a regenerated one is a new one. What is None
    is left to the speaker.
    """

    book_id: str
    character_id: str
    chapter: int
    lines: tuple[Line, ...]
    user_name: str = ""
    memory: Memory | None = None
    seed: int = 0
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None


class Speaker(Protocol):
    """Whoever plays the characters."""

    async def greetings(self, book_id: str, character_id: str, chapter: int) -> Sequence[str]:
        """First lines to meet them with, best first; none may tell of later chapters."""
        ...

    async def reply(self, turn: Turn, on_piece: OnPiece, on_restart: OnRestart) -> Reply:
        """Speak. `on_restart` is called when what was said so far is discarded and begun anew."""
        ...

    async def remember(self, turn: Turn, reply: Reply) -> Memory | None:
        """After a reply: a new memory of the older lines, if it is time for one. May take long."""
        ...


class OnRestart(Protocol):
    def __call__(self) -> None: ...
