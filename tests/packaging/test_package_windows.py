"""What a Windows user gets: the zip, what the setup is made of, and winget's manifest."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import app
from app.core.system.updates import DOWNLOAD_PAGE, HAS_HOME
from app.ui.app import APP_USER_MODEL_ID

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
SCRIPT = PACKAGING / "windows" / "hearth.iss"
NAME = f"hearth-{app.__version__}-windows-x64"

# Notes what it was called with, and leaves what Inno Setup would; signs as Inno Setup would.
ISCC = """\
#!{python}
import json, pathlib, shlex, subprocess, sys
values = {{}}
for word in sys.argv[1:]:
    if word.startswith("/D"):
        name, _, value = word[2:].partition("=")
        values[name] = value
    elif word.startswith("/S"):
        values["Sign command"] = word.partition("=")[2]
    elif word.startswith("/O"):
        values["Into"] = word[2:]
values["Script"] = sys.argv[-1]
given = ("Program", "Notices", "Icon", "Stage")
values["There"] = [name for name in given if pathlib.Path(values[name]).exists()]
values["Noticed"] = sorted(path.name for path in pathlib.Path(values["Notices"]).iterdir())
pathlib.Path({calls!r}).write_text(json.dumps(values))
setup = pathlib.Path(values["Into"], "{name}-setup.exe")
setup.write_bytes(b"a setup")
if "Sign command" in values:
    command = values["Sign command"].replace("$f", '"' + str(setup) + '"').replace("$q", '"')
    sys.exit(subprocess.run(shlex.split(command.replace("$$", "$"))).returncode)
"""
SIGNER = """\
#!{python}
import pathlib, sys
pathlib.Path({log!r}).open("a").write("|".join(sys.argv[1:]) + "\\n")
sys.exit(sys.argv[1] == "/fail" and sys.argv[-1].endswith(sys.argv[2]))
"""

pytestmark = pytest.mark.unix("scripts whose first line names what runs them")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setattr(sys, "path", list(sys.path))  # the script adds to it
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    monkeypatch.delenv("HEARTH_SIGN_COMMAND", raising=False)
    calls = str(tmp_path / "iscc.json")
    text = ISCC.format(python=sys.executable, calls=calls, name=NAME)
    monkeypatch.setenv("HEARTH_ISCC", str(made_program(tmp_path / "iscc", text)))
    return importlib.import_module("package_windows")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A stand-in for what is built on Windows, tried once where it lies."""
    program = tmp_path / "dist hearth"
    for name in (
        "hearth.exe",
        "hearth-cli.exe",
        "_internal/base_library.zip",
        "_internal/ünï 你好/a.dll",
        "_internal/app/__pycache__/env.pyc",
        "data/data/chats.db",
    ):
        (program / name).parent.mkdir(parents=True, exist_ok=True)
        (program / name).write_bytes(name.encode() * 50)
    return program


def made_program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def pack(package: Any, built: Path, into: Path) -> int:
    return int(package.main(["--program", str(built), "--into", str(into)]))


def asked_of_iscc(tmp_path: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((tmp_path / "iscc.json").read_text())
    return values


def test_the_zip_is_portable_and_holds_program_and_licences_and_nothing_of_who_built_it(
    package: Any, built: Path, tmp_path: Path
) -> None:
    assert pack(package, built, tmp_path / "into") == 0
    with zipfile.ZipFile(tmp_path / "into" / f"{NAME}-portable.zip") as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        read = archive.read("Hearth/_internal/ünï 你好/a.dll")
        licences = archive.read("Hearth/THIRD_PARTY_LICENSES.txt").decode()
    assert names == [
        "Hearth/LICENSE.txt",
        "Hearth/THIRD_PARTY_LICENSES.txt",
        "Hearth/_internal/base_library.zip",
        "Hearth/_internal/ünï 你好/a.dll",
        "Hearth/data/README.txt",
        "Hearth/hearth-cli.exe",
        "Hearth/hearth.exe",
        "Hearth/sbom.cdx.json",
    ]
    assert read == (built / "_internal" / "ünï 你好" / "a.dll").read_bytes()
    assert "SQLAlchemy" in licences


def test_the_unpacked_program_keeps_everything_beside_itself(
    package: Any, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.core.system.paths import FolderOrigin, Paths

    pack(package, built, tmp_path / "into")
    with zipfile.ZipFile(tmp_path / "into" / f"{NAME}-portable.zip") as archive:
        archive.extractall(tmp_path / "stick")
    program = tmp_path / "stick" / "Hearth"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program / "hearth.exe"))
    monkeypatch.delenv("HEARTH_DATA_DIR", raising=False)

    paths = Paths.locate()
    assert (paths.place, paths.root) == (FolderOrigin.PORTABLE, program / "data")


