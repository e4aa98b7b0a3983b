"""Clauses of narration: split at marks, and peeled of what surrounds their subject."""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.chinese import words

_CLAUSE = re.compile(f"[^{re.escape(words.CLAUSE_END)}]+")
_VERB = re.compile(f"(?:{words.alternatives(words.SPEAK)})$")
_WEAK = frozenset("回报命令呼求赞称念讲想让云曰奏禀唤叹吟哭笑")
_ADVERB = re.compile(
    f"(?:{words.alternatives(words.ADVERBS)}|(?:(.)\\1|[嘻呵哈]{{2}})[的地]|[嘻呵哈喃连频]{{2}}|(?<!家)的)$"
)
_LEAD = re.compile(f"(?:{words.alternatives(words.LEADS)})")


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch between marks, `start`..`end`, blanks trimmed."""

    start: int
    end: int


def clauses(plain: str, start: int, end: int) -> list[Clause]:
    """The clauses of `start`..`end`, in order."""
    found = []
    for match in _CLAUSE.finditer(plain, start, end):
        left, right = match.span()
        while left < right and plain[left] == " ":
            left += 1
        while right > left and plain[right - 1] == " ":
            right -= 1
        if left < right:
            found.append(Clause(left, right))
    return found


def peel_right(text: str) -> str:
    """`text` of a cue clause without verb of speaking and adverbs ("宝玉忙笑道" -> "宝玉")."""
    rest = _VERB.sub("", text, count=1)
    while rest and (shorter := _ADVERB.sub("", rest, count=1)) != rest:
        rest = shorter
    return rest


def peel_left(text: str) -> int:
    """How many characters of lead-in ("只见", "那", "却说") stand before the subject of a clause."""
    cut = 0
    while match := _LEAD.match(text, cut):
        if match.end() == cut:
            break
        cut = match.end()
    return cut


def ends_with_speaking(text: str, *, after: bool = False) -> bool:
    """Whether the clause ends with a verb of speaking.

    Args:
        after: the clause follows its quote; verbs that often end other clauses (回, 想, 笑) do not count.
    """
    found = _VERB.search(text)
    return found is not None and not (after and found[0] in _WEAK)
