"""Everything the user can choose: one table of rows, and a file that holds the differences only.

A value that does not fit its row is reported and ignored; a file that is no TOML is moved aside and
reported; neither keeps Hearth from starting. Comments and keys this version does not know stay in
the file.

Longer than other files: the table has a row for everything that can be chosen.

Threads: a `Settings` belongs to the thread that loaded it (the interface's); others get values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import tomlkit
from tomlkit.exceptions import TOMLKitError

from app.core.errors import KnownError, Problem
from app.core.files import replace_file, write_atomically
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

Value = TypeVar("Value", str, int, float)


@dataclass(frozen=True, slots=True)
class Setting(Generic[Value]):
    """One row of the table; the type of `default` is the kind of the setting.

    Attributes:
        key: `table.name` in the file.
        label: what a dialog calls it.
        note: what it does, one sentence for the user.
        rationale: why no default can serve everybody.
        choices: the only values allowed; empty for any.
        minimum: smallest number allowed; None for no limit.
        maximum: largest number allowed; None for no limit.
    """

    key: str
    default: Value
    label: Phrase
    note: Phrase
    rationale: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def objection(self, value: object) -> Phrase | None:
        """Return what is wrong with `value` for this row; None if nothing."""
        kind = type(self.default)
        fits = isinstance(value, (int, float) if kind is float else kind)
        if not fits or isinstance(value, bool):
            return self._of_another_kind()
        if self.choices and value not in self.choices:
            choices = ", ".join(self.choices)
            return phrase(
                "The setting {key} must be one of {choices}.", key=self.key, choices=choices
            )
        if isinstance(value, (int, float)):
            return self._out_of_range(value)
        return None

    def _out_of_range(self, value: float) -> Phrase | None:
        if not math.isfinite(value):
            return phrase("The setting {key} must be a number.", key=self.key)
        if self.minimum is not None and value < self.minimum:
            return phrase(
                "The setting {key} must be at least {least}.",
                key=self.key,
                least=f"{self.minimum:g}",
            )
        if self.maximum is not None and value > self.maximum:
            return phrase(
                "The setting {key} must be at most {most}.", key=self.key, most=f"{self.maximum:g}"
            )
        return None

    def _of_another_kind(self) -> Phrase:
        if isinstance(self.default, str):
            return phrase("The setting {key} must be text.", key=self.key)
        if isinstance(self.default, int):
            return phrase("The setting {key} must be a whole number.", key=self.key)
        return phrase("The setting {key} must be a number.", key=self.key)


MODEL_PATH = Setting(
    key="model.path",
    default="",
    label=phrase("Model"),
    note=phrase(
        "The model file that is loaded at the start; empty for Hearth Guide, which is built in."
    ),
    rationale="Which model somebody has, and likes, only they know.",
)
MODEL_FOLDERS = Setting(
    key="models.folders",
    default="",
    label=phrase("Folders with models"),
    note=phrase("Where Hearth looks for model files, and in the folders below; one on each line."),
    rationale="Where somebody keeps files of many gigabytes, only they know.",
)
OTHER_PROGRAMS = Setting(
    key="models.other_programs",
    default="show",
    label=phrase("Models of other programs"),
    note=phrase(
        "Whether models that Ollama, LM Studio and others keep on this machine are shown, to be "
        "used where they lie."
    ),
    rationale="Some have dozens of them, and want to see only what they chose for Hearth.",
    choices=("show", "hide"),
)
CONTEXT_TOKENS = Setting(
    key="model.context_tokens",
    default=0,
    label=phrase("Context size"),
    note=phrase(
        "How many tokens the model keeps in mind; 0 lets Hearth choose by the free memory."
    ),
    rationale="How much memory other programs need, Hearth cannot foresee.",
    minimum=0,
    maximum=2**31 - 1,
)
KEEP_MODEL = Setting(
    key="model.keep_minutes",
    default=0,
    label=phrase("Keep the model loaded"),
    note=phrase(
        "After how many minutes without a question the model gives its memory back, to be loaded "
        "again with the next one; 0 keeps it until Hearth is closed."
    ),
    rationale="Whether other programs need the memory more, only the user knows.",
    minimum=0,
    maximum=10_000,
)
TEMPERATURE = Setting(
    key="sampling.temperature",
    default=0.8,
    label=phrase("Temperature"),
    note=phrase(
        "0 always takes the likeliest word, higher is more varied; "
        "until it is set, each model gets what its makers recommend."
    ),
    rationale="Stories and facts want different values.",
    minimum=0.0,
    maximum=2.0,
)
MEMORY_BUDGET = Setting(
    key="memory.budget_gb",
    default=0.0,
    label=phrase("Conversation memory on disk"),
    note=phrase(
        "How many GB the stored memory of all chats may take; 0 lets Hearth choose: a quarter of "
        "the free disk, at most 20 GiB."
    ),
    rationale="How much room other things need on the disk, only the user knows.",
    minimum=0.0,
    maximum=100_000.0,
)
MEMORY_DAILY = Setting(
    key="memory.daily_gb",
    default=50.0,
    label=phrase("Conversation memory written a day"),
    note=phrase("How many GB may be written on one day, for the life of the disk; 0 for no limit."),
    rationale="Disks differ in how much may be written to them; 50 a day are within what small "
    "ones endure for years, and far above what chatting needs.",
    minimum=0.0,
    maximum=100_000.0,
)
MEMORY_KEEP_FREE = Setting(
    key="memory.keep_free_gb",
    default=11.0,
    label=phrase("Disk left to others"),
    note=phrase(
        "While fewer GB than these are free on the disk, no conversation memory is stored."
    ),
    rationale="On a small disk this may be more than there ever is.",
    minimum=0.0,
    maximum=100_000.0,
)
CHAT_TITLES = Setting(
    key="chats.titles",
    default="model",
    label=phrase("Chat titles"),
    note=phrase(
        "Who writes the title of a chat that you have not named: the model, while it has nothing "
        "else to do, or nobody: then it is the first words of the chat."
    ),
    rationale="Some want the machine to rest, or like their own words better.",
    choices=("model", "first_words"),
)
PROXY = Setting(
    key="network.proxy",
    default="",
    label=phrase("Proxy"),
    note=phrase(
        "The address of an HTTP proxy for downloads, such as http://proxy.example:3128; empty for "
        "what the system says, none for no proxy at all."
    ),
    rationale="Some networks let nobody out but through one, and not every system says which.",
)
THEME = Setting(
    key="look.theme",
    default="system",
    label=phrase("Theme"),
    note=phrase("Colours of the window."),
    rationale="Some desktops do not tell programs what the user prefers.",
    choices=("system", "light", "dark"),
)

SETTINGS: tuple[Setting[str] | Setting[int] | Setting[float], ...] = (
    MODEL_PATH,
    MODEL_FOLDERS,
    OTHER_PROGRAMS,
    CONTEXT_TOKENS,
    KEEP_MODEL,
    TEMPERATURE,
    MEMORY_BUDGET,
    MEMORY_DAILY,
    MEMORY_KEEP_FREE,
    CHAT_TITLES,
    PROXY,
    THEME,
)


class BadSetting(KnownError):
    """A value was chosen that its row does not allow."""

    def __init__(self, objection: Phrase) -> None:
        super().__init__(
            what=objection,
            effect=phrase("The setting keeps the value it had."),
            remedy=phrase("Choose another value."),
        )


class SettingsNotSaved(KnownError):
    """The settings file could not be written."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            what=phrase(
                "The settings could not be saved to {path} ({reason}).",
                path=path,
                reason=getattr(error, "strerror", None) or error,
            ),
            effect=phrase("The change holds until Hearth is closed; your chats are not affected."),
            remedy=phrase("Make that file and its folder writable, or free some space."),
            detail=repr(error),
        )


