"""Pages for a browser: what becomes one, and that what a model wrote undoes nothing of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from app.core.content.browser_page import PageKind, browser_page, page_kind

Attributes = dict[str, str | None]


class Tags(HTMLParser):
    """All tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def framed(page: str) -> str:
    """Return what stands in the frame."""
    ((_tag, attributes),) = [one for one in Tags(page).found if one[0] == "iframe"]
    assert attributes["sandbox"] == "allow-scripts"
    return attributes["srcdoc"] or ""


def policies(text: str) -> list[str]:
    metas = [one for tag, one in Tags(text).found if tag == "meta"]
    return [
        str(one["content"]) for one in metas if one.get("http-equiv") == "Content-Security-Policy"
    ]


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("html", "", PageKind.HTML),
        ("HTML", "", PageKind.HTML),
        ("svg", "", PageKind.SVG),
        ("mermaid", "", PageKind.MERMAID),
        ("xml", "<svg>", PageKind.SVG),
        ("xml", "<?xml version='1.0'?>\n<!-- a -->\n<!DOCTYPE svg>\n<svg width='4'>", PageKind.SVG),
        ("xml", "<note><svg/></note>", None),
        ("xml", "<!-- " * 5_000, None),
        ("xml", "<svgs>", None),
        ("python", "<svg>", None),
        ("", "<svg>", None),
    ],
)
def test_the_language_says_what_a_browser_shows(
    language: str, text: str, kind: PageKind | None
) -> None:
    assert page_kind(language, text) is kind


@pytest.mark.parametrize(
    "text",
    [
        '"></iframe><img src="http://x.test/">',
        "&quot;&gt;</iframe><script>alert(1)</script>",
        "</body></html><meta http-equiv=Content-Security-Policy content='default-src *'>",
        "'\x00\ud800\"<",
    ],
)
@pytest.mark.parametrize("kind", PageKind)
def test_nothing_leaves_the_frame_and_the_policy_stands_before_it(
    kind: PageKind, text: str
) -> None:
    page = browser_page(kind, text, "<b>", "let mermaid")
    tags = [tag for tag, _ in Tags(page).found]
    assert tags == [*("html", "head"), *["meta"] * 4, *("title", "style", "body", "iframe")]
    (outer,) = policies(page)
    assert policies(framed(page))[0] == outer
    for wanted in ("default-src 'none'", "frame-src 'none'", "form-action 'none'", "base-uri"):
        assert wanted in outer
    assert not re.search(r"https?:", outer)


def test_links_and_frames_of_a_page_are_taken_away_before_a_browser_sees_them() -> None:
    text = '<LINK rel=preconnect href="http://x.test"><iframe src="http://x.test"></iframe><p>a'
    inner = framed(browser_page(PageKind.HTML, text, ""))
    tags = [tag for tag, _ in Tags(inner).found]
    assert "link" not in tags
    assert "iframe" not in tags
    assert "p" in tags


def test_a_diagram_stands_as_text_beside_a_script_that_cannot_end_early() -> None:
    page = browser_page(PageKind.MERMAID, "graph TD\n A[<b>x</b>]", "", 'a="</script><!--<script>"')
    inner = framed(page)
    assert "A[&lt;b&gt;x&lt;/b&gt;]" in inner
    assert r'a="\x3c/script>\x3c!--\x3cscript>"' in inner
