"""What llama.cpp finds on this machine, and what the self-test found out, as plain values.

Names no user, file or chat, so that it may stand in a report of a defect.

Threads: pure values, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from app.core.engine.self_test_report import BackendTrial
from app.core.phrases import Phrase, phrase_from
from app.core.protocol import BackendChoice, Device


@dataclass(frozen=True, slots=True)
class HardwareReport:
    """One look at the machine.

    Attributes:
        build: what identifies llama.cpp.
        backends: libraries that came with it, such as "cpu-haswell" or "vulkan"; none where it is
            one single library.
        system: operating system and kind of processor.
        processor: its name.
        devices: in llama.cpp's order.
        why_no_devices: how asking for them ended; `NO_WORDS` when it went well.
        chosen: by the self-test; None where it has not run on this machine as it is now.
        trials: of the self-test, in their order.
    """

    build: str
    backends: tuple[str, ...]
    system: str
    processor: str
    devices: tuple[Device, ...]
    why_no_devices: Phrase
    chosen: BackendChoice | None
    trials: tuple[BackendTrial, ...]

    @property
    def has_distrusted(self) -> bool:
        """Whether the self-test has refused a configuration, so that trying again makes sense."""
        return any(not trial.passed for trial in self.trials) or (
            self.chosen is not None and self.chosen != BackendChoice()
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        trials = [trial.as_json() for trial in self.trials]
        return {**to_builtins(self), "why_no_devices": str(self.why_no_devices), "trials": trials}


def report_from(fields: dict[str, Any]) -> HardwareReport:
    """Return a report from what `to_builtins` has made of it and JSON has made of that."""
    chosen = fields["chosen"]
    trials = (
        BackendTrial(BackendChoice(**one["backend"]), one["passed"], phrase_from(one["outcome"]))
        for one in fields["trials"]
    )
    return HardwareReport(
        build=fields["build"],
        backends=tuple(fields["backends"]),
        system=fields["system"],
        processor=fields["processor"],
        devices=tuple(Device(**device) for device in fields["devices"]),
        why_no_devices=phrase_from(fields["why_no_devices"]),
        chosen=BackendChoice(**chosen) if chosen is not None else None,
        trials=tuple(trials),
    )
