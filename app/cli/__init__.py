"""`bookfolk`: the command line.

Commands import what they need when they run: the server's imports take seconds, and `--help` should not.
Every command that reads or writes books or chats talks to the server over HTTP: to the running one, else to
one that it starts for itself. So there is one writer, and one code path.
"""

from __future__ import annotations

import sys

import typer

from app.cli import annotate, books, chat, evaluate, judge, models, serve
from core.errors import BookfolkError

cli = typer.Typer(
    name="bookfolk",
    help="Give it a novel, and talk with its people.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for commands in (serve, books, chat, annotate, models, judge, evaluate):
    commands.register(cli)


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Errors of ours are told in two lines and end with status 1."""
    from pydantic import ValidationError
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    try:
        cli(arguments)
    except BookfolkError as error:
        console.print(f"[red]{error.message}[/red]", soft_wrap=True)
        if error.cure:
            console.print(error.cure, soft_wrap=True)
        sys.exit(1)
    except ValidationError as error:
        for problem in error.errors():
            console.print(f"[red]Setting {'.'.join(map(str, problem['loc']))}: {problem['msg']}[/red]")
        sys.exit(1)
