"""Books being built, in the background: progress to any listeners, taken up again after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from sqlalchemy import select, update

from app.channel import Channel
from app.chats import Sessions
from app.errors import body_of
from app.ports import Library
from app.schemas import BookOut
from app.tables import JobRow
from core.errors import IngestionError
from knowledge.tables import now
from knowledge.types import OnProgress, Progress

Kind = Literal["ingest", "reindex"]
Build = Callable[[str, OnProgress], Awaitable[None]]
MAX_ATTEMPTS = 3
UNFINISHED = ("queued", "ingesting")
# Share of a book's whole time by stage, in order; only the progress bar depends on it.
SHARES: Mapping[str, float] = {
    "read": 0.02,
    "segment": 0.03,
    "cast": 0.10,
    "quotes": 0.15,
    "entries": 0.10,
    "embed": 0.50,
    "store": 0.10,
}


def fraction(progress: Progress) -> float:
    """How much of a book is built, in [0, 1]."""
    before = 0.0
    for stage, share in SHARES.items():
        if stage == progress.stage:
            return round(before + share * min(progress.done / max(progress.total, 1), 1.0), 4)
        before += share
    return 0.0


class Ingestions:
    """One book is built at a time: each uses all cores."""

    def __init__(self, sessions: Sessions, library: Library) -> None:
        self._sessions = sessions
        self._library = library
        self._turn = asyncio.Lock()
        self._running: dict[str, tuple[Channel, asyncio.Task[None]]] = {}

    async def start(self, book_id: str, kind: Kind = "ingest") -> Channel:
        """Build a book, or its index anew, unless something of it is being built."""
        if book_id not in self._running:
            async with self._sessions.begin() as s:
                job = JobRow(kind=kind, subject=book_id, status="queued")
                s.add(job)
                await s.flush()
                job_id = job.id
            self._spawn(book_id, job_id, kind)
        return self._running[book_id][0]

    async def resume(self) -> list[str]:
        """Take up what a kill interrupted; the books. One that took the server down thrice is given up."""
        async with self._sessions.begin() as s:
            query = select(JobRow).where(JobRow.status.in_(("queued", "running")))
            jobs = (await s.scalars(query.order_by(JobRow.created))).all()
            for job in jobs:
                if job.attempts >= MAX_ATTEMPTS:
                    job.status, job.finished, job.error = "failed", now(), body_of(_given_up())
            known = {job.subject for job in jobs}
            todo = [(job.subject, job.id, job.kind) for job in jobs if job.status != "failed"]
        for book_id, job_id, kind in todo:
            if book_id not in self._running:
                self._spawn(book_id, job_id, kind)
        for book in await self._library.list_books():
            if book.status in UNFINISHED and book.id not in known:
                await self.start(book.id)
        return list(self._running)

    def listen(self, book_id: str) -> Channel | None:
        """The events of a book being built, from its beginning; None if it is not being built."""
        running = self._running.get(book_id)
        return running[0] if running else None

    async def cancel(self, book_id: str) -> None:
        """Stop building a book for good (it is being deleted)."""
        running = self._running.get(book_id)
        if running:
            running[1].cancel()
            await asyncio.wait([running[1]])
        await self._mark(JobRow.subject == book_id, status="failed", finished=now())

    async def close(self) -> None:
        """Stop all; they are taken up at the next start."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _spawn(self, book_id: str, job_id: str, kind: str) -> None:
        channel = Channel()
        build = self._library.reindex if kind == "reindex" else self._library.ingest
        task = asyncio.create_task(self._run(build, book_id, job_id, channel), name=f"{kind} {book_id}")
        self._running[book_id] = (channel, task)

    async def _run(self, build: Build, book_id: str, job_id: str, channel: Channel) -> None:
        loop = asyncio.get_running_loop()

        def tell(p: Progress) -> None:
            data = {"stage": p.stage, "done": p.done, "total": p.total, "fraction": fraction(p)}
            loop.call_soon_threadsafe(channel.emit, "progress", data)

        try:
            async with self._turn:
                await self._mark(JobRow.id == job_id, status="running", attempts=JobRow.attempts + 1)
                await build(book_id, tell)
                await self._mark(JobRow.id == job_id, status="done", finished=now())
                book = BookOut.model_validate(await self._library.get_book(book_id))
                channel.emit("done", book.model_dump())
        except asyncio.CancelledError:  # a stop is not a crash
            await self._mark(JobRow.id == job_id, attempts=JobRow.attempts - 1)
            channel.emit("error", {"error": {"code": "stopped", "message": "Stopped.", "cure": ""}})
        except Exception as error:  # whatever it was, the listeners are told and the next book has its turn
            told = body_of(error)
            await self._mark(JobRow.id == job_id, status="failed", finished=now(), error=told)
            channel.emit("error", {"error": told})
        finally:
            self._running.pop(book_id, None)
            channel.close()

    async def _mark(self, which: object, **values: object) -> None:
        async with self._sessions.begin() as s:
            await s.execute(update(JobRow).where(which).values(**values))  # type: ignore[arg-type]


def _given_up() -> IngestionError:
    return IngestionError(
        "The server went down three times while it built this book.",
        cure="Delete the book, check memory and disk space, and upload it again.",
        code="ingestion_gave_up",
    )