def test_the_same_files_give_the_same_zip(package: Any, built: Path, tmp_path: Path) -> None:
    zips = []
    for name in ("one", "two"):
        assert pack(package, built, tmp_path / name) == 0
        zips.append((tmp_path / name / f"{NAME}-portable.zip").read_bytes())
        for path in built.rglob("*.exe"):
            path.write_bytes(path.read_bytes())  # another time
            path.chmod(0o700)
    assert zips[0] == zips[1]
    with zipfile.ZipFile(tmp_path / "one" / f"{NAME}-portable.zip") as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 9, 21, 0, 0, 0)}


def test_the_setup_is_compiled_from_what_was_built_and_named(
    package: Any, built: Path, tmp_path: Path
) -> None:
    assert pack(package, built, tmp_path / "into") == 0
    values = asked_of_iscc(tmp_path)
    assert values["Script"] == str(SCRIPT)
    assert (values["Program"], values["Into"]) == (str(built), str(tmp_path / "into"))
    assert values["Version"] == app.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", values["NumericVersion"])
    assert values["There"] == ["Program", "Notices", "Icon", "Stage"]
    assert values["Noticed"] == ["LICENSE.txt", "THIRD_PARTY_LICENSES.txt", "sbom.cdx.json"]
    assert ("Homepage" in values) == HAS_HOME
    assert "Sign" not in values
    assert not Path(values["Stage"]).exists()


def test_sums_feed_and_manifest_lie_beside_the_packages(
    package: Any, built: Path, tmp_path: Path
) -> None:
    into = tmp_path / "into"
    assert pack(package, built, into) == 0
    packages = [f"{NAME}-portable.zip", f"{NAME}-setup.exe"]
    lines = (into / "SHA256SUMS").read_text().splitlines()
    sums = {name: hashlib.sha256((into / name).read_bytes()).hexdigest() for name in packages}
    assert lines == [f"{sums[name]}  {name}" for name in packages]
    assert json.loads((into / "latest.json").read_text())["version"] == app.__version__
    assert {path.name for path in into.iterdir()} == {
        *packages, "SHA256SUMS", "latest.json", "winget",
    }  # fmt: skip


