"""Draws the program's icon as one file, of the kind that the name asks for: .png, .ico, .icns."""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

APP_ICON = Path(__file__).resolve().parents[1] / "resources" / "icons" / "app" / "hearth.svg"
SIDE = 256  # the largest that .ico knows
# What Windows shows in lists, the taskbar and large views; it would scale 256 down to a blur. The
# largest first, for readers that look at one only.
_WINDOWS_SIDES = (SIDE, 64, 48, 32, 24, 20, 16)
# What a Mac calls the sizes in which it takes PNG files. Qt cannot read the .icns that it writes.
_MAC_SIDES = {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


class NotDrawn(Exception):
    """The icon could not be written."""


def write(target: Path, side: int = SIDE) -> Path:
    """Write the icon with `side` pixels in each direction, and return its path.

    .ico and .icns hold several sizes, whatever `side` is.

    Raises:
        NotDrawn: Qt knows no such kind of file, or the disk refused.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix in (".icns", ".ico"):
        target.write_bytes(_for_mac() if target.suffix == ".icns" else _for_windows())
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
    for name, side in _MAC_SIDES.items():
        data = _png(side)
        entries += name + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(entries) + 8) + entries


def _for_windows() -> bytes:
    """Return an .ico: a head with a line for each size, and each size as PNG."""
    images = [_png(side) for side in _WINDOWS_SIDES]
    head = struct.pack("<3H", 0, 1, len(images))
    place = len(head) + 16 * len(images)
    for side, image in zip(_WINDOWS_SIDES, images, strict=True):
        # Width and height (256 is 0), no palette, one plane of 32 bits, length and place.
        head += struct.pack("<4B2H2I", side % 256, side % 256, 0, 0, 1, 32, len(image), place)
        place += len(image)
    return head + b"".join(images)


def _png(side: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / "icon.png", side).read_bytes()
