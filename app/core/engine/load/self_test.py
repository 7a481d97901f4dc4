"""A backend is trusted only after it has decoded a few tokens in a child process.

A driver, an instruction set or a compiler can make llama.cpp die on the first quantised matrix
product. So a child tries configurations, fastest first; what survives is remembered for this
machine, build, devices and drivers. Each GPU must also say what the processor says: some drivers
compute nonsense without a word. A GPU that is gone since the last start is told of once.

Threads: any one thread; `cancel` from any other. Source of the known crash: GCC 12 drops the stores
that fill the AMX tile configuration (llama.cpp pull request 26954).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

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
from app.core.ggml import gpu_backends
from app.core.ggml.devices import devices
from app.core.ggml.native_library import library_folder
from app.core.phrases import Phrase, phrase, phrase_from
from app.core.protocol import BackendChoice
from app.core.system.files import write_atomically
from app.core.system.own_program import (
    could_not_start,
    describe_exit,
    describe_hang,
    die_with_parent,
    output_of,
    own_command,
    start_child,
)
from app.core.system.paths import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from app.core.engine.load.device_probe import DeviceListing
    from app.core.ggml.devices import NativeDevice
    from app.core.llama import ModelParams
    from app.core.protocol import Device

CHILD_COMMAND = "self-test-child"
TRIED_MODELS = "tried-models.json"  # beside the choices
SELF_TEST_MODEL = "self_test/self-test.gguf"
_TIMEOUT_S = 120.0
_N_TOKENS = 24
_MORE_THAN_ALL = 1000  # layers: all of this one's
_NOT_FINITE, _NONSENSE = 4, 5  # exit codes of a child
_SAME_COSINE = 0.99  # of logits; the rounding of GPUs leaves 0.9999
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
        self._command = tuple(command) if command is not None else own_command(CHILD_COMMAND)
        self._listing = listing
        self._cancelled = threading.Event()
        self._is_given_up = False  # what `choose` does now, also when another load is allowed since
        self._child: subprocess.Popen[bytes] | None = None
        self._lost: tuple[str, ...] | None = None  # GPUs to tell of; None before it was asked

    def cancel(self) -> None:
        """End a running test soon, and begin none until `allow`. Any thread."""
        self._cancelled.set()
        self._is_given_up = True
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

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
        remembered = None if again else self._recall(key)
        if remembered is not None:
            chosen, earlier = remembered
            return SelfTestReport(chosen, earlier, remembered=True, machine=machine)
        trials: list[BackendTrial] = []
        for backend in CANDIDATES:
            if self._cancelled.is_set() or self._is_given_up:
                break
            trials.append(self._try(backend))
            if trials[-1].passed:
                self._remember(key, backend, trials)
                return SelfTestReport(backend, tuple(trials), remembered=False, machine=machine)
        return SelfTestReport(None, tuple(trials), remembered=False, machine=machine)

    def recall(self) -> SelfTestReport | None:
        """Return what was chosen before; None where nothing was. Tests nothing."""
        machine = machine_identity(list_devices(self._listing))
        remembered = self._recall(_key(machine))
        if remembered is None:
            return None
        chosen, trials = remembered
        return SelfTestReport(chosen, trials, remembered=True, machine=machine)

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

    def _try(self, backend: BackendChoice) -> BackendTrial:
        command = [*self._command, json.dumps(to_builtins(backend))]
        try:
            child = self._child = start_child(command)
        except OSError as error:
            return BackendTrial(backend, passed=False, outcome=could_not_start(error))
        if self._cancelled.is_set():  # asked for before there was a child to kill
            child.kill()
        try:
            _out, errors = output_of(child, _TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return BackendTrial(backend, passed=False, outcome=describe_hang(_TIMEOUT_S))
        return _judge(backend, child.returncode, errors)

    def _recall(self, key: str) -> tuple[BackendChoice, tuple[BackendTrial, ...]] | None:
        try:
            stored = self._known()[key]
            choice = _choice(stored)
            trials = tuple(
                BackendTrial(_choice(one), bool(one["passed"]), _outcome(one["outcome"]))
                for one in stored.get("trials", [])  # which an earlier version did not keep
            )
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        return (choice, trials) if choice in CANDIDATES else None

    def _remember(self, key: str, backend: BackendChoice, trials: list[BackendTrial]) -> None:
        told = [
            {**to_builtins(one.backend), "passed": one.passed, "outcome": to_builtins(one.outcome)}
            for one in trials
        ]
        self._write({**self._known(), key: {**to_builtins(backend), "trials": told}})

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


def _outcome(stored: Any) -> Phrase:
    """Return how a child ended; an earlier version kept English words."""
    return Phrase(stored) if isinstance(stored, str) else phrase_from(stored)


def _key(machine: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(machine, sort_keys=True).encode()).hexdigest()


def _judge(backend: BackendChoice, code: int, errors: bytes) -> BackendTrial:
    if code == 0:
        return BackendTrial(backend, passed=True, outcome=PASSED)
    return BackendTrial(backend, passed=False, outcome=describe_exit(code, errors))


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


def run_child(argument: str) -> int:
    """Decode a few tokens with the configuration in `argument` (JSON); 0 when all is well.

    On each GPU by itself, and then it must say what the processor says.
    """
    die_with_parent()
    backend = BackendChoice(**json.loads(argument))
    return try_devices(backend.use_extra_bufts, _gpus if backend.use_gpu else tuple)


def _gpus() -> tuple[NativeDevice, ...]:
    gpu_backends.admit()
    return tuple(device for device in devices() if device.kind in GPU_KINDS)


def try_devices(
    use_extra_bufts: bool,  # noqa: FBT001 - as `BackendChoice` has it
    found: Callable[[], Iterable[NativeDevice]],
) -> int:
    """Decode a few tokens on the processor, and on each of some devices by itself.

    With all weight layouts the processor must say what it says with plain ones.

    Args:
        use_extra_bufts: whether weights may be repacked.
        found: returns the devices; called when the processor has passed.

    Returns:
        the exit code of a child: 0 when all is well.
    """
    import numpy as np

    from app.core.llama import ALL_LAYERS, ModelParams

    # Without them first: once our own matrix products are admitted, they stay.
    plain = _logits(ModelParams(0, use_extra_bufts=False))
    expected = _logits(ModelParams(0)) if use_extra_bufts else plain
    if plain is None or expected is None or not np.isfinite(expected).all():
        return _NOT_FINITE
    if not _say_the_same(expected, plain):
        return _NONSENSE
    for device in found():
        shares = ((device.name, _MORE_THAN_ALL),)
        said = _logits(ModelParams(ALL_LAYERS, use_extra_bufts, shares))
        if said is None or not np.isfinite(said).all():
            return _NOT_FINITE
        if not _say_the_same(said, expected):
            return _NONSENSE
    return 0


def _say_the_same(found: npt.NDArray[np.float32], expected: npt.NDArray[np.float32]) -> bool:
    """Return whether each row of logits points where that of the processor does."""
    products = (found * expected).sum(axis=1)
    lengths = (found**2).sum(axis=1) * (expected**2).sum(axis=1)
    return bool((products > _SAME_COSINE * lengths**0.5).all())


def _logits(params: ModelParams) -> npt.NDArray[np.float32] | None:
    """Decode a prompt and single tokens, which take different kernels; None where that fails.

    Returns:
        float32 [3, n_vocab]: after each of them.
    """
    import numpy as np

    from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model

    model = Model(str(resource(SELF_TEST_MODEL)), params, lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=os.cpu_count() or 1))
    batch = Batch(_N_TOKENS)
    rows = []
    for pos, count in ((0, _N_TOKENS), (_N_TOKENS, 1), (_N_TOKENS + 1, 1)):
        batch.clear()
        last = pos + count - 1
        tokens = [token % model.n_vocab for token in range(count)]
        index = batch.add(0, tokens, pos, frozenset({last}))
        if context.decode(batch) is not DecodeOutcome.DONE:
            return None
        rows.append(context.logits(index[last]))
    batch.close()
    context.close()
    model.close()
    return np.stack(rows)
