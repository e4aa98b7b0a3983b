"""A tiny HTTP endpoint that misbehaves on demand: what a model server may send over the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True, slots=True)
class Act:
    """One answer: status, body and its type; `pause` in seconds before each chunk; `cut` hangs up."""

    chunks: Sequence[str] = ()
    status: int = 200
    kind: str = "text/event-stream"
    headers: Sequence[tuple[str, str]] = ()
    pause: float = 0.0
    cut: bool = False


def event(text: str = "", finish: str | None = None, **more: Any) -> str:
    """One server-sent chunk of a chat completion."""
    choice = {"index": 0, "delta": {"content": text} if text else {}, "finish_reason": finish}
    choice |= {k: v for k, v in more.items() if k in ("stop_reason",)}
    rest = {k: v for k, v in more.items() if k not in ("stop_reason",)}
    return f"data: {json.dumps({'id': 'x', 'choices': [choice], **rest})}\n\n"


def said(*texts: str, finish: str = "stop", **more: Any) -> Act:
    """A well-behaved stream of `texts`."""
    return Act([*(event(t) for t in texts), event(finish=finish, **more), "data: [DONE]\n\n"])


def refused(status: int, error: dict[str, Any], headers: Sequence[tuple[str, str]] = ()) -> Act:
    return Act([json.dumps({"error": error})], status, "application/json", headers)


@dataclass
class StubEndpoint:
    """Plays `acts` one after another, one a chat request, and records the bodies it was sent."""

    acts: list[Act]
    owner: str = "stub"
    bodies: list[dict[str, Any]] = field(default_factory=list)
    listings: int = 0
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""
    _server: asyncio.Server | None = None

    async def __aenter__(self) -> StubEndpoint:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = next(
                (int(x.split(":")[1]) for x in head.split("\r\n") if x.startswith("content-length")), 0
            )
            body = await reader.readexactly(length)
            if head.startswith("get"):
                self.listings += 1
                models = {"data": [{"id": "m", "owned_by": self.owner, "max_model_len": 4096}]}
                act = Act([json.dumps(models)], kind="application/json")
            else:
                self.bodies.append(json.loads(body))
                act = self.acts.pop(0)
            await self._play(act, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up.set()
        finally:
            writer.close()

    async def _play(self, act: Act, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {act.status} X", f"content-type: {act.kind}", "connection: close"]
        lines += ["transfer-encoding: chunked"] + [f"{k}: {v}" for k, v in act.headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        for chunk in act.chunks:
            if act.pause:
                gone = asyncio.create_task(reader.read(1))
                await asyncio.wait([gone], timeout=act.pause)
                if gone.done():
                    self.hung_up.set()
                    return
                gone.cancel()
            data = chunk.encode()
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            await writer.drain()
        if not act.cut:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
