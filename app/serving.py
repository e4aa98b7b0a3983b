"""Listening: the server for people, and a private one for a command that finds none running."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import uvicorn

from app.factory import create_app
from app.settings import Settings
from core.errors import ConflictError, InputError

# An open event stream would otherwise keep a server that was asked to end alive until its reader leaves.
_GRACE_SECONDS = 3


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until interrupted. `on_ready` is called with the address once requests are answered.

    Raises:
        BookfolkError: it could not start.
    """
    sock, settings = _bound(settings)
    with contextlib.closing(sock):
        asyncio.run(_live(_Server(settings, on_ready), settings, sock))


@contextlib.contextmanager
def private(settings: Settings) -> Iterator[str]:
    """A server without a page, on a free loopback port, in a thread of this process; its address.

    Raises:
        BookfolkError: it could not start.
    """
    sock, own = _bound(settings.model_copy(update={"host": "127.0.0.1", "port": 0, "ui": False}))
    started: Future[str] = Future()
    server = _Server(own, started.set_result)

    def run() -> None:
        try:
            asyncio.run(_live(server, own, sock))
        except BaseException as error:  # told to the thread that waits
            if started.done():
                raise
            started.set_exception(error)

    thread = threading.Thread(target=run, name="bookfolk server")
    thread.start()
    try:
        yield started.result()
    finally:
        server.should_exit = True
        thread.join()
        sock.close()


async def _live(server: _Server, settings: Settings, sock: socket.socket) -> None:
    """The life of a server. The app's own life is around uvicorn's, so that an error of its start is ours
    to tell, and not a traceback in the log."""
    async with server.app.router.lifespan_context(server.app):
        await server.serve([sock])


class _Server(uvicorn.Server):
    """uvicorn, that says when it is ready, and ends on a signal without raising it again."""

    def __init__(self, settings: Settings, on_ready: Callable[[str], None]) -> None:
        self.app = create_app(settings)
        grace = _GRACE_SECONDS
        super().__init__(
            uvicorn.Config(self.app, log_level="warning", lifespan="off", timeout_graceful_shutdown=grace)
        )
        self._ready, self._address = on_ready, settings.address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready(self._address)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {s: signal.signal(s, self.handle_exit) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _bound(settings: Settings) -> tuple[socket.socket, Settings]:
    """A socket on the host and port of `settings`, and the settings with the port it got.

    Raises:
        ConflictError: the port is taken. InputError: the host is not ours.
    """
    sock = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((settings.host, settings.port))
    except OSError as error:
        sock.close()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            cure = "Use BOOKFOLK_HOST=127.0.0.1."
            raise InputError(f"This machine has no address {settings.host}.", cure=cure) from error
        raise ConflictError(
            f"Port {settings.port} of {settings.host} cannot be used ({error.strerror}).",
            cure="Stop what listens there, or choose another with --port or BOOKFOLK_PORT.",
            code="port_in_use",
        ) from error
    return sock, settings.model_copy(update={"port": sock.getsockname()[1]})
