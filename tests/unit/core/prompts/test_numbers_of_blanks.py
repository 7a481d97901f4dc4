"""Numbers that somebody writes into a blank."""

from __future__ import annotations

from app.core.prompts.blanks import Blank, BlankKind, objection


def test_a_number_with_a_thousands_separator_is_not_one() -> None:
    assert objection(Blank("n", BlankKind.NUMBER, most=10.0), "1,000") is not None
