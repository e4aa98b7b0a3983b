"""A process beside ours for work that holds the interpreter, so that chats go on while a book is read."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from core.errors import IngestionError

P = ParamSpec("P")
T = TypeVar("T")


class Workshop:
    """Runs pure, picklable functions in worker processes, which are started at the first call.

    Args:
        workers: processes at most; further calls wait.
    """

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`; its exceptions come through.

        Raises:
            IngestionError: the worker process died (usually for want of memory).
        """
        if self._pool is None:
            fresh = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=fresh, initializer=_die_with_parent)
        try:
            return await asyncio.wrap_future(self._pool.submit(work, *args, **kwargs))
        except BrokenProcessPool as error:
            self._pool = None
            raise IngestionError(
                "The process that reads books was killed, most likely for want of memory.",
                cure="Free some memory, then start the book again; it goes on where it stopped.",
                code="worker_died",
                retryable=True,
            ) from error

    def close(self) -> None:
        """End the workers, in the middle of their work if need be."""
        pool, self._pool = self._pool, None
        if pool:
            running = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            for process in running:
                process.join()


def _die_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="watch parent").start()
