"""What is said of the hardware where there are devices; run by `run_with_devices`.

Prints a report as JSON. The children that list devices and that decode are this program once more,
so that they have the devices too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest import mock

from app.core.engine import device_probe, self_test
from app.core.engine.device_probe import list_devices
from app.core.engine.self_test import SelfTest
from app.core.hardware import probe, report_here, report_lines
from tests.helpers.rpc_devices import use_servers

AGAIN = (sys.executable, "-m", "tests.helpers.hardware_run")


def main() -> None:
    """Do what the first argument says."""
    use_servers()
    match sys.argv[1:]:
        case ["report", trusted]:
            _report(Path(trusted))
        case ["devices"]:
            device_probe.run_devices_child()
        case ["self-test", backend]:
            sys.exit(self_test.run_child(backend))
        case unknown:
            raise SystemExit(f"nothing is called {unknown}")


def _report(trusted: Path) -> None:
    def listed() -> object:
        return list_devices((*AGAIN, "devices"))

    with (
        mock.patch.object(self_test, "list_devices", listed),
        mock.patch.object(probe, "list_devices", listed),
    ):
        SelfTest(trusted, (*AGAIN, "self-test")).require()
        report = report_here(trusted)
    sys.stdout.write(json.dumps({"report": report.as_json(), "text": report_lines(report)}) + "\n")


if __name__ == "__main__":
    main()
