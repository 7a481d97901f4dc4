"""A model file that llama.cpp has not met is laid out in a child before the engine reads it.

llama.cpp ends the process, hangs or fills the memory on much that a file may say. A child goes all
the way of a load but for the weights; what became of it is remembered for these files and this
build, so that it costs a load once. What only shows with the weights ends the engine, which is a
process of its own: twice, and the file is loaded no more.

A file that is there while a model is being loaded, so that the next start knows of a fatal load.

Threads: the engine thread; `cancel` from any other.
"""

from __future__ import annotations

import contextlib
import json
import logging
from typing import TYPE_CHECKING

from app.core.engine.errors import FitChildDied, FitUnknown
from app.core.engine.load.fit_probe import FitChild, LayoutQuestion
from app.core.engine.load.self_test import TRIED_MODELS
from app.core.engine.model_identity import FileState
from app.core.errors import KnownError
from app.core.llama.errors import LlamaStopped, LoadCancelled
from app.core.llama.gguf_file import is_head
from app.core.llama.gguf_reader import model_files
from app.core.llama.library import build_id
from app.core.plain_value import replace
from app.core.protocol import NO_PROJECTOR, LoadSettings
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from app.core.protocol import LoadModel


logger = logging.getLogger(__name__)


@contextlib.contextmanager
def mark_load(marker: Path, model: str) -> Iterator[None]:
    """Let a file say, while inside, which model native code is working on.

    Without a word where the file cannot be written.
    """
    try:
        marker.write_bytes(model.encode("utf-8", "surrogateescape"))
    except OSError:
        logger.info("the load marker could not be written", exc_info=True)
    try:
        yield
    finally:
        try:
            marker.unlink(missing_ok=True)
        except OSError:
            logger.info("the load marker could not be removed", exc_info=True)


_MOST_REMEMBERED = 400
_MOST_DEATHS = 2  # one may be the machine's: no memory was left, or no power
_LOADED = 0


class ModelTrials:
    """Tries model files and remembers what came of it.

    Args:
        trusted_backends: what the self-test has found out; a file beside it is kept here. Damage to
            it only costs new trials.
        command: how to start the child.
    """

    def __init__(self, trusted_backends: Path, command: Sequence[str] | None = None) -> None:
        self._trusted_backends = trusted_backends
        self._file = trusted_backends.with_name(TRIED_MODELS)
        self._command = command
        self._child: FitChild | None = None

    def require(self, load: LoadModel, is_wanted: Callable[[], bool]) -> None:
        """Return when llama.cpp has laid out the files of a load, now or before.

        Args:
            load: whose files are complete.
            is_wanted: whether the load has not been given up.

        Raises:
            LlamaStopped: it did not survive that, or two loads of them; a draft model is left out,
                and a head, which cannot be laid out without its model.
            LoadCancelled: the load was given up.
            KnownError: why the model cannot be used, as for loading.
        """
        for path, settings in _parts_of(load).items():
            try:
                is_alone = path == load.path or not is_head(path)
                if is_alone and not self._has_survived(path, settings):
                    self._lay_out(path, settings, is_wanted)
            except LoadCancelled:
                raise
            except KnownError as error:
                if path == load.path:
                    raise
                logger.info("the draft model does not pass its trial", exc_info=error)

    def require_draft(self, load: LoadModel) -> None:
        """Return unless the draft model of a load is known to end the process that reads it.

        Raises:
            LlamaStopped: it does.
        """
        for path, settings in _parts_of(load).items():
            if path != load.path:
                self._has_survived(path, settings)

    def _has_survived(self, path: str, settings: LoadSettings) -> bool:
        """Return whether a file was laid out before.

        Raises:
            LlamaStopped: llama.cpp did not survive it.
        """
        known = self._known().get(_key(path, settings))
        if isinstance(known, str):
            raise LlamaStopped(known, path=path)
        if known is not None and known >= _MOST_DEATHS:
            raise LlamaStopped(f"the engine ended in each of {known} loads", path=path)
        return known is not None

    def cancel(self) -> None:
        """End the child that is at it. Any thread."""
        child = self._child
        if child is not None:
            child.kill()

    @contextlib.contextmanager
    def under_way(self, load: LoadModel) -> Iterator[None]:
        """Count, while inside, a load that may end this process; one that ends well is the last."""
        keys = [_key(path, settings) for path, settings in _parts_of(load).items()]
        before = self._known()
        counts = {key: before.get(key) for key in keys}
        new = {key: n for key, n in counts.items() if n != _LOADED and not isinstance(n, str)}
        if new:
            self._remember({key: (count or 0) + 1 for key, count in new.items()})
        try:
            yield
        except Exception:
            self._remember(new)
            raise
        if new:
            self._remember(dict.fromkeys(new, _LOADED))

    def _lay_out(self, path: str, settings: LoadSettings, is_wanted: Callable[[], bool]) -> None:
        with FitChild(self._trusted_backends, self._command) as child:
            self._child = child
            try:
                if is_wanted():
                    child.lay_out(LayoutQuestion(path, settings))
            except FitChildDied as error:
                self._remember({_key(path, settings): error.detail})
                raise LlamaStopped(error.detail, path=path) from error
            except FitUnknown:  # no child: the engine is a process of its own, too
                logger.info("a model could not be laid out", exc_info=True)
            finally:
                self._child = None
        if not is_wanted():
            raise LoadCancelled(path=path)

    def _known(self) -> dict[str, str | int]:
        try:
            known = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        is_sound = isinstance(known, dict) and all(isinstance(n, str | int) for n in known.values())
        return known if is_sound else {}

    def _remember(self, found: Mapping[str, str | int | None]) -> None:
        known = {key: value for key, value in self._known().items() if key not in found}
        known |= {key: value for key, value in found.items() if value is not None}
        kept = dict(list(known.items())[-_MOST_REMEMBERED:])
        try:
            write_atomically(self._file, [json.dumps(kept, indent=1).encode()])
        except OSError:
            logger.info("it is not remembered what became of a model file", exc_info=True)


def _parts_of(load: LoadModel) -> dict[str, LoadSettings]:
    """Return the model of a load and its draft model, each as it is laid out by itself."""
    settings = load.settings
    parts = {load.path: replace(settings, draft_model="", machines=())}
    if settings.draft_model:
        parts[settings.draft_model] = LoadSettings(settings.n_ctx, projector=NO_PROJECTOR)
    return parts


def _key(path: str, settings: LoadSettings) -> str:
    """Return under what is remembered what became of a model, with its adapters."""
    adapters = (adapter.path for adapter in settings.adapters)
    try:
        states = [FileState.of(file).key for file in (*model_files(path), *adapters)]
    except (OSError, KnownError):  # of a draft model, without which the other is loaded
        states = [path]
    return " ".join((*states, build_id()))
