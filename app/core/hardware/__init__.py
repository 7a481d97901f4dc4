"""What this machine computes with, and why not with more: devices, backends, self-test, speed.

`report_here` looks; `ask_hardware` lets a child look, for a front end that is to load no llama.cpp.
`SpeedMeasure` measures the loaded model.
"""

from __future__ import annotations

from app.core.engine.self_test import forget_choices
from app.core.hardware.builds import OTHER_BUILDS, OtherBuild, builds_besides
from app.core.hardware.errors import HardwareUnknown
from app.core.hardware.memory_speed import measured_read_speed
from app.core.hardware.probe import HARDWARE_CHILD, ask_hardware, report_here, run_hardware_child
from app.core.hardware.report import HardwareReport
from app.core.hardware.report_text import SpeedRates, model_lines, report_lines
from app.core.hardware.speed_measure import SpeedMeasure, SpeedMeasured, SpeedNotMeasured

__all__ = [
    "HARDWARE_CHILD",
    "OTHER_BUILDS",
    "HardwareReport",
    "HardwareUnknown",
    "OtherBuild",
    "SpeedMeasure",
    "SpeedMeasured",
    "SpeedNotMeasured",
    "SpeedRates",
    "ask_hardware",
    "builds_besides",
    "forget_choices",
    "measured_read_speed",
    "model_lines",
    "report_here",
    "report_lines",
    "run_hardware_child",
]
