"""What goes into the built program, and what its first lines settle."""

from __future__ import annotations

import ast
import multiprocessing
import os
import plistlib
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QImage, QImageReader

from tests.packaging.test_setup import wanted_resources

if TYPE_CHECKING:
    from collections.abc import Collection

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture
def contents() -> dict[str, Any]:
    return runpy.run_path(str(PACKAGING / "frozen_contents.py"))


@pytest.fixture
def entry() -> dict[str, Any]:
    return runpy.run_path(str(PACKAGING / "frozen_entry.py"))


def imported(source: str) -> set[str]:
    """Return what a file imports when it runs, wherever in it."""
    tree = ast.parse(source)
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_nothing_is_left_out_that_hearth_imports(contents: dict[str, Any]) -> None:
    excluded = set(contents["EXCLUDED_MODULES"])
    files = list((PACKAGING.parent / "app").rglob("*.py"))
    missed = {
        f"{file.name}: {name}"
        for file in files
        for name in imported(file.read_text("utf-8"))
        for left_out in excluded
        if name == left_out or name.startswith(f"{left_out}.")
    }
    assert len(files) > 200
    assert missed == set()


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt/lib/libicudata.so.73",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6\\Qt\\plugins\\tls\\qschannelbackend.dll",
        "PySide6/QtCore.abi3.so",
        "PySide6/QtNetwork.abi3.so",
        "libQt6Core.so.6",
        "libbrotlidec.so.1",
        "libgssapi_krb5.so.2",
        "libxcb-cursor.so.0",
        "numpy.libs/libscipy_openblas64_-32a4b2a6.so",
        "PySide6\\Qt6Core.dll",
        "PySide6\\QtCore.pyd",
        "PySide6\\pyside6.abi3.dll",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6\\plugins\\platforms\\qoffscreen.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6\\translations\\qtbase_zh_CN.qm",
        "PySide6\\plugins\\iconengines\\qsvgicon.dll",
        "PySide6\\plugins\\imageformats\\qwebp.dll",
        "PySide6\\plugins\\imageformats\\qjpeg.dll",
        "PySide6\\plugins\\tls\\qschannelbackend.dll",
        "PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore",
        "QtWidgets.framework/Versions/A/Resources/Info.plist",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
    ],
)
def test_what_hearth_uses_is_wanted(contents: dict[str, Any], name: str) -> None:
    assert contents["is_wanted"](name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/platforms/libqeglfs.so",
        "PySide6/Qt/plugins/networkinformation/libqnetworkmanager.so",
        "PySide6/Qt/plugins/tls/libqcertonlybackend.so",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6\\Qt\\plugins\\tls\\qcertonlybackend.dll",
        "PySide6\\Qt6Quick.dll",
        "PySide6\\opengl32sw.dll",
        "PySide6\\plugins\\imageformats\\qpdf.dll",
        "PySide6\\translations\\qtbase_fr.qm",
        "PySide6/Qt/lib/QtQuick.framework/Versions/A/QtQuick",
        "libQt6Quick.so.6",
        "libcrypto.so.3",
        "libgcc_s.so.1",
        "libllama.so.0",
        "libssl.so.3",
        "libstdc++.so.6",
        "llama_cpp/lib/libggml-cpu-haswell.so",
    ],
)
def test_what_it_does_not_use_what_the_system_brings_and_what_is_added_by_name_is_not(
    contents: dict[str, Any], name: str
) -> None:
    assert not contents["is_wanted"](name)


def test_what_the_update_check_imports_is_not_left_out(contents: dict[str, Any]) -> None:
    assert "PySide6.QtNetwork" not in contents["EXCLUDED_MODULES"]


def test_a_library_goes_when_what_asked_for_it_is_gone(contents: dict[str, Any]) -> None:
    links = {
        "/plugin": {"libused.so.1"},
        "/used": {"libused-by-used.so.1"},
        "/used-by-used": set(),
        "/orphan": {"liborphan-of-orphan.so.1"},
        "/orphan-of-orphan": set(),
        "/python": set(),
        "/extension": set(),
    }
    entries = [
        ("PySide6/plugin.so", "/plugin", "BINARY"),
        ("libused.so.1", "/used", "BINARY"),
        ("libused-by-used.so.1", "/used-by-used", "BINARY"),
        ("liborphan.so.1", "/orphan", "BINARY"),
        ("liborphan-of-orphan.so.1", "/orphan-of-orphan", "BINARY"),
        ("libpython3.11.so.1.0", "/python", "BINARY"),
        ("_module.cpython-311-x86_64-linux-gnu.so", "/extension", "EXTENSION"),
    ]

    def needs(path: str) -> Collection[str]:
        return links[path]

    kept = contents["without_orphans"](entries, needs)

    assert [entry[0] for entry in kept] == [
        entry[0] for entry in entries if "orphan" not in entry[0]
    ]


