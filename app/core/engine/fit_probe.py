"""How a model file fits this machine now, asked in a child process.

llama.cpp reads the file and, for a GPU, a driver is started: a front end does neither. The child
says what it found as one line of JSON: values of `core.fit`, or a failure in the user's words.

Threads: any; `ask_fit` waits for the child, mostly less than a second.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.engine.errors import FitUnknown
from app.core.errors import KnownError, Problem, problem_of
from app.core.fit import FitReport, MemoryUse, Placement, PlaceReport, Verdict
from app.core.own_program import describe_exit, die_with_parent, own_command, own_environment
from app.core.phrases import Phrase
from app.core.protocol import BackendChoice, KVType, LoadModel, LoadSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD_COMMAND = "fit-child"
_TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True)
class FitQuestion:
    """What is asked of a model.

    Attributes:
        path: of its file, the first one of a split model.
        n_ctx: tokens of the chat; 0 for the context that would be chosen.
        kv_type: how the KV cache would hold them.
        backend: what may be used of this build.
    """

    path: str
    n_ctx: int = 0
    kv_type: KVType = KVType.F16
    backend: BackendChoice = field(default_factory=BackendChoice)


class _Told(KnownError):
    """A failure that the child has told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)


def ask_fit(question: FitQuestion, command: Sequence[str] | None = None) -> FitReport:
    """Return how a model fits.

    Args:
        question: what is asked.
        command: how to start the child; None for this program.

    Raises:
        KnownError: why this file cannot be used, as for loading; `FitUnknown`: the child died.
    """
    arguments = json.dumps(asdict(question))
    try:
        child = subprocess.run(
            [*(command or own_command(CHILD_COMMAND)), arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=own_environment(),
            timeout=_TIMEOUT_S,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            check=False,
        )
    except OSError as error:
        raise FitUnknown(question.path, f"could not be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise FitUnknown(question.path, f"hung for {_TIMEOUT_S:.0f} s") from error
    if child.returncode != 0:
        raise FitUnknown(question.path, describe_exit(child.returncode, child.stderr))
    # Drivers print where they like: ours is the last line.
    answer = json.loads(child.stdout.strip().rsplit(b"\n", 1)[-1])
    if "what" in answer:
        raise _Told(_problem(answer))
    return _report(answer)


def run_fit_child(argument: str) -> int:
    """Answer the question in `argument` (JSON) on standard output; return the exit code."""
    die_with_parent()
    try:
        answer = asdict(_find_fit(_question(json.loads(argument))))
    except KnownError as error:
        answer = asdict(problem_of(error))
    sys.stdout.write("\n" + json.dumps(answer) + "\n")
    return 0


def _find_fit(question: FitQuestion) -> FitReport:
    from app.core.engine.model_measure import measure_machine, measure_model, plan_measured
    from app.core.fit import report_fit
    from app.core.llama.gguf_file import check_complete

    check_complete(question.path)
    settings = LoadSettings(question.n_ctx, kv_type=question.kv_type)
    command = LoadModel(question.path, settings)
    machine = measure_machine(question.backend)
    measured = measure_model(command, question.backend, machine.devices)
    measured, found = plan_measured(command, measured, machine)
    return report_fit(measured.memory, machine, found)


# -- values from JSON --


def _question(fields: dict[str, Any]) -> FitQuestion:
    kv_type, backend = KVType(fields.pop("kv_type")), BackendChoice(**fields.pop("backend"))
    return FitQuestion(**fields, kv_type=kv_type, backend=backend)


def _phrase(fields: dict[str, Any]) -> Phrase:
    return Phrase(fields["text"], tuple((name, value) for name, value in fields["values"]))


def _problem(fields: dict[str, Any]) -> Problem:
    what, effect, remedy = (_phrase(fields[name]) for name in ("what", "effect", "remedy"))
    return Problem(what, effect, remedy, fields["detail"])


def _report(fields: dict[str, Any]) -> FitReport:
    placement = fields["placement"]
    if placement is not None:
        shares = tuple((name, count) for name, count in placement.pop("shares"))
        placement = Placement(**placement, shares=shares)
    return FitReport(
        verdict=Verdict(fields["verdict"]),
        reason=_phrase(fields["reason"]),
        places=tuple(
            PlaceReport(MemoryUse(**place.pop("use")), **place) for place in fields["places"]
        ),
        placement=placement,
    )
