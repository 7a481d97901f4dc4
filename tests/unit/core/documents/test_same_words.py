"""Which passages have the words of an answer that names none of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.words import words_of
from app.core.documents import same_words
from app.core.documents.same_words import passages_with_words, unnamed_sources
from app.core.messages import Attachment, Role, TextSource

if TYPE_CHECKING:
    from collections.abc import Sequence

RENT = "The rent is 940 euros a month, and the deposit is three of these."
NOTICE = "§ 4 Notice. The notice period is seven weeks to the end of a quarter."
BREAD = "Knead the dough for ten minutes, and let it rest overnight in the cold."


def passage(number: int, text: str) -> Attachment:
    return Attachment("a.md", text, TextSource("/a.md", "d", number=number))


PASSAGES = (passage(1, RENT), passage(2, NOTICE), passage(3, BREAD))


def numbers(
    answer: str, passages: Sequence[Attachment] = PASSAGES, asked: Sequence[str] = ()
) -> list[int]:
    return [one.number for one in passages_with_words(answer, passages, asked)]


def question(text: str, *along: Attachment) -> Any:
    return SimpleNamespace(role=Role.USER, text=text, attachments=along)


def answer(text: str) -> Any:
    return SimpleNamespace(role=Role.ASSISTANT, text=text, attachments=())


@pytest.mark.parametrize(
    ("said", "asked", "expected"),
    [
        ("The notice period is seven weeks.", "How long is the notice period?", [2]),
        ("It is simple: **the notice period is seven weeks**.", "And?", [2]),
        ("NOTICE PERIOD IS SEVEN WEEKS", "And?", [2]),
        ("Knead the dough for ten minutes. The rent is 940 euros a month.", "And?", [1, 3]),
        ("You have to give notice some weeks before.", "And?", []),
        ("seven weeks", "And?", []),  # too few to say anything
        ("The notice period is seven weeks.", "Is it true: the notice period is seven weeks?", []),
        ("to the end of a", "And?", []),  # common words
        ("", "", []),
        ("[](){}***", "And?", []),
    ],
)
def test_several_telling_words_in_a_row_name_a_passage(
    said: str, asked: str, expected: list[int]
) -> None:
    assert numbers(said, asked=[asked]) == expected


@pytest.mark.parametrize(
    ("text", "said", "other"),
    [
        (
            "第四条 通知期限为三个月，到季度末为止。",
            "合同规定：通知期限为三个月，到季度末为止。",
            "租金每月九百四十欧元。",
        ),
        (
            "生地は一晩冷蔵庫で休ませてから焼きます。",
            "生地は一晩冷蔵庫で休ませてください。",
            "塩は三グラム入れます。",
        ),
        (
            "ระยะเวลาบอกกล่าวล่วงหน้าเจ็ดสัปดาห์",
            "คือ ระยะเวลาบอกกล่าวล่วงหน้าเจ็ดสัปดาห์ ครับ",
            "ค่าเช่าเดือนละเก้าพันบาท",
        ),
        (
            "مدة الإشعار سبعة أسابيع قبل نهاية الربع",
            "الجواب: مدة الإشعار سبعة أسابيع قبل النهاية",
            "الإيجار 940 يورو في الشهر",
        ),
        (
            "תקופת ההודעה היא שבעה שבועות מראש",
            "לפי החוזה תקופת ההודעה היא שבעה שבועות",
            "שכר הדירה הוא 940 אירו",
        ),
        (
            "Die Kündigungsfrist beträgt sieben Wochen.",
            "Laut Vertrag: die KÜNDIGUNGSFRIST beträgt sieben Wochen",
            "Die Miete beträgt 940 Euro.",
        ),
    ],
)
def test_any_script_is_compared_in_its_own_words(text: str, said: str, other: str) -> None:
    assert numbers(said, (passage(1, other), passage(2, text)), ["?"]) == [2]


def test_the_passage_with_more_of_the_words_is_named_and_two_that_are_alike() -> None:
    said = "The notice period is seven weeks to the end of a quarter."
    part = passage(4, "For flats the notice period is seven weeks, as a rule.")
    twice = passage(5, NOTICE)
    assert numbers(said, (*PASSAGES, part)) == [2]
    assert numbers(said, (*PASSAGES, twice)) == [2, 5]
    assert numbers(said, (*PASSAGES, twice, passage(6, NOTICE))) == []  # a mark of none of them


def test_no_more_than_three_are_named() -> None:
    texts = [f"Rule {n}: chapter {n} describes thing{n} and matter{n} at length." for n in range(9)]
    passages = [passage(n, text) for n, text in enumerate(texts)]
    assert len(numbers(" ".join(texts), passages)) == 3


def test_an_answer_that_names_a_passage_itself_is_left_alone() -> None:
    before = [question("How long?", *PASSAGES)]
    said = "The notice period is seven weeks"
    assert [one.number for one in unnamed_sources(said, before)] == [2]
    assert unnamed_sources(f"{said} [2].", before) == ()
    assert unnamed_sources(f"{said} [1].", before) == ()  # its own mistake
    assert unnamed_sources(f"{said} [77].", before) != ()  # which is no passage


def test_passages_of_earlier_questions_count_and_those_that_come_later_cannot() -> None:
    said = "The notice period is seven weeks."
    chat = [question("Rent?", *PASSAGES), answer("940 euros."), question("And how long is it?")]
    assert [one.number for one in unnamed_sources(said, chat)] == [2]
    assert unnamed_sources(said, []) == ()
    assert unnamed_sources(said, [question("And how long is it?")]) == ()
    far = [chat[0], *([answer("Well."), question("So?")] * 40)]
    assert unnamed_sources(said, far) == ()


def test_words_that_may_come_from_elsewhere_name_nothing() -> None:
    said = "The notice period is seven weeks."
    assert unnamed_sources(said, [question("Is the notice period seven weeks?", *PASSAGES)]) == ()
    whole = Attachment("lease.txt", f"Lease. {NOTICE}", TextSource("/lease.txt", "w"))
    assert unnamed_sources(said, [question("How long?", whole, *PASSAGES)]) == ()


def test_beyond_the_limits_nothing_is_said() -> None:
    said = "The notice period is seven weeks."
    long = passage(1, "x " * same_words._MOST_CHARS)
    assert unnamed_sources(said, [question("How?", long, *PASSAGES[1:])]) == ()
    assert numbers(said + " word" * same_words._LONGEST_ANSWER) == []


@pytest.mark.parametrize("unit", ["a ", "面", "ab cd ef gh ", "[1", "\u0301", "- "])
def test_hostile_sizes_have_an_answer(unit: str) -> None:
    passages = [passage(n, f"{n} {unit * (900 // len(unit))}") for n in range(1, 41)]
    text = unit * (same_words._LONGEST_ANSWER // len(unit))
    assert numbers(text, passages) == []
    assert numbers(text, [passage(n, str(n)) for n in range(20_000)]) == []


def test_a_place_is_looked_at_once_for_each_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty passages with the same words take no more steps than one."""
    seen: list[int] = []
    inside = same_words._tells_something

    def counted(run: Sequence[str], known: Any) -> bool:
        seen.append(len(run))
        return inside(run, known)

    monkeypatch.setattr(same_words, "_tells_something", counted)
    words = " ".join(f"word{n}" for n in range(1_000))
    assert numbers(words, [passage(n, words) for n in range(1, 41)]) == []
    assert seen == [1_000]


@given(
    st.lists(st.sampled_from(sorted(set(words_of(RENT + NOTICE + BREAD)))), max_size=30),
    st.lists(st.text(max_size=40), max_size=3),
)
def test_what_is_named_has_words_in_a_row_and_the_question_has_not(
    words: list[str], asked: list[str]
) -> None:
    for one in passages_with_words(" ".join(words), PASSAGES, asked):
        plain = f" {' '.join(words_of(one.text))} "
        rows = [f" {' '.join(words[at : at + 4])} " for at in range(len(words) - 3)]
        found = [row for row in rows if row in plain]
        assert found
        assert not all(any(row in f" {' '.join(words_of(a))} " for a in asked) for row in found)