def test_a_library_says_what_it_is_linked_with_and_another_file_nothing(
    contents: dict[str, Any],
) -> None:
    from PySide6 import QtCore

    assert "libQt6Core.so.6" in contents["needed"](QtCore.__file__)
    assert contents["needed"](__file__) == set()


def test_each_library_of_llama_cpp_is_held_once_and_linked_by_its_plain_name(
    contents: dict[str, Any], tmp_path: Path
) -> None:
    for name in ("libllama.so", "libllama.so.0", "libllama.so.0.1.2", "libggml-cpu-haswell.so"):
        (tmp_path / name).touch()
    (tmp_path / "libggml-cpu-cannonlake.so").touch()
    for name in ("libllama-common.so", "libllama-common.so.0", "libmtmd.so", "libmtmd.so.0"):
        (tmp_path / name).touch()

    assert contents["llama_libraries"](tmp_path) == [
        (
            "llama_cpp/lib/libggml-cpu-haswell.so",
            str(tmp_path / "libggml-cpu-haswell.so"),
            "BINARY",
        ),
        ("llama_cpp/lib/libllama.so.0", str(tmp_path / "libllama.so.0"), "BINARY"),
        ("llama_cpp/lib/libllama.so", "libllama.so.0", "SYMLINK"),
        ("llama_cpp/lib/libmtmd.so.0", str(tmp_path / "libmtmd.so.0"), "BINARY"),
        ("llama_cpp/lib/libmtmd.so", "libmtmd.so.0", "SYMLINK"),
    ]


def test_of_the_libraries_of_a_mac_each_goes_in_once_as_well(
    contents: dict[str, Any], tmp_path: Path
) -> None:
    for name in ("libllama.dylib", "libllama.0.dylib", "libllama.0.0.1.dylib",
                 "libllama-common.0.dylib", "libggml-cpu-apple_m1.so"):  # fmt: skip
        (tmp_path / name).touch()
    assert [entry[::2] for entry in contents["llama_libraries"](tmp_path, "darwin")] == [
        ("llama_cpp/lib/libggml-cpu-apple_m1.so", "BINARY"),
        ("llama_cpp/lib/libllama.0.dylib", "BINARY"),
        ("llama_cpp/lib/libllama.dylib", "SYMLINK"),
    ]


