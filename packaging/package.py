"""Packs the built program for Linux: a .deb, and for a user's own home a .tar.xz and a .run.

All hold what `freeze.py` built, the licences of its parts, and the files by which a desktop knows
a program. What the .deb depends on is found by asking the built libraries what they are linked
with: a library that neither comes along nor has a package named here stops the packing, so the list
cannot grow old.

Beside them lies latest.json: put where `app/core/system/updates.py` says, it tells older programs,
when their users ask, that there is this version.

Usage: python packaging/package.py
"""

from __future__ import annotations

import datetime
import functools
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import icons
import licences
from frozen_contents import is_library, needed
from release_files import (
    PACKAGES,
    PROGRAM_FOLDER,
    ROOT,
    VERSION,
    NotPackable,
    release_date,
    write_feed,
    write_sums,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LINUX = ROOT / "packaging" / "linux"
UNIT = "hearth-api.service"
METAINFO = LINUX / "org.hearth.hearth.metainfo.xml"
STAGE = ROOT / "build" / "package"
ICON_SIDES = (16, 24, 32, 48, 64, 128, 256, 512)

# Which package of Debian and Ubuntu brings a library. Newer ones have other names for some of them
# (libglib2.0-0t64), which say that they stand for these.
PACKAGE_OF = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libc.so.6": "libc6",
    "libcrypto.so.3": "libssl3",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdl.so.2": "libc6",
    "libexpat.so.1": "libexpat1",  # of Debian's own Python
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libssl.so.3": "libssl3",  # of Python's own client, which talks to the hub
    "libstdc++.so.6": "libstdc++6",
    "libutil.so.1": "libc6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
}
# What a backend of llama.cpp is linked with that is loaded only where this is there.
OPTIONAL = {"libvulkan.so.1": "libvulkan1"}
# What is read as data, not linked with: keyboard layouts. Fonts come with libfontconfig1.
DATA_PACKAGES = ("xkb-data",)

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

CONTROL = """\
Package: hearth
Version: {version}
Architecture: {architecture}
Maintainer: The Hearth developers <hearth@localhost>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: bubblewrap, ca-certificates, hicolor-icon-theme, libvulkan1, shared-mime-info, xdg-utils
Suggests: mesa-vulkan-drivers
Section: utils
Priority: optional
Description: chat with language models on your own machine
 Hearth is a desktop chat program for language models in GGUF files. Every
 conversation stays warm: what the model computed for a chat is kept on disk,
 so that the chat answers at once when it is opened again.
 .
 Nothing leaves the machine: Hearth opens no connection unless you click "Check
 for updates", has no account and sends no telemetry. A tiny guide that knows
 Hearth itself is built in.
"""


# What apt prints when it has removed the package; nothing of a user is touched.
POSTRM = """\
#!/bin/sh
set -e
case $1 in
    remove)
        echo "Hearth is removed. Each user's chats and settings stay in their home, in"
        echo ".local/share/hearth and .config/hearth; models are where they keep them."
        ;;
esac
"""


def release_seconds() -> int:
    """Return when that day began, in seconds since the epoch: the time that files bear."""
    day = datetime.datetime.combine(release_date(), datetime.time(), datetime.UTC)
    return int(day.timestamp())


def libraries(folder: Path) -> list[Path]:
    """Return every file of the built program that is linked with others."""
    return [path for path in sorted(folder.rglob("*")) if is_library(path)]


def system_packages(paths: Iterable[Path], brought: set[str]) -> set[str]:
    """Return the packages that bring what the libraries need and the program does not hold.

    Args:
        paths: the program's libraries.
        brought: names of the libraries that it holds.

    Raises:
        NotPackable: nobody brings one of them.
    """
    asked = {name for path in paths for name in needed(str(path))} - brought - OPTIONAL.keys()
    unknown = sorted(asked - PACKAGE_OF.keys())
    if unknown:
        raise NotPackable(f"no package is named for {', '.join(unknown)}")
    return {PACKAGE_OF[name] for name in asked}


