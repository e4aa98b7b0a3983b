"""The shape of a chat: messages as nodes of a tree, without their contents. Pure functions.

A `Tree` holds the visible nodes by id, in the order of their making: a parent stands before its children.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A message's place. `parent_id` is None for a root (a greeting)."""

    id: str
    parent_id: str | None


Tree = dict[str, Node]


def path_to(tree: Tree, leaf_id: str | None) -> list[str]:
    """Ids from a root down to `leaf_id`; empty if that is not in the tree."""
    path: list[str] = []
    at = leaf_id
    while at is not None and at in tree:
        path.append(at)
        at = tree[at].parent_id
    return path[::-1]


def siblings(tree: Tree, parent_id: str | None) -> tuple[str, ...]:
    """Ids of the children of `parent_id` (of the roots, for None), oldest first."""
    return tuple(n.id for n in tree.values() if n.parent_id == parent_id)


def newest_end(tree: Tree, start: str) -> str:
    """The youngest node under `start`, itself included; being the youngest, it is an end."""
    under, end = {start}, start
    for node in tree.values():
        if node.parent_id in under:
            under.add(node.id)
            end = node.id
    return end
