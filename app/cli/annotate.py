"""`bookfolk annotate`: cast and quotes of a novel as JSON; no database is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def annotate(
    novel: Annotated[Path, typer.Argument(help="A novel: .txt or .epub.", exists=True, dir_okay=False)],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where the JSON goes.")],
    cast: Annotated[
        Path | None, typer.Option(help="The people, as JSON, if they are known.", exists=True, dir_okay=False)
    ] = None,
) -> None:
    """Find a novel's people, quotes and who speaks them; offsets are characters of the file's text."""
    from rich.console import Console

    from core.errors import InputError
    from knowledge.annotate import annotate_file

    console = Console(highlight=False)
    try:
        with console.status(f"Reading {novel.name} ..."):
            found = annotate_file(novel, out, cast)
    except OSError as error:
        raise InputError(
            f"{error.filename or out}: {error.strerror}.", cure="Choose another path."
        ) from error
    spoken = sum(q.speaker is not None for q in found.quotes)
    people, quotes = len(found.characters), len(found.quotes)
    console.print(f"{people} people, {quotes} quotes, {spoken} with a speaker: {out}")


def register(cli: typer.Typer) -> None:
    cli.command()(annotate)
