"""Where everything Hearth reads and writes lies.

The first that applies decides: `--data-dir`, `HEARTH_DATA_DIR`, a folder `data` beside the built
program (portable use), the folder that the user moved everything to, and else each kind goes where
the operating system wants it (platformdirs).
"""

from __future__ import annotations

import contextlib
import enum
import os
import sys
from pathlib import Path

import platformdirs

from app.core.errors import Cause, WordedError
from app.core.phrases import NO_WORDS, Phrase, phrase
from app.core.plain_value import PlainValue

DATA_DIR_VARIABLE = "HEARTH_DATA_DIR"
PORTABLE_FOLDER = "data"
API_RECORDS = "api-records.db"  # in the cache: tokens of answers that other programs got
API_KEY = "api-key"  # beside the settings: what other programs show
SERVERS = "servers.json"  # beside the settings: servers that the user has added, without keys
TOOLS = "tools.json"  # beside the settings: tool servers and choices for tools, without secrets
TOOL_PERMISSIONS = "tool-permissions.json"  # beside the settings: what the user allows tools
DOCUMENTS = "documents.sqlite3"  # in the data: the text of the user's documents, and its index
DOCUMENTS_LIST = "documents.json"  # in the data: files and folders that the user has listed
MEDIA = "media"  # in the data: pictures and sounds that users attached, as they were
RAW_MEDIA = "media"  # in the cache: pixels and samples of attached files
TRIED_PROJECTORS = "projectors.json"  # in the state: which have been tried with which models
_APP_NAME = "hearth"
_MOVED_TO = "moved-to"
# Of a folder inside one of Hearth's. On Windows it inherits who may open it: a newer Python makes
# mode 0700 there a lock for this one user, which shuts it on the next machine a stick is put into.
INNER_FOLDER_MODE = 0o777 if sys.platform == "win32" else 0o700
MOVE_MARK = "hearth-is-moving-here"  # in the data folder: what lies there is half a copy


class FolderOrigin(enum.Enum):
    """Why the folders lie where they lie."""

    SYSTEM = enum.auto()
    CHOSEN = enum.auto()  # by the command line or the environment
    PORTABLE = enum.auto()
    MOVED = enum.auto()


class FolderNotWritable(WordedError):
    """A folder Hearth must write to refuses."""

    cause = Cause.FOLDER

    what = phrase("Hearth cannot write to the folder {folder}.")
    effect = phrase("Nothing was changed, but Hearth cannot save chats there.")
    remedy = phrase("Make the folder writable, or choose another one with --data-dir.")


class MovedFolderMissing(WordedError):
    """The folder that everything was moved to is not there: most likely its disk is not."""

    what = phrase("The folder with your chats is missing: {folder}.")
    effect = phrase("Nothing was changed, and Hearth did not create a new folder.")
    remedy = phrase("Connect its disk, then start Hearth again.")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder=folder)
        self.folder = folder


class StartedNowhere(WordedError):
    """The folder in which the program was started was deleted, so that no path leads from it."""

    what = phrase("The folder in which Hearth was started no longer exists.")
    effect = phrase("Nothing was changed.")
    remedy = phrase("Change to another folder, then start Hearth again.")

    @staticmethod
    def explains(error: Exception) -> bool:
        """Tell whether that is why something could not be done."""
        if not isinstance(error, FileNotFoundError) or error.filename is not None:
            return False
        try:
            Path.cwd()
        except FileNotFoundError:
            return True
        return False


