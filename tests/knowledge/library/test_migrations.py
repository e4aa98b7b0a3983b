"""The migrations make exactly the tables that the code declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

import app.tables
import knowledge.tables
from knowledge.library_database import open_engine, upgrade


async def test_tables_are_as_declared(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'x.db'}")
    await upgrade(engine)
    await upgrade(engine)  # a second time it has nothing to do
    metadata: Any = [knowledge.tables.Base.metadata, app.tables.Base.metadata]

    def differences(connection: Connection) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"
        assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar() == 1
    await engine.dispose()
