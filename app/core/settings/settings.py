"""The values in force: a file that holds what differs from the defaults, and who hears of a change.

A value that does not fit its row is reported and ignored; a file that is no TOML is moved aside and
reported; neither keeps Hearth from starting. Comments and keys this version does not know stay in
the file.

Threads: a `Settings` belongs to the thread that loaded it (the interface's); others get values.
"""

from __future__ import annotations

import tomllib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from app.core.errors import Problem
from app.core.phrases import phrase
from app.core.settings.setting import UNKNOWN_SETTING, BadSetting, SettingsNotSaved
from app.core.settings.table import SETTINGS
from app.core.system.files import move_aside, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from tomlkit import TOMLDocument

    from app.core.phrases import Phrase
    from app.core.settings.setting import Setting, Value

OPEN_TABLES = ("shortcuts", "presets")  # which names they have is not for this file to say


class Settings:
    """The values in force.

    Attributes:
        problems: what was wrong with the file when it was loaded, for the notices.

    Threads: one thread; see the module.
    """

    def __init__(
        self,
        path: Path,
        overrides: dict[str, Any],
        problems: list[Problem],
        given: Mapping[str, str | int | float] | None = None,
        entries: dict[str, dict[str, str]] | None = None,
    ) -> None:
        self._path = path
        self._entries = entries or {}
        self._overrides = overrides
        self._given = dict(given or {})
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self.problems = tuple(problems)

    @classmethod
    def load(cls, path: Path, given: Mapping[str, str | int | float] | None = None) -> Settings:
        """Read the overrides in the file `path`; without one, every row has its default.

        Args:
            path: of the file.
            given: values by key that win while this program runs, and that their rows allow; see
                `given_settings`.
        """
        problems: list[Problem] = []
        plain: dict[str, Any] = {}
        try:
            plain = tomllib.loads(_text(path))
        except OSError as error:
            problems.append(_unreadable(path, error))
        except _UNREADABLE_TOML as error:
            problems.append(_not_understood(path, error))
        overrides = {}
        for setting in SETTINGS:
            value = _find(plain, setting.key)
            objection = None if value is None else setting.objection(value)
            if objection is not None:
                problems.append(_ignored(path, value, objection))
            elif value is not None:
                overrides[setting.key] = value
        entries = {name: _entries(path, plain.get(name), problems) for name in OPEN_TABLES}
        problems += _no_tables(path, plain)
        return cls(path, overrides, problems, given, entries)

    # -- reading --

    def get(self, setting: Setting[Value]) -> Value:
        """Return the value of a row: given for this run, the user's, or its default."""
        value = self._given.get(setting.key, self._overrides.get(setting.key, setting.default))
        return type(setting.default)(value)  # 1 written for a float row is 1.0

    def chosen(self, setting: Setting[Value]) -> Value | None:
        """Return the value of a row where somebody chose one, None where there is the default."""
        is_chosen = setting.key in self._given or setting.key in self._overrides
        return self.get(setting) if is_chosen else None

    def is_given(self, setting: Setting[Any]) -> bool:
        """Whether the value of a row was given for this run alone."""
        return setting.key in self._given

    def on_change(self, settings: Iterable[Setting[Any]], listener: Callable[[], None]) -> None:
        """Have `listener` called after each change of one of these rows."""
        for setting in settings:
            self._listeners.setdefault(setting.key, []).append(listener)

    # -- changing --

    def set(self, setting: Setting[Value], value: Value) -> None:
        """Choose a value, in force at once and kept in the file.

        The default removes the override, unless the row says what it means to choose nothing. The
        file is read again first, so that what was changed in it by hand meanwhile stays.

        Raises:
            BadSetting: the row does not allow this value; nothing was changed.
            SettingsNotSaved: in force, but only until Hearth is closed.
        """
        objection = setting.objection(value)
        if objection is not None:
            raise BadSetting(objection)
        is_default = value == setting.default and not setting.unchosen.text
        self._change(setting, None if is_default else value)

    def reset(self, setting: Setting[Any]) -> None:
        """Go back to the default of a row, as `set` does.

        Raises:
            SettingsNotSaved: in force, but only until Hearth is closed.
        """
        self._change(setting, None)

    def _change(self, setting: Setting[Value], value: Value | None) -> None:
        before = self.chosen(setting)
        self._given.pop(setting.key, None)
        if value is None:
            self._overrides.pop(setting.key, None)
        else:
            self._overrides[setting.key] = value
        try:
            self._save(setting.key)
        except (OSError, *_UNREADABLE_TOML) as error:
            raise SettingsNotSaved(caught=error, path=self._path) from error
        finally:  # what cannot be kept is in force all the same
            if self.chosen(setting) != before:
                for listener in tuple(self._listeners.get(setting.key, ())):
                    listener()

    # -- tables whose names follow from something else --

    def entries(self, table: str) -> Mapping[str, str]:
        """Return the texts by name of one of `OPEN_TABLES`, as the user has set them."""
        return MappingProxyType(self._entries.setdefault(table, {}))

    def set_entry(self, table: str, name: str, text: str | None) -> None:
        """Set a text of one of `OPEN_TABLES`, in force at once and kept; None removes it.

        Raises:
            SettingsNotSaved: in force, but only until Hearth is closed.
        """
        entries = self._entries.setdefault(table, {})
        if text is None:
            entries.pop(name, None)
        else:
            entries[name] = text
        try:
            self._save(f"{table}.{name}")
        except (OSError, *_UNREADABLE_TOML) as error:
            raise SettingsNotSaved(caught=error, path=self._path) from error

    def _in_force(self) -> dict[str, Any]:
        """Return everything that belongs into the file, by key."""
        tables = self._entries.items()
        texts = {f"{table}.{name}": text for table, one in tables for name, text in one.items()}
        return {**self._overrides, **texts}

    def _save(self, key: str) -> None:
        import tomlkit

        changed, in_force = [key], self._in_force()
        document = _document(_text(self._path))
        if not document:  # new, or deleted meanwhile: keep what is in force
            changed = sorted({key, *in_force})
        for changed_key in changed:
            _put(document, changed_key, in_force.get(changed_key))
        target = self._path.resolve()  # a link to the user's collected dotfiles stays a link
        write_atomically(target, [tomlkit.dumps(document).encode()])


