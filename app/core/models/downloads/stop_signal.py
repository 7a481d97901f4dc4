"""How a download is told to stop, whatever it is doing: receiving, waiting or comparing."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from app.core.net import TransferStopped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.net import Transfer


class StopSignal:
    """Asks one download to stop, once.

    Threads: `stop` from any; the rest from the one that downloads.
    """

    def __init__(self) -> None:
        self._is_set = threading.Event()
        self._lock = threading.Lock()
        self._transfer: Transfer | None = None

    def stop(self) -> None:
        """Have the download raise `TransferStopped` at once."""
        with self._lock:
            self._is_set.set()
            if self._transfer is not None:
                self._transfer.stop()

    def check(self) -> None:
        """Do nothing.

        Raises:
            TransferStopped: it is to stop.
        """
        if self._is_set.is_set():
            raise TransferStopped

    def wait(self, seconds: float) -> None:
        """Wait.

        Raises:
            TransferStopped: it is to stop.
        """
        self._is_set.wait(seconds)
        self.check()

    @contextlib.contextmanager
    def stops(self, transfer: Transfer) -> Iterator[Transfer]:
        """Have this transfer stopped as well, as long as the context lasts.

        Raises:
            TransferStopped: it is to stop.
        """
        with self._lock:
            self.check()
            self._transfer = transfer
        try:
            yield transfer
        finally:
            with self._lock:
                self._transfer = None
