"""Files of every sort through `read_book`: what is read, and what is refused with which cure."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from core.errors import IngestionError
from knowledge.reading import MAX_WORDS, read_book
from tests.knowledge.reading.books import CHINESE, PARAGRAPH, epub, html, prose, story

SAMPLE = Path(__file__).resolve().parents[3] / "samples" / "pride-and-prejudice.txt"
FRENCH = (
    "Elle ne savait pas que le vieux moulin était encore dans la vallée, et que les enfants du village y "
    "jouaient avec plus de plaisir que dans le jardin. Il se leva pour lui dire qu'une lettre est là. "
)


def refused(data: bytes, filename: str = "book.txt") -> IngestionError:
    with pytest.raises(IngestionError) as caught:
        read_book(data, filename)
    assert caught.value.cure, "every refusal names a cure"
    return caught.value


def test_the_sample_novel_is_read_whole() -> None:
    data = SAMPLE.read_bytes()
    book = read_book(data, SAMPLE.name)
    assert (book.title, book.author, book.language) == ("Pride and Prejudice", "Jane Austen", "en")
    assert book.id == hashlib.sha256(data).hexdigest()[:16]
    assert [c.title for c in book.chapters] == [f"Chapter {n}" for n in range(1, 62)]
    assert [c.index for c in book.chapters] == list(range(1, 62))
    assert book.text[book.chapters[0].body :].startswith("It is a truth universally acknowledged")
    assert book.text[: book.chapters[-1].end].endswith("been the means of uniting them.")
    assert all(a.end == b.start for a, b in zip(book.chapters, book.chapters[1:], strict=False))


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac-roman", "latin-1"]
)
def test_english_in_many_encodings(encoding: str) -> None:
    text = story("Chapter 1", "Chapter 2").replace("honest", "naïve, café-bred")
    if encoding != "latin-1":
        text = text.replace("day", "“day”").replace("letter", "letter—his")
    assert read_book(text.encode(encoding), "a.txt").text == text.rstrip()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "gbk"])
def test_chinese_in_many_encodings(encoding: str) -> None:
    text = f"第一回 归家\n\n{CHINESE * 9}\n\n第二回 说话\n\n{CHINESE * 9}"
    book = read_book(text.encode(encoding), "a.txt")
    assert (book.text, book.language, len(book.chapters)) == (text, "zh", 2)


def test_traditional_chinese_in_big5() -> None:
    text = "第一回 歸家\n\n" + "他說這個人來的時候還沒有看見我們，後來他們都過去了，只說明天會再來一次。" * 9
    assert read_book(text.encode("big5"), "a.txt").text == text


def test_line_ends_become_lf_and_the_rest_stays_verbatim() -> None:
    text = story("CHAPTER I.", "CHAPTER II.").replace("Anna walked", "  Anna_ walked  --")
    assert read_book(text.replace("\n", "\r\n").encode(), "a.txt").text == text.rstrip()
    assert read_book(text.replace("\n", "\r").encode(), "a.txt").text == text.rstrip()


def test_a_few_broken_bytes_do_not_spoil_a_utf8_book() -> None:
    text = story("Chapter 1").replace("honest", "naïve")
    data = (text * 30).encode().replace(b"three times", b"three \xff times", 1)
    assert "three \ufffd times" in read_book(data, "a.txt").text


def test_headers_and_licence_tails_are_dropped_unless_the_text_is_to_be_kept() -> None:
    body = story("CHAPTER I.", "CHAPTER II.")
    name = "PROJECT " + "GUTENBERG"
    text = (
        f"The {name.title()} eBook of The Mill\n\nTitle: The Mill\n\nAuthor: A. Miller\n\n"
        f"*** START OF THE {name} EBOOK THE MILL ***\n\nProduced by Two Volunteers\n\n\nTHE MILL\n\n"
        f"{body}\n\n"
        f"*** END OF THE {name} EBOOK THE MILL ***\n\nEnd of it. " + "Licence of chapter 1. " * 50
    )
    book = read_book(text.encode(), "pg1.txt")
    assert (book.title, book.author, len(book.chapters)) == ("The Mill", "A. Miller", 2)
    assert book.text.startswith("THE MILL")
    assert book.text.endswith("That was day 5.")
    kept = read_book(text.encode(), "pg1.txt", keep_text=True)
    assert kept.text == text
    assert kept.text[kept.chapters[1].body : kept.chapters[1].end] == book.text[book.chapters[1].body :]


def test_an_epub_is_read_in_spine_order_with_its_metadata() -> None:
    data = epub(
        {
            "z.xhtml": f"<h1>The Road</h1>{html(prose())}",
            "a.xhtml": f"<h1>The Mill &amp; the Sea</h1>{html(prose())}<hr/>{html(prose(2))}"
            "<script>x</script>",
        }
    )
    book = read_book(data, "x.epub")
    assert (book.title, book.author) == ("The Mill", "A. Miller")
    assert [c.title for c in book.chapters] == ["The Road", "The Mill & the Sea"]
    assert "\n\n* * *\n\n" in book.text
    assert "color" not in book.text
    assert "<" not in book.text


def test_numbered_chapters_inside_an_epub_are_found() -> None:
    parts = {f"{n}.xhtml": f"<h2>Chapter {n}</h2><h3>Day {n}</h3>{html(prose())}" for n in (1, 2, 3)}
    assert [c.title for c in read_book(epub(parts), "x.epub").chapters] == [
        f"Chapter {n}: Day {n}" for n in (1, 2, 3)
    ]


def test_what_is_no_book_is_refused() -> None:
    assert refused(b"").code == "empty_file"
    assert refused(b" \r\n\t ").code == "empty_file"
    assert refused(b"\x7fELF" + bytes(range(256)) * 20).code == "unsupported_format"
    assert refused(bytes(range(256)) * 40).code == "unsupported_format"
    assert refused(b"%PDF-1.7 ...").code == "unsupported_format"
    assert refused(b"Once upon a time there was a mill.").code == "too_short"
    assert refused(b"\xff\xfe" + b"\x00\xd8" * 400).code == "unknown_encoding"
    assert refused(b"\x81\x8d\x9d\xfe\xa1" * 400).code in ("unknown_encoding", "unsupported_language")


def test_a_book_in_french_is_refused_naming_the_languages_read() -> None:
    error = refused((FRENCH * 20).encode())
    assert error.code == "unsupported_language"
    assert "French" in error.message
    assert "English and Chinese" in error.message


@pytest.mark.parametrize(
    ("word", "name"), [("Он пошёл домой. ", "Russian"), ("彼はそれを知っていた。", "Japanese")]
)
def test_other_scripts_are_refused_by_name(word: str, name: str) -> None:
    assert name in refused((word * 300).encode()).message


def test_a_book_of_five_million_words_is_refused() -> None:
    error = refused(b"the old mill " * 1_670_000)
    assert error.code == "too_long"
    assert f"{MAX_WORDS:,}" in error.message


def test_a_file_beyond_the_size_limit_is_refused_before_it_is_decoded() -> None:
    assert refused(b"a" * 64_000_001).code == "file_too_big"


def test_protected_epubs_are_refused_but_scrambled_fonts_are_not() -> None:
    pages = {"a.xhtml": html(prose())}
    locked = (
        b'<encryption><enc:EncryptedData xmlns:enc="e"><enc:EncryptionMethod '
        b'Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></enc:EncryptedData></encryption>'
    )
    fonts = locked.replace(
        b"http://www.w3.org/2001/04/xmlenc#aes128-cbc", b"http://www.idpf.org/2008/embedding"
    )
    assert refused(epub(pages, extra={"META-INF/encryption.xml": locked}), "x.epub").code == "protected_epub"
    assert (
        refused(epub(pages, extra={"META-INF/rights.xml": b"<rights/>"}), "x.epub").code == "protected_epub"
    )
    assert PARAGRAPH in read_book(epub(pages, extra={"META-INF/encryption.xml": fonts}), "x.epub").text


def test_bombs_are_refused_unopened() -> None:
    pages = {"a.xhtml": html(prose())}
    assert refused(epub(pages, extra={"OEBPS/big.xhtml": bytes(9_000_000)}), "x.epub").code == "epub_bomb"
    many = {f"f{n}": b"" for n in range(10_001)}
    assert refused(epub(pages, extra=many), "x.epub").code == "epub_bomb"
    entities = '<!DOCTYPE package [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert refused(epub(pages, title="&b;", prolog=entities), "x.epub").code == "epub_bomb"


def test_damaged_and_foreign_archives_are_refused() -> None:
    whole = epub({"a.xhtml": html(prose())})
    assert refused(whole[: len(whole) // 2], "x.epub").code == "bad_epub"
    torn = bytearray(whole)
    torn[len(whole) // 3 : len(whole) // 3 + 40] = bytes(40)
    assert refused(bytes(torn), "x.epub").code == "bad_epub"
    assert refused(epub({}), "x.epub").code == "bad_epub"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    assert refused(out.getvalue(), "x.docx").code == "unsupported_format"
