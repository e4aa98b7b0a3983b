"""`bookfolk serve` and `bookfolk demo`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from app.settings import Settings


def serve(
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    host: Annotated[str | None, typer.Option(help="Default: 127.0.0.1, this machine only.")] = None,
    port: Annotated[int | None, typer.Option(help="Default: 8321; 0 takes a free one.")] = None,
) -> None:
    """Serve the page and the API."""
    from app.settings import Settings

    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    _run(Settings(**given), open_page=open_page)  # type: ignore[arg-type]


def demo(
    sample: Annotated[Path, typer.Argument(help="A novel to begin with.", exists=True, dir_okay=False)],
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Fetch the models, build a first book, and serve the page."""
    from rich.console import Console

    from app.cli.wire import running_at
    from app.settings import Settings

    settings = Settings()
    console = Console(highlight=False)
    if there := running_at(settings):
        console.print(f"Bookfolk is running already, at [bold]{there}[/bold]")
        return
    _fetch_models(console, settings)
    _run(settings, open_page=open_page, first_book=sample)


def _fetch_models(console: Console, settings: Settings) -> None:
    """What is not here yet. Without the chat model the demo goes on, and says what still works."""
    import asyncio

    from app.cli.models import fetch
    from core.errors import ModelError

    wanted = {"embedder": settings.embedder} | ({} if settings.model_url else {"chat": settings.model})
    for kind, name in wanted.items():
        if Path(name).suffix in (".gguf", ".onnx") and not name.startswith("hf:"):
            continue
        try:
            asyncio.run(fetch(name, settings.data / "models", kind))
        except ModelError as error:
            console.print(f"[yellow]{error.message}[/yellow] {error.cure}", soft_wrap=True)


def _run(settings: Settings, *, open_page: bool, first_book: Path | None = None) -> None:
    from rich.console import Console

    from app.serving import serve as run

    console = Console(highlight=False)

    def ready(address: str) -> None:
        status.stop()
        if first_book:
            _build(console, settings, first_book)
        console.print(
            f"Bookfolk is at [bold]{address}[/bold]  (API: {address}/docs; Ctrl-C ends it)", soft_wrap=True
        )
        if open_page:
            import webbrowser

            webbrowser.open(address)

    with console.status("Starting the server ...") as status:
        # In a thread, for what it asks the server is answered by the one that calls.
        run(settings, lambda at: threading.Thread(target=ready, args=(at,), daemon=True).start())


def _build(console: Console, settings: Settings, novel: Path) -> None:
    """Build the first book; a failure is told, and the server goes on."""
    from app.cli.books import ingest_all
    from app.cli.wire import connected

    with connected(settings) as api:
        ingest_all(api, [novel], console)


def register(cli: typer.Typer) -> None:
    cli.command()(serve)
    cli.command()(demo)
