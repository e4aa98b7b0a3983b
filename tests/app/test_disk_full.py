"""A full disk: a clear error, what was stored before is whole, and it works again once there is room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from tests.app.conftest import Server
from tests.app.fakes import events


@pytest.fixture
def disk() -> Iterator[dict[str, int]]:
    """SQLite's own limit on pages stands for the disk; it is set on each connection as it is taken."""
    limit = {"pages": 1_000_000}

    def set_limit(connection, _record, _proxy) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count={limit['pages']}")

    event.listen(Pool, "checkout", set_limit)
    yield limit
    event.remove(Pool, "checkout", set_limit)


async def test_a_full_disk_stores_nothing_and_loses_nothing(
    disk: dict[str, int], server: Server, chat_id: str
) -> None:
    url = f"/chats/{chat_id}/messages"
    await server.http.post(url, json={"content": "before"})
    before = (await server.http.get(f"/chats/{chat_id}")).json()["messages"]
    disk["pages"] = 1
    refused = await server.http.post(url, json={"content": "x" * 7000})
    assert refused.status_code == 507
    assert refused.json()["error"]["code"] == "storage_full"
    assert "disk space" in refused.json()["error"]["cure"]
    assert (await server.http.get(f"/chats/{chat_id}")).json()["messages"] == before
    disk["pages"] = 1_000_000
    told = await events(await server.http.post(url, json={"content": "after"}))
    assert told[-1][0] == "done"
