"""Writes the manifest by which winget, Windows' own package manager, finds and installs the setup.

Three files, as its public list of packages takes them. What is quoted needs it: a version or a sum
may look like a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_files import DOWNLOADS, HOME, VERSION, release_date, sha256_of

if TYPE_CHECKING:
    from pathlib import Path

IDENTIFIER = "Hearth.Hearth"
SCHEMA = "1.9.0"
# As in windows/hearth.iss: its name among the installed programs, and the oldest Windows it takes.
PRODUCT_CODE = "{6E1C9C0E-5B1B-4C52-9B4C-4D5C0E3B7A51}_is1"
OLDEST_WINDOWS = "10.0.17763.0"

_HEAD = """\
# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{schema}.schema.json
PackageIdentifier: {identifier}
PackageVersion: "{version}"
"""
_FOOT = """\
ManifestType: {kind}
ManifestVersion: {schema}
"""
_VERSION = """\
DefaultLocale: en-US
"""
_INSTALLER = """\
Platform:
- Windows.Desktop
MinimumOSVersion: {oldest}
InstallerType: inno
Scope: user
InstallModes:
- interactive
- silent
- silentWithProgress
InstallerSwitches:
  Silent: /SP- /VERYSILENT /SUPPRESSMSGBOXES /NORESTART
  SilentWithProgress: /SP- /SILENT /SUPPRESSMSGBOXES /NORESTART
  Custom: /CURRENTUSER
UpgradeBehavior: install
FileExtensions:
- gguf
ProductCode: "{product}"
ReleaseDate: {day}
Installers:
- Architecture: x64
  InstallerUrl: {url}
  InstallerSha256: "{sum}"
"""
_LOCALE = """\
PackageLocale: en-US
Publisher: The Hearth developers
{home}PackageName: Hearth
License: MIT
ShortDescription: Chat with language models on your own machine; every conversation stays warm.
Moniker: hearth
Tags:
- chat
- gguf
- llama-cpp
- llm
"""


def render(setup_name: str, setup_sum: str) -> dict[str, str]:
    """Return the text of each file by its name.

    Args:
        setup_name: the file that lies on the page for downloads.
        setup_sum: its SHA-256 in hexadecimal digits.
    """
    values = {
        "schema": SCHEMA,
        "identifier": IDENTIFIER,
        "version": VERSION,
        "oldest": OLDEST_WINDOWS,
        "product": PRODUCT_CODE,
        "day": release_date().isoformat(),
        "url": f"{DOWNLOADS}/{setup_name}",
        "sum": setup_sum.upper(),
        "home": f"PublisherUrl: {HOME}\nPackageUrl: {DOWNLOADS}\n" if HOME else "",
    }
    files = {
        "": ("version", _VERSION),
        ".installer": ("installer", _INSTALLER),
        ".locale.en-US": ("defaultLocale", _LOCALE),
    }
    return {
        f"{IDENTIFIER}{part}.yaml": (_HEAD + body + _FOOT).format(kind=kind, **values)
        for part, (kind, body) in files.items()
    }


def write(folder: Path, setup: Path) -> list[Path]:
    """Write the files for a setup into a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in render(setup.name, sha256_of(setup)).items():
        (folder / name).write_text(text, "utf-8", newline="\n")
        written.append(folder / name)
    return written
