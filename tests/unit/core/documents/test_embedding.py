"""A library with an embedder: vectors are made aside, and passages are found by meaning, too."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.documents.embedder import EMBEDDER_DIED, EMBEDDER_NOT_STARTED
from app.core.errors import KnownError
from tests.helpers.waiting import wait_until
from tests.unit.core.documents.meanings import KnowingEmbedder
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from app.core.documents.library import DocumentLibrary

TEXTS = {
    "bread.md": "# Baking\n\nThe loaf rests overnight.",
    "ship.md": "# Sailing\n\nThe vessel leaves in the morning.",
    "fee.md": "# Money\n\nIt costs three euro.",
}


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> KnowingEmbedder:
    embedder = KnowingEmbedder()
    monkeypatch.setattr("app.core.documents.embedding.TextEmbedder", lambda: embedder)
    return embedder


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"a model")
    return path


@pytest.fixture
def library(tmp_path: Path, embedder: KnowingEmbedder) -> Iterator[DocumentLibrary]:
    assert not embedder.is_closed
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    with plain_library(tmp_path) as library:
        library.add([folder])
        library.look().result(LOOK_S)
        yield library


def choose(library: DocumentLibrary, path: Path | None) -> None:
    library.set_embedder(path)
    library.embed().result(LOOK_S)


def counts(library: DocumentLibrary) -> tuple[int, int]:
    state = library.embedding_state()
    return state.n_passages, state.n_embedded


def names(library: DocumentLibrary, question: str) -> list[str]:
    return [one.name for one in library.search(question, 5)]


def test_without_an_embedder_nothing_is_embedded(
    library: DocumentLibrary, embedder: KnowingEmbedder
) -> None:
    library.embed().result(LOOK_S)
    assert names(library, "boat") == []
    assert names(library, "vessel") == ["ship.md"]
    state = library.embedding_state()

    assert (state.path, state.n_passages, state.n_embedded, state.problem) == (None, 3, 0, None)
    assert embedder.texts == embedder.questions == []


def test_passages_are_found_by_meaning_where_no_word_is_theirs(
    library: DocumentLibrary, model: Path
) -> None:
    choose(library, model)

    assert counts(library) == (3, 3)
    assert names(library, "boat")[0] == "ship.md"
    assert names(library, "dough")[0] == "bread.md"
    assert names(library, "price")[0] == "fee.md"
    (found, *_rest) = library.gather("harbour", 100)
    assert found.name == "ship.md"


def test_words_count_beside_vectors(library: DocumentLibrary, model: Path) -> None:
    choose(library, model)

    assert names(library, "morning boat")[0] == "ship.md"
    assert names(library, "overnight")[0] == "bread.md"


def test_a_vector_is_of_a_passage_with_what_stands_above_it(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)

    assert "ship > Sailing\n# Sailing\n\nThe vessel leaves in the morning." in embedder.texts


def test_only_the_named_documents_are_searched(library: DocumentLibrary, model: Path) -> None:
    choose(library, model)
    by_name = {one.path.name: one.digest for one in library.documents()}

    found = library.search("boat", 5, among=[by_name["fee.md"]])

    assert [one.name for one in found] == ["fee.md"]


def test_a_look_is_followed_by_vectors_of_what_is_new(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder, tmp_path: Path
) -> None:
    choose(library, model)
    n_made = len(embedder.texts)
    (tmp_path / "papers" / "new.md").write_text("The harbour is wide.", "utf-8")
    (tmp_path / "papers" / "bread.md").unlink()

    library.look().result(LOOK_S)
    library.embed().result(LOOK_S)

    assert embedder.texts[n_made:] == ["new\nThe harbour is wide."]
    assert counts(library) == (3, 3)
    assert set(names(library, "vessel")[:2]) == {"ship.md", "new.md"}


def test_vectors_are_kept_and_not_made_again(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder, tmp_path: Path
) -> None:
    choose(library, model)
    library.close()
    (tmp_path / "elsewhere").mkdir()
    moved = model.rename(tmp_path / "elsewhere" / model.name)
    n_made = len(embedder.texts)
    with plain_library(tmp_path) as again:
        choose(again, moved)
        assert names(again, "boat")[0] == "ship.md"

    assert len(embedder.texts) == n_made == 3


def test_another_embedder_makes_them_anew_and_none_forgets_them(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)
    other = model.with_name("other.gguf")
    other.write_bytes(b"another model")
    choose(library, other)
    assert len(embedder.texts) == 2 * len(TEXTS)
    assert counts(library) == (3, 3)

    choose(library, None)
    choose(library, other)

    assert len(embedder.texts) == 3 * len(TEXTS)


def test_an_embedder_that_changes_on_the_disk_is_another_one(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)
    model.write_bytes(b"retrained, and longer")
    assert counts(library) == (3, 0)
    library.look().result(LOOK_S)
    library.embed().result(LOOK_S)

    assert counts(library) == (3, 3)
    assert len(embedder.texts) == 2 * len(TEXTS)


def test_one_that_is_chosen_meanwhile_takes_over(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    other = model.with_name("other.gguf")
    other.write_bytes(b"another model")
    is_under_way, may_go_on = threading.Event(), threading.Event()

    def pause(_texts: Sequence[str]) -> None:
        is_under_way.set()
        assert may_go_on.wait(LOOK_S)

    embedder.before = pause
    library.set_embedder(model)
    assert is_under_way.wait(LOOK_S)
    library.set_embedder(other)
    assert library.embedding_state().is_working
    may_go_on.set()
    assert library.embed().result(LOOK_S) is None

    state = library.embedding_state()
    assert (state.path, state.n_embedded, state.is_working) == (other, 3, False)


def test_what_fails_is_told_and_words_are_searched_alone_until_somebody_asks(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)
    embedder.failure = EMBEDDER_DIED(path=model)
    assert names(library, "vessel") == ["ship.md"]
    assert names(library, "boat") == []
    problem = library.embedding_state().problem
    assert problem is not None
    assert "llama.cpp stopped" in problem.text()

    embedder.failure = None
    library.look().result(LOOK_S)
    assert names(library, "boat") == []
    library.embed().result(LOOK_S)

    assert names(library, "boat")[0] == "ship.md"
    assert library.embedding_state().problem is None


def test_a_model_that_fails_is_not_tried_again_by_each_look(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    tried: list[Sequence[str]] = []
    embedder.before = tried.append
    embedder.failure = EMBEDDER_DIED(path=model)
    choose(library, model)
    n_tried = len(tried)
    for _ in range(3):
        library.look().result(LOOK_S)
        names(library, "boat")
    assert len(tried) == n_tried
    embedder.failure = None
    model.write_bytes(b"downloaded again")
    library.look().result(LOOK_S)

    wait_until(lambda: counts(library) == (3, 3))


def test_vectors_that_could_not_be_made_for_now_are_made_after_the_next_look(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    embedder.failure = EMBEDDER_NOT_STARTED()
    library.set_embedder(model)
    told = library.embed().result(LOOK_S)
    assert told is None or "could not start" in told.text()
    assert counts(library) == (3, 0)
    assert names(library, "vessel") == ["ship.md"]
    embedder.failure = None
    library.look().result(LOOK_S)
    library.embed().result(LOOK_S)

    assert counts(library) == (3, 3)


def test_a_search_waits_for_a_busy_embedder_only_so_long(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)
    embedder.failure = TimeoutError()

    assert names(library, "vessel") == ["ship.md"]
    assert library.embedding_state().problem is None
    embedder.failure = None
    assert names(library, "boat")[0] == "ship.md"


def test_an_embedder_that_is_gone_is_told(library: DocumentLibrary, model: Path) -> None:
    choose(library, model)
    model.unlink()

    assert names(library, "vessel") == ["ship.md"]
    state = library.embedding_state()
    assert state.problem is not None
    assert "no readable embedding model" in state.problem.text()
    with pytest.raises(KnownError, match="no readable embedding model"):
        library.test_embedder(model)


def test_an_embedder_is_tested_before_it_is_chosen(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    library.test_embedder(model)
    assert embedder.questions
    embedder.failure = EMBEDDER_DIED(path=model)
    with pytest.raises(KnownError, match=r"llama\.cpp stopped"):
        library.test_embedder(model)

    assert library.embedding_state().path is None


def test_a_blank_question_is_not_embedded(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    choose(library, model)

    assert names(library, " \n") == []
    assert embedder.questions == []


def test_stopping_a_look_does_not_end_the_vectors(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder
) -> None:
    is_under_way, may_go_on = threading.Event(), threading.Event()

    def pause(_texts: Sequence[str]) -> None:
        is_under_way.set()
        assert may_go_on.wait(LOOK_S)

    embedder.before = pause
    library.set_embedder(model)
    assert is_under_way.wait(LOOK_S)
    library.stop_looking()
    may_go_on.set()

    wait_until(lambda: counts(library) == (3, 3))


def test_closing_does_not_wait_for_all_vectors(
    library: DocumentLibrary, model: Path, embedder: KnowingEmbedder, tmp_path: Path
) -> None:
    for number in range(200):
        (tmp_path / "papers" / f"{number}.md").write_text(f"The vessel {number}.", "utf-8")
    library.look().result(LOOK_S)
    embedder.before = lambda texts: threading.Event().wait(0.3 * len(texts))
    library.set_embedder(model)
    wait_until(lambda: counts(library)[1] > 0)
    library.close()

    assert embedder.is_closed
    assert len(embedder.texts) < 50
    with plain_library(tmp_path) as again:
        embedder.before = lambda _texts: None
        choose(again, model)
        assert counts(again) == (203, 203)
        assert len(embedder.texts) <= 203 + 1  # that which was under way
