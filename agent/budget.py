"""What fits into the model's context: stable beginning, append-only history, old lines as a summary."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.dialogue import Dialogue

_WIDE = re.compile(r"[⺀-鿿豈-﫿＀-￯]")


def estimate_tokens(text: str) -> int:
    """An upper estimate of the tokens of `text`, for any of today's tokenizers (3.3 characters each; a
    Chinese character one). Cheap on purpose: the server counts exactly, we only must not overflow."""
    wide = len(_WIDE.findall(text))
    return wide + round((len(text) - wide) / 3.3) + 4


def history_tokens(dialogue: Dialogue) -> int:
    return estimate_tokens(dialogue.summary) + sum(estimate_tokens(n.text) for n in dialogue.recent)


def fit(dialogue: Dialogue, budget: int) -> Dialogue:
    """`dialogue` with as many of its newest lines as `budget` tokens hold, at least the last one.

    Where it overflows, it is cut to half the budget at once: the prompt's beginning then stays the same
    for many turns, so that the server's prefix cache keeps hitting.
    """
    if history_tokens(dialogue) <= budget:
        return dialogue
    room = budget // 2 - estimate_tokens(dialogue.summary)
    first = len(dialogue.lines) - 1
    room -= estimate_tokens(dialogue.lines[first].text)
    while first > dialogue.summarised and room >= estimate_tokens(dialogue.lines[first - 1].text):
        first -= 1
        room -= estimate_tokens(dialogue.lines[first].text)
    return replace(dialogue, summarised=first)
