"""EPUB files: checked for size and protection before anything is unpacked, then read in spine order."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import Any

from ebooklib import ITEM_DOCUMENT, epub

from core.errors import IngestionError
from knowledge.reading.headings import Heading
from knowledge.reading.markup import markup_to_text

MAX_FILES = 10_000
MAX_UNPACKED = 256_000_000  # bytes
MAX_RATIO = 100  # unpacked to packed, for files above 1 MB: text packs to about a fourth
_MARKUP = (".opf", ".ncx", ".xml", ".xhtml", ".html", ".htm")
# Fonts are scrambled with these in free books too; only other encryption is copy protection.
_FONT_SCRAMBLING = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Text of an EPUB, its stated title and author, and the headings its markup declares."""

    text: str
    title: str
    author: str
    headings: tuple[Heading, ...]


def looks_like_zip(data: bytes) -> bool:
    """EPUBs are zip archives; so are Word documents, which `read` refuses."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def read(data: bytes, filename: str) -> Unpacked:
    """Read an EPUB. Raises IngestionError (bad_epub, epub_bomb, protected_epub, unsupported_format)."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(archive, filename)
        book = epub.read_epub(io.BytesIO(data), {"ignore_ncx": True})
    except IngestionError:
        raise
    except Exception as error:  # zipfile, zlib, lxml and ebooklib each fail in their own ways
        raise _broken(filename) from error
    text, headings = _spine(book, filename)
    title, author = (_metadata(book, field) for field in ("title", "creator"))
    return Unpacked(text, title, author, headings)


def _check(archive: zipfile.ZipFile, filename: str) -> None:
    files = archive.infolist()
    unpacked = sum(info.file_size for info in files)
    swollen = any(
        i.file_size > 1_000_000 and i.file_size > MAX_RATIO * max(1, i.compress_size) for i in files
    )
    if len(files) > MAX_FILES or unpacked > MAX_UNPACKED or swollen:
        raise IngestionError(
            f"{filename} would unpack to {unpacked // 1_000_000} MB in {len(files)} files; it stays shut.",
            cure="Use an EPUB from a trusted source, or its plain text.",
            code="epub_bomb",
        )
    names = {info.filename for info in files}
    if "META-INF/container.xml" not in names:
        raise IngestionError(
            f"{filename} is a zip archive but no EPUB.",
            cure="Upload the novel itself as .epub or .txt (for a Word document: save it as plain text).",
            code="unsupported_format",
        )
    if (
        any(info.flag_bits & 1 for info in files)
        or "META-INF/rights.xml" in names
        or _encrypted(archive, names)
    ):
        raise IngestionError(
            f"{filename} is copy-protected (DRM) and cannot be read.",
            cure="Use an edition without copy protection, for instance of a public-domain library.",
            code="protected_epub",
        )
    for info in files:
        if info.filename.lower().endswith(_MARKUP):
            raw = archive.read(info).replace(b"\x00", b"")
            if b"<!ENTITY" in raw:
                raise IngestionError(
                    f"{filename} defines XML entities, which can be used for attacks; it stays shut.",
                    cure="Use another edition, or its plain text.",
                    code="epub_bomb",
                )


def _encrypted(archive: zipfile.ZipFile, names: set[str]) -> bool:
    if "META-INF/encryption.xml" not in names:
        return False
    raw = archive.read("META-INF/encryption.xml")
    return raw.count(b"EncryptionMethod") > 0 and raw.count(b"<EncryptedData") + raw.count(
        b":EncryptedData "
    ) > sum(raw.count(algorithm) for algorithm in _FONT_SCRAMBLING)


def _spine(book: Any, filename: str) -> tuple[str, tuple[Heading, ...]]:
    texts: list[str] = []
    headings: list[Heading] = []
    at = 0
    for idref, linear in book.spine:
        item = book.get_item_with_id(idref)
        if (
            item is None
            or item.get_type() != ITEM_DOCUMENT
            or isinstance(item, epub.EpubNav)
            or linear == "no"
        ):
            continue
        text, found = markup_to_text(item.content)
        if not text.strip():
            continue
        headings.append(Heading(at, at, "chapter", "document", 0, "", found[0].title if found else ""))
        headings.extend(heading.moved(at) for heading in found)
        texts.append(text)
        at += len(text) + 3
    if not texts:
        raise _broken(filename)
    return "\n\n\n".join(texts), tuple(headings)


def _metadata(book: Any, field: str) -> str:
    values = [str(value).strip() for value, _ in book.get_metadata("DC", field) if value]
    return values[0] if values else ""


def _broken(filename: str) -> IngestionError:
    return IngestionError(
        f"{filename} is damaged or no proper EPUB.",
        cure="Download it again, or upload its plain text.",
        code="bad_epub",
    )
