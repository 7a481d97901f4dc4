"""Before a link is opened its site is seen, whatever the address does to hide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from app.ui.elided_label import ElidedLabel
from app.ui.link_question import words_of
from tests.unit.ui.conftest import click, notice_button, question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

SPOOF = "https://accounts.google.com" + "x" * 240 + "@evil.example/"


def lines(desk: Desk) -> list[ElidedLabel]:
    return desk.window.notices.findChildren(ElidedLabel)


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://example.org/a", "example.org"),
        ("https://example.org:8443/a", "example.org:8443"),
        (SPOOF, "evil.example"),
        ("https://good.example\\@evil.example/", "evil.example"),
        ("https://good.example%2f@evil.example/", "evil.example"),
        ("mailto:somebody@example.org", "Mail to somebody@example.org"),
        ("https://bücher.example/", "bücher.example"),
        ("https://xn--bcher-kva.example/", "bücher.example"),
        ("https://例え.example/", "例え.example"),
        ("https://раypal.example/", "xn--ypal-43d9g.example"),
        ("https://gооgle.example/", "xn--ggle-55da.example"),
        ("file:///etc/passwd", ""),
        ("javascript:alert(1)", ""),
        ("https:///nothing", ""),
        ("https://a b/", ""),
    ],
)
def test_the_site_is_the_one_that_is_asked(address: str, site: str) -> None:
    assert words_of(QUrl(address)).site == site


def test_a_name_before_the_site_is_called_what_it_is() -> None:
    warning = words_of(QUrl(SPOOF)).warning

    assert "user name, not the site" in warning
    assert "accounts.google.com" in warning
    assert len(warning) < 200
    assert words_of(QUrl("https://example.org/@user")).warning == ""


def test_letters_that_look_like_others_are_told() -> None:
    assert "look like" in words_of(QUrl("https://раypal.example/")).warning
    assert words_of(QUrl("https://bücher.example/")).warning == ""


def test_the_end_of_the_site_is_seen_however_long_its_name_is(desk: Desk) -> None:
    address = "https://" + "accounts.google.com." * 11 + "evil.example/"
    desk.open(question("q"))
    desk.window.resize(700, 600)
    desk.window.chats.ask_to_open(address)
    site, whole = lines(desk)

    assert site.text().endswith("evil.example")
    assert whole.text() == address
    shown = site.fontMetrics().elidedText(site.text(), site.elide, site.width())
    assert shown.endswith("evil.example")


def test_a_long_address_takes_no_room_from_the_chat_and_is_copied_whole(desk: Desk) -> None:
    desk.open(question("q"))
    before = desk.window.transcript.height()
    address = "https://evil.example/" + "a-" * 1900

    desk.window.chats.ask_to_open(address)
    desk.until(lambda: desk.window.notices.height() > 0)

    assert desk.window.transcript.height() > before // 2
    click(desk, notice_button(desk, "Copy address"))
    assert QGuiApplication.clipboard().text() == address


def test_a_problem_of_any_length_leaves_room_for_the_chat(desk: Desk) -> None:
    desk.open(question("q"))
    desk.window.notices.show_note("long", "It failed.", more="Because it did. " * 2_000)
    desk.until(lambda: desk.window.notices.height() > 0)

    assert desk.window.transcript.height() > desk.window.height() // 4


def test_what_cannot_be_asked_safely_has_no_button_to_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    for address in ("javascript:alert(1)", "https:///x", "\\\\host\\share", "data:text/html,x"):
        desk.window.chats.ask_to_open(address)
        buttons = desk.window.notices.findChildren(QPushButton)
        assert {button.text() for button in buttons} == {"Copy address"}
    assert not opened
