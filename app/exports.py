"""Chats as files: Markdown to read, SillyTavern's JSONL to go on elsewhere, traces to train on.

SillyTavern's form as its source reads it: a header line, then a line a message, siblings as swipes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from app.chats import Whole
from app.tables import MessageRow
from app.tree import path_to, siblings

Form = Literal["markdown", "sillytavern", "traces"]


def markdown(chat: Whole) -> str:
    """The shown path."""
    you = chat.row.user_name or "You"
    lines = [f"# {chat.row.title}"]
    chapter = 0
    for m in chat.shown:
        if m.chapter != chapter:
            chapter = m.chapter
            lines.append(f"*Chapter {chapter}*")
        name = you if m.role == "user" else chat.row.title
        lines.append(f"**{name}:** {m.content}" + ("" if m.status == "complete" else f" *({m.status})*"))
    return "\n\n".join(lines) + "\n"


def sillytavern(chat: Whole) -> str:
    """The shown path, each message with its siblings as swipes."""
    you = chat.row.user_name or "You"
    head = {"user_name": you, "character_name": chat.row.title}
    head["create_date"] = chat.row.created.isoformat()
    rows: list[dict[str, Any]] = [head | {"chat_metadata": {}}]
    for m in chat.shown:
        beside = siblings(chat.tree, m.parent_id)
        user = m.role == "user"
        row = {"name": you if user else chat.row.title, "is_user": user, "is_system": False}
        row |= {"send_date": m.created.isoformat(), "mes": m.content, "extra": {}}
        if not user:
            row |= {"swipes": [chat.messages[i].content for i in beside], "swipe_id": beside.index(m.id)}
        rows.append(row)
    return _jsonl(iter(rows))


def traces(chat: Whole) -> str:
    """Every reply of every branch, with what came before it and its transcript as said.

    `shown` tells which of the replies to one line was kept: siblings are preferences.
    """
    return _jsonl(_trace(chat, m) for m in chat.messages.values() if m.role == "character" and m.pieces)


def _trace(chat: Whole, reply: MessageRow) -> dict[str, Any]:
    before = [chat.messages[i] for i in path_to(chat.tree, reply.parent_id)]
    return {
        "message_id": reply.id,
        "parent_id": reply.parent_id,
        "book_id": chat.row.book_id,
        "character_id": chat.row.character_id,
        "user_name": chat.row.user_name,
        "chapter": reply.chapter,
        "history": [{"role": m.role, "content": m.content} for m in before if m.content],
        "pieces": reply.pieces,
        "content": reply.content,
        "status": reply.status,
        "shown": any(m.id == reply.id for m in chat.shown),
    }


def _jsonl(rows: Iterator[Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


FORMS: Mapping[Form, tuple[Callable[[Whole], str], str, str]] = {
    "markdown": (markdown, "text/markdown", "md"),
    "sillytavern": (sillytavern, "application/jsonl", "jsonl"),
    "traces": (traces, "application/jsonl", "jsonl"),
}
