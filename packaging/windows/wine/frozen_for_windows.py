"""The built program for Windows, made there by PyInstaller: `hearth.exe` and `hearth-cli.exe`.

As `packaging/freeze.py` makes it for users, but for two parts: llama.cpp and its backends are those
that were cross-compiled here, and NumPy is the one of the tests, with its OpenBLAS.

Uses the standard library only.
"""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from pathlib import Path

from inside import run_logged
from lab import PROJECT, Lab, Step, delete
from llama_for_windows import rpc_backend, wheel_folder
from packages import PACKAGES
from vulkan_for_windows import VULKAN, library
from windows_run import python_command
from wine_prefix import copy_of_windows

_SOURCES = ("app", "resources", "packaging/*.py", "packaging/hearth.spec", "pyproject.toml")


def program_folder(lab: Lab) -> Path:
    """Return the folder that a setup program installs."""
    return lab.folder / "frozen" / "dist" / "hearth"


def digest_of_sources(project: Path = PROJECT) -> str:
    """Return a name of everything of the project that goes into the built program."""
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for found in sorted(project.glob(pattern)):
            for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
                if path.is_file() and path.suffix != ".pyc":
                    digest.update(f"{path.relative_to(project)}\0".encode())
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _make(lab: Lab) -> None:
    output = lab.folder / "frozen"
    delete(output)
    wheels = output / "wheels"
    with zipfile.ZipFile(next(wheel_folder(lab).glob("*.whl"))) as wheel:
        wheel.extractall(wheels)
    for backend in (library(lab), rpc_backend(lab)):
        shutil.copy(backend, wheels / "llama_cpp" / "lib")
    freeze = [r"Z:\hearth\packaging\freeze.py", "--wheels", lab.on_windows(wheels)]
    freeze += ["--output", lab.on_windows(output)]
    with copy_of_windows(lab, "frozen") as prefix:
        command = python_command(lab, prefix, freeze, on_screen=True)
        run_logged(lab, "Building the program", "frozen", command)


FROZEN = Step(
    name="frozen",
    title="The program, built by PyInstaller",
    ingredients=(digest_of_sources(), Path(__file__).read_text("utf-8")),
    make=_make,
    after=(PACKAGES, VULKAN),
)
