"""How far a name in English narration shows that its bearer is there, and not only spoken or thought of."""

from __future__ import annotations

import re

_ACT = re.compile(
    r"\s+(?:\w+ly\s+|then\s+|now\s+|again\s+|also\s+|only\s+|just\s+|too\s+|still\s+|at\s+(?:last|once|length)\s+|"
    r"himself\s+|herself\s+|never\s+|soon\s+|always\s+)*"
    r"(?P<verb>\w{2,}ed\b|was|were|is|are|did|said|says|went|came|took|saw|sat|stood|felt|thought|knew|began|made|gave|"
    r"got|found|left|kept|ran|rose|heard|held|put|spoke|told|turned|met|led|fell|laid|drew|threw|caught|let|set|"
    r"brought|bent|shook|lay|paid|read|wrote|sent|sprang|struck|broke|grew|burst|rode|drove|hung|woke|bowed|ate|"
    r"drank|slept|sang|smiles|sits|stands|looks|goes|comes)\b"
)
_REMOTE = re.compile(r"\s+(?:\w+ly\s+)?(?:had|would|might|could|must|should|may|will|has)\b")
_POSSESSIVE = re.compile(r"['’]s?\s+(?P<thing>\w+)")
_BODY = re.compile(
    r"face|eyes?|voice|hands?|head|looks?|countenance|arms?|lips|cheeks?|brow|smile|reply|answer|side|shoulder|"
    r"astonishment|surprise|manner|attention|mind|spirits|feelings|thoughts|heart|ear|fingers|feet|laugh|colour"
)
_INVERTED = re.compile(
    r"\b(?:said|cried|replied|answered|returned|continued|added|exclaimed|asked|whispered|observed|repeated|"
    r"remarked|murmured|shouted|muttered|began|rejoined|called|went|came|stood|sat|entered)\s+(?:\w+\s+)?$"
)
_AUXILIARY = re.compile(
    r"(?:^|[.;,:!?\n]|\b(?:what|how|so|nor|nay|then|there|here)\b[^.;,]*)\s*\b(?:did|was|were|had)\s+$", re.I
)
_OPENING = re.compile(r"(?:^|[.,;:!?\n-])\s*$")
_TALKED_OF = re.compile(
    r"\b(?:of|about|concerning|regarding|respecting|against|without|like|than|for|from|upon|as|on)\s+"
    r"(?:(?:the|a|his|her|their|poor|dear|my|our)\s+){0,2}$"
)
_BESIDE = re.compile(
    r"\b(?:to|with|by|at|towards?|beside|near|after|behind|before|between|joined|met|saw|found)\s+$"
)
_REPORTED = re.compile(
    r"\b(?:th(?:ought|ink|inking)s?|recollect\w*|remember\w*|wonder\w*|heard|hear(?:ing|s)?|letters?|news|account|"
    r"mention\w*|name[ds]?|wish\w*|hop(?:e|ed|ing)|suppos\w*|believ\w*|imagin\w*|expect\w*|conjectur\w*|talk\w*\s+of|"
    r"sp(?:oke|eak\w*)\s+of|absen\w+|if|whether|that|because|yesterday|formerly|picture|portrait|knew|know|"
    r"understood|convinced|persuaded|hint\w*|gone|dreamt?)\b"
)
_CLAUSE = re.compile(r"[.!?;:\"]")
_NOMINATIVE = re.compile(r"(?:he|she|they|i|we)", re.I)
_PRONOUN = re.compile(
    r"(?:he|she|they|i|we|him|her|them|me|us|his|hers|their|my|our|himself|herself|himself)", re.I
)


def weigh(text: str, start: int, end: int) -> float:
    """Evidence in [0, 1.5] that whoever `text[start:end]` names is present; 1 is a clear act."""
    before, after = text[max(0, start - 140) : start], text[end : end + 60]
    surface = text[start:end]
    clause = _CLAUSE.split(before)[-1]
    weight = _raw(surface, before, after)
    if _PRONOUN.fullmatch(surface):
        weight = 0.5 * weight if _NOMINATIVE.fullmatch(surface) else 0.2
    if weight < 1.5 and _REPORTED.search(clause):
        weight *= 0.4
    return weight


def _raw(surface: str, before: str, after: str) -> float:
    if _INVERTED.search(before):
        return 1.5
    if _AUXILIARY.search(before):
        return 1.0
    owned = _POSSESSIVE.match(after)
    if owned:
        return 0.6 if _BODY.fullmatch(owned["thing"]) else 0.5 if _OPENING.search(before) else 0.15
    if _TALKED_OF.search(before):
        return 0.15
    if _ACT.match(after):
        return 1.0
    if _REMOTE.match(after):
        return 0.5
    if _BESIDE.search(before):
        return 0.5
    return 0.35
