"""What the Linux packages tell a desktop, and what installing into a home leaves there."""

from __future__ import annotations

import configparser
import gzip
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import app

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
LINUX = PACKAGING / "linux"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setattr(sys, "path", list(sys.path))  # the script adds to it
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    return importlib.import_module("package")


@pytest.fixture
def share(package: Any, tmp_path: Path) -> Path:
    package.write_share(tmp_path / "share")
    return tmp_path / "share"


def entry(path: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(path, "utf-8")
    return parser["Desktop Entry"]


def test_the_desktop_knows_the_window_by_the_name_that_the_program_gives_itself(
    share: Path,
) -> None:
    menu = entry(share / "applications" / "hearth.desktop")
    source = (PACKAGING.parent / "app" / "ui" / "app.py").read_text("utf-8")

    assert 'setDesktopFileName("hearth")' in source
    assert (menu["StartupWMClass"], menu["Icon"], menu["Exec"]) == ("hearth", "hearth", "hearth")


def test_a_model_file_is_opened_with_the_programs_own_option(share: Path) -> None:
    opener = entry(share / "applications" / "hearth-open.desktop")
    mime = ElementTree.parse(share / "mime" / "packages" / "hearth.xml").getroot()
    name = "{http://www.freedesktop.org/standards/shared-mime-info}mime-type"

    assert opener["Exec"] == "hearth --model %f"
    assert [kind.get("type") for kind in mime.iter(name)] == [opener["MimeType"].rstrip(";")]


def test_a_link_to_a_model_is_opened_with_the_programs_own_option(share: Path) -> None:
    opener = entry(share / "applications" / "hearth-link.desktop")
    assert opener["Exec"] == "hearth --link %u"
    assert opener["MimeType"] == "x-scheme-handler/hearth;"
    assert opener["NoDisplay"] == "true"


def test_the_metadata_bear_version_and_day_and_name_the_desktop_entry(share: Path) -> None:
    [file] = (share / "metainfo").iterdir()
    root = ElementTree.parse(file).getroot()
    release = root.find("releases/release")

    assert file.name == f"{root.findtext('id')}.metainfo.xml"
    assert root.findtext("launchable") == "hearth.desktop"
    assert release is not None
    assert release.attrib == {"version": app.__version__, "date": "2026-09-21"}
    manual = gzip.decompress((share / "man" / "man1" / "hearth.1.gz").read_bytes()).decode()
    assert manual.startswith(f'.TH HEARTH 1 "2026-09-21" "hearth {app.__version__}"')


def test_the_icon_is_there_in_every_size_and_none_is_empty(share: Path) -> None:
    from PySide6.QtGui import QImage

    sides = []
    for path in (share / "icons" / "hicolor").glob("*/apps/hearth.png"):
        image = QImage(str(path))
        sides.append(image.width())
        assert image.height() == image.width()
        assert image.pixelColor(image.width() // 2, image.height() // 3).alpha() == 255
        assert image.pixelColor(0, 0).alpha() == 0
    assert sorted(sides) == [16, 24, 32, 48, 64, 128, 256, 512]
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / "hearth.svg").is_file()


def test_a_library_that_nobody_brings_stops_the_packing(
    package: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = {"a": {"libc.so.6", "libours.so"}, "b": {"libz.so.1"}, "c": {"libunheard-of.so.7"}}
    monkeypatch.setattr(package, "needed", lambda path: links[path])

    assert package.system_packages([Path("a"), Path("b")], {"libours.so"}) == {"libc6", "zlib1g"}
    with pytest.raises(package.NotPackable, match=r"libunheard-of\.so\.7"):
        package.system_packages([Path("c")], set())


def unpacked_archive(package: Any, folder: Path) -> Path:
    """Return what unpacking the .tar.xz gives, with a stand-in for the program."""
    program = folder / "hearth"
    program.mkdir(parents=True)
    (program / "hearth").write_text("#!/bin/sh\necho stand-in\n")
    (program / "hearth").chmod(0o755)
    (program / "_internal").mkdir()
    (program / "_internal" / "base.zip").write_text("parts")
    package.write_share(folder / "share")
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(LINUX / name, folder)
    return folder


@pytest.mark.parametrize("name", ["plain", 'über $HOME `x` "y" 100% \\ 家'])
def test_installing_into_a_home_and_removing_it_leaves_only_what_was_there(
    package: Any, tmp_path: Path, name: str
) -> None:
    archive = unpacked_archive(package, tmp_path / f"from {name}")
    prefix = tmp_path / name
    (prefix / "share" / "applications").mkdir(parents=True)
    theirs = prefix / "share" / "applications" / "theirs.desktop"
    theirs.write_text("theirs")
    for _ in range(2):  # a second time is an update
        subprocess.run([archive / "install.sh", prefix], check=True, capture_output=True)

    link = prefix / "bin" / "hearth"
    assert subprocess.check_output([link], encoding="utf-8") == "stand-in\n"
    command = entry(prefix / "share" / "applications" / "hearth.desktop")["Exec"]
    assert unquoted(command) == str(prefix / "lib" / "hearth" / "hearth")
    opener = entry(prefix / "share" / "applications" / "hearth-open.desktop")["Exec"]
    assert opener == f"{command} --model %f"
    linked = entry(prefix / "share" / "applications" / "hearth-link.desktop")["Exec"]
    assert linked == f"{command} --link %u"

    removed = subprocess.run(
        [prefix / "lib" / "hearth" / "uninstall.sh"],
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    left = {path for path in prefix.rglob("*") if not path.is_dir()}
    made_by_desktop = {path for path in left if path.name == "mimeinfo.cache"}
    made_by_desktop |= {path for path in left if (prefix / "share" / "mime") in path.parents}
    assert left - made_by_desktop == {theirs}
    assert "Your chats and settings are still there" in removed.stdout


@pytest.fixture
def installed(package: Any, tmp_path: Path) -> tuple[Path, Path]:
    """The unpacked archive, and the folder of a program installed from it and used portably."""
    archive = unpacked_archive(package, tmp_path / "from")
    subprocess.run([archive / "install.sh", tmp_path / "home"], check=True, capture_output=True)
    program = tmp_path / "home" / "lib" / "hearth"
    (program / "data").mkdir()
    (program / "data" / "chats.db").write_text("chats")
    return archive, program


def test_chats_of_portable_use_outlive_updates_and_removal(installed: tuple[Path, Path]) -> None:
    archive, program = installed
    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)
    assert (program / "data" / "chats.db").read_text() == "chats"
    assert not program.with_name("hearth.old").exists()

    removed = subprocess.run(
        [program / "uninstall.sh"], check=True, capture_output=True, encoding="utf-8"
    )
    assert [path.name for path in program.iterdir()] == ["data"]
    assert (program / "data" / "chats.db").read_text() == "chats"
    assert f"Chats of its portable use are in: {program}/data" in removed.stdout


def test_what_removal_left_is_taken_up_by_the_next_installation(
    installed: tuple[Path, Path],
) -> None:
    archive, program = installed
    subprocess.run([program / "uninstall.sh"], check=True, capture_output=True)
    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)
    assert (program / "data" / "chats.db").read_text() == "chats"
    assert (program / "hearth").exists()


def test_a_program_behind_a_link_is_removed(installed: tuple[Path, Path], tmp_path: Path) -> None:
    archive, program = installed
    program.rename(tmp_path / "elsewhere")
    program.symlink_to(tmp_path / "elsewhere")
    subprocess.run([archive / "uninstall.sh", program.parents[1]], check=True, capture_output=True)
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["data"]


def test_what_the_user_put_beside_the_program_outlives_updates_and_removal(
    installed: tuple[Path, Path],
) -> None:
    archive, program = installed
    mine = {"tiny model.gguf": "model", ".notes": "mine", "thesis/chapter.txt": "words"}
    for name, text in mine.items():
        (program / name).parent.mkdir(exist_ok=True)
        (program / name).write_text(text)
    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)
    assert {name: (program / name).read_text() for name in mine} == mine
    removed = subprocess.run(
        [program / "uninstall.sh"], check=True, capture_output=True, encoding="utf-8"
    )
    assert {name: (program / name).read_text() for name in mine} == mine
    assert not (program / "hearth").exists()
    assert f"left in: {program}" in removed.stdout


