"""Verdicts kept by what was judged: a repeated question is answered without a model.

One JSON line a verdict, appended as soon as it is known; a run that was killed goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.errors import InputError
from judge.case import Case
from judge.verdict import Pass, Verdict

Row = dict[str, Any]


def verdict_key(case: Case, configuration: Mapping[str, Any]) -> str:
    """sha256 over everything that the verdict depends on: the texts, the scope, and how it is judged.

    The case's id is no part of it, so the same question under another name is the same question.
    """
    texts = [case.language, case.character, case.persona]
    texts += [x for t in case.dialogue for x in (t.speaker, t.text)] + ["\x1d", case.a, case.b]
    scope = asdict(case.scope) if case.scope else None
    whole = json.dumps([texts, scope, dict(sorted(configuration.items()))], ensure_ascii=False)
    return hashlib.sha256(whole.encode()).hexdigest()


def verdict_row(verdict: Verdict, key: str, configuration: Mapping[str, Any]) -> Row:
    """A verdict as stored JSON, with the trace of every pass."""
    return {
        "id": verdict.case,
        "key": key,
        "winner": verdict.winner,
        "outcome": verdict.outcome,
        "probability": verdict.probability,
        "confidence": verdict.confidence,
        "confidence_basis": verdict.basis,
        "position_consistent": verdict.position_consistent,
        "orders": [_pass_row(p) for p in verdict.passes],
        "findings": [asdict(f) for f in verdict.findings],
        "evidence": [asdict(e) for e in verdict.evidence],
        "usage": asdict(verdict.usage),
        "seconds": round(verdict.seconds, 3),
        "warnings": list(verdict.warnings),
        "configuration": dict(configuration),
    }


def _pass_row(found: Pass) -> Row:
    transcript = found.transcript
    return {
        "first": found.first,
        "winner": found.winner,
        "probability": found.probability,
        "repaired": found.repaired,
        "well_formed": transcript.well_formed if transcript else None,
        "searches": list(transcript.searches) if transcript else [],
        "raw": found.raw,
        "steps": [
            {"type": s.kind, "text": s.text.strip(), "passages": [asdict(p) for p in s.passages]}
            for s in (transcript.segments if transcript else ())
        ],
        "seconds": round(found.seconds, 3),
    }


class Ledger:
    """Rows by key, in memory, and in a file if one is given.

    Raises:
        InputError: the file holds something else than verdicts (a last line cut off by a kill is dropped).
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._rows: dict[str, Row] = {}
        if file is not None and file.exists():
            self._load(file)

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, key: str) -> Row | None:
        return self._rows.get(key)

    def put(self, row: Row) -> None:
        """Keep `row` under its key; a failed verdict is written down but asked again next time."""
        if row["outcome"] != "failed":
            self._rows[row["key"]] = row
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def _load(self, file: Path) -> None:
        data = file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.decode("utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                key, failed = row["key"], row["outcome"] == "failed"
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"{file}, line {number}: this is no verdict.", cure="Give another file for the verdicts."
                ) from error
            if not failed:
                self._rows[key] = row
        if len(whole) < len(data):
            file.write_bytes(whole)
