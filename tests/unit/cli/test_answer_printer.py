from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from app.cli.answer_printer import AnswerPrinter
from tests.helpers.cut_answers import cut_by_marks

if TYPE_CHECKING:
    from collections.abc import Iterable

ATTACK = "\x1b]52;c;ZXZpbA==\x07 \x1b[2J\x9b31m \x08\x7f"
WORDS = "Zwölf\u3000Boxkämpfer\u00a0jagen\n\tVictor. 👩‍🚀"


class Terminal(io.StringIO):
    """Takes what is printed; a file says that it is none."""

    def __init__(self, *, is_file: bool = False) -> None:
        super().__init__()
        self._is_file = is_file

    def isatty(self) -> bool:
        return not self._is_file


def show(texts: Iterable[str]) -> None:
    printer = AnswerPrinter()
    for piece in cut_by_marks(*texts):
        printer.add(*piece)


@pytest.mark.parametrize("size", [1, 1000])
def test_what_a_model_says_does_not_control_the_terminal(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    out, err = Terminal(), Terminal()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    said = f"<think>Hm {ATTACK}</think>\n\n{WORDS}{ATTACK}\r\nEnd."
    show(said[at : at + size] for at in range(0, len(said), size))
    for printed in (out.getvalue(), err.getvalue()):
        assert not [char for char in printed if ord(char) < 0x20 and char not in "\n\t"]
        assert not [char for char in printed if 0x7F <= ord(char) < 0xA0]
    assert out.getvalue().startswith(WORDS)
    assert out.getvalue().endswith("\nEnd.")
    assert err.getvalue().startswith("Hm �")


def test_a_file_gets_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Terminal(is_file=True), Terminal(is_file=True)
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    show(["<think>Hm</think>", f"{WORDS}{ATTACK}", "."])
    assert (out.getvalue(), err.getvalue()) == (f"{WORDS}{ATTACK}.", "")


@pytest.mark.parametrize("said", ["<", " [", "<thin", "<think>Hm</think>", "a < b", "<b>", ""])
@pytest.mark.parametrize("size", [1, 1000])
def test_what_could_have_become_a_mark_is_printed_in_the_end(
    monkeypatch: pytest.MonkeyPatch, said: str, size: int
) -> None:
    out, err = Terminal(is_file=True), Terminal(is_file=True)
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    show(said[at : at + size] for at in range(0, len(said), size))
    assert out.getvalue() == said.removeprefix("<think>Hm</think>")
