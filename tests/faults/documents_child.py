"""A process that looks at documents again and again, beside others.

usage: python -m tests.faults.documents_child DATA FOLDER LOOKS [SECONDS_TO_READ]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.unit.core.documents.reading import PlainReader, plain_library

if TYPE_CHECKING:
    from app.core.documents.library import LookProgress


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(data: str, folder: str, n_looks: str, read_s: str = "0") -> None:
    """List the folder, then look so many times; say what was read, and end with it."""
    reader = PlainReader()
    reader.before = lambda _path: time.sleep(float(read_s))

    def tell(progress: LookProgress) -> None:
        say(f"{progress.n_read}")

    with plain_library(Path(data), reader) as library:
        library.add([folder])
        for _ in range(int(n_looks)):
            last = library.look(tell).result()
            assert last.problem is None, last.problem.copied()
            assert library.search("rye", 5)
    say(f"read {len(reader.read_paths)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
