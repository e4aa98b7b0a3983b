"""Entries of one meaning share a cluster; a hop never goes ahead of the reader."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.entries.clusters import clustered, kin
from knowledge.types import Entry, Keys


def entry(name: str, chapter: int = 1, who: str = "anna", other: str = "") -> Entry:
    return Entry(name, who, "persona", name, chapter, 0, 0, 1, Keys("", other))


def test_near_vectors_share_a_cluster_and_lone_ones_have_none() -> None:
    vectors = np.array([[1, 0], [0, 1], [0.9, 0.1], [0, 3], [-1, 0]], dtype=np.float32)
    found = clustered([entry(str(n)) for n in range(5)], vectors)
    assert [one.cluster for one in found] == [0, 1, 0, 1, -1]
    assert clustered([], np.empty((0, 2), dtype=np.float32)) == ()
    with pytest.raises(ValueError, match="1 vectors for 2"):
        clustered([entry("a"), entry("b")], vectors[:1])


def test_a_vector_without_length_is_alone() -> None:
    vectors = np.array([[0, 0], [0, 0], [1, 0]], dtype=np.float32)
    assert [one.cluster for one in clustered([entry("a"), entry("b"), entry("c")], vectors)] == [-1, -1, -1]


def test_kin_are_of_the_cluster_or_of_the_same_two_people() -> None:
    vectors = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    rows = [
        entry("a", 1, "anna", "tom"),
        entry("b", 2),
        entry("late", 9),
        entry("c", 2, "tom", "anna"),
        entry("d", 2, "eve"),
    ]
    found = clustered(rows, vectors)
    assert [one.id for one in kin(found[0], found, until=5)] == ["b", "c"]
    assert [one.id for one in kin(found[0], found)] == ["b", "late", "c"]
