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
import time
from typing import IO, TYPE_CHECKING, Any

from app.core.media.wire import BrokenAnswer, DecodingRefused, read_answer, write_question
from app.core.system.own_program import describe_code, own_command, own_environment, start_child

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD_COMMAND = "media-child"
TIMEOUT_S = 60.0  # an hour of MP3 takes ten on a slow machine
IDLE_S = 20.0
_END_S = 5.0
_LAST_WORDS_BYTES = 2_000

logger = logging.getLogger(__name__)


class DecoderFailed(Exception):
    """The child died, hung or said what is no answer; the text says which."""


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
        self._idle_s = idle_s
        self._lock = threading.Lock()
        self._life: _Life | None = None  # guarded by _lock
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that decodes now; None when there is none."""
        life = self._life
        return life.pid if life is not None and life.is_alive else None

    def ask(
        self, question: dict[str, Any], max_bytes: int, data: bytes = b""
    ) -> tuple[dict[str, Any], bytes]:
        """Return what the child says, and the bytes it made.

        Args:
            question: as `child.py` understands it.
            max_bytes: the most that an answer may have.
            data: bytes that go along, as many as the question says.

        Raises:
            DecodingRefused: it gave a reason why it cannot.
            DecoderFailed: it died over it, could not be started, or `close` was called.
        """
        with self._lock:
            life, is_used = self._living()
            try:
                return life.ask(question, max_bytes, self._timeout_s, data)
            except _Died as error:
                self._life = None
                if not is_used or error.is_hung:
                    raise DecoderFailed(str(error)) from error
                logger.info("the decoder was gone: %s", error)
            # Something else may have ended it since: this file has a right to a child of its own.
            life, _ = self._living()
            try:
                return life.ask(question, max_bytes, self._timeout_s, data)
            except _Died as error:
                self._life = None
                raise DecoderFailed(str(error)) from error

    def close(self) -> None:
        """End the child, also in the middle of a question; no other is started."""
        self._is_closed = True
        busy = self._life
        if busy is not None and self._lock.locked():
            busy.kill()
        with self._lock:
            life, self._life = self._life, None
            if life is not None:
                life.end()

    def _living(self) -> tuple[_Life, bool]:
        """Return a child that can be asked, and whether it has been asked before."""
        if self._is_closed:
            raise DecoderFailed("it was closed")
        if self._life is not None and self._life.is_alive and self._life.claim():
            return self._life, True
        if self._life is not None:
            self._life.end()
        self._life = None
        try:
            self._life = _Life(self._command, self._idle_s)
        except OSError as error:
            raise DecoderFailed(f"it could not be started: {error}") from error
        return self._life, False


class _Died(Exception):
    """The child is gone; `is_hung` where it was ended because it took too long."""

    def __init__(self, text: str, *, is_hung: bool) -> None:
        super().__init__(text)
        self.is_hung = is_hung


class _Life:
    """One child, with the thread that has started it and waits for it to be idle.

    On Linux a child dies with the thread that started it (`own_program.die_with_parent`), and
    whoever asks may be a thread that ends soon.
    """

    def __init__(self, command: Sequence[str], idle_s: float) -> None:
        self._command = command
        self._idle_s = idle_s
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end
        self._process: subprocess.Popen[bytes] | None = None
        self._failures: list[OSError] = []
        self._has_begun = threading.Event()
        self._state = threading.Condition()
        self._is_claimed = True  # guarded by _state
        self._is_over = False  # guarded by _state
        self._idle_since = time.monotonic()  # guarded by _state
        self._keeper = threading.Thread(target=self._keep, name="media-decoder", daemon=True)
        self._keeper.start()
        self._has_begun.wait()
        for failure in self._failures:
            self._keeper.join()
            self._errors.close()
            raise failure

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs still."""
        return self._process is not None and self._process.poll() is None

    def claim(self) -> bool:
        """Keep it from being ended as idle; False where that has happened."""
        with self._state:
            if self._is_over:
                return False
            self._is_claimed = True
            return True

    def ask(
        self, question: dict[str, Any], max_bytes: int, timeout_s: float, data: bytes
    ) -> tuple[dict[str, Any], bytes]:
        """Ask, and let it be idle afterwards.

        Raises:
            DecodingRefused: it gave a reason why it cannot.
            _Died: it is gone.
        """
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        is_late = threading.Event()
        clock = threading.Timer(timeout_s, self._end_late, args=(is_late,))
        clock.daemon = True
        clock.start()
        try:
            write_question(process.stdin, question, data)
            return read_answer(process.stdout, max_bytes)
        except (OSError, BrokenAnswer) as error:
            said = self._obituary(error, hung_s=timeout_s if is_late.is_set() else None)
            self.end()
            raise _Died(said, is_hung=is_late.is_set()) from error
        except DecodingRefused:
            raise
        except BaseException:  # the rest of its answer would be taken for that of the next
            self.kill()
            self.end()
            raise
        finally:
            clock.cancel()
            clock.join()
            with self._state:
                self._is_claimed = False
                self._idle_since = time.monotonic()
                self._state.notify_all()

    def kill(self) -> None:
        """End the child at once; who waits for its answer is told."""
        assert self._process is not None
        self._process.kill()

    def end(self) -> None:
        """End the child and its thread."""
        with self._state:
            self._is_over = True
            self._is_claimed = False
            self._state.notify_all()
        self._keeper.join()

    # -- the thread that has started it --

    def _keep(self) -> None:
        try:
            self._process = start_child(
                self._command, is_asked=True, errors=self._errors, environment=_environment()
            )
        except OSError as error:
            self._failures.append(error)
            return
        finally:
            self._has_begun.set()
        with self._state:
            while not self._is_over:
                rest_s = self._idle_since + self._idle_s - time.monotonic()
                if self._is_claimed:
                    self._state.wait()
                elif rest_s > 0:
                    self._state.wait(rest_s)
                else:
                    self._is_over = True
        _finish(self._process)
        self._errors.close()

    def _end_late(self, is_late: threading.Event) -> None:
        is_late.set()
        self.kill()

    def _obituary(self, error: Exception, hung_s: float | None) -> str:
        """Say what became of it, with its last words."""
        assert self._process is not None
        if hung_s is not None:
            return f"hung for {hung_s:.0f} s"
        try:
            code = self._process.wait(1.0)
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


def _finish(process: subprocess.Popen[bytes]) -> None:
    """Let a child end by itself, for its questions have ended, or end it."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
