"""Where a reader sits: what the page shows them. One for each open page, never shared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ui.strings import Lang

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """All that the page is drawn from. Messages are the server's; `live` is the reply being made."""

    lang: Lang = "en"
    books: tuple[Json, ...] = ()
    book: Json | None = None
    people: tuple[Json, ...] = ()
    wanted: str = ""
    chapter: int = 1
    talks: tuple[Json, ...] = ()
    chat: Json | None = None
    person: Json | None = None
    editing: str = ""
    live: Json | None = None
    error: Json | None = None
    progress: Json | None = None
    messages: tuple[Json, ...] = field(default=())

    @property
    def name(self) -> str:
        return self.person["name"] if self.person else ""
