"""The programs that `hearth launch` starts, and how each is told of the model.

Each is told by the environment of its own process and by files in a folder of Hearth's, so that
the settings a user has made in it stay as they are. The key goes by the environment alone.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

KEY_VARIABLE: Final = "HEARTH_KEY"
_PATIENCE_MS: Final = 1_800_000  # a slow machine reads a long prompt for many minutes


class Served(PlainValue, frozen=True):
    """The model that a program is to use.

    Attributes:
        address: of the server, without "/v1".
        key: that requests must show.
        model: its name.
        n_ctx: tokens of its context.
    """

    address: str
    key: str
    model: str
    n_ctx: int

    @property
    def n_answer(self) -> int:
        """The longest answer that leaves room for a conversation, in tokens."""
        return min(16_384, self.n_ctx // 4)


class ProgramSetup(PlainValue, frozen=True):
    """How a program is started.

    Attributes:
        environment: variables that are set for it alone.
        files: what is written into its folder, by name.
        arguments: before those that the user gives.
        without: variables it must not see.
    """

    environment: Mapping[str, str]
    files: Mapping[str, str]
    arguments: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class LaunchedProgram(PlainValue, frozen=True):
    """One program.

    Attributes:
        name: as its makers write it.
        program: that is looked for on PATH.
        package: of npm, with which it is installed.
        n_prompt: tokens of its instructions and tools, before the user's first word, as SmolLM2
            counts them.
        n_short: the same with the short instructions that it gets in a context of less than
            `SHORT_BELOW`; 0 where there are none.
        setup: says how it is started, by the model and the folder that is its own.
    """

    name: str
    program: str
    package: str
    n_prompt: int
    setup: Callable[[Served, Path], ProgramSetup]
    n_short: int = 0


# By each of these Claude Code asks another service, with what the user has there, and not Hearth.
_OTHER_SERVICES: Final = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_UNIX_SOCKET",
    "CLAUDE_CODE_USE_ANTHROPIC_AWS",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_FOUNDRY",
    "CLAUDE_CODE_USE_MANTLE",
    "CLAUDE_CODE_USE_VERTEX",
)
# What Claude Code keeps free of its window besides the longest answer: it compacts there.
_CLAUDE_RESERVE: Final = 13_000
_LEFT_FREE: Final = 2_000


# Qwen Code asks even this machine through a proxy, whatever `NO_PROXY` says.
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")


def _claude(served: Served, folder: Path) -> ProgramSetup:
    """The window it is told of has its reserve in it, which would be half of a small context.

    A name that begins with "claude" stands for a model of its maker, whose context it knows.
    """
    model = "hearth" if served.model.lower().startswith("claude") else served.model
    window = served.n_ctx + _CLAUDE_RESERVE - _LEFT_FREE
    models = dict.fromkeys(
        (
            "ANTHROPIC_MODEL",
            "ANTHROPIC_SMALL_FAST_MODEL",
            "ANTHROPIC_DEFAULT_HAIKU_MODEL",
            "ANTHROPIC_DEFAULT_SONNET_MODEL",
            "ANTHROPIC_DEFAULT_OPUS_MODEL",
            "CLAUDE_CODE_SUBAGENT_MODEL",
        ),
        model,
    )
    environment = models | {
        "ANTHROPIC_BASE_URL": served.address,
        "ANTHROPIC_AUTH_TOKEN": served.key,
        "CLAUDE_CONFIG_DIR": str(folder),
        "CLAUDE_CODE_MAX_CONTEXT_TOKENS": str(window),
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(served.n_answer),
        "CLAUDE_STREAM_IDLE_TIMEOUT_MS": str(_PATIENCE_MS),
        "API_TIMEOUT_MS": str(_PATIENCE_MS),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    # Else it begins with its questions, of which one is how to log in with its maker.
    file = folder / ".claude.json"
    begun = _read(file)
    asks_nothing = _json(_merged(begun, {"hasCompletedOnboarding": True}))
    files = {} if begun.get("hasCompletedOnboarding") else {file.name: asks_nothing}
    return ProgramSetup(environment, files, without=_OTHER_SERVICES)


# Codex's own instructions are 4,000 tokens, of a context that hardly holds twice as many.
SHORT_BELOW: Final = 16_384
_CODEX_INSTRUCTIONS: Final = """\
You are Codex, a coding agent that works in the user's folder through a terminal. Do what the user
asks to its end, with your tools: look at files before you change them, change no more than is
needed, and check that your change works. Never undo changes that you did not make, and ask before
you delete anything. Read long files and long output in parts. Say in a few words what you do, and
at the end what you have done.
"""


def _codex(served: Served, folder: Path) -> ProgramSetup:
    """The file is a profile, beside the one that Codex itself writes."""
    is_short = served.n_ctx < SHORT_BELOW
    instructions = folder / "short-instructions.md"
    lines = (
        f"model = {_toml(served.model)}",
        'model_provider = "hearth"',
        *([f"model_instructions_file = {_toml(str(instructions))}"] if is_short else []),
        f"model_context_window = {served.n_ctx}",
        f"model_auto_compact_token_limit = {served.n_ctx * 3 // 4}",
        'web_search = "disabled"',
        "check_for_update_on_startup = false",
        "",
        "[agents]  # which one model could not run beside each other, and 2,600 tokens",
        "enabled = false",
        "",
        "[analytics]",
        "enabled = false",
        "",
        "[model_providers.hearth]",
        'name = "Hearth"',
        f"base_url = {_toml(f'{served.address}/v1')}",
        f'env_key = "{KEY_VARIABLE}"',
        'wire_api = "responses"',
        f"stream_idle_timeout_ms = {_PATIENCE_MS}",
        "",
    )
    environment = {"CODEX_HOME": str(folder), KEY_VARIABLE: served.key}
    files = {
        "hearth.config.toml": "\n".join(lines),
        **({instructions.name: _CODEX_INSTRUCTIONS} if is_short else {}),
    }
    return ProgramSetup(environment, files, ("--profile", "hearth"))


def _opencode(served: Served, folder: Path) -> ProgramSetup:
    model = f"hearth/{served.model}"
    limit = {"context": served.n_ctx, "output": served.n_answer}
    told = {
        "$schema": "https://opencode.ai/config.json",
        "model": model,
        "small_model": model,
        "enabled_providers": ["hearth"],
        "autoupdate": False,
        "share": "disabled",
        "provider": {
            "hearth": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "Hearth",
                "options": {
                    "baseURL": f"{served.address}/v1",
                    "apiKey": f"{{env:{KEY_VARIABLE}}}",
                    "timeout": False,
                },
                "models": {served.model: {"name": served.model, "limit": limit}},
            }
        },
    }
    environment = {
        "OPENCODE_CONFIG": str(folder / "opencode.json"),
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        KEY_VARIABLE: served.key,
    }
    return ProgramSetup(environment, {"opencode.json": _json(told)})


def _qwen(served: Served, folder: Path) -> ProgramSetup:
    """Its file may have more in it, which Qwen Code itself has written."""
    told = {
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "security": {"auth": {"selectedType": "openai"}},
        "model": {
            "name": served.model,
            "generationConfig": {"contextWindowSize": served.n_ctx, "timeout": _PATIENCE_MS},
        },
    }
    environment = {
        "QWEN_HOME": str(folder),
        "OPENAI_BASE_URL": f"{served.address}/v1",
        "OPENAI_API_KEY": served.key,
        "OPENAI_MODEL": served.model,
    }
    file = folder / "settings.json"
    files = {file.name: _json(_merged(_read(file), told))}
    return ProgramSetup(environment, files, without=_PROXIES)


def _continue(served: Served, folder: Path) -> ProgramSetup:
    """JSON is YAML."""
    told = {
        "name": "Hearth",
        "version": "1.0.0",
        "schema": "v1",
        "models": [
            {
                "name": "Hearth",
                "provider": "openai",
                "model": served.model,
                "apiBase": f"{served.address}/v1",
                "apiKey": f"${{{{ secrets.{KEY_VARIABLE} }}}}",
                "roles": ["chat", "edit", "apply"],
                "capabilities": ["tool_use"],
                "defaultCompletionOptions": {
                    "contextLength": served.n_ctx,
                    "maxTokens": served.n_answer,
                },
            }
        ],
    }
    environment = {
        "CONTINUE_GLOBAL_DIR": str(folder),
        "CONTINUE_TELEMETRY_ENABLED": "0",
        KEY_VARIABLE: served.key,
    }
    file = folder / "hearth.yaml"
    return ProgramSetup(environment, {file.name: _json(told)}, ("--config", str(file)))


CLIENTS: Final[Mapping[str, LaunchedProgram]] = {
    "claude": LaunchedProgram(
        "Claude Code", "claude", "@anthropic-ai/claude-code", 20_300, _claude
    ),
    "codex": LaunchedProgram("Codex", "codex", "@openai/codex", 6_500, _codex, 2_600),
    "opencode": LaunchedProgram("opencode", "opencode", "opencode-ai", 7_700, _opencode),
    "qwen": LaunchedProgram("Qwen Code", "qwen", "@qwen-code/qwen-code", 19_000, _qwen),
    "continue": LaunchedProgram("Continue", "cn", "@continuedev/cli", 2_000, _continue),
}


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # which TOML writes in the same way


def _json(told: Mapping[str, Any]) -> str:
    return f"{json.dumps(told, indent=2, ensure_ascii=False)}\n"


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a file; an empty one where there is none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return `old` with what `new` says in its place, object by object."""
    merged = dict(old)
    for name, value in new.items():
        before = merged.get(name)
        both = isinstance(value, dict) and isinstance(before, dict)
        merged[name] = _merged(before or {}, value) if both else value
    return merged
