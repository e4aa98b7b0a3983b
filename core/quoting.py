"""Foreign text is quoted where it enters, so that it can never speak our tags.

Passages, users' lines, cards and replies under judgement go through `quote` before they reach a prompt.
"""

from __future__ import annotations

import re

# Our tags (spaces, attributes and full-width brackets included) and chat-template control tokens.
_TAG = re.compile(r"[<＜]\s*(/?)\s*(think|search|result|answer)\b([^<>＜＞]{0,40})[>＞]", re.IGNORECASE)
_CONTROL = re.compile(r"<\|([^<>|]{1,40})\|>|<(/?s)>|\[(/?INST)\]|<<(/?SYS)>>")
_HALF_TAG = re.compile(r"[<＜](?=\s*/?\s*(?:think|search|result|answer)\b)", re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\b")


def quote(text: str) -> str:
    """`text` with every tag of ours and every control token defused, otherwise unchanged.

    `<answer>` becomes `‹answer›`, `<|im_end|>` becomes `‹|im_end|›`, a boxed answer loses its
    backslash. Lengths are kept where possible, so offsets into ordinary text stay valid.
    """
    text = _TAG.sub(lambda m: f"‹{m[1]}{m[2]}{m[3]}›", text)
    text = _HALF_TAG.sub("‹", text)
    text = _CONTROL.sub(lambda m: f"‹{m[0][1:-1]}›", text)
    return _BOXED.sub("boxed", text)
