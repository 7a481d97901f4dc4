"""An engine that dies while it looks at a picture: the chat goes on, and nothing is left behind."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from app.core.content.media import RawMedia
from app.core.protocol import AnswerFinished, FinishReason, PrefixSource
from tests.helpers.engine_harness import WAIT_S, Dialogue
from tests.helpers.harm import Harm
from tests.helpers.link_harness import LinkHarness
from tests.helpers.media_harness import show
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_run import some_picture

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

SYSTEM = "You are asked about what is shown. " * 4
_ENCODES_FOR_EVER_AT_FIRST = """
import sys, time
from pathlib import Path
from app.core.engine_link.child_main import run_engine_child
from app.core.llama.multimodal import Projector
encode = Projector.encode
def slow(*given):
    flag = Path(sys.argv[1])
    if not flag.exists():
        flag.touch()
        time.sleep(600)
    return encode(*given)
Projector.encode = slow
raise SystemExit(run_engine_child())
"""


def test_an_engine_that_is_killed_while_it_encodes_comes_back_and_answers(
    tmp_path: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    text, projector = pair_of("mrope").write(tmp_path)
    flag = tmp_path / "encoding"
    command = [sys.executable, "-c", _ENCODES_FOR_EVER_AT_FIRST, str(flag)]
    folder = tmp_path / "engine"
    with LinkHarness(folder, text, command=command, projector=str(projector)) as harness:
        picture = RawMedia(folder / "media").put(some_picture())
        dialogue = show(Dialogue().system(SYSTEM), "What is this?", picture)
        harness.ask(dialogue)
        deadline = time.monotonic() + WAIT_S
        while not flag.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        Harm.KILL.do(harness.pid)
        ended = harness.wait(AnswerFinished)
        assert ended.finish_reason is FinishReason.FAILED
        harness.until_loaded()
        said, finished = harness.answer(dialogue)
        assert finished.problem is None
        dialogue.assistant(said, finished)
        harness.until_stored(dialogue.chat)
        Harm.KILL.do(harness.pid)
        harness.until_loaded()
        finished = harness.turn(dialogue, "And?")
        assert finished.problem is None
        assert finished.stats.source is PrefixSource.DISK


def test_a_projector_that_is_deleted_while_it_is_used_costs_nothing_until_the_next_load(
    tmp_path: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    text, projector = pair_of("slices").write(tmp_path)
    folder = tmp_path / "engine"
    with LinkHarness(folder, text, projector=str(projector)) as harness:
        projector.unlink()
        picture = RawMedia(folder / "media").put(some_picture())
        dialogue = show(Dialogue(), "What is this?", picture)
        _said, finished = harness.answer(dialogue)
        assert finished.problem is None
        Harm.KILL.do(harness.pid)
        harness.until_loaded()
        assert harness.info is not None
        assert not harness.info.senses.sees
        _said, finished = harness.answer(dialogue)
        assert finished.problem is not None
        assert "cannot see pictures" in str(finished.problem.what)
