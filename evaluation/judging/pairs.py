"""Gold pairs: a case, which reply is the better, and what kind of label says so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.errors import InputError
from judge.case import Case, case_from_row
from judge.rewards import Side

LabelClass = Literal["H", "G", "M"]
CLASSES: dict[LabelClass, str] = {
    "H": "human judgement",
    "G": "a human-written gold line against a matched distractor",
    "M": "model-made label",
}
# Label origins that are judgements of people, and those made by a model; everything else is a gold text.
_HUMAN = ("human_3", "human_rating", "human_official", "human_expert", "human_pair")
_MODEL = ("model", "simulated", "gpt")


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A labelled case. `cluster` is what bootstrap draws by. The judge sees the case only."""

    case: Case
    gold: Side
    kind: str
    label_class: LabelClass
    source: str
    cluster: str
    tier: str

    @property
    def stratum(self) -> str:
        """ "main" or "supporting" where the character's standing in the work is known, else ""."""
        if not self.tier:
            return ""
        return "main" if self.tier in ("main", "major") else "supporting"


def read_pairs(file: Path) -> tuple[GoldPair, ...]:
    """Every pair of a JSONL file in the pair schema.

    Raises:
        InputError: the file cannot be read, or a line is no labelled pair; the line is named.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.", cure="Give a UTF-8 JSONL file.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_pair(json.loads(line)))
        except (ValueError, InputError) as error:
            cure = error.cure if isinstance(error, InputError) else "Write one JSON object a line."
            told = error.message if isinstance(error, InputError) else str(error)
            raise InputError(f"{file.name}, line {number}: {told}", cure=cure) from error
    return tuple(found)


def sample(pairs: Sequence[GoldPair], limit: int | None, seed: int = 0) -> tuple[GoldPair, ...]:
    """`limit` pairs, drawn by a hash of seed and id: a larger limit adds to a smaller one's pairs."""

    def rank(pair: GoldPair) -> str:
        return hashlib.sha256(f"{seed}:{pair.case.id}".encode()).hexdigest()

    return tuple(sorted(pairs, key=rank)[:limit])


def without_persona(pairs: Iterable[GoldPair]) -> tuple[GoldPair, ...]:
    """The same pairs with the reference blanked."""
    return tuple(replace(p, case=replace(p.case, persona="")) for p in pairs)


def without_context(pairs: Iterable[GoldPair]) -> tuple[GoldPair, ...]:
    """The same pairs without dialogue, persona and name: only memory and style are left to judge by."""
    return tuple(replace(p, case=replace(p.case, persona="", dialogue=(), character="")) for p in pairs)


def exchanged_context(pairs: Sequence[GoldPair]) -> tuple[GoldPair, ...]:
    """The same replies, each pair with name, persona and dialogue of the next one's (of another cluster)."""
    found = []
    for n, pair in enumerate(pairs):
        others = (pairs[(n + k) % len(pairs)] for k in range(1, len(pairs)))
        near = next((o for o in others if o.cluster != pair.cluster), pair).case
        mixed = replace(pair.case, persona=near.persona, dialogue=near.dialogue, character=near.character)
        found.append(replace(pair, case=mixed))
    return tuple(found)


def shuffled_labels(pairs: Sequence[GoldPair], seed: int = 0) -> tuple[GoldPair, ...]:
    """The same pairs with a coin's label instead of the gold one."""

    def coin(pair: GoldPair) -> Side:
        return "a" if hashlib.sha256(f"coin:{seed}:{pair.case.id}".encode()).digest()[0] % 2 else "b"

    return tuple(replace(p, gold=coin(p)) for p in pairs)


def _pair(row: Mapping[str, Any]) -> GoldPair:
    label = row.get("label")
    if label not in ("A", "B"):
        raise InputError(f"The label is {label!r}.", cure="Label each pair A or B.")
    meta = row.get("meta") or {}
    origin = str(meta.get("label_origin", ""))
    kind, source = str(row.get("kind", "")), str(row.get("source", ""))
    case = case_from_row(row)
    return GoldPair(
        case,
        "a" if label == "A" else "b",
        kind,
        label_class(origin, kind),
        source,
        _cluster(source, meta, case),
        str(meta.get("tier") or ""),
    )


def _cluster(source: str, meta: Mapping[str, Any], case: Case) -> str:
    """The character of a work where its standing there is known; else persona and dialogue's first line."""
    if meta.get("tier"):
        return f"{source}/{meta.get('work')}/{case.character}"
    begins = case.dialogue[0].text if case.dialogue else ""
    return f"{source}/{hashlib.sha256(f'{case.persona}{begins}'.encode()).hexdigest()[:12]}"


def label_class(origin: str, kind: str) -> LabelClass:
    """H, G or M, from where the label comes; an unknown origin goes by the kind's first word."""
    low = origin.lower()
    if low.startswith(_MODEL) or (kind.startswith("model") and not low):
        return "M"
    if low.startswith(_HUMAN) or low == "human" or (kind.startswith("human") and not low):
        return "H"
    return "G"
