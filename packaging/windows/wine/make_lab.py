"""Makes the Windows laboratory, or removes it.

Everything lies below one folder, `build/windows-lab` or what HEARTH_WINDOWS_LAB names. What is
there already is not made again. Needs Debian or Ubuntu on x86-64, root, debootstrap, a network.

Uses the standard library only.
Usage: python packaging/windows/wine/make_lab.py [--only-llama | --remove]
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from debian_root import ROOT
from lab import Lab, LabError, chosen_lab, remove
from llama_for_windows import LLAMA, wheel_folder
from packages import PACKAGES
from vulkan_for_windows import VULKAN, library
from windows_python import PYTHON
from wine_prefix import WINDOWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab import Step

STEPS = (ROOT, PYTHON, WINDOWS, LLAMA, PACKAGES)
_NEEDED_BYTES = 12_000_000_000


def check_machine() -> None:
    """Do nothing where a laboratory can be made.

    Raises:
        LabError: what is missing, in a sentence.
    """
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise LabError("The Windows laboratory is made on Linux on x86-64, and this is not that.")
    if not Path("/etc/debian_version").exists():
        raise LabError("The Windows laboratory is made on Debian or Ubuntu, and this is neither.")
    if os.geteuid() != 0:
        raise LabError("The Windows laboratory needs root, for a Debian of its own; say sudo.")
    for program, package in (("debootstrap", "debootstrap"), ("unshare", "util-linux")):
        if shutil.which(program) is None:
            raise LabError(f"The Windows laboratory needs {package}: apt install {package}")
    private = ["unshare", "--mount", "--pid", "--fork", "true"]
    if subprocess.run(private, capture_output=True, check=False).returncode != 0:
        raise LabError("This machine lets nobody mount anything, as containers often do not.")


def make(lab: Lab, steps: Sequence[Step]) -> None:
    """Do the steps that are not done.

    Raises:
        LabError: why one cannot be done.
    """
    left = [step for step in steps if not step.is_done(lab)]
    if ROOT in left:
        _check_room(lab)
    for number, step in enumerate(left, 1):
        say(f"[{number}/{len(left)}] {step.title}")
        step.do(lab)


def _check_room(lab: Lab) -> None:
    lab.folder.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(lab.folder).free) < _NEEDED_BYTES:
        raise LabError(
            f"The Windows laboratory needs {_NEEDED_BYTES / 1e9:.0f} GB at {lab.folder}, and"
            f" {free / 1e9:.1f} GB are free. HEARTH_WINDOWS_LAB names another folder."
        )


def say(text: str) -> None:
    """Tell whoever waits what is being done."""
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Make or remove it; with --only-llama print the paths of the wheel and of Vulkan's DLL."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that children end with this
    lab = chosen_lab()
    try:
        if "--remove" in sys.argv[1:]:
            remove(lab)
            return 0
        check_machine()
        if "--only-llama" in sys.argv[1:]:
            make(lab, (ROOT, LLAMA, VULKAN))
            print(next(wheel_folder(lab).glob("*.whl")), library(lab), sep="\n")
        else:
            make(lab, STEPS)
            say(f"The Windows laboratory is in {lab.folder}.")
    except LabError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
