"""Short stories and EPUB files for the tests of reading, all written here."""

from __future__ import annotations

import io
import zipfile

PARAGRAPH = (
    "Anna walked down the long road to the mill, and she thought of the letter that her brother had sent "
    "to her from the town. It was not a kind letter but an honest one, and she had read it three times."
)
CHINESE = "老张走在回家的路上，心里想着今天在集市里看见的那个人。他不知道该怎么对妻子说，因为这件事说来话长。"


def story(*headings: str, paragraphs: int = 6) -> str:
    """A text in which `paragraphs` numbered paragraphs follow each heading."""
    return "\n\n\n".join(f"{heading}\n\n{prose(paragraphs)}" for heading in headings) + "\n"


def prose(paragraphs: int = 6) -> str:
    return "\n\n".join(f"{PARAGRAPH} That was day {n}." for n in range(paragraphs))


def epub(
    documents: dict[str, str],
    *,
    title: str = "The Mill",
    author: str = "A. Miller",
    extra: dict[str, bytes] | None = None,
    prolog: str = "",
) -> bytes:
    """An EPUB 3 whose spine is `documents` (file name to the inside of its body)."""
    manifest = "".join(
        f'<item id="d{at}" href="{name}" media-type="application/xhtml+xml"/>'
        for at, name in enumerate(documents)
    )
    spine = "".join(f'<itemref idref="d{at}"/>' for at in range(len(documents)))
    package = (
        '<?xml version="1.0"?>'
        f'{prolog}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>'
        f"<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator><dc:language>en</dc:language></metadata>"
        '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f"{manifest}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<?xml version="1.0"?>'
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>'
        "</rootfiles></container>"
    )
    kind = 'xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"'
    nav = f'<nav {kind}><ol><li><a href="a">A</a></li></ol></nav>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("OEBPS/book.opf", package)
        archive.writestr("OEBPS/nav.xhtml", _page(nav))
        for name, body in documents.items():
            archive.writestr(f"OEBPS/{name}", _page(body))
        for name, data in (extra or {}).items():
            archive.writestr(name, data)
    return out.getvalue()


def _page(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>'
        f"<style>p {{ color: red }}</style></head><body>{body}</body></html>"
    )


def html(text: str) -> str:
    return "".join(f"<p>{block}</p>" for block in text.split("\n\n"))
