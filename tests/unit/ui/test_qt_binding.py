"""The binding to Qt itself."""

from __future__ import annotations

import subprocess
import sys

N_CALLS = 20_000
CALL_VOID_METHODS = f"""
from PySide6.QtCore import QObject

thing = QObject()
for number in range({N_CALLS}):
    thing.setObjectName("a name")
print("survived")
"""


def test_void_qt_calls_do_not_use_up_none() -> None:
    # PySide6 6.12.0 drops a reference to None in every one on Python 3.11 and older; after some
    # 5,000 the interpreter dies, which no short test notices.
    child = subprocess.run(
        [sys.executable, "-c", CALL_VOID_METHODS],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )

    assert (child.returncode, child.stdout.strip()) == (0, "survived"), child.stderr
