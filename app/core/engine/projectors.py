"""From the settings of a model to what it sees and hears with, or the reason why it does not.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.content import RawMedia
from app.core.engine.chosen_projector import chosen_projector
from app.core.engine.device_probe import devices_here
from app.core.engine.loader import with_room_at_once
from app.core.engine.media.loaded_media import LoadedMedia
from app.core.engine.media.media_source import NoMedia
from app.core.engine.media.projector_trial import ProjectorTrials
from app.core.engine.media.projector_worker import ProjectorWorker
from app.core.engine.model_identity import ModelIdentification, ModelIdentity
from app.core.errors import KnownError, problem_of
from app.core.fit import GPU_KINDS
from app.core.protocol import ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine.inbox import Inbox
    from app.core.engine.loader import LoadedModel
    from app.core.engine.model_identity import FilesIdentified
    from app.core.protocol import Event

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
