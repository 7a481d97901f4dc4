"""A phrase keeps its text and what is filled in apart until it is shown."""

from __future__ import annotations

import json

import pytest
from msgspec import ValidationError, convert, to_builtins

from app.core.phrases import NO_WORDS, Amount, Phrase, phrase


def test_a_phrase_says_its_text_in_english() -> None:
    assert str(phrase("Free {n} MB on {disk}.", n=5, disk="/data")) == "Free 5 MB on /data."
    assert str(NO_WORDS) == ""


def test_what_is_filled_in_is_never_taken_for_a_text() -> None:
    assert str(phrase("{path} is damaged.", path="{n}.gguf")) == "{n}.gguf is damaged."


def test_a_text_without_values_keeps_its_braces() -> None:
    assert str(phrase("Write {like this}")) == "Write {like this}"


def test_a_translation_orders_the_values_as_it_likes() -> None:
    said = phrase("{a} before {b}", a="one", b="two")
    assert said.filled_into("{b} nach {a}") == "two nach one"


def test_equal_texts_with_equal_values_are_equal() -> None:
    assert phrase("{n} left", n=1) == Phrase("{n} left", (("n", "1"),))
    assert phrase("{n} left", n=1) != phrase("{n} left", n=2)


@pytest.mark.parametrize("text", ["{other}", "{}", "{", "}"])
def test_a_translation_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises((KeyError, IndexError, ValueError)):
        phrase("{n} left", n=1).filled_into(text)


@pytest.mark.parametrize("said", [NO_WORDS, phrase("{n} of {name}", n=Amount(1500.5, 1), name="ß")])
def test_a_phrase_comes_back_from_json(said: Phrase) -> None:
    assert convert(json.loads(json.dumps(to_builtins(said))), Phrase) == said


@pytest.mark.parametrize(
    "fields",
    [
        None,
        {},
        {"text": "", "values": 5, "numbers": []},
        {"text": "", "values": [["n"]], "numbers": []},
        {"text": "{m}", "values": [["n", "1"]], "numbers": []},
    ],
)
def test_what_is_no_phrase_is_refused(fields: object) -> None:
    with pytest.raises(ValidationError):
        convert(fields, Phrase)
