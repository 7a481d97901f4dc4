"""This very program, started once more as a child: how it begins and how it ends.

No child outlives whoever started it, however that ends:

- on Windows it is put into a job object when it is started;
- on Linux it asks the system for it itself, when it begins (`die_with_parent`);
- on macOS a thread of the child waits for that end, which takes a child whose Python still runs.

What `start_apart` starts is no child: it outlives this process.

Every process that the program starts is started here, but for programs of others
(`other_program.py`). What it only opens, such as a page in the browser, Qt hands to the system, and
it is nobody's child.

Threads: any.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from app.core.errors import EXIT_BUG
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import IO

    from app.core.phrases import Phrase


logger = logging.getLogger(__name__)

_EXTENDED_LIMIT_INFORMATION = 9
_KILL_ON_JOB_CLOSE = 0x2000
_PROCESS_TERMINATE, _PROCESS_SET_QUOTA = 0x0001, 0x0100  # what a job wants of a process


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("per_process_user_time_limit", ctypes.c_int64),
        ("per_job_user_time_limit", ctypes.c_int64),
        ("limit_flags", ctypes.c_uint32),
        ("minimum_working_set_size", ctypes.c_size_t),
        ("maximum_working_set_size", ctypes.c_size_t),
        ("active_process_limit", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory_limit", ctypes.c_size_t),
        ("job_memory_limit", ctypes.c_size_t),
        ("peak_process_memory_used", ctypes.c_size_t),
        ("peak_job_memory_used", ctypes.c_size_t),
    )


def end_with_this_process(pid: int) -> None:
    """Let Windows end a child when this process ends; does nothing elsewhere.

    Args:
        pid: of a child whose `Popen` is still held, so that the number is not another's yet.
    """
    if sys.platform == "win32":
        job = _job()
        if job is not None:
            assign(job, pid)


if sys.platform == "win32":

    @functools.cache
    def _kernel() -> ctypes.WinDLL:
        """Return the functions used here, with their types: a handle is as wide as a pointer."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle, flag, number = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32
        kernel.CreateJobObjectW.argtypes = [ctypes.c_void_p, ctypes.c_wchar_p]
        kernel.CreateJobObjectW.restype = handle
        kernel.SetInformationJobObject.argtypes = [handle, ctypes.c_int, ctypes.c_void_p, number]
        kernel.SetInformationJobObject.restype = flag
        kernel.OpenProcess.argtypes = [number, flag, number]
        kernel.OpenProcess.restype = handle
        kernel.AssignProcessToJobObject.argtypes = [handle, handle]
        kernel.AssignProcessToJobObject.restype = flag
        kernel.CloseHandle.argtypes = [handle]
        kernel.CloseHandle.restype = flag
        return kernel

    @functools.cache
    def _job() -> int | None:
        """Return the handle of this process's job, never closed; None where there can be none."""
        return new_job()

    def new_job() -> int | None:
        """Return the handle of a job, whose end ends all in it; None where there can be none.

        Without security attributes a handle is not inherited: no child keeps the job open.
        """
        job: int | None = _kernel().CreateJobObjectW(None, None)
        if job is None:
            _tell_once("made")
            return None
        limits = ExtendedLimits()
        limits.basic.limit_flags = _KILL_ON_JOB_CLOSE
        if not _kernel().SetInformationJobObject(
            job, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
        ):
            _tell_once("set up")
            _kernel().CloseHandle(job)
            return None
        return job

    def assign(job: int, pid: int) -> None:
        """Put a process into a job, and with it all that it will start."""
        process = _kernel().OpenProcess(_PROCESS_SET_QUOTA | _PROCESS_TERMINATE, 0, pid)
        if process is None:
            _tell_once("given a child")
            return
        if not _kernel().AssignProcessToJobObject(job, process):
            _tell_once("given a child")
        _kernel().CloseHandle(process)

    def end_job(job: int) -> None:
        """End all processes in a job, and the job."""
        _kernel().CloseHandle(job)

    @functools.cache
    def _tell_once(what: str) -> None:
        """Log a failure with the reason that the system gives now."""
        reason = ctypes.WinError(ctypes.get_last_error())
        logger.info("the job object could not be %s: error %s", what, reason.winerror)


