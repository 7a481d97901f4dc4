"""How some programs are told of Hearth: text to be pasted, with the address in it.

The key stands in them as `KEY_PLACE` until they are copied. They follow the documentation of each
program.

Pure functions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.ui.translation import QT_TR_NOOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.api.api_state import ServedModelName

KEY_PLACE: Final = "YOUR-KEY"
_ANY_MODEL: Final = "hearth"  # whatever is asked for, the loaded model answers
_USUAL_CONTEXT: Final = 32768


@dataclass(frozen=True, slots=True)
class SetupText:
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
    """Return how each program is set up, those used most first."""
    return (
        SetupText("curl", QT_TR_NOOP("In a terminal."), _curl),
        SetupText("OpenAI SDK (Python)", QT_TR_NOOP("In a program of your own."), _openai),
        SetupText(
            "Zed",
            QT_TR_NOOP(
                "In settings.json. The key goes into the settings of Zed's agent, below this "
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
                "In ~/.codex/config.toml. The key goes into the environment, as HEARTH_KEY."
            ),
            _codex,
        ),
        SetupText("Claude Code", QT_TR_NOOP("In a terminal."), _claude),
    )
