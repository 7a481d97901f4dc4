"""What the self-test has tried and chosen, as plain values and in a few words.

Threads: pure values, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import field, to_builtins

from app.core.phrases import Phrase
from app.core.plain_value import PlainValue
from app.core.protocol import BackendChoice

if TYPE_CHECKING:
    from app.core.errors import Problem

PASSED = Phrase("passed")


class BackendTrial(PlainValue, frozen=True):
    """One configuration and what became of its child.

    Attributes:
        outcome: `PASSED`, or how the child ended.
    """

    backend: BackendChoice
    passed: bool
    outcome: Phrase

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        return {**to_builtins(self), "outcome": str(self.outcome)}


class SelfTestReport(PlainValue, frozen=True):
    """What was chosen and why.

    Attributes:
        chosen: None when every configuration failed.
        trials: in the order they were made; those of then when the choice was remembered.
        remembered: no child had to run.
        machine: what the choice holds for.
        products: the classes of batches for which our own matrix products are worth it, as bits, by
            the type of the weights (`product_trial`); empty where there are none.
    """

    chosen: BackendChoice | None
    trials: tuple[BackendTrial, ...]
    remembered: bool
    machine: dict[str, str]
    products: dict[str, int] = field(default_factory=dict)

    def explanation(self) -> str:
        """Say in one sentence why this configuration was chosen."""
        if self.remembered:
            return "This configuration passed the self-test on this machine before."
        if self.chosen is None:
            return "Every configuration failed."
        failed = [trial for trial in self.trials if not trial.passed]
        if not failed:
            return "The fastest configuration passed."
        return f"{len(failed)} faster configuration(s) failed: " + "; ".join(
            f"{describe_backend(trial.backend)} {trial.outcome}" for trial in failed
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        return {
            "ok": self.chosen is not None,
            "chosen": to_builtins(self.chosen) if self.chosen else None,
            "reason": self.explanation(),
            "remembered": self.remembered,
            "trials": [trial.as_json() for trial in self.trials],
            "machine": self.machine,
            "products": self.products,
        }


class TrustedBackend(PlainValue, frozen=True):
    """What a model may be loaded with.

    Attributes:
        problems: what is to be told of the devices.
    """

    backend: BackendChoice
    problems: tuple[Problem, ...] = ()


def describe_backend(backend: BackendChoice) -> str:
    """Name a configuration in a few words."""
    buffers = "all weight layouts" if backend.use_extra_bufts else "plain weight layouts"
    return f"{buffers}, {'GPU where present' if backend.use_gpu else 'no GPU'}"
