"""The calculator computes, and neither runs anything nor takes long."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.calculator import CALCULATE, computed


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1+2*3", "7"),
        ("0.1 + 0.2", "0.3"),
        ("2^10", "1024"),
        ("7 // 2 + 7 % 2", "4"),
        ("2**-1", "0.5"),
        ("−5 × 3 ÷ 2", "-7.5"),
        ("sqrt(2)**2", "2"),
        ("factorial(20)", "2432902008176640000"),
        ("round(2.678, 1)", "2.7"),
        ("2*pi", "6.28318530717959"),
        ("max(1, 2, 3) - min(4, 5)", "-1"),
        ("10**30 + 1", "1000000000000000000000000000001"),
    ],
)
def test_expressions_are_computed(expression: str, value: str) -> None:
    assert computed(expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "1 +",
        "1/0",
        "1,000",
        "True + 1",
        "x + 1",
        "sqrt(-1)",
        "(-8)**(1/3)",
        "0**-1",
        "__import__('os')",
        "(1).__class__",
        "[1]*10",
        "lambda: 1",
        "min()",
        "sqrt(x=1)",
        "1 if 1 else 2",
        "1e999",
        "'a' * 3",
    ],
)
def test_what_is_no_expression_or_has_no_value_is_refused(expression: str) -> None:
    with pytest.raises(KnownError, match="cannot be computed"):
        computed(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "2**10**10",
        "factorial(10**6)",
        "comb(10**9, 5*10**8)",
        "round(5, -1000000000)",
        "(" * 240 + "1" + ")" * 240,
        "-" * 490 + "1",
        "*".join(["9" * 60] * 8) + "**99",
        "9" * 501,
    ],
)
def test_nothing_takes_long(expression: str) -> None:
    with contextlib.suppress(KnownError):  # this test is about the end of it
        computed(expression)


@given(st.text(alphabet="0123456789.+-*/%()^ ,epi", max_size=40))
def test_any_text_has_a_value_or_a_sentence(text: str) -> None:
    with contextlib.suppress(KnownError):
        assert computed(text)


def test_the_tool_says_what_is_wrong_with_its_arguments() -> None:
    assert CALCULATE.run({"expression": "6*7"}, StopSignal()).text == "42"
    with pytest.raises(KnownError, match="expression is missing"):
        CALCULATE.run({}, StopSignal())
