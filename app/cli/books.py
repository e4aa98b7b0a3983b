"""`bookfolk ingest | books | search | reindex`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from app.cli.wire import Api


def ingest(
    files: Annotated[list[Path], typer.Argument(help="Novels: .txt or .epub.", exists=True, dir_okay=False)],
) -> None:
    """Build books from novels, and wait until they are ready."""
    from rich.console import Console

    from app.cli.wire import connected

    with connected() as api:
        failed = ingest_all(api, files, Console(highlight=False))
    raise typer.Exit(min(failed, 1))


def ingest_all(api: Api, files: Sequence[Path], console: Console) -> int:
    """Upload and build each; how many failed."""

    def upload(file: Path) -> str:
        with file.open("rb") as data:
            return str(api.call("POST", "/books", files={"file": (file.name, data)})["id"])

    return _watch(api, {file.name: partial(upload, file) for file in files}, console)


def reindex(
    books: Annotated[list[str] | None, typer.Argument(help="Ids or titles; default: all.")] = None,
) -> None:
    """Make the vector index anew from the database."""
    from rich.console import Console

    from app.cli.wire import connected

    def begin(api: Api, book: dict[str, str]) -> str:
        return str(api.call("POST", f"/books/{book['id']}/reindex")["id"])

    with connected() as api:
        found = [api.book(b) for b in books] if books else api.call("GET", "/books")
        todo = {b["title"]: partial(begin, api, b) for b in found if books or b["status"] == "ready"}
        failed = _watch(api, todo, Console(highlight=False))
    raise typer.Exit(min(failed, 1))


def _watch(api: Api, begin: Mapping[str, Callable[[], str]], console: Console) -> int:
    """Begin each in turn, show its progress, go on after a failure; how many failed."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from core.errors import BookfolkError

    failed = 0
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[stage]}"))
    with Progress(*columns, TimeElapsedColumn(), console=console) as bars:
        for name, start in begin.items():
            bar = bars.add_task(name, total=1.0, stage="begins")
            try:
                for event, told in api.events("GET", f"/books/{start()}/events"):
                    if event == "progress":
                        bars.update(bar, completed=told["fraction"], stage=told["stage"])
                    elif event == "done":
                        bars.update(bar, completed=1.0, stage="ready")
                        console.print(_line(told))
                    else:
                        error = told["error"]
                        raise BookfolkError(error["message"], cure=error["cure"], code=error["code"])
            except BookfolkError as error:
                failed += 1
                bars.update(bar, stage="failed")
                console.print(f"[red]{name}: {error.message}[/red] {error.cure}")
    return failed


def books() -> None:
    """List the books."""
    from rich.console import Console

    from app.cli.wire import connected

    with connected() as api:
        shelf = api.call("GET", "/books")
    console = Console(highlight=False)
    for book in shelf:
        console.print(_line(book))
    if not shelf:
        console.print("No books yet: bookfolk ingest FILE")


def search(
    book: Annotated[str, typer.Argument(help="Id, title or part of the title.")],
    query: Annotated[str, typer.Argument(help="What to look for.")],
    knower: Annotated[str | None, typer.Option("--as", help="Only what this character may know.")] = None,
    until: Annotated[int | None, typer.Option(help="Nothing after this chapter.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=50, help="How many passages.")] = 3,
) -> None:
    """Search a book as a character would at a chapter."""
    from rich.console import Console

    from app.cli.wire import connected

    with connected() as api:
        body = {"query": query, "knower": knower, "until": until, "k": k}
        found = api.call("POST", f"/books/{api.book(book)['id']}/search", json=body)
    console = Console(highlight=False)
    for n, passage in enumerate(found, 1):
        place = f"ch. {passage['chapter']}, {passage['start']}-{passage['end']}, score {passage['score']:.3f}"
        console.print(f"[bold]\\[{n}][/bold] [dim]{place} {passage['note']}[/dim]")
        console.print(" ".join(passage["text"].split()), markup=False)
    if not found:
        console.print("Nothing found.")


def _line(book: dict[str, object]) -> str:
    size = f"{book['words']:,} words, {book['chapters']} chapters, {book['characters']} characters"
    return f"[bold]{book['title']}[/bold]  {book['status']}  {size}  [dim]{book['id']}[/dim]"


def register(cli: typer.Typer) -> None:
    for command in (ingest, books, search, reindex):
        cli.command()(command)
