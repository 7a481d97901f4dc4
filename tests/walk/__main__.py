"""Takes Hearth's window through what a user meets and saves a picture of each place.

The whole program with its guide, on whatever display there is, once for each look: light, dark,
twice the size, a narrow window, high contrast, large words, and the other languages. The pictures
are for a person to look at; nothing is compared. Longer than other files: one place after another.

Usage: python -m tests.walk [FOLDER]     default: build/walk; `make walk` runs it under Xvfb
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.core.chats.records import Message, MessageId, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerDelta,
    AnswerFailed,
    AnswerQueued,
    ChatChanged,
    ContextUse,
    LeavingOut,
    MessageAdded,
    MessageChanged,
    SummaryEnded,
)
from app.core.conversations.texts.chat_sampling import with_rule
from app.core.conversations.texts.summary import with_summary
from app.core.engine.errors import NO_ROOM_TO_INSPECT
from app.core.errors import Problem, told_as
from app.core.messages import Attachment, Role
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.prompts.prompt_library import SavedPrompt
from app.core.protocol import OverflowRule, WaitReason
from app.core.system.paths import Paths
from app.ui.app import application, opened
from app.ui.chat.alternatives_dialog import AlternativesDialog
from app.ui.chat.overflow_presenter import SummaryDialog
from app.ui.composer.composer import ComposerState
from app.ui.composer.draft import Draft
from app.ui.transcript.model.click_targets import TargetKind
from tests.helpers.markdown_page import MARKDOWN_PAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.chats.records import ChatId
    from app.ui.start.hearth import Hearth

WAIT_S = 40.0
STREAMING = MessageStatus.STREAMING
LONG_NAME = "A title that is far too long for the list and for the window's own title, too"
LONG_UNREAD = "Unread, with a title that is far too long for the list as well"
_PAUSE_S = 0.35

CONTENT = r"""Here is **what an answer may hold**, in the order of *appearance*.

## A list, a table and a quote

- [x] done
- [ ] still to do, with `inline code` and ~~struck~~ words
  - one deeper, see https://example.org[^1]

| symbol | meaning | value |
|---|---|---|
| $\pi$ | circle | 3.14 |
| $e$ | growth | 2.72 |

> Quoted words, and
>> quoted once more.

The solutions of $ax^2 + bx + c = 0$ are

$$x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}$$

```python
def solve(a: float, b: float, c: float) -> tuple[float, float]:
    # the longest line of all says more than fits into the width of a window of the usual size
    root = sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)
```

