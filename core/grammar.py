"""The transcript grammar as GBNF, for endpoints that constrain decoding (llama.cpp, vLLM).

A small model keeps the format because it cannot leave it; a big one never notices.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Literal

Next = Literal["search", "answer", "either"]

# Whole sentences with a bound on each and on their number: a small model ends where a sentence ends.
_SENTENCE = (
    'sentence ::= [^<.!?。！？\\n]{1,240} [.!?。！？…]{1,3} [)"”’」』]{0,2} " "?\nline ::= [^<\\n]{1,90}\n'
)
SPEECH = "sentence{1,6}"


@cache
def turn_grammar(then: Next, answer: str = SPEECH, lead: str = "") -> str:
    """GBNF of one sampled turn: a thought of one or two sentences, then a search, an answer, or either.

    Args:
        then: what may follow the thought.
        answer: GBNF of the answer's inside, e.g. `"\\\\boxed{" [AB] "}"`.
        lead: the first words of the thought, where it helps to keep a small model to the question.
    """
    choice = {"search": "search", "answer": "answer", "either": "(search | answer)"}[then]
    rules = [
        f"root ::= think {choice}",
        f'think ::= "<think>" {json.dumps(lead, ensure_ascii=False)} sentence{{1,2}} "</think>\\n"',
    ]
    if then != "answer":
        rules.append('search ::= "<search>" line "</search>"')
    if then != "search":
        rules.append(f'answer ::= "<answer>" {answer} "</answer>"')
    return "\n".join(rules) + "\n" + _SENTENCE
