"""Where settings come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import Settings, choose


def test_the_environment_wins_over_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(tmp_path, model="small", port=9000)
    choose(tmp_path, port=None)
    assert (Settings(data=tmp_path).model, Settings(data=tmp_path).port) == ("small", 8321)
    monkeypatch.setenv("BOOKFOLK_DATA", str(tmp_path))
    assert Settings().model == "small"
    monkeypatch.setenv("BOOKFOLK_MODEL", "big")
    assert Settings().model == "big"
    assert Settings(model="given").model == "given"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8321"),
        ("::1", "http://[::1]:8321"),
        ("0.0.0.0", "http://127.0.0.1:8321"),
    ],
)
def test_the_address_on_this_machine(tmp_path: Path, host: str, address: str) -> None:
    assert Settings(data=tmp_path, host=host, api_key="k").address == address


def test_the_database_is_in_the_data_folder_unless_named(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).url == f"sqlite+aiosqlite:///{tmp_path}/bookfolk.db"
    assert Settings(data=tmp_path, database_url="postgresql://x").url == "postgresql://x"
