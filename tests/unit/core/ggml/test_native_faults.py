"""Faults in native code that ctypes catches on Windows."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, NoReturn, cast

import pytest

from app.core.ggml.native_library import status_of_fault, watch
from app.core.system.own_program import describe_exit, output_of, start_child
from tests.helpers.harm import DIED_OF_ABORT, DIED_OF_FAULT

_C_LIBRARY = "ucrtbase" if sys.platform == "win32" else None
_CHILD = """
import ctypes, sys
from app.core.ggml.native_library import guarded, watch
library = guarded(ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None))
{more}
try:
    library.{call}
except Exception:
    pass  # as the engine does, which goes on after a defect
print("went on")
"""
_CAUGHT = """
watch(library)
def caught(result, function, arguments):
    raise OSError({words!r})
library.abs.errcheck = caught
"""
_READS = "exception: access violation reading 0x0000000000000008"


def _ended(call: str, more: str = "") -> tuple[str, bytes, bytes]:
    """Return how a child ended that calls a native function, and what it wrote."""
    child = start_child([sys.executable, "-c", _CHILD.format(call=call, more=more)])
    output, errors = output_of(child, 60.0)
    return str(describe_exit(child.returncode, errors)), output, errors


def test_a_wild_pointer_ends_the_process_although_everything_is_caught() -> None:
    end, output, _errors = _ended("strlen(ctypes.c_void_p(8))")

    assert end == DIED_OF_FAULT
    assert output == b""


def test_a_fault_that_ctypes_has_caught_ends_the_process() -> None:
    end, output, errors = _ended("abs(1)", _CAUGHT.format(words=_READS))

    assert end == (DIED_OF_FAULT if sys.platform == "win32" else DIED_OF_ABORT)
    assert output == b""
    assert errors.startswith(f"native code failed: {_READS}".encode())


def test_any_other_error_is_the_caller_s() -> None:
    library = ctypes.CDLL(_C_LIBRARY)
    looked_up_before = library.abs
    watch(library)

    def refused(_result: Any, _function: Any, _arguments: Any) -> NoReturn:
        raise FileNotFoundError(2, "no such file")

    assert looked_up_before(-3) == 3
    looked_up_before.errcheck = refused
    with pytest.raises(FileNotFoundError):
        looked_up_before(-3)


def test_other_libraries_are_not_watched() -> None:
    library, other = ctypes.CDLL(_C_LIBRARY), ctypes.CDLL(_C_LIBRARY)
    watch(library)

    def caught(_result: Any, _function: Any, _arguments: Any) -> NoReturn:
        raise OSError(_READS)

    other.abs.errcheck = caught
    with pytest.raises(OSError, match="access violation"):
        other.abs(1)


def _of_windows(number: int) -> OSError:
    error: Any = OSError(22, f"Windows Error 0x{number & 0xFFFFFFFF:x}")
    error.winerror = number
    return cast("OSError", error)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OSError(_READS), 0xC0000005),
        (OSError("exception: access violation writing 0x0000000000000000"), 0xC0000005),
        (OSError("exception: integer divide by zero"), 0xC0000094),
        (OSError("exception: privileged instruction"), 0x40000015),
        (_of_windows(-529697949), 0xE06D7363),  # of C++
        (_of_windows(-1073741795), 0xC000001D),
        (_of_windows(-2147024891), None),  # of COM: access denied
        (_of_windows(5), None),
        (OSError(28, "No space left on device"), None),
        (OSError("exceptional"), None),
        (OSError(), None),
    ],
)
def test_a_fault_is_told_from_an_error_of_the_system(error: OSError, status: int | None) -> None:
    assert status_of_fault(error) == status
