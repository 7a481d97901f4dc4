"""Before a link is opened its site is seen, whatever the address does to hide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from app.ui.chat.transcript_presenter import link_text
from app.ui.kit.labels import ElidedLabel
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
        ("mailto:somebody@example.org", "Email to somebody@example.org"),
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
    assert link_text(QUrl(address)).site == site


def test_a_name_before_the_site_is_called_what_it_is() -> None:
    warning = link_text(QUrl(SPOOF)).warning

    assert "user name, not the site" in warning
    assert "accounts.google.com" in warning
    assert len(warning) < 200
    assert link_text(QUrl("https://example.org/@user")).warning == ""


def test_letters_that_look_like_others_are_told() -> None:
    assert "look like" in link_text(QUrl("https://раypal.example/")).warning
    assert link_text(QUrl("https://bücher.example/")).warning == ""


@pytest.mark.parametrize(
    "name",
    [
        "\u0262oogle", "\u0131cloud", "\u0251pple", "\u1d0fpenai", "\u0138araoke", "t\u03c9itter",
        "m\u0456crosoft", "\u0430\u0440\u0440\u04cf\u0435", "\u0430\u0440\u0440\u0435",
        "\u03bf\u03c1\u03b5\u03bd", "\ua4d6\ua4f3\ua4f3\ua4d6\ua4e1\ua4f0", "a\u30fclogin",
        "com\u4e00login", "\u0561\u0562\u0563", "b\u00fccher\u4f8b", "\ud55c\u4f8b",
    ],
)  # fmt: skip
def test_a_name_that_could_be_taken_for_another_is_shown_in_ascii(name: str) -> None:
    words = link_text(QUrl(f"https://{name}.example/"))
    assert words.site.startswith("xn--")
    assert words.site.isascii()
    assert "look like" in words.warning


@pytest.mark.parametrize("sign", ["\u2010", "\u2011", "\u2013", "\u2212", "\u058a", "\u05be"])
def test_only_one_sign_is_a_hyphen(sign: str) -> None:
    words = link_text(QUrl(f"https://www.good.example{sign}login.evil.example/"))
    assert words.site.isascii()
    assert words.warning


@pytest.mark.parametrize(
    "name",
    [
        "b\u00fccher-3", "\u0161koda", "\u03c6\u03b9\u03bb\u03bf\u03c3\u03bf\u03c6\u03af\u03b1",
        "\u043f\u0440\u0438\u043c\u0435\u0440", "\u05d3\u05d5\u05d2\u05de\u05d4",
        "\u0645\u062b\u0627\u0644", "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u0e44\u0e17\u0e22", "\u4f8b\u3048", "\u30ab\u30fc\u30c9", "jp\u4f8b\u3048",
        "\ud55c\uad6d\uc5b4",
    ],
)  # fmt: skip
def test_a_name_of_one_alphabet_is_shown_in_its_letters(name: str) -> None:
    words = link_text(QUrl(f"https://{name}.example/"))
    assert (words.site, words.warning) == (f"{name}.example", "")


def test_the_end_of_the_site_is_seen_however_long_its_name_is(desk: Desk) -> None:
    address = "https://" + "accounts.google.com." * 11 + "evil.example/"
    desk.open(question("q"))
    desk.window.resize(700, 600)
    desk.window.chat.transcript.ask_to_open(address)
    site, whole = lines(desk)

    assert site.text().endswith("evil.example")
    assert whole.text() == address
    shown = site.fontMetrics().elidedText(site.text(), site.elide, site.width())
    assert shown.endswith("evil.example")


def test_a_long_address_takes_no_room_from_the_chat_and_is_copied_whole(desk: Desk) -> None:
    desk.open(question("q"))
    before = desk.window.transcript.height()
    address = "https://evil.example/" + "a-" * 1900

    desk.window.chat.transcript.ask_to_open(address)
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
        desk.window.chat.transcript.ask_to_open(address)
        buttons = desk.window.notices.findChildren(QPushButton)
        assert {button.text() for button in buttons} == {"Copy address"}
    assert not opened
