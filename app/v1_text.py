"""Text on its way to an OpenAI client: stop strings, and reasoning as one run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Cutter:
    """Text up to the first stop string, as it comes; what may begin one is held back."""

    stops: tuple[str, ...]
    hit: bool = False
    _held: str = ""

    def feed(self, text: str) -> str:
        if self.hit:
            return ""
        text = self._held + text
        ends = [at for s in self.stops if (at := text.find(s)) >= 0]
        if ends:
            self.hit, self._held = True, ""
            return text[: min(ends)]
        keep = max((n for s in self.stops for n in range(1, len(s)) if text.endswith(s[:n])), default=0)
        self._held = text[len(text) - keep :]
        return text[: len(text) - keep]

    def finish(self) -> str:
        held, self._held = self._held, ""
        return held


def cut(text: str, stops: tuple[str, ...]) -> str:
    cutter = Cutter(stops)
    return cutter.feed(text) + cutter.finish()


@dataclass(slots=True)
class Reasoning:
    """Thoughts, searches and findings as one running text."""

    _kind: str = ""

    def feed(self, kind: str, text: str) -> str:
        lead = "" if not self._kind else "\n"
        if kind == self._kind and kind != "result":
            return text
        self._kind = kind
        return f"{lead}{text}" if kind == "think" else f"{lead}[{kind}] {text}"
