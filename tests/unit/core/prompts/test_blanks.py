"""Blanks of saved prompts: what is asked, what is filled in, and what stays text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.prompts.blanks import (
    KNOWN,
    NO,
    YES,
    Blank,
    BlankKind,
    number_of,
    objection,
    parsed,
    shown_number,
)

_NAMES = st.text("abcXYZ äß题_", min_size=1, max_size=20).map(str.strip).filter(bool)
_BRACED = st.text("ab{}|:\"'[]=, \n", max_size=80)


def only(text: str) -> Blank:
    (blank,) = parsed(text).blanks
    return blank


@pytest.mark.parametrize(
    ("text", "blank"),
    [
        ("{{topic}}", Blank("topic")),
        ("{{ your name }}", Blank("your name")),
        (
            '{{tone | select:options=["short","long"]:default="long"}}',
            Blank("tone", BlankKind.CHOICE, default="long", options=("short", "long")),
        ),
        ("{{when | date:default=2026-12-31}}", Blank("when", BlankKind.DATE, default="2026-12-31")),
        ("{{when | date:default=tomorrow}}", Blank("when", BlankKind.DATE)),
        (
            "{{n | number:min=1:max=10:step=0.5:default=5}}",
            Blank("n", BlankKind.NUMBER, default="5", least=1, most=10, step=0.5),
        ),
        ("{{n|range}}", Blank("n", BlankKind.NUMBER, least=0, most=100)),
        ("{{text | textarea:required}}", Blank("text", BlankKind.LINES, is_required=True)),
        ("{{x | checkbox}}", Blank("x", BlankKind.YES_NO, default=NO)),
        ("{{x | checkbox:default=true}}", Blank("x", BlankKind.YES_NO, default=YES)),
        (
            '{{a | text:placeholder="1. {{b}}\\n2. \\"c\\": d":required}}',
            Blank("a", placeholder='1. {{b}}\n2. "c": d', is_required=True),
        ),
        ("{{a | text:default='b:c'}}", Blank("a", default="b:c")),
        ("{{a | text:default=Don't ask}}", Blank("a", default="Don't ask")),
        ("{{mail | email:required}}", Blank("mail", is_required=True)),
        ("{{a | hologram}}", Blank("a")),
        ("{{a |}}", Blank("a")),
        ("{{CLIPBOARD | textarea}}", Blank("CLIPBOARD", BlankKind.LINES)),
    ],
)
def test_a_blank_is_read_as_it_is_written(text: str, blank: Blank) -> None:
    assert parsed(text).blanks == (blank,)


@pytest.mark.parametrize(
    "said", ["select", "select:options=[short,long]", "select:options=[]", 'select:options=["a"']
)
def test_options_that_are_no_list_are_told_and_the_blank_is_a_text(said: str) -> None:
    blank = only(f"{{{{tone | {said}}}}}")
    assert blank.kind is BlankKind.TEXT
    assert str(blank.fault) == '“tone” needs options such as ["short","long"].'


@pytest.mark.parametrize(
    ("said", "faulty"),
    [
        ("number:min=few", "min=few"),
        ("number:step=0", "step=0"),
        ("number:min=3:max=1", "min=3:max=1"),
        ("number:default=many", "default=many"),
        ("text and more", "and more"),
        ('text:placeholder="a" b', "b"),
    ],
)
def test_what_cannot_be_understood_is_told(said: str, faulty: str) -> None:
    blank = only(f"{{{{n | {said}}}}}")
    assert str(blank.fault) == f"Hearth does not understand “{faulty}” in “n”."
    assert (blank.least, blank.most) == (None, None)


@pytest.mark.parametrize(
    "text", ["{{}}", "{{ }}", "{{a\nb}}", "{a}", "{{a", "a}}", "{{a|b", '{{a|"}}', "{{" + "n" * 99]
)
def test_braces_that_are_no_blank_stay(text: str) -> None:
    assert parsed(text).blanks == ()
    assert parsed(text).filled({}, {}) == text


def test_a_name_is_asked_once_with_the_first_type_it_has() -> None:
    found = parsed("{{b}} {{a}} {{a | textarea}} {{a | number}} {{b}}")
    assert found.blanks == (Blank("b"), Blank("a", BlankKind.LINES))
    assert found.filled({"a": "1", "b": "2"}, {}) == "2 1 1 1 2"


def test_known_names_are_filled_in_in_any_case_and_nothing_is_read_again() -> None:
    found = parsed("{{CLIPBOARD}}, {{ Date }}: {{topic}}")
    assert found.blanks == (Blank("topic"),)
    known = {"clipboard": "{{topic}}", "date": "{{CLIPBOARD}}"}
    assert found.filled({"topic": "{{date}}"}, known) == "{{topic}}, {{CLIPBOARD}}: {{date}}"


def test_what_has_no_value_is_empty() -> None:
    assert parsed("a {{b}} {{current_time}}.").filled({}, {}) == "a  ."


@given(_BRACED, st.text(max_size=20))
def test_any_text_can_be_read_and_filled_in(text: str, value: str) -> None:
    found = parsed(text)
    names = {blank.name for blank in found.blanks}
    assert len(names) == len(found.blanks)
    same = found.filled(dict.fromkeys(names, value), dict.fromkeys(KNOWN, value))
    assert same.count(value) >= len(names)


@given(st.lists(st.one_of(_NAMES.map(lambda name: (name,)), st.text('ab \n.:["', max_size=9))))
def test_texts_and_blanks_come_back_in_their_order(pieces: list[str | tuple[str]]) -> None:
    text = "".join(one if isinstance(one, str) else f"{{{{{one[0]}}}}}" for one in pieces)
    names = [one[0] for one in pieces if not isinstance(one, str)]
    found = parsed(text)
    asked = [blank.name for blank in found.blanks]
    assert asked == [name for name in dict.fromkeys(names) if name.casefold() not in KNOWN]
    wanted = "".join(one if isinstance(one, str) else f"<{one[0]}>" for one in pieces)
    assert found.filled({name: f"<{name}>" for name in names}, {}) == wanted


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, unique=True))
def test_any_options_come_back(options: list[str]) -> None:
    blank = only(f"{{{{a | select:options={json.dumps(options)}}}}}")
    # Braces that end a blank stand in double quotes there.
    assert blank.options == tuple(options)


@given(_NAMES, st.text(max_size=60), st.text(max_size=60))
def test_any_words_in_quotes_come_back(name: str, placeholder: str, default: str) -> None:
    said = f"text:placeholder={json.dumps(placeholder)}:default={json.dumps(default)}:required"
    assert only(f"{{{{{name} | {said}}}}}") == Blank(
        name, placeholder=placeholder, default=default, is_required=True
    )


# -- what may be filled in --


@pytest.mark.parametrize(
    ("said", "value", "why"),
    [
        ("text:required", " ", "Please fill this in."),
        ("text", "", None),
        ("number", "", None),
        ("number:min=1:max=10", "2,5", None),
        ("number", "two", "This is not a number."),
        ("number", "nan", "This is not a number."),
        ("number:min=1", "0", "The smallest number here is 1."),
        ("number:max=10.5", "11", "The largest number here is 10.5."),
        ("date:required", "2026-12-31", None),
        ("date", "31.12.", "Write the date like this: 2026-12-31."),
    ],
)
def test_what_cannot_be_filled_in_is_refused_in_words(
    said: str, value: str, why: str | None
) -> None:
    told = objection(only(f"{{{{a | {said}}}}}"), value)
    assert (None if told is None else str(told)) == why


@given(st.integers(-(10**9), 10**9))
def test_numbers_are_written_as_they_are_read(number: int) -> None:
    assert number_of(shown_number(number)) == number
    assert shown_number(number) == str(number)
