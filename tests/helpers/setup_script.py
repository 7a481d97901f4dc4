"""What a script of `packaging/setup` says of the library that it builds, without building it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def where(script: Path) -> str:
    """Return the path that it prints; "" where it builds nothing."""
    said = subprocess.run(
        [sys.executable, str(script), "--where"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return said.stdout.strip()
