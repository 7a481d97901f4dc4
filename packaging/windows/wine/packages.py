"""What Hearth and its tests need, for Windows, in the versions that pyproject.toml allows."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path

from complex_math import mend_complex_math
from inside import NO_NETWORK, run_logged
from lab import NATIVE, PROJECT, Lab, Step, delete
from llama_for_windows import LLAMA, chat_templates, rpc_backend, wheel_folder
from windows_python import PYTHON
from wine_prefix import WINDOWS

# They read the source, which is the same everywhere.
_NOT_RUN_THERE = ("import-linter", "mypy", "ruff", "types-", "typos")


def requirements() -> list[str]:
    """Return what pyproject.toml asks for, to run Hearth and to test it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [
        requirement for requirement in wanted if not _name(requirement).startswith(_NOT_RUN_THERE)
    ]


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    return found[0] if found else ""


def _make(lab: Lab) -> None:
    delete(lab.site_packages)
    pip = [sys.executable, str(Path(__file__).with_name("windows_pip.py")), "install"]
    pip += ["--only-binary", ":all:", "--platform", "win_amd64", "--no-compile"]
    pip += ["--find-links", str(wheel_folder(lab)), "--target", str(lab.site_packages)]
    title = "Installing packages for Windows"
    run_logged(lab, title, "packages", [*pip, *requirements()], hint=NO_NETWORK)
    mend_complex_math(lab, lab.site_packages)
    _give_fonts(lab)
    # Where the tests look for them: in the folder of the Python that runs them.
    (lab.python / "rpc").mkdir(exist_ok=True)
    shutil.copy(rpc_backend(lab), lab.python / "rpc")
    shutil.copytree(chat_templates(lab), lab.python / "chat_templates", dirs_exist_ok=True)


def _give_fonts(lab: Lab) -> None:
    """Put Debian's fonts where Qt without a screen looks for them on Windows, and nowhere else."""
    target = lab.site_packages / "PySide6" / "lib" / "fonts"
    target.mkdir(parents=True)
    for font in sorted((lab.root / "usr" / "share" / "fonts" / "truetype").rglob("*.ttf")):
        shutil.copy(font, target)


PACKAGES = Step(
    name="packages",
    title="The packages that Hearth needs",
    ingredients=(*requirements(), (NATIVE / "crt_math.c").read_text("utf-8")),
    make=_make,
    after=(PYTHON, LLAMA, WINDOWS),
)
