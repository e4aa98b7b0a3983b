"""Chats: begin one, list, read, move in the story, delete."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from app.exports import FORMS, Form
from app.routes.books import checked_chapter
from app.schemas import ChatFull, ChatIn, ChatOut, ChatPatch, MessageIn
from app.state import Here, Services, stream
from app.tables import MessageRow
from app.views import chat_full, chat_out
from core.errors import InputError

router = APIRouter(prefix="/chats", tags=["chats"])


@router.get("")
async def list_chats(here: Here) -> list[ChatOut]:
    return [chat_out(c) for c in await here.chats.all()]


@router.post("", status_code=201)
async def begin(here: Here, new: ChatIn) -> ChatFull:
    """Meet a character at a chapter. Their greetings are siblings; the first is shown."""
    await checked_chapter(here, new.book_id, new.chapter)
    who = await here.library.character(new.book_id, new.character_id)
    greetings = await here.speaker.greetings(new.book_id, who.id, new.chapter)
    chat_id = await here.chats.create(
        book_id=new.book_id,
        character_id=who.id,
        chapter=new.chapter,
        user_name=_named(new.user_name),
        title=who.name,
    )
    await _greet(here, chat_id, greetings, new.chapter)
    return chat_full(await here.chats.path(chat_id))


@router.get("/{chat_id}")
async def get_chat(here: Here, chat_id: str) -> ChatFull:
    return chat_full(await here.chats.path(chat_id))


@router.get("/{chat_id}/export")
async def export(here: Here, chat_id: str, form: Form = "markdown") -> Response:
    """The chat as a file: `markdown`, `sillytavern` (JSONL), or `traces` (JSONL to train on)."""
    make, kind, ending = FORMS[form]
    headers = {"Content-Disposition": f'attachment; filename="chat-{chat_id[:8]}.{ending}"'}
    return Response(
        make(await here.chats.whole(chat_id)), media_type=f"{kind}; charset=utf-8", headers=headers
    )


@router.patch("/{chat_id}")
async def change(here: Here, chat_id: str, patch: ChatPatch) -> ChatFull:
    """Rename, or go to another chapter: from the end of the shown path on. A mere greeting is made anew."""
    path = await here.chats.path(chat_id)
    if patch.title is not None:
        await here.chats.change(chat_id, title=patch.title)
    if patch.chapter is not None and patch.chapter != path.chapter:
        chapter = await checked_chapter(here, path.chat.book_id, patch.chapter)
        if any(m.role == "user" for m in path.messages):
            await here.chats.save(path.messages[-1].id, chapter=chapter)
        else:
            greetings = await here.speaker.greetings(path.chat.book_id, path.chat.character_id, chapter)
            for old in path.siblings[path.messages[0].id] if path.messages else ():
                await here.chats.delete_message(old)
            await here.chats.change(chat_id, chapter=chapter)
            await _greet(here, chat_id, greetings, chapter)
    return chat_full(await here.chats.path(chat_id))


@router.delete("/{chat_id}", status_code=204)
async def delete(here: Here, chat_id: str) -> None:
    await here.turns.stop(chat_id)
    await here.chats.delete(chat_id)


@router.post("/{chat_id}/messages")
async def say(here: Here, chat_id: str, message: MessageIn) -> StreamingResponse:
    """Say something. SSE: `message`, `reply`, then `think`, `search`, `result`, `answer` deltas (`restart`
    discards those so far), and at the end `done` with the reply, or `error`."""
    return stream(await here.turns.say(chat_id, message.content, message.parent_id))


async def _greet(here: Services, chat_id: str, greetings: Sequence[str], chapter: int) -> None:
    rows = [
        MessageRow(role="character", content=text, status="complete", chapter=chapter, pieces=[], warnings=[])
        for text in greetings
    ]
    await here.chats.add(chat_id, rows)
    if rows:
        await here.chats.show(rows[0].id)


def _named(name: str) -> str:
    """A name that fits on one line of a prompt."""
    if any(c in name for c in "\r\n\x00<>"):
        raise InputError("The name cannot hold line breaks or angle brackets.", cure="Choose a plain name.")
    return name
