"""Formulas and images in the text, and code that is not wrapped."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent

from app.ui.transcript.blocks import figure
from app.ui.transcript.blocks.figure import (
    DrawnFigure,
    Figure,
    FigureKind,
    ImageKey,
    local_path,
    read_image,
)
from app.ui.transcript.blocks.formula import FigureCache, FormulaKey, draw_formula
from app.ui.transcript.blocks.kinds.code import CodeBlock
from app.ui.transcript.blocks.markdown import prose
from app.ui.transcript.model.click_targets import TargetKind
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.blocks.section_document import SectionDocument
    from app.ui.transcript.render.buttons import PlacedTarget
    from app.ui.transcript.transcript_view import TranscriptView

LONG_CODE = "```python\n" + "value = " + " + ".join(["number"] * 60) + "\n```"


def formula(tex: str, *, is_display: bool = False) -> FormulaKey:
    return FormulaKey(tex, is_display, 15, ascent=12, descent=4, colour="#202020", ratio=1.0)


def drawn(key: FormulaKey) -> DrawnFigure:
    picture = draw_formula(key)
    assert picture is not None
    return picture


def figures(text: str) -> list[tuple[FigureKind, str]]:
    return [(figure.kind, figure.source) for figure in prose(text).figures]


def document(view: TranscriptView) -> SectionDocument:
    return view.canvas.block_of(view.stack[0], 0).document


def wait_until_drawn(qtbot: QtBot, view: TranscriptView) -> None:
    qtbot.waitUntil(lambda: not document(view).is_waiting())


def dark_pixels(image: QImage) -> int:
    return sum(
        image.pixelColor(x, y).alpha() > 128
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [("a $x^2$ b", [(FigureKind.FORMULA, "x^2")]),
     (r"a \(x^2\) b", [(FigureKind.FORMULA, "x^2")]),
     ("$$\nx\n$$", [(FigureKind.DISPLAY_FORMULA, "x")]),
     ("\\[\nx\n= y\n\\]", [(FigureKind.DISPLAY_FORMULA, "x\n= y")]),
     ("so\n\\[ x \\]\nthen", [(FigureKind.DISPLAY_FORMULA, "x")]),
     ("> $$ x $$", [(FigureKind.DISPLAY_FORMULA, "x")]),
     ("between $5 and $10", []),
     ("$HOME/$USER", []),
     ("`$x$` and \\$5", []),
     (r"half of $\frac{1", [])],
)  # fmt: skip
def test_formulas_are_told_from_money_and_code(
    text: str, found: list[tuple[FigureKind, str]]
) -> None:
    assert figures(text) == found


@pytest.mark.parametrize(
    "tex",
    ["x^2", r"\frac{a}{b}", r"\sum_{i=1}^n i", r"\begin{cases}1 & x>0\\0 & x\le 0\end{cases}",
     r"\begin{pmatrix}a & b\\c & d\end{pmatrix}^{-1}", r"\text{if } x \in \mathbb{R}",
     r"\begin{aligned}a &= b\\c &= d\end{aligned}"],
)  # fmt: skip
def test_what_models_write_is_drawn(tex: str) -> None:
    picture = draw_formula(formula(tex))
    assert picture is not None
    assert dark_pixels(picture.image) > 20
    assert picture.width == picture.image.width()


@pytest.mark.parametrize(
    "tex",
    ["", r"\frac{1", "&", r"\\", "a^b^c", r"\left(", "x+" * 3_000, "{" * 11 + "x" + "}" * 11,
     "{" * 2_000 + "x" + "}" * 2_000, "\x00"],
)  # fmt: skip
def test_what_cannot_be_drawn_is_given_up(tex: str) -> None:
    assert draw_formula(formula(tex)) is None


def test_a_formula_is_drawn_in_the_text_and_copied_as_it_was_written(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer("Say $x^2$ and $\\frac{1$ here")])
    assert view.visible_text() == "Say $x^2$ and $\\frac{1$ here"
    wait_until_drawn(qtbot, view)
    assert document(view).toRawText() == "Say \ufffc and $\\frac{1$ here"
    assert view.visible_text() == "Say $x^2$ and $\\frac{1$ here"
    view.pointer.select_all()
    assert view.pointer.selected_text() == "Say $x^2$ and $\\frac{1$ here"


def test_a_formula_shows_how_it_was_written_to_who_points_at_it(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer("$$\\sum_{i=1}^n i$$")])
    wait_until_drawn(qtbot, view)
    layout = view.stack[0]
    middle = next(rect.center() for _number, _slot, rect in layout.slot_rects())
    point = view.canvas.origin_of(layout.message.id) + middle
    assert view.pointer.formula_at(point) == "$$\\sum_{i=1}^n i$$"
    assert view.pointer.formula_at(point - QPointF(middle.x() - 2, 0)) == ""


def test_a_formula_wider_than_the_column_is_made_smaller(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer("$$" + " + ".join(f"x_{{{n}}}" for n in range(60)) + "$$")])
    wait_until_drawn(qtbot, view)
    view.resize(400, 600)
    assert document(view).idealWidth() <= 400


def test_words_are_found_beside_a_formula(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer("Say $x^2$ and more")])
    wait_until_drawn(qtbot, view)
    block = view.canvas.block_of(view.stack[0], 0)
    ((begin, end),) = block.find_all("and")
    assert block.text_between(begin, end) == "and"


def test_pictures_unused_for_longest_are_forgotten(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.transcript.blocks.formula._MAX_BYTES", 10_000)
    monkeypatch.setattr("app.ui.transcript.blocks.formula._KEPT_S", 0.0)
    shelf = FigureCache()
    keys = [formula(f"x_{{{number}}}") for number in range(30)]
    for key in keys:
        shelf.figure(key)
    qtbot.waitUntil(lambda: not any(shelf.is_pending(key) for key in keys))
    kept = [key for key in keys if key in shelf._drawn_figures]
    assert 0 < len(kept) < len(keys)
    assert kept == keys[-len(kept) :]


def test_pictures_that_are_shown_are_not_drawn_again_and_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.transcript.blocks.formula._MAX_BYTES", 10)
    shelf = FigureCache()
    keys = [formula(f"y_{{{number}}}") for number in range(9)]
    for key in keys:
        shelf.figure(key)
    qtbot.waitUntil(lambda: not any(shelf.is_pending(key) for key in keys))
    assert all(isinstance(shelf.figure(key), DrawnFigure) for key in keys)


def test_letters_of_two_units_move_nothing(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer("🙂🙂 say $x^2$ and needle 🙂")])
    wait_until_drawn(qtbot, view)
    assert view.visible_text() == "🙂🙂 say $x^2$ and needle 🙂"
    block = view.canvas.block_of(view.stack[0], 0)
    ((begin, end),) = block.find_all("needle")
    assert block.text_between(begin, end) == "needle"
    view.messages.reset([answer("```python\n# 🙂🙂\nif True: pass\n```")])
    wait_until_drawn(qtbot, view)
    line = document(view).findBlockByNumber(1)
    words = [line.text()[one.start : one.start + one.length] for one in line.layout().formats()]
    assert "if" in words


# -- images of this machine --


def write_image(path: Path, width: int = 60, height: int = 40) -> str:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(path))
    return str(path)


@pytest.mark.qt_log_ignore("QFontEngineFT")  # Windows without a screen, of a character no font has
def test_a_picture_of_this_machine_is_shown(
    qtbot: QtBot, view: TranscriptView, tmp_path: Path
) -> None:
    path = write_image(tmp_path / "a cat.png")
    view.messages.reset([answer(f"![cat](<{path}>) and ![cat]({Path(path).as_uri()})")])
    wait_until_drawn(qtbot, view)
    assert document(view).toRawText() == "\ufffc and \ufffc"
    assert view.visible_text() == "cat and cat"


def test_a_large_picture_is_made_small_enough(tmp_path: Path) -> None:
    picture = read_image(ImageKey(write_image(tmp_path / "big.png", 4_000, 3_000), 700, 1.0))
    assert picture is not None
    assert picture.width <= 700
    assert picture.height <= 480


@pytest.mark.parametrize(
    "address",
    ["https://example.org/a.png", "//server/share/a.png", "file://server/share/a.png",
     "\\\\server\\share\\a.png", "a.png", "../a.png", "/etc/passwd", "/dev/zero",
     "data:image/png;base64,AAAA", "file:////server/a.png", "/%5c%5cserver/a.svg", ""],
)  # fmt: skip
def test_only_pictures_of_this_machine_are_read(address: str) -> None:
    assert local_path(address) == ""


@pytest.mark.parametrize(
    "address",
    ["C:%5Cpictures%5Ca%20b.png", "C:\\pictures\\a b.png", "file:///C:/pictures/a%20b.png"],
)
def test_a_path_of_windows_is_understood_with_its_backslashes(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure, "Path", PureWindowsPath)
    as_windows_does = lambda path: unquote(path).lstrip("/").replace("/", "\\")  # noqa: E731
    monkeypatch.setattr("urllib.request.url2pathname", as_windows_does)

    assert local_path(address) == "C:\\pictures\\a b.png"


def test_what_only_looks_like_a_picture_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "folder.png").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.png")  # reading one would wait for ever
    for name in ("text.png", "folder.png", "pipe.png", "missing.png", "nul\0.png"):
        assert read_image(ImageKey(str(tmp_path / name), 700, 1.0)) is None


def test_a_picture_that_is_missing_stays_a_link(
    qtbot: QtBot, view: TranscriptView, tmp_path: Path
) -> None:
    view.messages.reset([answer(f"![my cat]({tmp_path}/gone.png)")])
    wait_until_drawn(qtbot, view)
    assert view.visible_text() == "[my cat]"


# -- footnotes --


def test_notes_carry_their_numbers_also_in_another_section() -> None:
    assert "<sup>1</sup>" in prose("Said[^1] so").html()
    note = prose("[^1]: See *there*.").html()
    assert "<sup>1 </sup>See <em>there</em>" in note


def test_brackets_of_a_pattern_are_no_note() -> None:
    assert "[^a-z]" in prose("matches [^a-z]").html()


def test_marks_for_private_use_cannot_fill_a_gap() -> None:
    written = "\ue0b00\ue0b1 &#xE0B0;7&#xE0B1; &#xE0B0;0&#xE0B1; "
    rendered = prose(f"{written}and $x$")
    filled = rendered.html(lambda number, figure: f"<{number}>")
    assert filled.count("<0>") == 1
    assert prose(written).html()
    assert rendered.figures == (Figure(FigureKind.FORMULA, "x", "$x$"),)


# -- long lines of code --


def target(view: TranscriptView, kind: TargetKind) -> PlacedTarget | None:
    return next((one for one in view.canvas.targets if one.click_target.kind is kind), None)


def press(qtbot: QtBot, view: TranscriptView, kind: TargetKind) -> None:
    qtbot.waitUntil(lambda: target(view, kind) is not None)
    found = target(view, kind)
    assert found is not None
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=found.rect.center().toPoint())


def turn(view: TranscriptView, point: QPointF, sideways: int, upright: int = 0) -> None:
    event = QWheelEvent(
        point, view.viewport().mapToGlobal(point), QPoint(), QPoint(sideways, upright),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    view.viewportEvent(event)


def test_long_lines_of_code_are_wrapped_until_told_otherwise(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer(LONG_CODE)])
    wrapped = view.stack[0].height()
    press(qtbot, view, TargetKind.UNWRAP)
    qtbot.waitUntil(lambda: target(view, TargetKind.WRAP) is not None)
    assert view.stack[0].height() < wrapped
    press(qtbot, view, TargetKind.WRAP)
    qtbot.waitUntil(lambda: target(view, TargetKind.UNWRAP) is not None)
    assert view.stack[0].height() == wrapped


def test_code_that_is_not_wrapped_scrolls_sideways_and_no_further(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer(LONG_CODE)])
    press(qtbot, view, TargetKind.UNWRAP)
    block = view.canvas.block_of(view.stack[0], 0)
    assert isinstance(block, CodeBlock)
    rect = next(rect for _number, _slot, rect in view.stack[0].slot_rects())
    point = view.canvas.origin_of(view.stack[0].message.id) + rect.center()
    turn(view, point, -240)
    assert block.scrolled == 120
    on_the_line = QPointF(20, block.text_origin().y() + 5)  # whatever height the font has
    at_start = block.position_at(on_the_line)
    turn(view, point, -100_000)
    assert block.scrolled == block.overflow() > 0
    assert block.position_at(on_the_line) > at_start
    turn(view, point, 200_000)
    assert block.scrolled == 0


def test_short_code_offers_no_wrapping(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("?"), answer("```\nx = 1\n```")])
    qtbot.waitUntil(lambda: target(view, TargetKind.COPY_BLOCK) is not None)
    assert target(view, TargetKind.UNWRAP) is None


def test_what_would_lack_a_part_is_left_as_it_was_written() -> None:
    for tex in (r"\ce{H2O}", r"\begin{array}{c|c} a & b \end{array}", r"\unheard{x}"):
        assert draw_formula(formula(tex)) is None
    assert draw_formula(formula(r"\begin{array}{cc} a & b \end{array}")) is not None


def test_an_operator_of_several_words_is_drawn_like_one_that_is_spelt_out() -> None:
    starred = drawn(formula(r"\operatorname*{arg\,max}_\theta x", is_display=True))
    spelt = r"\underset{\theta}{\mathrm{arg}\,\mathrm{max}}\, x"
    assert starred.image == drawn(formula(spelt, is_display=True)).image


def test_the_number_of_a_formula_stays_with_it() -> None:
    alone = drawn(formula("a + b", is_display=True))
    numbered = drawn(formula(r"a + b \tag{7}", is_display=True))
    assert numbered.width > alone.width
    assert drawn(formula("a + b", is_display=True)).image == alone.image
    hidden = drawn(formula(r"a + b \label{eq:1} \notag", is_display=True))
    assert hidden.width == alone.width
