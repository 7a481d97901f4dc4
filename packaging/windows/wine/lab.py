"""The folder of the Windows laboratory: where its parts lie, and which of them are there already.

Everything that the laboratory consists of lies below one folder, so that removing it is removing
that folder. Each step of its making leaves a stamp that names what the step was made of; a step is
done again when that changes, and never else.

Uses the standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT = Path(__file__).resolve().parents[3]
NATIVE = Path(__file__).resolve().parent / "native"
VARIABLE = "HEARTH_WINDOWS_LAB"


class LabError(Exception):
    """Why the laboratory cannot be made or used, in a sentence for whoever asked for it."""


@dataclass(frozen=True, slots=True)
class Lab:
    """The folder of a laboratory; nothing of it needs to exist yet.

    Attributes:
        folder: absolute path.
    """

    folder: Path

    @property
    def root(self) -> Path:
        """The Debian root in which Wine and the cross compiler are installed."""
        return self.folder / "root"

    @property
    def python(self) -> Path:
        """The Windows Python: `python.exe`, `DLLs` and `Lib`."""
        return self.folder / "python"

    @property
    def site_packages(self) -> Path:
        """The packages of the Windows Python."""
        return self.python / "Lib" / "site-packages"

    @property
    def downloads(self) -> Path:
        """What was downloaded by pip."""
        return self.folder / "downloads"

    @property
    def prefix(self) -> Path:
        """Wine's Windows as it was made; what is tried works on copies."""
        return self.folder / "prefix"

    @property
    def drive_c(self) -> Path:
        r"""C:\\ of that Windows."""
        return self.prefix / "drive_c"

    def inside(self, path: Path) -> str:
        """Return how a file of the laboratory is called in its Debian root."""
        return f"/lab/{path.relative_to(self.folder).as_posix()}"

    def on_windows(self, path: Path) -> str:
        r"""Return how a file of the laboratory is called on its Windows: `Z:\\lab\\...`."""
        return "Z:" + self.inside(path).replace("/", "\\")

    @property
    def work(self) -> Path:
        """What is compiled, and what is written by what runs in the laboratory."""
        return self.folder / "work"

    @property
    def logs(self) -> Path:
        """One file for each command that took long."""
        return self.folder / "logs"

    def stamp(self, name: str) -> Path:
        """Return the file that says what the step `name` was made of."""
        return self.folder / "stamps" / name


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the laboratory.

    Attributes:
        name: of its stamp.
        title: what it is, for the terminal.
        ingredients: everything that changes its result: versions, lists of packages, file contents.
        make: makes it anew, whatever is left of an earlier try.
        after: the steps whose results go into it; when one was made anew, it has to be, too.
    """

    name: str
    title: str
    ingredients: tuple[str, ...]
    make: Callable[[Lab], None]
    after: tuple[Step, ...] = ()

    def digest(self) -> str:
        """Return the name of this step's result: equal ingredients, equal name."""
        parts = (*self.ingredients, *(step.digest() for step in self.after))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def is_done(self, lab: Lab) -> bool:
        """Return whether its result is there, made of these very ingredients."""
        stamp = lab.stamp(self.name)
        try:
            if stamp.read_text("ascii") != self.digest():
                return False
            made = stamp.stat().st_mtime_ns
            return all(lab.stamp(step.name).stat().st_mtime_ns <= made for step in self.after)
        except OSError:
            return False

    def do(self, lab: Lab) -> None:
        """Make it and stamp it; without a stamp it is not there.

        Raises:
            LabError: it cannot be made.
        """
        stamp = lab.stamp(self.name)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        try:
            self.make(lab)
        except OSError as error:
            raise LabError(f"{self.title}: {error}") from error
        stamp.write_text(self.digest(), "ascii")


def chosen_lab() -> Lab:
    """Return the laboratory in the folder of the environment, else in the project's `build`."""
    chosen = os.environ.get(VARIABLE)
    return Lab((Path(chosen) if chosen else PROJECT / "build" / "windows-lab").absolute())


def delete(folder: Path) -> None:
    """Delete a folder of the laboratory, if it is there; never through what is mounted in it.

    Raises:
        LabError: something is mounted in it.
    """
    if f" {folder}/" in Path("/proc/self/mounts").read_text("utf-8", "replace"):
        raise LabError(f"Something is mounted in {folder}; nothing was deleted.")
    if folder.is_dir():
        shutil.rmtree(folder)


def remove(lab: Lab) -> None:
    """Delete the folder of a laboratory, and nothing that is no laboratory.

    Raises:
        LabError: the folder is not one, or something is still mounted in it.
    """
    if not lab.folder.exists():
        return
    if not lab.stamp("").is_dir():
        raise LabError(f"{lab.folder} is no Windows laboratory; nothing was deleted.")
    delete(lab.folder)
