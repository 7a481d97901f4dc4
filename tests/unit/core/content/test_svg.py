"""SVG of models: what is drawn of it, and what stays code."""

from __future__ import annotations

import pytest

from app.core.content.svg import harmless_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
RECT = '<rect width="9" height="9"/>'
ZIGZAG = "M0 0" + "".join(f"L{n * 37 % 100} {n * 61 % 100}" for n in range(6_000))
LAUGHS = "".join(f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(9))
CHAIN = "".join(f'<g id="a{n + 1}"><use href="#a{n}"/></g>' for n in range(900))
MARKED = '<marker id="m">' + RECT * 50 + '</marker><path marker-mid="url(#m)" d="M0 0'


def svg(inside: str) -> str:
    return f"{HEAD}{inside}</svg>"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("<svg", id="cut"),
        pytest.param(svg("<g>"), id="not well-formed"),
        pytest.param("<html><body/></html>", id="no SVG"),
        pytest.param(svg("&nbsp;"), id="an unknown entity"),
        pytest.param('<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg("<text>&a;</text>"), id="entity"),
        pytest.param(svg("<g>" * 20_000 + RECT + "</g>" * 20_000), id="deep"),
        pytest.param(svg("<script>" * 50 + "</script>" * 50), id="deep in what is left out"),
        pytest.param(svg(RECT * 4_000), id="many elements"),
        pytest.param(svg("<text>" + "a" * 200_000 + "</text>"), id="long"),
        pytest.param(svg(f'<g id="a0">{RECT}</g>{LAUGHS}<use href="#a9"/>'), id="copies of copies"),
        pytest.param(svg(f'<g id="a0">{RECT}</g>{CHAIN}'), id="a chain of copies"),
        pytest.param(svg('<g id="a"><use xlink:href="#a"/></g>'), id="a copy of itself"),
        pytest.param(
            svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), id="a circle"
        ),
        pytest.param(svg(f'<path d="{ZIGZAG}"/>'), id="lines that cross each other"),
        pytest.param(svg(MARKED + "L1 1" * 500 + '"/>'), id="markers"),
        pytest.param(
            svg('<marker id="m"><path d="M0 0L9 9" marker-end="url(#m)"/></marker>'),
            id="a marker of itself",
        ),
        pytest.param(
            svg("<style>" + ".a .b{fill:red}" * 999 + "</style>"), id="many rules of style"
        ),
        pytest.param(svg('<style>@import "http://x.test/a";</style>'), id="an imported style"),
        pytest.param(svg("<style>.a{fill:u\\72l(http://x.test/)}</style>"), id="an escaped one"),
        pytest.param(svg('<image href="file:///etc/passwd"/>'), id="an image"),
        pytest.param(svg("<foreignObject><p/></foreignObject>"), id="HTML inside"),
        pytest.param(svg('<pattern id="p" width="0.001"/>'), id="a pattern"),
        pytest.param(svg("<mask/>"), id="a mask"),
    ],
)
def test_what_is_broken_or_could_take_long_stays_code(text: str) -> None:
    assert harmless_svg(text) is None


@pytest.mark.parametrize(
    ("inside", "gone"),
    [
        ('<use href="http://x.test/a.svg#b"/>', "x.test"),
        ('<use xlink:href="file:///etc/passwd#b"/>', "passwd"),
        ('<a href="http://x.test/"><text>A</text></a>', "x.test"),
        ('<rect fill="url(http://x.test/#a)"/>', "x.test"),
        ("<rect style=\"fill:url( 'http://x.test/')\"/>", "x.test"),
        ("<script>alert(1)</script>", "alert"),
        ('<rect onclick="go()"/>', "go()"),
        ('<rect><animate attributeName="x" from="0"/></rect>', "animate"),
        (
            '<filter id="f"><feBlend/></filter><rect filter="url(#f)"/>',
            "filter",
        ),
        ('<rect xml:base="http://x.test/"/>', "x.test"),
    ],
)
def test_what_leads_elsewhere_moves_or_filters_is_left_out(inside: str, gone: str) -> None:
    written = harmless_svg(svg(inside))
    assert written is not None
    assert gone not in written.split(">", 1)[1]


def test_an_ordinary_drawing_keeps_all_that_is_drawn() -> None:
    inside = (
        '<style>.a{fill:#f80}</style><defs><linearGradient id="g"><stop offset="0"></stop>'
        '</linearGradient></defs><g id="b"><circle class="a" r="4"></circle></g>'
        '<rect fill="url(#g)" transform="rotate(4)"></rect><text x="1">a &lt; b</text>'
    )
    assert harmless_svg(f"<?xml version='1.0'?>\n<svg>{inside}</svg>") == svg(inside)


def test_plain_and_old_references_become_what_the_renderer_knows() -> None:
    written = harmless_svg(f'<svg><g id="a">{RECT}</g><use href="#a"/></svg>')
    assert written is not None
    assert '<use xlink:href="#a"></use>' in written


@pytest.mark.parametrize(
    "inside",
    [
        '<g stroke-dasharray="0.01" stroke-dashoffset="1"><circle r="4"/></g>',
        '<circle style="stroke:#000;stroke-dasharray : .01" r="4"/>',
        "<style>circle{STROKE-DASHARRAY:0.01}</style>",
        "<style>circle{stroke-dash<!-- -->array:0.01}</style>",
        "<style>circle{stroke-d&#97;sharray:0.01}</style>",
        "<style>circle{stroke-<![CDATA[dasharray]]>:0.01}</style>",
    ],
)
def test_lines_have_no_dashes(inside: str) -> None:
    written = harmless_svg(svg(inside))
    assert written is not None
    assert "stroke-dash" not in written.lower()


@pytest.mark.parametrize("word", ["mar<!-- -->ker", "mark&#101;r", "<![CDATA[mark]]>er"])
def test_a_word_of_a_style_sheet_that_comes_in_pieces_is_found(word: str) -> None:
    assert harmless_svg(svg(f"<style>.a{{{word}:url(#b)}}</style>")) is None


def test_nothing_but_words_is_taken_in_a_style_sheet() -> None:
    assert harmless_svg(svg("<style>.a{mar<g/>ker:url(#b)}</style>")) is None
