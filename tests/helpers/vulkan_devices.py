"""GPU devices on a machine without a GPU: Vulkan on Mesa's driver that computes on the processor.

ggml hides such devices unless their indices are named before the backend is loaded, so the
variables are for a child. What Mesa compiles of shaders, most of the time of a first run, is kept
in the virtual environment.
"""

from __future__ import annotations

import enum
import sys
from pathlib import Path

from app.core.ggml import gpu_backends

FOLDER = Path(sys.prefix) / "vulkan"
LIBRARY = FOLDER / "libggml-vulkan.so"  # packaging/setup/vulkan_backend.py builds it
DRIVERS = "VK_DRIVER_FILES"
DRIVERS_BEFORE = "VK_ICD_FILENAMES"  # the name that loaders up to 1.3.207 know alone
NO_DRIVER = "/nonexistent"
_MANIFESTS = (Path("/usr/share/vulkan/icd.d"), Path("/usr/local/share/vulkan/icd.d"))


class Absence(enum.Enum):
    """Why Vulkan cannot be tried here; both take a package of the system, and so its owner."""

    BACKEND = "the Vulkan backend was not built: glslc or headers of Vulkan are not installed"
    DRIVER = "Mesa's Vulkan driver for the processor is not installed"


def absence() -> Absence | None:
    """Return why Vulkan cannot be tried here; None where it can."""
    if not LIBRARY.is_file():
        return Absence.BACKEND
    return None if _manifest() else Absence.DRIVER


def variables(*, visible: str = "0", driver: str | None = None) -> dict[str, str]:
    """Return the variables of a process that is to have the device.

    Args:
        visible: indices of devices, joined by commas; the same one twice makes two devices.
        driver: a manifest in place of Mesa's.
    """
    driver = driver or str(_manifest())
    return {
        gpu_backends.MORE: str(LIBRARY),
        "GGML_VK_VISIBLE_DEVICES": visible,
        DRIVERS: driver,
        DRIVERS_BEFORE: driver,
        "MESA_SHADER_CACHE_DIR": str(FOLDER / "shaders"),
    }


def _manifest() -> Path | None:
    found = [path for folder in _MANIFESTS for path in sorted(folder.glob("lvp_icd*.json"))]
    return next(iter(found), None)
