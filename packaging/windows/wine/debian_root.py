"""The Debian root of the laboratory: Wine 10, the cross compiler, an X server, fonts.

Debian 13, for Debian 12's Wine 8 lacks what NumPy asks for, and its mingw-w64 what ggml asks for.
debootstrap and apt choose the servers as they do on every machine; MIRROR, if set, is handed on.
Setup programs have 32 bits. Wine runs them on 64-bit libraries alone when its own 32-bit DLLs are
there, so those are taken out of Debian's package, and a second architecture is not installed.

Uses the standard library only.
"""

from __future__ import annotations

import os

from inside import NO_NETWORK, command_inside, run_logged
from lab import Lab, Step, delete

SUITE = "trixie"
PACKAGES = (
    # Windows
    "wine",
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
# The version that Debian has of Wine, and what its package for i386 is.
_WINE_I386 = (
    "10.0~repack-6",
    "fef4802a6553a17eaa40003333a86fc697440d1d21c5824f2dbd1c444f01527b",
)
_INSTALL = ("install", "-qy", "--no-install-recommends")

# $1 version of Wine, $2 SHA-256 of its package for i386. The place is that of the amd64 package.
_ADD_32_BITS = """
set -e
has=$(dpkg-query --show --showformat '${Version}' libwine)
if [ "$has" != "$1" ]; then
    echo "Debian has Wine $has now, and debian_root.py knows the 32-bit DLLs of $1 only." >&2
    exit 1
fi
cd /tmp
uri=$(apt-get download --print-uris "libwine=$1" | cut -d "'" -f 2)
/usr/lib/apt/apt-helper download-file "${uri%_amd64.deb}_i386.deb" libwine.deb "SHA256:$2"
dpkg-deb --fsys-tarfile libwine.deb | tar -x -C /usr/lib/x86_64-linux-gnu/wine \
    --strip-components=5 ./usr/lib/i386-linux-gnu/wine/i386-windows
rm libwine.deb
"""


def _make(lab: Lab) -> None:
    delete(lab.root)
    lab.folder.mkdir(parents=True, exist_ok=True)
    mirror = [os.environ["MIRROR"]] if os.environ.get("MIRROR") else []
    bare = ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, str(lab.root)]
    run_logged(lab, "Making a Debian root", "debootstrap", [*bare, *mirror], hint=NO_NETWORK)
    for title, log_name, said in (
        ("Reading Debian's lists", "apt-update", ("apt-get", "update", "-q")),
        ("Installing Wine and a compiler", "apt-install", ("apt-get", *_INSTALL, *PACKAGES)),
        ("Adding Wine's 32-bit DLLs", "wine-32", ("sh", "-c", _ADD_32_BITS, "add", *_WINE_I386)),
        ("Tidying up", "apt-clean", ("apt-get", "clean")),
    ):
        command = command_inside(lab, said, {})
        run_logged(lab, title, log_name, command, hint=NO_NETWORK)


ROOT = Step(
    name="debian-root",
    title=f"A Debian {SUITE} with Wine and mingw-w64",
    ingredients=(SUITE, *PACKAGES, *_WINE_I386, _ADD_32_BITS),
    make=_make,
)
