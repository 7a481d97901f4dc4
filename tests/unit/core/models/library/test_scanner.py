"""From files to entries: what is one model, and what is wrong with what is none."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.gguf.summary import ModelKind
from app.core.models.library.entries import Accessory, LibraryEntry, Origin, Unusable, Usable
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_factory import write_broken_ggufs, write_tiny_llama
from tests.helpers.model_files import (
    N_PARAMETERS,
    adapter_bytes,
    model_bytes,
    projector_bytes,
    write_model,
    write_split_model,
)
from tests.helpers.spellings import LINKS, Link, spelled_otherwise
from tests.helpers.system_words import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.library.library import ModelLibrary

    Make = Callable[..., ModelLibrary]


def only(library: ModelLibrary) -> LibraryEntry:
    (entry,) = library.scan().entries
    return entry


def reasons(library: ModelLibrary) -> dict[str, str]:
    """Return what is said of the entries that cannot be used, by file name."""
    return {
        Path(entry.path).name: str(entry.state.reason)
        for entry in library.scan().entries
        if not isinstance(entry.state, Usable)
    }


def test_a_model_is_described(models: Path, library_of: Make) -> None:
    path = write_model(models / "deep" / "er" / "some-model.GGUF", "Some Model", n_ctx=8192)
    entry = only(library_of(models))
    assert (entry.path, entry.files, entry.name) == (str(path), (str(path),), "Some Model")
    assert (entry.origin, entry.size_bytes) == (Origin.FOLDER, path.stat().st_size)
    assert entry.modified_s == pytest.approx(path.stat().st_mtime)
    assert isinstance(entry.state, Usable)
    summary = entry.state.summary
    assert (summary.n_ctx_train, summary.quantisation) == (8192, "Q8_0")
    assert (summary.n_parameters, summary.kind) == (N_PARAMETERS, ModelKind.LANGUAGE)


def test_models_are_found_in_several_folders_and_other_files_are_not(
    tmp_path: Path, models: Path, library_of: Make
) -> None:
    write_model(models / "a.gguf", "A")
    write_model(tmp_path / "more" / "b.gguf", "B")
    (models / "notes.txt").write_text("no model")
    write_model(models / ".Trash-1000" / "files" / "deleted.gguf", "Deleted")
    write_model(models / "$RECYCLE.BIN" / "deleted.gguf", "Deleted")
    library = library_of(models, tmp_path / "more")
    assert [entry.name for entry in library.scan().entries] == ["A", "B"]


def test_what_cannot_be_used_is_shown_with_the_reason(models: Path, library_of: Make) -> None:
    write_broken_ggufs(models)
    (models / "vocabulary.gguf").write_bytes(
        raw.header(
            [
                raw.string("general.architecture", "llama"),
                raw.string("tokenizer.ggml.model", "gpt2"),
            ]
        )
    )
    (models / "picture.gguf").write_bytes(
        raw.header([raw.string("general.architecture", "flux")], [raw.tensor("w", (0,))])
    )

    said = reasons(library_of(models))

    assert said == {
        "empty.gguf": "It is not a GGUF file.",
        "not_gguf.gguf": "It is not a GGUF file.",
        "cut_in_magic.gguf": "It is not a GGUF file.",
        "cut_in_metadata.gguf": "It is incomplete: it ends inside its header.",
        "cut_in_vocabulary.gguf": "It is incomplete: it ends inside its header.",
        "cut_in_tensor_table.gguf": "It is incomplete: it ends inside its header.",
        "cut_in_tensors.gguf": "It is incomplete: 0.2 MB is missing.",
        "vocabulary.gguf": "It has a tokenizer but no weights.",
        "picture.gguf": "It is not a language model.",
    }


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_links_that_lead_nowhere_are_shown_with_the_reason(models: Path, library_of: Make) -> None:
    (models / "dangling.gguf").symlink_to(models / "nowhere")
    (models / "circle.gguf").symlink_to(models / "circle.gguf")
    assert reasons(library_of(models)) == {
        "dangling.gguf": "Hearth cannot read it (No such file or directory).",
        "circle.gguf": "Hearth cannot read it (Too many levels of symbolic links).",
    }


@pytest.mark.unix("named pipes, sockets and devices among the files")
def test_fifos_sockets_and_folders_that_are_called_models_do_no_harm(
    models: Path, library_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(models)  # the name of a socket must be short
    os.mkfifo("fifo.gguf")
    write_model(models / "folder.gguf" / "inside.gguf", "Inside")
    (models / "device.gguf").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.gguf")
        library = library_of(models)
        said = reasons(library)
    assert said == dict.fromkeys(
        ("fifo.gguf", "socket.gguf", "device.gguf"), "It is not a regular file."
    )
    assert [one.name for one in library.contents.entries if isinstance(one.state, Usable)] == [
        "Inside"
    ]


@pytest.mark.parametrize(
    "name",
    [
        *("m.gguf.part", "m.gguf.incomplete", "M.GGUF.crdownload", "m.gguf.download", "m.gguf.tmp"),
        *("m.gguf.downloadInProgress", "incomplete-m.gguf", "downloading_m.gguf.part"),
    ],
)
def test_what_is_half_downloaded_is_shown_as_that(
    models: Path, library_of: Make, name: str
) -> None:
    (models / name).write_bytes(model_bytes()[:100])
    assert reasons(library_of(models)) == {name: "Its download is not finished."}


def test_a_file_that_aria2_still_writes_is_half_downloaded(models: Path, library_of: Make) -> None:
    write_model(models / "m.gguf")
    (models / "m.gguf.aria2").write_bytes(b"\0\1")
    assert reasons(library_of(models)) == {"m.gguf": "Its download is not finished."}


def test_projectors_and_adapters_need_a_model_and_encoders_are_models(
    models: Path, library_of: Make
) -> None:
    (models / "eyes.gguf").write_bytes(projector_bytes())
    (models / "manners.gguf").write_bytes(adapter_bytes())
    write_model(models / "bert.gguf", "Bert", architecture="bert")
    states = {entry.name: entry.state for entry in library_of(models).scan().entries}
    assert isinstance(states["Eyes"], Accessory)
    assert "see or hear" in str(states["Eyes"].reason)
    assert isinstance(states["Manners"], Accessory)
    assert isinstance(states["Bert"], Usable)
    assert states["Bert"].summary.kind is ModelKind.EMBEDDING


# -- split models --


def test_a_split_model_is_one_entry(models: Path, library_of: Make) -> None:
    paths = write_split_model(models, "big", 3)
    entry = only(library_of(models))
    assert (entry.path, entry.files) == (str(paths[0]), tuple(map(str, paths)))
    assert entry.size_bytes == sum(path.stat().st_size for path in paths)
    assert isinstance(entry.state, Usable)
    assert entry.state.summary.n_parameters == 3 * N_PARAMETERS
    assert entry.state.summary.size_bytes == entry.size_bytes


def test_missing_files_of_a_split_model_are_named(models: Path, library_of: Make) -> None:
    paths = write_split_model(models, "big", 4)
    paths[0].unlink()
    paths[2].unlink()
    entry = only(library_of(models))
    assert isinstance(entry.state, Unusable)
    assert str(entry.state.reason) == (
        "Some of its files are missing: big-00001-of-00004.gguf, big-00003-of-00004.gguf."
    )
    assert entry.files == (str(paths[1]), str(paths[3]))


def test_a_split_model_that_claims_many_files_names_a_few(models: Path, library_of: Make) -> None:
    write_model(models / "big-99999-of-99999.gguf")
    (said,) = reasons(library_of(models)).values()
    assert said.count(".gguf") == 9


def test_a_damaged_file_of_a_split_model_is_named(models: Path, library_of: Make) -> None:
    paths = write_split_model(models, "big", 2)
    paths[1].write_bytes(b"nothing")
    state = only(library_of(models)).state
    assert isinstance(state, Unusable)
    assert (state.file, str(state.reason)) == (paths[1].name, "It is not a GGUF file.")


def test_files_that_were_renamed_to_look_like_one_model_are_none(
    models: Path, library_of: Make
) -> None:
    write_model(models / "big-00001-of-00002.gguf")
    write_model(models / "big-00002-of-00002.gguf")
    first, second = write_split_model(models, "other", 2)
    first.rename(models / "alone.gguf")
    second.rename(models / "end.gguf")
    said = reasons(library_of(models))
    assert "names that do not match" in said["big-00001-of-00002.gguf"]
    assert "names that do not match" in said["alone.gguf"]
    assert "part of a split model" in said["end.gguf"]


# -- one file, many spellings --


def test_one_file_is_one_entry_however_its_path_is_spelled(
    tmp_path: Path, models: Path, library_of: Make
) -> None:
    path = write_model(models / "a" / "m.gguf")
    os.link(path, models / "hard.gguf")
    elsewhere = spelled_otherwise(models, tmp_path)
    library = library_of(models, elsewhere, models / ".." / "models", models / "a", models)
    entry = only(library)
    others = {Path(other).name for other in entry.also_known_as} | {Path(entry.path).name}
    assert others == {"m.gguf", "hard.gguf"}
    assert library.find(models / "a" / ".." / "hard.gguf") == entry


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_links_to_a_file_and_to_its_folder_are_no_entries_of_their_own(
    models: Path, library_of: Make
) -> None:
    path = write_model(models / "a" / "m.gguf")
    (models / "link.gguf").symlink_to(path)
    (models / "again").symlink_to(models / "a")
    entry = only(library_of(models))
    others = {Path(other).name for other in entry.also_known_as} | {Path(entry.path).name}
    assert others == {"m.gguf", "link.gguf"}


def test_a_copy_is_an_entry_of_its_own(models: Path, library_of: Make) -> None:
    path = write_model(models / "m.gguf")
    shutil.copy(path, models / "copy.gguf")
    assert len(library_of(models).scan().entries) == 2


@pytest.mark.parametrize("link", LINKS)
def test_two_snapshots_that_share_some_files_are_two_models(
    models: Path, library_of: Make, link: Link
) -> None:
    first = write_split_model(models / "one", "big", 2)
    second = write_split_model(models / "two", "big", 2)
    second[0].unlink()
    link(second[0], first[0])
    entries = library_of(models).scan().entries
    assert [isinstance(entry.state, Usable) for entry in entries] == [True, True]


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_folders_that_lead_in_a_circle_are_looked_through_once(
    models: Path, library_of: Make
) -> None:
    write_model(models / "a" / "m.gguf")
    (models / "a" / "up").symlink_to(models)
    (models / "a" / "self").symlink_to(models / "a" / "self")
    contents = library_of(models).scan()
    assert len(contents.entries) == 1
    assert contents.problems == ()


# -- folders that cannot be read --


def test_a_folder_that_is_not_there_is_told_and_the_others_are_read(
    tmp_path: Path, models: Path, library_of: Make
) -> None:
    write_model(models / "m.gguf")
    gone = tmp_path / "removed disk"
    contents = library_of(gone, models).scan()
    assert len(contents.entries) == 1
    (problem,) = contents.problems
    assert problem.folder == str(gone)
    assert "is its disk connected?" in str(problem.reason)


def test_a_file_and_a_path_that_no_system_has_are_no_folders(
    models: Path, library_of: Make
) -> None:
    file = write_model(models / "m.gguf")
    no_name = models / ("a|b" if sys.platform == "win32" else "x" * 300)
    contents = library_of(file, no_name, models).scan()
    assert [str(problem.reason) for problem in contents.problems] == [
        f"{file} is not a folder.",
        f"Hearth cannot read {no_name} ({refusal(no_name.stat)}).",
    ]
    assert len(contents.entries) == 1


def test_a_folder_that_refuses_is_told_and_the_others_are_read(
    models: Path, library_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(models / "m.gguf")
    (models / "secret").mkdir()
    real = os.scandir

    def refuse(folder: Any) -> Any:  # root may read everything, so that modes prove nothing
        if Path(folder).name == "secret":
            raise PermissionError(13, "Permission denied")
        return real(folder)

    with monkeypatch.context() as patched:  # what deletes the folders of tests uses it, too
        patched.setattr(os, "scandir", refuse)
        contents = library_of(models).scan()
    assert [entry.name for entry in contents.entries] == ["Some Model"]
    assert [str(problem.reason) for problem in contents.problems] == [
        f"Hearth cannot read {models / 'secret'} (Permission denied)."
    ]


def test_a_file_that_refuses_is_an_entry_with_the_reason(
    models: Path, library_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(models / "m.gguf")
    real = os.open

    def refuse(path: Any, *more: Any) -> int:
        if Path(path).name == "m.gguf":
            raise PermissionError(13, "Permission denied")
        return real(path, *more)

    monkeypatch.setattr(os, "open", refuse)
    assert reasons(library_of(models)) == {"m.gguf": "Hearth cannot read it (Permission denied)."}


def test_a_real_model_is_found(models: Path, library_of: Make) -> None:
    write_tiny_llama(models / "tiny.gguf", quant="Q4_0")
    entry = only(library_of(models))
    assert isinstance(entry.state, Usable)
    assert entry.state.summary.has_chat_template
