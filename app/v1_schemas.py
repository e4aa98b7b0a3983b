"""What an OpenAI client may send to /v1/chat/completions. Unknown fields are ignored."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.ports import Line
from core.errors import InputError


class _In(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Part(_In):
    type: str
    text: str | None = None


class Said(_In):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Raises: InputError: a part that is no text."""
        if not isinstance(self.content, list):
            return (self.content or "").strip()
        for part in self.content:
            if part.type not in ("text", "input_text", "refusal"):
                raise InputError(f"A part of type “{part.type}” cannot be read.", cure="Send text only.")
        return "".join(p.text or "" for p in self.content).strip()


class StreamOptions(_In):
    include_usage: bool = False


class Ours(_In):
    """Our own key in the body (`extra_body={"bookfolk": {...}}` of the openai client)."""

    chapter: int | None = Field(default=None, ge=1)
    user_name: str = Field(default="", max_length=200)


class Completing(_In):
    """The body. `max_tokens` counts thoughts, searches and the answer; `stop` applies to the answer only."""

    model: str
    messages: list[Said] = Field(max_length=5_000)
    stream: bool = False
    stream_options: StreamOptions | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    seed: int | None = None
    stop: str | list[str] | None = None
    n: int | None = None
    response_format: dict[str, Any] | None = None
    bookfolk: Ours = Ours()

    @property
    def stops(self) -> tuple[str, ...]:
        """Raises: InputError: more than four."""
        stops = (self.stop,) if isinstance(self.stop, str) else tuple(self.stop or ())
        if len(stops) > 4:
            raise InputError("At most four stop strings can be given.", cure="Send fewer.")
        return tuple(s for s in stops if s)

    @property
    def limit(self) -> int | None:
        return self.max_completion_tokens or self.max_tokens

    def check(self) -> None:
        """Refuse what would silently be done otherwise. Raises: InputError."""
        if self.n not in (None, 1):
            raise InputError("Only one choice can be made at a time.", cure="Send n=1, several times.")
        if (self.response_format or {}).get("type", "text") != "text":
            raise InputError("A character answers in plain text.", cure="Leave out response_format.")

    @property
    def task(self) -> bool:
        """A front end's own errand (titles, tags), not a line to a character."""
        return bool(self.messages) and self.messages[-1].text.startswith("### Task:")

    @property
    def lines(self) -> tuple[Line, ...]:
        """The history. System texts, wherever they stand, become one note on the scene before all lines:
        below our own prompt, so that they cannot lift the rule of the chapter. Answers in a row are one."""
        notes = [m.text for m in self.messages if m.role in ("system", "developer") and m.text]
        lines = [Line("user", f"[The scene: {' '.join(notes)}]")] if notes else []
        for m in self.messages:
            if m.text and m.role == "user":
                lines.append(Line("user", m.text))
            elif m.text and m.role == "assistant":
                before = lines.pop().text + "\n\n" if lines and lines[-1].role == "character" else ""
                lines.append(Line("character", before + m.text))
        return tuple(lines)
