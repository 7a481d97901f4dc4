"""How model files fit this machine now, asked in a child process.

llama.cpp reads the files and, for a GPU, a driver is started: a front end does neither. The child
reads a question a line from its standard input and answers each with a line of JSON: values of
`core.fit`, or a failure in the user's words. So its start, most of the time of one question, is
paid once for many.

Threads: as `FitChild` says; an answer takes mostly less than a second.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from app.core.engine.errors import FitChildDied, FitUnknown, NotAChatModel
from app.core.errors import EXIT_BUG, KnownError, Problem, problem_of
from app.core.fit.planner import ESTIMATED_WISH, Plan, estimated_model, plan_load
from app.core.fit.verdict import FitReport, report_fit
from app.core.plain_value import TaggedValue, replace
from app.core.protocol import (
    DEFAULT_LOAD,
    BackendChoice,
    LoadModel,
    LoadSettings,
)
from app.core.system.own_program import be_a_child, describe_exit, start_child
from app.core.system.probes import own_probe

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self

    from app.core.fit.machine import MachineMemory

_TIMEOUT_S = 120.0
_MARK = b"hearth: "  # drivers print where they like: these lines are ours
_OUR_STACKS = "Fatal Python error"  # as faulthandler begins, behind what llama.cpp said
_LAST_WORDS = 1000  # characters of what a child said that died
_OOM_SCORE = b"600"  # it goes before the engine when memory runs out
_STEP = 4096  # contexts for one chat are multiples of so many tokens


class FitQuestion(TaggedValue, frozen=True):
    """What is asked of a model.

    Attributes:
        path: of its file, the first one of a split model.
        settings: with which it would be loaded.
        chat_tokens: that the context must hold for a chat, an answer among them; 0 for none.
        freed: places, each with the bytes that whoever asks will give back before.
    """

    path: str
    settings: LoadSettings = DEFAULT_LOAD
    chat_tokens: int = 0
    freed: tuple[tuple[str, int], ...] = ()


class SizeQuestion(TaggedValue, frozen=True):
    """What is asked of a model that is not here: only how large its files are.

    Attributes:
        name: what it is called.
        freed: as in `FitQuestion`.
    """

    name: str
    size_bytes: int
    freed: tuple[tuple[str, int], ...] = ()


class LayoutQuestion(TaggedValue, frozen=True):
    """Whether llama.cpp survives a model: it is read and laid out in RAM, but for the weights.

    Attributes:
        path, settings: as in `FitQuestion`.
    """

    path: str
    settings: LoadSettings


AnyQuestion = FitQuestion | SizeQuestion


class _Told(KnownError):
    """A failure that the child has told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)


def ask_fit(
    question: FitQuestion, trusted_backends: Path, command: Sequence[str] | None = None
) -> FitReport:
    """Return how one model fits; arguments and errors are those of `FitChild`."""
    with FitChild(trusted_backends, command) as child:
        return child.ask(question)


class FitChild:
    """A child that answers one question after another.

    It is started with the first question, and again with the next one when it died.

    Args:
        trusted_backends: what the self-test has found out about this machine.
        command: how to start the child; None for this program.

    Threads: `ask` and `close` on one thread, whose end also ends the child; `kill` on any.
    """

    def __init__(self, trusted_backends: Path, command: Sequence[str] | None = None) -> None:
        self._command = (*(command or own_probe("fit")), str(trusted_backends))
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None  # guarded by _lock
        self._is_killed = False  # guarded by _lock
        self._errors: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Return this child."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def ask(self, question: AnyQuestion) -> FitReport:
        """Return how a model fits, exactly or as far as its size tells.

        Raises:
            KnownError: why this file cannot be used, as for loading.
            FitChildDied: the child died or hung.
            FitUnknown: it could not be started, or was killed.
        """
        return convert(self._answer(question), FitReport)

    def lay_out(self, question: LayoutQuestion) -> None:
        """Return when llama.cpp has survived a model; errors are those of `ask`."""
        self._answer(question)

    def _answer(self, question: AnyQuestion | LayoutQuestion) -> dict[str, Any]:
        name = question.name if isinstance(question, SizeQuestion) else question.path
        process = self._started(name)
        has_hung = threading.Event()

        def give_up() -> None:
            has_hung.set()
            process.kill()

        watch = threading.Timer(_TIMEOUT_S, give_up)
        watch.start()
        try:
            line = _exchange(process, json.dumps(to_builtins(question)))
        finally:
            watch.cancel()
            watch.join()
        if not line:
            ending = self._end(process, has_hung=has_hung.is_set())
            is_innocent = self._is_killed or process.returncode == EXIT_BUG
            raise (FitUnknown if is_innocent else FitChildDied)(name, ending)
        answer: dict[str, Any] = json.loads(line)
        if "what" in answer:
            raise _Told(convert(answer, Problem))
        return answer

    def kill(self) -> None:
        """End the child at once and for good: what is asked now, and later, has no answer."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the child; a later question starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()  # it keeps nothing that could be lost
            process.communicate()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _started(self, name: str) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_killed:
                raise FitUnknown(name, "was stopped")
            if self._process is None:
                self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
                try:
                    self._process = start_child(self._command, is_asked=True, errors=self._errors)
                except OSError as error:
                    self._errors.close()
                    raise FitUnknown(name, f"could not be started: {error}") from error
            return self._process

    def _end(self, process: subprocess.Popen[bytes], *, has_hung: bool) -> str:
        """Take leave of a child that said nothing, and return what became of it, in words."""
        process.communicate()
        said = b""
        if self._errors is not None:
            self._errors.seek(0)
            said = self._errors.read()
        self.close()
        if has_hung:
            return f"hung for {_TIMEOUT_S:.0f} s"
        words = said.decode("utf-8", "replace").split(_OUR_STACKS)[0].strip()[-_LAST_WORDS:]
        ending = str(describe_exit(process.returncode, said))
        return ending if ending.endswith(words) else f"{ending}\n{words}"


def _exchange(process: subprocess.Popen[bytes], question: str) -> bytes:
    """Put a question and return the answer; nothing when the child has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(question.encode() + b"\n")
        process.stdin.flush()
    except OSError:
        return b""
    for line in process.stdout:
        if line.startswith(_MARK) and line.endswith(b"\n"):
            return line.removeprefix(_MARK)
    return b""


