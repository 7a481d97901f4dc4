"""The thread on which media are cut and encoded, beside the engine's own.

Encoding a picture takes from milliseconds to many seconds and runs beside the batches of other
chats. The projector belongs to this thread alone from when it is handed over.

Threads: the methods on the engine thread; the work on a thread of this module.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from app.core.content.media import MediaKind, MediaRef
from app.core.errors import KnownError
from app.core.llama.errors import MediaNotRead
from app.core.llama.media_batch import MediaCells
from app.core.plain_value import PlainValue
from app.core.protocol import Senses
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    import numpy as np
    import numpy.typing as npt

    from app.core.content.media import RawMedia
    from app.core.llama.media_batch import MediaPart
    from app.core.llama.multimodal import CutMedium, Projector

    Rows = npt.NDArray[np.float32]

logger = logging.getLogger(__name__)

# Of pictures, in pixels: how many cells one takes follows from its size and from its shape.
_USUAL_SIZES = ((64, 64), (896, 896), (1600, 1200), (1200, 1600), (2048, 2048), (4096, 512))
_ANY_CONTENT = "0" * 64


class Encoding(PlainValue, frozen=True, eq=False):
    """A part of a medium that is encoded, or waits for that.

    Attributes:
        rows: float32 [n_cells, n_embd_inp]; None once it was stopped, or what went wrong.
    """

    rows: Future[Rows | None]
    _stop: threading.Event

    def stop(self) -> None:
        """Make it end soon; what it gives is of no use then."""
        self._stop.set()
        self.rows.cancel()


class ProjectorWorker:
    """Cuts and encodes with one projector; `close` frees it.

    Args:
        projector: is used on the thread of this alone.
        raw: has the pixels and samples.
        wake: called from that thread when something is done.

    Attributes:
        senses: what the projector takes.
        most_at_once: most cells of one part that see each other, as far as usual pictures show.
        seconds_per_cell: what the part took that was encoded last; 0 before the first.
    """

    def __init__(self, projector: Projector, raw: RawMedia, wake: Callable[[], None]) -> None:
        self.senses = Senses(projector.sees, projector.hears, projector.sample_rate, projector.path)
        self.most_at_once = _most_at_once(projector) if projector.sees else 0
        self.seconds_per_cell = 0.0  # written on the thread
        self._projector = projector
        self._raw = raw
        self._wake = wake
        self._open: tuple[MediaRef, CutMedium] | None = None  # the medium that was cut last
        self._begun: list[Encoding] = []
        self._lane = Lane("projector")

    def measure(self, medium: MediaRef) -> Future[tuple[MediaPart, ...]]:
        """Find out how a medium is cut; its pixels or samples are not needed.

        Returns:
            Its parts, or the `KnownError` that says why there are none.
        """
        return self._lane.submit(self._projector.measure, medium)

    def encode(self, medium: MediaRef, part: MediaCells) -> Encoding:
        """Encode a part of a medium."""
        stop = threading.Event()
        rows = self._lane.submit(self._encode, medium, part, stop)
        rows.add_done_callback(lambda _future: self._wake())
        encoding = Encoding(rows, stop)
        self._begun = [*(one for one in self._begun if not one.rows.done()), encoding]
        return encoding

    def close(self) -> None:
        """End what is done, soon, and free the projector."""
        for encoding in self._begun:
            encoding.stop()
        self._lane.submit(self._free).result()

    # -- on the thread --

    def _encode(self, medium: MediaRef, part: MediaCells, stop: threading.Event) -> Rows | None:
        """Encode a part.

        Raises:
            KnownError: it is not there, or the projector makes nothing of it.
        """
        if stop.is_set():
            return None
        cut = self._cut(medium)
        if part not in cut.parts:
            raise MediaNotRead(f"{part} is not among the parts {cut.parts}")
        begin = time.perf_counter()
        rows = self._projector.encode(cut, part, stop)
        if rows is not None:
            self.seconds_per_cell = (time.perf_counter() - begin) / part.n_cells
        return rows

    def _cut(self, medium: MediaRef) -> CutMedium:
        if self._open is not None and self._open[0] == medium:
            return self._open[1]
        self._close_medium()
        cut = self._projector.cut(self._raw.get(medium))
        self._open = (medium, cut)
        return cut

    def _close_medium(self) -> None:
        was_open, self._open = self._open, None
        if was_open is not None:
            was_open[1].close()

    def _free(self) -> None:
        self._close_medium()
        self._projector.close()


def _most_at_once(projector: Projector) -> int:
    """Return the most cells of one part that have to be computed at once."""
    most = 0
    for width, height in _USUAL_SIZES:
        try:
            parts = projector.measure(MediaRef(MediaKind.IMAGE, _ANY_CONTENT, width, height))
        except KnownError:
            logger.info("no picture of %d × %d pixels", width, height, exc_info=True)
            continue
        cells = (part for part in parts if isinstance(part, MediaCells) and not part.is_causal)
        most = max([most, *(part.n_cells for part in cells)])
    return most
