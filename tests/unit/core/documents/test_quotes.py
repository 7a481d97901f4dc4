"""What an answer cites, and whether what it quotes stands in the passages."""

from __future__ import annotations

import random
import unicodedata
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.documents import quotes
from app.core.documents.quotes import doubtful_quotes, marks_of, stands_in
from app.core.messages import Attachment, TextSource

WORDS = (
    "The oven takes half an hour – until it's “hot enough” for bread. Well-known bakers wait: "
    "“patience is flour”, they say. The docu-\nment ends with 3.5 % of salt and a well-\nknown "
    "**rule** of `three`.\n\nDer Teig ruht über Nacht. 面包需要在烤箱里\n烤半个小时。 ﬁne: "
    "see [the list](http://x.y/z) of ovens\n\n| Fuel | Hours |\n|:---|---|\n| Wood | 30 |\n\n"
    "It is 5 \\* 5 = 25,\n> as he\n> said: never.\n"
)


def passage(text: str, number: int = 1) -> Attachment:
    return Attachment("bread.md", text, TextSource("bread.md", "d", number=number))


@pytest.mark.parametrize(
    "quote",
    [
        "takes half an hour",
        "takes  half\nan hour",
        "hour - until it’s 'hot",
        "hour—until it’s",
        "it’s hot enough for bread",
        "The document ends",
        "a well-known rule",
        "rule of three",
        "The oven … for bread",
        "The oven [...] hot enough...",
        "half an hour,",
        "u\u0308ber Nacht",
        "fine",
        "Takes half an hour",
        "[t]he oven takes [the baker] half an hour",
        "3.5 % of salt",
        "烤箱里烤半个小时",
        "the list of ovens",
        "see the list [1] of ovens",
        "Wood | 30",
        "| Wood | 30 |",
        "Fuel Hours Wood 30",
        "5 * 5 = 25",
        "as he said: never",
    ],
)
def test_a_quote_is_found_where_only_its_form_differs(quote: str) -> None:
    assert stands_in(quote, WORDS)


@pytest.mark.parametrize(
    "quote",
    [
        "for bread ... The oven",
        "takes half a hour",
        "35 % of salt",
        "-3.5 % of salt",
        "Takes Half an hour",
        "[x]he oven",
        "Wood 31",
        "WELL",
        "[everything]",
        "…",
    ],
)
def test_other_words_are_not_found(quote: str) -> None:
    assert not stands_in(quote, WORDS)


@pytest.mark.parametrize(
    "answer",
    [
        'It "takes a whole day" [1].',
        "It «takes a whole day» [1].",
        "Es »takes a whole day« [1].",
        "Es „takes a whole day“ [1].",
        "它「takes a whole day」[1]。",
        "它『takes a whole day』[1]。",
        '5" wide and 3" high, "takes a whole day" [1]',
    ],
)
def test_every_kind_of_quotation_marks_is_known(answer: str) -> None:
    assert doubtful_quotes(answer, [passage(WORDS)]) == ("takes a whole day",)


def test_a_mark_names_a_passage_or_none() -> None:
    answer = "Hot [1], cold [3]; both [2, 1] and [0], [99]."
    found = marks_of(answer, [passage("a"), passage("b", number=2)])

    marks = [(answer[one.begin : one.end], one.number, one.is_known) for one in found]
    assert marks == [
        *(("[1]", 1, True), ("[3]", 3, False), ("2", 2, True), ("1", 1, True)),
        *(("[0]", 0, False), ("[99]", 99, False)),
    ]


def test_code_cites_nothing() -> None:
    answer = 'See `a[1]` and\n```\nx[2] = "takes one whole day"\n```\nand ~ [1]'

    assert [answer[one.begin : one.end] for one in marks_of(answer, [passage(WORDS)])] == ["[1]"]
    assert doubtful_quotes(answer, [passage(WORDS)]) == ()


@given(
    st.text('aZ. -"“”„«»「」…[1]`\n~é漢', max_size=200), st.text('aZ. -"“”\n`*…漢', max_size=200)
)
def test_any_answer_can_be_checked(answer: str, text: str) -> None:
    passages = [passage(text)]

    assert all(mark.is_known == (mark.number == 1) for mark in marks_of(answer, passages))
    for quote in doubtful_quotes(answer, passages):
        assert quote in answer
        assert not stands_in(quote, text)


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

    assert stands_in(" ".join(words[first:last]), text)


def test_words_cut_at_many_line_ends_are_soon_known_not_to_be_there() -> None:
    cut = "of-\nten " * 40

    assert not stands_in(f"{cut}never", cut)


@given(st.data())
def test_a_quote_with_another_letter_is_not_found(data: st.DataObject) -> None:
    words = "Bakers know that this oven takes half an hour to heat"
    at = data.draw(st.integers(0, len(words) - 1).filter(lambda at: words[at] != " "))

    assert not stands_in(f"{words[:at]}x{words[at + 1 :]}", words)


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


def test_a_quote_from_another_passage_than_the_one_cited_is_no_invention() -> None:
    texts = ["Water.", "The oven takes a day.", "Salt."]
    passages = [passage(text, number) for number, text in enumerate(texts, 1)]

    assert doubtful_quotes("“The oven takes a day” [1].", passages) == ()
    assert doubtful_quotes("“The oven takes a week” [1].", passages) == ("The oven takes a week",)


def test_a_check_has_limits_and_what_is_beyond_is_not_doubted() -> None:
    passages = [passage(f"This is number {number}.", number) for number in range(1, 400)]
    many = "\n\n".join(f"“not here at all {number}” [{number}]" for number in range(1, 400))
    unclosed = "“" * 5_000 + " [1]"

    assert len(doubtful_quotes(many, passages)) == 40  # as many passages are looked at
    assert len(doubtful_quotes(" ".join(["“not here at all” [7]."] * 90), passages)) == 50
    assert doubtful_quotes("“not here at all” [1] " + "a" * 60_000, passages) == ()
    assert doubtful_quotes("“not here at all” [1]", [passage("a" * 70_000)]) == ()
    assert doubtful_quotes(unclosed, passages) == ()


def test_a_passage_is_made_plain_once_for_all_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    normalized: list[str] = []

    def normalize(_form: str, text: str) -> str:
        normalized.append(text)
        return unicodedata.normalize("NFKC", text)

    passages = [passage(f"Only here stands {number}.", number) for number in range(1, 400)]
    monkeypatch.setattr(quotes, "unicodedata", SimpleNamespace(normalize=normalize))
    for _ in range(3):
        assert doubtful_quotes("“nowhere at all” [200]. “nor this one” [200].", passages)

    texts = {one.text for one in passages}
    assert 1 <= sum(text in texts for text in normalized) <= 40
