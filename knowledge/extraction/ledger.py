"""What has been extracted so far, so that a killed run goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from core.types import Usage
from knowledge.extraction.claims import Reason
from knowledge.types import Entry, Keys


@dataclass(frozen=True, slots=True)
class Record:
    """The outcome of one segment."""

    segment: int
    kept: tuple[Entry, ...]
    rejected: Mapping[Reason, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)


class Ledger(Protocol):
    """Where records are kept. A record that `add` has returned from survives a kill."""

    def records(self) -> Mapping[int, Record]: ...

    def add(self, record: Record) -> None: ...


class FileLedger:
    """One JSON line per segment in a file, each flushed to the disk; a torn last line is dropped.

    Args:
        path: created when the first record comes; its folder must exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def records(self) -> Mapping[int, Record]:
        """All records, by segment."""
        return {record.segment: record for record in self._read()}

    def add(self, record: Record) -> None:
        """Append and sync."""
        line = json.dumps(asdict(record), ensure_ascii=False)
        torn = (
            self._path.exists() and not self._path.read_bytes().endswith(b"\n") and self._path.stat().st_size
        )
        with self._path.open("a", encoding="utf-8") as file:
            file.write(("\n" if torn else "") + line + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> Iterator[Record]:
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            try:
                yield _record(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue


def _record(row: dict[str, Any]) -> Record:
    kept = tuple(Entry(**{**entry, "keys": Keys(**entry["keys"])}) for entry in row["kept"])
    rejected = cast("dict[Reason, int]", dict(row["rejected"]))
    return Record(int(row["segment"]), kept, rejected, Usage(**row["usage"]))