# -- in the child --


def run_fit_child(trusted_backends: str) -> int:
    """Answer the questions on standard input until it ends; return the exit code."""
    be_a_child(_OOM_SCORE)
    backend = _Backend(Path(trusted_backends))
    for line in sys.stdin:
        try:
            question: Any = convert(json.loads(line), AnyQuestion | LayoutQuestion)
            if isinstance(question, LayoutQuestion):
                _lay_out(question)
                answer: Any = {}
            else:
                answer = to_builtins(_answer(question, backend.choice()))
        except KnownError as error:
            answer = to_builtins(problem_of(error))
        sys.stdout.write("\n" + _MARK.decode() + json.dumps(answer) + "\n")
        sys.stdout.flush()
    return 0


class _Backend:
    """What a load would use; on a machine that was not tested yet, it is tested once asked."""

    def __init__(self, trusted_backends: Path) -> None:
        self._trusted_backends = trusted_backends
        self._choice: BackendChoice | None = None

    def choice(self) -> BackendChoice:
        if self._choice is None:
            self._choice = self._find()
        return self._choice

    def _find(self) -> BackendChoice:
        from app.core.engine.load.device_probe import begin_listing
        from app.core.engine.load.self_test import SelfTest

        self_test = SelfTest(self._trusted_backends, listing=begin_listing())
        recalled = self_test.recall()
        if recalled is not None and recalled.chosen is not None:
            return recalled.chosen
        return self_test.require().backend


def _lay_out(question: LayoutQuestion) -> None:
    """Have llama.cpp do all that it does for a load, but for weights and drivers."""
    from app.core.engine.load.model_measure import measure_model
    from app.core.llama.gguf_file import check_complete, says_it_embeds

    _limit_memory()
    check_complete(question.path)
    plain = BackendChoice(use_extra_bufts=False, use_gpu=False)
    try:
        measure_model(LoadModel(question.path, question.settings), plain)
    except NotAChatModel:
        if not says_it_embeds(question.path):
            raise


def _limit_memory() -> None:
    """Let a file that claims to be huge end in an error before it ends in a machine that swaps."""
    if sys.platform == "linux":
        import resource

        import psutil

        _now, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = psutil.virtual_memory().available
        limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def _answer(question: AnyQuestion, backend: BackendChoice) -> FitReport:
    from app.core.engine.load.model_measure import measure_machine

    machine = measure_machine(backend).given_back(question.freed)
    if isinstance(question, FitQuestion):
        return _find_fit(question, backend, machine)
    memory = estimated_model(question.size_bytes, machine)
    return report_fit(memory, machine, plan_load(memory, machine, ESTIMATED_WISH))


def _find_fit(question: FitQuestion, backend: BackendChoice, machine: MachineMemory) -> FitReport:
    from app.core.engine.load.model_measure import measure_model, plan_measured
    from app.core.llama.gguf_file import check_complete

    check_complete(question.path)
    command = LoadModel(question.path, question.settings)
    measured = measure_model(command, backend, machine.devices)
    n_ctx_train = measured.memory.n_ctx_train
    measured, found = plan_measured(command, measured, machine)
    needed = question.chat_tokens
    if isinstance(found, Plan) and found.placement.n_ctx < needed <= n_ctx_train:
        n_ctx = min(n_ctx_train, -(-needed // _STEP) * _STEP)
        command = LoadModel(question.path, replace(question.settings, n_ctx=n_ctx))
        measured = measure_model(command, backend, machine.devices)
        measured, found = plan_measured(command, measured, machine)
    return report_fit(measured.memory, machine, found, needed)