class Settings:
    """The values in force.

    Attributes:
        problems: what was wrong with the file when it was loaded, for the notices.

    Threads: one thread; see the module.
    """

    def __init__(self, path: Path, overrides: dict[str, Any], problems: list[Problem]) -> None:
        self._path = path
        self._overrides = overrides
        self.problems = tuple(problems)

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the overrides in the file `path`; without one, every row has its default."""
        problems: list[Problem] = []
        plain: dict[str, Any] = {}
        try:
            plain = _read(path).unwrap()
        except OSError as error:
            problems.append(_unreadable(path, error))
        except _UNREADABLE_TOML as error:
            problems.append(_move_aside(path, error))
        overrides = {}
        for setting in SETTINGS:
            value = _find(plain, setting.key)
            objection = None if value is None else setting.objection(value)
            if objection is not None:
                problems.append(_ignored(path, value, objection))
            elif value is not None:
                overrides[setting.key] = value
        return cls(path, overrides, problems)

    def get(self, setting: Setting[Value]) -> Value:
        """Return the value of a row: the user's, or its default."""
        value = self._overrides.get(setting.key, setting.default)
        return type(setting.default)(value)  # 1 written for a float row is 1.0

    def chosen(self, setting: Setting[Value]) -> Value | None:
        """Return the user's own value of a row, None where they left the default."""
        return self.get(setting) if setting.key in self._overrides else None

    def set(self, setting: Setting[Value], value: Value) -> None:
        """Choose a value, in force at once and kept in the file; the default removes the override.

        The file is read again first, so that what was changed in it by hand meanwhile stays.

        Raises:
            BadSetting: the row does not allow this value; nothing was changed.
            SettingsNotSaved: in force, but only until Hearth is closed.
        """
        objection = setting.objection(value)
        if objection is not None:
            raise BadSetting(objection)
        if value == setting.default:
            self._overrides.pop(setting.key, None)
        else:
            self._overrides[setting.key] = value
        try:
            self._save(setting.key)
        except (OSError, *_UNREADABLE_TOML) as error:
            raise SettingsNotSaved(self._path, error) from error

    def _save(self, key: str) -> None:
        changed = [key]
        document = _read(self._path)
        if not document:  # new, or deleted meanwhile: keep what is in force
            changed = sorted({key, *self._overrides})
        for changed_key in changed:
            _put(document, changed_key, self._overrides.get(changed_key))
        target = self._path.resolve()  # a link to the user's collected dotfiles stays a link
        write_atomically(target, [tomlkit.dumps(document).encode()])


