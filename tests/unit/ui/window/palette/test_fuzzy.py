"""What fits a few typed letters, and how well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.window.palette.entries import Folded, LetterFit, match


def marked(typed: str, text: str) -> str:
    """Return the text with what was found in brackets."""
    found = match(typed, Folded(text))
    assert found is not None
    return "".join(f"[{x}]" if place in found.places else x for place, x in enumerate(text))


@pytest.mark.parametrize(
    ("typed", "text", "fit"),
    [
        ("exp", "Export chat", LetterFit.BEGINNING),
        ("chat", "Export chat", LetterFit.WORD),
        ("ec", "Export chat", LetterFit.INITIALS),
        ("expch", "Export chat", LetterFit.INITIALS),
        ("port", "Export chat", LetterFit.INSIDE),
        ("export CHAT", "Export chat…", LetterFit.EXACT),
        ("dark theme", "Theme: Dark", LetterFit.WORD),
        ("RÉSUMÉ", "My resume", LetterFit.WORD),
        ("resume", "Mon résumé", LetterFit.WORD),
        ("gu", "MyGuess", LetterFit.WORD),
        ("2", "Qwen2 7B", LetterFit.WORD),
        ("", "anything", LetterFit.BEGINNING),
        ("   ", "anything", LetterFit.BEGINNING),
    ],
)
def test_a_text_is_found_in_the_best_way_there_is(typed: str, text: str, fit: LetterFit) -> None:
    found = match(typed, Folded(text))
    assert found is not None
    assert found.fit is fit


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("xyz", "Export"),
        ("tropxe", "Export"),
        ("a", ""),
        ("xt", "Export"),
        ("at", "A cat"),
        ("eot", "Export"),
    ],
)
def test_a_text_without_the_letters_side_by_side_is_not_found(typed: str, text: str) -> None:
    assert match(typed, Folded(text)) is None


def test_the_letters_that_were_typed_are_told() -> None:
    assert marked("ec", "Export chat") == "[E]xport [c]hat"
    assert marked("expch", "Export chat") == "[E][x][p]ort [c][h]at"
    assert marked("chat ex", "Export chat") == "[E][x]port [c][h][a][t]"
    assert marked("port", "Export") == "Ex[p][o][r][t]"
    assert marked("é", "Straße Éé") == "Straße [É]é"


def test_word_starts_come_before_the_inside_of_words() -> None:
    texts = ["Supports", "Sort by port", "Port", "Report", "Pooling rest"]
    found = {text: match("port", Folded(text)) for text in texts}
    hits = sorted((how, text) for text, how in found.items() if how is not None)
    assert [text for _, text in hits] == [
        "Port",
        "Sort by port",
        "Report",
        "Supports",
    ]


def test_another_word_for_the_same_thing_is_found_by_its_beginning() -> None:
    words = Folded("Hardware…", "gpu graphics")
    by_name, by_other_word = match("hard", words), match("graph", words)
    assert by_name is not None
    assert by_other_word is not None
    assert (by_other_word.fit, by_other_word.places) == (LetterFit.SYNONYM, ())
    assert by_name < by_other_word
    assert match("pu", words) is None


def test_letters_inside_of_words_without_spaces_are_found() -> None:
    assert match("记忆", Folded("对话记忆")) is not None


def test_what_could_be_tried_in_many_ways_ends_soon() -> None:
    """Thousands of word starts that all fit, but for the last letter."""
    assert match("a" * 40 + "b", Folded("a " * 150)) is None
    found = match("ab" * 20, Folded("ab " * 100))
    assert found is not None
    assert found.fit is LetterFit.INITIALS


@given(st.text(max_size=40), st.text(max_size=60))
def test_whatever_is_typed_the_places_hold_its_letters(typed: str, text: str) -> None:
    words = Folded(text)
    found = match(typed, words)
    assert len(words.letters) == len(text)
    if found is not None:
        assert all(place < len(text) for place in found.places)
        assert list(found.places) == sorted(set(found.places))


@given(st.text(alphabet="abc XY", min_size=1, max_size=30))
def test_a_text_is_found_by_itself(text: str) -> None:
    assert match(text, Folded(text)) is not None