@pytest.mark.parametrize("n_done", range(4))
def test_an_update_that_was_cut_off_is_taken_up_by_the_next(
    installed: tuple[Path, Path], n_done: int
) -> None:
    archive, program = installed
    old = program.with_name("hearth.old")
    (program / "model.gguf").write_text("model")
    if n_done >= 1:
        program.rename(old)
    if n_done >= 2:
        shutil.copytree(archive / "hearth", program)
    if n_done >= 3:
        (old / "data").rename(program / "data")

    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)

    assert (program / "data" / "chats.db").read_text() == "chats"
    assert (program / "model.gguf").read_text() == "model"
    assert (program / "hearth").exists()
    assert not old.exists()


def test_of_two_folders_with_chats_neither_is_deleted(installed: tuple[Path, Path]) -> None:
    archive, program = installed
    shutil.copytree(program, program.with_name("hearth.old"))
    ran = subprocess.run(
        [archive / "install.sh", program.parents[1]],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 1
    assert "nothing was changed" in ran.stderr
    assert (program / "data" / "chats.db").exists()
    assert (program.with_name("hearth.old") / "data" / "chats.db").exists()


def test_removal_says_where_chats_were_moved_to(installed: tuple[Path, Path], home: Path) -> None:
    _, program = installed
    moved_to = home / ".config" / "hearth" / "moved-to"
    moved_to.parent.mkdir(parents=True, exist_ok=True)
    moved_to.write_text("/mnt/large disk/Hearth")
    removed = subprocess.run(
        [program / "uninstall.sh"], check=True, capture_output=True, encoding="utf-8"
    )
    assert "Chats that were moved are in: /mnt/large disk/Hearth" in removed.stdout


def unquoted(command: str) -> str:
    """Return the one word of an Exec key, read as the specification says."""
    text = command.replace("\\\\", "\0").replace("\0", "\\")  # a value is unescaped as a text
    assert (text[0], text[-1]) == ('"', '"')
    word, rest = "", iter(text[1:-1])
    for letter in rest:
        word += next(rest) if letter in "\\%" else letter
    return word


def test_what_is_not_hearth_is_not_overwritten_and_not_removed(
    package: Any, tmp_path: Path
) -> None:
    archive = unpacked_archive(package, tmp_path / "from")
    theirs = tmp_path / "prefix" / "lib" / "hearth" / "theirs"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs")

    for script in ("install.sh", "uninstall.sh"):
        ran = subprocess.run(
            [archive / script, tmp_path / "prefix"],
            env=dict(os.environ, LC_ALL="C.UTF-8"),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert ran.returncode == 1
        assert "nothing was changed" in ran.stderr
    assert theirs.read_text() == "theirs"


def test_the_deb_recommends_what_asking_for_updates_needs(package: Any) -> None:
    [line] = [line for line in package.CONTROL.splitlines() if line.startswith("Recommends: ")]

    assert "ca-certificates" in line.removeprefix("Recommends: ").split(", ")
    assert package.PACKAGE_OF["libssl.so.3"] == "libssl3"


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_a_project_called_hearth_is_not_taken_for_the_program(
    package: Any, tmp_path: Path, script: str
) -> None:
    archive = unpacked_archive(package, tmp_path / "from")
    project = tmp_path / "home" / "lib" / "hearth"
    (project / "hearth").mkdir(parents=True)
    (project / "hearth" / "thesis.txt").write_text("mine")
    (project / "LICENSE").write_text("mine")
    ran = subprocess.run(
        [archive / script, project.parents[1]], capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 1
    assert "nothing was changed" in ran.stderr
    assert (project / "hearth" / "thesis.txt").read_text() == "mine"
    assert (project / "LICENSE").read_text() == "mine"


def test_what_lies_beside_the_unpacked_program_and_under_other_names_is_left_alone(
    installed: tuple[Path, Path],
) -> None:
    archive, program = installed
    (archive / "hearth" / "data").mkdir()
    (archive / "hearth" / "data" / "chats.db").write_text("tried once")
    other = program.with_name("hearth.new") / "data" / "chats.db"
    other.parent.mkdir(parents=True)
    other.write_text("others")
    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)
    assert (program / "data" / "chats.db").read_text() == "chats"
    assert other.read_text() == "others"
    assert not program.with_name("hearth.old").exists()


def test_a_link_to_a_disk_that_is_away_moves_along(installed: tuple[Path, Path]) -> None:
    archive, program = installed
    shutil.rmtree(program / "data")
    (program / "data").symlink_to("/nowhere/data")
    subprocess.run([archive / "install.sh", program.parents[1]], check=True, capture_output=True)
    assert (program / "data").is_symlink()
    assert not program.with_name("hearth.old").exists()
