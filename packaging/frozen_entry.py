"""Where the built program begins: settles what only a built program has to, then runs Hearth."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import sys
from typing import Any

LIBRARY_PATH = "LD_LIBRARY_PATH"


def give_back_library_path() -> None:
    """Let programs that Hearth starts, such as a browser, find the system's own libraries.

    The loader of the built program puts its folder into `LD_LIBRARY_PATH` and keeps what stood
    there under another name. Our own libraries are found already: the path was read at the start.
    """
    before = os.environ.pop(f"{LIBRARY_PATH}_ORIG", None)
    if before is None:
        os.environ.pop(LIBRARY_PATH, None)
    else:
        os.environ[LIBRARY_PATH] = before


def settle_locale() -> None:
    """Read and write UTF-8 where the locale says nothing, as Python does when it is not built in.

    Qt else complains on the error stream, of services, containers and bare SSH sessions.
    """
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    if named in ("C", "POSIX") and not os.environ.get("LC_ALL"):
        os.environ["LC_CTYPE"] = "C.UTF-8"


def hold_code() -> None:
    """Read Hearth's own code from the file that was started, also when an update replaces it.

    Without /proc, as in a bare root, it is left as it is.
    PyInstaller opens the program by its name for every module that is imported later, and would
    find another version's bytes there. Windows replaces no file that is in use.
    """
    archive: Any = importlib.import_module("pyimod02_importers").pyz_archive  # PyInstaller's own
    held = os.open(archive._filename, os.O_RDONLY | os.O_CLOEXEC)  # noqa: SLF001 - has no other
    by_number = f"/proc/self/fd/{held}"
    if os.path.exists(by_number):  # noqa: PTH110 - pathlib is not needed before
        archive._filename = by_number  # noqa: SLF001
    else:
        os.close(held)


if __name__ == "__main__":
    multiprocessing.freeze_support()  # before anything a child of ours must not do again
    if sys.platform.startswith("linux"):
        settle_locale()
        give_back_library_path()
        hold_code()
    from app.__main__ import main

    sys.exit(main())
