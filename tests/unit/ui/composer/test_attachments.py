"""Texts that go along with a message: pasted, dropped, chosen, shown and sent."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.content.text_files import decoded
from app.core.conversations.events import MessageAdded, MessageChanged, SendRefused
from app.core.documents.reader import MAX_ATTACHED_BYTES, DocumentReader, ReadDocument
from app.core.errors import Problem
from app.core.messages import Attachment, TextSource
from app.core.phrases import NO_WORDS, phrase
from app.ui.composer.chip import ReadingChip
from app.ui.composer.draft import Draft
from app.ui.kit.dialog_page import MessageDialog
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from tests.helpers.documents import pdf
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.system.stop_signal import StopSignal
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
NOTES = Attachment("notes.txt", "one\ntwo")
LONG = "a long line of text that goes on\n" * 200


def paste(desk: Desk, text: str = "", *paths: Path) -> None:
    mime = QMimeData()
    if text:
        mime.setText(text)
    if paths:
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    desk.window.composer.edit.insertFromMimeData(mime)


def drop(desk: Desk, *paths: Path) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.CopyAction
    entering = QDragEnterEvent(QPoint(300, 300), action, mime, buttons, keys)
    QApplication.sendEvent(desk.window, entering)
    if entering.isAccepted():
        QApplication.sendEvent(
            desk.window, QDropEvent(QPointF(300, 300), action, mime, buttons, keys)
        )
    return entering.isAccepted()


def attached(desk: Desk) -> tuple[Attachment, ...]:
    return desk.window.composer.attachments.attachments()


def said(attachments: Sequence[Attachment]) -> list[tuple[str, str]]:
    return [(one.name, one.text) for one in attachments]


def press_return(desk: Desk) -> None:
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)


def test_a_long_paste_goes_along_instead_of_filling_the_field(desk: Desk) -> None:
    desk.open(answer("hello"))
    paste(desk, LONG)
    paste(desk, LONG + "again")
    paste(desk, "and short words")
    assert [one.name for one in attached(desk)] == ["Pasted text", "Pasted text 2"]
    assert attached(desk)[0].text == LONG
    assert desk.window.composer.text() == "and short words"


@pytest.mark.parametrize("end", ["\r\n", "\r"])  # as on Windows, and in old files of Macs
def test_lines_end_alike_wherever_they_were_copied(desk: Desk, end: str) -> None:
    desk.open(answer("hello"))
    paste(desk, LONG.replace("\n", end))
    paste(desk, f"one{end}two{end}{end}three")

    assert attached(desk)[0].text == LONG
    assert desk.window.composer.text() == "one\ntwo\n\nthree"


def test_with_shift_a_long_text_is_pasted_as_it_is(desk: Desk) -> None:
    QGuiApplication.clipboard().setText(LONG)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_V, keys)
    assert desk.window.composer.text() == LONG
    assert attached(desk) == ()


def test_dropped_and_pasted_files_go_along(desk: Desk, tmp_path: Path) -> None:
    first, second = tmp_path / "ünï.txt", tmp_path / "b.py"
    first.write_text("eins", "utf-8")
    second.write_bytes(b"two\r\n")
    assert drop(desk, first)
    paste(desk, "", second)
    desk.until(lambda: len(attached(desk)) == 2)
    # In an order of their own, so that chats with the same documents begin alike.
    assert said(attached(desk)) == [("b.py", "two\n"), ("ünï.txt", "eins")]


def test_a_picture_that_is_none_is_refused_in_plain_words(desk: Desk, tmp_path: Path) -> None:
    picture = tmp_path / "cat.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    drop(desk, picture)
    told = desk.window.notices.texts
    desk.qtbot.waitUntil(lambda: "“cat.png”" in "\n".join(told()), timeout=60_000)
    assert "is damaged or incomplete" in "\n".join(desk.window.notices.texts())
    assert attached(desk) == ()


def test_a_pdf_is_no_text_whatever_encoding_might_fit() -> None:
    stream = bytes((n * 7919 + n * n) % 255 + 1 for n in range(20_000))  # compressed, without a NUL
    assert decoded(b"%PDF-1.7\n1 0 obj\nstream\n" + stream + b"\nendstream\n%%EOF\n") is None


def test_a_log_with_colours_is_text() -> None:
    log = "\x1b[31merror\x1b[0m: no\f\n" * 50
    assert decoded(log.encode()) == log


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251", "shift_jis"])
def test_texts_are_read_in_any_usual_encoding(encoding: str) -> None:
    text = {"cp1251": "Это достаточно длинный русский текст, чтобы угадать. " * 5,
            "shift_jis": "これは日本語の文章です。コンピュータは便利です。" * 8}.get(
                encoding, "Plain wörds – 面包 ")  # fmt: skip
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Größe", "cp1252"), ("plain\n" * 15_000 + "Länge, schön früh, né à " * 300, "cp1252"),
     ("hello there, friend", "utf-16-le"),
     ("これは日本語の文章です。便利です。" * 3_000, "shift_jis"),
     ("这是一个比较长的中文文本，用来测试编码。" * 3_000, "gb18030")],
)  # fmt: skip
def test_no_letter_of_a_text_is_lost_wherever_it_stands(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


def test_what_cannot_be_read_says_why(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"word " * (MAX_ATTACHED_BYTES // 5 + 1))
    (tmp_path / "scan.pdf").write_bytes(pdf([[]]))

    def is_told(why: str) -> bool:
        return why in "\n".join(desk.window.notices.texts())

    for path, why in (
        (tmp_path / "large.txt", "“large.txt” has more than 4 MB of text"),
        (tmp_path / "gone.txt", "There is no file “gone.txt”"),
        (tmp_path / "scan.pdf", "There is no text in this scan"),
    ):
        paste(desk, "", path)
        desk.qtbot.waitUntil(partial(is_told, why), timeout=60_000)
    assert attached(desk) == ()


def test_a_document_goes_along_as_its_text_and_says_its_pages(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "Größe.pdf").write_bytes(pdf([[("Fox and dog", 11.0)], [("The end", 11.0)]]))
    drop(desk, tmp_path / "Größe.pdf")
    desk.qtbot.waitUntil(lambda: bool(attached(desk)), timeout=60_000)
    (one,) = attached(desk)
    assert (one.name, one.text) == ("Größe.pdf", "Fox and dog\n\nThe end")
    path = tmp_path / "Größe.pdf"
    digest = hashlib.blake2b(path.read_bytes(), digest_size=32).hexdigest()
    changed_at = path.stat().st_mtime_ns / 1e9
    assert one.source == TextSource(str(path), digest, changed_at, n_pages=2)
    (chip,) = desk.window.composer.attachments.chips()
    assert chip.accessibleDescription().startswith("2 pages")


def test_a_document_says_which_of_its_pages_have_no_text(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf([[("Fox and dog", 11.0)], [], []]))
    drop(desk, tmp_path / "a.pdf")
    desk.qtbot.waitUntil(lambda: bool(attached(desk)), timeout=60_000)
    (chip,) = desk.window.composer.attachments.chips()
    assert "pictures: pages 2–3" in chip.toolTip()
    assert "pictures: pages 2–3" in chip.accessibleDescription()


class Waiting(DocumentReader):
    """Reads nothing until it is told to stop."""

    def read(
        self, path: Path, stop: StopSignal | None = None, max_text_bytes: int = 0
    ) -> ReadDocument:
        assert stop is not None
        stop.wait(60)
        raise AssertionError


def test_a_file_that_is_being_read_can_be_given_up_and_nothing_is_sent_without_it(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "long.pdf").write_bytes(pdf([[("words", 11.0)]]))
    composer = desk.window.composer
    monkeypatch.setattr(composer.attaching._attacher, "_documents", Waiting())
    desk.open(answer("hello"))
    composer.set_text("Sum it up")
    drop(desk, tmp_path / "long.pdf")
    row = composer.attachments
    desk.until(lambda: bool(row.findChildren(ReadingChip)))

    press_return(desk)
    assert not composer.button.isEnabled()
    assert not desk.sent
    (chip,) = row.findChildren(ReadingChip)
    desk.qtbot.keyClick(chip, Qt.Key.Key_Delete)

    assert row.isHidden()
    press_return(desk)
    assert desk.sent == [(CHAT, "Sum it up")]
    assert desk.window.notices.texts() == []


class Tired(DocumentReader):
    """Has no thread to read on."""

    def read(
        self, path: Path, stop: StopSignal | None = None, max_text_bytes: int = 0
    ) -> ReadDocument:
        raise RuntimeError("can't start new thread")


def test_whatever_becomes_of_a_file_what_is_written_can_be_sent(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("one")
    composer = desk.window.composer
    monkeypatch.setattr(composer.attaching._attacher, "_documents", Tired())
    desk.open(answer("hello"))
    composer.set_text("Sum it up")
    drop(desk, tmp_path / "notes.txt")
    desk.until(lambda: bool(desk.window.notices.texts()))

    press_return(desk)
    assert desk.sent == [(CHAT, "Sum it up")]


def test_what_goes_along_leaves_the_field_with_its_message(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_draft(Draft("Sum it up", (NOTES,)))
    press_return(desk)
    assert desk.calls[-1][:4] == ("send", CHAT, "Sum it up", (NOTES,))
    assert attached(desk) == ()
    desk.post(MessageAdded(CHAT, question("Sum it up", attachments=(NOTES,)), desk.ticket))
    assert attached(desk) == ()
    assert desk.window.composer.text() == ""


def test_a_text_can_be_sent_without_a_word(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.attachments.add(NOTES)
    assert desk.window.composer.button.isEnabled()
    press_return(desk)
    assert desk.calls[-1][:4] == ("send", CHAT, "", (NOTES,))


def test_a_refused_message_brings_its_texts_back(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_draft(Draft("Sum", (NOTES,)))
    press_return(desk)
    desk.window.open_chat.show(ChatId(2))
    desk.post(
        SendRefused(
            CHAT, "Sum", Problem(phrase("Full."), NO_WORDS, NO_WORDS), (NOTES,), desk.ticket
        )
    )
    desk.window.open_chat.show(CHAT)
    assert desk.window.composer.written() == Draft("Sum", (NOTES,))


def test_texts_of_a_draft_stay_with_their_chat_and_over_a_restart(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_draft(Draft("Sum", (NOTES,)))
    desk.window.open_chat.show(ChatId(2))
    assert attached(desk) == ()
    assert desk.kept(CHAT).draft == Draft("Sum", (NOTES,))
    desk.window.open_chat.show(CHAT)
    assert attached(desk) == (NOTES,)


def test_texts_wait_with_their_message(desk: Desk) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    desk.window.composer.set_draft(Draft("", (NOTES,)))
    press_return(desk)
    assert "notes.txt" in desk.window.composer.waiting_bar.words()
    assert attached(desk) == ()
    desk.post(MessageChanged(CHAT, answer("Uno.", number=77)))
    assert [call[:4] for call in desk.calls if call[0] == "send"] == [("send", CHAT, "", (NOTES,))]


def test_a_chip_opens_goes_and_unpacks(desk: Desk) -> None:
    row = desk.window.composer.attachments
    row.set_attachments((NOTES, Attachment("b.txt", "bee")))
    chip, other = row.chips()
    desk.qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.rect().center())
    (dialog,) = desk.window.findChildren(MessageDialog)
    assert dialog.edit.toPlainText() == NOTES.text
    dialog.close()
    other.unpacked.emit()
    assert desk.window.composer.text() == "bee"
    desk.qtbot.keyClick(row.chips()[0], Qt.Key.Key_Delete)
    assert attached(desk) == ()
    assert row.isHidden()


def test_a_message_shows_what_went_along_and_opens_it(desk: Desk) -> None:
    desk.open(question("Sum", attachments=(NOTES,)), answer("Done"))
    view = desk.window.transcript
    desk.until(
        lambda: any(one.click_target.kind is TargetKind.ATTACHMENT for one in view.canvas.targets)
    )
    found = next(
        one for one in view.canvas.targets if one.click_target.kind is TargetKind.ATTACHMENT
    )
    place = found.rect.center().toPoint()
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (dialog,) = desk.window.findChildren(MessageDialog)
    assert dialog.edit.toPlainText() == NOTES.text
    words = [action.text() for action in message_menu(view.surface, view.stack[0]).actions()]
    assert "Open “notes.txt”…" in words


def test_an_edit_takes_along_what_went_along(desk: Desk) -> None:
    said = question("Sum", attachments=(NOTES,))
    desk.open(said, answer("Done"))
    desk.window.transcript.requests.edit.emit(said.id)
    assert attached(desk) == (NOTES,)
    desk.window.composer.set_text("Sum up")
    press_return(desk)
    assert desk.calls[-1][:-1] == ("edit", CHAT, said.id, "Sum up", (NOTES,))
    assert attached(desk) == ()


@pytest.mark.parametrize("text", ["a " * 125_000, "line\n" * 30_000])
def test_a_text_too_large_for_the_field_stays_attached(desk: Desk, text: str) -> None:
    row = desk.window.composer.attachments
    row.set_attachments((Attachment("a.json", text),))
    row.chips()[0].unpacked.emit()
    assert desk.window.composer.text() == ""
    assert attached(desk) == (Attachment("a.json", text),)


def test_a_paste_of_any_size_as_plain_text_becomes_an_attachment_where_it_does_not_fit(
    desk: Desk,
) -> None:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QGuiApplication.clipboard().setText("a " * 125_000)
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_V, keys)
    assert desk.window.composer.text() == ""
    assert [one.text for one in attached(desk)] == ["a " * 125_000]


def test_a_text_too_large_for_an_answer_is_refused_in_words(desk: Desk) -> None:
    desk.open(question("Sum"), answer("Done", number=88))
    desk.window.transcript.requests.edit.emit(MessageId(88))
    paste(desk, "a " * 125_000)
    assert desk.window.composer.text() == "Done"
    assert "too long" in desk.window.notices.texts()[0]
