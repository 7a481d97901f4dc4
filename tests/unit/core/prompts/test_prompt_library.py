"""Saved prompts: kept, found, replaced, and a file that somebody has written by hand."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.prompts.blanks import parsed
from app.core.prompts.prompt_library import (
    LONGEST_NAME,
    LONGEST_TEXT,
    BadPrompt,
    PromptLibrary,
    SavedPrompt,
    matching,
)
from app.core.prompts.supplied_prompts import SUPPLIED, SuppliedPrompt
from app.core.system import files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "prompts.json"


@pytest.fixture
def library(file: Path) -> PromptLibrary:
    return PromptLibrary(file)


def names(library: PromptLibrary) -> list[str]:
    return [prompt.name for prompt in library.prompts()]


def test_prompts_are_kept_and_stand_in_the_order_of_their_names(
    library: PromptLibrary, file: Path
) -> None:
    library.put(SavedPrompt("translate", "Translate into German:\n{{text}}"))
    library.put(SavedPrompt("  Proof \n read ", "Correct my mistakes."))

    assert names(PromptLibrary(file)) == ["Proof read", "translate"]
    assert library.prompts()[1].text == "Translate into German:\n{{text}}"


def test_a_prompt_can_be_changed_renamed_and_removed(library: PromptLibrary) -> None:
    library.put(SavedPrompt("one", "1"))
    library.put(SavedPrompt("one", "I"))
    assert [prompt.text for prompt in library.prompts()] == ["I"]

    library.put(SavedPrompt("two", "II"), replaces="one")
    assert names(library) == ["two"]

    library.remove("two")
    library.remove("two")
    assert names(library) == []


def test_two_windows_do_not_lose_each_others_prompts(library: PromptLibrary, file: Path) -> None:
    other = PromptLibrary(file)
    library.put(SavedPrompt("a", "1"))
    other.put(SavedPrompt("b", "2"))
    library.put(SavedPrompt("c", "3"))

    assert names(other) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        (SavedPrompt(" ", "text"), "needs a name"),
        (SavedPrompt("n" * (LONGEST_NAME + 1), "text"), "more than"),
        (SavedPrompt("name", " \n"), "needs a text"),
        (SavedPrompt("name", "x" * (LONGEST_TEXT + 1)), "more than"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(
    library: PromptLibrary, file: Path, prompt: SavedPrompt, said: str
) -> None:
    with pytest.raises(BadPrompt, match=said):
        library.put(prompt)
    assert not file.exists()


@pytest.mark.parametrize(
    "content", [b"[", b"{}", b'[{"name": 1, "text": ""}]', b"\xff", b"[" * 9999]
)
def test_a_damaged_file_is_moved_aside_and_told_once(
    library: PromptLibrary, file: Path, content: bytes
) -> None:
    file.parent.mkdir()
    file.write_bytes(content)

    assert names(library) == []
    problem = library.take_problem()
    assert problem is not None
    assert "does not understand" in str(problem.what)
    assert library.take_problem() is None
    assert file.with_name("prompts.json.broken").read_bytes() == content
    library.put(SavedPrompt("new", "text"))
    assert names(library) == ["new"]


def test_a_file_by_hand_may_begin_with_a_mark_and_name_things_twice(
    library: PromptLibrary, file: Path
) -> None:
    file.parent.mkdir()
    rows = [{"name": "a", "text": "1"}, {"name": "a", "text": "2", "more": 3}]
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(rows).encode())

    assert library.prompts() == (SavedPrompt("a", "2"),)


def test_a_folder_that_takes_nothing_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(KnownError, match="could not save"):
        PromptLibrary(blocked / "prompts.json").put(SavedPrompt("a", "1"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.text(min_size=1, max_size=LONGEST_NAME), text=st.text(min_size=1))
def test_any_words_come_back_as_they_were(library: PromptLibrary, name: str, text: str) -> None:
    if not name.split() or not text.strip():
        return
    library.put(SavedPrompt(name, text))
    assert SavedPrompt(" ".join(name.split()), text) in library.prompts()


def test_names_that_begin_so_come_before_words_and_insides() -> None:
    prompts = tuple(SavedPrompt(name, "x") for name in ("Contest", "My test", "Testing", "Other"))

    found = [prompt.name for prompt in matching(prompts, "TEST")]

    assert found == ["Testing", "My test", "Contest"]
    assert len(matching(prompts, "")) == len(prompts)


def test_nothing_is_written_over_a_file_that_cannot_be_read(
    library: PromptLibrary, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.put(SavedPrompt("old", "text"))
    before = file.read_bytes()

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(type(file), "read_bytes", refuse)
        assert names(library) == []
        for change in (partial(library.put, SavedPrompt("new", "text")),
                       partial(library.remove, "old")):  # fmt: skip
            with pytest.raises(KnownError, match="Permission denied"):
                change()

    assert file.read_bytes() == before
    library.put(SavedPrompt("new", "text"))  # it can be read again
    assert names(library) == ["new", "old"]


def test_nothing_is_written_over_a_damaged_file_that_cannot_be_moved_aside(
    library: PromptLibrary, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    file.write_bytes(b'[{"name": "old", "text": "words"},')

    def refuse(*_paths: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "replace_file", refuse)
    with pytest.raises(KnownError, match="Hearth could not save the prompts to"):
        library.put(SavedPrompt("new", "text"))

    assert file.read_bytes() == b'[{"name": "old", "text": "words"},'


# -- those that come with Hearth --

SUMMARISE, REWRITE = SavedPrompt("Summarise", "Sum up: {{text}}"), SavedPrompt("Rewrite", "Anew:")


@pytest.fixture
def furnished(file: Path) -> PromptLibrary:
    return PromptLibrary(file, lambda: {"summarise": SUMMARISE, "rewrite": REWRITE})


def test_supplied_prompts_stand_among_the_others_and_are_not_written(
    furnished: PromptLibrary, file: Path
) -> None:
    assert furnished.prompts() == (REWRITE, SUMMARISE)
    assert not file.exists()
    furnished.put(SavedPrompt("Say", "it"))
    assert names(furnished) == ["Rewrite", "Say", "Summarise"]
    assert names(PromptLibrary(file)) == ["Say"]


def test_a_supplied_prompt_that_is_deleted_never_comes_back(
    furnished: PromptLibrary, file: Path
) -> None:
    furnished.remove("Summarise")
    assert names(furnished) == ["Rewrite"]
    furnished.put(SavedPrompt("other", "text"))
    furnished.remove("other")
    german = {"summarise": SavedPrompt("Zusammenfassen", "Kurz:"), "rewrite": REWRITE}
    assert names(PromptLibrary(file, lambda: german)) == ["Rewrite"]


def test_a_supplied_prompt_that_is_changed_or_renamed_is_there_once(
    furnished: PromptLibrary, file: Path
) -> None:
    furnished.put(SavedPrompt("Summarise", "In one word:"), replaces="Summarise")
    furnished.put(SavedPrompt("Again", "Anew!"), replaces="Rewrite")
    changed = (SavedPrompt("Again", "Anew!"), SavedPrompt("Summarise", "In one word:"))
    assert furnished.prompts() == changed
    german = {"summarise": SavedPrompt("Zusammenfassen", "Kurz:"), "rewrite": REWRITE}
    assert PromptLibrary(file, lambda: german).prompts() == changed

    furnished.remove("Summarise")
    assert names(furnished) == ["Again"]


def test_ones_own_prompt_of_that_name_wins(
    library: PromptLibrary, furnished: PromptLibrary
) -> None:
    library.put(SavedPrompt("summarise", "Mine"))
    assert furnished.prompts() == (REWRITE, SavedPrompt("summarise", "Mine"))
    furnished.remove("summarise")
    assert names(furnished) == ["Rewrite"]


def test_of_a_file_that_cannot_be_read_nothing_supplied_is_shown(
    furnished: PromptLibrary, file: Path
) -> None:
    file.mkdir(parents=True)
    assert names(furnished) == []
    assert furnished.take_problem() is not None


@pytest.mark.parametrize("supplied", SUPPLIED, ids=lambda one: one.key)
def test_a_supplied_prompt_can_be_filled_in(supplied: SuppliedPrompt) -> None:
    found = parsed(str(supplied.text))
    assert found.blanks
    assert all(blank.fault is None for blank in found.blanks)
    assert all(blank.default in blank.options for blank in found.blanks if blank.options)
    said = found.filled({blank.name: "<>" for blank in found.blanks}, {})
    assert "{" not in said
