"""Novels annotated by others (PDNC) and their scorer, read where they lie; nothing of them is ours."""

from __future__ import annotations

import ast
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from knowledge.types import Annotation, Book, Character, Gender

_GENDERS: dict[str, Gender] = {"F": "f", "M": "m"}


@dataclass(frozen=True, slots=True)
class Novel:
    """`gold` is the scorer's reading of the folder (text, people, quotations)."""

    name: str
    folder: Path
    gold: Any

    @property
    def book(self) -> Book:
        return Book(self.name, self.name, "", "en", self.gold.text, ())


def load_scorer(shared: Path) -> Any:
    """The module tools/score_pdnc.py.

    Raises:
        InputError: it is not there.
    """
    path = shared / "tools" / "score_pdnc.py"
    spec = importlib.util.spec_from_file_location("score_pdnc", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise InputError(
            f"The scorer is absent: {path}.", cure="Give the folder that holds tools/ and data/."
        )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_novels(shared: Path, scorer: Any, names: tuple[str, ...] = ()) -> list[Novel]:
    """Every annotated novel, or those of `names`, by name.

    Raises:
        InputError: there is none.
    """
    folders = sorted(p.parent for p in (shared / "data" / "pdnc").glob("*/novel_text.txt"))
    novels = [Novel(p.name, p, scorer.Gold(p)) for p in folders if not names or p.name in names]
    if not novels:
        raise InputError(
            f"No annotated novel lies in {shared / 'data' / 'pdnc'}.",
            cure="Give the folder that holds data/.",
        )
    return novels


def gold_cast(novel: Novel, scorer: Any) -> tuple[Character, ...]:
    """The people as annotated, with their aliases: what published systems are given."""
    rows = scorer.rows(novel.folder / "character_info.csv")
    return tuple(
        Character(
            id=row["Character ID"],
            name=row["Main Name"],
            aliases=tuple(sorted({*ast.literal_eval(row["Aliases"])} - {row["Main Name"]})),
            gender=_GENDERS.get(row["Gender"], "?"),
        )
        for row in rows
        if row["Main Name"] not in scorer.NOBODY
    )


def as_system(annotation: Annotation) -> dict[str, list[dict[str, Any]]]:
    """The form that the scorer reads."""
    names = {person.id: person.name for person in annotation.characters}
    return {
        "characters": [{"name": p.name, "aliases": list(p.aliases)} for p in annotation.characters],
        "quotes": [
            {"start": q.start, "end": q.end, "speaker": names.get(q.speaker or "")} for q in annotation.quotes
        ],
    }
