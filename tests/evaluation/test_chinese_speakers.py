"""The explicit cue against labels that others made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.chinese_speakers import LabelledContext, evaluate, read_contexts
from knowledge.chinese.marks import quoted
from knowledge.chinese.names import discover
from knowledge.chinese.plain import fold


def test_unlabelled_rows_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [
        {"context": "张伟笑道：", "speaker": "张伟", "istart": 0, "iend": 2},
        {"context": "门外下着雨：", "speaker": "", "istart": 0, "iend": 0},
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    assert read_contexts(path) == (LabelledContext("张伟笑道：", 0, 2),)


def test_exact_and_overlapping_are_told_apart() -> None:
    rows = [
        LabelledContext("张伟笑道：", 0, 2),
        LabelledContext("那张伟笑道：", 0, 3),
        LabelledContext("张伟向李娜道：", 3, 5),
    ]
    found = evaluate(rows)
    assert [(one.exact, one.overlapping) for one in found] == [(True, True), (False, True), (False, False)]


@pytest.mark.data
@pytest.mark.parametrize(("whole_book", "exact", "overlapping"), [(True, 0.85, 0.95), (False, 0.85, 0.92)])
def test_speaker_surface_on_labelled_contexts(
    shared: Path, whole_book: bool, exact: float, overlapping: float
) -> None:
    """With names learned from the whole novel, as in use, and from the contexts alone."""
    folder = shared / "data" / "zh"
    plain = fold((folder / "红楼梦.txt").read_bytes().decode("utf-8").replace("\r\n", "\n"))
    names = discover(plain, quoted(plain)) if whole_book else None
    found = evaluate(read_contexts(folder / "honglou_speakers.jsonl"), names)
    assert len(found) == 824
    assert sum(one.exact for one in found) / len(found) >= exact
    assert sum(one.overlapping for one in found) / len(found) >= overlapping
