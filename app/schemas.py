"""The JSON of the HTTP API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Chapter = Annotated[int, Field(ge=1, description="chapters count from 1")]


class _Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class BookOut(_Out):
    id: str
    title: str
    author: str
    language: str
    status: str
    words: int
    chapters: int
    characters: int
    quotes: int
    error: str | None = None


class ChapterOut(_Out):
    index: int
    title: str


class CharacterOut(_Out):
    id: str
    name: str
    aliases: list[str]
    prominence: float
    quotes: int
    mentions: int
    description: str = ""


class PassageOut(_Out):
    id: str
    text: str
    chapter: int
    start: int
    end: int
    score: float = 0.0
    note: str = ""


class Cited(_Out):
    """A statement and where the book says it."""

    dimension: str = ""
    text: str
    chapter: int
    start: int
    end: int


class RelationOut(_Out):
    """Someone whom the book calls their `kind` ("" where it only shows them talking)."""

    character_id: str
    name: str
    kind: str
    text: str
    start: int
    end: int


class ProfileOut(CharacterOut):
    citations: list[Cited]
    quoted: list[Cited] = Field(description="characteristic utterances")
    relations: list[RelationOut]
    feelings: list[Cited]
    goals: list[Cited]
    greeting: str
    greetings: list[str]


class PlaceOut(_Out):
    """A passage with the text around it."""

    chapter: int
    chapter_title: str
    before: str
    text: str
    after: str


class Step(_Out):
    type: Literal["think", "search", "result", "answer"]
    text: str
    passages: list[PassageOut] = []


class UsageOut(_Out):
    """Tokens of a reply as the endpoint counted them, and its own times in milliseconds (0: unknown)."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    prompt_ms: float = 0.0
    decode_ms: float = 0.0
    requests: int = 0


class MessageOut(_Out):
    id: str
    chat_id: str
    parent_id: str | None
    role: Literal["user", "character"]
    content: str
    status: Literal["complete", "partial", "streaming", "failed"]
    chapter: int
    siblings: list[str]
    steps: list[Step] = []
    evidence: list[PassageOut] = []
    warnings: list[str] = []
    usage: UsageOut | None = None
    error: dict[str, Any] | None = None
    created: datetime


class ChatOut(_Out):
    id: str
    book_id: str
    character_id: str
    chapter: int
    user_name: str
    title: str
    created: datetime
    updated: datetime


class ChatFull(ChatOut):
    messages: list[MessageOut]


class SearchIn(BaseModel):
    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
    knower: str | None = None
    until: Chapter | None = None
    k: int = Field(default=3, ge=1, le=50)


class ChatIn(BaseModel):
    book_id: str
    character_id: str = Field(description="an id, a name or an alias")
    chapter: Chapter
    user_name: Name = ""


class ChatPatch(BaseModel):
    chapter: Chapter | None = None
    title: Name | None = None


class MessageIn(BaseModel):
    content: str
    parent_id: str | None = Field(default=None, description="default: the end of the active path")


class MessagePatch(BaseModel):
    content: str
