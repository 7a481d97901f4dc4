"""What a model says becomes a title, or none."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.conversations.texts.title_text import MOST_CHARS, clean_title, instruction_for

QUESTION = "How do I make bread rise without any yeast at home?"
ANSWER = "You can make bread rise with baking soda and something sour. Mix both in late."
ENGLISH = instruction_for(QUESTION)


def cleaned(said: str, question: str = QUESTION, answer: str = ANSWER) -> str:
    return clean_title(said, question=question, answer=answer, instruction=ENGLISH)


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Bread without yeast", "Bread without yeast"),
        ('"Bread without yeast."', "Bread without yeast"),
        ('"Baking bread without yeast at home."', "Baking bread without yeast at home"),
        ("“Bread without yeast”.", "Bread without yeast"),
        ("«Pain sans levure»", "Pain sans levure"),
        ("「パンの作り方」。", "パンの作り方"),
        ("Title: Bread without yeast", "Bread without yeast"),
        ("**Title:** Bread without yeast", "Bread without yeast"),
        ('**Title: "Bread without yeast"**', "Bread without yeast"),
        ("Suggested chat title: *Bread*", "Bread"),
        ("Titel: Brot ohne Hefe", "Brot ohne Hefe"),
        ("标题:无酵母面包", "无酵母面包"),
        ("# Bread without yeast", "Bread without yeast"),
        ("1. Bread without yeast", "Bread without yeast"),
        ("- `Bread` without [yeast](https)", "Bread without yeast"),
        ("  Bread \t without\u00a0 yeast  \nIt is easy.", "Bread without yeast"),
        ("---\n\nBread", "Bread"),
        ("Why does bread rise?", "Why does bread rise?"),
        ("Bread\u202e without\u200b yeast\x07", "Bread without yeast"),
        ("Bread and C++", "Bread and C++"),
        ("**Learning C#**", "Learning C#"),
        ("1984 by George Orwell", "1984 by George Orwell"),
        ("The bakers’ bread", "The bakers’ bread"),
        ("Title deeds explained", "Title deeds explained"),
        ("Dr. Oetker vs. bakers of St. Gallen", "Dr. Oetker vs. bakers of St. Gallen"),
        ("Bread 🍞", "Bread 🍞"),
        ("می\u200cخواهم نان", "می\u200cخواهم نان"),
        ("Yesterday's bread", "Yesterday's bread"),
        ("a" * 70, "a" * 60),
        ("Bread " * 2 + "b" * 45 + " rising", "Bread Bread " + "b" * 45),
        # what is no title
        ("", ""),
        ("…", ""),
        ("🍞🍞", ""),
        ("Title:", ""),
        ('""', ""),
        ("Untitled", ""),
        ("New chat.", ""),
        ("I'm sorry, but I cannot do that.", ""),
        ("I’m a language model", ""),
        ("Sure! Here is a title: Bread", ""),
        ("Here's a title", ""),
        ("Gerne, hier ist ein Titel", ""),
        ("当然，标题是面包", ""),
        ("Title: Sure, bread", ""),
        ("Write a title of at most 6 words", ""),
        ("title of at most six or 6 words for this conversation", ""),
        ("You can make bread rise with baking soda", ""),
        ("Use baking soda and mix it in late.", ""),
        ("Bread is easy. Mix flour and water", ""),
        ("Mix it. Then bake", ""),
        ("bread bread bread bread", ""),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", ""),
        ("User: bread", ""),
        ("assistant: Bread", ""),
        ("<|im_start|>assistant", ""),
        ("<think>Bread", ""),
        ("</think>Bread", ""),
        ("<b>Bread</b>", ""),
        ("[INST] Bread", ""),
        ("Bread \ufffd\ufffd", ""),
        ("See https://example.org/bread", ""),
    ],
)
def test_a_title_is_bare_or_there_is_none(said: str, title: str) -> None:
    assert cleaned(said) == title


def test_words_of_the_question_and_a_heading_of_the_answer_may_be_the_title() -> None:
    assert cleaned("Make bread rise without any yeast") == "Make bread rise without any yeast"
    assert cleaned("Bread with soda", answer="# Bread with soda\n\nMix it.") == "Bread with soda"
    long = "How do I make bread rise"
    assert cleaned(long, answer=f"{long}? Well.") == long


WORDS = st.text(
    st.sampled_from(" \t\n\r\u2028\"'“”«»「」’`*_#~>|=-–.。…,:;!?()[]<>/\\0aZé字かب한\u0301\u200b")
    | st.sampled_from("\u200c\u200d\u202e\u2066\ufeff\ufe0f🍞👩\x00\x1b\ufffd&%$@+1.")
    | st.characters(codec=None),
    max_size=120,
)
PREFIXES = st.sampled_from(["", "Title: ", "**Title:** ", "# ", "1. ", '"', "- ", "Titel:", "> "])


@given(WORDS, PREFIXES)
@example(":_<", "Title: ")
def test_whatever_was_said_a_title_is_one_bare_line(said: str, prefix: str) -> None:
    title = cleaned(prefix + said)
    if not title:
        return
    assert len(title) <= MOST_CHARS
    assert any(map(str.isalnum, title))
    assert title == " ".join(title.split())
    assert title[0] not in "\"'“”„«»「」`*_#~>|=‘’"
    assert title[-1] not in '."“”„«»「」`*_~。…,:;'
    assert not title.casefold().startswith(("title:", "titel:"))
    hidden = {char for char in title if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn")}
    assert hidden <= {"\u200c", "\u200d"}
    assert cleaned(title) in (title, "")


@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1, max_size=14), min_size=1))
def test_a_long_title_ends_where_a_word_ends(words: list[str]) -> None:
    said = " ".join(words)
    title = cleaned(said)
    if title and len(words[0]) <= MOST_CHARS:
        bare = [word for word in said.split(" ") if word]
        assert title.split(" ")[-1] in bare


@given(st.text(), st.text(), st.text(), st.text())
def test_whatever_the_chat_is_nothing_is_raised(said: str, one: str, two: str, told: str) -> None:
    assert "\n" not in clean_title(said, question=one, answer=two, instruction=told)
