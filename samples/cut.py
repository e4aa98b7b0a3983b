"""Cut `pride-and-prejudice.txt` out of Debian's package r-cran-janeaustenr; see README.md.

    python samples/cut.py DIR/usr/lib/R/site-library/janeaustenr/data/Rdata.rdb [OUT.txt]

The file holds one chunk per novel: a 4-byte big-endian length, then zlib data, which inflates to an R
object in XDR serialisation (R Internals, "Serialization Formats"): here a vector of strings, one a line.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

STRSXP, CHARSXP = 16, 9
FIRST_LINE = "PRIDE AND PREJUDICE"


def chunks(data: bytes) -> Iterator[bytes]:
    """Every object of a .rdb file, inflated. Raises ValueError where a length does not fit."""
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from(">i", data, at)
        inflater = zlib.decompressobj()
        blob = inflater.decompress(data[at + 4 :])
        if len(blob) != size:
            raise ValueError(f"chunk at byte {at}: {len(blob)} bytes, {size} expected")
        yield blob
        at = len(data) - len(inflater.unused_data)


def strings(blob: bytes) -> list[str]:
    """The character vector in `blob`. Raises ValueError for any other R object."""
    if blob[:2] != b"X\n":
        raise ValueError("not an XDR serialisation")
    (version,) = struct.unpack_from(">i", blob, 2)
    at = 14
    if version == 3:
        (length,) = struct.unpack_from(">i", blob, at)
        at += 4 + length
    flags, count = struct.unpack_from(">ii", blob, at)
    if flags & 0xFF != STRSXP:
        raise ValueError(f"R type {flags & 0xFF}, not a character vector")
    at += 8
    lines = []
    for _ in range(count):
        flags, length = struct.unpack_from(">ii", blob, at)
        if flags & 0xFF != CHARSXP:
            raise ValueError(f"R type {flags & 0xFF} inside a character vector")
        at += 8
        lines.append(blob[at : at + max(length, 0)].decode("utf-8"))
        at += max(length, 0)
    return lines


def main(source: Path, target: Path) -> None:
    """Write the novel with LF line ends. Raises SystemExit if the package does not hold it."""
    for blob in chunks(source.read_bytes()):
        lines = strings(blob)
        if lines and lines[0].strip() == FIRST_LINE:
            target.write_bytes(("\n".join(lines).strip() + "\n").encode("utf-8"))
            return
    raise SystemExit(f"{source} holds no chunk that begins with {FIRST_LINE!r}")


if __name__ == "__main__":
    here = Path(__file__).with_name("pride-and-prejudice.txt")
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else here)