[^1]: A note at the end.
"""

HOSTILE = (
    "Right to left: مرحبا بالعالم, CJK: 永和九年,歲在癸丑, "
    "emoji: 👩\u200d👩\u200d👧\u200d👦, zero width: a\u200bb\u200d, "
    "control: \x07\x1b[31mred\x1b[0m, <script>alert(1)</script> <b>no</b> "
    "![x](https://example.org/x.png) "
) + ("unbroken" * 60 + "\n\n" + "> " * 10 + "deep\n\n```\nunclosed")


@dataclass(frozen=True)
class Look:
    """One way to see the window."""

    name: str
    theme: str
    size: tuple[int, int]
    scale: float = 1.0
    zoom: float = 1.0
    language: str = "en"


LOOKS = (
    Look("light", "light", (1180, 840)),
    Look("dark", "dark", (1180, 840)),
    Look("large", "light", (1000, 760), 2.0),
    Look("narrow", "dark", (640, 760)),
    Look("contrast", "contrast", (1180, 840)),
    Look("words", "light", (1180, 840), zoom=2.0),
    Look("german", "light", (1180, 840), language="de"),
    Look("chinese", "dark", (1180, 840), language="zh_CN"),
)


class Walk:
    """One look at the running program."""

    def __init__(self, hearth: Hearth, look: Look, folder: Path, chats: dict[str, ChatId]) -> None:
        self.chats = chats
        self.window = hearth.window
        self.post = hearth.bridge.post
        self._folder = folder
        self._n_pictures = 0
        self.window.resize(*look.size)
        self.window.activateWindow()  # else every answer would end unread

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the program run until something is so.

        Raises:
            TimeoutError: it never was.
        """
        from PySide6.QtWidgets import QApplication

        give_up = time.monotonic() + WAIT_S
        while not condition():
            if time.monotonic() > give_up:
                raise TimeoutError("the window did not get there")
            QApplication.processEvents()
            time.sleep(0.005)

    def rest(self) -> None:
        """Let what moves come to rest."""
        end = time.monotonic() + _PAUSE_S
        self.until(lambda: time.monotonic() > end)

    def save(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window, or of a dialog."""

        self.rest()
        self._n_pictures += 1
        shown = widget or self.window
        shown.grab().save(str(self._folder / f"{self._n_pictures:02} {name}.png"))

    def ready(self) -> None:
        """Wait until a message could be sent."""

        self.until(lambda: self.window.composer.state is ComposerState.READY)

    def answer(self, title: str, text: str = "", status: MessageStatus = STREAMING) -> Message:
        """Let the window hear of an answer in a chat, which no model gives."""
        chat = self.chats[title]
        message = Message(
            MessageId(1_000_000 + chat), chat, None, Role.ASSISTANT, text, status,
            datetime.now(UTC), "Some model",
        )  # fmt: skip
        self.post(
            MessageAdded(chat, message) if status is STREAMING else MessageChanged(chat, message)
        )
        return message

    def open_chat(self, title: str) -> None:
        """Open a chat by its title."""
        self.window.open_chat.show(self.chats[title])
        self.until(lambda: not self.window.open_chat.is_empty)


def fill(store: ChatStore) -> None:
    """Write the chats that the walk opens."""

    def say(
        chat: ChatId, parent: MessageId | None, role: Role, text: str, **more: Any
    ) -> MessageId:
        return store.add_message(chat, parent_id=parent, role=role, text=text, **more).id

    hostile = store.create_chat(title="Strange letters")
    first = say(hostile.id, None, Role.USER, HOSTILE)
    say(hostile.id, first, Role.ASSISTANT, HOSTILE, model="Some model")
    for title in (LONG_NAME, LONG_UNREAD):
        chat = store.create_chat(title=title)
        say(chat.id, None, Role.USER, "Hello")
    chat = store.create_chat(title="A cut answer")
    asked = say(chat.id, None, Role.USER, "Tell me a story.")
    said = store.add_message(
        chat.id, parent_id=asked, role=Role.ASSISTANT, text="Once", status=MessageStatus.STREAMING
    )
    store.finish_message(
        said.id,
        text="Once upon a",
        status=MessageStatus.FAILED,
        problem=told_as("The context is full."),
    )
    chat = store.create_chat(title="Text")
    asked = say(chat.id, None, Role.USER, "What do models write?")
    say(chat.id, asked, Role.ASSISTANT, MARKDOWN_PAGE, model="Some model")
    chat = store.create_chat(title="Everything")
    files = (Attachment("annual report 2025, final (3).txt", "x" * 40_000),)
    asked = say(chat.id, None, Role.USER, "What may an answer hold?", attachments=files)
    say(chat.id, asked, Role.ASSISTANT, "Another version.", model="Some model")
    thought = "<think>\nFirst the list, then the table.\n</think>\n\n" + CONTENT
    said_id = say(chat.id, asked, Role.ASSISTANT, thought, model="Some model")
    say(chat.id, said_id, Role.USER, "And now in short?")


def several_chats(walk: Walk) -> Iterator[str]:
    """Answers of several chats at once: running, waiting, unread, failed."""

    window, listed = walk.window, walk.window.sidebar.chats
    for title in ("Everything", LONG_NAME):
        walk.answer(title)
    for title in ("Strange letters", LONG_UNREAD):
        unread = listed.chat(walk.chats[title])
        if unread is not None:
            walk.post(ChatChanged(replace(unread, is_unread=True)))
    walk.open_chat("A cut answer")
    waiting = walk.answer("A cut answer")
    for reason in WaitReason:
        walk.post(AnswerQueued(waiting.chat_id, waiting.id, reason))
        yield f"several chats, {reason}"
    walk.post(AnswerDelta(waiting.chat_id, waiting.id, "Once upon a time there was a king. " * 6))
    yield "several chats, paused within its words"
    view = window.sidebar.view
    if view.isVisible():
        place = view.visualRect(listed.index_of(walk.chats["Everything"])).center()
        view.customContextMenuRequested.emit(place)
        menu = QApplication.activePopupWidget()
        if menu is not None:
            walk.save("several chats, menu of one that runs", menu)
            menu.close()
    window.models.open_path("/nowhere/other.gguf")
    yield "several chats, another model"
    window.notices.dismiss("model")
    full = Problem(
        phrase("The disk is full."),
        phrase("The answer is shown but not saved."),
        phrase("Free some space."),
    )
    for title in ("Everything", LONG_NAME):
        walk.answer(title, "So far", MessageStatus.FAILED)
        walk.post(AnswerFailed(walk.chats[title], full))
    yield "several chats, two failed elsewhere"
    window.notices.dismiss(str(full.what))
    walk.answer("A cut answer", "Once upon", MessageStatus.STOPPED)


SUMMARY = (
    "The user asked what an answer may hold, and in which order. The model listed lists, tables, "
    "quotes, code and formulas, and showed each of them. They agreed on short words and on no "
    "table of more than three columns.\n\nStill open: whether pictures belong into an answer. "
)


def an_outgrown_chat(walk: Walk) -> Iterator[str]:
    """What is said before the oldest messages are left out, and the summary in their place."""
    window = walk.window
    walk.open_chat("Everything")
    chat = window.open_chat.record
    shown = list(window.open_chat.messages)
    assert chat is not None
    planned = LeavingOut(shown[-1].id, 2, 3100, 900, 880, 42.0)
    use = ContextUse(chat.id, 4096, 4300, 120, 3100, 1000, 80, n_least=900, leaving_out=planned)
    for rule in OverflowRule:
        walk.rest()
        walk.post(ChatChanged(replace(chat, sampling=with_rule(chat.setup, rule).sampling)))
        walk.rest()
        window.chat.context._on_use(use)
        yield f"an outgrown chat, {rule}"
    window.chat.context._on_use(replace(use, leaving_out=None))
    yield "an outgrown chat, too long by itself"
    for text in (SUMMARY, SUMMARY * 8):
        setup = with_summary(chat.setup, text, shown[:-1])
        read = replace(chat, sampling=setup.sampling, context_from=shown[-1].id)
        walk.post(SummaryEnded(chat.id, is_kept=True))
        walk.post(ChatChanged(read))
        walk.rest()
        window.transcript.scroller.jump_to_end()
        yield "a summary" if text == SUMMARY else "a long summary"
    window.transcript.requests.edit_summary.emit()
    dialog = window.findChildren(SummaryDialog)[-1]
    walk.save("dialog summary", dialog)
    dialog.close()
    walk.post(ChatChanged(chat))


def alternatives(walk: Walk) -> Iterator[str]:
    """The page that tells what else the model could have said."""
    window = walk.window
    walk.open_chat("Strange letters")
    window.transcript.requests.inspect.emit(window.transcript.messages.message(1).id)
    dialog = window.findChildren(AlternativesDialog)[-1]
    walk.save("dialog alternatives, reading", dialog)
    walk.until(dialog.compare_button.isEnabled)
    dialog.text.choose(2)
    dialog.compare_button.click()
    walk.until(dialog.compare_button.isEnabled)
    walk.save("dialog alternatives", dialog)
    dialog.show_asked("A model with a long name that goes on and on, Q4_K_M")
    dialog.finish(NO_ROOM_TO_INSPECT().problem(), was_interrupted=False)
    walk.save("dialog alternatives, problem", dialog)
    dialog.close()
    yield "strange letters"


EVERY_BLANK = (
    '{{topic | text:placeholder="Bees":required}} {{text | textarea}} '
    '{{tone | select:options=["a"]}} '
    "{{n | number:min=1:max=3}} {{when | date}} {{with_examples | checkbox}} {{broken | select}}"
)


def prompts(walk: Walk) -> Iterator[str]:
    """The saved prompts that a slash offers, and what one of them asks."""
    window = walk.window
    window.composer.edit.setFocus()
    window.composer.insert("/")
    yield "saved prompts"
    window.prompts.offered.chosen.emit(SavedPrompt("Every kind", EVERY_BLANK))
    yield "blanks of a prompt"
    window.composer.set_text("")


def steps(walk: Walk) -> Iterator[str]:
    """Go from place to place; yields the name of each picture to be taken."""

    window = walk.window
    yield "loading"
    walk.ready()
    yield "welcome"
    walk.open_chat("Text")
    bar = window.transcript.verticalScrollBar()
    bar.setValue(0)
    number = 1
    yield f"text {number}"
    while bar.value() < bar.maximum():
        bar.setValue(bar.value() + bar.pageStep())
        number += 1
        yield f"text {number}"
    walk.open_chat("Everything")
    window.transcript.verticalScrollBar().setValue(0)
    yield "content"
    click_targets = [one.click_target for one in window.transcript.canvas.targets]
    window.transcript.surface.press(
        next(one for one in click_targets if one.kind is TargetKind.THINKING)
    )
    yield "thinking"
    window.transcript.scroller.jump_to_end()
    yield "end of the chat"
    window.find_bar.open_bar()
    window.find_bar.edit.setText("list")
    yield "find"
    window.find_bar.close_bar()
    for typed in ("", "che", "theme", "qqq"):
        window.actions_by_key["palette"].trigger()
        overlay = window.palette_of_commands.overlay
        assert overlay is not None
        overlay.field.setText(typed)
        yield f"command palette {typed}".strip()
        window.palette_of_commands.close()
    window._drop_hint.show_for([f"/{LONG_NAME}.gguf", "/chats.zip", "/notes.txt", "/b.md"])
    yield "files dragged over it"
    window._drop_hint.hide()
    small = window.quick_ask.show_window()
    walk.save("quick ask", small)
    small.field.setText("How do I add a model?")
    small.asked.emit(small.field.text())
    walk.until(lambda: bool(small.transcript.messages.last_answer()))
    walk.save("quick ask, answered", small)
    small.close()
    window.activateWindow()
    notes = (Attachment("notes.md", "# Notes"), Attachment("Pasted text", "word " * 900))
    window.composer.set_draft(Draft("Compare the two.\nIn one paragraph.", notes))
    walk.rest()
    window.chat.context._on_use(ContextUse(window.open_chat.id, 4096, 3900, 120, 2600, 1100, 80))
    yield "context nearly full"
    window.composer.set_draft(Draft())
    window.chat.messages.edit_last()
    yield "editing"
    window.composer.cancel_edit()
    walk.open_chat("A cut answer")
    yield "a failed answer"
    use = ContextUse(window.open_chat.id, 4096, 4300, n_messages=4300, n_chat=4300)
    window.chat.context._on_use(use)
    yield "a chat that does not fit"
    yield from prompts(walk)
    yield from an_outgrown_chat(walk)
    yield from alternatives(walk)
    yield from several_chats(walk)
    window.chat.gestures.new_chat()
    window.chat.outbox.ask("How do I add a model?")
    walk.until(
        lambda: window.transcript.messages.last_answer() != "" and not window.open_chat.is_answering
    )
    yield "an answer of the guide"
    window.models.open_path("/nowhere/missing.gguf")
    walk.until(lambda: bool(window.notices.texts()))
    yield "a problem"


def dialogs(walk: Walk) -> None:
    """Take a picture of every dialog."""

    for name in (
        *(
            "chat_setup",
            "export_all",
            "memory",
            "get_model",
            "library",
            "servers",
            "documents",
            "tools",
            "hardware",
            "api",
            "folders",
        ),
        *("settings", "shortcuts", "prompts", "about"),
    ):
        walk.window.actions_by_key[name].trigger()
        walk.rest()
        shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog)]
        for dialog in shown:
            if dialog.isVisible():
                walk.save(f"dialog {name}", dialog)
                dialog.close()
        walk.rest()


def take(look: Look, folder: Path) -> None:
    """Walk through the program once; on the display of this process."""

    folder.mkdir(parents=True, exist_ok=True)
    application()
    with tempfile.TemporaryDirectory() as home:
        paths = Paths.locate(Path(home))
        paths.create()
        paths.settings_file.write_text(
            f'[sampling]\ntemperature = 0\n[look]\ntheme = "{look.theme}"\nzoom = {look.zoom}\n'
            f'language = "{look.language}"\n'
        )
        with ChatStore.open(paths.database) as store:
            fill(store)
            chats = {chat.title: chat.id for chat in store.list_chats()}
        with opened(paths, "") as hearth:
            walk = Walk(hearth, look, folder, chats)
            for name in steps(walk):
                walk.save(name)
            dialogs(walk)
            hearth.window.close()
            walk.until(lambda: hearth.has_ended)


def main() -> int:
    """Walk once for each look, each in a process of its own: the scale is fixed at its start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/walk"))
    parser.add_argument("--look", choices=[look.name for look in LOOKS], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.look:
        look = next(look for look in LOOKS if look.name == options.look)
        take(look, options.folder / look.name)
        return 0
    for look in LOOKS:
        environment = {**os.environ, "QT_SCALE_FACTOR": str(look.scale)}
        command = [sys.executable, "-m", "tests.walk", str(options.folder)]
        subprocess.run([*command, "--look", look.name], env=environment, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
