"""A backend is trusted only after it has decoded a few tokens in a child process.

A driver, an instruction set or a compiler can make llama.cpp die on the first quantised matrix
product. So a child tries configurations, fastest first; what survives is remembered for this
machine, build, devices and drivers. Each GPU must also say what the processor says: some drivers
compute nonsense without a word. A GPU that is gone since the last start is told of once.

The child also measures what our own matrix products are worth on this processor. That is remembered
with the choice, and settled for the process that asks for it.

Threads: any one thread; `cancel` from any other. Source of the known crash: GCC 12 drops the stores
that fill the AMX tile configuration (llama.cpp pull request 26954).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from app.core.engine.errors import CHOICES_NOT_FORGOTTEN, NO_SAFE_BACKEND
from app.core.engine.load.device_probe import DevicesListed, DevicesUnknown, list_devices
from app.core.engine.load.self_test_report import (
    PASSED,
    BackendTrial,
    SelfTestReport,
    TrustedBackend,
)
from app.core.errors import Problem
from app.core.fit.machine import GPU_KINDS
from app.core.ggml.backends import settle_products
from app.core.ggml.native_library import library_folder
from app.core.phrases import Phrase, phrase
from app.core.protocol import BackendChoice
from app.core.system.files import write_atomically
from app.core.system.probes import Probe, ProbeFailed, found_in, own_probe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.engine.load.device_probe import DeviceListing
    from app.core.protocol import Device

TRIED_MODELS = "tried-models.json"  # beside the choices
_TIMEOUT_S = 120.0
_GPUS = "gpus"  # beside the choices: the GPUs of the start before

CANDIDATES = (
    BackendChoice(use_extra_bufts=True, use_gpu=True),
    BackendChoice(use_extra_bufts=False, use_gpu=True),
    BackendChoice(use_extra_bufts=True, use_gpu=False),  # a bad GPU costs the processor nothing
    BackendChoice(use_extra_bufts=False, use_gpu=False),
)


class SelfTest:
    """Chooses a backend configuration and remembers it.

    Args:
        choices_file: JSON file of the choices made so far; damage to it only costs a new test.
        command: how to start the child; the configuration is appended as JSON.
        listing: of the devices, where one was begun already.
    """

    def __init__(
        self,
        choices_file: Path,
        command: Sequence[str] | None = None,
        listing: DeviceListing | None = None,
    ) -> None:
        self._choices_file = choices_file
        self._command = tuple(command) if command is not None else own_probe("self-test")
        self._listing = listing
        self._cancelled = threading.Event()
        self._is_given_up = False  # what `choose` does now, also when another load is allowed since
        self._probe: Probe | None = None
        self._lost: tuple[str, ...] | None = None  # GPUs to tell of; None before it was asked

    def cancel(self) -> None:
        """End a running test soon, and begin none until `allow`. Any thread."""
        self._cancelled.set()
        self._is_given_up = True
        if self._probe is not None:
            self._probe.kill()

    def allow(self) -> None:
        """Take back an earlier `cancel`. Any thread."""
        self._cancelled.clear()

    def choose(self, *, again: bool = False) -> SelfTestReport:
        """Return the configuration to use, the one chosen before unless `again`.

        Then models that llama.cpp did not survive are tried again as well.
        """
        if again:
            with contextlib.suppress(OSError):
                self._choices_file.with_name(TRIED_MODELS).unlink()
        self._is_given_up = False
        listed = list_devices(self._listing)
        self._note_gpus(listed)
        machine = machine_identity(listed)
        key = _key(machine)
        remembered = None if again else self._recall(key, machine)
        if remembered is not None:
            return remembered
        trials: list[BackendTrial] = []
        for backend in CANDIDATES:
            if self._cancelled.is_set() or self._is_given_up:
                break
            trial, products = self._try(backend)
            trials.append(trial)
            if trial.passed:
                self._remember(key, backend, trials, products)
                settle_products(products)
                return SelfTestReport(backend, tuple(trials), False, machine, products)
        return SelfTestReport(None, tuple(trials), remembered=False, machine=machine)

    def recall(self) -> SelfTestReport | None:
        """Return what was chosen before; None where nothing was. Tests nothing."""
        machine = machine_identity(list_devices(self._listing))
        return self._recall(_key(machine), machine)

    def require(self) -> TrustedBackend:
        """Return the configuration to use, and what is to be told with it; that is told once.

        Raises:
            KnownError: none survived.
        """
        report = self.choose()
        if report.chosen is None:
            raise NO_SAFE_BACKEND(
                report.explanation() + "\n" + json.dumps(report.as_json(), indent=1)
            )
        problems = tuple(_gpu_is_lost(name) for name in self._lost or ())
        self._lost = ()
        return TrustedBackend(report.chosen, problems)

    def _note_gpus(self, listed: DevicesListed | DevicesUnknown) -> None:
        """Compare the GPUs with those of the start before; where none can be listed, do nothing.

        That one has failed the self-test is told anyway.
        """
        if self._lost is not None or isinstance(listed, DevicesUnknown):
            return
        known = self._known()
        before = known.get(_GPUS, [])
        now = [device.description for device in listed.devices if device.kind in GPU_KINDS]
        gone = before if isinstance(before, list) and not now else []
        self._lost = tuple(name for name in gone if isinstance(name, str))
        if now != before:
            self._write({**known, _GPUS: now})

    def _try(self, backend: BackendChoice) -> tuple[BackendTrial, dict[str, int]]:
        """Return what became of a configuration, and what our own matrix products are worth."""
        try:
            probe = self._probe = Probe((*self._command, json.dumps(to_builtins(backend))))
            if self._cancelled.is_set():  # asked for before there was a child to kill
                probe.kill()
            said, _errors = probe.output(_TIMEOUT_S)
        except ProbeFailed as error:
            return BackendTrial(backend, passed=False, outcome=error.how), {}
        return BackendTrial(backend, passed=True, outcome=PASSED), _products_said(said)

    def _recall(self, key: str, machine: dict[str, str]) -> SelfTestReport | None:
        try:
            stored = self._known()[key]
            choice = _choice(stored)
            trials = tuple(
                BackendTrial(_choice(one), bool(one["passed"]), _outcome(one["outcome"]))
                for one in stored.get("trials", [])  # which an earlier version did not keep
            )
            products = convert(stored.get("products", {}), dict[str, int])  # likewise
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        if choice not in CANDIDATES:
            return None
        settle_products(products)
        return SelfTestReport(choice, trials, True, machine, products)

    def _remember(
        self,
        key: str,
        backend: BackendChoice,
        trials: list[BackendTrial],
        products: dict[str, int],
    ) -> None:
        told = [
            {**to_builtins(one.backend), "passed": one.passed, "outcome": to_builtins(one.outcome)}
            for one in trials
        ]
        found = {**to_builtins(backend), "trials": told, "products": products}
        self._write({**self._known(), key: found})

    def _known(self) -> dict[str, Any]:
        try:
            known = json.loads(self._choices_file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def _write(self, known: dict[str, Any]) -> None:
        try:
            write_atomically(self._choices_file, [json.dumps(known, indent=1).encode()])
        except OSError:
            return  # a choice that cannot be remembered is made again next time


def forget_choices(choices_file: Path) -> None:
    """Forget what was chosen, and which models were tried, so that the next load tests again.

    Raises:
        KnownError: the file cannot be deleted.
    """
    try:
        choices_file.unlink(missing_ok=True)
        choices_file.with_name(TRIED_MODELS).unlink(missing_ok=True)
    except OSError as error:
        raise CHOICES_NOT_FORGOTTEN(repr(error), file=choices_file) from error


def _gpu_is_lost(name: str) -> Problem:
    return Problem(
        what=phrase("The GPU {name} is unavailable, so Hearth uses the processor.", name=name),
        effect=phrase("Your chats continue where they stopped."),
        remedy=phrase("Its driver is missing or not working; reinstall it to use the GPU."),
    )


def _choice(stored: dict[str, Any]) -> BackendChoice:
    return BackendChoice(
        use_extra_bufts=bool(stored["use_extra_bufts"]), use_gpu=bool(stored["use_gpu"])
    )


def _products_said(said: bytes) -> dict[str, int]:
    """Return what a child has measured of our own matrix products; nothing without a word."""
    try:
        return convert(found_in(said), dict[str, int])
    except ValueError:
        return {}


def _outcome(stored: Any) -> Phrase:
    """Return how a child ended; an earlier version kept English words."""
    return Phrase(stored) if isinstance(stored, str) else convert(stored, Phrase)


def _key(machine: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(machine, sort_keys=True).encode()).hexdigest()


def machine_identity(listed: DevicesListed | DevicesUnknown) -> dict[str, str]:
    """Return what a choice holds for: processor, llama.cpp build with its files, devices."""
    from app.core.llama.library import build_id  # is not needed to describe a report

    files = sorted(library_folder().glob("*"))
    digest = hashlib.sha256()
    for file in files:
        status = file.stat()
        digest.update(f"{file.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return {
        "machine": platform.machine(),
        "processor": _processor_name(),
        "system": platform.system(),
        "build": build_id(),
        "files": digest.hexdigest()[:16],
        "devices": _devices_in_words(listed),
    }


def _devices_in_words(listed: DevicesListed | DevicesUnknown) -> str:
    match listed:
        case DevicesListed(devices):
            return "; ".join(_in_words(device) for device in devices)
        case DevicesUnknown(reason):
            return f"unknown: the list {reason}"


def _in_words(device: Device) -> str:
    words = f"{device.kind} {device.name} {device.description}"
    return f"{words}, {device.driver}" if device.driver else words


def _processor_name() -> str:
    """Return model and instruction sets of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "Features")
    found = {line.split(":", 1)[0].strip(): line for line in reversed(lines) if ":" in line}
    text = " ".join(found[name] for name in wanted if name in found)
    name = found.get("model name", "").split(":", 1)[-1].strip() or platform.machine()
    return f"{name} {hashlib.sha256(text.encode()).hexdigest()[:12]}"
