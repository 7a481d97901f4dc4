"""A scan: its pages are offered to a model that sees, with what they take, before they go along."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.core.content.media import MediaFile
from app.core.conversations.events import MediumMeasured
from app.core.documents.reader import DocumentReader
from app.core.documents.refusals import DocumentRefused, Reason
from app.core.errors import Problem
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelUnloaded, Senses
from app.core.system.paths import Paths
from app.ui.composer.chip import ReadingChip
from app.ui.composer.draft import MOST_MEDIA, Draft
from app.ui.composer.scan_pages import ScannedFile, pages_offer, without_text_note
from tests.helpers.attached_media import picture
from tests.helpers.documents import pdf
from tests.helpers.media_pairs import pair_of
from tests.unit.ui.conftest import answer, make_model

if TYPE_CHECKING:
    from app.core.documents.refusals import FileVersion
    from app.core.system.stop_signal import StopSignal
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

SOON_MS = 60_000
BLIND, SEEING = make_model(), replace(make_model(), senses=Senses(sees=True))
NO_TEXT = "There is no text in this scan: the pages of “scan.pdf” are pictures."
QUESTION = "“scan.pdf” is a scan of 3 pages. Let the model read it as pictures?"


@pytest.fixture
def scan(tmp_path: Path) -> str:
    (tmp_path / "scan.pdf").write_bytes(pdf([[], [], []]))
    return str(tmp_path / "scan.pdf")


def told(desk: Desk) -> str:
    return "\n".join(desk.window.notices.texts())


def wait_for(desk: Desk, words: str) -> None:
    desk.qtbot.waitUntil(lambda: words in told(desk), timeout=SOON_MS)


def button(desk: Desk, words: str) -> QPushButton:
    buttons = desk.window.notices.findChildren(QPushButton)
    return next(one for one in buttons if one.text() == words and one.isVisible())


def press(desk: Desk, words: str) -> None:
    desk.qtbot.mouseClick(button(desk, words), Qt.MouseButton.LeftButton)


def measured_page(desk: Desk) -> MediaFile:
    """Return the page that is to be counted, once it was drawn."""

    def pages() -> list[MediaFile]:
        asked = [call[1] for call in desk.calls if call[0] == "measure"]
        return [one for one in asked if isinstance(one, MediaFile)]

    desk.qtbot.waitUntil(lambda: bool(pages()), timeout=SOON_MS)
    return pages()[-1]


def test_the_pages_of_a_scan_go_along_once_it_was_told_what_they_take(
    desk: Desk, scan: str
) -> None:
    desk.open(answer("hello"))
    desk.post(ModelLoaded(SEEING))
    composer = desk.window.composer
    composer.attach_files([scan])
    page = measured_page(desk)
    assert (page.name, page.width, page.height) == ("scan.pdf, page 1", 1275, 1650)
    assert not composer.attachments.media()

    desk.post(MediumMeasured(page.digest, 766, 15.0))
    assert told(desk) == f"{QUESTION} It takes about 2,300 tokens, and about 45 s to read."
    press(desk, "Attach pages")
    desk.qtbot.waitUntil(lambda: len(composer.attachments.media()) == 3, timeout=SOON_MS)
    names = [one.name for one in composer.attachments.media()]
    assert names == ["scan.pdf, page 1", "scan.pdf, page 2", "scan.pdf, page 3"]
    assert composer.attachments.media()[0] == page
    desk.until(lambda: not composer.attaching.is_reading)
    assert told(desk) == ""


def test_a_model_that_does_not_see_is_told_of_and_pages_are_offered_to_the_next(
    desk: Desk, scan: str
) -> None:
    desk.post(ModelLoaded(BLIND))
    desk.window.composer.attach_files([scan])
    wait_for(desk, NO_TEXT)
    assert "Open a model that sees pictures, and Hearth offers it the pages." in told(desk)

    desk.post(ModelUnloaded(), ModelLoaded(SEEING))
    desk.post(MediumMeasured(measured_page(desk).digest))
    assert told(desk) == QUESTION  # nobody knows what it takes


def test_a_model_that_sees_can_be_opened_at_once(desk: Desk, scan: str, tmp_path: Path) -> None:
    models = Paths.locate(tmp_path).models / "pair"
    models.mkdir(parents=True)
    text, _projector = pair_of("siglip").write(models)
    desk.window.composer.attach_files([scan])
    wait_for(desk, NO_TEXT)
    shown = desk.window.notices.findChildren
    desk.qtbot.waitUntil(
        lambda: any(one.text().startswith("Open ") for one in shown(QPushButton)), timeout=SOON_MS
    )
    press(desk, next(one.text() for one in shown(QPushButton) if one.text().startswith("Open ")))
    assert ("load", str(text)) in desk.calls
    assert NO_TEXT in told(desk)


def test_what_the_user_has_put_away_is_not_offered_again(desk: Desk, scan: str) -> None:
    desk.window.composer.attach_files([scan])
    wait_for(desk, NO_TEXT)
    desk.window.notices.dismiss(NO_TEXT)
    desk.post(ModelLoaded(SEEING))
    desk.window.composer.attach_files([])
    assert not desk.window.composer.attaching.is_reading
    assert told(desk) == ""


def test_where_a_message_has_room_for_no_more_that_is_said(desk: Desk, scan: str) -> None:
    desk.post(ModelLoaded(SEEING))
    many = tuple(picture(f"{n}.png", bytes([n])) for n in range(MOST_MEDIA))
    desk.window.composer.set_draft(Draft("", (), many))
    desk.window.composer.attach_files([scan])
    wait_for(desk, f"A message can have {MOST_MEDIA} pictures and sounds at most.")


class Slow(DocumentReader):
    """Draws the first page, and no other before it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.is_waiting = threading.Event()

    def page(
        self,
        path: Path,
        number: int,
        stop: StopSignal | None = None,
        version: FileVersion | None = None,
    ) -> bytes:
        if number == 1:
            return super().page(path, number, stop, version)
        assert stop is not None
        self.is_waiting.set()
        stop.wait(60)
        stop.check()
        raise AssertionError


