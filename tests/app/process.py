"""A server in a process of its own, so that it can be killed."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextlib.contextmanager
def running(*command: str, port: int, env: dict[str, str] | None = None) -> Iterator[str]:
    """Run `python *command` until it answers on `port`; its URL. On leaving it is killed with SIGKILL."""
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env)
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 60
        while True:
            assert process.poll() is None, f"the server ended with {process.returncode}"
            assert time.monotonic() < until, "the server does not answer"
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{url}/healthz", timeout=2)
                break
            time.sleep(0.1)
        yield url
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
