"""How far a name in Chinese narration shows that its bearer is there, and not only spoken or thought of."""

from __future__ import annotations

import re

_ACT = re.compile(
    r"(?:忙|便|就|也|又|才|却|先|都|只|只得|方|早|早已|已|一面|一手|因|听了|见了|见说|听说|见|正|自|独|遂|乃|即)*"
    r"(?:[^，。；：！？“”]{0,3}(?:道|说|笑|问|答|叫|喝|骂|哭|叹))|"
    r"(?:听|见|来|去|走|坐|站|立|拿|接|跪|拜|起|进|出|回|上|下|忙|便|正|看|望|指|拉|推|打|想|吃|喝|笑|哭|睡|醒|"
    r"点头|摇头|低头|抬头|一面|连忙|心中|心里|自)"
)
_TALKED_OF = re.compile(
    "(?:提起|说起|想起|想着|想到|听说|闻得|听得|听见说|说的|关于|为着|如|像|似|比|问起|论|念)$"
)
_BESIDE = re.compile("(?:对|向|与|和|同|跟|给|叫|请|拉|命|问|见|扶|带|望|看|陪|合|着|了)$")


def weigh(text: str, start: int, end: int) -> float:
    """Evidence in [0, 1] that whoever `text[start:end]` names is present; 1 is a clear act."""
    before, after = text[max(0, start - 8) : start], text[end : end + 12]
    if _TALKED_OF.search(before):
        return 0.15
    if after[:1] in ("的", "之", "家"):
        return 0.25
    if _ACT.match(after):
        return 1.0
    return 0.7 if _BESIDE.search(before) else 0.4
