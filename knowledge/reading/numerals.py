"""Numbers as headings write them: 12, XII, twelve, twelfth, 十二, 第一百二十, １２."""

from __future__ import annotations

import re

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_FORM = re.compile(r"m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
_ONES = (
    "one first,two second,three third,four fourth,five fifth,six sixth,seven seventh,eight eighth,nine ninth,"
    "ten tenth,eleven eleventh,twelve twelfth,thirteen thirteenth,fourteen fourteenth,fifteen fifteenth,"
    "sixteen sixteenth,seventeen seventeenth,eighteen eighteenth,nineteen nineteenth"
)
_TENS = (
    "twenty twentieth,thirty thirtieth,forty fortieth,fifty fiftieth,sixty sixtieth,seventy seventieth,"
    "eighty eightieth,ninety ninetieth"
)


def _values(table: str, first: int, step: int) -> dict[str, int]:
    rows = enumerate(table.split(","))
    return {word: first + step * at for at, pair in rows for word in pair.split()}


_WORDS = _values(_ONES, 1, 1) | _values(_TENS, 20, 10)
_HAN_DIGITS = {ch: at for at, ch in enumerate("零一二三四五六七八九")} | {"〇": 0, "○": 0, "两": 2, "兩": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}

WORD_NUMBER = (
    rf"(?:(?:{'|'.join(_values(_TENS, 20, 10))})[- ]?)?(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
)
"""Regular expression of an English number word, cardinal or ordinal, up to ninety-nine."""


def roman(text: str) -> int:
    """Value of a Roman numeral in either case, 0 if `text` is none ("IIII" is accepted, "IM" is not)."""
    lower = text.lower()
    if not lower or not _ROMAN_FORM.fullmatch(lower):
        return 0
    values = [_ROMAN[ch] for ch in lower]
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))


def english(text: str) -> int:
    """Value of digits, a Roman numeral or a number word; 0 if `text` is none of them."""
    cleaned = text.strip().lower().removesuffix(".")
    if cleaned.isdecimal():
        return int(cleaned)
    parts = re.split(r"[- ]+", cleaned)
    if parts and all(part in _WORDS for part in parts):
        return sum(_WORDS[part] for part in parts)
    return roman(cleaned)


def han(text: str) -> int:
    """Value of a Chinese number, in units (一百二十) or digit by digit (一二〇), or of digits; 0 if none."""
    if text.isdecimal():
        return int(text)
    if not text or any(ch not in _HAN_DIGITS and ch not in _HAN_UNITS for ch in text):
        return 0
    if not any(ch in _HAN_UNITS for ch in text):
        return int("".join(str(_HAN_DIGITS[ch]) for ch in text))
    total, digit = 0, 0
    for ch in text:
        if ch in _HAN_UNITS:
            total += (digit or 1) * _HAN_UNITS[ch]
            digit = 0
        else:
            digit = _HAN_DIGITS[ch]
    return total + digit