class Paths(PlainValue, frozen=True):
    """The folders of one installation.

    Attributes:
        data: chats and what was attached to them; the only folder that must never be lost.
        config: settings.
        cache: stored KV-cache rows; deleting it costs time, never words.
        state: logs, window geometry, what was learnt about this machine.
        place: why they lie there.
        root: the one folder they all lie in; None where the system has one for each kind.
    """

    data: Path
    config: Path
    cache: Path
    state: Path
    place: FolderOrigin = FolderOrigin.SYSTEM
    root: Path | None = None

    @classmethod
    def locate(cls, data_dir: str | Path | None = None) -> Paths:
        """Return the folders; `data_dir` wins over all that the module's docstring lists.

        Raises:
            FolderNotWritable: where they were moved to may not be read.
        """
        chosen = data_dir or os.environ.get(DATA_DIR_VARIABLE)
        if chosen:
            return cls.under(in_home(chosen).absolute(), FolderOrigin.CHOSEN)
        portable = _portable_folder()
        if portable is not None:
            return cls.under(portable, FolderOrigin.PORTABLE)
        system = cls.of_system()
        try:
            moved = os.fsdecode(system.moved_to.read_bytes()).strip("\r\n")
        except (FileNotFoundError, NotADirectoryError):
            return system
        except OSError as error:  # beginning anew would look as if all were lost
            raise FolderNotWritable(repr(error), folder=system.config) from error
        return cls.under(Path(moved), FolderOrigin.MOVED) if moved else system

    @classmethod
    def under(cls, root: Path, place: FolderOrigin) -> Paths:
        """Return the folders when all of them lie in one."""
        return cls(root / "data", root / "config", root / "cache", root / "state", place, root)

    @classmethod
    def of_system(cls) -> Paths:
        """Return the folders that the operating system has for each kind, whatever was moved."""
        data = Path(platformdirs.user_data_dir(_APP_NAME, appauthor=False))
        config = Path(platformdirs.user_config_dir(_APP_NAME, appauthor=False))
        cache = Path(platformdirs.user_cache_dir(_APP_NAME, appauthor=False))
        state = Path(platformdirs.user_state_dir(_APP_NAME, appauthor=False))
        if len({data, config, state}) < 3:  # Windows and macOS make no difference between them
            return cls(data / "data", data / "config", cache, data / "state")
        return cls(data, config, cache, state)

    @property
    def moved_to(self) -> Path:
        """In the system's own folder: the path that everything was moved to, UTF-8."""
        return self.config / _MOVED_TO

    @property
    def beside(self) -> Path | None:
        """The folder whose files are remembered by their way from it; None unless portable.

        A stick is mounted elsewhere on every machine, and the models on it move along.
        """
        return self.root.parent if self.root and self.place is FolderOrigin.PORTABLE else None

    @property
    def is_missing(self) -> bool:
        """Whether everything was moved to a folder that is not there.

        The folder for the chats is asked for, not the one around it: that is there as an empty
        mount point when its disk is not.
        """
        return self.place is FolderOrigin.MOVED and not self.data.is_dir()

    @property
    def caveat(self) -> Phrase:
        """What to know before everything is kept here; `NO_WORDS` for nothing.

        On Windows modes of files mean nothing: the user's own profile is private, and what is
        inside a folder elsewhere may be read by whoever may read that folder.
        """
        if sys.platform == "win32" and self.root is not None:
            return phrase(
                "On Windows, others who use this computer may be able to read this folder. Choose "
                "one that only you can open."
            )
        return NO_WORDS

    def create(self) -> None:
        """Create the folders, readable by this user only; from now on they are in use.

        On Windows that is so in the user's own profile, see `caveat`.

        Raises:
            MovedFolderMissing: they were moved, and what they were moved to is not there.
            FolderNotWritable: a folder cannot be created or written to.
        """
        if self.is_missing and self.root is not None:
            raise MovedFolderMissing(self.root)
        mode = INNER_FOLDER_MODE if self.place is FolderOrigin.PORTABLE else 0o700
        for folder in (self.data, self.config, self.cache, self.state):
            try:
                folder.mkdir(mode=mode, parents=True, exist_ok=True)
            except OSError as error:
                raise FolderNotWritable(repr(error), folder=folder) from error
            if not os.access(folder, os.W_OK | os.X_OK):
                raise FolderNotWritable(
                    repr(PermissionError(13, "permission denied")), folder=folder
                )
        with contextlib.suppress(OSError):  # a power cut kept the move from deleting it
            (self.data / MOVE_MARK).unlink(missing_ok=True)

    @property
    def database(self) -> Path:
        """The SQLite file with all chats."""
        return self.data / "chats.db"

    @property
    def retention_choices_file(self) -> Path:
        """Of which chats the stored memory is pinned, and of which nothing is stored, JSON.

        With the chats and not in the cache: deleting that must not undo a choice.
        """
        return self.data / "chat-choices.json"

    @property
    def settings_file(self) -> Path:
        """Overrides of the settings table, TOML."""
        return self.config / "settings.toml"

    @property
    def model_settings(self) -> Path:
        """How the user wants each model to be loaded, JSON."""
        return self.config / "model-settings.json"

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
    def crash_reports(self) -> Path:
        """Folder of what was written of the last crashes, a text file for each."""
        return self.state / "crashes"

    @property
    def trusted_backends(self) -> Path:
        """Self-test results of this machine, JSON."""
        return self.state / "backends.json"

    @property
    def model_identities(self) -> Path:
        """Digests of model files that were read, JSON."""
        return self.state / "model-identities.json"

    @property
    def model_index(self) -> Path:
        """What was read of the headers of model files, JSON; deleting it costs seconds."""
        return self.state / "model-files.json"

    @property
    def load_marker(self) -> Path:
        """Exists while a model is being loaded; survives only if that killed the process."""
        return self.state / "loading-model"

    @property
    def window_state(self) -> Path:
        """Geometry of the main window, an ini file of QSettings."""
        return self.state / "window.ini"

    @property
    def window_lock(self) -> Path:
        """Held by the one window over these folders."""
        return self.state / "window.lock"

    @property
    def models(self) -> Path:
        """Folder that models are downloaded to, unless the user names another."""
        return self.data / "models"

    @property
    def downloads(self) -> Path:
        """Folder of what is being downloaded, a JSON file for each."""
        return self.state / "downloads"

    @property
    def drafts(self) -> Path:
        """What the user was writing and had not sent, JSON."""
        return self.state / "drafts.json"


def _portable_folder() -> Path | None:
    """Return the folder `data` beside the built program, if somebody made one."""
    if not getattr(sys, "frozen", False):
        return None
    program = Path(sys.executable)
    image, mounted = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    if image and mounted and program.is_relative_to(mounted):  # else those of who started us
        program = Path(image)
    if sys.platform == "darwin" and program.parent.name == "MacOS":
        program = program.parents[2]  # Hearth.app, which must stay as it was signed
    folder = program.parent / PORTABLE_FOLDER
    return folder if folder.is_dir() else None


def resource(name: str) -> Path:
    """Return the path of a file under `resources/`, in a checkout, a wheel or a frozen program.

    Raises:
        FileNotFoundError: there is no such resource in this installation.
    """
    package = Path(__file__).resolve().parents[2]
    roots = [package / "_resources", package.parent / "resources"]
    frozen_root = getattr(sys, "_MEIPASS", None)
    if frozen_root:
        roots.insert(0, Path(frozen_root) / "resources")
    for root in roots:
        candidate = root / name
        if candidate.exists():
            return candidate
    raise FileNotFoundError(name)


def in_home(path: str | Path) -> Path:
    """Return a path with "~" filled in, as it is where that names nobody."""
    with contextlib.suppress(RuntimeError):
        return Path(path).expanduser()
    return Path(path)
