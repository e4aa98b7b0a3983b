"""What Alembic runs. From code it is handed a connection; from the command line it opens its own."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

import app.tables
import knowledge.tables

METADATA = [knowledge.tables.Base.metadata, app.tables.Base.metadata]


def _run(connection: Connection) -> None:
    # Batch mode: SQLite cannot alter a table in place.
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


async def _open_and_run() -> None:
    url = (
        context.config.get_main_option("sqlalchemy.url") or context.get_x_argument(as_dictionary=True)["url"]
    )
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


if context.is_offline_mode():
    context.configure(dialect_name="sqlite", target_metadata=METADATA, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()
elif given := context.config.attributes.get("connection"):
    _run(given)
else:
    asyncio.run(_open_and_run())
