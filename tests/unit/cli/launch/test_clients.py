"""How each program is told of the model: by its own environment and files of Hearth's."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.arguments import LAUNCHED
from app.cli.launch.clients import CLIENTS, Served

if TYPE_CHECKING:
    from pathlib import Path

    from app.cli.launch.clients import ProgramSetup

KEY = "hearth-secret"
SERVED = Served("http://127.0.0.1:11435", KEY, 'Qwen3 "8B"', 65_536)


def setup_of(client: str, folder: Path, served: Served = SERVED) -> ProgramSetup:
    return CLIENTS[client].setup(served, folder)


def test_the_command_line_knows_all_of_them() -> None:
    assert set(LAUNCHED) == set(CLIENTS)


@pytest.mark.parametrize("client", CLIENTS)
def test_the_key_is_in_the_environment_alone(client: str, tmp_path: Path) -> None:
    setup = setup_of(client, tmp_path)
    assert KEY in setup.environment.values()
    assert all(KEY not in text for text in (*setup.files.values(), *setup.arguments))
    assert all(isinstance(value, str) for value in setup.environment.values())


def test_claude_code_compacts_before_the_context_is_full(tmp_path: Path) -> None:
    environment = setup_of("claude", tmp_path).environment
    window = int(environment["CLAUDE_CODE_MAX_CONTEXT_TOKENS"])
    n_answer = int(environment["CLAUDE_CODE_MAX_OUTPUT_TOKENS"])
    assert 40_000 < window - n_answer - 13_000 < SERVED.n_ctx - n_answer


def test_claude_code_asks_no_other_service_of_the_user(tmp_path: Path) -> None:
    without = setup_of("claude", tmp_path).without
    services = ("ANTHROPIC_AWS", "BEDROCK", "FOUNDRY", "MANTLE", "VERTEX")
    assert {f"CLAUDE_CODE_USE_{service}" for service in services} <= set(without)


def test_qwen_code_sees_no_proxy_as_it_would_ask_it_for_this_machine(tmp_path: Path) -> None:
    assert {"HTTPS_PROXY", "http_proxy"} <= set(setup_of("qwen", tmp_path).without)


def test_a_name_that_claude_code_takes_for_its_makers_is_not_told(tmp_path: Path) -> None:
    served = Served(SERVED.address, KEY, "Claude-like-7B", 65_536)
    assert setup_of("claude", tmp_path, served).environment["ANTHROPIC_MODEL"] == "hearth"


def test_claude_code_asks_nobody_to_log_in(tmp_path: Path) -> None:
    (told,) = setup_of("claude", tmp_path).files.values()
    assert json.loads(told) == {"hasCompletedOnboarding": True}
    (tmp_path / ".claude.json").write_text('{"hasCompletedOnboarding": true, "theme": "dark"}')
    assert not setup_of("claude", tmp_path).files


def test_codex_reads_a_profile(tmp_path: Path) -> None:
    setup = setup_of("codex", tmp_path)
    assert setup.arguments == ("--profile", "hearth")
    told = tomllib.loads(setup.files["hearth.config.toml"])
    assert told["model"] == SERVED.model
    assert told["model_context_window"] == SERVED.n_ctx
    provider = told["model_providers"]["hearth"]
    assert provider["base_url"] == f"{SERVED.address}/v1"
    assert setup.environment[provider["env_key"]] == KEY


def test_opencode_and_continue_read_the_key_from_the_environment(tmp_path: Path) -> None:
    opencode = json.loads(setup_of("opencode", tmp_path).files["opencode.json"])
    assert opencode["provider"]["hearth"]["options"]["apiKey"] == "{env:HEARTH_KEY}"
    assert opencode["provider"]["hearth"]["models"][SERVED.model]["limit"]["context"] == 65_536
    (model,) = json.loads(setup_of("continue", tmp_path).files["hearth.yaml"])["models"]
    assert model["apiKey"] == "${{ secrets.HEARTH_KEY }}"


@pytest.mark.parametrize(
    ("written", "kept"),
    [("", {}), ("no JSON", {}), ('{"model": {"a": 1}, "ui": {"b": 2}}', {"ui": {"b": 2}})],
)
def test_what_qwen_code_wrote_itself_is_kept(
    written: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "settings.json").write_text(written)
    told = json.loads(setup_of("qwen", tmp_path).files["settings.json"])
    assert told["model"]["name"] == SERVED.model
    assert told.items() >= kept.items()
