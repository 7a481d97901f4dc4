"""What is printed arrives, whatever the country of the machine."""

from __future__ import annotations

import contextlib
import errno
import io
import sys
from typing import TYPE_CHECKING

import pytest

from app.cli.output import until_output_closes
from app.core.errors import EXIT_NOBODY_READS

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "Wait… 你好"


def said_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return the bytes that arrive in a pipe, in the code page of western Europe."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, "cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    assert until_output_closes(lambda: sys.stdout.write(WORDS)) == len(WORDS)
    stream.detach()
    return raw.getvalue()


class PipeWithoutReader(io.RawIOBase):
    """As Windows has it: writing into it is an invalid argument."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


def test_on_windows_a_pipe_that_nobody_reads_is_known_by_what_it_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with (tmp_path / "out").open("w") as real:
        stream = io.TextIOWrapper(io.BufferedWriter(PipeWithoutReader()))
        monkeypatch.setattr(sys, "stdout", stream)
        for name in ("__stdout__", "__stderr__"):
            monkeypatch.setattr(sys, name, real)
        assert until_output_closes(lambda: sys.stdout.write(WORDS)) == EXIT_NOBODY_READS
        with contextlib.suppress(OSError):
            stream.close()


def test_on_windows_another_invalid_argument_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def command() -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(OSError, match="Invalid argument"):
        until_output_closes(command)


def test_a_pipe_of_windows_gets_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert said_into_a_pipe(monkeypatch).decode("utf-8") == WORDS


def test_elsewhere_the_encoding_is_the_one_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")

    assert said_into_a_pipe(monkeypatch).decode("cp1252") == "Wait… ??"
