"""What is printed arrives, whatever the country of the machine."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from app.cli.output import until_output_closes

if TYPE_CHECKING:
    import pytest

WORDS = "Wait… 你好"


def said_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return the bytes that arrive in a pipe, in the code page of western Europe."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, "cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    assert until_output_closes(lambda: sys.stdout.write(WORDS)) == len(WORDS)
    stream.detach()
    return raw.getvalue()


def test_a_pipe_of_windows_gets_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert said_into_a_pipe(monkeypatch).decode("utf-8") == WORDS


def test_elsewhere_the_encoding_is_the_one_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")

    assert said_into_a_pipe(monkeypatch).decode("cp1252") == "Wait… ??"
