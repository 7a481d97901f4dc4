"""llama.cpp as it is installed: its libraries, and the source they were made of.

What is built by itself must be of the very version that it works with.

Uses the standard library only.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from llama_wheel import PACKAGE, wanted_version

_PARTS = r"/llama\.cpp/(ggml|common|include|vendor|models/templates)/"


def installed_libraries() -> Path:
    """Return the folder of the llama.cpp that is installed.

    Raises:
        LookupError: none is.
    """
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None:
        raise LookupError(f"{PACKAGE} is not installed")
    return Path(found.origin).parent / "lib"


def install_library(library: Path) -> None:
    """Lay a library beside those of the llama.cpp that is installed.

    A program that has loaded the one before keeps that one: overwritten, it would die.

    Raises:
        LookupError: no llama.cpp is installed.
    """
    folder = installed_libraries()
    # On the same disk as its destination, so that it appears whole or not at all.
    with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
        copied = Path(shutil.copy(library, unfinished))
        copied.replace(folder / library.name)


def unpack(
    packed: tarfile.TarFile, folder: Path, members: list[tarfile.TarInfo] | None = None
) -> None:
    """Unpack an archive, or some of it; what would land outside the folder is refused.

    Python before 3.11.4 takes no `filter`, and refuses nothing.
    """
    packed.extraction_filter = getattr(tarfile, "data_filter", None)
    packed.extractall(folder, members)


def fetch_source(folder: Path, parts: str = _PARTS) -> Path:
    """Download the source of the llama.cpp that the project asks for; return its folder.

    Args:
        folder: to unpack it into.
        parts: a pattern of the names that are unpacked. Left out, those that something is built
            of by itself: ggml, what its programs share ("common"), headers, the libraries of
            others that it brings along, and the chat templates that it is tested with.

    Raises:
        subprocess.CalledProcessError: pip has said on the terminal what went wrong.
    """
    pip = [sys.executable, "-m", "pip", "download", "--no-deps"]
    pip += ["--no-binary", PACKAGE, "--dest", str(folder), f"{PACKAGE}=={wanted_version()}"]
    subprocess.run(pip, check=True, stdout=sys.stderr)
    archive = next(folder.glob("*.tar.gz"))
    with tarfile.open(archive) as packed:
        wanted = [member for member in packed.getmembers() if re.search(parts, member.name)]
        unpack(packed, folder, wanted)
    return next(folder.glob("*/vendor/llama.cpp"))
