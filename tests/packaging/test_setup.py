"""What an installed Hearth consists of."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import app

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD_WHEEL = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"
GUIDE = {"guide/hearth-guide.gguf", "guide/MODEL_CARD.md"}
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    child = subprocess.run(
        [sys.executable, "-c", BUILD_WHEEL, str(folder)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return folder / child.stdout.strip().splitlines()[-1]


def files_under(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def wanted_resources() -> set[str]:
    """Return every resource but what the guide was trained with."""
    return {
        name
        for name in files_under(REPOSITORY / "resources")
        if not name.startswith("guide/") or name in GUIDE
    } | GUIDE


def test_the_version_is_written_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "app/__init__.py"
    changelog = (REPOSITORY / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{app.__version__}]" in changelog


def test_the_wheel_holds_every_module_and_every_resource(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())

    modules = {f"app/{name}" for name in files_under(REPOSITORY / "app") if name.endswith(".py")}
    resources = {f"app/_resources/{name}" for name in wanted_resources()}
    assert modules - names == set()
    assert resources - names == set()
    assert any(name.startswith("app/core/chats/migrations/versions/0001") for name in names)


def test_the_wheel_holds_nothing_that_a_user_does_not_need(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    resources = {name for name in names if name.startswith("app/_resources/")}

    assert {name.split("/")[0] for name in names} == {"app", f"hearth-{app.__version__}.dist-info"}
    assert {name.removeprefix("app/_resources/") for name in resources} == wanted_resources()


def test_the_unpacked_wheel_finds_its_resources_and_knows_its_version(
    wheel: Path, tmp_path: Path
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "from app.core.system.paths import resource\n"
        "print(resource('self_test/self-test.gguf').read_bytes()[:4].decode())\n"
        "from app.core.models.builtin import guide_path\n"
        "print(guide_path().read_bytes()[:4].decode())\n"
        "import sys, app.__main__\n"
        "app.__main__.main(['--version'])\n"
    )

    child = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=dict(os.environ, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert child.stdout.split() == ["GGUF", "GGUF", "hearth", app.__version__], child.stderr
