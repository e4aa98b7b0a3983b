"""Cast, quotes and speakers of English novels against people's annotations (PDNC), without a language model.

    python -m evaluation.cast_quotes --shared ../shared [--cast] [--quick] [--learn]

Tuned on these very novels: the rules, and the weights of the speaker model. Therefore the speakers are scored
again with weights learned without the novel at hand (leave one novel out; the rules stay the same).
Intervals: 95 %, by drawing whole novels anew (quotes of a novel are not independent).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from evaluation.pdnc import Novel, as_system, gold_cast, load_novels, load_scorer
from evaluation.speaker_learning import learn, lesson, table
from knowledge.english import annotate
from knowledge.english.decode import Weights

SPEAKER_ROWS = ("all", "all strict", "all explicit", "all anaphoric", "all implicit", "main", "minor")
BASELINES = """
Others, end to end, no cast given (from the brief of this benchmark, on the same scorer):
  naive rules, these eleven: all .709, explicit .931, anaphoric .478, implicit .536; cast .72, quotes .973
  BookNLP big, 22 novels:    all .569, explicit .896, anaphoric .477, implicit .347; cast .80, quotes .968
"""


@dataclass(slots=True)
class Tally:
    """Hits and totals of each row, novel by novel."""

    rows: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, name: str, rate: float, n: float) -> None:
        self.rows[name].append((rate * n, n))

    def rate(self, name: str) -> float:
        hits, n = np.sum(self.rows[name], axis=0)
        return float(hits / n) if n else 0.0

    def line(self, name: str, label: str = "") -> str:
        """`name  rate [low, high]  n`."""
        pairs = np.array(self.rows[name])
        picks = np.random.default_rng(7).integers(0, len(pairs), (2000, len(pairs)))
        sums = pairs[picks].sum(axis=1)
        low, high = np.percentile(sums[:, 0] / np.maximum(sums[:, 1], 1e-9), [2.5, 97.5])
        return (
            f"  {label or name:24} {self.rate(name):.3f} [{low:.3f}, {high:.3f}]  n {pairs[:, 1].sum():.0f}"
        )


def score(
    novels: Sequence[Novel], scorer: Any, tally: Tally, *, cast: bool, weights: Sequence[Weights | None]
) -> None:
    """Annotate and score every novel, print its line, and add it to `tally`."""
    for novel, own in zip(novels, weights, strict=True):
        people = gold_cast(novel, scorer) if cast else None
        begun = perf_counter()
        annotation = annotate(novel.book, people, weights=own)
        seconds = perf_counter() - begun
        report = scorer.score(novel.folder, as_system(annotation))
        words = len(novel.gold.text.split())
        tally.add("seconds per 100k words", 1e5 * seconds / words, words)
        _add(tally, novel, report, len(annotation.characters), len(annotation.quotes))
        print(_novel_line(novel, report, words, seconds), flush=True)


def _add(tally: Tally, novel: Novel, report: Any, clusters: int, quotes: int) -> None:
    cast = report["cast"]
    main = [c for c, kind in novel.gold.category.items() if kind != "minor"]
    tally.add("cast precision", cast["precision"], clusters)
    tally.add("cast recall", cast["recall"], len(main))
    tally.add("cluster purity", cast["cluster purity"], clusters)
    tally.add("alias recall", cast["alias recall"], sum(len(novel.gold.aliases[c]) for c in main))
    tally.add("quote precision", report["quotes"]["precision"], quotes)
    tally.add("quote recall", report["quotes"]["recall"], len(novel.gold.quotes))
    for name in SPEAKER_ROWS:
        rate, n = report["speaker"].get(name, (0.0, 0))
        tally.add(name, rate, n)


def _novel_line(novel: Novel, report: Any, words: int, seconds: float) -> str:
    speaker = report["speaker"]
    rates = "  ".join(
        f"{label} {speaker.get(name, (0.0, 0))[0]:.3f} (n {speaker.get(name, (0.0, 0))[1]})"
        for label, name in (
            ("all", "all"),
            ("exp", "all explicit"),
            ("ana", "all anaphoric"),
            ("imp", "all implicit"),
        )
    )
    cast = report["cast"]
    return (
        f"{novel.name:30} {rates}  cast F1 {cast['f1']:.2f} pure {cast['cluster purity']:.2f} "
        f"alias {cast['alias recall']:.2f}  quotes F1 {report['quotes']['f1']:.3f}  "
        f"{words} words in {seconds:.1f} s"
    )


def _f1(tally: Tally, what: str) -> float:
    precision, recall = tally.rate(f"{what} precision"), tally.rate(f"{what} recall")
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _summary(tally: Tally, *, cast: bool) -> None:
    print("\nMicro over the novels")
    if not cast:
        print(f"  {'cast F1':24} {_f1(tally, 'cast'):.3f}")
        for name in ("cast precision", "cast recall", "cluster purity", "alias recall"):
            print(tally.line(name))
    print(f"  {'quote F1':24} {_f1(tally, 'quote'):.3f}")
    for name in SPEAKER_ROWS:
        print(tally.line(name, f"speaker {name}"))
    print(f"  seconds per 100k words   {tally.rate('seconds per 100k words'):.2f}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Cast, quotes and speakers against annotated novels.")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="holds data/pdnc and tools/")
    parser.add_argument(
        "--cast", action="store_true", help="give the annotated cast, as published systems are"
    )
    parser.add_argument("--quick", action="store_true", help="skip leaving novels out")
    parser.add_argument("--learn", action="store_true", help="learn the weights anew and write them")
    options = parser.parse_args(arguments)
    scorer = load_scorer(options.shared)
    novels = load_novels(options.shared, scorer)
    lessons = [] if options.quick and not options.learn else [lesson(novel) for novel in novels]
    if options.learn:
        path = Path(__file__).parents[1] / "knowledge" / "english" / "weights.txt"
        path.write_text(table(learn(lessons)), encoding="utf-8")
        print(f"wrote {path}")
    print("The annotated cast is given." if options.cast else "End to end: nothing is given but the text.")
    tally = Tally()
    score(novels, scorer, tally, cast=options.cast, weights=[None] * len(novels))
    _summary(tally, cast=options.cast)
    if not options.cast:
        print(BASELINES)
    if not options.quick:
        print("Leave one novel out: weights learned on the other novels")
        left_out = [learn([*lessons[:i], *lessons[i + 1 :]]) for i in range(len(lessons))]
        tally = Tally()
        score(novels, scorer, tally, cast=options.cast, weights=left_out)
        _summary(tally, cast=options.cast)


if __name__ == "__main__":
    main()
