"""The transcript as it is read: it scrolls, follows, selects, copies and is clicked.

Longer than other files: all of it is seen in one view.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication

from app.core.chats.records import MessageStatus
from app.core.plain_value import replace
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.message_facts import footer_words
from app.ui.transcript.model.sections import split_sections
from app.ui.transcript.render.measures import REREAD_NOTE
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, child_of, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.render.buttons import PlacedTarget
    from app.ui.transcript.transcript_view import TranscriptView

FREEZE_S = 2.0  # generous for a busy machine; a frozen window takes minutes

MARKDOWN = """Some **bold** words and `code`.

```python
def f(x):
    return x + 1
```

| a | b |
|---|---|
| 1 | 2 |

> a quote

Last words.
"""


def target(view: TranscriptView, kind: TargetKind) -> PlacedTarget | None:
    return next((one for one in view.canvas.targets if one.click_target.kind is kind), None)


def press(qtbot: QtBot, view: TranscriptView, kind: TargetKind) -> None:
    qtbot.waitUntil(lambda: target(view, kind) is not None)
    found = target(view, kind)
    assert found is not None
    place = found.rect.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_markdown_shows_its_words_without_its_marks(view: TranscriptView) -> None:
    view.messages.reset([question("Hello"), answer(MARKDOWN)])
    text = view.visible_text()
    assert "Some bold words and code." in text
    assert "def f(x):" in text
    assert "```" not in text
    assert "**" not in text


def test_the_copy_button_of_code_copies_the_whole_code(qtbot: QtBot, view: TranscriptView) -> None:
    code = "\n".join(f"print({number})" for number in range(150))
    view.messages.reset([answer(f"```python\n{code}\n```")])
    view.verticalScrollBar().setValue(0)
    press(qtbot, view, TargetKind.COPY_BLOCK)
    assert clipboard() == code


@pytest.mark.parametrize("before", ["", "words\n\n", "> "])
def test_the_line_above_long_code_stays_in_view(
    qtbot: QtBot, view: TranscriptView, before: str
) -> None:
    code = "\n".join(f"print({number})" for number in range(150))
    mark = ">" if before == "> " else ""
    written = f"```python\n{code}\n```".replace("\n", f"\n{mark}")
    view.messages.reset([answer(f"{before}{written}\n\n{'words ' * 3_000}")])
    bar = view.verticalScrollBar()
    for place in (300, 1_500):  # in the first piece of the block, and in another
        bar.setValue(place)
        qtbot.waitUntil(lambda: target(view, TargetKind.COPY_BLOCK) is not None)
        found = target(view, TargetKind.COPY_BLOCK)
        assert found is not None
        assert 0 <= found.rect.top() < found.rect.height()
        QGuiApplication.clipboard().clear()
        press(qtbot, view, TargetKind.COPY_BLOCK)
        assert clipboard() == code
    bar.setValue(bar.maximum() - 100)  # and goes with the end of the block
    qtbot.waitUntil(lambda: target(view, TargetKind.COPY_BLOCK) is None)


def test_the_copy_button_of_an_answer_copies_its_markdown(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([question("?"), answer(MARKDOWN)])
    press(qtbot, view, TargetKind.COPY_MESSAGE)
    assert clipboard() == MARKDOWN


def test_regenerate_stands_under_the_last_answer_only(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("a"), answer("b"), question("c"), answer("d")])
    qtbot.waitUntil(lambda: target(view, TargetKind.REGENERATE) is not None)
    kinds = [one.click_target.kind for one in view.canvas.targets]
    assert kinds.count(TargetKind.REGENERATE) == 1
    with qtbot.waitSignal(view.requests.regenerate):
        press(qtbot, view, TargetKind.REGENERATE)


@pytest.mark.parametrize(
    "status", [MessageStatus.STOPPED, MessageStatus.INTERRUPTED, MessageStatus.FAILED]
)
def test_a_cut_answer_can_be_continued(
    qtbot: QtBot, view: TranscriptView, status: MessageStatus
) -> None:
    view.messages.reset([question("a"), answer("b", status)])
    with qtbot.waitSignal(view.requests.go_on):
        press(qtbot, view, TargetKind.CONTINUE)


def test_a_complete_answer_offers_no_continue(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("a"), answer("b")])
    qtbot.waitUntil(lambda: target(view, TargetKind.REGENERATE) is not None)
    assert target(view, TargetKind.CONTINUE) is None


@pytest.mark.parametrize("step", [1, 3, 7, 64])
def test_a_streamed_answer_ends_as_if_it_had_come_whole(
    qtbot: QtBot, view: TranscriptView, step: int
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([question("?"), begun])
    for at in range(0, len(MARKDOWN), step):
        view.messages.append_text(begun.id, MARKDOWN[at : at + step])
    view.messages.change(answer(MARKDOWN, number=7))
    layout = view.stack.find(begun.id)
    assert layout is not None
    assert [slot.section for slot in layout.slots()] == split_sections(MARKDOWN)
    qtbot.waitUntil(lambda: all(slot.exact for slot in layout.slots()))
    streamed = view.visible_text()
    view.messages.reset([question("?"), answer(MARKDOWN)])
    assert view.visible_text() == streamed


def test_the_view_follows_a_stream_at_the_end(qtbot: QtBot, view: TranscriptView) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([*(question(f"line {n}") for n in range(30)), begun])
    for _ in range(40):
        view.messages.append_text(begun.id, "Another paragraph.\n\n")
    bar = view.verticalScrollBar()
    before = bar.maximum()
    qtbot.waitUntil(lambda: bar.maximum() > before and bar.value() == bar.maximum())


def test_a_reader_above_the_end_is_not_moved_by_a_stream(
    qtbot: QtBot, view: TranscriptView
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([*(answer(f"message {n}\n\n" * 5) for n in range(30)), begun])
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    shown = view.visible_text()
    before = bar.maximum()
    for _ in range(40):
        view.messages.append_text(begun.id, "Another paragraph.\n\n")
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert view.visible_text() == shown


def test_what_is_read_stays_in_place_while_heights_above_become_exact(
    view: TranscriptView,
) -> None:
    # Short lines make the estimates wrong on purpose.
    view.messages.reset([answer(f"title {n}\n" + "- x\n" * 30) for n in range(200)])
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    top_row = view.stack.row_at(bar.value())
    for _ in range(20):
        anchor = view.stack[top_row].message.id
        place = view.canvas.origin_of(anchor).y()
        bar.setValue(bar.value() - 40)
        assert view.canvas.origin_of(anchor).y() == pytest.approx(place + 40, abs=2)


def test_earlier_messages_come_before_without_moving_what_is_read(view: TranscriptView) -> None:
    messages = [
        answer(f"message {n}\n\n" + "words " * 40 * (n % 5), number=n + 1) for n in range(90)
    ]
    view.messages.reset(messages[60:])
    assert view.scroller.is_at_end()
    view.messages.prepend(messages[50:60])
    assert view.scroller.is_at_end()
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    shown, place = view.visible_text(), view.canvas.origin_of(messages[70].id).y()
    view.messages.prepend(messages[:50])
    assert view.visible_text() == shown
    assert view.canvas.origin_of(messages[70].id).y() == pytest.approx(place, abs=2)
    bar.setValue(0)
    assert "message 0" in view.visible_text()


def test_messages_on_the_screen_are_told_once(qtbot: QtBot, view: TranscriptView) -> None:
    told: list[int] = []
    view.shown.connect(lambda: told.append(len(view.stack)))
    view.messages.reset([answer("one"), answer("two")])
    qtbot.waitUntil(lambda: bool(told))
    view.messages.append_text(view.messages.message(1).id, "more")
    view.viewport().repaint()
    qtbot.waitUntil(lambda: told == [2])


def test_jump_to_latest_appears_above_the_end_and_leads_there(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer(f"message {n}\n\n" * 5) for n in range(30)])
    button = child_of(view, type(view._jump), "jumpButton")
    assert not button.isVisible()
    view.verticalScrollBar().setValue(0)
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.scroller.is_at_end()
    assert not button.isVisible()


def test_dragging_selects_text_and_copies_it(qtbot: QtBot, view: TranscriptView) -> None:
    shown = answer("First paragraph here.\n\n```\nsome code\n```\n\nLast one.")
    view.messages.reset([shown])
    layout = view.stack.find(shown.id)
    assert layout is not None
    rects = [rect for _number, _slot, rect in layout.slot_rects()]
    origin = view.canvas.origin_of(shown.id)
    begin = (origin + rects[0].topLeft() + QPointF(0, 8)).toPoint()
    end = (origin + rects[-1].bottomRight() - QPointF(1, 4)).toPoint()
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view.viewport(), left, pos=begin)
    qtbot.mouseMove(view.viewport(), QPoint(begin.x() + 20, begin.y() + 10))
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), left, pos=end)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "First paragraph here.\n\nsome code\n\nLast one."


def _drag(qtbot: QtBot, view: TranscriptView, begin: QPointF, end: QPointF) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view.viewport(), left, pos=begin.toPoint())
    qtbot.mouseMove(view.viewport(), (begin + QPointF(20, 10)).toPoint())
    qtbot.mouseMove(view.viewport(), end.toPoint())
    qtbot.mouseRelease(view.viewport(), left, pos=end.toPoint())


@pytest.mark.parametrize("is_upwards", [False, True])
def test_a_selection_reaches_across_messages_in_both_directions(
    qtbot: QtBot, view: TranscriptView, is_upwards: bool
) -> None:
    first, middle, last = (
        answer("The first one."),
        question("In **between**"),
        answer("The *last*."),
    )
    view.messages.reset([first, middle, last])
    ends = []
    for message, is_end in ((first, False), (last, True)):
        layout = view.stack.find(message.id)
        assert layout is not None
        (_number, _slot, rect), *_rest = layout.slot_rects()
        corner = rect.bottomRight() - QPointF(1, 4) if is_end else rect.topLeft() + QPointF(0, 8)
        ends.append(view.canvas.origin_of(message.id) + corner)
    _drag(qtbot, view, *(reversed(ends) if is_upwards else ends))
    assert view.pointer.selected_text() == "The first one.\n\nIn **between**\n\nThe last."
    part = view.pointer.part_of(middle.id)
    assert part is not None
    assert part.is_whole
    view.messages.remove(first.id)
    assert view.pointer.selected_text() == ""


def test_all_of_a_chat_is_copied_however_long(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer(f"*message* {n}", number=n + 1) for n in range(500)])
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    pieces = clipboard().split("\n\n")
    assert len(pieces) == 500
    assert pieces[250] == "*message* 250"
    layout = view.stack.last()
    assert layout is not None
    actions = {action.text(): action for action in message_menu(view.surface, layout).actions()}
    actions["Copy selection"].trigger()
    assert clipboard().split("\n\n") == pieces


def test_a_double_click_selects_a_word(qtbot: QtBot, view: TranscriptView) -> None:
    shown = answer("Wonderful evening")
    view.messages.reset([shown])
    layout = view.stack.find(shown.id)
    assert layout is not None
    (_number, _slot, rect), *_rest = layout.slot_rects()
    place = (view.canvas.origin_of(shown.id) + rect.topLeft() + QPointF(20, 10)).toPoint()
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.pointer.selected_text() == "Wonderful"


def test_a_click_on_a_link_only_asks(qtbot: QtBot, view: TranscriptView) -> None:
    shown = answer("[here](https://example.org/x)")
    view.messages.reset([shown])
    layout = view.stack.find(shown.id)
    assert layout is not None
    (_number, _slot, rect), *_rest = layout.slot_rects()
    place = view.canvas.origin_of(shown.id) + rect.topLeft() + QPointF(8, 10)
    assert view.pointer.link_at(place) == "https://example.org/x"
    with qtbot.waitSignal(view.requests.follow_link) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert asked.args == ["https://example.org/x"]


def test_a_letter_typed_here_goes_to_the_composer(qtbot: QtBot, view: TranscriptView) -> None:
    with qtbot.waitSignal(view.requests.type_text) as typed:
        qtbot.keyClicks(view, "h")
    assert typed.args == ["h"]


def test_the_menu_copies_words_or_markdown(view: TranscriptView) -> None:
    shown = answer("Some **bold** words")
    view.messages.reset([shown])
    layout = view.stack.find(shown.id)
    assert layout is not None
    actions = {action.text(): action for action in message_menu(view.surface, layout).actions()}
    actions["Copy message"].trigger()
    assert clipboard() == "Some bold words"
    actions["Copy as Markdown"].trigger()
    assert clipboard() == "Some **bold** words"


def test_a_removed_message_is_gone(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("stays"), answer("goes", number=9)])
    view.messages.remove(answer("goes", number=9).id)
    qtbot.waitUntil(lambda: "goes" not in view.visible_text())
    assert "stays" in view.visible_text()


def test_a_thousand_messages_open_at_once_and_few_are_laid_out(view: TranscriptView) -> None:
    started = time.perf_counter()
    view.messages.reset([answer(MARKDOWN) for _ in range(1000)])
    assert time.perf_counter() - started < FREEZE_S
    assert len(view.canvas.blocks) < 60


HOSTILE = {
    "one line of a megabyte": "word " * 200_000,
    "one word of a megabyte": "x" * 1_000_000,
    "a megabyte of code": "```python\n" + "x = [1, 2, 3]\n" * 70_000,
    "a fence without an end": "```\n" + "a\n" * 20_000,
    "quotes 200 deep": "> " * 200 + "deep",
    "lists 200 deep": "".join("  " * level + "- x\n" for level in range(200)),
    "brackets": "[" * 20_000,
    "stars": "*a_ " * 5_000,
    "a table of 5,000 rows": "| a | b |\n|---|---|\n" + "| one | `two` **three** |\n" * 5_000,
    "a thousand formulas": "".join(f"Say $x_{{{n}}}^2$ and so on. " for n in range(1_000)),
    "formulas without an end": "$x_{ \\[ \\( $$ \\frac{" * 2_000,
    "formulas in formulas": "$" + "\\frac{1}{" * 300 + "x" + "}" * 300 + "$ " + "${" * 3_000,
    "footnotes": "a[^1]" * 3_000 + "\n\n" + "[^1]: b\n" * 500,
    "terminal codes": "\x1b[31mred\x1b[0m \x1b]0;title\x07" * 3_000,
    "emoji and zero width": "👩\u200d👩\u200d👧\u200d👦\ufe0f\u200b\u2060\ufeff" * 3_000,
    "chinese without a space": "永和九年歲在癸丑暮春之初" * 3_000,
    "pictures": "![x](/nowhere/x.png)" * 2_000,
    "marks for private use": "\ue0b00\ue0b1\ufffc$x$" * 3_000,
    "a table of 500 columns": "|" + " a |" * 500 + "\n|" + "---|" * 500 + "\n",
    "a script": "<script>while(1){}</script>" * 500,
    "right to left": "مرحبا بالعالم \u202e abc " * 500,
    "control characters": "".join(map(chr, range(32))) * 300 + "\x7f\u2028\u2029\ufffe",
    "lone surrogates": "\ud800 a \udfff" * 100,
    "combining marks": "e" + "\u0301" * 5_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_does_not_freeze_the_view(
    qtbot: QtBot, view: TranscriptView, text: str
) -> None:
    started = time.perf_counter()
    view.messages.reset([question(text), answer(text)])
    view.repaint()
    view.verticalScrollBar().setValue(0)
    view.repaint()
    assert time.perf_counter() - started < FREEZE_S


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_can_be_streamed(qtbot: QtBot, view: TranscriptView, text: str) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([begun])
    started = time.perf_counter()
    for at in range(0, len(text), 20_000):
        view.messages.append_text(begun.id, text[at : at + 20_000])
    view.messages.change(answer(text, number=7))
    qtbot.waitUntil(view.scroller.is_at_end)
    view.repaint()
    assert time.perf_counter() - started < 2 * FREEZE_S


REREAD: dict[str, float | str] = {
    "n_reread": 3204,
    "prefill_tps": 267.0,
    "reread": "edited",
    "reread_from": 3,
}


def test_an_answer_says_in_one_sentence_why_the_chat_was_read_again(view: TranscriptView) -> None:
    view.messages.reset(
        [question("And now?"), replace(answer("This."), stats=tuple(REREAD.items()))]
    )
    sentence = "Reread 3,204 tokens in 12 s: something before them changed."
    assert sentence in view.visible_text()
    layout = view.stack.last()
    assert layout is not None
    plain = answer("This.")
    with_reason = layout.height()
    view.messages.reset([question("And now?"), plain])
    last = view.stack.last()
    assert last is not None
    assert last.height() == with_reason - REREAD_NOTE


@pytest.mark.parametrize(
    "changed", [{"prefill_tps": 9000.0}, {"reread": "a cause of another version"}, {"n_reread": 0}]
)
def test_what_cost_nothing_or_is_not_understood_is_not_told(
    view: TranscriptView, changed: dict[str, float | str]
) -> None:
    stats = tuple((REREAD | changed).items())
    view.messages.reset([question("And now?"), replace(answer("This."), stats=stats)])
    assert "Reread" not in view.visible_text()


def test_the_figures_of_an_answer_are_for_who_points_at_it() -> None:
    stats = (("decode_tps", 38.2), ("n_generated", 42.0), ("ttft_ms", 552.0), ("n_restored", 51.0))
    whole = answer("x", stats=stats)
    cut = answer("x", MessageStatus.STOPPED, stats=stats)
    assert footer_words(whole, is_hovered=False) == ""
    assert "38 tokens/s · 42 tokens" in footer_words(whole, is_hovered=True)
    assert footer_words(cut, is_hovered=False) == "Stopped"
    assert footer_words(cut, is_hovered=True).startswith("Stopped · 38 tokens/s")
    assert footer_words(answer("x"), is_hovered=True) == ""


@pytest.mark.parametrize(
    ("reason", "words"),
    [("stopped", "Stopped"), ("length", "Stopped at your answer length limit"),
     ("context_full", "The context is full"), ("of a later version", "Stopped")],
)  # fmt: skip
def test_an_answer_that_was_cut_says_why(reason: str, words: str) -> None:
    cut = replace(answer("So", MessageStatus.STOPPED), stats=(("reason", reason),))
    assert footer_words(cut, is_hovered=False) == words


def test_a_word_is_laid_out_at_once_and_later_where_the_last_one_took_long(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 100.0
    monkeypatch.setattr(time, "perf_counter", lambda: now_s)
    view.scroller.settle()
    now_s += 0.005
    view.scroller.settle_soon()
    assert view.scroller._frame.interval() == 0
    view.scroller.settle()
    view.scroller.took(0.01)
    now_s += 0.005
    view.scroller.settle_soon()
    assert view.scroller._frame.interval() == 15


def test_what_lies_under_a_pointer_that_rests_is_looked_at_again(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([question("here"), answer("one line", number=2)])
    below = QPoint(view.viewport().width() // 2, round(view.stack.total_height()) + 20)
    qtbot.mouseMove(view.viewport(), below)
    assert view.pointer.hovered_message == view.messages.message(1).id
    view.messages.add(question("And now?", number=3))
    qtbot.waitUntil(lambda: view.pointer.hovered_message == view.messages.message(2).id)
