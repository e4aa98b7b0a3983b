"""Reading one streamed reply: text, why it ended, usage. No network here; it is fed with chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.types import Finish, Usage


@dataclass(slots=True)
class Reading:
    """The reply so far.

    Feed it each chunk (the decoded JSON object of a server-sent event); it returns the new text.

    Attributes:
        open_text: the assistant message being continued.
        stops: the stop strings asked for.
        text: what was sampled, without an echoed `open_text`, up to and including the first stop string.
        ended: the server gave a finish reason.
        overrun: text came after a stop string: this server ignores them, and reading on is useless.
    """

    open_text: str
    stops: tuple[str, ...]
    text: str = ""
    ended: bool = False
    overrun: bool = False
    usage: Usage = field(default_factory=lambda: Usage(requests=1))
    _echo: str = ""
    _echo_done: bool = False
    _hit: str | None = None
    _finish: str = ""
    _named: str | None = None
    _told: bool = False
    _thinking: bool = False
    _chunks: int = 0

    def feed(self, chunk: Mapping[str, Any]) -> str:
        """Take one chunk; the text that is new, possibly empty."""
        self._read_usage(chunk)
        new = ""
        for choice in chunk.get("choices") or ():
            delta = choice.get("delta") or {}
            new += self._fold(delta.get("reasoning_content") or delta.get("reasoning") or "", thought=True)
            new += self._fold(delta.get("content") or "", thought=False)
            if choice.get("finish_reason"):
                self.ended, self._finish = True, str(choice["finish_reason"])
            if isinstance(choice.get("stop_reason"), str):
                self._named = choice["stop_reason"]
        verbose = chunk.get("__verbose")
        if isinstance(verbose, Mapping) and "stop_type" in verbose:
            self._told = True
            self._named = verbose.get("stopping_word") or None
        return self._take(new) if new else ""

    def close(self, *, names_stops: bool) -> tuple[str, Finish]:
        """What the server swallowed (the stop string, or nothing), and how the piece ended.

        Args:
            names_stops: the endpoint says which stop string it reached (vLLM, llama.cpp).
        """
        rest = self._release()
        if self._hit is not None:
            return rest, "stop"
        if self._finish == "length":
            return rest, "length"
        reached = self._named
        if reached is None and not (names_stops or self._told) and self._finish == "stop":
            reached = infer_stop(self.open_text + self.text, self.stops, sampled=bool(self.text.strip()))
        if reached is None or reached not in self.stops:
            return rest, "end"
        self.text += reached
        return rest + reached, "stop"

    def counted(self) -> Usage:
        """The usage; if the server told none, its chunks count as tokens."""
        if self.usage.completion_tokens or not self._chunks:
            return self.usage
        return self.usage + Usage(completion_tokens=self._chunks)

    def _fold(self, text: str, *, thought: bool) -> str:
        """A server that splits reasoning off gets it put back between think tags."""
        if not text:
            return ""
        self._chunks += 1
        if thought == self._thinking:
            return text
        self._thinking = thought
        if not thought:
            return f"</think>\n{text}"
        said = self.open_text + self.text
        return text if said.rfind("<think>") > said.rfind("</think>") else f"<think>{text}"

    def _take(self, new: str) -> str:
        if not self._echo_done and self.open_text:
            self._echo += new
            if self.open_text.startswith(self._echo) and self._echo != self.open_text:
                return ""
            return self._release()
        return self._add(new)

    def _release(self) -> str:
        """End the wait for an echo of the open text: drop it if it came whole, else let all through."""
        held, self._echo, self._echo_done = self._echo, "", True
        return self._add(held.removeprefix(self.open_text)) if held else ""

    def _add(self, new: str) -> str:
        if self._hit is not None:
            self.overrun = self.overrun or bool(new)
            return ""
        before = len(self.text)
        self.text += new
        found = [
            (at + len(s), s) for s in self.stops if (at := self.text.find(s, max(0, before - len(s)))) >= 0
        ]
        if found:
            end, self._hit = min(found)
            self.overrun = end < len(self.text)
            self.text = self.text[:end]
        return self.text[before:]

    def _read_usage(self, chunk: Mapping[str, Any]) -> None:
        told, times = chunk.get("usage"), chunk.get("timings")
        told = told if isinstance(told, Mapping) else {}
        times = times if isinstance(times, Mapping) else {}
        if not told and not times:
            return
        details = told.get("prompt_tokens_details")
        cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
        old = self.usage
        self.usage = Usage(
            prompt_tokens=int(told.get("prompt_tokens") or old.prompt_tokens),
            cached_tokens=int(cached or times.get("cache_n") or old.cached_tokens),
            completion_tokens=int(told.get("completion_tokens") or old.completion_tokens),
            prompt_ms=float(times.get("prompt_ms") or old.prompt_ms),
            decode_ms=float(times.get("predicted_ms") or old.decode_ms),
            requests=1,
        )


def infer_stop(text: str, stops: Sequence[str], *, sampled: bool) -> str | None:
    """Which stop string ended `text`, for servers that swallow it and do not say.

    A closing tag among `stops` whose block is open; else an opening tag among them, if anything was
    sampled; else None: the model ended. (A model that ends inside an open block is read as having closed
    it; these servers give no way to tell.)
    """
    opened = re.findall(r"</?(\w+)>", text)
    for stop in stops:
        name = re.fullmatch(r"</(\w+)>", stop)
        if name and opened and text.rfind(f"<{name[1]}>") > text.rfind(stop):
            return stop
    opening = [s for s in stops if re.fullmatch(r"<\w+>", s)]
    return opening[0] if opening and sampled else None
