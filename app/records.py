"""Transcripts as stored JSON: the pieces as they were said, tokens included, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from core.types import Passage, Piece


def joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbouring sampled stretches as one piece (a stream comes token by token)."""
    runs: list[Piece] = []
    for p in pieces:
        if runs and p.sampled and runs[-1].sampled:
            last = runs[-1]
            runs[-1] = Piece(last.text + p.text, True, last.ids + p.ids, last.logprobs + p.logprobs)
        else:
            runs.append(p)
    return runs


def dump(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """Pieces as JSON; empty parts are left out."""
    rows = []
    for p in joined(pieces):
        row: dict[str, Any] = {"text": p.text, "sampled": p.sampled}
        if p.ids:
            row["ids"] = list(p.ids)
        if p.logprobs:
            row["logprobs"] = list(p.logprobs)
        if p.passages:
            row["passages"] = [asdict(x) for x in p.passages]
        rows.append(row)
    return rows


def load(rows: Sequence[dict[str, Any]]) -> tuple[Piece, ...]:
    """The inverse of `dump`."""
    return tuple(
        Piece(
            r["text"],
            r["sampled"],
            tuple(r.get("ids", ())),
            tuple(r.get("logprobs", ())),
            tuple(Passage(**x) for x in r.get("passages", ())),
        )
        for r in rows
    )
