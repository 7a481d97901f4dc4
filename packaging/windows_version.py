"""What Windows is told of a program's version, by the form that PyInstaller reads.

Explorer shows it among a file's properties; the task manager calls a program by its description.
"""

from __future__ import annotations

import re

_FORM = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),
  kids=[
    StringFileInfo([StringTable('040904B0', [
      StringStruct('CompanyName', 'The Hearth developers'),
      StringStruct('FileDescription', {description!r}),
      StringStruct('FileVersion', {version!r}),
      StringStruct('InternalName', {name!r}),
      StringStruct('OriginalFilename', {file!r}),
      StringStruct('ProductName', 'Hearth'),
      StringStruct('ProductVersion', {version!r}),
    ])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])]),
  ],
)
"""


def numbers(version: str) -> tuple[int, int, int, int]:
    """Return a version as Windows counts: four numbers, without what marks a first attempt."""
    plain = re.match(r"[\d.]*", version)
    counted = [int(part) for part in plain[0].split(".") if part] if plain else []
    first, second, third, fourth = (*counted, 0, 0, 0, 0)[:4]
    return first, second, third, fourth


def version_resource(name: str, version: str) -> str:
    """Return the text for one of the programs.

    Args:
        name: "hearth" or "hearth-cli".
        version: as in `app.__version__`.
    """
    return _FORM.format(
        numbers=numbers(version),
        description="Hearth" if name == "hearth" else "Hearth, command line",
        version=version,
        name=name,
        file=f"{name}.exe",
    )
