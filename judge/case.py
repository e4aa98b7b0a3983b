"""What is judged: a character, a dialogue so far, and two replies to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.errors import InputError
from judge.rewards import Side
from knowledge.types import Language, Scope

LONGEST_REPLY = 20_000


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the dialogue so far."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """Two replies of `character` to the end of `dialogue`.

    Attributes:
        id: of the caller's own; the judge never sees it.
        persona: what is known of the character beforehand; empty where nothing is given.
        a, b: the replies. Which is shown first is the judge's affair.
        scope: the book to look things up in, up to the scene's chapter; None without a book.
    """

    id: str
    language: Language
    character: str
    persona: str
    dialogue: tuple[Turn, ...]
    a: str
    b: str
    scope: Scope | None = None

    @property
    def swapped(self) -> Case:
        """The same case with the replies' names exchanged."""
        return replace(self, a=self.b, b=self.a)

    @property
    def identical(self) -> bool:
        """Whether the replies differ in nothing but white space."""
        return self.a.split() == self.b.split()

    def reply(self, side: Side) -> str:
        return self.a if side == "a" else self.b


def case_from_row(row: Mapping[str, Any]) -> Case:
    """A case from the pair schema: id, lang, character, profile, context [{role, content}], a, b.

    Whatever else the row holds (label, kind, meta) is left behind: the judge must not see it.

    Raises:
        InputError: a field is missing or of the wrong type; a reply is longer than 20,000 characters.
    """
    for name in ("id", "a", "b"):
        if not isinstance(row.get(name), str):
            raise InputError(f"A pair needs a text “{name}”.", cure="See the pair schema in docs/judge.md.")
    language = row.get("lang", "en")
    if language not in ("en", "zh"):
        raise InputError(f"Pair {row['id']}: language {language!r} is unknown.", cure="Use en or zh.")
    context = row.get("context", [])
    if not isinstance(context, list) or not all(_is_turn(t) for t in context):
        raise InputError(
            f"Pair {row['id']}: the context is no list of role and content.",
            cure='Write "context": [{"role": "Emma", "content": "Good morning."}].',
        )
    for side in ("a", "b"):
        if len(row[side]) > LONGEST_REPLY:
            raise InputError(
                f"Pair {row['id']}: reply {side} has {len(row[side]):,} characters.",
                cure=f"Cut it to {LONGEST_REPLY:,}.",
                code="reply_too_long",
            )
    turns = tuple(Turn(t["role"], t["content"]) for t in context)
    return Case(
        row["id"],
        language,
        str(row.get("character") or ""),
        str(row.get("profile") or ""),
        turns,
        row["a"],
        row["b"],
    )


def _is_turn(turn: object) -> bool:
    return (
        isinstance(turn, Mapping)
        and isinstance(turn.get("role"), str)
        and isinstance(turn.get("content"), str)
    )
