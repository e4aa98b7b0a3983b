"""Entries gathered by meaning, so that a search can go on from one to its kin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from knowledge.types import Entry

CLOSE = 0.6
"""Cosine from which on an entry joins a cluster."""


def clustered(
    entries: Sequence[Entry], vectors: NDArray[np.float32], close: float = CLOSE
) -> tuple[Entry, ...]:
    """The entries with `cluster` set, numbered from 0; those that are alone keep -1.

    Leader clustering in one pass over the text: an entry joins the nearest cluster whose leader is within
    `close`, else leads a new one. The result depends on nothing but the order of the entries, and a cluster
    never needs a later one to be understood.

    Args:
        vectors: one per entry, float32 [n, d], of any length; compared by cosine.

    Raises:
        ValueError: there are not as many vectors as entries.
    """
    if len(vectors) != len(entries):
        raise ValueError(f"{len(vectors)} vectors for {len(entries)} entries")
    if not entries:
        return ()
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1)
    leaders = np.empty_like(unit)
    count, assigned = 0, np.empty(len(unit), dtype=np.int64)
    for at, vector in enumerate(unit):
        near = leaders[:count] @ vector
        best = int(near.argmax()) if count else -1
        if best >= 0 and near[best] >= close:
            assigned[at] = best
        else:
            leaders[count] = vector
            assigned[at] = count
            count += 1
    sizes = np.bincount(assigned, minlength=count)
    numbers: dict[int, int] = {}
    for cluster in assigned.tolist():
        if sizes[cluster] > 1:
            numbers.setdefault(cluster, len(numbers))
    return tuple(
        replace(entry, cluster=numbers.get(cluster, -1))
        for entry, cluster in zip(entries, assigned.tolist(), strict=True)
    )


def kin(entry: Entry, entries: Sequence[Entry], until: int | None = None) -> tuple[Entry, ...]:
    """Others of the same cluster or the same two people, up to chapter `until`; the cluster's first."""
    reach = [other for other in entries if other.id != entry.id and (until is None or other.chapter <= until)]
    same = [other for other in reach if entry.cluster >= 0 and other.cluster == entry.cluster]
    pair = {entry.character, entry.keys.relationship}
    close = [
        other
        for other in reach
        if entry.keys.relationship
        and {other.character, other.keys.relationship} == pair
        and other not in same
    ]
    return (*same, *close)
