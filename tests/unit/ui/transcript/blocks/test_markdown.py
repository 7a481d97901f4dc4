from __future__ import annotations

import pytest

from app.ui.kit.theme import DARK_COLOURS, LIGHT_COLOURS, Colours
from app.ui.transcript.blocks.markdown import close_open_marks, prose


def rendered(text: str) -> str:
    return prose(text).html()


def test_raw_html_is_shown_as_text() -> None:
    assert "<script>" not in rendered("<script>alert(1)</script>\n\n<b>x</b> <!-- y -->")


def test_pictures_become_links_and_are_not_fetched() -> None:
    html = rendered("![cat](https://example.org/cat.png)")
    assert "<img" not in html
    assert 'href="https://example.org/cat.png"' in html


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"]
)
def test_dangerous_addresses_are_no_links(address: str) -> None:
    assert "<a " not in rendered(f"[press]({address})")


def test_a_file_name_is_not_a_link_but_an_address_is() -> None:
    assert "<a " not in rendered("see main.py and setup.sh")
    assert "<a " in rendered("see https://example.org")


def test_deep_nesting_loses_no_words() -> None:
    assert "the end" in rendered("> " * 200 + "the end")


@pytest.mark.parametrize(
    ("text", "closed"),
    [("a **bo", "a **bo**"), ("a `co", "a `co`"), ("a **", "a "), ("plain", "plain"),
     ("**a** b", "**a** b"), ("first **x\n\nsecond", "first **x\n\nsecond")],
)  # fmt: skip
def test_a_stream_closes_what_it_has_only_begun(text: str, closed: str) -> None:
    assert close_open_marks(text) == closed


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT_COLOURS, DARK_COLOURS], ids=["light", "dark"])
def test_words_can_be_read_on_every_ground(colours: Colours) -> None:
    grounds = (
        colours.window, colours.sidebar, colours.bubble,
        colours.raised, colours.code, colours.hover,
    )  # fmt: skip
    pairs = [(words, ground) for words in (colours.text, colours.muted) for ground in grounds]
    pairs += [
        (colours.text, colours.selected), (colours.text, colours.selection),
        (colours.muted, colours.selected), (colours.on_accent, colours.accent),
        (colours.on_accent, colours.accent_hover), (colours.link, colours.window),
        (colours.text, colours.danger_soft), (colours.danger, colours.window),
    ]  # fmt: skip
    pairs += [
        (getattr(colours, name), colours.code)
        for name in type(colours).__struct_fields__
        if name.startswith("syntax_")
    ]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []
