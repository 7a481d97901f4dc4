"""What a child has found is heard, whatever else is printed there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.core.engine.load.projectors import ProjectorTrials
from app.core.llama.errors import ProjectorUnusable
from app.core.system.probes import found_in, say
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

REFUSES = (
    "from app.core.system.probes import say;"
    "print('a driver begins', end=''); say(['ProjectorUnusable', 'torn']); print('it ends')"
)


def test_what_drivers_print_before_and_behind_it_is_no_matter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sys.stdout.write("a driver begins")
    say({"n": [1, None]})
    sys.stdout.write("a driver ends\n")
    assert found_in(capsys.readouterr().out.encode()) == {"n": [1, None]}


def test_where_nothing_was_said_nothing_is_read() -> None:
    for output in b"", b"{}\n", b"hearth: {\n":
        with pytest.raises(ValueError, match=r".+"):
            found_in(output)


def test_a_projector_that_is_refused_is_not_used_whatever_is_printed_behind(tmp_path: Path) -> None:
    trials = ProjectorTrials(tmp_path / "trials.json", (sys.executable, "-c", REFUSES))
    model = str(write_tiny_llama(tmp_path / "model.gguf"))
    with pytest.raises(ProjectorUnusable) as refused:
        trials.use_gpu(model, model, may_use_gpu=False)
    assert refused.value.detail == "torn"