def test_programs_and_setup_are_signed_by_the_one_command(
    package: Any, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "signed.txt"
    signer = made_program(tmp_path / "signer", SIGNER.format(python=sys.executable, log=str(log)))
    monkeypatch.setenv("HEARTH_SIGN_COMMAND", f'"{signer}" /n "My $name" /as')
    into = tmp_path / "into"
    assert pack(package, built, into) == 0
    files = [built / "hearth.exe", built / "hearth-cli.exe", into / f"{NAME}-setup.exe"]
    assert log.read_text().splitlines() == [f"/n|My $name|/as|{file}" for file in files]
    assert asked_of_iscc(tmp_path)["Sign"] == ""


@pytest.mark.parametrize("file", ["hearth-cli.exe", "-setup.exe"])
def test_what_cannot_be_signed_is_not_packed(
    package: Any, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    signer = SIGNER.format(python=sys.executable, log=str(tmp_path / "signed.txt"))
    made_program(tmp_path / "signer", signer)
    monkeypatch.setenv("HEARTH_SIGN_COMMAND", f"{tmp_path / 'signer'} /fail {file}")
    assert pack(package, built, tmp_path / "into") == 1
    assert not (tmp_path / "into" / "SHA256SUMS").exists()


def test_without_a_program_or_inno_setup_nothing_is_begun(
    package: Any,
    built: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("HEARTH_ISCC")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert pack(package, built, tmp_path / "into") == 1
    (built / "hearth-cli.exe").unlink()
    assert pack(package, built, tmp_path / "into") == 1
    told = capsys.readouterr().err
    assert "HEARTH_ISCC" in told
    assert "no hearth-cli.exe" in told
    assert not (tmp_path / "into").exists()


# -- the setup's script --


def sections() -> dict[str, list[str]]:
    """Return the lines of the setup's script by their section, without comments."""
    found: dict[str, list[str]] = {"": []}
    name = ""
    for line in SCRIPT.read_text("utf-8").splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            name = head[1]
            found[name] = []
        elif line and not line.startswith(";"):
            found[name].append(line)
    return found


def test_what_the_script_refers_to_is_said_by_who_calls_it(
    package: Any, built: Path, tmp_path: Path
) -> None:
    assert pack(package, built, tmp_path / "into") == 0
    said = asked_of_iscc(tmp_path).keys() | {"Homepage", "Sign"}
    own = set(re.findall(r"^ *#define (\w+)", SCRIPT.read_text("utf-8"), re.MULTILINE))
    used = set(re.findall(r"\{#(\w+)\}", SCRIPT.read_text("utf-8")))
    assert used <= said | own
    assert {"Program", "Notices", "Icon", "Version", "NumericVersion", "Stage"} <= used
    files = sections()["Files"]
    assert re.findall(r'Source: "([^"]+)"', "\n".join(files)) == [
        r"{#Program}\*", r"{#Notices}\*",
    ]  # fmt: skip
    assert (
        f"OutputBaseFilename={package.BASE_NAME.replace(app.__version__, '{#Version}')}-setup"
        in (sections()["Setup"])
    )


def test_window_setup_and_winget_name_the_program_alike(package: Any) -> None:
    winget = importlib.import_module("winget")
    text = SCRIPT.read_text("utf-8")
    guid = re.findall(r'#define AppGuid "([^"]+)"', text)
    assert "{" + guid[0] + "}_is1" == winget.PRODUCT_CODE
    assert f"MinVersion={winget.OLDEST_WINDOWS.removesuffix('.0')}" in sections()["Setup"]
    assert f'#define AppUserModelID "{APP_USER_MODEL_ID}"' in text
    assert all("{#AppUserModelID}" in line for line in sections()["Icons"])
    assert (
        re.findall(r"APP_USER_MODEL_ID|AppPublisher=(.+)", text)[0]
        in winget.render("a", "b")[f"{winget.IDENTIFIER}.locale.en-US.yaml"]
    )


def test_what_the_setup_writes_into_the_registry_goes_with_it() -> None:
    lines = [line for line in sections()["Registry"] if "Tasks: gguf" in line]
    keys = [re.findall(r'Subkey: "([^"]+)"', line)[0] for line in lines]
    removed = {key for key, line in zip(keys, lines, strict=True) if "uninsdelete" in line}
    for key in keys:
        assert any(key == other or key.startswith(f"{other}\\") for other in removed), key
    # Neither the default of .gguf nor anything else that others own.
    assert r"Software\Classes\.gguf" in keys
    for key, line in zip(keys, lines, strict=True):
        if key.startswith(r"Software\Classes\.gguf"):
            assert "uninsdeletekey;" not in line
            assert key.endswith("OpenWithProgids") or "Value" not in line


def test_links_to_models_open_the_window_and_nothing_of_them_is_left() -> None:
    lines = [line for line in sections()["Registry"] if r'"Software\Classes\hearth' in line]
    assert "uninsdeletekey" in lines[0]
    assert any('ValueName: "URL Protocol"' in line for line in lines)
    assert any('hearth.exe"" --link ""%1"""' in line for line in lines)


def test_no_box_waits_in_a_silent_setup() -> None:
    code = "\n".join(sections()["Code"])
    assert code.count("MsgBox(") == 4
    for question in re.finditer(r"MsgBox\(", code):
        before = code[: question.start()].splitlines()[-5:]
        asks_first = re.search(r"WizardSilent|MayClose|end else begin", "\n".join(before))
        assert asks_first, before


def test_the_script_never_deletes_the_folder_that_may_hold_chats() -> None:
    names = re.findall(
        r'Name: "([^"]+)"',
        "\n".join([*sections()["InstallDelete"], *sections()["UninstallDelete"]]),
    )
    assert names == [r"{app}\_internal", r"{app}\_internal"]
    assert r'Excludes: "\data\*' in sections()["Files"][0]


# -- winget --


def test_the_manifest_says_where_the_setup_is_and_what_it_is(
    package: Any, built: Path, tmp_path: Path
) -> None:
    into = tmp_path / "into"
    assert pack(package, built, into) == 0
    texts = {path.name: path.read_text("utf-8") for path in (into / "winget").iterdir()}
    kinds = {"": "version", ".installer": "installer", ".locale.en-US": "defaultLocale"}
    assert texts.keys() == {f"Hearth.Hearth{part}.yaml" for part in kinds}
    for part, kind in kinds.items():
        lines = texts[f"Hearth.Hearth{part}.yaml"].splitlines()
        assert "PackageIdentifier: Hearth.Hearth" in lines
        assert f'PackageVersion: "{app.__version__}"' in lines
        assert lines[-2:] == [f"ManifestType: {kind}", "ManifestVersion: 1.9.0"]
        assert all(
            re.fullmatch(r"#.*|(  |- )?[A-Za-z0-9]+:( .+)?|  \w+: .+|- .+", line) for line in lines
        )
    setup = into / f"{NAME}-setup.exe"
    lines = texts["Hearth.Hearth.installer.yaml"].splitlines()
    assert f"  InstallerUrl: {DOWNLOAD_PAGE}/{setup.name}" in lines
    digest = hashlib.sha256(setup.read_bytes()).hexdigest().upper()
    assert f'  InstallerSha256: "{digest}"' in lines
    assert {"Scope: user", "InstallerType: inno", "UpgradeBehavior: install"} <= set(lines)
    assert "  Silent: /SP- /VERYSILENT /SUPPRESSMSGBOXES /NORESTART" in lines
    assert "ReleaseDate: 2026-09-21" in lines


# -- the programs --


def test_both_programs_bear_their_version(package: Any) -> None:
    windows_version = importlib.import_module("windows_version")
    text = windows_version.version_resource("hearth-cli", "1.2.3rc1")
    said: dict[str, Any] = {}

    def note(name: str, value: str) -> None:
        said[name] = value

    def fixed(filevers: tuple[int, ...], prodvers: tuple[int, ...]) -> None:
        said["numbers"] = [filevers, prodvers]

    names = ["VSVersionInfo", "StringFileInfo", "StringTable", "VarFileInfo", "VarStruct"]
    stand_ins: dict[str, Any] = {name: lambda *_, **__: None for name in names}
    eval(text, {**stand_ins, "StringStruct": note, "FixedFileInfo": fixed})  # as PyInstaller does
    assert said["numbers"] == [(1, 2, 3, 0)] * 2
    assert (said["FileVersion"], said["OriginalFilename"]) == ("1.2.3rc1", "hearth-cli.exe")
    assert said["FileDescription"] == "Hearth, command line"
    assert windows_version.numbers("2") == (2, 0, 0, 0)
    assert windows_version.numbers("dev") == (0, 0, 0, 0)
