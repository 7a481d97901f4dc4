"""The program's side of the child that decodes: started when it is needed, ended when it is not.

A child that dies, hangs or talks nonsense costs the file that was asked about and nothing else; the
next one is asked of a new child.

Threads: any; one question at a time, the others wait.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import tempfile
import threading
from concurrent.futures import CancelledError
from typing import IO, TYPE_CHECKING, Any

from app.core.decoding.wire import BrokenAnswer, DecodingRefused, read_answer, write_question
from app.core.system.lanes import Lane
from app.core.system.own_program import describe_code, own_command, own_environment, start_child
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD_COMMAND = "decoder-child"
TIMEOUT_S = 60.0  # an hour of MP3 takes ten on a slow machine
IDLE_S = 20.0
_END_S = 5.0
_LAST_WORDS_BYTES = 2_000

logger = logging.getLogger(__name__)


class DecoderFailed(Exception):
    """The child died, hung or said what is no answer; the text says which."""


class DecoderNotStarted(DecoderFailed):
    """There is no child; what was asked about has no part in it."""


class Decoder:
    """Asks the child.

    Args:
        command: how to start it.
        timeout_s: of one question.
        idle_s: after which a child that is asked nothing is ended.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        timeout_s: float = TIMEOUT_S,
        idle_s: float = IDLE_S,
    ) -> None:
        self._command = tuple(command) if command is not None else own_command(CHILD_COMMAND)
        self._timeout_s = timeout_s
        self._lane = Lane("decoder", self._end, idle_s)
        self._child: _Child | None = None  # the lane's own, but for `close`
        self._is_busy = False
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that decodes now; None when there is none."""
        child = self._child
        return child.process.pid if child is not None and child.is_alive else None

    def ask(
        self,
        question: dict[str, Any],
        max_bytes: int,
        data: bytes = b"",
        stop: StopSignal | None = None,
        wait_s: float | None = None,
    ) -> tuple[dict[str, Any], bytes]:
        """Return what the child says, and the bytes it made.

        Args:
            question: as `child.py` understands it.
            max_bytes: the most that an answer may have.
            data: bytes that go along, as many as the question says.
            stop: ends the question, and the child that works on it.
            wait_s: for the answer at most; the child works on.

        Raises:
            TimeoutError: `wait_s` were over.
            TransferStopped: `stop` was called.
            DecodingRefused: it gave a reason why it cannot.
            DecoderFailed: it died over it, could not be started, or `close` was called.
        """
        job = self._lane.submit(self._ask, question, max_bytes, data, stop)
        try:
            return job.result(wait_s)
        except CancelledError as error:
            raise DecoderFailed("it was closed") from error
        except TimeoutError:
            job.cancel()
            raise

    def close(self) -> None:
        """End the child, also in the middle of a question; no other is started."""
        self._is_closed = True
        self._lane.close()
        child = self._child
        if child is not None and self._is_busy:
            child.process.kill()
        self._lane.wait()

    # -- the lane: on Linux a child dies with the thread that started it --

    def _ask(
        self, question: dict[str, Any], max_bytes: int, data: bytes, stop: StopSignal | None
    ) -> tuple[dict[str, Any], bytes]:
        self._is_busy = True
        stop = stop or StopSignal()
        try:
            while True:
                stop.check()
                child, is_used = self._living()
                stop.end_with(child.process.kill)
                try:
                    return child.ask(question, max_bytes, self._timeout_s, data)
                except DecodingRefused:
                    raise
                except _Died as error:
                    self._end()
                    stop.check()
                    if not is_used or error.is_hung:
                        raise DecoderFailed(str(error)) from error
                    # Something else may have ended it: this file has a right to a child of its own.
                    logger.info("the decoder was gone: %s", error)
                except BaseException:  # the rest of its answer would be taken for that of the next
                    child.process.kill()
                    self._end()
                    raise
        finally:
            with contextlib.suppress(TransferStopped):  # the child is that of the next from now on
                stop.end_with(_nothing)
            self._is_busy = False

    def _living(self) -> tuple[_Child, bool]:
        """Return a child that can be asked, and whether it has been asked before."""
        child = self._child
        is_used = child is not None and child.is_alive
        if child is None or not is_used:
            self._end()
            try:
                child = self._child = _Child(self._command)
            except OSError as error:
                raise DecoderNotStarted(f"it could not be started: {error}") from error
        if self._is_closed:  # which sees what is asked from now on, and ends it
            raise DecoderFailed("it was closed")
        return child, is_used

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _nothing() -> None:
    pass


class _Died(Exception):
    """The child is gone; `is_hung` where it was ended because it took too long."""

    def __init__(self, text: str, *, is_hung: bool) -> None:
        super().__init__(text)
        self.is_hung = is_hung


class _Child:
    """One child.

    Raises:
        OSError: it could not be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end
        try:
            self.process = start_child(
                command, is_asked=True, errors=self._errors, environment=_environment()
            )
        except OSError:
            self._errors.close()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether it runs still."""
        return self.process.poll() is None

    def ask(
        self, question: dict[str, Any], max_bytes: int, timeout_s: float, data: bytes
    ) -> tuple[dict[str, Any], bytes]:
        """Ask.

        Raises:
            DecodingRefused: it gave a reason why it cannot.
            _Died: it is gone.
        """
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        is_late = threading.Event()

        def give_up() -> None:
            is_late.set()
            process.kill()

        clock = threading.Timer(timeout_s, give_up)
        clock.daemon = True
        clock.start()
        try:
            write_question(process.stdin, question, data)
            return read_answer(process.stdout, max_bytes)
        except (OSError, BrokenAnswer) as error:
            said = self._obituary(error, hung_s=timeout_s if is_late.is_set() else None)
            raise _Died(said, is_hung=is_late.is_set()) from error
        finally:
            clock.cancel()
            clock.join()

    def end(self) -> None:
        """Let it end by itself, for its questions have ended, or end it."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self.process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()

    def _obituary(self, error: Exception, hung_s: float | None) -> str:
        """Say what became of it, with its last words."""
        if hung_s is not None:
            return f"hung for {hung_s:.0f} s"
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:  # it lives and says what is no answer
            return str(error)
        with contextlib.suppress(OSError, ValueError):
            size = self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, size - _LAST_WORDS_BYTES))
            last_words = self._errors.read().decode("utf-8", "replace").strip()
            return f"{describe_code(code)}\n{last_words}".strip()
        return str(describe_code(code))


def _environment() -> dict[str, str]:
    """Return an environment in which NumPy's algebra takes no memory for threads."""
    return own_environment() | {"OPENBLAS_NUM_THREADS": "1"}
