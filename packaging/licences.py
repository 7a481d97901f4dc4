"""Collects what the built program is made of: licence texts, and a list for machines.

Writes THIRD_PARTY_LICENSES.txt with every licence text that the parts themselves bring, and
sbom.cdx.json in the format of CycloneDX 1.5. Parts are the Python packages that Hearth needs, as
installed in the environment this runs in, what they need in turn, Python itself, and the libraries
of the build machine that lie in the program, whose texts its package manager knows.

Standard library only. Usage: python packaging/licences.py FOLDER
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ROOT / "dist" / "hearth" / "_internal"
_LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
_RULE = "=" * 80

# Qt's wheels bring no text of their licence; what they say of themselves points to this.
QT = """\
Qt and Qt for Python are used under the GNU Lesser General Public License, version 3, whose text
is at the end of this file. They lie in this program as libraries of their own, unchanged, under
_internal/PySide6 and _internal/shiboken6, and may be replaced there by other builds of the same
version. Their source is published by the Qt Project at https://code.qt.io/.
"""
SYSTEM_TEXTS = Path("/usr/share/common-licenses")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that the program is made of."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]
    purl: str


def distributions() -> list[importlib.metadata.Distribution]:
    """Return the installed packages that Hearth needs, and what they need, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting = [_name(requirement) for requirement in project["dependencies"]]
    found: dict[str, importlib.metadata.Distribution] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # needed elsewhere, on another system or an older Python
        found[name] = distribution
        needs = distribution.requires or []
        waiting += [_name(need) for need in needs if "extra ==" not in need]
    return [found[name] for name in sorted(found)]


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def python_package(distribution: importlib.metadata.Distribution) -> Part:
    """Return what an installed package says of itself."""
    files = [
        file
        for file in distribution.files or []
        if ".dist-info" in str(file) and _LICENCE_FILE.search(file.name)
    ]
    texts = [file.read_text() for file in files]
    metadata = distribution.metadata
    said = [*(metadata.get_all("License-Expression") or []), *(metadata.get_all("License") or [])]
    licence = said[0] if said else ""
    if not licence.strip() or len(licence) > 100:  # some write the whole text there
        kinds = [line for line in metadata.get_all("Classifier") or [] if "License ::" in line]
        licence = "; ".join(kind.rsplit(" :: ", 1)[-1] for kind in kinds) or "see the text"
    name = metadata["Name"]
    if name.lower().startswith(("pyside6", "shiboken6")):
        texts.append(QT)
    purl = f"pkg:pypi/{_name(name)}@{distribution.version}"
    return Part(name, distribution.version, licence.strip(), tuple(texts), purl)


def python_itself() -> Part:
    """Return the interpreter that the program carries."""
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = (text.read_text("utf-8"),) if text.is_file() else ()
    version = platform.python_version()
    return Part("Python", version, "PSF-2.0", texts, f"pkg:generic/python@{version}")


def system_parts(folder: Path) -> list[Part]:
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


def _system_part(name: str) -> Part:
    version = _dpkg("-W", "-f", "${Version}", name)
    copyright_file = Path("/usr/share/doc") / name / "copyright"
    texts = (copyright_file.read_text("utf-8"),) if copyright_file.is_file() else ()
    return Part(name, version, "see the text", texts, f"pkg:deb/debian/{name}@{version}")


def _dpkg(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["dpkg-query", *arguments], capture_output=True, text=True, check=False
        ).stdout.strip()
    except OSError:  # no Debian
        return ""


def as_text(parts: list[Part]) -> str:
    """Return the licences of all parts, one after another."""
    chapters = ["Hearth contains the work of others. What each part asks for stands below.\n"]
    chapters += [f"  {part.name} {part.version}: {part.licence}" for part in parts]
    for part in parts:
        chapters += [f"\n{_RULE}\n{part.name} {part.version}\n{part.licence}\n{_RULE}"]
        chapters += part.texts
    for name in ("LGPL-3", "GPL-3"):
        text = SYSTEM_TEXTS / name
        if text.is_file():
            chapters += [f"\n{_RULE}\n{name}\n{_RULE}", text.read_text("utf-8")]
    return "\n".join(chapters) + "\n"


def as_sbom(parts: list[Part], version: str) -> dict[str, Any]:
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
    parts = [python_package(distribution) for distribution in distributions()]
    parts += [python_itself(), *system_parts(LIBRARIES)]
    (folder / "THIRD_PARTY_LICENSES.txt").write_text(as_text(parts), "utf-8")
    sbom = json.dumps(as_sbom(parts, version), indent=1) + "\n"
    (folder / "sbom.cdx.json").write_text(sbom, "utf-8")


def main() -> int:
    """Write both files into the folder named."""
    sys.path.insert(0, str(ROOT))
    from app import __version__

    write(Path(sys.argv[1]), __version__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
