"""Pages as files, and the one download of Mermaid."""

from __future__ import annotations

import hashlib
import http.server
import os
import stat
import sys
import threading
from typing import TYPE_CHECKING, ClassVar

import pytest

from app.core.content.browser_page import PageKind
from app.core.errors import KnownError
from app.core.net.client import HttpClient
from app.core.net.errors import AnswerUnusable
from app.core.previews import MERMAID, Pages, ScriptSource
from app.core.system.stop_signal import StopSignal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCRIPT = b"const mermaid={initialize(){}}"


class _Answer(http.server.BaseHTTPRequestHandler):
    body: ClassVar[bytes] = SCRIPT

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def source() -> Iterator[ScriptSource]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/mermaid.min.js"
    yield ScriptSource(address, "m.js", len(SCRIPT), hashlib.sha256(SCRIPT).hexdigest())
    server.shutdown()
    thread.join()
    server.server_close()


def pages(tmp_path: Path, source: ScriptSource = MERMAID) -> Pages:
    (tmp_path / "data").mkdir(exist_ok=True)
    return Pages(tmp_path / "cache", tmp_path / "data", source)


def fetch(made: Pages) -> None:
    client = HttpClient()
    try:
        made.fetch_mermaid(client, StopSignal())
    finally:
        client.close()


def test_a_page_is_one_file_that_only_the_user_can_read(tmp_path: Path) -> None:
    page = pages(tmp_path).write(PageKind.HTML, "<p>Words", "Hearth")
    assert page.suffix == ".html"
    assert "Words" in page.read_text(encoding="utf-8")
    if sys.platform != "win32":
        assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_only_the_newest_pages_stay_and_none_after_clearing(tmp_path: Path) -> None:
    made = pages(tmp_path)
    written = []
    for number in range(30):
        written.append(made.write(PageKind.HTML, f"<p>{number}", ""))
        os.utime(written[-1], (number, number))
    assert sorted(written[0].parent.iterdir()) == sorted(written[-12:])
    made.clear()
    assert not list(written[0].parent.iterdir())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(KnownError, match="could not write the page"):
        pages(tmp_path).write(PageKind.HTML, "", "")


def test_mermaid_is_fetched_once_and_stands_in_the_page(
    tmp_path: Path, source: ScriptSource
) -> None:
    made = pages(tmp_path, source)
    assert not made.has_mermaid()
    fetch(made)
    assert pages(tmp_path, source).has_mermaid()
    page = made.write(PageKind.MERMAID, "graph TD", "")
    assert "const mermaid={initialize(){}}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("body", [b"something else, and longer than it", b"short"])
def test_another_script_is_refused_and_not_kept(
    tmp_path: Path, source: ScriptSource, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Answer, "body", body)
    made = pages(tmp_path, source)
    with pytest.raises(AnswerUnusable):
        fetch(made)
    assert not list((tmp_path / "data").iterdir())


def test_a_script_that_was_changed_on_the_disk_is_not_used(
    tmp_path: Path, source: ScriptSource
) -> None:
    made = pages(tmp_path, source)
    fetch(made)
    (tmp_path / "data" / "m.js").write_bytes(b"alert(1)")
    assert not made.has_mermaid()
