"""What is found out for a page is told to that page, while it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from app.core.models.fits import FitQuestion, FitTold, ModelFits
from app.core.phrases import NO_WORDS
from app.core.plain_value import replace
from app.core.protocol import LoadedPlacement, ModelLoaded, ModelUnloaded, PlaceUse
from app.ui.state.fit_watch import FitWatch, FreedMemory
from tests.helpers.fit_child import report
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.models.fits import AnyQuestion
    from tests.unit.ui.conftest import Desk

USES = (PlaceUse("RAM", 3, 100, 20, 3),)
LOADED = ModelLoaded(replace(make_model(), placement=LoadedPlacement(NO_WORDS, USES)))
FREED = (("RAM", 23),)


class Fits:
    """Stands in for what finds out, and answers when it is told to."""

    def __init__(self, tell: Callable[[FitTold], None]) -> None:
        self.tell = tell
        self.asked: list[list[AnyQuestion]] = []
        self.is_closed = False

    def ask(self, questions: Iterable[AnyQuestion]) -> None:
        self.asked.append(list(questions))

    def close(self) -> None:
        self.is_closed = True

    def join(self) -> None:
        assert self.is_closed


class Watched:
    """A page that wants to know of one model."""

    def __init__(self, desk: Desk) -> None:
        self.made: list[Fits] = []
        self.told: list[FitTold] = []
        freed = FreedMemory(desk.bridge, desk.window)
        self.watch = FitWatch(self._new_fits, desk.bridge, freed, self._questions, desk.window)
        self.watch.told.connect(self.told.append)

    def _new_fits(self, tell: Callable[[FitTold], None]) -> ModelFits:
        self.made.append(Fits(tell))
        return cast("ModelFits", self.made[-1])

    def _questions(self, freed: tuple[tuple[str, int], ...]) -> list[FitQuestion]:
        return [FitQuestion("a.gguf", freed=freed)]


@pytest.fixture
def watched(desk: Desk) -> Watched:
    watched = Watched(desk)
    watched.watch.open()
    watched.watch.ask()
    return watched


def answer(freed: tuple[tuple[str, int], ...] = ()) -> FitTold:
    return FitTold(FitQuestion("a.gguf", freed=freed), report("a.gguf"))


def test_another_loaded_model_has_all_asked_anew_and_old_answers_forgotten(
    desk: Desk, watched: Watched
) -> None:
    [fits] = watched.made
    desk.post(LOADED)
    assert fits.asked == [[FitQuestion("a.gguf")], [FitQuestion("a.gguf", freed=FREED)]]

    fits.tell(answer())
    fits.tell(answer(FREED))
    desk.post()

    assert watched.told == [answer(FREED)]


def test_an_answer_for_a_page_that_is_closed_reaches_no_other(desk: Desk, watched: Watched) -> None:
    [first] = watched.made
    watched.watch.close()
    watched.watch.close()
    assert first.is_closed
    desk.post(LOADED, ModelUnloaded())
    assert len(first.asked) == 1
    watched.watch.open()

    first.tell(answer())
    watched.made[-1].tell(answer())
    desk.post()

    assert watched.told == [answer()]


def test_a_page_that_shows_nothing_yet_has_what_is_known_told_again(watched: Watched) -> None:
    watched.watch.ask_anew()

    assert watched.made[0].asked[1:] == [[], [FitQuestion("a.gguf")]]
