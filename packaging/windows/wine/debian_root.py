"""The Debian root of the laboratory: Wine 10, the cross compiler, an X server, fonts.

Debian 13, for Debian 12's Wine 8 lacks what NumPy asks for, and its mingw-w64 what ggml asks for.
debootstrap and apt choose the servers as they do on every machine; MIRROR, if set, is handed on.

Uses the standard library only.
"""

from __future__ import annotations

import os

from inside import NO_NETWORK, command_inside, run_logged
from lab import Lab, Step, delete

SUITE = "trixie"
PACKAGES = (
    # Windows; setup programs have 32 bits
    "wine",
    "wine32:i386",
    "wine64",
    # a screen, and who looks at it
    "xvfb",
    "xauth",
    "x11-utils",
    "xdotool",
    "imagemagick",
    "fonts-dejavu-core",
    "fonts-liberation",
    "python3",
    "libgl1",
    "libvulkan1",
    "mesa-vulkan-drivers",
    # llama.cpp for Windows
    "ccache",
    "cmake",
    "ninja-build",
    "gcc-mingw-w64-x86-64-posix",
    "g++-mingw-w64-x86-64-posix",
    # its part for GPUs
    "g++",
    "glslc",
    "libvulkan-dev",
    "spirv-headers",
)
_INSTALL = ("install", "-qy", "--no-install-recommends")


def _make(lab: Lab) -> None:
    delete(lab.root)
    lab.folder.mkdir(parents=True, exist_ok=True)
    mirror = [os.environ["MIRROR"]] if os.environ.get("MIRROR") else []
    bare = ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, str(lab.root)]
    run_logged(lab, "Making a Debian root", "debootstrap", [*bare, *mirror], hint=NO_NETWORK)
    for title, log_name, said in (
        ("Allowing for 32 bits", "dpkg", ("dpkg", "--add-architecture", "i386")),
        ("Reading Debian's lists", "apt-update", ("apt-get", "update", "-q")),
        ("Installing Wine and a compiler", "apt-install", ("apt-get", *_INSTALL, *PACKAGES)),
        ("Tidying up", "apt-clean", ("apt-get", "clean")),
    ):
        command = command_inside(lab, said, {})
        run_logged(lab, title, log_name, command, hint=NO_NETWORK)


ROOT = Step(
    name="debian-root",
    title=f"A Debian {SUITE} with Wine and mingw-w64",
    ingredients=(SUITE, *PACKAGES),
    make=_make,
)
