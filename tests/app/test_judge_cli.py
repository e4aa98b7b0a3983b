"""`bookfolk judge` on files, over a model server that weighs replies by a rule."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from app.cli import main


class Weighing(BaseHTTPRequestHandler):
    """A llama.cpp that finds the reply "Aye" likely where the sea was spoken of, and unlikely otherwise."""

    asked: ClassVar[list[str]] = []
    fail: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self._send({"data": [{"id": "m", "owned_by": "llamacpp"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/tokenize":
            self._send({"tokens": [len(body["content"])]})
            return
        said = "".join(m["content"] for m in body["messages"])
        self.asked.append(said)
        if any(word in said for word in self.fail):
            self._send({"error": {"message": "the prompt is refused"}}, 400)
            return
        token = int(body["grammar"].split("<[")[1].split("]>")[0])
        logprob = -1.0 if token == len(" Aye.") and "sea" in said else -5.0
        row = {"id": token, "token": "x", "logprob": logprob, "top_logprobs": []}
        self._send({"choices": [{"logprobs": {"content": [row]}}]})

    def _send(self, answer: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *what: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[Weighing]]:
    Weighing.asked.clear()
    Weighing.fail.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Weighing)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("BOOKFOLK_MODEL_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("BOOKFOLK_DATA", str(tmp_path / "home"))
    yield Weighing
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.jsonl"
    rows = []
    for n in range(8):
        replies = {"a": "Aye.", "b": "Soup, please."} if n % 2 else {"a": "Soup, please.", "b": "Aye."}
        line = {"role": "Ann", "content": f"Do you love the sea, {n}?"}
        row = {"id": f"p{n}", "lang": "en", "character": "Reed", "profile": "", "context": [line], **replies}
        rows.append(row | {"label": "A" if n % 2 else "B", "kind": "inchar", "meta": {}})
    file.write_text("".join(json.dumps(r) + "\n" for r in rows))
    return file


def bookfolk(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(ended.value.code or 0)


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_file_is_judged_once(model: type[Weighing], pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert bookfolk("judge", "file", str(pairs), "-o", str(out)) == 0
    rows = read(out)
    assert {r["id"]: r["winner"] for r in rows} == {f"p{n}": "a" if n % 2 else "b" for n in range(8)}
    asked = len(model.asked)
    assert bookfolk("judge", "file", str(pairs), "-o", str(out)) == 0
    assert len(model.asked) == asked
    assert len(read(out)) == 8


def test_a_killed_run_goes_on(model: type[Weighing], pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    bookfolk("judge", "file", str(pairs), "-o", str(out), "--limit", "3")
    assert len(read(out)) == 3
    out.write_text(out.read_text() + '{"id": "p7", "ke')
    model.asked.clear()
    assert bookfolk("judge", "file", str(pairs), "-o", str(out)) == 0
    assert sorted(r["id"] for r in read(out)) == [f"p{n}" for n in range(8)]
    assert len(model.asked) == 4 * 5


def test_one_refused_pair_does_not_end_the_others(
    model: type[Weighing], pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    model.fail.append("sea, 4")
    assert bookfolk("judge", "file", str(pairs), "-o", str(out)) == 1
    assert len(read(out)) == 7
    assert "p4" in capsys.readouterr().err


def test_calibrate_writes_a_report(model: type[Weighing], pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert bookfolk("judge", "calibrate", str(pairs), "-o", str(out), "--controls") == 0
    text = (out / "report.md").read_text()
    assert "| pairs G | 8 | 1.000 [1.00, 1.00] | 1.000 | 1.00 |" in text
    assert "| pairs G | context removed | 8 | 0.500 [0.50, 0.50] |" in text
    assert "<svg" in (out / "report.html").read_text()
    asked = len(model.asked)
    assert bookfolk("judge", "calibrate", str(pairs), "-o", str(out), "--controls") == 0
    assert len(model.asked) == asked


def test_dry_run_asks_nothing(
    model: type[Weighing], pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "report")
    assert bookfolk("judge", "calibrate", str(pairs), "-o", out, "--dry-run", "--ablation") == 0
    assert not model.asked
    assert "8 to ask" in capsys.readouterr().err


def test_a_bad_file_is_told_in_a_line(
    model: type[Weighing], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "x"}\n')
    assert bookfolk("judge", "file", str(bad), "-o", str(tmp_path / "o.jsonl")) == 1
    assert "needs a text" in capsys.readouterr().err
