"""What decides where programs keep their files: the system, the home, the environment."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine as seen by one user.

    Attributes:
        home: the user's home folder.
        system: as `sys.platform` has it.
        variables: the environment.
        root: where absolute folders of the system begin.
    """

    home: Path
    system: str = sys.platform
    variables: Mapping[str, str] = field(default_factory=dict)
    root: Path = Path("/")

    @classmethod
    def here(cls) -> Machine:
        """Return this machine and the user who runs the program."""
        try:
            home = Path.home()
        except RuntimeError:  # a user whom the system does not know
            home = Path(os.sep, "nonexistent")
        return cls(home, sys.platform, dict(os.environ))

    def folder(self, variable: str) -> Path | None:
        """Return the folder that an environment variable names; None when it names none."""
        said = self.variables.get(variable, "").strip("\"' ")
        if not said or "\0" in said:
            return None
        if said == "~" or said.startswith("~/"):
            return self.home / said[2:]
        path = Path(said)
        return path if path.is_absolute() else None

    @property
    def settings_folder(self) -> Path:
        """Where the system has the settings of programs."""
        if self.system == "darwin":
            return self.home / "Library" / "Application Support"
        if self.system == "win32":
            return self.folder("APPDATA") or self.home / "AppData" / "Roaming"
        return self.folder("XDG_CONFIG_HOME") or self.home / ".config"

    @property
    def data_folder(self) -> Path:
        """Where the system has the data of programs."""
        if self.system in ("darwin", "win32"):
            return self.settings_folder
        return self.folder("XDG_DATA_HOME") or self.home / ".local" / "share"

    @property
    def local_data_folder(self) -> Path:
        """The same, for data that does not follow the user to other machines."""
        if self.system == "win32":
            return self.folder("LOCALAPPDATA") or self.home / "AppData" / "Local"
        return self.data_folder

    @property
    def cache_folder(self) -> Path:
        """Where the system has what programs can make again."""
        if self.system == "darwin":
            return self.home / "Library" / "Caches"
        if self.system == "win32":
            return self.local_data_folder
        return self.folder("XDG_CACHE_HOME") or self.home / ".cache"
