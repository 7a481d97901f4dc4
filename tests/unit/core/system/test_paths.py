"""Where things lie, and what happens when they cannot lie there."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import platformdirs
import pytest

from app.core.system.paths import (
    DATA_DIR_VARIABLE,
    FolderNotWritable,
    FolderOrigin,
    Paths,
    resource,
)


def test_one_data_dir_moves_everything(tmp_path: Path) -> None:
    paths = Paths.locate(tmp_path / "here")

    for path in (
        paths.database,
        paths.settings_file,
        paths.kv_store,
        paths.log_file,
        paths.fault_file,
        paths.trusted_backends,
        paths.load_marker,
        paths.window_state,
        paths.drafts,
    ):
        assert path.is_relative_to(tmp_path / "here")


def test_the_argument_wins_over_the_environment_and_that_over_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path / "environment"))
    assert Paths.locate(tmp_path / "argument").data == tmp_path / "argument" / "data"
    assert Paths.locate().data == tmp_path / "environment" / "data"

    monkeypatch.delenv(DATA_DIR_VARIABLE)
    system = Paths.locate()
    assert system.data.is_relative_to(home)
    assert len({system.data, system.config, system.cache, system.state}) == 4


def test_a_relative_data_dir_and_a_tilde_are_resolved_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    assert Paths.locate("portable").data == tmp_path / "portable" / "data"
    assert Paths.locate("~/chats").data == home / "chats" / "data"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a built program that runs these tests, as it seems."""
    folder = tmp_path / "Stick of Zoë/hearth"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "hearth"))
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    return folder


def test_a_folder_data_beside_the_built_program_makes_it_portable(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Paths.locate().place is FolderOrigin.SYSTEM
    (built / "data").mkdir()

    paths = Paths.locate()

    assert (paths.place, paths.root) == (FolderOrigin.PORTABLE, built / "data")
    assert paths.database.is_relative_to(built / "data")
    assert paths.beside == built
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path / "environment"))
    assert Paths.locate().place is FolderOrigin.CHOSEN
    assert Paths.locate().beside is None


def test_a_folder_data_beside_a_checkout_means_nothing(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (built / "data").mkdir()
    monkeypatch.delattr(sys, "frozen")
    assert Paths.locate().place is FolderOrigin.SYSTEM


def test_on_a_mac_the_folder_lies_beside_the_bundle(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = built / "Hearth.app/Contents/MacOS/hearth"
    program.parent.mkdir(parents=True)
    (built / "data").mkdir()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "executable", str(program))
    assert Paths.locate().root == built / "data"


def test_an_app_image_looks_beside_itself_and_not_where_it_is_mounted(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "Hearth.AppImage"))
    monkeypatch.setenv("APPDIR", str(built))
    assert Paths.locate().root == tmp_path / "data"


def test_the_app_image_that_started_hearth_is_not_taken_for_its_own(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "Terminal.AppImage"))
    monkeypatch.setenv("APPDIR", str(tmp_path / "mounted"))
    assert built.is_dir()
    assert Paths.locate().place is not FolderOrigin.PORTABLE


def test_each_kind_has_its_folder_where_the_system_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("data", "config", "state"):
        monkeypatch.setattr(platformdirs, f"user_{kind}_dir", lambda *_, **__: str(tmp_path / "h"))
    paths = Paths.of_system()
    assert len({paths.data, paths.config, paths.state, paths.cache}) == 4


def test_a_place_that_may_not_be_read_is_not_taken_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(DATA_DIR_VARIABLE)

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(FolderNotWritable):
        Paths.locate()


@pytest.mark.parametrize(
    ("system", "paths", "wants"),
    [
        ("win32", Paths.under(Path("/elsewhere"), FolderOrigin.MOVED), True),
        ("win32", Paths.under(Path("/elsewhere"), FolderOrigin.CHOSEN), True),
        (
            "win32",
            Paths(Path("/d"), Path("/c"), Path("/k"), Path("/s")),
            False,
        ),  # the user's own profile
        ("linux", Paths.under(Path("/elsewhere"), FolderOrigin.MOVED), False),
    ],
)
def test_where_modes_mean_nothing_a_folder_elsewhere_has_a_caveat(
    monkeypatch: pytest.MonkeyPatch, system: str, paths: Paths, *, wants: bool
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    caveat = str(paths.caveat)
    monkeypatch.undo()

    assert ("others who use this computer" in caveat) == wants


@pytest.mark.unix("modes of files")
def test_the_folders_are_made_for_this_user_only_and_may_exist(tmp_path: Path) -> None:
    paths = Paths.locate(tmp_path / "a" / "b")

    paths.create()
    paths.create()

    for folder in (paths.data, paths.config, paths.cache, paths.state):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_where_a_folder_should_be_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")

    with pytest.raises(FolderNotWritable, match="cannot write to the folder") as caught:
        Paths.locate(tmp_path).create()

    assert str(tmp_path / "cache") in str(caught.value.what)
    assert "--data-dir" in str(caught.value.remedy)


@pytest.mark.parametrize("form", ["checkout", "wheel", "frozen"])
def test_a_resource_is_found_in_every_form_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    where = {
        "checkout": tmp_path / "resources",
        "wheel": tmp_path / "app" / "_resources",
        "frozen": tmp_path / "bundle" / "resources",
    }[form]
    where.mkdir(parents=True)
    (where / "icon.svg").write_text(form)
    monkeypatch.setattr(
        "app.core.system.paths.__file__", str(tmp_path / "app" / "core" / "system" / "paths.py")
    )
    if form == "frozen":
        monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "bundle"), raising=False)

    assert resource("icon.svg").read_text() == form


def test_a_missing_resource_is_told() -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such\.svg"):
        resource("no-such.svg")


def test_paths_are_plain_values() -> None:
    one, same = Paths.locate("/x"), Paths.locate(Path("/x"))

    assert one == same
    assert hash(one) == hash(same)


def test_what_says_where_it_was_moved_cannot_be_read_and_nothing_is_begun_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    Paths.of_system().moved_to.mkdir(parents=True)
    with pytest.raises(FolderNotWritable):
        Paths.locate()


def test_the_words_are_the_same_whatever_the_system_says(tmp_path: Path) -> None:
    denied = FolderNotWritable(
        repr(PermissionError(13, "permission denied")), folder=tmp_path
    ).problem()
    frozen = FolderNotWritable(
        repr(OSError(30, "Read-only file system")), folder=tmp_path
    ).problem()
    assert denied.text() == frozen.text()
    assert "Read-only file system" in frozen.detail
