"""What a question finds, in which order, and what comes along with it."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.documents.search import fused
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.documents.library import DocumentLibrary

FILLER = "Nothing of interest happens in this sentence, and it ends without any news at all. "
TEXTS = {
    "notice.md": "Die Kündigungsfrist beträgt drei Monate zum Jahresschluss.",
    "rent.md": "Die Miete wird am ersten Tag des Monats überwiesen.",
    "bread.md": "Bakers bake bread in ovens; a baker's oven is hot.",
    "contract.md": "本合同到期日为三月底，双方可以提前一个月解除。",
    "lease.md": "房租每月一号支付，不得拖延。",
    "tokyo.md": "契約の解除は一か月前までに通知してください。",
    "hebrew.md": "הסכם השכירות מסתיים בסוף השנה.",
    "arabic.md": "ينتهي عقد الإيجار في نهاية السنة.",
    "accents.md": "Żółć i naïve café, Ångström.",
    "long.md": "".join(
        f"# Part {number}\n\n{FILLER * 10}{'The zebra sleeps. ' * (number in (3, 4, 7))}\n\n"
        f"{FILLER * 10}\n\n"
        for number in range(10)
    ),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentLibrary]:
    folder: Path = tmp_path_factory.mktemp("search")
    papers = folder / "papers"
    papers.mkdir()
    for name, text in TEXTS.items():
        (papers / name).write_text(text, "utf-8")
        os.utime(papers / name, ns=(1_700_000_000_000_000_000,) * 2)
    with plain_library(folder) as library:
        library.add([papers])
        library.look().result(LOOK_S)
        yield library


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("baking", "bread.md"),
        ("Which oven do the bakers use?", "bread.md"),
        ("Kündigung", "notice.md"),
        ("kuendigungsfrist kundigungsfrist", "notice.md"),
        ("Schluss", "notice.md"),
        ("Mietzahlung", "rent.md"),
        ("Kündigungsfirst", "notice.md"),
        ("合同", "contract.md"),
        ("合同什么时候到期？", "contract.md"),
        ("租", "lease.md"),
        ("契約解除の通知", "tokyo.md"),
        ("מתי מסתיים הסכם", "hebrew.md"),
        ("عقد الإيجار", "arabic.md"),
        ("zolc", "accents.md"),
        ("CAFE angstrom", "accents.md"),
    ],
)
def test_the_right_document_comes_first(library: DocumentLibrary, question: str, name: str) -> None:
    assert library.search(question, 5)[0].name == name


@pytest.mark.parametrize(
    "question",
    [
        '"',
        '" OR "',
        "NEAR(a b)",
        "body:oven",
        "oven*",
        "(((",
        "AND OR NOT",
        "-oven",
        "^oven",
        "a\0b",
    ],
)
def test_words_of_the_index_mean_nothing_in_a_question(
    library: DocumentLibrary, question: str
) -> None:
    found = library.search(question, 5)

    if "oven" in question:
        assert found[0].name == "bread.md"


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_text_is_a_question(library: DocumentLibrary, question: str) -> None:
    library.search(question, 3)
    library.gather(question, 500)


@pytest.mark.parametrize("question", ["", "  \n", "?!…", "\ud800", "🫠"])
def test_a_question_without_known_words_finds_nothing(
    library: DocumentLibrary, question: str
) -> None:
    assert library.search(question, 5) == ()
    assert library.gather(question, 1000) == ()


def test_a_very_long_question_is_asked_by_its_beginning_and_its_end(
    library: DocumentLibrary,
) -> None:
    filler = "unrelated matter " * 600
    assert library.search(f"{filler[:9_000]} zebra", 1)[0].name == "long.md"
    assert library.search(f"zebra {filler}" * 10, 1)[0].name == "long.md"


def test_only_the_named_documents_are_searched(library: DocumentLibrary) -> None:
    digests = {one.path.name: one.digest for one in library.documents()}

    found = library.search("zebra oven", 20, among=[digests["bread.md"]])

    assert {one.name for one in found} == {"bread.md"}
    assert library.search("zebra oven", 20, among=[]) == ()


def test_no_more_is_found_than_was_asked_for(library: DocumentLibrary) -> None:
    assert len(library.search("sentence", 2)) == 2


def test_passages_for_a_model_come_with_their_neighbours_in_reading_order(
    library: DocumentLibrary,
) -> None:
    few = library.gather("zebra", 1_000)
    many = library.gather("zebra", 4_000)

    assert all("zebra" in one.text for one in few)
    for found, most in ((few, 1_000), (many, 4_000)):
        assert sum(one.n_tokens for one in found) <= most
        assert [one.begin for one in found] == sorted(one.begin for one in found)
        assert all(one.end < other.begin for one, other in pairwise(found))
    text = library.text(many[0].digest)
    assert text is not None
    assert all(text.text[one.begin : one.end] == one.text for one in many)
    assert any("# Part 3" in one.text and "# Part 4" in one.text for one in many)
    assert sum(len(one.text) for one in many) > sum(len(one.text) for one in few)


@pytest.mark.parametrize(
    "question",
    [
        "Thanks, that is very kind of you!",
        "Vielen Dank, sehr freundlich!",
        "And so it is?",
        "Yes, do it.",
        "谢谢你",
        "תודה רבה",
    ],
)
def test_what_is_no_question_about_documents_brings_a_model_nothing(
    library: DocumentLibrary, question: str
) -> None:
    assert library.gather(question, 2_500) == ()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is hot?", "bread.md"),
        ("Kündigung", "notice.md"),
        ("Wann endet die Kündigungsfirst?", "notice.md"),
        ("Does anything of interest happen?", "long.md"),
        ("合同什么时候到期？", "contract.md"),
        ("租", "lease.md"),
        ("מתי מסתיים הסכם", "hebrew.md"),
    ],
)
def test_one_telling_word_or_a_part_of_it_brings_a_model_passages(
    library: DocumentLibrary, question: str, name: str
) -> None:
    assert library.gather(question, 2_500)[0].name == name


def test_what_fits_into_no_tokens_is_left_out(library: DocumentLibrary) -> None:
    assert library.gather("zebra", 10) == ()


def test_a_passage_high_in_two_rankings_is_above_one_at_the_top_of_one() -> None:
    assert fused([[1, 2, 3], [4, 2, 5]])[0] == 2
    assert fused([[1, 2], [1, 3], [3, 1]]) == [1, 3, 2]
    assert fused([]) == []


@given(st.lists(st.lists(st.integers(0, 20), unique=True), max_size=3))
def test_all_that_is_ranked_stays_once(rankings: list[list[int]]) -> None:
    found = fused(rankings)

    assert sorted(found) == sorted({one for ranking in rankings for one in ranking})
    if len(rankings) == 1:
        assert found == rankings[0]
