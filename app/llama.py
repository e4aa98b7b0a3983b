"""The embedded model server: llama.cpp in a child process, behind an OpenAI-compatible loopback URL."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

import httpx2

from core.errors import ModelError

_WORKER = Path(__file__).with_name("llama_worker.py")
_MAGIC = b"GGUF"
# What llama.cpp writes when memory is short, and when a file is no model (lower case).
_SHORT = (
    "failed to allocate",
    "unable to allocate",
    "out of memory",
    "bad_alloc",
    "insufficient memory",
)
_CORRUPT = (
    "corrupted or incomplete",
    "invalid magic",
    "failed to read",
    "error loading model",
    "gguf_init",
    "ggml_assert",
)


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """How the embedded server runs.

    Attributes:
        model: the GGUF file.
        slots: replies made at once; more wait.
        context: tokens of prompt and reply together, in each slot.
        threads: 0 for one a core.
        batch, ubatch: tokens of a prompt that are taken at once, logically and physically.
        cache_reuse: shortest stretch of tokens that is shifted and reused when a prompt's middle changed;
            0 reuses common beginnings only.
        cache_mb: memory for the states of conversations that have lost their slot.
        similarity: share of a prompt that a slot must already hold to be preferred over the longest idle.
        lora: adapter files and their scales.
        verbosity: of llama.cpp's log: 1 errors … 3 every request.
    """

    model: Path
    slots: int = 4
    context: int = 6144
    threads: int = 0
    batch: int = 2048
    ubatch: int = 512
    cache_reuse: int = 0
    cache_mb: int = 512
    similarity: float = 0.1
    lora: tuple[tuple[Path, float], ...] = ()
    port: int = 0
    verbosity: int = 1


@dataclass(slots=True)
class EmbeddedServer:
    """Starts at `start()`, ends at `stop()` or with our process; started again if it has died."""

    options: LlamaOptions
    start_timeout: float = 180.0
    _process: subprocess.Popen[str] | None = None
    _url: str = ""
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def base_url(self) -> str:
        """The OpenAI base URL of the running server, else an empty string."""
        return f"{self._url}/v1" if self._url and self.running else ""

    @property
    def running(self) -> bool:
        """Whether the process lives (not whether it answers: see `healthy`)."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def start(self) -> str:
        """Start it unless it runs; the base URL.

        A caller that is cancelled while the model loads leaves the loading to the others who wait.

        Raises:
            ModelError: code model_missing, model_corrupt, model_out_of_memory, adapter_unusable or
                model_crashed.
        """
        return self.base_url or await asyncio.shield(self._start())

    async def healthy(self) -> bool:
        """Whether it answers."""
        if not self.base_url:
            return False
        try:
            async with httpx2.AsyncClient(timeout=5) as client:
                return (await client.get(f"{self._url}/health")).status_code == 200
        except httpx2.HTTPError:
            return False

    async def stop(self) -> None:
        """End it; does nothing if it does not run."""
        process, self._process, self._url = self._process, None, ""
        if process is not None:
            await asyncio.to_thread(_end, process)

    async def _start(self) -> str:
        async with self._starting:
            if not self.base_url:
                check_gguf(self.options.model)
                for path, _ in self.options.lora:
                    check_gguf(path)
                await self.stop()
                await asyncio.to_thread(self._launch)
            return self.base_url

    def _launch(self) -> None:
        with tempfile.TemporaryFile() as log:
            process = self._process = subprocess.Popen(
                [sys.executable, str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=_environment(),
            )
            answer = _first_line(process, _as_json(self.options), self.start_timeout)
            if "url" not in answer:
                raise _diagnosis(self.options.model, _end(process), _tail(log))
        self._url = answer["url"]


def check_gguf(path: Path) -> None:
    """Refuse what cannot be a model file, before a process is started for it.

    Raises:
        ModelError: code model_missing or model_corrupt.
    """
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(
            f"The model file {path} cannot be read ({error.strerror}).",
            cure="Fetch it with `bookfolk models pull`, or choose another model.",
            code="model_missing",
        ) from error
    if magic != _MAGIC:
        raise _corrupt(path, "it does not begin as a GGUF file")


def _corrupt(path: Path, why: str) -> ModelError:
    return ModelError(
        f"{path} is no usable model file: {why}.",
        cure="Delete it and fetch it again with `bookfolk models pull`.",
        code="model_corrupt",
    )


def _diagnosis(path: Path, code: int | None, log: str) -> ModelError:
    lower = log.lower()
    if code == -9 or any(mark in lower for mark in _SHORT):
        return ModelError(
            f"There is not enough memory for {path.name}.",
            cure="Close other programs, choose a smaller model, or fewer slots and a shorter context.",
            code="model_out_of_memory",
        )
    if "lora adapter" in lower:
        line = next(x for x in log.splitlines() if "lora adapter" in x.lower())
        return ModelError(
            f"An adapter does not fit {path.name}: {line.split(': ', 1)[-1][:200]}",
            cure="Use an adapter that was trained on this very model and exported as GGUF.",
            code="adapter_unusable",
        )
    if any(mark in lower for mark in _CORRUPT):
        lines = [line for line in log.splitlines() if any(mark in line.lower() for mark in _CORRUPT)]
        return _corrupt(path, lines[0].split(": ", 1)[-1][:200])
    last = log[-300:].strip() or "no message"
    return ModelError(
        f"The model server could not start {path.name} (exit code {code}): {last}",
        cure="Choose another model, or report this with the message.",
        code="model_crashed",
    )


def _as_json(options: LlamaOptions) -> str:
    told = asdict(options) | {
        "model": str(options.model),
        "lora": [(str(path), scale) for path, scale in options.lora],
        "threads": options.threads or _cores(),
    }
    return json.dumps(told)


def _first_line(process: subprocess.Popen[str], told: str, timeout: float) -> dict[str, str]:
    """The worker's answer to its options, or {} if it died or said nothing in time."""
    assert process.stdin is not None
    assert process.stdout is not None
    watch = threading.Timer(timeout, process.kill)
    watch.start()
    try:
        process.stdin.write(told + "\n")
        process.stdin.flush()
        answer: dict[str, str] = json.loads(process.stdout.readline())
    except (OSError, ValueError):
        return {}
    finally:
        watch.cancel()
    return answer


def _end(process: subprocess.Popen[str]) -> int | None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)
    return process.returncode


def _tail(log: IO[bytes], size: int = 8_000) -> str:
    end = log.seek(0, os.SEEK_END)
    log.seek(max(0, end - size))
    return log.read().decode(errors="replace")


def _cores() -> int:
    """Cores that we may use; hyperthreads count, for llama.cpp gains from them where there are few."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return max(1, min(usable, 16))


def _environment() -> dict[str, str]:
    """Ours, without what steers llama.cpp and OpenMP for other programs.

    Threads that spin while they wait decode half as fast again on an idle machine, but four to ten times
    slower where anything else wants the cores (an ingestion, the embedder, a browser): they sleep.
    A crash must not wait for a debugger.
    """
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LLAMA_ARG_", "OMP_", "GOMP_"))}
    return env | {"OMP_WAIT_POLICY": "passive", "GGML_NO_BACKTRACE": "1"}
