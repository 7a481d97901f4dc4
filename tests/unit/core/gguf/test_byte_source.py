"""Files that are none: what cannot be read is told, and nothing is waited for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from app.core.gguf.cursor import open_source
from app.core.gguf.errors import HeaderNotRead, NoGguf


def test_a_file_is_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"0123456789")
    with open_source(path) as source:
        assert (source.name, source.size) == ("m.gguf", 10)
        assert (source.read(8, 100), source.read(2, 3), source.read(50, 1)) == (b"89", b"234", b"")
        with pytest.raises(HeaderNotRead):
            source.read(1 << 70, 1)


def test_what_is_not_there_or_no_path_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", Path("a\0b")):
        with pytest.raises(HeaderNotRead, match="cannot read the file"), open_source(path):
            pass


@pytest.mark.unix("named pipes, sockets and devices among the files")
def test_a_folder_a_fifo_a_socket_and_a_device_are_no_model_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    (tmp_path / "folder.gguf").mkdir()
    os.mkfifo("fifo.gguf")
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket.gguf")
    try:
        for name in ("folder.gguf", "fifo.gguf", "/dev/zero"):
            with pytest.raises(NoGguf), open_source(Path(name)):
                pass
        with pytest.raises(HeaderNotRead), open_source(Path("socket.gguf")):
            pass
    finally:
        server.close()
