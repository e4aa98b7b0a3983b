"""`bookfolk chat`: in the terminal, with the searches shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console


def chat(
    book: Annotated[str, typer.Argument(help="Id, title or part of the title.")],
    character: Annotated[str, typer.Argument(help="Name, alias or id.")],
    chapter: Annotated[int | None, typer.Option(help="When you meet them; default: the end.")] = None,
    name: Annotated[str, typer.Option(help="Who you are.")] = "",
) -> None:
    """Talk with a character. An empty line or Ctrl-D ends it, Ctrl-C stops a reply."""
    from rich.console import Console

    from app.cli.wire import connected
    from core.errors import BookfolkError

    console = Console(highlight=False)
    with connected() as api:
        found = api.book(book)
        body = {"book_id": found["id"], "character_id": character, "user_name": name}
        talk = api.call("POST", "/chats", json=body | {"chapter": chapter or found["chapters"]})
        console.print(f"[bold]{talk['title']}[/bold], “{found['title']}”, chapter {talk['chapter']}")
        for message in talk["messages"]:
            console.print(message["content"], markup=False)
        while line := _ask(console):
            told = api.events("POST", f"/chats/{talk['id']}/messages", json={"content": line})
            shown = Shown(console)
            try:
                shown.all(told)
            except KeyboardInterrupt:
                api.call("POST", f"/messages/{shown.reply_id}/stop")
                console.print(" [dim](stopped)[/dim]")
            except BookfolkError as error:
                console.print(f"[red]{error.message}[/red] {error.cure}")


class Shown:
    """Events of a reply, printed as they come."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._kind = ""
        self.reply_id = ""

    def all(self, events: Iterable[tuple[str, dict[str, Any]]]) -> None:
        for name, told in events:
            self._one(name, told)
        self._console.print()

    def _one(self, name: str, told: dict[str, Any]) -> None:
        console = self._console
        if name == "reply":
            self.reply_id = told["id"]
        elif name in ("think", "search", "answer"):
            if name != self._kind:
                console.print(
                    {"think": "", "search": "\n[cyan]searches:[/cyan] ", "answer": "\n"}[name], end=""
                )
            style = {"think": "dim italic", "search": "cyan", "answer": None}[name]
            console.print(told["text"], style=style, markup=False, end="", soft_wrap=True)
        elif name == "result":
            for passage in told["passages"]:
                text = " ".join(passage["text"].split())
                cut = text if len(text) <= 100 else f"{text[:99]}…"
                console.print(f"\n  [dim]ch. {passage['chapter']}:[/dim] ", end="")
                console.print(cut, style="dim", markup=False, end="", soft_wrap=True)
            console.print()
        elif name == "restart":
            console.print("\n[dim](begins anew)[/dim]")
        elif name == "error":
            console.print(f"\n[red]{told['error']['message']}[/red] {told['error']['cure']}", end="")
        self._kind = name


def _ask(console: Console) -> str:
    try:
        line = console.input("[bold]> [/bold]" if sys.stdin.isatty() else "")
    except (EOFError, KeyboardInterrupt):
        return ""
    return line.strip()


def register(cli: typer.Typer) -> None:
    cli.command()(chat)
