"""What a failure tells the user."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest

from app.core import errors
from app.core.chats import errors as chat_errors
from app.core.errors import (
    EXIT_BUG,
    EXIT_KNOWN_ERROR,
    BugError,
    ErrorRow,
    KnownError,
    Problem,
    WordedError,
    problem_of,
)
from app.core.phrases import NO_WORDS, phrase

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_known_error_speaks_for_itself() -> None:
    error = KnownError(
        phrase("The disk is full."),
        phrase("Nothing was lost."),
        phrase("Free some space."),
        "ENOSPC",
    )

    problem = problem_of(error)

    assert problem == Problem(
        phrase("The disk is full."),
        phrase("Nothing was lost."),
        phrase("Free some space."),
        "ENOSPC",
    )
    assert problem.text() == "The disk is full. Nothing was lost. Free some space."
    assert str(error) == "The disk is full."
    assert not problem.is_bug


@pytest.mark.parametrize("error", [BugError("no such state"), ZeroDivisionError("no such state")])
def test_anything_else_is_reported_as_our_defect_with_the_traceback(error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        fail()
    problem = problem_of(caught.value)

    assert problem.is_bug
    assert "inside Hearth" in str(problem.what)
    assert "no such state" in str(problem.what)
    assert "Traceback" in problem.detail
    assert "in fail" in problem.detail


def test_missing_sentences_leave_no_gaps() -> None:
    assert (
        Problem(phrase("It failed."), NO_WORDS, phrase("Try again.")).text()
        == "It failed. Try again."
    )


def test_exit_codes_tell_the_families_apart() -> None:
    assert KnownError(NO_WORDS, NO_WORDS, NO_WORDS).exit_code == EXIT_KNOWN_ERROR
    assert BugError().exit_code == EXIT_BUG
    assert len({EXIT_KNOWN_ERROR, EXIT_BUG, errors.EXIT_INTERRUPTED, 0}) == 4


def test_every_known_error_of_the_chats_says_what_to_do(tmp_path: object) -> None:
    known = [
        kind
        for _, kind in inspect.getmembers(chat_errors, inspect.isclass)
        if issubclass(kind, KnownError) and kind.__module__ == chat_errors.__name__
    ]
    assert len(known) >= 9
    for kind in known:
        make: Callable[..., KnownError] = kind
        if issubclass(kind, WordedError) and "__init__" not in vars(kind):
            problem = make("9999", path=tmp_path, backup=tmp_path).problem()
        else:
            problem = make(tmp_path, "9999").problem()
        for sentence in (str(problem.what), str(problem.effect), str(problem.remedy)):
            assert sentence[0].isupper()
            assert sentence.endswith(".")


def test_a_row_fills_each_sentence_with_the_values_that_it_names() -> None:
    row = ErrorRow(
        phrase("{path} is full."), phrase("Nothing was lost."), phrase("Free {n_mb} MB."), True
    )
    error = row("ENOSPC", path="/chats", n_mb=12)
    assert error.problem() == Problem(
        phrase("{path} is full.", path="/chats"),
        phrase("Nothing was lost."),
        phrase("Free {n_mb} MB.", n_mb=12),
        "ENOSPC",
        may_pass=True,
    )
    with pytest.raises(KeyError):
        row(path="/chats")
