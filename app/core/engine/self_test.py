"""A backend configuration is trusted only after it has decoded a few tokens in a child process.

llama.cpp is native code: a driver, an instruction set or a compiler can make it die on the first
quantised matrix product, and nothing in Python can catch that. So the safest way to ask is a child.
Configurations are tried from the fastest to the safest; the first that survives is remembered for
this machine, this build and these devices.

Threads: any one thread; `cancel` from any other. Source of the known crash: GCC 12 drops the stores
that fill the AMX tile configuration (llama.cpp pull request 26954).
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import threading
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.engine.device_probe import DevicesListed, DevicesUnknown, list_devices
from app.core.engine.errors import ChoicesNotForgotten, NoSafeBackend
from app.core.engine.self_test_report import BackendTrial, SelfTestReport
from app.core.files import write_atomically
from app.core.own_program import describe_exit, die_with_parent, own_command, own_environment
from app.core.paths import resource
from app.core.protocol import BackendChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD_COMMAND = "self-test-child"
SELF_TEST_MODEL = "self_test/self-test.gguf"
_TIMEOUT_S = 120.0
_N_TOKENS = 24

CANDIDATES = (
    BackendChoice(use_extra_bufts=True, use_gpu=True),
    BackendChoice(use_extra_bufts=False, use_gpu=True),
    BackendChoice(use_extra_bufts=False, use_gpu=False),
)


class SelfTest:
    """Chooses a backend configuration and remembers it.

    Args:
        choices_file: JSON file of the choices made so far; damage to it only costs a new test.
        command: how to start the child; the configuration is appended as JSON.
    """

    def __init__(self, choices_file: Path, command: Sequence[str] | None = None) -> None:
        self._choices_file = choices_file
        self._command = tuple(command) if command is not None else own_command(CHILD_COMMAND)
        self._cancelled = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None

    def cancel(self) -> None:
        """End a running test soon, and begin none until `allow`. Any thread."""
        self._cancelled.set()
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def allow(self) -> None:
        """Take back an earlier `cancel`. Any thread."""
        self._cancelled.clear()

    def choose(self, *, again: bool = False) -> SelfTestReport:
        """Return the configuration to use, the one chosen before unless `again`."""
        machine = machine_identity()
        key = _key(machine)
        remembered = None if again else self._recall(key)
        if remembered is not None:
            chosen, earlier = remembered
            return SelfTestReport(chosen, earlier, remembered=True, machine=machine)
        trials: list[BackendTrial] = []
        for backend in CANDIDATES:
            if self._cancelled.is_set():
                break
            trials.append(self._try(backend))
            if trials[-1].passed:
                self._remember(key, backend, trials)
                return SelfTestReport(backend, tuple(trials), remembered=False, machine=machine)
        return SelfTestReport(None, tuple(trials), remembered=False, machine=machine)

    def recall(self) -> SelfTestReport | None:
        """Return what was chosen before; None where nothing was. Tests nothing."""
        machine = machine_identity()
        remembered = self._recall(_key(machine))
        if remembered is None:
            return None
        chosen, trials = remembered
        return SelfTestReport(chosen, trials, remembered=True, machine=machine)

    def require(self) -> BackendChoice:
        """Return the configuration to use.

        Raises:
            NoSafeBackend: none survived.
        """
        report = self.choose()
        if report.chosen is None:
            raise NoSafeBackend(
                report.explanation() + "\n" + json.dumps(report.as_json(), indent=1)
            )
        return report.chosen

    def _try(self, backend: BackendChoice) -> BackendTrial:
        command = [*self._command, json.dumps(asdict(backend))]
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=own_environment(),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            return BackendTrial(backend, passed=False, outcome=f"could not be started: {error}")
        with self._child as child:
            if self._cancelled.is_set():  # asked for before there was a child to kill
                child.kill()
            try:
                _out, errors = child.communicate(timeout=_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                child.kill()
                return BackendTrial(backend, passed=False, outcome=f"hung for {_TIMEOUT_S:.0f} s")
        return _judge(backend, child.returncode, errors)

    def _recall(self, key: str) -> tuple[BackendChoice, tuple[BackendTrial, ...]] | None:
        try:
            stored = json.loads(self._choices_file.read_text("utf-8"))[key]
            choice = _choice(stored)
            trials = tuple(
                BackendTrial(_choice(one), bool(one["passed"]), str(one["outcome"]))
                for one in stored.get("trials", [])  # which an earlier version did not keep
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return (choice, trials) if choice in CANDIDATES else None

    def _remember(self, key: str, backend: BackendChoice, trials: list[BackendTrial]) -> None:
        try:
            known = json.loads(self._choices_file.read_text("utf-8"))
        except (OSError, ValueError):
            known = {}
        known = known if isinstance(known, dict) else {}
        told = [
            {**asdict(one.backend), "passed": one.passed, "outcome": one.outcome} for one in trials
        ]
        known[key] = {**asdict(backend), "trials": told}
        try:
            write_atomically(self._choices_file, [json.dumps(known, indent=1).encode()])
        except OSError:
            return  # a choice that cannot be remembered is made again next time


def forget_choices(choices_file: Path) -> None:
    """Forget what was chosen, so that the next load tests again.

    Raises:
        ChoicesNotForgotten: the file cannot be deleted.
    """
    try:
        choices_file.unlink(missing_ok=True)
    except OSError as error:
        raise ChoicesNotForgotten(choices_file, error) from error


def _choice(stored: dict[str, Any]) -> BackendChoice:
    return BackendChoice(
        use_extra_bufts=bool(stored["use_extra_bufts"]), use_gpu=bool(stored["use_gpu"])
    )


def _key(machine: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(machine, sort_keys=True).encode()).hexdigest()


def _judge(backend: BackendChoice, code: int, errors: bytes) -> BackendTrial:
    if code == 0:
        return BackendTrial(backend, passed=True, outcome="passed")
    return BackendTrial(backend, passed=False, outcome=describe_exit(code, errors))


def machine_identity() -> dict[str, str]:
    """Return what a choice holds for: processor, llama.cpp build with its files, devices."""
    from app.core.llama import library  # the native library is not needed to describe a report

    files = sorted(library.library_folder().glob("*"))
    digest = hashlib.sha256()
    for file in files:
        status = file.stat()
        digest.update(f"{file.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return {
        "machine": platform.machine(),
        "processor": _processor_name(),
        "system": platform.system(),
        "build": library.build_id(),
        "files": digest.hexdigest()[:16],
        "devices": _devices_in_words(),
    }


def _devices_in_words() -> str:
    match list_devices():
        case DevicesListed(devices):
            return "; ".join(f"{d.kind} {d.name} {d.description}" for d in devices)
        case DevicesUnknown(reason):
            return f"unknown: the list {reason}"


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

    A prompt and single tokens both, because they take different kernels.
    """
    import numpy as np

    from app.core.llama import (
        ALL_LAYERS,
        Batch,
        Context,
        ContextParams,
        DecodeOutcome,
        Model,
        ModelParams,
    )

    die_with_parent()
    backend = BackendChoice(**json.loads(argument))
    params = ModelParams(ALL_LAYERS if backend.use_gpu else 0, backend.use_extra_bufts)
    model = Model(str(resource(SELF_TEST_MODEL)), params, lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=os.cpu_count() or 1))
    batch = Batch(_N_TOKENS)
    for pos, count in ((0, _N_TOKENS), (_N_TOKENS, 1), (_N_TOKENS + 1, 1)):
        batch.clear()
        last = pos + count - 1
        index = batch.add(
            0, [token % model.n_vocab for token in range(count)], pos, frozenset({last})
        )
        if context.decode(batch) is not DecodeOutcome.DONE:
            return 3
        if not np.isfinite(context.logits(index[last])).all():
            return 4
    batch.close()
    context.close()
    model.close()
    return 0
