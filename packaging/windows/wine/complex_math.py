"""NumPy's complex numbers on Wine, whose C library lacks the functions for them.

The modules of NumPy that ask Windows' C library for such a function are changed to ask a DLL of
ours for all mathematics; it has those functions and hands the others on. The name of that DLL is
put where the name of Windows' stands in the module, so nothing else of it changes.

Uses the standard library only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from inside import command_inside, run_logged
from windows_python import compile_dll
from wine_prefix import CRT_MATH, system_folder

if TYPE_CHECKING:
    from pathlib import Path

    from lab import Lab

_THEIRS = b"api-ms-win-crt-math-l1-1-0.dll"
_OURS = CRT_MATH.encode()
_REAL = ("cabs", "carg", "cimag", "creal")
_COMPLEX = (
    *("cacos", "cacosh", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog"),
    *("conj", "cpow", "cproj", "csin", "csinh", "csqrt", "ctan", "ctanh"),
)
SHIMMED = {f"{name}{kind}" for name in (*_REAL, *_COMPLEX) for kind in ("", "f")}
_DLL = re.compile(r"^\s*DLL Name: (\S+)\s*$")
_FUNCTION = re.compile(r"^\s+[0-9a-f]+\s+(?:<none>|[0-9a-f]+)\s+(?:[0-9a-f]+\s+)?(\w+)\s*$")


def imported(listing: str, dll: str) -> set[str]:
    """Return the functions that a module imports from a DLL.

    Args:
        listing: what binutils' `objdump -p` says of the module.
        dll: its name, in small letters.
    """
    found: set[str] = set()
    current = ""
    for line in listing.splitlines():
        if named := _DLL.match(line):
            current = named[1].lower()
        elif not line.strip():
            current = ""
        elif current == dll and (function := _FUNCTION.match(line)):
            found.add(function[1])
    return found


def mend_complex_math(lab: Lab, packages: Path) -> list[Path]:
    """Change what needs it below `packages`, and make the DLL; return what was changed.

    Raises:
        LabError: the DLL cannot be made.
    """
    needed: set[str] = set()
    changed = []
    for module in sorted(packages.rglob("*.pyd")):
        if _THEIRS not in module.read_bytes():
            continue
        read = ["x86_64-w64-mingw32-objdump", "-p", f"/lab/{module.relative_to(lab.folder)}"]
        log = run_logged(lab, f"Reading {module.name}", "imports", command_inside(lab, read, {}))
        functions = imported(log.read_text("utf-8", "replace"), _THEIRS.decode())
        if functions & SHIMMED:
            needed |= functions
            changed.append(module)
    if changed:
        exports = {name: f"S_{name}" for name in SHIMMED}
        exports |= {name: f"ucrtbase.{name}" for name in needed - SHIMMED}
        compile_dll(lab, "crt_math.c", system_folder(lab) / CRT_MATH, exports)
    for module in changed:
        renamed = module.read_bytes().replace(_THEIRS, _OURS.ljust(len(_THEIRS), b"\0"))
        module.write_bytes(renamed)
    return changed