def test_drawing_can_be_given_up(desk: Desk, scan: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, composer = Slow(), desk.window.composer
    monkeypatch.setattr(composer.attaching._attacher, "_documents", reader)
    desk.post(ModelLoaded(SEEING))
    composer.attach_files([scan])
    desk.post(MediumMeasured(measured_page(desk).digest, 10))
    press(desk, "Attach pages")
    row = composer.attachments
    desk.qtbot.waitUntil(reader.is_waiting.is_set, timeout=SOON_MS)
    desk.until(lambda: bool(row.findChildren(ReadingChip)))
    desk.qtbot.keyClick(row.findChildren(ReadingChip)[-1], Qt.Key.Key_Delete)

    assert not composer.attaching.is_reading
    assert [one.name for one in row.media()] == ["scan.pdf, page 1"]
    assert told(desk) == ""
    reader.close()


class Failing(DocumentReader):
    """Draws all pages before one."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def page(
        self,
        path: Path,
        number: int,
        stop: StopSignal | None = None,
        version: FileVersion | None = None,
    ) -> bytes:
        if number >= self._number:
            raise DocumentRefused(Reason.FAILED, path.name)
        return super().page(path, number, stop, version)


def test_a_scan_that_cannot_be_drawn_is_refused_as_before(
    desk: Desk, scan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Failing(1)) as reader:
        attacher = desk.window.composer.attaching._attacher
        monkeypatch.setattr(attacher, "_documents", reader)
        desk.post(ModelLoaded(SEEING))
        desk.window.composer.attach_files([scan])
        wait_for(desk, NO_TEXT)
        assert "text recognition (OCR)" in told(desk)
        desk.until(lambda: not desk.window.composer.attaching.is_reading)


def test_a_page_that_cannot_be_drawn_costs_none_of_those_before(
    desk: Desk, scan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Failing(3)) as reader:
        composer = desk.window.composer
        monkeypatch.setattr(composer.attaching._attacher, "_documents", reader)
        desk.post(ModelLoaded(SEEING))
        composer.attach_files([scan])
        desk.post(MediumMeasured(measured_page(desk).digest, 10))
        press(desk, "Attach pages")
        wait_for(desk, "Hearth gave up on “scan.pdf”")
        assert len(composer.attachments.media()) == 2
        desk.until(lambda: not composer.attaching.is_reading)


@pytest.mark.parametrize("when", ["counted", "offered"])
def test_a_scan_that_changes_before_its_pages_are_drawn_does_not_go_along(
    desk: Desk, scan: str, when: str
) -> None:
    composer = desk.window.composer
    if when == "offered":
        desk.post(ModelLoaded(SEEING))
    composer.attach_files([scan])
    if when == "offered":
        desk.post(MediumMeasured(measured_page(desk).digest, 10))
        Path(scan).write_bytes(pdf([[("Another letter.", 11.0)], []]))
        press(desk, "Attach pages")
    else:
        wait_for(desk, NO_TEXT)
        Path(scan).write_bytes(pdf([[("Another letter.", 11.0)], []]))
        desk.post(ModelLoaded(SEEING))
    wait_for(desk, "“scan.pdf” has changed since Hearth looked at it.")
    assert "Attach the file again." in told(desk)
    desk.until(lambda: not composer.attaching.is_reading)
    assert not composer.attachments.media()


def test_another_chat_is_asked_nothing(desk: Desk, scan: str) -> None:
    desk.post(ModelLoaded(SEEING))
    desk.window.composer.attach_files([scan])
    desk.post(MediumMeasured(measured_page(desk).digest, 10))
    assert QUESTION in told(desk)
    desk.open(answer("hello"))
    assert told(desk) == ""


PROBLEM = Problem(phrase("no text"), phrase("nothing"), phrase("none"))


def test_only_as_many_pages_are_offered_as_a_message_takes(tmp_path: Path) -> None:
    long = ScannedFile(tmp_path / "scan.pdf", 120, None, PROBLEM)
    assert [long.n_attached(n) for n in (0, 4, 10, 24, 30)] == [20, 20, 14, 0, 0]
    offer = pages_offer(long, 14, 700, 0.0)
    assert offer.question == (
        "“scan.pdf” is a scan of 120 pages. Let the model read the first 14 as pictures?"
    )
    assert offer.cost == "It takes about 9,800 tokens."
    alone = pages_offer(ScannedFile(tmp_path / "a.pdf", 1, None, PROBLEM), 1, 1234, 200.0)
    assert alone.question.startswith("“a.pdf” is a scan of 1 page.")
    assert alone.cost == "It takes about 1,200 tokens, and about 3 min to read."


def test_pages_without_text_are_named() -> None:
    assert without_text_note(()) == ""
    pages = without_text_note((2, 4, 5, 6, 9))
    assert pages == "Without text, as they are pictures: pages 2, 4–6, 9"
    assert without_text_note(tuple(range(1, 100, 2))).endswith("13, 15, …")
