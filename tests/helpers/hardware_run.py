"""What is said of the hardware where there are devices; run by `run_with_devices`.

Prints a report as JSON, and the same as text.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from app.core.engine.load.self_test import SelfTest
from app.core.hardware.probe import ask_hardware
from app.core.hardware.report import report_lines

if __name__ == "__main__":
    trusted = Path(sys.argv[1])
    SelfTest(trusted).require()
    report = ask_hardware(trusted)
    found = {"report": report.as_json(), "text": report_lines(report)}
    sys.stdout.write(json.dumps(found) + "\n")