def given_settings(texts: Iterable[str]) -> dict[str, str | int | float]:
    """Return the values that somebody wrote as "KEY=VALUE", by key.

    Raises:
        KnownError: one names none.
        BadSetting: a value is not allowed.
    """
    rows: dict[str, Setting[Any]] = {setting.key: setting for setting in SETTINGS}
    given: dict[str, str | int | float] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or key.strip() not in rows:
            raise UNKNOWN_SETTING(said=text, known=", ".join(rows))
        given[key.strip()] = rows[key.strip()].value_of(value)
    return given


# -- the file --

# RecursionError: a thousand brackets are enough.
_UNREADABLE_TOML = (ValueError, RecursionError)


def _text(path: Path) -> str:
    """Return what the file says; nothing when there is none."""
    try:
        return path.read_bytes().decode("utf-8-sig")  # Windows editors put a mark first
    except FileNotFoundError:
        return ""


def _document(text: str) -> TOMLDocument:
    """Return the document whose comments stay when it is written again.

    Raises:
        ValueError: it is no TOML.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error


def _no_tables(path: Path, plain: dict[str, Any]) -> list[Problem]:
    """Return a problem for each table of ours that is something else, so that none of it counts."""
    names = dict.fromkeys([*(setting.key.split(".")[0] for setting in SETTINGS), *OPEN_TABLES])
    wrong = [name for name in names if name in plain and not isinstance(plain[name], dict)]
    return [
        _ignored(
            path, plain[name], phrase("In the settings file, {name} must be a table.", name=name)
        )
        for name in wrong
    ]


def _entries(path: Path, table: object, problems: list[Problem]) -> dict[str, str]:
    """Return the texts of an open table; what is no text is reported and left out."""
    found: dict[str, str] = {}
    for name, text in table.items() if isinstance(table, dict) else ():
        if isinstance(text, str):
            found[name] = text
        else:
            objection = phrase("The setting {key} must be text.", key=name)
            problems.append(_ignored(path, text, objection))
    return found


def _find(plain: dict[str, Any], key: str) -> Any:
    """Return the value at `table.name`; None where there is none."""
    table_name, name = key.split(".")
    table = plain.get(table_name)
    return table.get(name) if isinstance(table, dict) else None


def _put(document: TOMLDocument, key: str, value: str | float | None) -> None:
    """Write `value` at `table.name`, or remove what is there when it is None."""
    table_name, name = key.split(".", 1)
    table: Any = document.get(table_name)
    if isinstance(table, dict) and value is None:
        table.pop(name, None)
    elif isinstance(table, dict):
        table[name] = value
    elif value is not None:
        document[table_name] = {name: value}


def _not_understood(path: Path, error: Exception) -> Problem:
    return Problem(
        what=phrase("Hearth does not understand the settings file ({error}).", error=error),
        effect=phrase("Hearth started with its default settings; your chats are not affected."),
        remedy=move_aside(path),
        detail=repr(error),
    )


def _unreadable(path: Path, error: OSError) -> Problem:
    return Problem(
        what=phrase(
            "Hearth could not read the settings file {path} ({reason}).",
            path=path,
            reason=error.strerror or error,
        ),
        effect=phrase("Hearth started with its default settings; your chats are not affected."),
        remedy=phrase("Make the file readable, then start Hearth again."),
        detail=repr(error),
    )


def _ignored(path: Path, value: object, objection: Phrase) -> Problem:
    return Problem(
        what=objection,
        effect=phrase(
            "Hearth uses the default instead of {value}; your chats are not affected.",
            value=repr(value),
        ),
        remedy=phrase("Correct it in {path}.", path=path),
    )
