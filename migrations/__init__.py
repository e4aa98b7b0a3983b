"""Alembic revisions of both owners' tables (`knowledge` and `app`), and how to run them from code."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

_HERE = Path(__file__).parent


def config(url: str = "") -> Config:
    """An Alembic configuration that needs no file."""
    made = Config()
    made.set_main_option("script_location", str(_HERE))
    made.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return made


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to the newest revision; does nothing when it is there. One process at a time."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    made = config()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20260112)")
    here = MigrationContext.configure(connection).get_current_heads()
    if set(here) == set(ScriptDirectory.from_config(made).get_heads()):
        return
    made.attributes["connection"] = connection
    command.upgrade(made, "heads")
