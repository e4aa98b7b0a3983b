"""Judging files from the command line: the model is opened here, for the run, and closed with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from app.llms import model_label, open_llm
from app.models import model_path
from app.settings import Settings
from core.errors import BookfolkError, InputError, VerdictError
from core.openai_scoring import OpenAIScorer
from evaluation.judging.attacks import as_pairs, attack_table, attacks
from evaluation.judging.baselines import Embeds
from evaluation.judging.pairs import GoldPair, read_pairs, sample
from evaluation.judging.report import Report, Run, calibrate_report
from evaluation.judging.run import Condition, ablation, conditions, cost, run
from judge.batch import judge_all
from judge.case import Case, case_from_row
from judge.ledger import Ledger
from judge.modes import Way
from judge.retrieval import NothingFound

_console = Console(stderr=True, highlight=False)


def judge_to_file(
    pairs: Path, out: Path, way: Way, *, limit: int | None, seed: int, model: str, concurrency: int
) -> None:
    """Verdicts on `pairs` appended to `out`; those that stand there already are not asked again.

    Raises:
        InputError: a file cannot be used. ModelError: the model is not here.
        VerdictError: some pairs have no verdict; the others are kept.
    """
    cases = _cases(pairs, limit, seed)
    settings = _settings(model)
    failed = asyncio.run(_judge(cases, out, way, settings, concurrency))
    if failed:
        raise VerdictError(
            f"{failed} of {len(cases)} pairs have no verdict.",
            cure="Run the command again: only these are asked.",
            retryable=True,
        )


async def _judge(cases: Sequence[Case], out: Path, way: Way, settings: Settings, concurrency: int) -> int:
    """How many pairs have no verdict."""
    llm, failed, known = open_llm(settings), 0, 0
    ledger = Ledger(out)
    try:
        with Progress(console=_console, transient=True) as bar:
            task = bar.add_task("judging", total=len(cases))
            items = judge_all(
                way.judge(llm, OpenAIScorer(llm.client)),
                cases,
                lambda case: NothingFound(),
                ledger=ledger,
                configuration=way.configuration(model_label(settings)),
                concurrency=concurrency,
            )
            async for item in items:
                bar.advance(task)
                known += item.cached
                failed += item.row is None or item.row["outcome"] == "failed"
                if item.error is not None:
                    _console.print(f"[red]{cases[item.index].id}: {item.error}[/red]")
    finally:
        await llm.aclose()
    _console.print(f"{len(cases)} pairs, {known} known before, {failed} failed: {out}")
    return failed


def calibrate_files(
    gold: Sequence[Path],
    out: Path,
    way: Way,
    *,
    limit: int | None,
    seed: int,
    model: str,
    concurrency: int,
    controls: bool,
    ablated: bool,
    dry_run: bool,
) -> None:
    """Judge labelled files and write `report.md`, `report.html` and `verdicts.jsonl` into folder `out`.

    Raises:
        InputError: a file cannot be used. ModelError: the model is not here, or failed.
    """
    settings = _settings(model)
    sets = {f.stem: sample(read_pairs(f), limit, seed) for f in gold}
    wanted = list(conditions(way.mode))[: None if controls else 1]
    if ablated:
        wanted += [c for c in ablation(way) if c.way != way]
    out.mkdir(parents=True, exist_ok=True)
    ledger = Ledger(out / "verdicts.jsonl")
    name = model_label(settings)
    for condition in wanted:
        for stem, pairs in sets.items():
            todo = cost(condition.pairs(pairs), condition.way, name, ledger)
            _console.print(f"{stem}, {condition.name}: {todo.asked} to ask, {todo.known} known")
    if dry_run:
        return
    runs = asyncio.run(_calibrate(sets, wanted, settings, ledger, concurrency))
    notes = [f"Model {name}; mode {way.mode}; {limit or 'all'} pairs a set, drawn with seed {seed}."]
    report = calibrate_report(
        runs, title="How far the judge can be trusted", notes=notes, embedder=_embedder(settings)
    )
    (out / "report.md").write_text(report.markdown(), encoding="utf-8")
    (out / "report.html").write_text(report.html(), encoding="utf-8")
    _console.print(f"Report: {out / 'report.md'}, {out / 'report.html'}")


def attack_judge(out: Path, way: Way, *, model: str, concurrency: int) -> None:
    """Judge our attack set and write `attacks.md`, `attacks.html` and `verdicts.jsonl` into folder `out`.

    Raises:
        ModelError: the model is not here, or failed.
    """
    settings = _settings(model)
    found = attacks()
    out.mkdir(parents=True, exist_ok=True)
    ledger = Ledger(out / "verdicts.jsonl")
    sets = {"attacks": as_pairs(found)}
    runs = asyncio.run(_calibrate(sets, conditions(way.mode)[:1], settings, ledger, concurrency))
    notes = [f"Model {model_label(settings)}; mode {way.mode}."]
    report = Report("Is the judge fooled?", notes, [attack_table(found, runs[0].rows)], [])
    (out / "attacks.md").write_text(report.markdown(), encoding="utf-8")
    (out / "attacks.html").write_text(report.html(), encoding="utf-8")
    _console.print(f"Report: {out / 'attacks.md'}, {out / 'attacks.html'}")


async def _calibrate(
    sets: dict[str, tuple[GoldPair, ...]],
    wanted: Sequence[Condition],
    settings: Settings,
    ledger: Ledger,
    concurrency: int,
) -> list[Run]:
    llm = open_llm(settings)
    runs = []
    try:
        with Progress(console=_console, transient=True) as bar:
            for condition in wanted:
                for stem, pairs in sets.items():
                    task = bar.add_task(f"{stem}, {condition.name}", total=len(pairs))
                    changed = condition.pairs(pairs)
                    rows = await run(
                        changed,
                        condition.way,
                        llm,
                        OpenAIScorer(llm.client),
                        model=model_label(settings),
                        ledger=ledger,
                        concurrency=concurrency,
                        on_verdict=lambda done, total, task=task: bar.update(task, completed=done),  # type: ignore[misc]
                    )
                    runs.append(Run(stem, condition.name, changed, rows))
    finally:
        await llm.aclose()
    return runs


def _cases(file: Path, limit: int | None, seed: int) -> list[Case]:
    """Cases of a file of pairs, labelled or not."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                found.append(case_from_row(json.loads(line)))
            except ValueError as error:
                raise InputError(
                    f"{file.name}, line {number}: {error}", cure="Write one JSON object a line."
                ) from error
    if limit is None:
        return found
    kept = {p.case.id for p in sample([_unlabelled(c) for c in found], limit, seed)}
    return [c for c in found if c.id in kept]


def _unlabelled(case: Case) -> GoldPair:
    return GoldPair(case, "a", "", "G", "", "", "")


def _settings(model: str) -> Settings:
    return Settings(model=model) if model else Settings()


def _embedder(settings: Settings) -> Embeds | None:
    """The embedder, if its file is here: its baseline is left out otherwise."""
    from knowledge.embed import SentenceEncoder

    try:
        return SentenceEncoder(model_path(settings.embedder, settings.data / "models", kind="embedder"))
    except BookfolkError:
        return None