# -- the file --

# RecursionError: a thousand brackets are enough.
_UNREADABLE_TOML = (ValueError, TOMLKitError, RecursionError)


def _read(path: Path) -> TOMLDocument:
    """Parse the file; an empty document when there is none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")  # Windows editors put a mark first
    except FileNotFoundError:
        return tomlkit.document()
    return tomlkit.parse(text)


def _find(plain: dict[str, Any], key: str) -> Any:
    """Return the value at `table.name`; None where there is none."""
    table_name, name = key.split(".")
    table = plain.get(table_name)
    return table.get(name) if isinstance(table, dict) else None


def _put(document: TOMLDocument, key: str, value: str | float | None) -> None:
    """Write `value` at `table.name`, or remove what is there when it is None."""
    table_name, name = key.split(".")
    table: Any = document.get(table_name)
    if isinstance(table, dict) and value is None:
        table.pop(name, None)
    elif isinstance(table, dict):
        table[name] = value
    elif value is not None:
        document[table_name] = tomlkit.table()
        document[table_name][name] = value


def _move_aside(path: Path, error: Exception) -> Problem:
    broken = path.with_name(f"{path.name}.broken")
    remedy = phrase(
        "Your file was moved to {broken}; correct it and rename it back, or ignore this.",
        broken=broken,
    )
    try:
        replace_file(path, broken)
    except OSError:
        remedy = phrase("Correct or delete {path}.", path=path)
    return Problem(
        what=phrase("The settings file could not be understood ({error}).", error=error),
        effect=phrase("Hearth started with its standard settings; your chats are not affected."),
        remedy=remedy,
        detail=repr(error),
    )


def _unreadable(path: Path, error: OSError) -> Problem:
    return Problem(
        what=phrase(
            "The settings file {path} could not be read ({reason}).",
            path=path,
            reason=error.strerror or error,
        ),
        effect=phrase("Hearth started with its standard settings; your chats are not affected."),
        remedy=phrase("Make that file readable, then start Hearth again."),
        detail=repr(error),
    )


def _ignored(path: Path, value: object, objection: Phrase) -> Problem:
    return Problem(
        what=objection,
        effect=phrase(
            "The default is used instead of {value}; your chats are not affected.",
            value=repr(value),
        ),
        remedy=phrase("Correct it in {path}.", path=path),
    )
