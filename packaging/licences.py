"""Writes down what the built program is made of: licence texts, and a list for machines.

Writes THIRD_PARTY_LICENSES.txt with every licence text, and sbom.cdx.json in the format of
CycloneDX 1.5. The Python packages are collected by app/core/system/licences.py, which also shows
them in the program; here come in the libraries of the build machine that lie in the program, whose
texts its package manager knows.

Standard library only. Usage: python packaging/licences.py FOLDER
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app import __version__  # noqa: E402 - found through the line above
from app.core.system.licences import COLLECTED, Component, as_text, python_components  # noqa: E402

LIBRARIES = ROOT / "dist" / "hearth" / "_internal"


def system_parts(folder: Path) -> list[Component]:
    """Return the build machine's own packages whose libraries lie in the program.

    Args:
        folder: where PyInstaller put the libraries it found.
    """
    packages: dict[str, str] = {}
    for path in sorted(folder.glob("lib*.so*")):
        if path.is_symlink() or path.name.startswith("libpython"):  # not the system's
            continue
        found = _dpkg("-S", f"*/{path.name}")
        if found:
            packages[found.split(":", 1)[0]] = path.name
    return [_system_part(name) for name in sorted(packages)]


def _system_part(name: str) -> Component:
    version = _dpkg("-W", "-f", "${Version}", name)
    copyright_file = Path("/usr/share/doc") / name / "copyright"
    texts = (copyright_file.read_text("utf-8"),) if copyright_file.is_file() else ()
    return Component(name, version, "see the text", texts, f"pkg:deb/debian/{name}@{version}")


def _dpkg(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["dpkg-query", *arguments], capture_output=True, text=True, check=False
        ).stdout.strip()
    except OSError:  # no Debian
        return ""


def as_sbom(parts: list[Component], version: str) -> dict[str, Any]:
    """Return the list of parts in the form of CycloneDX."""
    components = [
        {
            "type": "library",
            "bom-ref": part.purl,
            "name": part.name,
            "version": part.version,
            "purl": part.purl,
            "licenses": [{"license": {"name": part.licence}}],
        }
        for part in parts
    ]
    program = {"type": "application", "bom-ref": "hearth", "name": "hearth", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
    }


def write(folder: Path, version: str) -> None:
    """Write both files into `folder`."""
    parts = [*python_components(), *system_parts(LIBRARIES)]
    (folder / Path(COLLECTED).name).write_text(as_text(parts), "utf-8")
    sbom = json.dumps(as_sbom(parts, version), indent=1) + "\n"
    (folder / "sbom.cdx.json").write_text(sbom, "utf-8")


def put_into_program(libraries: Path) -> None:
    """Give the built program the text as a resource; it has no metadata to collect it from.

    After it was built, because only then it is known which libraries of the system lie in it.

    Args:
        libraries: where PyInstaller put what the program consists of.
    """
    text = libraries / "resources" / COLLECTED
    text.parent.mkdir(parents=True, exist_ok=True)
    text.write_text(as_text([*python_components(), *system_parts(libraries)]), "utf-8")


def main() -> int:
    """Write both files into the folder named."""
    write(Path(sys.argv[1]), __version__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
