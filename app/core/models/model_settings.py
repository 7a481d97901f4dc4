"""How the user wants each model to be loaded: a file that holds the differences only.

A model is known again by the name and the size of its file, so that its settings hold when its
folder was moved, and when the file was downloaded again. What a newer version wrote and this one
does not understand is left as it is; a damaged file is moved aside and reported. Another window may
write the file, too: it is read again whenever it has changed.

Threads: any.
"""

from __future__ import annotations

import json
import math
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from msgspec import convert, to_builtins

from app.core.errors import KnownError, Problem, WordedError
from app.core.phrases import Amount, Phrase, phrase
from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_LOAD,
    KVType,
    LoadSettings,
)
from app.core.system.files import file_state, replace_file, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_CONTEXT: Final = 64
LARGEST_CONTEXT: Final = 2**24
MOST_THREADS: Final = 512
MOST_LAYERS: Final = 10_000
LARGEST_SCALE: Final = 100.0
LONGEST_TEMPLATE: Final = 256_000  # characters: no more are compiled
_MOST_ENTRIES = 64  # adapters, devices or addresses


class ModelSettingsNotSaved(WordedError):
    """The file could not be written."""

    what = phrase("Hearth could not save the settings of the model to {path} ({reason}).")
    effect = phrase("They apply until you close Hearth; your chats are not affected.")
    remedy = phrase("Make the file and its folder writable, or free some space.")


class BadModelSettings(KnownError):
    """Settings that no model can be loaded with."""

    def __init__(self, objection: Phrase) -> None:
        super().__init__(
            what=objection,
            effect=phrase("The model keeps its previous settings."),
            remedy=phrase("Choose another value."),
        )


class ModelSettings:
    """The settings of every model that has some.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._entries: dict[str, dict[str, Any]] = {}  # guarded by _lock
        self._read_at: tuple[int, ...] = ()  # how the file was then; guarded by _lock
        self._problem: Problem | None = None

    def of(self, path: str) -> LoadSettings:
        """Return how a model is to be loaded; the defaults where nothing else was chosen."""
        key = _key(path)
        with self._lock:
            plain = self._read().get(key, {}) if key else {}
        return _from_plain(plain)

    def set(self, path: str, settings: LoadSettings) -> None:
        """Have a model loaded so from the next time on; the defaults remove its entry.

        Raises:
            BadModelSettings: that cannot be, or there is no such file; nothing was changed.
            ModelSettingsNotSaved: in force, but only until Hearth is closed.
        """
        objection = objection_to(settings)
        key = _key(path)
        if not key:
            objection = phrase("The file {path} no longer exists.", path=path)
        if objection is not None:
            raise BadModelSettings(objection)
        with self._lock:
            entries = self._read()
            unknown = {
                name: value
                for name, value in entries.get(key, {}).items()
                if name not in _understood(name, value)
            }
            entry = {**unknown, **_to_plain(settings)}
            if entry:
                entries[key] = entry
            else:
                entries.pop(key, None)
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._file, [json.dumps(entries, indent=1).encode()])
            except OSError as error:
                raise ModelSettingsNotSaved(caught=error, path=self._file) from error
            self._read_at = file_state(self._file)

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once; None where nothing was, or nobody has asked.

        It is read when it is needed first.
        """
        with self._lock:
            problem, self._problem = self._problem, None
        return problem

    def _read(self) -> dict[str, dict[str, Any]]:
        state = file_state(self._file)
        if state and state != self._read_at:
            self._read_at = state
            try:
                self._entries = _parsed(self._file.read_bytes())
            except (OSError, ValueError, RecursionError) as error:
                self._entries = {}
                self._problem = self._move_aside(error)
        return self._entries

    def _move_aside(self, error: Exception) -> Problem:
        broken = self._file.with_name(f"{self._file.name}.broken")
        remedy = phrase("Make your changes again; the old file is {broken}.", broken=broken)
        try:
            replace_file(self._file, broken)
        except OSError:
            remedy = phrase("Make the file {path} readable, or delete it.", path=self._file)
        return Problem(
            what=phrase("Hearth cannot read the file with your model settings."),
            effect=phrase(
                "Hearth loads models with its own defaults; your chats are not affected."
            ),
            remedy=remedy,
            detail=repr(error),
        )


