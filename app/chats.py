"""Chats in SQL: a tree of messages each, of which one path is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from app.tables import ChatRow, MessageRow
from app.tree import Node, Tree, newest_end, path_to, siblings
from core.errors import NotFoundError
from knowledge.tables import now

Sessions = async_sessionmaker[AsyncSession]


@dataclass(frozen=True, slots=True)
class Path:
    """A chat, the shown messages from first to last, and for each its siblings (itself included)."""

    chat: ChatRow
    messages: tuple[MessageRow, ...]
    siblings: dict[str, tuple[str, ...]]

    @property
    def chapter(self) -> int:
        """Where the story stands at the end of the path."""
        return self.messages[-1].chapter if self.messages else self.chat.chapter


@dataclass(frozen=True, slots=True)
class Whole:
    """A chat with all visible messages, by id in the order of their making."""

    row: ChatRow
    messages: dict[str, MessageRow]
    tree: Tree

    @property
    def shown(self) -> list[MessageRow]:
        return [self.messages[i] for i in path_to(self.tree, self.row.leaf_id)]


class Chats:
    """The chats of this installation. Every method is one transaction."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def create(
        self, *, book_id: str, character_id: str, chapter: int, user_name: str, title: str
    ) -> str:
        chat = ChatRow(
            book_id=book_id, character_id=character_id, chapter=chapter, user_name=user_name, title=title
        )
        async with self._sessions.begin() as s:
            s.add(chat)
            await s.flush()
            return chat.id

    async def all(self) -> Sequence[ChatRow]:
        """The chats, last used first."""
        async with self._sessions() as s:
            query = select(ChatRow).where(ChatRow.deleted.is_(None)).order_by(ChatRow.updated.desc())
            return (await s.scalars(query)).all()

    async def path(self, chat_id: str, leaf_id: str | None = None) -> Path:
        """The path to `leaf_id`, by default the shown one.

        Raises:
            NotFoundError: no such chat, or no such message in it.
        """
        async with self._sessions() as s:
            chat = await _chat(s, chat_id)
            tree = await _tree(s, chat_id)
            if leaf_id is not None and leaf_id not in tree:
                raise _no_message(leaf_id)
            ids = path_to(tree, leaf_id or chat.leaf_id)
            rows = (await s.scalars(select(MessageRow).where(MessageRow.id.in_(ids)))).all()
            by_id = {row.id: row for row in rows}
            beside = {i: siblings(tree, tree[i].parent_id) for i in ids}
            return Path(chat, tuple(by_id[i] for i in ids), beside)

    async def whole(self, chat_id: str) -> Whole:
        """Raises: NotFoundError."""
        async with self._sessions() as s:
            chat, tree = await _chat(s, chat_id), await _tree(s, chat_id)
            query = select(MessageRow).where(MessageRow.chat_id == chat_id).order_by(MessageRow.position)
            rows = (await s.scalars(query)).all()
            return Whole(chat, {row.id: row for row in rows if row.id in tree}, tree)

    async def message(self, message_id: str) -> MessageRow:
        """Raises: NotFoundError."""
        async with self._sessions() as s:
            return await _message(s, message_id)

    async def siblings(self, message: MessageRow) -> tuple[str, ...]:
        async with self._sessions() as s:
            tree = await _tree(s, message.chat_id)
            return siblings(tree, message.parent_id)

    async def children(self, message: MessageRow) -> tuple[str, ...]:
        async with self._sessions() as s:
            return siblings(await _tree(s, message.chat_id), message.id)

    async def change(self, chat_id: str, **values: Any) -> None:
        """Change columns of a chat."""
        async with self._sessions.begin() as s:
            chat = await _chat(s, chat_id)
            for name, value in values.items():
                setattr(chat, name, value)

    async def add(self, chat_id: str, rows: Iterable[MessageRow], *, show: bool = True) -> None:
        """Append messages (their order is the order given); the last becomes the end of the shown path."""
        async with self._sessions.begin() as s:
            chat = await _chat(s, chat_id)
            last = await s.scalar(select(func.max(MessageRow.position)).where(MessageRow.chat_id == chat_id))
            for position, row in enumerate(rows, (last or 0) + 1):
                row.chat_id, row.position = chat_id, position
                s.add(row)
                await s.flush()
                if show:
                    chat.leaf_id = row.id
            chat.updated = now()

    async def save(self, message_id: str, **values: Any) -> None:
        """Change columns of a message."""
        async with self._sessions.begin() as s:
            await s.execute(update(MessageRow).where(MessageRow.id == message_id).values(**values))

    async def show(self, message_id: str) -> str:
        """Show the branch of a message, down to its newest end; the chat's id.

        Raises: NotFoundError.
        """
        async with self._sessions.begin() as s:
            row = await _message(s, message_id)
            tree = await _tree(s, row.chat_id)
            chat = await _chat(s, row.chat_id)
            chat.leaf_id = newest_end(tree, row.id)
            return chat.id

    async def delete_message(self, message_id: str) -> str:
        """Hide a message and all that follows it; the chat's id. A sibling, else the parent, is shown.

        Raises: NotFoundError.
        """
        async with self._sessions.begin() as s:
            row = await _message(s, message_id)
            row.deleted = now()
            await s.flush()
            chat = await _chat(s, row.chat_id)
            tree = await _tree(s, row.chat_id)
            if chat.leaf_id not in tree:
                others = siblings(tree, row.parent_id)
                chat.leaf_id = newest_end(tree, others[-1]) if others else row.parent_id
            return chat.id

    async def delete(self, chat_id: str) -> None:
        """Raises: NotFoundError."""
        await self.change(chat_id, deleted=now())

    async def mark_interrupted(self) -> int:
        """After a crash: whatever was being said is partial now. How many there were."""
        async with self._sessions.begin() as s:
            query = update(MessageRow).where(MessageRow.status == "streaming").values(status="partial")
            result = await s.execute(query.returning(MessageRow.id))
            return len(result.all())


async def _chat(s: AsyncSession, chat_id: str) -> ChatRow:
    chat = await s.get(ChatRow, chat_id)
    if chat is None or chat.deleted is not None:
        raise NotFoundError("There is no such chat.", cure="List the chats with GET /chats.")
    return chat


async def _message(s: AsyncSession, message_id: str) -> MessageRow:
    row = await s.get(MessageRow, message_id)
    if row is None or row.id not in await _tree(s, row.chat_id):
        raise _no_message(message_id)
    await _chat(s, row.chat_id)
    return row


def _no_message(message_id: str) -> NotFoundError:
    return NotFoundError(f"There is no message {message_id[:40]}.", cure="Reload the chat.")


async def _tree(s: AsyncSession, chat_id: str) -> Tree:
    """The chat's visible messages; what follows a deleted one is not visible."""
    columns = (MessageRow.id, MessageRow.parent_id, MessageRow.deleted)
    query = select(*columns).where(MessageRow.chat_id == chat_id).order_by(MessageRow.position)
    tree: Tree = {}
    for id_, parent_id, deleted in await s.execute(query):
        if deleted is None and (parent_id is None or parent_id in tree):
            tree[id_] = Node(id_, parent_id)
    return tree
