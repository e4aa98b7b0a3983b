"""Floors a little under what is measured on three short novels annotated by others."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.pdnc import as_system, load_novels, load_scorer
from knowledge.english import annotate

FLOORS = {  # cast F1, quote F1, speaker of all quotes, of those with an explicit tag
    "DaisyMiller": (0.90, 0.98, 0.87, 0.97),
    "TheSignOfTheFour": (0.85, 0.94, 0.66, 0.97),
    "WinnieThePooh": (0.66, 0.97, 0.76, 0.82),
}


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize("name", FLOORS)
def test_floors(shared: Path, name: str) -> None:
    scorer = load_scorer(shared)
    (novel,) = load_novels(shared, scorer, (name,))
    report = scorer.score(novel.folder, as_system(annotate(novel.book)))
    measured = (
        report["cast"]["f1"],
        report["quotes"]["f1"],
        report["speaker"]["all"][0],
        report["speaker"]["all explicit"][0],
    )
    assert all(value >= floor for value, floor in zip(measured, FLOORS[name], strict=True)), measured
