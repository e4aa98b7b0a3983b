"""Cast and quotes of a book by its language, and their JSON form (the one that scorers read)."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from core.errors import InputError
from knowledge.reading import read_book
from knowledge.types import Annotation, Book, Character, Gender

Annotate = Callable[[Book, Sequence[Character] | None], Annotation]

_MODULES = {"en": "knowledge.english", "zh": "knowledge.chinese"}


def annotate(book: Book, people: Sequence[Character] | None = None) -> Annotation:
    """Find the cast, its mentions, and the quotes with their speakers; with `people`, only the last two.

    What stands before the first chapter and after the last (title, author, dedication, licence) is not looked
    at, so that an author is not taken for one of the people.
    """
    # Imported here: each language brings lexicons that a book in the other should not wait for.
    module = importlib.import_module(_MODULES[book.language])
    return cast("Annotate", module.annotate)(_story(book), people)


def _story(book: Book) -> Book:
    start, end = book.chapters[0].start, book.chapters[-1].end
    before, after = (re.sub(r"[^\n]", " ", part) for part in (book.text[:start], book.text[end:]))
    return replace(book, text=f"{before}{book.text[start:end]}{after}")


def annotate_file(novel: Path, out: Path, cast_file: Path | None = None) -> Annotation:
    """Annotate the file `novel` and write JSON to `out`; offsets are characters of the file's text.

    Raises:
        IngestionError: the novel cannot be read.
        InputError: `cast_file` holds no cast.
    """
    book = read_book(novel.read_bytes(), novel.name, keep_text=True)
    people = cast_from_json(cast_file.read_text(encoding="utf-8")) if cast_file else None
    annotation = annotate(book, people)
    out.write_text(json.dumps(to_json(annotation), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return annotation


def to_json(annotation: Annotation) -> dict[str, list[dict[str, Any]]]:
    """`{"characters": [{"name", "aliases", …}], "quotes": [{"start", "end", "speaker", …}]}`.

    Speakers and addressees are names, or null where unknown.
    """
    names = {person.id: person.name for person in annotation.characters}
    return {
        "characters": [
            {
                "name": person.name,
                "aliases": list(person.aliases),
                "gender": person.gender,
                "group": person.group,
                "narrator": person.narrator,
                "prominence": round(person.prominence, 4),
            }
            for person in annotation.characters
        ],
        "quotes": [
            {
                "start": quote.start,
                "end": quote.end,
                "speaker": names.get(quote.speaker or ""),
                "addressee": names.get(quote.addressee or ""),
                "cue": quote.cue,
            }
            for quote in annotation.quotes
        ],
    }


def cast_from_json(text: str) -> tuple[Character, ...]:
    """The people of a JSON cast: a list, or an object with "characters", of {"name", "aliases", "gender"}.

    Raises InputError where `text` is no such JSON, a name is missing, or two people have one name.
    """
    try:
        data = json.loads(text)
        rows = data["characters"] if isinstance(data, dict) else data
        people = [_person(row) for row in rows]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"The cast could not be read ({type(error).__name__}: {error}).",
            cure='Give JSON such as [{"name": "Jane Eyre", "aliases": ["Jane", "Miss Eyre"]}].',
            code="bad_cast",
        ) from error
    if len({person.name for person in people}) < len(people):
        raise InputError(
            "Two people of the cast have the same name.", cure="Make names unique.", code="bad_cast"
        )
    ids: dict[str, int] = {}
    unique = []
    for person in people:
        ids[person.id] = ids.get(person.id, 0) + 1
        count = ids[person.id]
        unique.append(person if count == 1 else replace(person, id=f"{person.id}-{count}"))
    return tuple(unique)


def slug(name: str) -> str:
    """ "Mr. Darcy" -> "mr-darcy"; "林黛玉" stays."""
    return re.sub(r"[^\w]+", "-", name.lower().replace("’", "").replace("'", "")).strip("-_") or "x"


def _person(row: dict[str, Any]) -> Character:
    name = str(row["name"]).strip()
    if not name:
        raise ValueError("a name is empty")
    others = (str(alias).strip() for alias in row.get("aliases", ()))
    aliases = tuple(dict.fromkeys(alias for alias in others if alias not in ("", name)))
    gender = row.get("gender", "?")
    return Character(
        id=slug(name),
        name=name,
        aliases=aliases,
        gender=cast("Gender", gender if gender in ("f", "m") else "?"),
        group=bool(row.get("group", False)),
        narrator=bool(row.get("narrator", False)),
    )
