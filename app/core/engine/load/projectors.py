"""From the settings of a model to what it sees and hears with, or the reason why it does not.

A projector is used only after it has encoded something in a child process, once for each model.
What a header does not show, such as a tensor that is missing or of another shape, ends the process
when something is encoded. So the safest way to ask is a child, which encodes a small picture and a
short sound; on a GPU first, where there is one. What was found is remembered for these files and
this build of llama.cpp.

Threads: the engine thread only.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from app.core.content.media import RawMedia
from app.core.engine.load.companions import chosen_projector
from app.core.engine.load.device_probe import devices_here
from app.core.engine.load.loader import with_room_at_once
from app.core.engine.media.loaded_media import LoadedMedia
from app.core.engine.media.media_source import NoMedia
from app.core.engine.media.projector_worker import ProjectorWorker
from app.core.engine.model_identity import ModelIdentification, ModelIdentity
from app.core.errors import KnownError, problem_of
from app.core.fit.machine import GPU_KINDS
from app.core.llama.errors import LoadCancelled, ProjectorNotForModel, ProjectorUnusable
from app.core.llama.gguf_file import sample_digest
from app.core.llama.library import build_id
from app.core.protocol import ProblemRaised
from app.core.system.files import write_atomically
from app.core.system.probes import Probe, ProbeFailed, found_in, own_probe, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.engine.inbox import Inbox
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.model_identity import FilesIdentified
    from app.core.protocol import Event


_TIMEOUT_S = 300.0  # a large one on a slow processor
_MOST_REMEMBERED = 200


class ProjectorTrials:
    """Tries projectors and remembers what came of it.

    Args:
        file: JSON; damage to it only costs new trials.
        command: how to start the child.
    """

    def __init__(self, file: Path, command: Sequence[str] | None = None) -> None:
        self._file = file
        self._command = tuple(command) if command is not None else own_probe("projector")

    def use_gpu(self, model: str, projector: str, *, may_use_gpu: bool) -> bool:
        """Try a projector with a model, unless that was done; return whether on a GPU.

        Args:
            model: path of its file.
            projector: likewise.
            may_use_gpu: whether there is one that may be used.

        Raises:
            ProjectorUnusable: it is not to be survived, or encodes nothing.
            ProjectorNotForModel: it was made for another model.
        """
        key = f"{sample_digest(model)} {sample_digest(projector)} {build_id()}"
        known = self._known()
        candidates = (True, False) if may_use_gpu else (False,)
        for use_gpu in candidates:
            if known.get(key, {}).get(_name_of(use_gpu)):
                return use_gpu
        failure: KnownError | None = None
        for use_gpu in candidates:
            failure = self._try(model, projector, use_gpu=use_gpu)
            if failure is None:
                self._remember(key, use_gpu=use_gpu)
                return use_gpu
        assert failure is not None
        raise failure

    def _try(self, model: str, projector: str, *, use_gpu: bool) -> KnownError | None:
        """Return why a child could not encode; None where it could."""
        try:
            probe = Probe((*self._command, model, projector, str(int(use_gpu))))
            told = _told(probe.output(_TIMEOUT_S)[0])
        except ProbeFailed as error:
            return ProjectorUnusable(projector, detail=f"the child that tried it {error}")
        if told is None:
            return None
        kind, detail = told
        if kind == ProjectorNotForModel.__name__:
            return ProjectorNotForModel(detail, path=projector)
        return ProjectorUnusable(projector, detail=detail)

    def _known(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        is_sound = isinstance(known, dict) and all(isinstance(one, dict) for one in known.values())
        return known if is_sound else {}

    def _remember(self, key: str, *, use_gpu: bool) -> None:
        known = {**self._known()}
        known[key] = {**known.pop(key, {}), _name_of(use_gpu): True}
        kept = dict(list(known.items())[-_MOST_REMEMBERED:])
        try:
            write_atomically(self._file, [json.dumps(kept, indent=1).encode()])
        except OSError:
            return  # what cannot be remembered is tried again next time


def _name_of(use_gpu: bool) -> str:  # noqa: FBT001 - what is named
    return "on_gpu" if use_gpu else "on_processor"


def _told(output: bytes) -> tuple[str, str] | None:
    """Return what is wrong, its kind and its words; None where nothing is."""
    try:
        kind, detail = found_in(output)
    except (ValueError, TypeError):
        return None
    return str(kind), str(detail)


def run_projector_child(model_path: str, projector_path: str, use_gpu: str) -> int:
    """Encode something small; 0 when all is well, else what is wrong is on standard output."""
    from app.core.ggml import gpu_backends
    from app.core.llama import Model, ModelParams
    from app.core.llama.multimodal import Projector, ProjectorParams, encode_something

    is_on_gpu = use_gpu == "1"
    try:
        if is_on_gpu:
            gpu_backends.admit()
        # Its weights are mapped, not read: nothing is computed with them.
        model = Model(model_path, ModelParams(0, use_extra_bufts=False), lambda _fraction: True)
        projector = Projector(model, projector_path, ProjectorParams(2, use_gpu=is_on_gpu))
        encode_something(projector)
    except LoadCancelled:
        raise
    except KnownError as error:
        say([type(error).__name__, error.detail or str(error.what)])
    return 0


logger = logging.getLogger(__name__)

_IDENTITIES = "projector-identities.json"


class Projectors:
    """Loads the projector of the one model that is loaded, and knows what it is.

    Its file is read beside those of the model.

    Args:
        raw_folder: of pixels and samples.
        tried_file: remembers which projectors were tried; a file beside it, what they are.
        inbox: is told when a file was read, or something was encoded.
        emit: receives events.
    """

    def __init__(
        self, raw_folder: Path, tried_file: Path, inbox: Inbox, emit: Callable[[Event], None]
    ) -> None:
        self._raw = RawMedia(raw_folder)
        self._trials = ProjectorTrials(tried_file)
        self._inbox = inbox
        self._emit = emit
        identities = ModelIdentity(tried_file.with_name(_IDENTITIES))
        self._identification = ModelIdentification(identities, inbox.put)
        self._media: LoadedMedia | None = None

    def load(self, beside: LoadedModel) -> tuple[LoadedModel, LoadedMedia | NoMedia]:
        """Load what is chosen; where that cannot be used, the reason is told.

        Args:
            beside: the model that it is for.

        Returns:
            The model, in a context with room for what must be computed at once; and its media.
        """
        path = chosen_projector(beside.model.path, beside.settings)
        if not path:
            return beside, NoMedia()
        try:
            worker = self._begin(path, beside)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("a projector could not be loaded")
            self._emit(ProblemRaised(problem_of(error)))
            return beside, NoMedia()
        beside = with_room_at_once(beside, worker.most_at_once)
        projector = self._identification.loaded()
        self._media = LoadedMedia(worker, worker.senses, beside.context, projector)
        return beside, self._media

    def _begin(self, path: str, beside: LoadedModel) -> ProjectorWorker:
        # Loads libmtmd, which most never need.
        from app.core.llama.multimodal import Projector, ProjectorParams

        self._identification.begin([path])
        # Never one of another machine: libmtmd takes the first there is, and those come last.
        may_use_gpu = beside.n_gpu_layers > 0 and any(
            device.kind in GPU_KINDS and not device.round_trip_s for device in devices_here()
        )
        use_gpu = self._trials.use_gpu(beside.model.path, path, may_use_gpu=may_use_gpu)
        params = ProjectorParams(beside.n_threads, use_gpu=use_gpu)
        return ProjectorWorker(Projector(beside.model, path, params), self._raw, self._inbox.wake)

    def identified(self, notice: FilesIdentified) -> None:
        """Take note of files that were read, if they are its own."""
        identity = self._identification.take(notice)
        if identity and self._media is not None:
            self._media.identified(identity)

    def close(self) -> None:
        """The model goes."""
        self._media = None
        self._identification.close()