_PR_SET_PDEATHSIG = 1
_THIS_PROCESS = -1  # what GetCurrentProcess returns on Windows
# How Windows says that it has ended a process: NTSTATUS, see its documentation.
_WINDOWS_ABORT = 3  # where a handler of the signal was called, as faulthandler has one
_WINDOWS_ENDS = {
    0xC0000005: phrase("crashed with an access violation ({status})"),
    0xC0000006: phrase("crashed with a memory page read error ({status})"),
    0xC0000017: phrase("ran out of memory ({status})"),
    0xC000001D: phrase("crashed with an illegal instruction ({status})"),
    0xC0000094: phrase("crashed with a division by zero ({status})"),
    0xC00000FD: phrase("crashed with a stack overflow ({status})"),
    0xC0000135: phrase("could not find a DLL ({status})"),
    0xC0000139: phrase("could not find a function in a DLL ({status})"),
    0xC000013A: phrase("was stopped with Ctrl+C ({status})"),
    0xC0000142: phrase("could not start a DLL ({status})"),
    0xC0000374: phrase("crashed with heap corruption ({status})"),
    0xC0000409: phrase("crashed with a failed check or abort ({status})"),
    0x40000015: phrase("crashed with abort ({status})"),
    0xE06D7363: phrase("crashed with an uncaught C++ exception ({status})"),
}


def own_command(*arguments: str) -> tuple[str, ...]:
    """Return how this program starts itself with other arguments, frozen or not."""
    if getattr(sys, "frozen", False):
        return (sys.executable, *arguments)
    return (sys.executable, "-m", "app", *arguments)


def own_environment() -> dict[str, str]:
    """Return an environment in which the child is this very program, whatever the folder is.

    ggml calls no debugger there: the process that it forks for that may never end, and holds the
    pipes of a child that has.
    """
    environment = dict(os.environ, PYINSTALLER_RESET_ENVIRONMENT="1", GGML_NO_BACKTRACE="1")
    package_parent = str(Path(__file__).resolve().parents[3])
    environment["PYTHONPATH"] = os.pathsep.join(
        part for part in (package_parent, environment.get("PYTHONPATH", "")) if part
    )
    return environment


def start_child(
    command: Sequence[str],
    *,
    is_asked: bool = False,
    errors: IO[bytes] | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child whose output is read; it ends with this process at the latest.

    On Windows it gets no console: none flashes up, and Ctrl+C in ours does not reach it.

    Args:
        command: as `own_command` has it.
        is_asked: give it a pipe as its standard input; otherwise it reads nothing.
        errors: a file for its error stream; None for a pipe.
        environment: where it is not to be `own_environment`.

    Raises:
        OSError: it could not be started.
    """
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE if is_asked else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if errors is None else errors,
        env=own_environment() if environment is None else environment,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    end_with_this_process(child.pid)
    return child


def start_apart(
    command: Sequence[str], *, errors: IO[bytes], folder: Path
) -> subprocess.Popen[bytes]:
    """Start what outlives this process, and hears neither Ctrl+C nor the end of our terminal.

    Args:
        command: as `own_command` has it, with paths that are absolute.
        errors: a file for its error stream.
        folder: in which it works, so that ours is not in use for its sake.

    Raises:
        OSError: it could not be started.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        cwd=folder,
        env=own_environment(),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        start_new_session=True,
    )


