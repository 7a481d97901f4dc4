"""Draws the program's icon as one file, of the kind that the name asks for: .png, .ico, .icns."""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

APP_ICON = Path(__file__).resolve().parents[1] / "resources" / "icons" / "app" / "hearth.svg"
SIDE = 256  # the largest that .ico knows; the systems scale it down
# What a Mac calls the sizes in which it takes PNG files. Qt cannot read the .icns that it writes.
_MAC_SIDES = {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


class NotDrawn(Exception):
    """The icon could not be written."""


def write(target: Path, side: int = SIDE) -> Path:
    """Write the icon with `side` pixels in each direction (.icns: several), and return its path.

    Raises:
        NotDrawn: Qt knows no such kind of file, or the disk refused.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix == ".icns":
        target.write_bytes(_for_mac())
        return target
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(APP_ICON)).render(painter)
    painter.end()
    if not image.save(str(target)):
        raise NotDrawn(f"{target} could not be written")
    return target


def _for_mac() -> bytes:
    """Return an .icns: a head, and each size as name, length with these 8 bytes, PNG."""
    entries = b""
    with tempfile.TemporaryDirectory() as folder:
        for name, side in _MAC_SIDES.items():
            data = write(Path(folder) / "icon.png", side).read_bytes()
            entries += name + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(entries) + 8) + entries