def highest_version(paths: Iterable[Path], prefix: str) -> str:
    """Return the newest version of a system library's symbols that the libraries ask for.

    Args:
        paths: the program's libraries.
        prefix: what the symbols' versions begin with, such as "GLIBC".
    """
    command = ["readelf", "-V", *map(str, paths)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    versions: list[str] = re.findall(rf"Name: {prefix}_([\d.]+)\s", listed)
    return max(versions, key=lambda text: [int(part) for part in text.split(".")])


@functools.cache
def dependencies() -> str:
    """Return the Depends line of the .deb.

    Raises:
        NotPackable: the program needs what no package here brings.
    """
    paths = libraries(PROGRAM_FOLDER)
    brought = {path.name for path in PROGRAM_FOLDER.rglob("*.so*")}
    packages = system_packages(paths, brought) | set(DATA_PACKAGES)
    # Symbols of libstdc++ have numbers of their own; 3.4.30 came with GCC 12.
    floors = {
        "libc6": f"libc6 (>= {highest_version(paths, 'GLIBC')})",
        "libstdc++6": "libstdc++6 (>= 12)",
    }
    return ", ".join(floors.get(name, name) for name in sorted(packages))


def filled(template: Path) -> str:
    """Return a template's text with version and day put in."""
    text = template.read_text("utf-8").replace("@VERSION@", VERSION)
    return text.replace("@DATE@", release_date().isoformat())


def write_icons(folder: Path) -> None:
    """Write the program's icon in every size that desktops look for, under `folder`/hicolor."""
    for side in ICON_SIDES:
        icons.write(folder / "hicolor" / f"{side}x{side}" / "apps" / "hearth.png", side)
    scalable = folder / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copyfile(icons.APP_ICON, scalable / "hearth.svg")


def write_share(share: Path) -> None:
    """Write what tells a desktop of the program: entries, icons, file type, manual page."""
    texts = {
        "applications/hearth.desktop": filled(LINUX / "hearth.desktop"),
        "applications/hearth-open.desktop": filled(LINUX / "hearth-open.desktop"),
        "applications/hearth-link.desktop": filled(LINUX / "hearth-link.desktop"),
        "metainfo/org.hearth.hearth.metainfo.xml": filled(METAINFO),
        "mime/packages/hearth.xml": filled(LINUX / "hearth-mime.xml"),
    }
    for name, text in texts.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        (share / name).write_text(text, "utf-8")
    manual = share / "man" / "man1" / "hearth.1.gz"
    manual.parent.mkdir(parents=True)
    manual.write_bytes(gzip.compress(filled(LINUX / "hearth.1").encode(), mtime=0))
    write_icons(share / "icons")


def make_deb() -> Path:
    """Build the .deb and return its path."""
    architecture = ARCHITECTURES[platform.machine()]
    root = STAGE / "deb"
    shutil.copytree(PROGRAM_FOLDER, root / "usr" / "lib" / "hearth", symlinks=True)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / "hearth").symlink_to("../lib/hearth/hearth")
    write_share(root / "usr" / "share")
    units = root / "usr" / "lib" / "systemd" / "user"
    units.mkdir(parents=True)
    shutil.copyfile(LINUX / UNIT, units / UNIT)
    doc = root / "usr" / "share" / "doc" / "hearth"
    doc.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", doc / "copyright")
    licences.write(doc, VERSION)
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (doc / "changelog.gz").write_bytes(gzip.compress(changes, mtime=0))
    settle_modes(root)
    write_control(root, architecture)
    deb = PACKAGES / f"hearth_{VERSION}_{architecture}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", str(root), str(deb)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(release_seconds())}  # no file is newer
    subprocess.run(command, env=environment, check=True)
    return deb


def write_control(root: Path, architecture: str) -> None:
    """Write the .deb's own files: what it is, what it needs, and the sums of its files."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    sums = (
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  "
        f"{path.relative_to(root)}\n"
        for path in files
    )
    control = root / "DEBIAN"
    control.mkdir()
    (control / "postrm").write_text(POSTRM, "utf-8")
    (control / "postrm").chmod(0o755)
    (control / "md5sums").write_text("".join(sums), "utf-8")
    (control / "control").write_text(
        CONTROL.format(
            version=VERSION,
            architecture=architecture,
            kilobytes=sum(path.stat().st_size for path in files) // 1024,
            depends=dependencies(),
        ),
        "utf-8",
    )


def settle_modes(root: Path) -> None:
    """Let everybody read, and only what is a program or a folder be entered or run."""
    programs = {"hearth", "install.sh", "uninstall.sh"}
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.name in programs else 0o644)


def stage_home() -> Path:
    """Lay out what both packages for a user's own home hold, and return the folder."""
    root = STAGE / f"hearth-{VERSION}-linux-{platform.machine()}"
    shutil.copytree(PROGRAM_FOLDER, root / "hearth", symlinks=True)
    write_share(root / "share")
    for file in (LINUX / "install.sh", LINUX / "uninstall.sh", ROOT / "LICENSE"):
        shutil.copyfile(file, root / file.name)
    licences.write(root, VERSION)
    settle_modes(root)
    return root


# The largest window: the variants of llama.cpp for different processors are much alike.
_XZ = {"XZ_OPT": "-9"}


def tar_options() -> list[str]:
    """Return what lets tar write the same bytes for the same files."""
    when = f"--mtime=@{release_seconds()}"
    return ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", when]


def make_archive(root: Path) -> Path:
    """Pack what `stage_home` laid out into a .tar.xz and return its path."""
    archive = PACKAGES / f"{root.name}.tar.xz"
    command = ["tar", "--create", "--xz", "--file", str(archive), "--directory", str(root.parent)]
    subprocess.run([*command, *tar_options(), root.name], env={**os.environ, **_XZ}, check=True)
    return archive


def make_installer(root: Path) -> Path:
    """Pack the same into one program that unpacks itself and installs, and return its path.

    For whoever has no package manager that knows a .deb: `sh FILE.run`, or `sh FILE.run -- PREFIX`.
    """
    installer = PACKAGES / f"{root.name}.run"
    command = ["makeself", "--quiet", "--xz", "--nox11", "--sha256", "--nomd5"]
    command += ["--tar-extra", " ".join(tar_options())]
    command += ["--packaging-date", release_date().isoformat()]
    command += [str(root), str(installer), f"Hearth {VERSION}", "./install.sh"]
    subprocess.run(command, env={**os.environ, **_XZ}, check=True)
    return installer


def main() -> int:
    """Build the packages and say how large they became."""
    if not (PROGRAM_FOLDER / "hearth").is_file():
        print("There is no built program yet: run `make frozen`.", file=sys.stderr)
        return 1
    for folder in (STAGE, PACKAGES):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    try:
        home = stage_home()
        packages = [make_deb(), make_archive(home), make_installer(home)]
    except (NotPackable, subprocess.CalledProcessError) as error:
        print(f"Not packed: {error}", file=sys.stderr)
        return 1
    for path in packages:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    print(write_sums(packages))
    print(write_feed(PACKAGES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
