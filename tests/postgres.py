"""A PostgreSQL of our own for tests marked `postgres`: Debian's binaries, a fresh cluster, loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def _binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = found[-1] if found else shutil.which("initdb")
    if initdb is None:
        pytest.skip("PostgreSQL is not installed (apt install postgresql)")
    return Path(initdb).parent


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty database, as SQLAlchemy's async URL. The server refuses to run as root: root lends it away."""
    binaries = _binaries()
    user = "postgres" if os.geteuid() == 0 else None
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="bookfolk-postgres-"))
    if user:
        shutil.chown(folder, user)

    def run(name: str, *arguments: str) -> None:
        done = subprocess.run(
            [binaries / name, *arguments], user=user, cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    data = folder / "data"
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    try:
        run("initdb", "-D", str(data), "-U", "bookfolk", "-A", "trust", "-E", "UTF8", "--locale=C")
        run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "bookfolk", "bookfolk")
            yield f"postgresql+asyncpg://bookfolk@127.0.0.1:{port}/bookfolk"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
