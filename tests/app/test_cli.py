"""Commands talk to the running server."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import main
from tests.app.process import free_port, running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with a server on it."""
    data = tmp_path_factory.mktemp("home")
    port = free_port()
    with running("-m", "tests.app.serve_stub", str(port), str(data), "0.001", port=port):
        yield data


@pytest.fixture
def bookfolk(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("BOOKFOLK_DATA", str(home))
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("BOOKFOLK_UI", "false")  # Gradio leaves event loops open where a start fails

    def run(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    return run


def test_ingest_builds_each_file_and_says_which_failed(bookfolk, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("A novel.")
    bad.write_bytes(b"\x00")
    status, said = bookfolk("ingest", str(bad), str(good))
    assert status == 1
    assert "bad.txt: This is no text." in said
    assert "good.txt  ready  54 words, 3 chapters" in said
    status, said = bookfolk("books")
    assert (status, "good.txt" in said) == (0, True)


def test_reindex_of_all_and_of_one(bookfolk) -> None:
    assert bookfolk("reindex", "fine")[0] == 0
    status, said = bookfolk("reindex")
    assert status == 0
    assert "A Fine Morning  ready" in said


def test_search_as_a_character(bookfolk) -> None:
    status, said = bookfolk("search", "fine", "morning", "--as", "Ann", "--until", "2")
    assert status == 0
    assert "[1] ch. 1, 0-44, score 0.900" in said
    assert "It was a fine morning." in said


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("search", "Dune", "q"), "There is no book “Dune”.\nThe books: “A Fine Morning”"),
        (("search", "fine", "q", "--as", "Anne"), "There is no Anne.\nDid you mean Ann Lee?"),
        (("chat", "fine", "Ann", "--chapter", "9"), "the last one is chapter 3"),
    ],
)
def test_mistakes_are_told_with_their_cure(bookfolk, arguments: tuple[str, ...], wanted: str) -> None:
    status, said = bookfolk(*arguments)
    assert status == 1
    assert wanted in said


def test_chat_streams_the_searches_and_the_answer(bookfolk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Good day!\n"))
    status, said = bookfolk("chat", "A Fine Morning", "Miss Lee", "--chapter", "2")
    assert status == 0
    assert "Ann Lee, “A Fine Morning”, chapter 2" in said
    assert "searches: the morning" in said
    assert "ch. 1: It was a fine morning." in said
    assert "w0 w1 w2" in said


def test_a_second_server_on_the_same_folder_is_refused(bookfolk) -> None:
    status, said = bookfolk("serve", "--port", "0")
    assert status == 1
    assert "has the data folder" in said


def test_a_public_host_is_refused_without_a_key(bookfolk) -> None:
    status, said = bookfolk("serve", "--host", "0.0.0.0")
    assert status == 1
    assert "BOOKFOLK_API_KEY" in said


def test_help_does_not_load_the_server() -> None:
    heavy = "fastapi chromadb gradio sqlalchemy"
    code = f"import sys, app.cli; print([m for m in '{heavy}'.split() if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
