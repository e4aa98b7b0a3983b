"""The calibrate report: Markdown and one self-contained HTML page, figures always with n and interval."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.judging.agreement import Agreement, Row, agreement, worth
from evaluation.judging.baselines import Embeds
from evaluation.judging.pairs import CLASSES, GoldPair
from evaluation.judging.plot import bars, reliability
from evaluation.judging.statistics import Estimate, estimate

HEAD = ("set", "n", "accuracy", "strict", "κ", "first slot", "orders agree", "unreadable", "ECE", "s/verdict")


@dataclass(frozen=True, slots=True)
class Run:
    """Verdicts on one set under one condition; `rows[i]` belongs to `pairs[i]`."""

    name: str
    condition: str
    pairs: Sequence[GoldPair]
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """Tables and plots (SVG) under a title."""

    title: str
    notes: Sequence[str]
    tables: Sequence[Table]
    plots: Sequence[str]

    def markdown(self) -> str:
        parts = [f"# {self.title}", *self.notes]
        for table in self.tables:
            lines = [table.head, ["---"] * len(table.head), *table.rows]
            grid = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
            parts += [f"## {table.title}", table.note, grid]
        return "\n\n".join(p for p in parts if p) + "\n"

    def html(self) -> str:
        parts = [f"<h1>{html.escape(self.title)}</h1>"]
        parts += [f"<p>{html.escape(n)}</p>" for n in self.notes]
        for table in self.tables:
            head = "".join(f"<th>{html.escape(c)}</th>" for c in table.head)
            body = "".join(
                "<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in row) + "</tr>" for row in table.rows
            )
            parts.append(f"<h2>{html.escape(table.title)}</h2><p>{html.escape(table.note)}</p>")
            parts.append(f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>")
        return _PAGE.format(title=html.escape(self.title), body="\n".join([*parts, *self.plots]))


def calibrate_report(
    runs: Sequence[Run], *, title: str, notes: Sequence[str], embedder: Embeds | None
) -> Report:
    """From all verdicts to all tables. Label classes are never pooled."""
    plain = [r for r in runs if r.condition == "as given"]
    sets = [(f"{r.name} {c}", p, v) for r in plain for c in CLASSES for p, v in [_only(r, c)] if p]
    figures = {name: agreement(p, v, embedder) for name, p, v in sets}
    tables = [_main(figures), _baselines(figures), _kinds(plain)]
    if strata := _strata(plain):
        tables.append(strata)
    if len(runs) > len(plain):
        tables.append(_conditions(runs))
    plots = [reliability(name, f.bins) for name, f in figures.items()]
    plots.insert(0, bars("Accuracy, and the best baseline (hollow)", _for_bars(figures)))
    return Report(title, [*notes, _LEGEND], tables, plots)


def _only(run: Run, label_class: str) -> tuple[list[GoldPair], list[Row]]:
    kept = [(p, r) for p, r in zip(run.pairs, run.rows, strict=True) if p.label_class == label_class]
    return [p for p, _ in kept], [r for _, r in kept]


def _main(figures: Mapping[str, Agreement]) -> Table:
    rows = [
        (
            name,
            str(f.accuracy.n),
            _interval(f.accuracy),
            f"{f.strict:.3f}",
            f"{f.kappa:.2f}",
            "none" if f.position is None else f"{f.position:+.3f}",
            "alone" if f.consistent is None else f"{f.consistent:.3f}",
            f"{f.failures:.3f}",
            f"{f.ece:.3f}",
            f"{f.seconds:.1f}",
        )
        for name, f in figures.items()
    ]
    return Table("Agreement with the labels", "", HEAD, rows)


def _baselines(figures: Mapping[str, Agreement]) -> Table:
    names = list(dict.fromkeys(n for f in figures.values() for n in f.baselines))
    rows = [
        (name, *(_interval(f.baselines[b]) for b in names), f"{f.longer_chosen:.2f} / {f.longer_gold:.2f}")
        for name, f in figures.items()
    ]
    note = "Rules that need no judge. Last column: share of longer replies among the chosen and the gold."
    return Table("Baselines", note, ("set", *names, "longer chosen / gold"), rows)


def _kinds(runs: Sequence[Run]) -> Table:
    rows = []
    for run in runs:
        for kind in sorted({p.kind for p in run.pairs}):
            mine = [(p, r) for p, r in zip(run.pairs, run.rows, strict=True) if p.kind == kind]
            found = _accuracy(mine)
            rows.append((run.name, kind, mine[0][0].label_class, str(found.n), _interval(found)))
    return Table("By kind", "", ("set", "kind", "label", "n", "accuracy"), rows)


def _strata(runs: Sequence[Run]) -> Table | None:
    """Role bias: main against supporting characters, mean and between-character variance."""
    rows = []
    for run in runs:
        for stratum in ("main", "supporting"):
            mine = [(p, r) for p, r in zip(run.pairs, run.rows, strict=True) if p.stratum == stratum]
            if mine:
                found = _accuracy(mine)
                rows.append((run.name, stratum, str(found.n), _interval(found), _between(mine)))
    note = (
        "Gold-line pairs whose character's standing is known. V_char: variance between characters (4 items "
        "or more each) less the mean binomial variance, in points²."
    )
    return Table("Role bias", note, ("set", "characters", "n", "accuracy", "V_char"), rows) if rows else None


def _between(items: Sequence[tuple[GoldPair, Row]]) -> str:
    by_character: dict[str, list[float]] = {}
    for pair, row in items:
        by_character.setdefault(pair.cluster, []).append(worth(pair, row))
    shares = [(sum(v) / len(v), len(v)) for v in by_character.values() if len(v) >= 4]
    if len(shares) < 3:
        return f"too few ({len(shares)} characters)"
    mean = sum(s for s, _ in shares) / len(shares)
    spread = sum((s - mean) ** 2 for s, _ in shares) / (len(shares) - 1)
    chance = sum(s * (1 - s) / (n - 1) for s, n in shares) / len(shares)
    return f"{1e4 * (spread - chance):.0f} ({len(shares)} characters)"


def _conditions(runs: Sequence[Run]) -> Table:
    rows = []
    for run in runs:
        for name in CLASSES:
            pairs, verdicts = _only(run, name)
            if pairs:
                found = _accuracy(list(zip(pairs, verdicts, strict=True)))
                rows.append((f"{run.name} {name}", run.condition, str(found.n), _interval(found)))
    note = "Labels shuffled and contexts removed or exchanged should come near 0.5."
    return Table("Controls, reference and ablation", note, ("set", "condition", "n", "accuracy"), rows)


def _accuracy(items: Sequence[tuple[GoldPair, Row]]) -> Estimate:
    return estimate([worth(p, r) for p, r in items], [p.cluster for p, _ in items])


def _interval(e: Estimate) -> str:
    return f"{e.value:.3f} [{e.low:.2f}, {e.high:.2f}]"


def _for_bars(figures: Mapping[str, Agreement]) -> list[tuple[str, Estimate, float]]:
    return [(n, f.accuracy, max(b.value for b in f.baselines.values())) for n, f in figures.items()]


_LEGEND = (
    "Labels: H human judgement, G a human-written gold line against a matched distractor, M model-made; "
    "never pooled. Intervals: 95 %, bootstrap over characters and works (2,000 draws). A tie or a "
    "disagreement counts half, a failed verdict nothing. Strict: right in both orders."
)
_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
td, th {{ padding: .3rem .7rem; text-align: left; border-bottom: 1px solid #8884; white-space: nowrap; }}
div {{ overflow-x: auto; }} svg {{ max-width: 100%; height: auto; }} :root {{ color-scheme: light dark; }}
</style>
<body>
{body}
</body></html>
"""