def output_of(
    child: subprocess.Popen[bytes], timeout_s: float, question: bytes | None = None
) -> tuple[bytes, bytes]:
    """Wait for the end of a child and return what it wrote, output and errors.

    Args:
        child: as `start_child` has started it.
        timeout_s: after which it is ended.
        question: all of its standard input, where it is asked.

    Raises:
        subprocess.TimeoutExpired: it took longer than `timeout_s` seconds, and was ended.
    """
    with child:
        try:
            return child.communicate(question, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            child.kill()
            raise


def die_with_parent() -> None:
    """End this process when whoever started it is gone; Windows needs no such call.

    On Linux it is the thread that started it whose end counts.
    """
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # gone before that was set
            os._exit(EXIT_BUG)
    elif sys.platform == "darwin":
        threading.Thread(target=_end_after, args=(parent,), name="parent", daemon=True).start()


if sys.platform == "darwin":

    def _end_after(parent: int) -> NoReturn:
        """Wait for the end of a process, and end this one."""
        end = select.kevent(parent, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT)
        with contextlib.suppress(OSError):  # it is gone already
            select.kqueue().control([end], 1)
        os._exit(EXIT_BUG)


def leave_signals_to_parent() -> None:
    """Ignore what ends programs: the parent hears it, too, and ends this process in order."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)


def be_a_child(oom_score: bytes) -> None:
    """Die with the parent, leave signals to it, and go before others when memory runs out.

    A logout and Ctrl+C reach every process; the parent ends this one in order, or its end does. On
    Windows neither comes here: this process has no console (`start_child`).

    Args:
        oom_score: as Linux takes it, up to 1000: those with more go first.
    """
    leave_signals_to_parent()
    die_with_parent()
    with contextlib.suppress(OSError):  # a container may forbid it
        Path("/proc/self/oom_score_adj").write_bytes(oom_score)


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes from and to the parent, and keep everybody else away from them.

    Native code prints where it likes; what goes to standard output would be taken for ours.
    """
    incoming = os.fdopen(_in_bytes(os.dup(0)), "rb")
    outgoing = os.fdopen(_in_bytes(os.dup(1)), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return incoming, outgoing


def _in_bytes(descriptor: int) -> int:
    """Let Windows change no line ends in a pipe; without a console nobody has told it so."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(descriptor, os.O_BINARY)
    return descriptor


def run_and_leave(work: Callable[[], int]) -> NoReturn:
    """Do the work of a child and end the process at once, with the exit code that `work` returns.

    What native libraries do at the end of a process is left out: a driver of a GPU that ggml does
    not support aborts there, and the child would seem to have failed.
    """
    try:
        code = work()
    except BaseException:  # noqa: BLE001 - the child's outermost frame
        traceback.print_exc()
        code = EXIT_BUG
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a console has none
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    if sys.platform == "win32":  # `os._exit` tells every DLL there, and with it every driver
        kernel = ctypes.WinDLL("kernel32")
        kernel.TerminateProcess(ctypes.c_void_p(_THIS_PROCESS), code)
    os._exit(code)


def describe_exit(code: int, errors: bytes) -> Phrase:
    """Say in a few words how a child ended that did not end well.

    Args:
        code: see `describe_code`.
        errors: what it wrote to its error stream.
    """
    death = _death(code)
    if death is not None:
        return death
    last_line = errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
    return phrase("ended with code {code}: {said}", code=code, said=last_line[:200])


def describe_code(code: int) -> Phrase:
    """Describe a return code: "crashed with ...", or "ended with code ...".

    Args:
        code: as `subprocess` has it: negative for a signal; the status of an exception on Windows.
    """
    return _death(code) or phrase("ended with code {code}", code=code)


def _death(code: int) -> Phrase | None:
    """Describe the crash of a child; None if it did not crash."""
    if code < 0:
        return phrase("crashed with signal {number}", number=-code)
    if code in _WINDOWS_ENDS:
        return replace(_WINDOWS_ENDS[code], values=(("status", f"0x{code:08X}"),))
    if code == _WINDOWS_ABORT and sys.platform == "win32":  # an ordinary code elsewhere
        return phrase("crashed with abort")
    return None
