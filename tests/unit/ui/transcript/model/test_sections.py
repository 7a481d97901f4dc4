from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.transcript.model.sections import (
    HARD_CHARS,
    Section,
    SectionKind,
    SectionSplitter,
    split_sections,
    whole_code,
)

PIECES = [
    "```python\n", "```\n", "~~~\n", "- item\n", "  more\n", "1. one\n", "   ```sh\n", "\n", "\n\n",
    "> quote\n", "> ", "  - ",
    "| a | b |\n|---|---|\n", "word ", "**bold** ", "`code`", "\r\n", "    indented\n",
    "# Title\n", "x" * 300 + "\n", "long " * 1000, "é😀", "\x07",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def fed(pieces: list[str]) -> list[Section]:
    splitter = SectionSplitter()
    for piece in pieces:
        splitter.feed(piece)
        splitter.preview()
    splitter.finish()
    return splitter.take_closed()


@given(TEXTS, st.lists(st.integers(0, 4000), max_size=12))
def test_any_way_of_streaming_a_text_gives_the_sections_of_the_whole(
    text: str, cuts: list[int]
) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    pieces = [text[a:b] for a, b in itertools.pairwise(places)]
    assert fed(pieces) == split_sections(text)


@given(TEXTS)
def test_streaming_one_character_at_a_time_changes_nothing(text: str) -> None:
    text = text[:2000]
    assert fed(list(text)) == split_sections(text)


@given(TEXTS)
def test_no_visible_character_is_lost(text: str) -> None:
    def visible(words: str) -> str:
        words = words.replace("\r", "").replace("\x07", "\u2407")
        # What stands for lists and quotes before code and cells belongs to the section's place.
        return "".join(words.split()).translate(dict.fromkeys(map(ord, "`~>-1.")))

    shown = "".join(
        f"{'' if section.continued else section.language}{section.text}"
        for section in split_sections(text)
    )
    assert sorted(visible(shown)) == sorted(visible(text))


def test_a_fence_becomes_code_with_its_language() -> None:
    sections = split_sections("before\n```python title=x\na = 1\n\nb\n```\nafter")
    assert [(s.kind, s.text, s.language) for s in sections] == [
        (SectionKind.PROSE, "before", ""),
        (SectionKind.CODE, "a = 1\n\nb", "python"),
        (SectionKind.PROSE, "after", ""),
    ]


def test_a_fence_without_an_end_is_code_to_the_end() -> None:
    (section,) = split_sections("```\nstill code\n# no title")
    assert (section.kind, section.text) == (SectionKind.CODE, "still code\n# no title")


def test_a_fence_inside_a_list_is_code_of_its_own_and_knows_its_place() -> None:
    text = "1. do\n   ```sh\n   ls\n   ```\n   then\n1. done"
    before, code, after = split_sections(text)
    assert (before.text, code.text, code.language) == ("1. do", "ls", "sh")
    assert after.text == "   then\n1. done"
    assert [one.number for one in code.containers] == [1]
    assert code.containers == after.containers


@pytest.mark.parametrize("before", ["> quote", "- item"])
def test_a_fence_behind_a_quote_or_a_list_stands_outside(before: str) -> None:
    _before, code = split_sections(f"{before}\n```\n> x\n```")
    assert (code.text, code.containers) == ("> x", ())


def test_what_goes_on_in_a_quote_is_told_from_what_begins_one() -> None:
    text = "> a\n> ```\n> b\n> ```\n> c\n\n> ```\n> d\n> ```"
    joined = [section.n_joined for section in split_sections(text)]
    assert joined == [0, 1, 1, 0]


def test_an_item_without_words_ends_at_a_blank_line() -> None:
    _item, code = split_sections("- \n\n   ```\nword\n   ```")
    assert (code.text, code.containers) == ("word", ())


def test_a_long_code_block_is_copied_whole() -> None:
    code = "\n".join(f"line {number}" for number in range(500))
    sections = split_sections(f"```\n{code}\n```")
    assert len(sections) > 3
    assert all(section.continued for section in sections[1:])
    assert whole_code(sections, 2) == code


def test_a_line_without_end_is_cut_and_glued() -> None:
    line = "x" * (3 * HARD_CHARS + 5)
    sections = split_sections(f"```\n{line}\nshort\n```")
    assert whole_code(sections, 0) == f"{line}\nshort"


def test_a_line_without_end_is_cut_between_words() -> None:
    line = "the fox number " * 1_000 + "ends"
    sections = split_sections(line)
    assert len(sections) > 1
    assert all(section.text.endswith(" ") for section in sections[:-1])
    assert "".join(section.text for section in sections) == line


@pytest.mark.parametrize("marks", ["```", "~~~~"])
def test_shorter_marks_do_not_close_a_fence(marks: str) -> None:
    (section,) = split_sections(f"{marks}`\n``\nx\n{marks}`".replace("~`", "~"))
    assert "``" in section.text


def test_a_table_too_long_for_one_section_goes_on_under_the_same_heads() -> None:
    head = "| a | b |\n|---|:-:|\n"
    rows = [f"| {number} | x |" for number in range(3_000)]
    before, first, *others, after = split_sections(
        "Before.\n\n" + head + "\n".join(rows) + "\n\nAfter.\n"
    )
    assert (before.text, after.text) == ("Before.", "After.")
    assert not first.continued
    assert others
    assert all(one.kind is SectionKind.TABLE for one in [first, *others])
    assert first.text.startswith(head)
    assert all(section.continued and section.text.startswith(head) for section in others)
    said = "\n".join([first.text, *(section.text.removeprefix(head) for section in others)])
    assert [line for line in said.split("\n") if " x " in line] == rows


def test_lines_with_bars_that_are_no_table_get_no_heads() -> None:
    text = "\n".join(f"a | {number}" for number in range(3_000))
    assert "\n".join(section.text for section in split_sections(text)) == text
