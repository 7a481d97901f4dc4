"""A fault in native code ends the process, on Windows too.

Elsewhere a wild pointer ends the process there and then, and whoever started it starts another. On
Windows ctypes catches it and raises an OSError instead: to a caller it looks like a disk that
failed, while locks stay held and structures half changed. Nothing of that process is to be trusted,
so it ends here, with the code that it would have ended with. Where it happened stands in the crash
log: faulthandler is told of an exception before anybody catches it.

Threads: any.
Source: CPython Modules/_ctypes/callproc.c, SetException. The commonest faults come in words that
begin with "exception: ", without a number; all others as a Windows error whose number is the status
of the exception, such as 0xE06D7363 for an exception of C++ that nobody caught.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    import ctypes

_SAID = "exception: "
_STATUS_OF_WORDS = {
    "access violation": 0xC0000005,
    "integer divide by zero": 0xC0000094,
}
_SOME_FAULT = 0x40000015  # STATUS_FATAL_APP_EXIT, for the rarer ones that come in words
_ERROR_OF_SYSTEM = 0xC0000000  # severity "error"; a number of COM, 0x8..., is no fault


def guarded(library: ctypes.CDLL) -> ctypes.CDLL:
    """Return a library; where ctypes catches faults, one in it ends this process from now on."""
    if sys.platform == "win32":
        watch(library)
    return library


def watch(library: ctypes.CDLL) -> None:
    """Let a fault that ctypes catches in any function of a library end this process.

    Whoever calls may catch everything: it is not asked. Functions that were looked up before are
    watched as well. A call costs a fraction of a microsecond more.
    """
    functions = library._FuncPtr  # noqa: SLF001 - the class that all its functions share
    call = functions.__call__

    def watched(function: Any, *arguments: Any, **by_name: Any) -> Any:
        try:
            return call(function, *arguments, **by_name)
        except OSError as error:
            status = status_of_fault(error)
            if status is not None:
                _end(status, error)
            raise

    functions.__call__ = watched  # type: ignore[method-assign, assignment]


def status_of_fault(error: OSError) -> int | None:
    """Return the status of the fault that ctypes has made this error of; None for any other error.

    Returns:
        an NTSTATUS, 32 bits unsigned, as an exit code has it.
    """
    number = getattr(error, "winerror", None)
    if number is not None and number < 0:
        status = int(number) & 0xFFFFFFFF
        return status if status & _ERROR_OF_SYSTEM == _ERROR_OF_SYSTEM else None
    words = str(error)
    if error.errno is not None or not words.startswith(_SAID):
        return None
    said = words.removeprefix(_SAID)
    known = (status for start, status in _STATUS_OF_WORDS.items() if said.startswith(start))
    return next(known, _SOME_FAULT)


def _end(status: int, error: OSError) -> NoReturn:
    """End this process without a word to any library, which might wait for a lock for ever."""
    with contextlib.suppress(OSError):  # without an error stream nobody is told
        os.write(2, f"native code failed: {error}\n".encode())
    if sys.platform == "win32":
        os.kill(os.getpid(), status)  # TerminateProcess, with this as the exit code
    os.abort()
