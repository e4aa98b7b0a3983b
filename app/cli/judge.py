"""`bookfolk judge`: pairs of replies in, verdicts out, and how far they can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Pairs = Annotated[Path, typer.Argument(help="Pairs as JSONL (docs/judge.md).", exists=True, dir_okay=False)]
Mode = Annotated[str, typer.Option(help="reason, weighed, answer, margin or fit.")]
Limit = Annotated[int | None, typer.Option(help="Judge so many pairs, drawn by the seed.", min=1)]
Seed = Annotated[int, typer.Option(help="For the draw.")]
Model = Annotated[str, typer.Option(help="A model of the catalog, or a GGUF file; default: the chosen one.")]
Concurrency = Annotated[int, typer.Option(help="Cases judged at once.", min=1, max=64)]

judging = typer.Typer(no_args_is_help=True, help="Compare replies, and measure the judge.")


@judging.command("file")
def judge_file(
    pairs: Pairs,
    out: Annotated[Path, typer.Option("-o", "--out", help="Verdicts, one JSON line each; gone on with.")],
    mode: Mode = "fit",
    limit: Limit = None,
    seed: Seed = 0,
    model: Model = "",
    concurrency: Concurrency = 2,
    samples: Annotated[int, typer.Option(help="Votes in each order.", min=1)] = 1,
    temperature: Annotated[float, typer.Option(min=0.0, max=2.0)] = 0.0,
    swap: Annotated[bool, typer.Option(help="Judge both orders.")] = True,
) -> None:
    """Judge every pair of a file. A run that was stopped goes on where it was: nothing is asked twice."""
    from app.judging_files import judge_to_file
    from judge.modes import Way

    way = Way(
        mode=mode,  # type: ignore[arg-type]
        samples=samples,
        temperature=temperature,
        swap=swap,
        searches=0,
    )
    judge_to_file(pairs, out, way, limit=limit, seed=seed, model=model, concurrency=concurrency)


@judging.command("calibrate")
def calibrate(
    gold: Annotated[list[Path], typer.Argument(help="Labelled pairs as JSONL.", exists=True, dir_okay=False)],
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder of the report and of every verdict.")],
    mode: Mode = "fit",
    limit: Limit = None,
    seed: Seed = 0,
    model: Model = "",
    concurrency: Concurrency = 2,
    controls: Annotated[
        bool, typer.Option(help="Also labels shuffled, context removed or exchanged, profile blanked.")
    ] = False,
    ablation: Annotated[bool, typer.Option(help="Also every other way to judge (hours on a CPU).")] = False,
    dry_run: Annotated[bool, typer.Option(help="Only count what would be asked.")] = False,
) -> None:
    """Accuracy, κ, bias and calibration of the judge on labelled pairs: a report in Markdown and HTML."""
    from app.judging_files import calibrate_files
    from judge.modes import Way

    calibrate_files(
        gold,
        out,
        Way(mode=mode, searches=0),  # type: ignore[arg-type]
        limit=limit,
        seed=seed,
        model=model,
        concurrency=concurrency,
        controls=controls,
        ablated=ablation,
        dry_run=dry_run,
    )


@judging.command("attack")
def attack(
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder of the report and of every verdict.")],
    mode: Mode = "fit",
    model: Model = "",
    concurrency: Concurrency = 2,
) -> None:
    """How often the judge is fooled by replies that flatter, forge, pad, echo, or ask to be chosen."""
    from app.judging_files import attack_judge
    from judge.modes import Way

    attack_judge(out, Way(mode=mode, searches=0), model=model, concurrency=concurrency)  # type: ignore[arg-type]


def register(cli: typer.Typer) -> None:
    cli.add_typer(judging, name="judge")
