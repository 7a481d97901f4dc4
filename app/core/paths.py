"""Where everything Hearth reads and writes lies.

One `--data-dir` (or `HEARTH_DATA_DIR`) moves all of it, for portable use and for tests;
without it each kind goes where the operating system wants it (platformdirs).
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from app.core.errors import KnownError

DATA_DIR_VARIABLE = "HEARTH_DATA_DIR"
_APP_NAME = "hearth"


class FolderNotWritable(KnownError):
    """A folder Hearth must write to refuses."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            what=f"Hearth cannot write to the folder {folder} ({error.strerror or error}).",
            effect="Nothing was changed, but chats cannot be saved there.",
            remedy="Make the folder writable, or choose another one with --data-dir.",
            detail=repr(error),
        )


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one installation.

    Attributes:
        data: chats; the only folder that must never be lost.
        config: settings.
        cache: stored KV-cache rows; deleting it costs time, never words.
        state: logs, window geometry, what was learnt about this machine.
    """

    data: Path
    config: Path
    cache: Path
    state: Path

    @classmethod
    def locate(cls, data_dir: str | Path | None = None) -> Paths:
        """Return the folders; `data_dir` wins over the environment, that over the system."""
        chosen = data_dir or os.environ.get(DATA_DIR_VARIABLE)
        if chosen:
            root = Path(chosen).expanduser().absolute()
            return cls(root / "data", root / "config", root / "cache", root / "state")
        return cls(
            data=Path(platformdirs.user_data_dir(_APP_NAME, appauthor=False)),
            config=Path(platformdirs.user_config_dir(_APP_NAME, appauthor=False)),
            cache=Path(platformdirs.user_cache_dir(_APP_NAME, appauthor=False)),
            state=Path(platformdirs.user_state_dir(_APP_NAME, appauthor=False)),
        )

    def create(self) -> None:
        """Create the folders, readable by this user only.

        Raises:
            FolderNotWritable: a folder cannot be created or written to.
        """
        for folder in (self.data, self.config, self.cache, self.state):
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise FolderNotWritable(folder, error) from error
            if not os.access(folder, os.W_OK | os.X_OK):
                raise FolderNotWritable(folder, PermissionError(13, "permission denied"))

    @property
    def database(self) -> Path:
        """The SQLite file with all chats."""
        return self.data / "chats.db"

    @property
    def chat_choices(self) -> Path:
        """Of which chats the stored memory is pinned, and of which nothing is stored, JSON.

        With the chats and not in the cache: deleting that must not undo a choice.
        """
        return self.data / "chat-choices.json"

    @property
    def settings_file(self) -> Path:
        """Overrides of the settings table, TOML."""
        return self.config / "settings.toml"

    @property
    def kv_store(self) -> Path:
        """Folder of the stored KV-cache rows."""
        return self.cache / "kv"

    @property
    def log_file(self) -> Path:
        """The current log."""
        return self.state / "hearth.log"

    @property
    def fault_file(self) -> Path:
        """Where faulthandler writes the Python stacks of a native crash."""
        return self.state / "crash.log"

    @property
    def trusted_backends(self) -> Path:
        """Self-test results of this machine, JSON."""
        return self.state / "backends.json"

    @property
    def load_marker(self) -> Path:
        """Exists while a model is being loaded; survives only if that killed the process."""
        return self.state / "loading-model"

    @property
    def window_state(self) -> Path:
        """Geometry of the main window, an ini file of QSettings."""
        return self.state / "window.ini"


def resource(name: str) -> Path:
    """Return the path of a file under `resources/`, in a checkout, a wheel or a frozen program.

    Raises:
        FileNotFoundError: there is no such resource in this installation.
    """
    package = Path(__file__).resolve().parents[1]
    roots = [package / "_resources", package.parent / "resources"]
    frozen_root = getattr(sys, "_MEIPASS", None)
    if frozen_root:
        roots.insert(0, Path(frozen_root) / "resources")
    for root in roots:
        candidate = root / name
        if candidate.exists():
            return candidate
    raise FileNotFoundError(name)
