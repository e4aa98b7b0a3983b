"""Many cases: bounded, cached, in an order that a server's prefix cache likes; results as they come."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import BookfolkError
from core.types import Retriever
from judge.case import Case
from judge.ledger import Ledger, Row, verdict_key, verdict_row
from judge.modes import Decides

RetrieverOf = Callable[[Case], Retriever]


@dataclass(frozen=True, slots=True)
class Item:
    """The outcome for the case at `index`: a row, or the error that hit it alone."""

    index: int
    row: Row | None
    error: BookfolkError | None = None
    cached: bool = False


async def judge_all(
    judge: Decides,
    cases: Sequence[Case],
    retriever_of: RetrieverOf,
    *,
    ledger: Ledger,
    configuration: dict[str, Any],
    concurrency: int = 2,
) -> AsyncIterator[Item]:
    """An item for every case, cached ones first, the others as they are done.

    Equal questions are asked once. Cases are taken in the order of their shared beginnings (character,
    persona, dialogue). One case's error does not end the others; closing the iterator ends them all.
    """
    waiting: dict[str, list[int]] = {}
    for index, case in enumerate(cases):
        key = verdict_key(case, configuration)
        if (row := ledger.get(key)) is not None:
            yield Item(index, row | {"id": case.id}, cached=True)
        else:
            waiting.setdefault(key, []).append(index)
    keys = sorted(waiting, key=lambda k: _beginning(cases[waiting[k][0]]))
    todo = iter(keys)
    done: asyncio.Queue[tuple[str, Row | BookfolkError]] = asyncio.Queue()

    async def work() -> None:
        for key in todo:
            case = cases[waiting[key][0]]
            try:
                verdict = await judge.verdict(case, retriever_of(case))
            except BookfolkError as error:
                await done.put((key, error))
                continue
            row = verdict_row(verdict, key, configuration)
            ledger.put(row)
            await done.put((key, row))

    workers = [asyncio.create_task(work()) for _ in range(min(concurrency, len(keys)))]
    try:
        for _ in keys:
            key, found = await _next(done, workers)
            for n, index in enumerate(waiting[key]):
                if isinstance(found, BookfolkError):
                    yield Item(index, None, found)
                else:
                    yield Item(index, found | {"id": cases[index].id}, cached=n > 0)
    finally:
        for worker in workers:
            worker.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*workers, return_exceptions=True)


async def _next(
    done: asyncio.Queue[tuple[str, Row | BookfolkError]], workers: Sequence[asyncio.Task[None]]
) -> tuple[str, Row | BookfolkError]:
    """The next result; a worker's unforeseen error is raised, for it would never come."""
    getting = asyncio.create_task(done.get())
    while not getting.done():
        alive = [w for w in workers if not w.done()]
        await asyncio.wait([getting, *alive], return_when=asyncio.FIRST_COMPLETED)
        for worker in workers:
            if worker.done() and not worker.cancelled() and (error := worker.exception()):
                getting.cancel()
                raise error
    return getting.result()


def _beginning(case: Case) -> tuple[str, ...]:
    return (case.language, case.character, case.persona, *(f"{t.speaker}: {t.text}" for t in case.dialogue))
