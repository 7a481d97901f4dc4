"""Says in which files two builds differ: folders, .deb or .tar.xz, of the same source.

Links count by where they lead, files by their bytes; times, owners and modes count in what packages
hold and not in folders. Standard library only, and dpkg-deb for a .deb.

Usage: python packaging/compare_builds.py ONE OTHER     exit status 1 if they differ
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path


def contents(build: Path) -> dict[str, str]:
    """Return what a build consists of: names, each with a text that is equal for equal things."""
    if build.is_dir():
        return {
            str(path.relative_to(build)): _fingerprint(path)
            for path in sorted(build.rglob("*"))
            if path.is_symlink() or path.is_file()
        }
    if build.suffix == ".deb":
        with tempfile.TemporaryDirectory() as folder:
            command = ["dpkg-deb", "--raw-extract", str(build), folder]
            subprocess.run(command, check=True)
            return contents(Path(folder))
    with tarfile.open(build) as archive:
        return {
            member.name: f"{member.mode:o} {member.mtime} {member.uid} {member.linkname} "
            + _digest(archive, member)
            for member in archive
        }


def differences(one: Path, other: Path) -> list[str]:
    """Return one line for every thing that is not the same in both."""
    first, second = contents(one), contents(other)
    lines = [f"only in {one}: {name}" for name in sorted(first.keys() - second.keys())]
    lines += [f"only in {other}: {name}" for name in sorted(second.keys() - first.keys())]
    shared = sorted(first.keys() & second.keys())
    return lines + [f"differs: {name}" for name in shared if first[name] != second[name]]


def _fingerprint(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    file = archive.extractfile(member) if member.isfile() else None
    return hashlib.sha256(file.read()).hexdigest() if file is not None else ""


def main() -> int:
    """Compare what the command line names."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    found = differences(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(found) if found else "no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
