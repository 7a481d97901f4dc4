"""Where a document is cut, and what each passage knows of its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.documents.passages import MOST_TOKENS, estimated_tokens, passages_of
from app.core.documents.text import DocumentText

if TYPE_CHECKING:
    from app.core.documents.passages import Passage

SENTENCE = "The oven takes half an hour until it is hot enough for bread. "
LINES = st.sampled_from(
    [
        "# One",
        "## Two ##",
        "### Three",
        "",
        "",
        SENTENCE * 2,
        SENTENCE * 30,
        "| a | b |",
        "- item",
        "```python",
        "```",
        "~~~~",
        "# not a heading in code",
        "漢字仮名交じり文を書く。" * 40,
        "x" * 3000,
        "שלום עולם " * 20,
        "\t",
        "e\u0301" * 50,
    ]
)


def cut(text: str, page_starts: tuple[int, ...] = ()) -> list[tuple[Passage, str]]:
    document = DocumentText("", text, page_starts)
    return [(one, text[one.begin : one.end]) for one in passages_of(document)]


@given(st.lists(LINES, max_size=60), st.data())
def test_passages_are_in_order_and_leave_out_nothing_but_blanks(
    lines: list[str], data: st.DataObject
) -> None:
    text = "\n".join(lines)
    starts = data.draw(st.sets(st.integers(0, len(text)), max_size=4))
    passages = cut(text, tuple(sorted({0, *starts})) if starts else ())

    end = 0
    for passage, _words in passages:
        assert not text[end : passage.begin].strip()
        assert end <= passage.begin < passage.end
        end = passage.end
        assert passage.n_tokens <= MOST_TOKENS
        assert passage.page is None or 1 <= passage.page <= len(starts | {0})
        assert passage.n_tokens == estimated_tokens(text[passage.begin : passage.end])
    assert not text[end:].strip()


@given(st.text(max_size=400))
def test_any_text_can_be_cut(text: str) -> None:
    joined = "".join(words for _passage, words in cut(text))
    assert "".join(joined.split()) == "".join(text.split())


def test_long_prose_is_cut_between_sentences_into_parts_of_about_the_same_length() -> None:
    passages = cut(SENTENCE * 200)

    assert all(words.endswith("bread.") for _passage, words in passages)
    assert all(300 <= passage.n_tokens <= 500 for passage, _words in passages)
    lengths = [passage.n_tokens for passage, _words in passages]
    assert max(lengths) - min(lengths) < 40


def test_a_heading_begins_a_passage_and_stands_with_all_headings_above_it() -> None:
    part = SENTENCE * 20
    passages = cut(
        f"# Bread\n\n## Rye\n\n{part}\n\n## Wheat\n\n### White\n\n{part}\n\n# Oven\n\n{part}"
    )

    assert [one.headings for one, _words in passages] == [
        ("Bread", "Rye"),
        ("Bread", "Wheat", "White"),
        ("Oven",),
    ]
    assert passages[1][1].startswith("## Wheat")


def test_of_long_headings_the_beginning_is_known() -> None:
    ((passage, words),) = cut(f"# {'Bread ' * 100}\n\n{SENTENCE}")

    assert passage.headings == (("Bread " * 100)[:200],)
    assert words.startswith(f"# {'Bread ' * 100}")


def test_short_sections_share_a_passage() -> None:
    passages = cut("".join(f"## Section {number}\n\n{SENTENCE}\n\n" for number in range(40)))

    assert all(passage.n_tokens >= 190 for passage, _words in passages)
    assert passages[0][0].headings == ("Section 0",)


@pytest.mark.parametrize("fence", ["```", "~~~~~"])
def test_a_block_of_code_that_fits_is_not_cut(fence: str) -> None:
    code = f"{fence}python\n# a comment\n\n" + "value = compute(value)\n\n" * 60 + f"{fence}\n"
    passages = cut(f"{SENTENCE * 15}\n\n{code}\n{SENTENCE * 15}")

    assert any(code.strip() in words for _passage, words in passages)
    assert all("a comment" not in one.headings for one, _words in passages)


def test_a_table_that_fits_is_not_cut_and_a_longer_one_between_its_rows() -> None:
    row = "| bread | oven | hour |\n"
    short, long = row * 30, row * 200
    passages = cut(f"{SENTENCE * 15}\n\n{short}\n{SENTENCE * 15}\n\n{long}")

    assert any(short.strip() in words for _passage, words in passages)
    rows = [words for _passage, words in passages if words.startswith("|")]
    assert len(rows) > 1
    assert all(line + "\n" == row for words in rows for line in words.splitlines())


def test_a_page_begins_a_passage_where_it_begins_with_a_paragraph() -> None:
    first, second = f"{SENTENCE * 20}\n\n", SENTENCE * 20
    passages = cut(first + second, (0, len(first)))

    assert [one.page for one, _words in passages] == [1, 2]


def test_a_sentence_that_goes_on_behind_a_page_is_not_cut_there() -> None:
    text = SENTENCE * 12
    passages = cut(text, (0, len(text) // 2))

    assert [words for _passage, words in passages] == [text.strip()]


def test_chinese_is_cut_between_its_sentences() -> None:
    sentence = "面包需要在烤箱里烤半个小时才能完全熟透。"
    passages = cut(sentence * 60)

    assert len(passages) > 1
    assert all(words.endswith("。") for _passage, words in passages)


@pytest.mark.parametrize(
    "text",
    ["\n" * 100_000, ". " * 50_000, '."' * 50_000, " " * 100_000, "# h\n" * 30_000, "- " * 50_000],
)
def test_a_text_of_one_thing_is_cut_without_looking_at_it_again_and_again(text: str) -> None:
    joined = "".join(words for _passage, words in cut(text))
    assert "".join(joined.split()) == "".join(text.split())
