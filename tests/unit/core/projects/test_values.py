"""What a project may be, and which of its lore goes along with what is said."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.plain_value import replace
from app.core.projects import values
from app.core.projects.lore import found_lore
from app.core.projects.values import LoreEntry, ProjectContent, checked
from app.core.protocol import SamplingParams

TEXTS = st.text(st.characters(codec=None), max_size=30)
SHORT = st.lists(TEXTS, max_size=4).map(tuple)
ENTRIES = st.builds(
    LoreEntry,
    TEXTS,
    SHORT,
    TEXTS,
    SHORT,
    *(st.booleans(), st.booleans(), st.booleans()),
    st.integers(),
)
SAMPLING_NAMES = st.sampled_from(
    sorted({*values.SAMPLING_NUMBERS, *values.SAMPLING_TEXTS, "searched", "summary"})
)
CONTENTS = st.builds(
    ProjectContent,
    TEXTS,
    TEXTS,
    st.sampled_from([b"", values.PNG_MARK + b"x"]),
    TEXTS,
    SHORT,
    st.lists(ENTRIES, max_size=3).map(tuple),
    st.lists(st.tuples(SAMPLING_NAMES, st.floats() | st.integers() | TEXTS), max_size=4).map(tuple),
    st.sampled_from(["", "de", "zh-Hans", "../x"]),
    *(TEXTS, SHORT, SHORT, SHORT),
)


def lore(*keys: str, text: str = "T", **changes: Any) -> LoreEntry:
    return replace(LoreEntry("n", keys, text), **changes)


@given(CONTENTS)
@settings(deadline=None)
def test_what_was_checked_stays_as_it_is_and_can_be_stored(content: ProjectContent) -> None:
    once = checked(content)
    assert checked(once) == once
    for text in (once.name, once.instructions, once.model, *once.openings, *once.documents):
        text.encode()
        assert "\0" not in text
    assert "\n" not in once.name


def test_names_are_cut_and_what_is_of_no_use_is_left_out() -> None:
    said = (("temperature", math.nan), ("top_k", 5), ("seed", True), ("stop", ""), ("summary", "x"))
    content = checked(
        ProjectContent(
            "a\n" * 900,
            language="nonsense!",
            model="C:\\models\\a.gguf",
            openings=("", " \n", "Hi\r\nthere\0"),
            lore=(lore("k", "k", "", text="x\ud800"), lore("k", text=" ")),
            sampling=said,
            documents=("/a/b.pdf", "/a/b.pdf", ""),
        )
    )
    assert content.name == ("a " * 100).strip()
    assert (content.language, content.model) == ("", "a.gguf")
    assert content.openings == ("Hi\nthere",)
    assert content.lore == (lore("k", text="x\ufffd"),)
    assert list(content.sampling) == [("top_k", 5)]
    assert content.documents == ("/a/b.pdf",)


@pytest.mark.parametrize(
    "content",
    [
        ProjectContent("a", instructions="x" * (values.MAX_INSTRUCTIONS + 1)),
        ProjectContent("a", openings=("x",) * (values.MAX_OPENINGS + 1)),
        ProjectContent("a", openings=("x" * (values.MAX_OPENING + 1),)),
        ProjectContent("a", lore=(LoreEntry("", (), "x"),) * (values.MAX_LORE + 1)),
        ProjectContent("a", lore=(LoreEntry("", ("k",) * 50_001, "x"),)),
        ProjectContent("a", lore=(LoreEntry("", (), "x" * (values.MAX_LORE_CHARS + 1)),)),
        ProjectContent("a", tools=tuple(map(str, range(values.MAX_FILES + 1)))),
        ProjectContent("a", picture=b"GIF89a"),
        ProjectContent("a", picture=values.PNG_MARK + bytes(values.MAX_PICTURE_BYTES)),
    ],
    ids=range(9),
)
def test_what_is_too_much_is_refused_in_words(content: ProjectContent) -> None:
    with pytest.raises(KnownError) as caught:
        checked(content)
    assert all(str(one) for one in (caught.value.what, caught.value.effect, caught.value.remedy))


def test_each_name_of_the_sampling_is_one_that_chats_know() -> None:
    fields = set(SamplingParams.__struct_fields__)
    assert values.SAMPLING_NUMBERS - {"max_tokens"} <= fields
    assert fields <= values.SAMPLING_NUMBERS | values.SAMPLING_TEXTS


# -- lore --


@pytest.mark.parametrize(
    ("key", "text", "is_found"),
    [
        ("cat", "A Cat sat.", True),
        ("cat", "Concatenate", False),
        ("cat", "cats", False),
        ("cat", "the_cat", False),
        ("cat", "cat's", True),
        ("red cat", "two red cats, one RED CAT", True),
        ("red cat", "a bored cat", False),
        ("C++", "I like c++!", True),
        ("C++", "I like c++11", True),
        ("straße", "STRASSE", True),
        ("é", "e\u0301", True),
        ("龙", "黑龙来了", True),
        ("黑龙", "黑 龙", False),
        ("dragon", "黑dragon龙", True),
        ("ドラゴン", "大きなドラゴンです", True),
        ("용", "검은용이", True),
        ("/c.t/i", "cat", False),
        ("/c.t/i", "see /c.t/i", True),
        ("", "anything", False),
    ],
)
def test_a_key_is_found_as_a_word_and_in_chinese_anywhere(
    key: str, text: str, is_found: bool
) -> None:
    assert bool(found_lore((lore(key),), text)) is is_found


def test_case_counts_where_an_entry_says_so() -> None:
    assert found_lore((lore("US", ignores_case=False),), "about us") == ()
    assert found_lore((lore("US", ignores_case=False),), "the US")


def test_another_key_has_to_occur_too_where_there_is_one() -> None:
    entry = lore("dragon", also_keys=("fire", "ice"))
    assert found_lore((entry,), "a dragon") == ()
    assert found_lore((entry,), "ice of a dragon") == (entry,)


def test_what_always_goes_along_comes_first_and_what_is_off_never() -> None:
    late, early = lore("a", text="late", order=2), lore("a", text="early", order=1)
    always, off = lore(text="always", order=9, is_always=True), lore("a", text="off", is_on=False)
    found = found_lore((late, off, early, always), "a")
    assert [one.text for one in found] == ["always", "early", "late"]


def test_a_passage_that_is_too_long_for_what_is_left_makes_way_for_others() -> None:
    entries = (
        lore("a", text="x" * 6, order=1),
        lore("a", text="y" * 6),
        lore("a", text="zz", order=2),
    )
    assert [one.text[0] for one in found_lore(entries, "a", most_chars=8)] == ["y", "z"]


def test_the_end_of_what_is_said_counts() -> None:
    assert found_lore((lore("end"),), "x " * 300_000 + "end")


def test_hostile_keys_take_no_time() -> None:
    """Looking at each of the places where they stand as parts of words would take many minutes."""
    keys = tuple(f"a{' xa' * n}" for n in range(1, 90))
    entries = tuple(lore(*keys, text=str(n)) for n in range(500))
    assert found_lore(entries, "xa " * 30_000) == ()
