"""How other programs are set up: text to paste, with the address in it and, copied, the key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.plain_value import PlainValue
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import caption, label, push_button, shown_text
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme, code_font
from app.ui.words.translation import QT_TR_NOOP, sentences, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.api.api_state import Listening, ServedModelName


KEY_PLACE: Final = "YOUR-KEY"
_ANY_MODEL: Final = "hearth"  # whatever is asked for, the loaded model answers
_USUAL_CONTEXT: Final = 32768


class SetupText(PlainValue, frozen=True):
    """How one program is set up.

    Attributes:
        program: its name.
        told: where the text goes, marked for translation.
        text: returns it for an address without a path, the name of the model and its context.
    """

    program: str
    told: str
    text: Callable[[str, str, int], str]

    def filled(self, address: str, model: ServedModelName) -> str:
        """Return the text for a server, and the model that is loaded there."""
        return self.text(address, model.name or _ANY_MODEL, model.n_ctx or _USUAL_CONTEXT)


def _curl(address: str, _model: str, _n_ctx: int) -> str:
    return (
        f"curl {address}/v1/chat/completions \\\n"
        f'    -H "Authorization: Bearer {KEY_PLACE}" -H "Content-Type: application/json" \\\n'
        """    -d '{"messages": [{"role": "user", "content": "Why is the sky blue?"}]}'\n"""
    )


def _openai(address: str, model: str, _n_ctx: int) -> str:
    return (
        "from openai import OpenAI\n\n"
        f'client = OpenAI(base_url="{address}/v1", api_key="{KEY_PLACE}")\n'
        'question = {"role": "user", "content": "Why is the sky blue?"}\n'
        f"for chunk in client.chat.completions.create(\n"
        f"    model={json.dumps(model, ensure_ascii=False)}, messages=[question], stream=True\n"
        "):\n"
        '    print(chunk.choices[0].delta.content or "", end="", flush=True)\n'
    )


def _zed(address: str, model: str, n_ctx: int) -> str:
    told = {
        "language_models": {
            "openai_compatible": {
                "Hearth": {
                    "api_url": f"{address}/v1",
                    "available_models": [{"name": model, "max_tokens": n_ctx}],
                }
            }
        }
    }
    return f"{json.dumps(told, indent=2, ensure_ascii=False)}\n"


def _continue(address: str, model: str, _n_ctx: int) -> str:
    return (
        "models:\n"
        "  - name: Hearth\n"
        "    provider: openai\n"
        f"    model: {json.dumps(model, ensure_ascii=False)}\n"
        f"    apiBase: {address}/v1\n"
        f"    apiKey: {KEY_PLACE}\n"
    )


def _codex(address: str, model: str, _n_ctx: int) -> str:
    return (
        f"model = {json.dumps(model, ensure_ascii=False)}\n"
        'model_provider = "hearth"\n'
        'web_search = "disabled"\n\n'
        "[model_providers.hearth]\n"
        'name = "Hearth"\n'
        f'base_url = "{address}/v1"\n'
        'env_key = "HEARTH_KEY"\n'
        'wire_api = "responses"\n'
    )


def _claude(address: str, _model: str, _n_ctx: int) -> str:
    return f"ANTHROPIC_BASE_URL={address} ANTHROPIC_AUTH_TOKEN={KEY_PLACE} claude\n"


def setup_texts() -> tuple[SetupText, ...]:
    """Return how each program is set up, those used most first.

    The key stands in them as `KEY_PLACE` until they are copied.
    """
    return (
        SetupText("curl", QT_TR_NOOP("In a terminal."), _curl),
        SetupText("OpenAI SDK (Python)", QT_TR_NOOP("In a program of your own."), _openai),
        SetupText(
            "Zed",
            QT_TR_NOOP(
                "In settings.json. Enter the key in the settings of Zed's agent, below this "
                "provider."
            ),
            _zed,
        ),
        SetupText(
            "Continue (VS Code, JetBrains)", QT_TR_NOOP("In ~/.continue/config.yaml."), _continue
        ),
        SetupText(
            "Codex",
            QT_TR_NOOP(
                "In ~/.codex/config.toml. Put the key in the environment variable HEARTH_KEY."
            ),
            _codex,
        ),
        SetupText("Claude Code", QT_TR_NOOP("In a terminal."), _claude),
    )


_SIZE = QSize(640, 460)


class SetupDialog(DialogPage):
    """Shows one program at a time.

    Args:
        theme: of the window.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("apiSetup", tr("Set up a program"), parent)
        self._theme = theme
        self._listening: Listening | None = None
        self._text = ""
        self.programs = ChoiceBox(theme)
        self.programs.setAccessibleName(tr("Program"))
        for setup in setup_texts():
            self.programs.addItem(setup.program, setup)
        self._told = label("dialogText")
        self.edit = shown_text(tr("Text to paste"), "templateSource")
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.copy_key = push_button("", tr("Copy key"), self._on_copy_key)
        self.copy_button = push_button("primary", tr("Copy"), self._on_copy)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.copy_button.setDefault(True)
        self._arrange()
        self.programs.currentIndexChanged.connect(self._refresh)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._fit_screen(_SIZE)
        self.programs.setFocus()

    def show_server(self, listening: Listening, model: ServedModelName) -> None:
        """Show how programs are set up for this server, and the model that is loaded there."""
        self._listening = listening
        self._model = model
        self._refresh()

    def _arrange(self) -> None:
        head = horizontal(spacing=SPACE_S)
        add_to(head, caption("dialogText", tr("&Program"), self.programs), (self.programs, 1))
        page = vertical(margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_M), spacing=SPACE_M)
        add_to(page, label("dialogTitle", tr("Set up a program")), head, self._told, (self.edit, 1))
        self._fill(
            (page, 1),
            buttons=(self.close_button, self.copy_key, self.copy_button),
            left=self._status,
        )

    @Slot()
    def _refresh(self) -> None:
        setup: SetupText = self.programs.currentData()
        if self._listening is None:
            return
        self._text = setup.filled(self._listening.address, self._model)
        has_key = KEY_PLACE in self._text
        more = tr("“Copy” fills in the key.") if has_key else ""
        self._told.setText(sentences(tr(setup.told), more))
        self.edit.setPlainText(self._text)
        self.copy_key.setVisible(not has_key)
        self.say("")

    @Slot()
    def _on_copy(self) -> None:
        if self._listening is not None:
            self._copy(self._text.replace(KEY_PLACE, self._listening.key))

    @Slot()
    def _on_copy_key(self) -> None:
        if self._listening is not None:
            self._copy(self._listening.key)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.say(tr("Copied"))

    @Slot()
    def _on_theme_changed(self) -> None:
        self.edit.setFont(code_font(self._theme.scaled(13)))
