"""What else the guide could have said, in the whole program, and an answer that goes on so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.protocol import TokenKind
from app.ui.chat.alternatives_dialog import AlternativesDialog, ChoiceColumn

if TYPE_CHECKING:
    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def open_page(program: Program) -> AlternativesDialog:
    view = program.window.transcript
    view.requests.inspect.emit(view.messages.message(len(view.stack) - 1).id)
    dialog = program.window.findChildren(AlternativesDialog)[-1]
    program.until(dialog.compare_button.isEnabled)
    return dialog


def test_an_answer_goes_on_from_another_word_and_the_first_one_stays(start: Any) -> None:
    program = start(settings="[sampling]\ntemperature = 0\n")
    program.until_ready()
    first = program.say("How do I add a model?")
    dialog = open_page(program)
    assert dialog.text.toPlainText() == first
    assert dialog.state.text() == ""
    dialog.text.choose(2)
    dialog.compare_button.click()
    program.until(dialog.compare_button.isEnabled)
    n_rows = dialog.choices.rowCount()
    goes_on = [dialog.choices.index(row, ChoiceColumn.GOES_ON).data() for row in range(n_rows)]
    assert len([words for words in goes_on if words]) >= 3
    # With no chance in it, the likeliest word leads to what was said.
    begun = dialog.places.before(2).words
    likeliest = begun + goes_on[0].removesuffix("…")  # the table shows it without its first blank
    assert first.replace(" ", "").startswith(likeliest.replace(" ", ""))
    row, other = next(
        (row, one)
        for row in range(n_rows)
        if (one := dialog.choices.choice_at(row)) is not None
        and one.kind is TokenKind.TEXT
        and not first.startswith(begun + one.text)
    )
    dialog.table.selectRow(row)
    messages = program.window.transcript.messages
    with program.one_answer():
        dialog.choose_button.click()
    second = messages.message(1)
    assert second.text.startswith(begun + other.text)
    assert second.text != first
    assert messages.versions.of(second.id) == (2, 2)
    # Only what is new was computed: the prompt and the words before it were there.
    stats = dict(second.stats)
    assert float(stats["n_prompt"]) - float(stats["n_reused"]) <= 2
    program.quit()

    again = start()
    again.until_ready()
    again.until(lambda: len(again.window.transcript.stack) == 2)
    assert again.window.transcript.messages.message(1).text == second.text
    reopened = open_page(again)
    assert reopened.text.toPlainText() == second.text
