"""The SQL engine: SQLite in WAL mode by default, PostgreSQL by URL."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from core.errors import IngestionError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


def open_engine(url: str) -> AsyncEngine:
    """An async engine for `url`; a URL that names no driver gets the async one.

    On SQLite readers do not wait for the writer (WAL), a writer waits 10 s for another, and foreign
    keys hold. A commit survives the process being killed; the last ones before a power cut may not.
    """
    name, sep, rest = url.partition("://")
    engine = create_async_engine(f"{_DRIVERS.get(name, name)}{sep}{rest}")
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _pragmas)
    return engine


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def without_password(url: str) -> str:
    """`url` for a log or an error."""
    return re.sub(r"://([^:/@]+):[^@]*@", r"://\1:***@", url)


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the tables of knowledge and app up to date (Alembic).

    Raises:
        IngestionError: the database cannot be reached or written.
    """
    from migrations import migrate  # Alembic takes a third of a second: not for those who only read types

    try:
        await migrate(engine)
    except (SQLAlchemyError, OSError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise IngestionError(
            f"The database at {without_password(str(engine.url))} cannot be used ({why}).",
            cure="Check that it is up, that the URL is right, and that its disk is not full or read-only.",
            code="database",
        ) from error
