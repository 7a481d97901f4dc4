"""The care for what must not be lost: finding what is wrong with it, and mending that.

`doctor.py` finds, and knows parts whose import takes a moment that the window should not take.
"""

from __future__ import annotations

from app.core.care.mending import CareTask, RecoverChats, RestoreBackup, report_lines

__all__ = ["CareTask", "RecoverChats", "RestoreBackup", "report_lines"]
