"""Gets the vocabularies of some families of models for the tests and prints where they lie.

llama.cpp keeps them beside its sources, to test its own tokenizers. They are in the source of
llama-cpp-python, 77 MB that are downloaded for them. Kept beside the compiled wheels, and with
--install linked into the virtual environment, where the tests look for them. Tests that need one
are skipped where it cannot be had. None is ever part of a package.

Uses the standard library only. Usage: python packaging/setup/vocabularies.py [--where | --install]
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from llama_source import fetch_source
from llama_wheel import wanted_version, wheels_folder
from trained_model import install

NAMES = ("deepseek-llm", "gemma-4", "llama-bpe", "phi-3", "qwen35")
PARTS = rf"/llama\.cpp/models/ggml-vocab-({'|'.join(NAMES)})\.gguf$"


def kept_folder() -> Path:
    """Return where they are kept."""
    return wheels_folder() / "models" / f"vocabularies-{wanted_version()}"


def is_whole(folder: Path) -> bool:
    """Whether all of them are there."""
    return all((folder / f"ggml-vocab-{name}.gguf").is_file() for name in NAMES)


def fetch(target: Path) -> None:
    """Take them out of the source of llama-cpp-python.

    Raises:
        OSError: the disk refuses, or one is not in there.
        subprocess.CalledProcessError: the source cannot be had.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    # On the same disk as its destination, so that the folder appears whole or not at all.
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        found = fetch_source(Path(scratch), PARTS) / "models"
        if not is_whole(found):
            raise OSError(f"the source of llama.cpp lacks some of {', '.join(NAMES)}")
        shutil.rmtree(target, ignore_errors=True)  # of fewer
        found.replace(target)


def main() -> int:
    """Print the path of the folder, with --where only where it belongs."""
    folder = kept_folder()
    if "--where" not in sys.argv[1:] and not is_whole(folder):
        print("Taking vocabularies for the tests out of llama.cpp's source.", file=sys.stderr)
        try:
            fetch(folder)
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            print(f"The tests run without real vocabularies: {error}", file=sys.stderr)
            return 1
    if "--install" in sys.argv[1:]:
        install(folder.glob("*.gguf"))
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
