"""`bookfolk models`: what can be used, fetching it, choosing it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_models = typer.Typer(help="Models: list them, fetch them, choose one.", no_args_is_help=True)


@_models.command("list")
def show() -> None:
    """The catalog, and what of it is here."""
    from rich.console import Console
    from rich.table import Table

    from app.catalog import CATALOG
    from app.models import find_model
    from app.settings import Settings

    settings = Settings()
    chosen = {settings.model, settings.embedder}
    for kind in ("chat", "embedder"):
        if "default" in chosen:
            chosen.add(find_model("default", kind=kind).name)
    table = Table("Name", "Size", "Here", "Languages", "", box=None, pad_edge=False)
    for model in CATALOG:
        size = f"{model.size / 1e9:.2f} GB" if model.size else ""
        here = "yes" if (settings.data / "models" / model.file).is_file() else ""
        mark = "*" if model.name in chosen else " "
        codes = " ".join(model.languages[:3]) + (" …" if len(model.languages) > 3 else "")
        table.add_row(f"{mark} {model.name}", size, here, codes, f"{model.note} ({model.licence})")
    for column in table.columns[:4]:
        column.no_wrap = True
    console = Console(highlight=False)
    console.print(table)
    console.print("* in use. Any other GGUF: hf:OWNER/REPO/FILE.gguf on the hub, or its path.")


@_models.command()
def pull(
    names: Annotated[list[str], typer.Argument(help="Names of the list, or hf:OWNER/REPO/FILE.gguf.")],
) -> None:
    """Fetch models. A fetch that was broken off goes on where it was."""
    import asyncio

    from app.settings import Settings

    folder = Settings().data / "models"
    for name in names:
        asyncio.run(fetch(name, folder))


@_models.command()
def use(
    name: Annotated[str, typer.Argument(help="A chat model: a name of the list, a GGUF file, or hf:…")],
) -> None:
    """Choose the model that speaks for the characters, from the next start on."""
    from rich.console import Console

    from app.models import find_model, model_path
    from app.settings import Settings, choose
    from core.errors import InputError

    settings = Settings()
    if not name.endswith(".gguf") and find_model(name).kind != "chat":
        raise InputError(f"{name} is no chat model.", cure="`bookfolk models list` shows what each is for.")
    model_path(name, settings.data / "models")
    choose(settings.data, model=name)
    Console(highlight=False).print(f"{name} speaks from the next start on.")


async def fetch(name: str, folder: Path, kind: str = "chat") -> Path:
    """Fetch one model with a progress bar; its file.

    Raises:
        BookfolkError: as `app.models.pull`.
    """
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    from app.models import find_model
    from app.models import pull as fetch_file
    from knowledge.types import Progress as Step

    console = Console(highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"Fetching {name}", total=None)

        def show_step(step: Step) -> None:
            bar.update(task, completed=step.done, total=step.total or None)

        path = await fetch_file(name, folder, show_step, kind=kind)
    console.print(f"{find_model(name, kind=kind).name}: {path}")
    return path


def register(cli: typer.Typer) -> None:
    cli.add_typer(_models, name="models")
