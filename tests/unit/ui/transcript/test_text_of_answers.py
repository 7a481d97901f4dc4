"""What models write, as the window shows it and as exports hold it, whole and while it streams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from pygments.lexers import get_lexer_by_name
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QTextListFormat

from app.core.interchange.rich_text import rich_html
from app.ui.interchange import pdf_writer
from app.ui.kit.theme import DARK_COLOURS, LIGHT_COLOURS
from app.ui.transcript.blocks import section_document
from app.ui.transcript.blocks.highlight import colour_spans
from app.ui.transcript.blocks.kinds.code import CodeBlock
from app.ui.transcript.blocks.kinds.prose import ProseBlock
from app.ui.transcript.blocks.registry import kind_of, make_block
from app.ui.transcript.blocks.scrolling import ScrollingBlock
from app.ui.transcript.model.sections import split_sections
from tests.unit.core.interchange.test_export import _require_harmless, chat_of

if TYPE_CHECKING:
    from PySide6.QtGui import QTextCharFormat, QTextDocument
    from pytestqt.qtbot import QtBot

    from app.ui.kit.theme import Colours
    from app.ui.transcript.blocks.section_document import SectionDocument
    from app.ui.transcript.model.sections import Section

pytestmark = pytest.mark.usefixtures("qapp")


@dataclass(frozen=True)
class Case:
    """One text, what the window displays, and what the HTML of exports holds."""

    written: str
    displayed: str
    exported: tuple[str, ...] = ()


FENCES = "```markdown\n{}```\ncode\n```\n\n```json\n{{}}\n```\n```\nDone."
CASES = (
    Case("**文字：**后续", "文字：后续", ("<strong>文字：</strong>后续",)),
    Case("含**「重点」**内容", "含「重点」内容", ("含<strong>「重点」</strong>内容",)),
    Case("これは**「重要」**です", "これは「重要」です", ("<strong>「重要」</strong>です",)),
    Case("중요한 **'제목'**은 이것", "중요한 '제목'은 이것", ("<strong>'제목'</strong>은",)),
    Case("了~~「删」~~吗", "了「删」吗", ("<s>「删」</s>",)),
    Case("中__「重」__内", "中「重」内", ("<strong>「重」</strong>",)),
    Case("2 ** 3 and a**b", "2 ** 3 and a**b", ("2 ** 3 and a**b",)),
    Case("`2 ** 3` and so", "2 ** 3 and so", ("2 ** 3</code> and so",)),
    Case(
        "访问 https://example.com/docs（中文说明）了解更多",
        "访问 https://example.com/docs（中文说明）了解更多",
        ('<a href="https://example.com/docs">https://example.com/docs</a>（中文说明）',),
    ),
    Case(
        "见https://example.com/guide，详见 [名](https://a/中文)。",
        "见https://example.com/guide，详见 名。",
        ('href="https://example.com/guide"', '<a href="https://a/%E4%B8%AD%E6%96%87">名</a>。'),
    ),
    Case(
        "| a | b |\n|---|---|\n| - A<br>- B<br/>- C | <kbd>X</kbd> |",
        "a\tb\n- A\n- B\n- C\tX",
        ("- A<br>\n- B<br>\n- C", "<kbd>X</kbd>"),
    ),
    Case("one<br>\ntwo<BR />three", "one\ntwo\nthree", ("one<br>\ntwo<br>\nthree",)),
    Case(
        "H<sub>2</sub>O x<sup>2</sup> <b>b</b> <i>i</i> <u>u</u> <s>s</s> <mark>m</mark>",
        "H2O x2 b i u s m",
        ("H<sub>2</sub>O", "x<sup>2</sup>", "<mark>m</mark>", "<u>u</u>"),
    ),
    Case('<b onclick="x()">b</b>', "b", ("<b>b</b>",)),
    Case("a <b>lone", "a <b>lone", ("a &lt;b&gt;lone",)),
    Case("**a <b>** x **</b> c**", "a <b> x </b> c", ("<strong>a &lt;b&gt;</strong>",)),
    Case("<script>x</script>", "<script>x</script>", ("&lt;script&gt;",)),
    Case("`<b>x</b>`", "<b>x</b>", ("&lt;b&gt;x&lt;/b&gt;",)),
    Case(
        "<details>\n<summary>Why **so**</summary>\n\nText\n\n</details>\n\nEnd",
        "Why so\nText\nEnd",
        ("<details open><summary>Why <strong>so</strong></summary>\n<p>Text</p>\n</details>",),
    ),
    Case("</details>\n\nEnd", "End", ("<p>End</p>",)),
    Case("a\n\n```\nb\n```\n</details>", "a\n\nb", ("<pre>",)),
    Case("<details>\n\nText", "Text", ("<details open><p>Text</p>\n</details>",)),
    Case(
        "<details><summary>S</summary>\n\n```sh\nls\n```\n"
        "1. a\n   ```\n   b\n   ```\n   c\n2. d\n</details>\ne",
        "S\n\nls\n\na\n\nb\n\nc\nd\ne",
        ("<summary>S</summary>", "</ol>\n</details>\n<p>e</p>"),
    ),
    Case(
        "<details>\n<summary>S</summary>\n\n| a | b |\n|---|---|\n| c | d |\n</details>\n\ne",
        "S\n\na\tb\nc\td\n\ne",
        ("</table>\n</details>\n<p>e</p>",),
    ),
    Case(
        "- [ ] to do\n- [x] done",
        "☐ to do\n☑ done",
        ('<ul class="tasks">\n<li>☐\u2002to do</li>\n<li>☑\u2002done</li>',),
    ),
    Case(FENCES.format(""), "```\ncode\n```\n\n```json\n{}\n```\n\nDone.", ("<p>Done.</p>",)),
    Case(
        FENCES.format("# T\n\n"),
        "# T\n\n```\ncode\n```\n\n```json\n{}\n```\n\nDone.",
        ("<p>Done.</p>",),
    ),
    Case(
        "```md\n# a\n```\nText\n```sh\nls\n```",
        "# a\n\nText\n\nls",
        ("<p>Text</p>",),
    ),
    Case(
        "价格为$x$元，面积为$a^2$平方米", "价格为$x$元，面积为$a^2$平方米", ("<math", "元，面积为<")
    ),
    Case("从 $113 跌到 $5.51", "从 $113 跌到 $5.51", ("$113 跌到 $5.51",)),
    Case("$HOME/$USER", "$HOME/$USER", ("$HOME/$USER",)),
    Case("> [!NOTE]\n> hi", "Note\nhi", ("Note", "hi")),
    Case(
        "\\begin{equation}\nx^2\n\\end{equation}",
        "\\begin{equation}\nx^2\n\\end{equation}",
        ('<math display="block">',),
    ),
    Case(
        "\\begin{align}\na &= b\n\\end{align}",
        "\\begin{align}\na &= b\n\\end{align}",
        ('<math display="block">', "<mtable"),
    ),
    Case("-       text wide", "text wide", ("<li>text wide</li>",)),
    Case("Whole sentence.\n---\nnext", "Whole sentence.\n\nnext", ("sentence.</p>\n<hr>",)),
    Case("Title\n---\nnext", "Title\nnext", ("<h2>Title</h2>",)),
    Case(
        "1. a\n   ```sh\n   ls\n   ```\n   then\n1. b",
        "a\n\nls\n\nthen\nb",
        ("</pre>then</li>\n<li>b</li>",),
    ),
    Case("> ```py\n> x = 1\n>\n> y\n> ```\n> end", "x = 1\n\ny\n\nend", ("<blockquote>\n<pre>",)),
    Case("- ```sh\n  ls\n  ```\n- b", "\n\nls\n\nb", ("<li>\n<pre>",)),
    Case("1.\tx\n\n\t```go\n\t\ty\n\t```", "x\n\n\ty", ("<pre>",)),
)


def shown(sections: list[Section]) -> list[SectionDocument]:
    return [kind_of(section).document(section, LIGHT_COLOURS) for section in sections]


def displayed(text: str) -> str:
    blocks = [make_block(section, LIGHT_COLOURS) for section in split_sections(text)]
    return "\n\n".join(block.text_between(0, block.end_position()) for block in blocks)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.written)
def test_the_window_displays_what_is_meant(case: Case) -> None:
    assert displayed(case.written) == case.displayed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.written)
def test_a_page_holds_what_is_meant(case: Case) -> None:
    written = rich_html(case.written)
    _require_harmless(written)
    for part in case.exported:
        assert part in written


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.written)
def test_a_pdf_holds_what_is_meant(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[str] = []
    even = section_document.even_lists

    def note(document: QTextDocument, gap: int) -> None:
        even(document, gap)
        laid_out.append(document.toPlainText())

    monkeypatch.setattr(pdf_writer, "even_lists", note)
    data = b"".join(pdf_writer.pdf_chunks(chat_of("q", case.written)))
    assert data.startswith(b"%PDF-")
    words = "\n".join(laid_out).replace("\u2028", "\n")
    for line in filter(None, re.split(r"[\n\t]|\$[^$]+\$(?=[元平])|\\begin[^$]*", case.displayed)):
        assert line in words


@pytest.mark.parametrize(
    ("text", "words"),
    [("a 2 ** 3", "a 2 ** 3"), ("a**b", "a**b"), ("`a ** b` and", "a ** b and"),
     ("含**「重点", "含「重点"), ("see **bo", "see bo"), ("see **", "see "), ("**a** **", "a ")],
)  # fmt: skip
def test_a_stream_never_shows_marks_that_nobody_wrote(text: str, words: str) -> None:
    (section,) = split_sections(text)
    document = kind_of(section).document(section, LIGHT_COLOURS, is_open=True)
    assert document.toPlainText().rstrip() == words.rstrip()


def formats_of(text: str) -> dict[str, QTextCharFormat]:
    """Return how each run of words is shown."""
    found = {}
    for document in shown(split_sections(text)):
        line = document.begin()
        while line.isValid():
            at = line.begin()
            while not at.atEnd():
                found[at.fragment().text()] = at.fragment().charFormat()
                at += 1
            line = line.next()
    return found


def test_tags_are_shown_as_what_they_stand_for() -> None:
    found = formats_of(
        "<b>b</b> <i>i</i> <u>u</u> <s>s</s> <mark>m</mark> 1<sub>2</sub>3<sup>4</sup>"
    )
    assert found["b"].fontWeight() > QFont.Weight.Medium
    assert found["i"].fontItalic()
    assert found["u"].fontUnderline()
    assert found["s"].fontStrikeOut()
    assert found["m"].background().color().name() == LIGHT_COLOURS.accent_soft
    assert found["2"].verticalAlignment() == found["2"].VerticalAlignment.AlignSubScript
    assert found["4"].verticalAlignment() == found["4"].VerticalAlignment.AlignSuperScript


def test_an_address_ends_before_a_mark_of_cjk_text() -> None:
    found = formats_of("见 https://example.com/docs（中文说明）了解")
    assert found["https://example.com/docs"].anchorHref() == "https://example.com/docs"
    assert not found["（中文说明）了解"].isAnchor()


@pytest.mark.parametrize("kind", ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"])
def test_an_alert_has_a_label_in_a_colour_of_its_own(kind: str) -> None:
    found = formats_of(f"> [!{kind}]\n> words")
    assert found[kind.capitalize()].foreground().color().name() != LIGHT_COLOURS.muted
    assert found["words"].foreground().color().name() == LIGHT_COLOURS.muted


def test_code_in_a_list_is_a_block_of_its_own_and_numbers_go_on() -> None:
    text = (
        "1. a\n   ```sh\n   ls\n   ```\n   then\n"
        "1. b\n   - c\n     ```\n     d\n     ```\n   - e\n1. f"
    )
    sections = split_sections(text)
    blocks = [make_block(section, LIGHT_COLOURS) for section in sections]
    codes = [block for block in blocks if isinstance(block, CodeBlock)]
    assert [block.section.text for block in codes] == ["ls", "d"]
    assert codes[0].actions(is_wrapped=True)
    assert 0 < codes[0].left < codes[1].left
    numbers = {}
    for document in shown(sections):
        line = document.begin()
        while line.isValid():
            if line.textList() is not None:
                numbers[line.text()] = line.textList().itemText(line)
            line = line.next()
    assert {word: numbers[word] for word in "abf"} == {"a": "1.", "b": "2.", "f": "3."}
    assert "then" not in numbers


def test_what_is_in_a_fold_stands_beside_its_bar() -> None:
    text = (
        "<details>\n<summary>S</summary>\n\n```\nx\n```\n\n- a\n  ```\n  y\n  ```\n\n"
        "| a | b |\n|---|---|\n| c | d |\n</details>\n\nafter"
    )
    blocks = [make_block(section, LIGHT_COLOURS) for section in split_sections(text)]
    for block in blocks:
        block.set_width(700)
    *folded, after = blocks
    assert [block.left for block in folded if isinstance(block, ScrollingBlock)] == [14, 44, 14]
    for block in folded:
        assert isinstance(block, (ProseBlock, ScrollingBlock))
        assert len(block._quotes if isinstance(block, ProseBlock) else block._bars) == 1
    assert isinstance(after, ProseBlock)
    assert after.document.toPlainText() == "after"
    assert not after._quotes


def test_bullets_stand_apart_from_their_words() -> None:
    (document,) = shown(split_sections("- l"))
    document.setTextWidth(100)
    image = QImage(100, 20, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    ink = [any(image.pixel(x, y) & 255 < 200 for y in range(20)) for x in range(100)]
    runs = [(is_ink, len(list(run))) for is_ink, run in groupby(ink)]
    assert [is_ink for is_ink, _n in runs] == [False, True, False, True, False]
    blank = QFontMetricsF(document.defaultFont()).horizontalAdvance(" ")
    assert runs[2][1] >= 1.5 * blank


def bars_of(text: str) -> list[float]:
    (section,) = split_sections(text)
    block = make_block(section, LIGHT_COLOURS)
    assert isinstance(block, ProseBlock)
    block.set_width(700)
    return [bar.left() - 1 for bar in block._quotes]


def test_the_bar_of_a_quote_stands_at_its_text() -> None:
    assert bars_of("> a") == [0]
    (in_list,) = bars_of("- x\n  > a")
    (deeper,) = bars_of("- x\n  - y\n    > a")
    assert 0 < in_list < deeper
    assert bars_of("> a\n>> b") == [0, 14]
    assert bars_of("> - list in a quote") == [0]
    assert bars_of("> a\n\nb\n\n> c") == [0, 0]


def test_bullets_tell_how_deep_they_are_and_gaps_are_even() -> None:
    (document,) = shown(split_sections("- a\n  - b\n    - c\n      - d\n  - e\n- f"))
    styles, gaps = [], []
    line = document.begin()
    while line.isValid():
        styles.append(line.textList().format().style())
        gaps.append(line.blockFormat().bottomMargin())
        line = line.next()
    style = QTextListFormat.Style
    assert styles == [style.ListDisc, style.ListCircle, style.ListSquare, style.ListSquare,
                      style.ListCircle, style.ListDisc]  # fmt: skip
    assert len(set(gaps[:-1])) == 1


def test_two_lists_have_more_room_between_them_than_their_items() -> None:
    (document,) = shown(split_sections("1. a\n   - b\n2. c\n   - d\n- e\n- f"))
    gaps = []
    line = document.begin()
    while line.isValid():
        gaps.append(line.blockFormat().bottomMargin())
        line = line.next()
    assert gaps[0] == gaps[1] == gaps[2] == gaps[4] < gaps[3]


def test_a_fence_without_a_language_has_no_invented_name(qtbot: QtBot) -> None:
    (section,) = split_sections("```\nx\n```")
    assert kind_of(section).copy_label(section) == "x"


@pytest.mark.parametrize("colours", [LIGHT_COLOURS, DARK_COLOURS], ids=["light", "dark"])
def test_a_diff_shows_what_went_in_red_and_what_came_in_green(colours: Colours) -> None:
    code = "-old\n+new\n same\n"
    spans = colour_spans(code, get_lexer_by_name("diff", stripnl=False), colours)
    by_word = {code[begin : begin + length].strip(): colour for begin, length, colour in spans}
    assert by_word["-old"] == colours.danger
    assert by_word["+new"] == colours.syntax_string
    red, green = (QColor(by_word[word]) for word in ("-old", "+new"))
    assert red.red() > red.green()
    assert green.green() > green.red()
