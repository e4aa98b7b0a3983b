"""`bookfolk serve`."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    host: Annotated[str | None, typer.Option(help="Default: 127.0.0.1, this machine only.")] = None,
    port: Annotated[int | None, typer.Option(help="Default: 8321; 0 takes a free one.")] = None,
) -> None:
    """Serve the page and the API."""
    from rich.console import Console

    from app.serving import serve as run
    from app.settings import Settings

    console = Console(highlight=False)
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}

    def ready(address: str) -> None:
        console.print(f"Bookfolk is at [bold]{address}[/bold]  (API: {address}/docs; Ctrl-C ends it)")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    with console.status("Starting ...") as status:

        def started(address: str) -> None:
            status.stop()
            ready(address)

        run(Settings(**given), started)  # type: ignore[arg-type]


def register(cli: typer.Typer) -> None:
    cli.command()(serve)
