"""The data folder has one master at a time: a lock that dies with its process, and the master's address."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from core.errors import ConflictError

_LOCK = "server.lock"
_ADDRESS = "server.json"


@contextlib.contextmanager
def occupied(data: Path, url: str) -> Iterator[None]:
    """Be the master of `data`, reachable at `url`, while inside.

    Raises:
        ConflictError: someone else is.
    """
    data.mkdir(parents=True, exist_ok=True)
    lock = FileLock(data / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        there = address(data)
        at = f" at {there}" if there else ""
        raise ConflictError(
            f"Another Bookfolk{at} has the data folder {data} open.",
            cure="Use that one, stop it, or choose another folder with BOOKFOLK_DATA.",
            code="data_in_use",
        ) from None
    try:
        draft = data / f"{_ADDRESS}.new"
        draft.write_text(json.dumps({"url": url, "pid": os.getpid()}))
        draft.replace(data / _ADDRESS)
        yield
    finally:
        (data / _ADDRESS).unlink(missing_ok=True)
        lock.release()


def address(data: Path) -> str | None:
    """Where the master of `data` says that it is; it may have been killed since."""
    try:
        url = json.loads((data / _ADDRESS).read_text())["url"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return str(url)
