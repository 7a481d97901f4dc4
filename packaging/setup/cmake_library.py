"""Builds one library of llama.cpp's sources with CMake, apart from the wheel, and keeps it.

Kept beside the wheels of llama.cpp, under a name made of everything that changes it.

Uses the standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llama_source import fetch_source
from llama_wheel import compiler_version, wanted_version, wheel_folder

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class CMakeLibrary:
    """What is built, and by which rules.

    Attributes:
        project: the folder with its CMakeLists.txt.
        target: name of the target in there.
        file_name: of the library that it makes.
        source: the variable in there that names llama.cpp's folder, or that of a part of it.
        part: that part; "" for the whole.
        companion: a folder of llama.cpp's that is kept beside the library; "" for none.
    """

    project: Path
    target: str
    file_name: str
    source: str
    part: str = ""
    companion: str = ""

    def kept_at(self, *ingredients: str) -> Path:
        """Return where the library is kept.

        Args:
            ingredients: what else changes it, besides the rules, the version and the compiler.
        """
        recipe = hashlib.sha256()
        for path in sorted(path for path in self.project.rglob("*") if path.is_file()):
            recipe.update(path.read_bytes())
        key = "\0".join((self.project.name, *ingredients, recipe.hexdigest()))
        folder = wheel_folder(wanted_version(), key, compiler_version(), "portable")
        return folder / self.file_name

    def build(self, target: Path, options: Sequence[str] = ()) -> None:
        """Download the source of llama.cpp and compile the library into `target`.

        Args:
            target: its folder is made if it is not there.
            options: further options of CMake.

        Raises:
            subprocess.CalledProcessError: what it printed names the reason.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        # On the same disk as its destination, so that the library appears whole or not at all.
        with tempfile.TemporaryDirectory(dir=target.parent) as unfinished:
            folder = Path(unfinished)
            cmake, environment = _cmake(folder)
            built = folder / "build"
            source = fetch_source(folder)
            configure = [*cmake, "-S", str(self.project), "-B", str(built)]
            configure += [f"-D{self.source}={source / self.part}", *options]
            compile_it = [*cmake, "--build", str(built), "--target", self.target]
            compile_it += ["--parallel", str(os.cpu_count() or 1), "--config", "Release"]
            for command in (configure, compile_it):
                subprocess.run(command, env=environment, check=True, stdout=sys.stderr)
            if self.companion:
                shutil.copytree(
                    source / self.companion, self.companion_at(target), dirs_exist_ok=True
                )
            next(built.rglob(self.file_name)).replace(target)

    def is_provided(self, target: Path, announcement: str, options: Sequence[str] = ()) -> bool:
        """Build the library unless it is kept, with words on the error stream.

        Args:
            target: where it is kept.
            announcement: what is said before it is built.
            options: as `build` takes them.

        Returns:
            whether it is there; why not was said.
        """
        if target.is_file():
            return True
        print(announcement, file=sys.stderr, flush=True)
        try:
            self.build(target, options)
        except subprocess.CalledProcessError:
            print("It could not be built; what was printed above says why.", file=sys.stderr)
            return False
        return True

    def companion_at(self, library: Path) -> Path:
        """Return where the folder lies that is kept beside a library."""
        return library.parent / Path(self.companion).name


def _cmake(folder: Path) -> tuple[list[str], dict[str, str]]:
    """Return how CMake is started: the system's, else one of Python's packages, put into `folder`.

    Raises:
        subprocess.CalledProcessError: pip has said on the terminal what went wrong.
    """
    # Set, it would leave instruction sets out of some builds of ggml.
    environment = {name: text for name, text in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    if found := shutil.which("cmake"):
        return [found], environment
    pip = [sys.executable, "-m", "pip", "install", "--target", str(folder / "cmake"), "cmake"]
    subprocess.run(pip, check=True, stdout=sys.stderr)
    environment["PYTHONPATH"] = str(folder / "cmake")
    return [sys.executable, "-m", "cmake"], environment
