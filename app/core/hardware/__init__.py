"""What this machine computes with, and why not with more: devices, backends, self-test, speed.

`report_here` looks; `ask_hardware` lets a child look, for a front end that is to load no llama.cpp.
`SpeedMeasure` measures the loaded model.
"""

from __future__ import annotations

from app.core.engine.load.self_test import forget_choices
from app.core.hardware.builds import OTHER_BUILDS, OtherBuild, builds_besides
from app.core.hardware.probe import (
    HARDWARE_CHILD,
    HardwareUnknown,
    ask_hardware,
    report_here,
    run_hardware_child,
)
from app.core.hardware.report import HardwareReport, SpeedRates, model_lines, report_lines
from app.core.hardware.speed_measure import (
    SpeedMeasure,
    SpeedMeasured,
    SpeedNotMeasured,
    measured_read_speed,
)

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
