"""A machine goes that a part of the model lies on: the window stays, and the chat goes on.

llama.cpp ends its process where a server of its RPC backend has gone; here its server is killed.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.protocol import (
    AnswerFinished,
    EngineRestarted,
    FinishReason,
    ModelLoadFailed,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
    TextDelta,
)
from tests.helpers.engine_harness import Dialogue
from tests.helpers.link_harness import LinkHarness
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

LONG = "Tell me a long story. " * 20


def test_a_chat_goes_on_with_the_machines_that_are_left(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    with servers(2) as running:
        attic, cellar = machines = running.addresses
        split = ((attic, 1.0), (cellar, 1.0))
        with LinkHarness(
            tmp_path / "engine", tiny_model, machines=machines, split=split
        ) as harness:
            dialogue = Dialogue()
            harness.turn(dialogue, LONG)
            harness.until_stored(dialogue.chat)
            request = harness.ask(dialogue.user("Go on."), max_tokens=2000)
            said = harness.wait(TextDelta).text

            running.kill(0)

            told = harness.hear(AnswerFinished)
            ended = told.what
            assert (told.request, ended.finish_reason) == (request, FinishReason.FAILED)
            assert said
            harness.wait(ModelUnloaded)
            problem = harness.wait(ProblemRaised).problem
            assert ended.problem == problem
            assert str(problem.what) == f"The machine at {attic} no longer responds."
            assert str(problem.effect) == "The answer so far is kept."
            assert str(problem.remedy) == "Hearth reloads the model without it."
            harness.wait(EngineRestarted)
            harness.until_loaded()
            assert harness.info is not None
            assert harness.info.settings.machines == (cellar,)
            uses = {use.place: use.n_layers for use in harness.info.placement.uses}
            assert uses[cellar] > 0
            assert attic not in uses

            dialogue.messages.pop()
            finished = harness.turn(dialogue, "And now?")
            assert finished.finish_reason is FinishReason.LENGTH
            assert finished.stats.source is PrefixSource.DISK
            problems = [one for one in harness.seen if isinstance(one, ProblemRaised)]
            assert len(problems) == 1


_KILLS_ITS_MACHINE = """
import os, sys
from app.core.engine.load import loader
from app.core.engine_link.child_main import run_engine_child
load = loader.load
def load_after_the_end(command, *others):
    if command.settings.machines:
        os.kill(int(sys.argv[1]), 9)
    return load(command, *others)
loader.load = load_after_the_end
raise SystemExit(run_engine_child())
"""


def test_a_model_is_loaded_without_one_that_goes_while_it_is_loaded(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    with servers(1) as running:
        command = [sys.executable, "-c", _KILLS_ITS_MACHINE, str(running.children[0].pid)]
        machines = running.addresses
        with LinkHarness(
            tmp_path / "engine", tiny_model, command=command, machines=machines
        ) as harness:
            failed = [one for one in harness.seen if isinstance(one, ModelLoadFailed)]
            assert [str(one.problem.what) for one in failed] == [
                f"The machine at {machines[0]} no longer responds."
            ]
            assert harness.info is not None
            assert harness.info.n_gpu_layers == 0
            assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH
