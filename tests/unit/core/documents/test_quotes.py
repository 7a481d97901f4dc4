"""What an answer cites, and whether what it quotes stands in the passages."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.documents.quotes import check_answer, doubtful_quotes
from app.core.messages import Attachment, TextSource

WORDS = (
    "The oven takes half an hour – until it's “hot enough” for bread. Well-known bakers wait: "
    "“patience is flour”, they say. The docu-\nment ends with 3.5 % of salt and a well-\nknown "
    "**rule** of `three`.\n\nDer Teig ruht über Nacht bei 4 °C. 面包需要在烤箱里\n烤半个小时。 ﬁne"
)
OFFSET = 1000


def passage(text: str, begin: int = OFFSET, number: int = 1) -> Attachment:
    return Attachment("bread.md", text, TextSource("bread.md", "d", number=number, begin=begin))


def quoted(answer: str, *texts: str) -> list[str | None]:
    """Return for each quote what it was found as, None for one that is not there."""
    passages = [passage(text) for text in texts or (WORDS,)]
    result: list[str | None] = []
    for quote in check_answer(answer, passages).quotes:
        found = slice(quote.found_begin - OFFSET, quote.found_end - OFFSET)
        result.append(None if quote.passage is None else passages[quote.passage].text[found])
    return result


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("takes half an hour", "takes half an hour"),
        ("takes  half\nan hour", "takes half an hour"),
        ("hour - until it’s 'hot", "hour – until it's “hot"),
        ("hour - until it’s", "hour – until it's"),
        ("The document ends", "The docu-\nment ends"),
        ("a well-known rule", "a well-\nknown **rule"),
        ("rule of three", "rule** of `three"),
        ("The oven … for bread", "The oven takes half an hour – until it's “hot enough” for bread"),
        ("The oven [...] hot enough...", "The oven takes half an hour – until it's “hot enough"),
        ("for bread ... The oven", None),
        ("half an hour,", "half an hour"),
        ("u\u0308ber Nacht", "über Nacht"),
        ("fine", "ﬁne"),
        ("takes half a hour", None),
        ("Takes half an hour", "takes half an hour"),
        ("the oven takes", "The oven takes"),
        ("3.5 % of salt", "3.5 % of salt"),
        ("35 % of salt", None),
        ("-3.5 % of salt", None),
        ("WELL", None),
    ],
)
def test_a_quote_is_found_where_only_its_form_differs(quote: str, found: str | None) -> None:
    assert quoted(f"They say “{quote}” [1].") == [found]


@pytest.mark.parametrize(
    "answer",
    [
        'It "takes half an hour".',
        "It «takes half an hour».",
        "Es »takes half an hour«.",
        "Es „takes half an hour“.",
        "它「takes half an hour」。",
        "它『takes half an hour』。",
        '5" wide and 3" high, "takes half an hour"',
    ],
)
def test_every_kind_of_quotation_marks_is_known(answer: str) -> None:
    assert quoted(answer) == ["takes half an hour"]


def test_chinese_is_found_across_the_end_of_a_line() -> None:
    assert quoted("「烤箱里烤半个小时」") == ["烤箱里\n烤半个小时"]


def test_the_passage_that_has_a_quote_is_named_with_its_place_in_the_document() -> None:
    checked = check_answer(
        "“flour and salt”", [passage("Water."), passage("Of flour and salt.", 50)]
    )

    (quote,) = checked.quotes
    assert (quote.passage, quote.found_begin, quote.found_end) == (1, 53, 67)


def test_a_mark_names_a_passage_or_none() -> None:
    answer = "Hot [1], cold [3]; both [2, 1] and [0], [99]."
    checked = check_answer(answer, [passage("a"), passage("b", number=2)])

    marks = [(answer[one.begin : one.end], one.number, one.is_known) for one in checked.marks]
    assert marks == [
        *(("[1]", 1, True), ("[3]", 3, False), ("2", 2, True), ("1", 1, True)),
        *(("[0]", 0, False), ("[99]", 99, False)),
    ]


def test_code_cites_nothing() -> None:
    answer = 'See `a[1]` and\n\n```\nx[2] = "takes half"\n```\nand ~ [1]'
    checked = check_answer(answer, [passage(WORDS)])

    assert [answer[one.begin : one.end] for one in checked.marks] == ["[1]"]
    assert checked.quotes == ()


@given(
    st.text('aZ. -"“”„«»「」…[1]`\n~é漢', max_size=200), st.text('aZ. -"“”\n`*…漢', max_size=200)
)
def test_any_answer_can_be_checked(answer: str, text: str) -> None:
    checked = check_answer(answer, [passage(text)])

    for quote in checked.quotes:
        assert 0 <= quote.begin < quote.end <= len(answer)
        if quote.passage is not None:
            assert OFFSET <= quote.found_begin < quote.found_end <= OFFSET + len(text)


@given(st.data())
def test_words_of_a_passage_are_found_however_they_are_set(data: st.DataObject) -> None:
    words = "Bakers know that the well known oven of Ämter takes half an hour".split()  # noqa: SIM905
    first = data.draw(st.integers(0, len(words) - 2))
    last = data.draw(st.integers(first + 2, len(words)))
    chance = random.Random(data.draw(st.integers(0, 99)))
    cut = chance.choice([word for word in words if len(word) > 3])
    spaces = (" ", "\n", "  ", "\n  ", "\u00a0")
    text = "".join(
        (f"{word[:2]}-\n{word[2:]}" if word == cut else word) + chance.choice(spaces)
        for word in words
    )

    (found,) = quoted(f"“{' '.join(words[first:last])}”", text)

    assert found is not None
    assert "".join(found.replace("-\n", "").split()) == "".join(words[first:last])


def test_words_cut_at_many_line_ends_are_soon_known_not_to_be_there() -> None:
    cut = "of-\nten " * 40

    assert quoted(f"“{cut}never”", cut) == [None]


@given(st.data())
def test_a_quote_with_another_letter_is_not_found(data: st.DataObject) -> None:
    words = "Bakers know that this oven takes half an hour to heat"
    at = data.draw(st.integers(0, len(words) - 1).filter(lambda at: words[at] != " "))

    assert quoted(f"“{words[:at]}x{words[at + 1 :]}”", words) == [None]


@pytest.mark.parametrize(
    ("answer", "doubtful"),
    [
        (
            "“The oven takes a day” [1]. “It takes two whole days” [1].",
            ("It takes two whole days",),
        ),
        ("“two whole days” and “three more days” [1]", ("two whole days", "three more days")),
        ("“It takes two whole days” [7].", ()),  # no passage has this number
        ("“It takes two whole days”.", ()),
        ("A “hot stone” [1]", ()),
    ],
)
def test_quotes_beside_a_number_that_stand_nowhere_are_doubtful(
    answer: str, doubtful: tuple[str, ...]
) -> None:
    assert doubtful_quotes(answer, [passage("The oven takes a day.")]) == doubtful