def objection_to(settings: LoadSettings) -> Phrase | None:
    """Return what is wrong with settings; None if nothing."""
    if settings.n_ctx and not LEAST_CONTEXT <= settings.n_ctx <= LARGEST_CONTEXT:
        return phrase(
            "The context must be {least} to {most} tokens.",
            least=LEAST_CONTEXT,
            most=Amount(LARGEST_CONTEXT),
        )
    if not 0 <= (settings.max_gpu_layers or 0) <= MOST_LAYERS:
        return phrase("The number of layers on the GPU must be 0 to {most}.", most=MOST_LAYERS)
    if not 0 <= settings.n_threads <= MOST_THREADS:
        return phrase("The number of threads must be 0 to {most}.", most=MOST_THREADS)
    if not all(math.isfinite(share) and share >= 0 for _name, share in settings.split):
        return phrase("The share of a device must be 0 or more.")
    if not all(abs(adapter.scale) <= LARGEST_SCALE for adapter in settings.adapters):
        return phrase("The scale of an adapter must be a number of at most {most}.", most=100)
    if len(settings.chat_template) > LONGEST_TEMPLATE:
        return phrase("The chat template is too long.")
    if settings.kv_type is not KVType.F16 and not settings.flash_attention:
        return phrase("An 8-bit KV cache requires flash attention.")
    return None


def _key(path: str) -> str:
    """Return under what a model is remembered; "" where there is no such file."""
    try:
        return f"{Path(path).name}:{os.stat(path).st_size}"  # noqa: PTH116 - a name may be no UTF-8
    except (OSError, ValueError):
        return ""


# -- the file --


def _parsed(data: bytes) -> dict[str, dict[str, Any]]:
    """Return the entries of the file.

    Raises:
        ValueError: it holds something else.
    """
    said = json.loads(data)
    if not isinstance(said, dict) or not all(isinstance(entry, dict) for entry in said.values()):
        raise ValueError("no object of objects")
    return said


def _to_plain(settings: LoadSettings) -> dict[str, Any]:
    plain = to_builtins(settings)
    return {
        name: plain[name]
        for name in settings.__struct_fields__
        if getattr(settings, name) != getattr(DEFAULT_LOAD, name)
    }


def _from_plain(plain: dict[str, Any]) -> LoadSettings:
    """Return the settings that an entry stands for; what does not fit has its default."""
    settings = DEFAULT_LOAD
    for name in _TYPES:
        if name in plain:
            wider = replace(settings, **_understood(name, plain[name]))
            settings = settings if objection_to(wider) is not None else wider
    return settings


def _understood(name: str, value: Any) -> dict[str, Any]:
    """Return what an entry says of one field, by its name; nothing where that cannot be read."""
    try:
        said = value[:_MOST_ENTRIES] if isinstance(value, list) else value
        if name == "machines":
            # An older Hearth kept names of ssh tunnels, which the user is to replace.
            said = list(
                dict.fromkeys(one["name"] if isinstance(one, dict) else one for one in said)
            )
        found = convert(said, _TYPES[name])
        if any(b"\0" in os.fsencode(path) for path in _paths_in(name, found)):
            return {}
    except (TypeError, ValueError, KeyError):
        return {}
    return {name: found}


def _paths_in(name: str, found: Any) -> Iterable[str]:
    """Return the paths of files in a field."""
    if name == "adapters":
        return (adapter.path for adapter in found)
    return (found,) if name in {"draft_model", "projector"} else ()


_TYPES: Final = get_type_hints(LoadSettings)
