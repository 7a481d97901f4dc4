"""Looks at the machine: in this process, or in a child for a front end without llama.cpp.

Drivers are started by a child in either case (`device_probe.py`). Nothing is tested here:
what the self-test has found out is only recalled.

Threads: any; both functions wait, mostly less than a second.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import convert, to_builtins

from app.core.engine.load.device_probe import DevicesUnknown, begin_listing, list_devices
from app.core.engine.load.self_test import SelfTest
from app.core.errors import WordedError
from app.core.ggml.native_library import library_folder
from app.core.hardware.report import HardwareReport
from app.core.phrases import NO_WORDS, phrase
from app.core.system.probes import Probe, ProbeFailed, found_in, own_probe, say

if TYPE_CHECKING:
    from collections.abc import Sequence


class HardwareUnknown(WordedError):
    """The child that was to look at the hardware did not answer."""

    what = phrase("Hearth could not find out which devices llama.cpp can use.")
    effect = phrase("Models still load where that is safe.")
    remedy = phrase("Try again; if it keeps happening, update your graphics driver.")


_TIMEOUT_S = 120.0
_ONE_MORE = "GGML_BACKEND_PATH"  # llama.cpp's own variable
_LOADABLE = (".dll", ".dylib", ".so")


def report_here(trusted_backends: Path) -> HardwareReport:
    """Look at the machine; loads llama.cpp into this process.

    Args:
        trusted_backends: what the self-test has found out about this machine.
    """
    from app.core.llama.library import build_id

    listing = begin_listing()
    recalled = SelfTest(trusted_backends, listing=listing).recall()
    listed = list_devices(listing)
    return HardwareReport(
        build=build_id(),
        backends=_backends(library_folder()),
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        devices=() if isinstance(listed, DevicesUnknown) else listed.devices,
        why_no_devices=listed.reason if isinstance(listed, DevicesUnknown) else NO_WORDS,
        chosen=recalled.chosen if recalled is not None else None,
        trials=recalled.trials if recalled is not None else (),
    )


def ask_hardware(trusted_backends: Path, command: Sequence[str] | None = None) -> HardwareReport:
    """Let a child look at the machine.

    Args:
        trusted_backends: what the self-test has found out about this machine.
        command: how to start the child; None for this program.

    Raises:
        HardwareUnknown: it did not answer.
    """
    try:
        probe = Probe((*(command or own_probe("hardware")), str(trusted_backends)))
        return convert(found_in(probe.output(_TIMEOUT_S)[0]), HardwareReport)
    except ProbeFailed as error:
        raise HardwareUnknown(f"the child {error}") from error
    except ValueError as error:
        raise HardwareUnknown("the child sent no readable answer") from error


def run_hardware_child(trusted_backends: str) -> int:
    """Write a report to standard output as one line of JSON; return the exit code."""
    say(to_builtins(report_here(Path(trusted_backends))))
    return 0


def _backends(folder: Path) -> tuple[str, ...]:
    """Return which libraries of backends lie beside llama.cpp, and the one that is named apart."""
    files = [
        file for file in folder.glob("*ggml-*") if file.suffix in _LOADABLE or ".so." in file.name
    ]
    if _ONE_MORE in os.environ:
        files.append(Path(os.environ[_ONE_MORE]))
    names = {file.name.split(".")[0].removeprefix("lib").removeprefix("ggml-") for file in files}
    return tuple(sorted(names - {"base"}))


def _processor() -> str:
    """Return the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
