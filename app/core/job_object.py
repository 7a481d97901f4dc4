"""A Windows job object that holds the children of this process and ends them with it.

Windows ends no child with its parent. It does end what is in a job when the last handle of the job
is closed, and the only handle of this one is closed by the system itself, however this process
ends. What a child starts belongs to the job as well. Whatever is to live longer than this process,
such as a browser, is not started through here.

Where no job can be had, children are started all the same: those that read a pipe still notice that
it ends.

Threads: any.
Source: Microsoft's documentation of CreateJobObject and of JOBOBJECT_EXTENDED_LIMIT_INFORMATION;
jobs within jobs need Windows 8.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import sys

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
            _assign(job, pid)


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
        """Return the handle of the job, made once and never closed; None where there can be none.

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

    def _assign(job: int, pid: int) -> None:
        process = _kernel().OpenProcess(_PROCESS_SET_QUOTA | _PROCESS_TERMINATE, 0, pid)
        if process is None:
            _tell_once("given a child")
            return
        if not _kernel().AssignProcessToJobObject(job, process):
            _tell_once("given a child")
        _kernel().CloseHandle(process)

    @functools.cache
    def _tell_once(what: str) -> None:
        """Log a failure with the reason that the system gives now."""
        reason = ctypes.WinError(ctypes.get_last_error())
        logger.info("the job object could not be %s: error %s", what, reason.winerror)
