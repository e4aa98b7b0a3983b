"""What app keeps in SQL: chats as trees of messages, and jobs. Ids cannot be guessed."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from knowledge.tables import Base as KnownBase
from knowledge.tables import now


def new_id() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


class Base(DeclarativeBase):
    """Tables of app: metadata of their own, named and typed as knowledge's."""

    metadata = MetaData(naming_convention=KnownBase.metadata.naming_convention)
    type_annotation_map: ClassVar[dict[Any, Any]] = KnownBase.type_annotation_map


class ChatRow(Base):
    """A conversation with one character. `leaf_id` is the end of the path that is shown.

    `book_id` is not a foreign key: a book can be deleted and uploaded again (same content, same id).
    """

    __tablename__ = "chats"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    book_id: Mapped[str] = mapped_column(String(80), index=True)
    character_id: Mapped[str] = mapped_column(String(200))
    chapter: Mapped[int]
    user_name: Mapped[str] = mapped_column(String(200), default="")
    title: Mapped[str] = mapped_column(String(200), default="")
    leaf_id: Mapped[str | None] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
    deleted: Mapped[datetime | None]


class MessageRow(Base):
    """One message of the tree. What the conversation learnt hangs here, so that no branch leaks it.

    `pieces` is the transcript as said (see `app.records`); steps and evidence are derived from it.
    `chapter` is where the story stands after this message; `summary` tells of the path's first
    `summarised` lines.
    `position` counts up within the chat: siblings are shown in its order.
    """

    __tablename__ = "messages"
    __table_args__ = (Index("uq_messages_chat_position", "chat_id", "position", unique=True),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    chat_id: Mapped[str] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("messages.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    role: Mapped[str] = mapped_column(String(16))
    content: Mapped[str] = mapped_column(Text, default="")
    status: Mapped[str] = mapped_column(String(16), index=True)
    chapter: Mapped[int]
    pieces: Mapped[list[Any]] = mapped_column(default=list)
    summary: Mapped[str | None] = mapped_column(Text)
    summarised: Mapped[int] = mapped_column(default=0)
    usage: Mapped[dict[str, Any] | None]  # core.types.Usage
    error: Mapped[dict[str, Any] | None]
    warnings: Mapped[list[Any]] = mapped_column(default=list)
    created: Mapped[datetime] = mapped_column(default=now)
    deleted: Mapped[datetime | None]


class JobRow(Base):
    """Work that outlives a request and is taken up again after a restart."""

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    kind: Mapped[str] = mapped_column(String(32))
    subject: Mapped[str] = mapped_column(String(80), index=True)
    status: Mapped[str] = mapped_column(String(16), index=True)  # queued | running | done | failed
    attempts: Mapped[int] = mapped_column(default=0)
    error: Mapped[dict[str, Any] | None]
    created: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]
