"""Bytes of a text file to characters, whatever the encoding; refuses what is no text."""

from __future__ import annotations

import re

from charset_normalizer import from_bytes

from core.errors import IngestionError

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_MAGIC = (
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"ID3", "a sound file"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
# The commonest characters of prose, simplified and traditional: noise decoded as Chinese lacks them.
_COMMON = frozenset(
    "的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后"
    "小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长"
    "這個來說們為時會過學對裡後麼還發當無開見經頭長與將此曰者其乃卻卻"
)
_SAMPLE = 200_000


def decode(data: bytes, filename: str) -> str:
    """The text of `data`, line ends LF, byte-order mark dropped, otherwise verbatim.

    UTF-8 (a few broken bytes become U+FFFD), UTF-16 and UTF-32 with or without mark, GB18030, Big5,
    Windows-1252 and its Western relatives. Raises IngestionError (unsupported_format, unknown_encoding).
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _lines(_strict(data[len(mark) :], name, filename))
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise _not_text(filename, kind)
    if data[60:68] == b"BOOKMOBI":
        raise _not_text(filename, "a Kindle book")
    wide = _wide(data)
    if wide:
        return _lines(_strict(data, wide, filename))
    if len(_CONTROL.findall(data[:_SAMPLE])) > len(data[:_SAMPLE]) // 1000:
        raise _not_text(filename, "a binary file")
    return _lines(_narrow(data, filename))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\x1a")


def _strict(data: bytes, name: str, filename: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        if name == "utf-8" and _nearly_utf8(data):
            return data.decode(name, errors="replace")
        raise _unknown(filename) from error


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: one of the two bytes of a character is mostly 0 (or, in Chinese, 4E-9F)."""
    head = data[:4000]
    if len(head) < 8 or len(data) % 2 or b"\x00" not in data[:_SAMPLE]:
        return ""
    even, odd = head[0::2], head[1::2]
    for name, high, low in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        likely = sum(b == 0 or 0x4E <= b <= 0x9F or b in (0x30, 0xFF, 0x20) for b in high)
        if likely > 0.9 * len(high) and high.count(0) > low.count(0):
            return name
    return ""


def _narrow(data: bytes, filename: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if _nearly_utf8(data):
            return data.decode("utf-8", errors="replace")
    best = max((_chinese(data, name) for name in ("gb18030", "big5hkscs")), default=(0.0, ""))
    if best[0] > 0.15:
        return data.decode(best[1], errors="replace")
    name = _western(data[:2_000_000])
    if not name:
        raise _unknown(filename)
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        return data.decode("latin_1")


def _western(data: bytes) -> str:
    """Windows or Mac by where curly quotes and dashes sit; Cyrillic where most letters are no ASCII."""
    if sum(byte > 0x7F for byte in data[:_SAMPLE]) > 0.2 * len(data[:_SAMPLE]):
        match = from_bytes(data[:20_000]).best()
        return match.encoding if match else ""
    windows, mac = (sum(data.count(byte) for byte in range(low, low + 7)) for low in (0x91, 0xD0))
    return "mac_roman" if mac > windows else "cp1252"


def _nearly_utf8(data: bytes) -> bool:
    """Whether broken bytes are rare: under 1 in 50 of the characters outside ASCII."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return broken * 50 < sum(ch > "\x7f" for ch in text) - broken


def _chinese(data: bytes, name: str) -> tuple[float, str]:
    """Share of the non-ASCII characters that are among the commonest of Chinese; 0 if it will not decode."""
    text = data[:_SAMPLE].decode(name, errors="replace")
    wide = [ch for ch in text if ch > "\x7f"]
    if not wide or text.count("\ufffd") * 100 > len(wide):
        return 0.0, name
    return sum(ch in _COMMON for ch in wide) / len(wide), name


def _not_text(filename: str, kind: str) -> IngestionError:
    return IngestionError(
        f"{filename} is {kind}, not a text.",
        cure="Upload the novel as a plain text (.txt) or an EPUB file (.epub) without copy protection.",
        code="unsupported_format",
    )


def _unknown(filename: str) -> IngestionError:
    return IngestionError(
        f"The character encoding of {filename} could not be recognised.",
        cure="Open it in an editor, save it as UTF-8, and upload it again.",
        code="unknown_encoding",
    )
