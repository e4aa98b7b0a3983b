"""Rows and domain objects as the JSON of the API. Steps and evidence are derived from the transcript."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from app import records
from app.chats import Path
from app.schemas import (
    CharacterOut,
    ChatFull,
    ChatOut,
    Cited,
    MessageOut,
    PassageOut,
    ProfileOut,
    RelationOut,
    Step,
)
from app.tables import ChatRow, MessageRow
from core.transcript import Segment, Transcript
from core.types import Passage


def passages_out(passages: Sequence[Passage]) -> list[PassageOut]:
    return [PassageOut.model_validate(p) for p in passages]


def profile_out(found: Any, greetings: Sequence[str]) -> ProfileOut:
    """A `Profile`: the character as the book has shown them by its chapter."""
    about = CharacterOut.model_validate(found.character).model_dump(exclude={"description"})
    return ProfileOut(
        **about,
        description=found.description,
        citations=_cited(found.citations),
        quoted=_cited(found.quotes),
        feelings=_cited(found.feelings),
        goals=_cited(found.goals),
        relations=[RelationOut.model_validate(r) for r in found.relations],
        greeting=greetings[0] if greetings else "",
        greetings=list(greetings),
    )


def _cited(some: Sequence[Any]) -> list[Cited]:
    return [Cited.model_validate(c) for c in some]


def message_out(row: MessageRow, siblings: Sequence[str]) -> MessageOut:
    """A message with what was thought, searched and found for it."""
    said = Transcript(records.load(row.pieces))
    steps = [
        Step(
            type=s.kind, text=s.text.strip(), passages=passages_out(s.passages if s.kind == "result" else ())
        )
        for s in said.segments
    ]
    return MessageOut.model_validate(
        {
            "id": row.id,
            "chat_id": row.chat_id,
            "parent_id": row.parent_id,
            "role": row.role,
            "content": row.content,
            "status": row.status,
            "chapter": row.chapter,
            "siblings": list(siblings),
            "steps": steps,
            "evidence": passages_out(said.passages),
            "warnings": row.warnings,
            "usage": row.usage,
            "error": row.error,
            "created": row.created.replace(tzinfo=row.created.tzinfo or UTC),
        }
    )


def _step(s: Segment) -> Step:
    found = s.passages if s.kind == "result" else ()
    return Step(type=s.kind, text=s.text.strip(), passages=passages_out(found))


def chat_out(row: ChatRow) -> ChatOut:
    out = ChatOut.model_validate(row)
    out.created = out.created.replace(tzinfo=out.created.tzinfo or UTC)
    out.updated = out.updated.replace(tzinfo=out.updated.tzinfo or UTC)
    return out


def chat_full(path: Path) -> ChatFull:
    """A chat with its shown path; its chapter is where the path stands."""
    messages = [message_out(m, path.siblings[m.id]) for m in path.messages]
    head = chat_out(path.chat).model_dump() | {"chapter": path.chapter}
    return ChatFull(**head, messages=messages)
