"""Replies under way: one at a time in a chat, told to any listeners, kept in SQL as they grow.

A turn belongs to the server and not to the request: a reader that goes away (a reload, a lost network)
leaves it running, and finds it again; only `stop` ends it early. What was said is saved about once a
second, so that a kill of the server loses at most that.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy.exc import DBAPIError

from agent.memory import Memory
from agent.reply import Reply
from app import records
from app.channel import Channel
from app.chats import Chats, Path
from app.errors import body_of
from app.ports import Line, Speaker, Turn
from app.tables import MessageRow
from app.views import message_out, passages_out
from core.errors import ConflictError, InputError
from core.stream import StreamParser
from core.transcript import Transcript
from core.types import Piece

SAVE_EVERY = 1.0


@dataclass(slots=True)
class Running:
    """A reply that is being made. `ending` is set once it only remains to be saved."""

    chat_id: str
    message_id: str
    channel: Channel = field(default_factory=Channel)
    pieces: list[Piece] = field(default_factory=list)
    parser: StreamParser = field(default_factory=StreamParser)
    saved: int = 0
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        return Transcript(tuple(self.pieces)).answer or ""

    def on_piece(self, piece: Piece) -> None:
        self.pieces.append(piece)
        for delta in self.parser.feed(piece):
            if delta.kind == "result":
                found = [p.model_dump() for p in passages_out(delta.passages)]
                self.channel.emit("result", {"text": delta.text, "passages": found})
            else:
                self.channel.emit(delta.kind, {"text": delta.text})

    def on_restart(self) -> None:
        self.pieces.clear()
        self.saved = 0
        self.parser = StreamParser()
        self.channel.emit("restart", {})


class Turns:
    """Starts, tells of and stops replies."""

    def __init__(self, chats: Chats, speaker: Speaker, *, max_chars: int) -> None:
        self._chats = chats
        self._speaker = speaker
        self._max_chars = max_chars
        self._by_chat: dict[str, Running | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def say(self, chat_id: str, content: str, parent_id: str | None) -> Channel:
        """Store the user's line, then start the reply to it.

        Raises:
            InputError: an empty line, one that is too long, or a reply to a reply that failed.
            NotFoundError: no such chat or parent. ConflictError: a reply is under way.
        """
        content = self.checked(content)
        with self._only_one(chat_id):
            path = await self._chats.path(chat_id, parent_id)
            parent = path.messages[-1].id if path.messages else None
            line = MessageRow(parent_id=parent, role="user", content=content, status="complete")
            line.chapter = path.chapter
            await self._chats.add(chat_id, [line])
            return await self._begin(await self._chats.path(chat_id, line.id), [line])

    async def again(self, message_id: str) -> Channel:
        """Another reply beside `message_id`; or, if that is the user's line, a reply to it.

        Raises:
            InputError: a greeting cannot be made again. NotFoundError. ConflictError: one is under way.
        """
        row = await self._chats.message(message_id)
        parent_id = row.id if row.role == "user" else row.parent_id
        if parent_id is None:
            raise InputError("A greeting is taken from the book.", cure="Choose another of its greetings.")
        with self._only_one(row.chat_id):
            return await self._begin(await self._chats.path(row.chat_id, parent_id), [])

    def listen(self, message_id: str) -> Channel | None:
        """The events of a reply under way, from its beginning; None if it is not under way."""
        running = (r for r in self._by_chat.values() if r and r.message_id == message_id)
        return next((r.channel for r in running), None)

    async def stop(self, chat_id: str) -> None:
        """End the chat's reply now, if one is under way; what was said is kept as partial."""
        running = self._by_chat.get(chat_id)
        if running and running.task:
            if not running.ending.is_set():
                running.task.cancel()
            await asyncio.wait([running.task])

    async def close(self) -> None:
        """Stop all."""
        await asyncio.gather(*(self.stop(chat_id) for chat_id in list(self._by_chat)))
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is being said or remembered."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def checked(self, content: str) -> str:
        """The line as stored. Raises: InputError."""
        content = content.replace("\x00", "").strip()
        if not content:
            raise InputError("The message is empty.", cure="Write something.", code="empty_message")
        if len(content) > self._max_chars:
            raise InputError(
                f"The message has {len(content):,} characters; {self._max_chars:,} are the most.",
                cure="Shorten it, or send it in parts. A whole text is better uploaded as a book.",
                code="message_too_long",
            )
        return content

    @contextlib.contextmanager
    def _only_one(self, chat_id: str) -> Iterator[None]:
        if chat_id in self._by_chat:
            raise ConflictError(
                "A reply is under way in this chat.", cure="Wait for it, or stop it.", code="chat_busy"
            )
        self._by_chat[chat_id] = None
        try:
            yield
        finally:
            if self._by_chat[chat_id] is None:
                del self._by_chat[chat_id]

    async def _begin(self, path: Path, new: list[MessageRow]) -> Channel:
        chat = path.chat
        last = path.messages[-1]
        earlier = await self._chats.children(last)
        reply = MessageRow(parent_id=last.id, role="character", status="streaming", pieces=[])
        reply.chapter, reply.warnings = path.chapter, []
        await self._chats.add(chat.id, [reply])
        running = Running(chat.id, reply.id)
        for row in new:
            siblings = path.siblings[row.id]
            running.channel.emit("message", message_out(row, siblings).model_dump(mode="json"))
        siblings = (*earlier, reply.id)
        running.channel.emit("reply", message_out(reply, siblings).model_dump(mode="json"))
        turn = Turn(
            chat.book_id,
            chat.character_id,
            path.chapter,
            tuple(_lines(path)),
            chat.user_name,
            _memory(path),
            seed=len(siblings),
        )
        self._by_chat[chat.id] = running
        running.task = asyncio.create_task(self._run(running, turn), name=f"reply {reply.id}")
        self._tasks.add(running.task)
        running.task.add_done_callback(self._tasks.discard)
        return running.channel

    async def _run(self, running: Running, turn: Turn) -> None:
        saver = asyncio.create_task(self._save_as_it_grows(running))
        try:
            spoken = await self._speaker.reply(turn, running.on_piece, running.on_restart)
        except asyncio.CancelledError:
            await self._end(saver, running, status="partial")
        except Exception as error:  # whatever it was, the reader is told and the chat is free again
            told = body_of(error)
            await self._end(saver, running, status="failed", error=told)
        else:
            await self._end(saver, running, status="complete", spoken=spoken)
            await self._remember(running.message_id, turn, spoken)

    async def _remember(self, message_id: str, turn: Turn, spoken: Reply) -> None:
        """The chat is free already; should the next line come first, it does without."""
        try:
            memory = await self._speaker.remember(turn, spoken)
            if memory:
                await self._chats.save(message_id, summary=memory.summary, summarised=memory.summarised)
        except Exception as error:  # the reply stands; the next one tries again
            body_of(error)

    async def _save_as_it_grows(self, running: Running) -> None:
        while not running.ending.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(running.ending.wait(), SAVE_EVERY)
            if len(running.pieces) != running.saved and not running.ending.is_set():
                running.saved = len(running.pieces)
                pieces = records.dump(running.pieces)
                try:
                    await self._chats.save(running.message_id, content=running.text, pieces=pieces)
                except DBAPIError as error:  # the last save tells the reader, if it fails too
                    body_of(error)

    async def _end(
        self,
        saver: asyncio.Task[None],
        running: Running,
        *,
        status: str,
        error: dict[str, str] | None = None,
        spoken: Reply | None = None,
    ) -> None:
        running.ending.set()
        await asyncio.wait([saver])
        values: dict[str, Any] = {"status": status, "error": error, "content": running.text}
        values["pieces"] = records.dump(spoken.transcript.pieces if spoken else running.pieces)
        if spoken:
            usage = asdict(spoken.transcript.usage)
            values |= {"content": spoken.text, "warnings": list(spoken.warnings), "usage": usage}
        try:
            await self._chats.save(running.message_id, **values)
            row = await self._chats.message(running.message_id)
            out = message_out(row, await self._chats.siblings(row)).model_dump(mode="json")
            if error:
                running.channel.emit("error", {"error": error, "message": out})
            else:
                running.channel.emit("done", out)
        except Exception as unsaved:
            running.channel.emit("error", {"error": body_of(unsaved)})
        finally:
            self._by_chat.pop(running.chat_id, None)
            running.channel.close()


def _memory(path: Path) -> Memory | None:
    """The latest on this branch, and on no other."""
    with_one = (m for m in reversed(path.messages) if m.summary)
    return next((Memory(m.summary or "", m.summarised) for m in with_one), None)


def _lines(path: Path) -> list[Line]:
    """What was said, without replies that never came to words."""
    return [Line(m.role, m.content) for m in path.messages if m.content]  # type: ignore[arg-type]
