"""How models fit is found out beside whatever waits, once for what has not changed."""

from __future__ import annotations

import os
import queue
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.engine.load.fit_probe import FitChild
from app.core.errors import Problem
from app.core.fit.verdict import FitReport, Verdict
from app.core.models.fits import FitQuestion, FitTold, ModelFits
from app.core.protocol import DEFAULT_LOAD, KVType, LoadSettings
from tests.helpers import fit_child

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GIB = 2**30


class Fits:
    """The door, with what it told and what the child was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: queue.Queue[FitTold] = queue.Queue()
        self.door = ModelFits(folder / "trusted.json", self.told.put, command=fit_child.COMMAND)

    def question(self, name: str) -> FitQuestion:
        path = self.folder / name
        if not path.exists():
            path.write_text(name)
        return FitQuestion(str(path))

    def ask(self, *names: str) -> None:
        self.door.ask([self.question(name) for name in names])

    def next(self) -> FitTold:
        return self.told.get(timeout=60)

    def asked(self) -> list[str]:
        return (self.folder / "asked").read_text().split()


@pytest.fixture
def fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fits]:
    monkeypatch.setenv(fit_child.ASKED, str(tmp_path / "asked"))
    memory = SimpleNamespace(available=8 * GIB, total=16 * GIB)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    found = Fits(tmp_path)
    yield found
    found.door.close()
    found.door.join()


def test_each_question_is_answered_in_the_order_in_which_they_matter(fits: Fits) -> None:
    fits.ask("a.gguf", "slow.gguf", "huge.gguf")

    verdicts = []
    for _ in range(3):
        outcome = fits.next().outcome
        assert isinstance(outcome, FitReport)
        verdicts.append(outcome.verdict)
    assert verdicts == [Verdict.FITS, Verdict.SLOW, Verdict.WONT_FIT]
    assert fits.asked() == ["a.gguf", "slow.gguf", "huge.gguf"]


def test_what_is_known_is_neither_asked_nor_told_again_until_the_file_changes(fits: Fits) -> None:
    fits.ask("a.gguf")
    fits.next()
    fits.ask("a.gguf", "b.gguf")
    assert fits.next().question == fits.question("b.gguf")

    os.utime(fits.folder / "a.gguf", (1, 1))
    fits.ask("a.gguf", "b.gguf")

    assert fits.next().question == fits.question("a.gguf")
    assert fits.asked() == ["a.gguf", "b.gguf", "a.gguf"]


def test_what_is_known_is_told_again_where_something_else_was_asked_meanwhile(fits: Fits) -> None:
    fits.ask("a.gguf")
    first = fits.next()
    fits.ask("slow.gguf")
    fits.next()

    fits.ask("a.gguf")

    assert fits.next() == first
    assert fits.asked() == ["a.gguf", "slow.gguf"]


def test_much_more_or_less_free_memory_asks_again_and_a_little_does_not(
    fits: Fits, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits.ask("a.gguf")
    fits.next()
    for free, is_asked in ((8 * GIB - GIB // 2, False), (6 * GIB, True)):
        memory = SimpleNamespace(available=free, total=16 * GIB)
        monkeypatch.setattr(psutil, "virtual_memory", lambda memory=memory: memory)
        fits.ask("a.gguf", f"after-{free}")
        first = fits.next()
        assert (first.question == fits.question("a.gguf")) == is_asked
        if is_asked:
            fits.next()


def test_a_file_that_ends_the_child_is_told_and_the_next_one_is_answered(fits: Fits) -> None:
    fits.ask("broken.gguf", "a.gguf")

    broken = fits.next().outcome
    assert isinstance(broken, Problem)
    assert "could not check whether" in str(broken.what)
    assert isinstance(fits.next().outcome, FitReport)


def test_what_is_not_looked_at_any_more_is_not_asked(tmp_path: Path) -> None:
    told: queue.Queue[FitTold] = queue.Queue()
    gate = threading.Event()

    def tell(event: FitTold) -> None:
        told.put(event)
        gate.wait(60)

    door = ModelFits(tmp_path / "trusted.json", tell, command=fit_child.COMMAND)
    door.ask([FitQuestion(f"{n}.gguf") for n in range(200)])
    assert told.get(timeout=60).question == FitQuestion("0.gguf")
    door.ask([FitQuestion("last.gguf")])
    gate.set()

    assert told.get(timeout=60).question == FitQuestion("last.gguf")
    door.close()
    door.join()


def test_the_child_ends_when_nothing_was_asked_for_a_while_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = threading.Event()
    real = FitChild.close

    def close(child: FitChild) -> None:
        real(child)
        closed.set()

    monkeypatch.setattr(FitChild, "close", close)
    told: queue.Queue[FitTold] = queue.Queue()
    door = ModelFits(tmp_path / "trusted.json", told.put, command=fit_child.COMMAND, idle_s=0.01)
    door.ask([FitQuestion("a.gguf")])
    told.get(timeout=60)
    assert closed.wait(60)

    door.ask([FitQuestion("b.gguf")])

    assert told.get(timeout=60).question == FitQuestion("b.gguf")
    door.close()
    door.join()


def test_a_model_is_judged_with_the_settings_it_would_be_loaded_with(tmp_path: Path) -> None:
    told: queue.Queue[FitTold] = queue.Queue()
    settings = {"a.gguf": LoadSettings(n_ctx=4096)}
    door = ModelFits(
        tmp_path / "trusted.json",
        told.put,
        lambda asked: settings.get(asked.path, DEFAULT_LOAD),
        command=fit_child.COMMAND,
    )
    door.ask([FitQuestion("a.gguf"), FitQuestion("b.gguf")])
    assert told.get(timeout=60).question == FitQuestion("a.gguf", settings["a.gguf"])
    assert told.get(timeout=60).question == FitQuestion("b.gguf")

    settings["b.gguf"] = LoadSettings(kv_type=KVType.Q8_0)  # which asks again
    door.ask([FitQuestion("a.gguf"), FitQuestion("b.gguf")])

    assert told.get(timeout=60).question == FitQuestion("b.gguf", settings["b.gguf"])
    door.close()
    door.join()


def test_closing_ends_what_is_being_asked_and_tells_nothing(tmp_path: Path) -> None:
    told: queue.Queue[FitTold] = queue.Queue()
    door = ModelFits(tmp_path / "trusted.json", told.put, command=fit_child.COMMAND)
    door.ask([FitQuestion(f"{n}.gguf") for n in range(1000)])
    told.get(timeout=60)
    door.close()
    door.join()

    n_told = told.qsize()
    door.ask([FitQuestion("late.gguf")])
    door.join()
    assert told.qsize() == n_told < 999


def test_the_child_ends_also_while_what_is_known_is_asked_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = threading.Event()
    real = FitChild.close

    def close(child: FitChild) -> None:
        real(child)
        closed.set()

    monkeypatch.setattr(FitChild, "close", close)
    told: queue.Queue[FitTold] = queue.Queue()
    door = ModelFits(tmp_path / "trusted.json", told.put, command=fit_child.COMMAND, idle_s=0.2)
    door.ask([FitQuestion("a.gguf")])
    told.get(timeout=60)
    for _ in range(200):
        door.ask([FitQuestion("a.gguf")])
        if closed.wait(0.01):
            break

    assert closed.is_set()
    door.close()
    door.join()
