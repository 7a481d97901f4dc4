from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.engine.output.detokenizer import DetokenizedText, Detokenizer
from tests.helpers.harm import how_often
from tests.helpers.stop_strings import until_a_stop


def _cut(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted({cut % (len(data) + 1) for cut in cuts}), len(data)]
    return [data[begin:end] for begin, end in itertools.pairwise(edges)]


@given(st.text(), st.lists(st.integers(min_value=0)))
def test_any_split_of_any_text_gives_the_same_text(text: str, cuts: list[int]) -> None:
    detokenizer = Detokenizer()
    shown = [detokenizer.feed(piece).text for piece in _cut(text.encode(), cuts)]
    shown.append(detokenizer.finish().text)
    assert "".join(shown) == text == detokenizer.text
    assert not any("�" in part for part in shown if "�" not in text)


@given(
    st.text(alphabet="abST\n:ü"), st.text(alphabet="abST\n:ü"), st.lists(st.integers(min_value=0))
)
def test_nothing_of_a_stop_string_is_ever_shown(before: str, after: str, cuts: list[int]) -> None:
    stop = "STOP:"
    detokenizer = Detokenizer((stop,))
    whole = before + stop + after
    expected = whole[: whole.index(stop)]
    shown = ""
    for piece in _cut(whole.encode(), cuts):
        spoken = detokenizer.feed(piece)
        shown += spoken.text
        if spoken.stopped:
            break
    shown += detokenizer.finish().text
    assert shown == expected


_FEW = "abü漢\N{SLIGHTLY SMILING FACE}"


@settings(max_examples=how_often("HEARTH_STOPS", 400, 2_000), deadline=None)
@given(
    st.text(alphabet=_FEW, max_size=30),
    st.lists(st.text(alphabet=_FEW, min_size=1, max_size=5), min_size=1, max_size=4),
    st.lists(st.integers(min_value=0), max_size=40),
)
def test_random_stop_strings_end_a_text_in_the_same_place_however_it_comes(
    text: str, stops: list[str], cuts: list[int]
) -> None:
    expected = until_a_stop(text, tuple(stops))
    detokenizer = Detokenizer(tuple(stops))
    has_stopped = False
    for piece in _cut(text.encode(), cuts):
        has_stopped = detokenizer.feed(piece).stopped
        assert (expected or text).startswith(detokenizer.text), "what is shown is never taken back"
        if has_stopped:
            break
    assert detokenizer.finish().stopped == has_stopped == (expected is not None)
    assert detokenizer.text == (text if expected is None else expected)


def test_of_stop_strings_in_one_piece_the_one_that_ends_first_counts() -> None:
    for piece in ([b"xabcd"], [b"xabc", b"d"]):
        detokenizer = Detokenizer(("abcd", "bc", "c"))
        assert any(detokenizer.feed(part).stopped for part in piece)
        assert detokenizer.text == "xa"


def test_the_beginning_of_a_stop_string_is_shown_once_it_turns_out_to_be_none() -> None:
    detokenizer = Detokenizer(("\nUser:",))
    assert detokenizer.feed(b"fine\nUs").text == "fine"
    assert detokenizer.feed(b"e it").text == "\nUse it"


def test_a_held_back_beginning_is_shown_at_the_end() -> None:
    detokenizer = Detokenizer(("STOP",))
    assert detokenizer.feed(b"go ST").text == "go "
    assert detokenizer.finish().text == "ST"


def test_half_a_character_at_the_end_is_left_out_of_text_and_tokens() -> None:
    detokenizer = Detokenizer()
    for piece in (b"a", "歪".encode()[:1], "歪".encode()[1:2]):
        detokenizer.feed(piece)
    assert detokenizer.finish().text == ""
    assert detokenizer.tokens_in_text() == (1, "a")


@settings(max_examples=how_often("HEARTH_STOPS", 400, 2_000), deadline=None)
@given(
    st.text(alphabet="ab漢\N{FAMILY}\N{ZERO WIDTH JOINER}", max_size=20),
    st.lists(st.text(alphabet="ab漢", min_size=1, max_size=4), max_size=3),
    st.integers(0, 60),
    st.lists(st.integers(min_value=0), max_size=40),
)
def test_a_text_that_was_cut_anywhere_and_goes_on_is_the_whole_text(
    text: str, stops: list[str], cut: int, cuts: list[int]
) -> None:
    data, stop = text.encode(), tuple(stops)
    first = Detokenizer(stop)
    pieces = _cut(data[:cut], cuts)
    stopped = any(first.feed(piece).stopped for piece in pieces)
    first.finish()
    said = first.text
    if not stopped:
        second = Detokenizer(stop, said)
        for piece in _cut(data[len(said.encode()) :], cuts):
            if second.feed(piece).stopped:
                break
        second.finish()
        said = said[: len(said) - second.n_taken_back] + second.text
    expected = until_a_stop(text, stop)
    assert said == (text if expected is None else expected)


def test_a_stop_string_that_began_in_what_was_said_before_takes_that_back() -> None:
    detokenizer = Detokenizer(("\nUser:",), "Fine.\nUs")
    assert detokenizer.feed(b"er").text == ""
    spoken = detokenizer.feed(b": Hi")
    assert (spoken.text, spoken.stopped) == ("", True)
    assert detokenizer.n_taken_back == len("\nUs")


def test_a_stop_string_inside_of_what_was_said_before_ends_nothing() -> None:
    """A user may begin an answer with anything, and stop strings may be others by now."""
    detokenizer = Detokenizer(("\n\n", "\n\nUser:"), "First:\n\n")
    assert detokenizer.feed(b"Bread") == DetokenizedText("Bread")
    assert detokenizer.feed(b"\n\n") == DetokenizedText("", stopped=True)
    assert detokenizer.n_taken_back == 0


@pytest.mark.parametrize(
    ("pieces", "n_tokens", "text"),
    [
        ([b"one", b" two", b" STOP"], 2, "one two"),
        ([b"one", b" twoST", b"OP"], 1, "one"),
        ([b"STOP"], 0, ""),
        ([b"\xc3", b"\xbc", b"STOP"], 2, "ü"),
        ([b"\xff", b"a", b"S", b"T", b"OP"], 2, "\ufffda"),
    ],
)
def test_tokens_that_a_stop_string_cut_do_not_count(
    pieces: list[bytes], n_tokens: int, text: str
) -> None:
    detokenizer = Detokenizer((" STOP", "STOP"))
    for piece in pieces:
        detokenizer.feed(piece)
    detokenizer.finish()
    assert detokenizer.tokens_in_text() == (n_tokens, text)
