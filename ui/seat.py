"""Where a reader sits: what the page shows them. One for each open page, never shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ui.strings import Lang

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """All that the page is drawn from.

    Attributes:
        progress: of a book being read in: {title, stage, fraction}, or {error}.
        people: who has appeared by `chapter`, most prominent first.
        messages: the shown path, as the server has it; a line that it has not yet has no id.
        live: the reply being made, folded from its events.
        editing: id of the message whose wording is being changed.
    """

    lang: Lang = "en"
    books: tuple[Json, ...] = ()
    progress: Json | None = None
    book: Json | None = None
    chapter: int = 1
    chapter_title: str = ""
    people: tuple[Json, ...] = ()
    talks: tuple[Json, ...] = ()
    chat: Json | None = None
    person: Json | None = None
    messages: tuple[Json, ...] = ()
    live: Json | None = None
    editing: str = ""
    error: Json | None = None

    @property
    def view(self) -> Literal["shelf", "book", "chat"]:
        return "chat" if self.chat else "book" if self.book else "shelf"

    @property
    def name(self) -> str:
        return self.person["name"] if self.person else ""


@dataclass(slots=True)
class Gaze:
    """Counts where a reader has looked. A reply that is still streaming stops drawing once they look away;
    it goes on in the server, and is followed again when they come back."""

    turns: int = 0

    def turn(self) -> int:
        self.turns += 1
        return self.turns
