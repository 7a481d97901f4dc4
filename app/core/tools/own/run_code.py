"""Running Python code of a model in a place of its own, which bubblewrap makes: on Linux only.

Each call begins with an empty folder. What lies there at its end comes back through a pipe: Hearth
opens no path that code has made. The kernel ends the place with the call, and with Hearth.

Threads: any, which a call blocks; it has to live as long as the call does, or the place ends.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import selectors
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psutil

from app.core.errors import KnownError
from app.core.system.other_program import OtherProgram
from app.core.system.stop_signal import StopSignal
from app.core.tools.errors import CODE_FORBIDDEN, CODE_NOT_RUN, CODE_TOO_LONG
from app.core.tools.own.code_place import READY, CodeLimits, command_for, found
from app.core.tools.own.own_tool import Argument, OwnTool, schema_of, text_of
from app.core.tools.values import Tool, ToolMedia, ToolResult, cleaned

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.errors import Problem

_MOST_CODE: Final = 60_000  # bytes; a pipe takes them before anyone reads
_PROBE_S: Final = 10.0
_AGAIN_S: Final = 60.0  # until a place that could not be made is tried again
_LOOK_S: Final = 0.1
_READ_BYTES: Final = 65_536
_LEAST_FREE: Final = 20  # a part of the machine's memory that code leaves to all else
_NAME_CHARS: Final = 120
_KINDS: Final = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"), "image"),
    **dict.fromkeys((".wav", ".mp3", ".flac", ".ogg"), "audio"),
}


def code_tool(limits: CodeLimits | None = None) -> OwnTool:
    """Return the tool that runs Python code; where it cannot be, with the reason."""
    held = limits or CodeLimits()

    def run(arguments: Mapping[str, Any], stop: StopSignal) -> ToolResult:
        code = text_of(arguments, "code").encode()
        if len(code) > _MOST_CODE:
            raise CODE_TOO_LONG(limit=_MOST_CODE // 1000)
        bwrap, python = found()
        return _Run(command_for(bwrap, python, held), held).result(code, stop)

    tool = Tool(
        "run_python",
        "Run Python code in an empty folder, without internet, and return what it prints. Each call"
        " begins anew. The user gets the files that it leaves in the folder, such as plots: save"
        " them, as nothing is shown.",
        schema_of(Argument("code", "string", "the program; print what you want to know")),
    )
    try:
        lacks = _why_no_place(*found())
    except KnownError as error:
        lacks = error.problem()
    return OwnTool(tool, run, lacks)


# By bubblewrap and Python: why there was no place, and when that is found out again.
_tried: dict[tuple[str, str], tuple[Problem | None, float]] = {}


def _why_no_place(bwrap: str, python: str) -> Problem | None:
    """Return why no place can be made; this is tried once, or once in a while where it failed."""
    why, again_s = _tried.get((bwrap, python), (None, 0.0))
    if time.monotonic() < again_s:
        return why
    try:
        _try_place(bwrap, python)
    except KnownError as error:
        why, again_s = error.problem(), time.monotonic() + _AGAIN_S
    else:
        why, again_s = None, math.inf
    _tried[bwrap, python] = why, again_s
    return why


def _try_place(bwrap: str, python: str) -> None:
    """Make a place, for nothing.

    Raises:
        KnownError: the system does not let us.
    """
    limits = CodeLimits(seconds=_PROBE_S)
    try:
        result = _Run(command_for(bwrap, python, limits), limits).result(b"pass", StopSignal())
    except KnownError as error:
        raise CODE_FORBIDDEN(error.detail, reason=error.detail[:200]) from error
    if result.is_error:
        raise CODE_FORBIDDEN(result.text, reason=result.text[-200:])


class _Run:
    """One run."""

    def __init__(self, command: list[str], limits: CodeLimits) -> None:
        self._limits, self._command = limits, command
        self._printed, self._sent = bytearray(), bytearray()
        self._free_before = psutil.virtual_memory().available

    def result(self, code: bytes, stop: StopSignal) -> ToolResult:
        """Return what comes of it.

        Raises:
            KnownError: the place cannot be made.
            TransferStopped: `stop` was called.
        """
        try:
            program = OtherProgram(self._command, {"PATH": os.defpath}, Path("/"))
        except OSError as error:
            raise CODE_NOT_RUN(repr(error), reason=error.strerror or error) from error
        why = "it was interrupted"
        try:
            with contextlib.suppress(BrokenPipeError):  # it says why itself
                program.incoming.write(code)
            program.incoming.close()
            why = self._watched(program, stop)
        finally:
            exit_code = program.end(0.0 if why or stop.is_set else _PROBE_S)
            program.outgoing.close()
            program.errors.close()
        stop.check()
        before, is_ready, sent = bytes(self._sent).partition(READY)
        if not is_ready:
            said = cleaned(before.decode("utf-8", "replace")).strip() or why or str(exit_code)
            raise CODE_NOT_RUN(said, reason=said[:200])
        return self._told(exit_code, why, sent)

    def _watched(self, program: OtherProgram, stop: StopSignal) -> str:
        """Read until the end; return why it has to end before that, or ""."""
        give_up_s = time.monotonic() + self._limits.seconds
        with selectors.DefaultSelector() as pipes:
            pipes.register(program.outgoing, selectors.EVENT_READ, self._printed)
            pipes.register(program.errors, selectors.EVENT_READ, self._sent)
            look_s = time.monotonic() + _LOOK_S
            while pipes.get_map() and not stop.is_set:
                for key, _events in pipes.select(_LOOK_S):
                    data = os.read(key.fd, _READ_BYTES)
                    key.data.extend(data)
                    if not data:
                        pipes.unregister(key.fileobj)
                if len(self._printed) > self._limits.output:
                    return f"it printed more than {self._limits.output:,} bytes"
                if len(self._sent) > 2 * self._limits.attached:
                    return "its files are too large"
                now_s = time.monotonic()
                if now_s > give_up_s:
                    return f"it ran longer than {self._limits.seconds:g} s"
                # Until the place is made, those in it see the machine's files.
                if now_s > look_s and READY in self._sent[:_READ_BYTES]:
                    look_s = now_s + _LOOK_S
                    if why := self._too_much(program.pid):
                        return why
        return ""

    def _too_much(self, pid: int) -> str:
        """Return what processes take too much of; "" for nothing."""
        limits, free = self._limits, psutil.virtual_memory()
        if free.available < min(free.total // _LEAST_FREE, self._free_before - limits.memory // 8):
            return "the machine has little memory left"
        try:
            tree = psutil.Process(pid).children(recursive=True)
        except psutil.Error:  # it has ended
            return ""
        if len(tree) > limits.processes:
            return f"it started more than {limits.processes} processes"
        taken = sum(map(_bytes, tree))
        if taken > limits.memory:  # where several share some, it was counted for each
            taken = sum(map(_own_bytes, tree))
        if taken > limits.memory:
            return f"it took more than {limits.memory >> 20:,} MB of memory"
        if max(map(_n_files, tree), default=0) > limits.files:
            return f"it made more than {limits.files:,} files"
        return ""

    def _told(self, exit_code: int, why: str, sent: bytes) -> ToolResult:
        printed = bytes(self._printed[: self._limits.output]).decode("utf-8", "replace").rstrip()
        files, n_left = _files(sent, self._limits)
        told = [printed or "The code printed nothing."]
        if why:
            told.append(f"[The code was ended: {why}.]")
        elif exit_code:
            told.append(f"[The code ended with exit code {exit_code}.]")
        if files:
            names = ", ".join(f"{one.name} ({len(one.data):,} bytes)" for one in files)
            told.append(f"[Files for the user: {names}]")
        if n_left:
            told.append(f"[Files left out, as they are too large or too many: {n_left}]")
        return ToolResult("\n\n".join(told), files, is_error=bool(why or exit_code))


# Code can hide a process from each of these, but no other one with it.


def _bytes(process: psutil.Process) -> int:
    """Return the memory of a process, with what it shares."""
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _own_bytes(process: psutil.Process) -> int:
    """Return the memory of a process, with its part of what it shares."""
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return _bytes(process)


def _n_files(process: psutil.Process) -> int:
    """Return how many files there are in a folder that the place of a process has."""
    try:
        there = [os.statvfs(f"/proc/{process.pid}/root/{one}") for one in ("tmp", "dev/shm")]
    except OSError:
        return 0
    return max(one.f_files - one.f_ffree for one in there)


def _files(sent: bytes, limits: CodeLimits) -> tuple[tuple[ToolMedia, ...], int]:
    """Return the files that the launcher sent, or code in its place, and how many it left out."""
    files: list[ToolMedia] = []
    with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
        while sent:
            head, _end, rest = sent.partition(b"\n")
            said = json.loads(head)
            if "left" in said:
                return tuple(files), int(said["left"])
            if len(files) == limits.attached_files:
                break
            size = max(0, int(said["size"]))
            name = "".join(one for one in cleaned(str(said["name"])) if one not in '/\\:*?"<>|\n\t')
            name = name.lstrip(".")[-_NAME_CHARS:] or "file"
            kind = _KINDS.get(Path(name).suffix.lower(), "file")
            files.append(ToolMedia(kind, rest[:size], name))
            sent = rest[size:]
    return tuple(files), 0