def test_on_a_mac_the_program_has_windows_and_opens_models(contents: dict[str, Any]) -> None:
    told = contents["info_plist"]("1.2.3")
    wheel = runpy.run_path(str(PACKAGING / "setup" / "llama_wheel.py"))

    assert told["LSBackgroundOnly"] is False
    assert told["NSHighResolutionCapable"] is True
    assert told["CFBundleVersion"] == "1.2.3"
    [kind] = told["CFBundleDocumentTypes"]
    [declared] = told["UTImportedTypeDeclarations"]
    assert kind["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["gguf"]}
    [links] = told["CFBundleURLTypes"]
    assert links["CFBundleURLSchemes"] == ["hearth"]
    assert plistlib.loads(plistlib.dumps(told)) == told
    assert told["LSMinimumSystemVersion"] == wheel["OLDEST_MACOS"]


def test_on_windows_each_has_one_name(contents: dict[str, Any], tmp_path: Path) -> None:
    for name in ("llama.dll", "ggml-cpu-haswell.dll", "mtmd.dll", "llama-common.dll", "llama.lib"):
        (tmp_path / name).touch()
    found = contents["llama_libraries"](tmp_path, "win32")
    assert [entry[0] for entry in found] == [
        "llama_cpp/lib/ggml-cpu-haswell.dll", "llama_cpp/lib/llama.dll", "llama_cpp/lib/mtmd.dll",
    ]  # fmt: skip
    assert not contents["is_wanted"]("llama_cpp\\lib\\llama.dll")  # PyInstaller's own entry of it


@pytest.mark.parametrize(("suffix", "side"), [(".png", 256), (".ico", 256), (".icns", 128)])
def test_the_icon_is_drawn_for_every_system(tmp_path: Path, suffix: str, side: int) -> None:
    icons = runpy.run_path(str(PACKAGING / "icons.py"))
    image = QImage(str(icons["write"](tmp_path / "new" / f"hearth{suffix}")))
    assert (image.width(), image.height()) == (side, side)  # of the first, where there are several
    places = range(0, side, side // 32)
    assert sum(image.pixelColor(x, y).alpha() > 200 for x in places for y in places) > 100


def test_windows_finds_the_icon_in_the_sizes_that_it_shows(tmp_path: Path) -> None:
    icons = runpy.run_path(str(PACKAGING / "icons.py"))
    reader = QImageReader(str(icons["write"](tmp_path / "hearth.ico")))
    sides = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        image = reader.read()
        sides.append(image.width())
        middle = image.pixelColor(image.width() // 2, image.height() // 3)
        assert (image.height(), middle.alpha()) == (image.width(), 255)
    assert {16, 24, 32, 48, 256} <= set(sides)


def test_the_program_holds_the_resources_of_the_wheel(contents: dict[str, Any]) -> None:
    held = set()
    for source, folder in contents["resources"]():
        path = Path(source)
        files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
        base = path.parent if path.is_file() else path
        held |= {f"{folder}/{file.relative_to(base).as_posix()}" for file in files}

    assert held == {f"resources/{name}" for name in wanted_resources()}


def test_the_program_holds_every_migration_as_a_file(contents: dict[str, Any]) -> None:
    names = {f"{folder}/{Path(source).name}" for source, folder in contents["migrations"]()}

    assert "app/core/chats/migrations/env.py" in names
    assert any(name.startswith("app/core/chats/migrations/versions/0001") for name in names)


@pytest.mark.parametrize("before", [None, "", "/usr/local/lib"])
def test_what_the_program_starts_finds_the_libraries_of_the_system(
    entry: dict[str, Any], monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/hearth/_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)

    entry["give_back_library_path"]()

    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


@pytest.mark.parametrize(
    ("given", "settled"),
    [
        ({}, "C.UTF-8"),
        ({"LANG": "C"}, "C.UTF-8"),
        ({"LANG": "POSIX", "LC_CTYPE": ""}, "C.UTF-8"),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "C", "LC_CTYPE": "ja_JP.UTF-8"}, "ja_JP.UTF-8"),
        ({"LC_ALL": "C"}, None),  # asked for in so many words
    ],
)
def test_where_the_locale_says_nothing_it_is_utf_8(
    entry: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    given: dict[str, str],
    settled: str | None,
) -> None:
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in given.items():
        monkeypatch.setenv(variable, value)

    entry["settle_locale"]()

    assert os.environ.get("LC_CTYPE") == settled


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Stands for what PyInstaller reads Hearth's code from."""
    program = tmp_path / "hearth"
    program.write_bytes(b"this version")
    reader = SimpleNamespace(_filename=str(program))
    importers = SimpleNamespace(pyz_archive=reader)
    monkeypatch.setitem(sys.modules, "pyimod02_importers", importers)
    return reader


def test_code_is_read_from_the_file_that_was_started_though_another_has_its_name(
    entry: dict[str, Any], archive: SimpleNamespace, tmp_path: Path
) -> None:
    entry["hold_code"]()
    (tmp_path / "new").write_bytes(b"another one")
    (tmp_path / "new").replace(tmp_path / "hearth")

    for _ in range(2):
        assert Path(archive._filename).read_bytes() == b"this version"


@pytest.mark.usefixtures("archive")
def test_the_entry_settles_children_of_multiprocessing_and_runs_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # so that nothing is settled in this process
    settled: list[bool] = []
    monkeypatch.setattr(multiprocessing, "freeze_support", lambda: settled.append(True))
    monkeypatch.setattr(sys, "argv", ["hearth", "--version"])

    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(PACKAGING / "frozen_entry.py"), run_name="__main__")

    assert (ended.value.code, settled) == (0, [True])
    assert capsys.readouterr().out.startswith("hearth ")
