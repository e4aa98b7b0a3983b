"""Messages: regenerate, stop, edit, delete, choose among siblings."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from app.channel import Channel
from app.schemas import ChatFull, MessageOut, MessagePatch
from app.state import Here, Services, stream
from app.tables import MessageRow
from app.views import chat_full, message_out

router = APIRouter(prefix="/messages", tags=["messages"])


@router.post("/{message_id}/regenerate")
async def regenerate(here: Here, message_id: str) -> StreamingResponse:
    """Another reply beside this one (of the user's line: a reply to it). SSE as for a new message."""
    return stream(await here.turns.again(message_id))


@router.get("/{message_id}/events")
async def events(here: Here, message_id: str) -> StreamingResponse:
    """The events of a reply under way from its beginning (after a reload), or at once its `done`."""
    channel = here.turns.listen(message_id)
    if channel is None:
        channel = Channel()
        channel.emit("done", (await _one(here, message_id)).model_dump(mode="json"))
        channel.close()
    return stream(channel)


@router.post("/{message_id}/stop")
async def stop(here: Here, message_id: str) -> MessageOut:
    """End the reply now; what was said is kept, marked partial. A finished one is returned as it is."""
    row = await here.chats.message(message_id)
    if here.turns.listen(message_id) is not None:
        await here.turns.stop(row.chat_id)
    return await _one(here, message_id)


@router.patch("/{message_id}")
async def edit(here: Here, message_id: str, patch: MessagePatch) -> ChatFull:
    """Say it otherwise: a new sibling, which is shown; the old branch stays. A user's line gets its reply
    by `POST /messages/{id}/regenerate`."""
    old = await here.chats.message(message_id)
    content = here.turns.checked(patch.content)
    await here.turns.stop(old.chat_id)
    new = MessageRow(parent_id=old.parent_id, role=old.role, content=content, status="complete")
    new.chapter, new.pieces, new.warnings = old.chapter, [], []
    await here.chats.add(old.chat_id, [new])
    return chat_full(await here.chats.path(old.chat_id))


@router.delete("/{message_id}")
async def delete(here: Here, message_id: str) -> ChatFull:
    """Hide a message and what follows it."""
    row = await here.chats.message(message_id)
    await here.turns.stop(row.chat_id)
    return chat_full(await here.chats.path(await here.chats.delete_message(message_id)))


@router.post("/{message_id}/select")
async def select(here: Here, message_id: str) -> ChatFull:
    """Show this message's branch."""
    return chat_full(await here.chats.path(await here.chats.show(message_id)))


async def _one(here: Services, message_id: str) -> MessageOut:
    row = await here.chats.message(message_id)
    return message_out(row, await here.chats.siblings(row))
