"""pip, resolving for Windows.

pip can install for another system, but it asks this machine which of the requirements apply
("colorama; sys_platform == 'win32'"). Here the answers are Windows'; all else is pip as it is.

Usage: python windows_pip.py install --target FOLDER --platform win_amd64 ...
"""

from __future__ import annotations

import platform
import sys

from pip._internal.cli.main import main
from pip._vendor.packaging import markers

WINDOWS = {
    "implementation_name": "cpython",
    "implementation_version": platform.python_version(),
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_release": "10",
    "platform_system": "Windows",
    "platform_version": "10.0.19045",
    "python_full_version": platform.python_version(),
    "python_version": f"{sys.version_info.major}.{sys.version_info.minor}",
    "sys_platform": "win32",
}

if __name__ == "__main__":
    markers.default_environment = lambda: dict(WINDOWS)
    sys.exit(main(sys.argv[1:]))
