"""Who the model is to be: a character as of a chapter."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.types import Language, Scope


@dataclass(frozen=True, slots=True)
class Persona:
    """A character to play.

    Attributes:
        name: the character's main name.
        title: of the book.
        card: what the book says of them up to the chapter, and how they talk; plain text.
        scope: what they may look up.
        user_name: whom they talk with; empty for a stranger.
    """

    name: str
    title: str
    language: Language
    card: str
    scope: Scope
    user_name: str = ""
