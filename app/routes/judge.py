"""The judge: two or more replies in, a verdict out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from app.channel import Channel
from app.errors import body_of
from app.judge_schemas import BatchIn, BatchItem, BatchOut, JudgeIn, JudgementOut
from app.routes.books import checked_chapter
from app.state import Here, Services
from core.errors import BookfolkError
from core.types import Piece

router = APIRouter(tags=["judge"])
T = TypeVar("T")
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "description": "or events"}
}


@router.post("/judge", response_model=JudgementOut, responses=_EVENTS)
@router.post("/v1/judge", response_model=JudgementOut, responses=_EVENTS)
async def judge(here: Here, request: Request, asked: JudgeIn) -> JudgementOut | StreamingResponse:
    """Which reply is the better, and why. Asked again, it is answered from the ledger.

    With `stream` the answer is events: `piece` {duel, first, text, sampled} as the judge thinks and reads,
    then `done` (the judgement) or `error`. Going away cancels the judgement.
    """
    if not asked.stream:
        return await _unless_gone(request, _judge(here, asked))
    channel = Channel()

    def tell(duel: str, first: str, piece: Piece) -> None:
        told = {"duel": duel, "first": first, "text": piece.text, "sampled": piece.sampled}
        channel.emit("piece", told)

    async def work() -> None:
        channel.emit("done", (await _judge(here, asked, tell)).model_dump(mode="json"))

    return _events(channel, work())


@router.post("/judge/batch", response_model=BatchOut, responses=_EVENTS)
async def batch(here: Here, request: Request, asked: BatchIn) -> BatchOut | StreamingResponse:
    """Up to 64 judgements, in the order asked, each with its own status; one's error does not end the others.

    With `stream` the answer is events: `item` (as each is done, with its index), then `done`.
    """
    channel = Channel()
    done: list[BatchItem] = [BatchItem(index=n, status="failed") for n in range(len(asked.items))]

    async def one(index: int, item: JudgeIn) -> None:
        try:
            found = await _judge(here, item)
            done[index] = BatchItem(index=index, status=found.status, judgement=found)
        except BookfolkError as error:
            done[index] = BatchItem(index=index, status="failed", error=dict(body_of(error)))
        channel.emit("item", done[index].model_dump(mode="json"))

    async def work() -> BatchOut:
        async with asyncio.TaskGroup() as group:
            for index, item in enumerate(asked.items):
                group.create_task(one(index, item))
        channel.emit("done", {"items": len(done)})
        return BatchOut(items=done)

    if not asked.stream:
        return await _unless_gone(request, work())
    return _events(channel, work())


async def _judge(here: Services, asked: JudgeIn, tell: Any = None) -> JudgementOut:
    if asked.context.book_id is not None:
        await checked_chapter(here, asked.context.book_id, asked.context.chapter)
    return await here.judging.judge(asked, tell)


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, which is cancelled if the caller goes away."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait([task], timeout=1.0))[0]:
            if await request.is_disconnected():
                break
        if not task.done():
            task.cancel()
        return await task
    finally:
        task.cancel()


def _events(channel: Channel, work: Coroutine[Any, Any, Any]) -> StreamingResponse:
    """The channel's events while `work` goes on; it ends with the last listener."""

    async def finish() -> None:
        try:
            await work
        except BookfolkError as error:
            channel.emit("error", {"error": dict(body_of(error))})
        finally:
            channel.close()

    async def body() -> AsyncIterator[str]:
        task = asyncio.ensure_future(finish())
        try:
            async for chunk in channel.sse():
                yield chunk
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    return StreamingResponse(body(), media_type="text/event-stream", headers={"Cache-Control": "no-cache"})
