"""What every test gets: a home of its own, an offscreen window system and strict manners.

A test fails when it logs a warning that it did not announce through `expect_log`, and when it
leaves a Python thread behind. Nothing a test does reaches the real home folder.
"""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import hypothesis
import pytest

from tests.helpers.gguf_factory import write_tiny_llama

_THREAD_GRACE_S = 5.0
_HOME_VARIABLES = {
    "HOME": "",
    "USERPROFILE": "",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_RUNTIME_DIR": ".run",
    "XDG_STATE_HOME": ".local/state",
    "HEARTH_DATA_DIR": "hearth",
}

# Times on a busy machine say nothing about the code.
hypothesis.settings.register_profile(
    "hearth",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("hearth")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--headed", action="store_true", help="show the windows on the real screen")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--headed"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PYTHONFAULTHANDLER"] = "1"  # children print their stacks as well


# -- a home of its own --


def _move_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, folder in _HOME_VARIABLES.items():
        target = home / folder
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        monkeypatch.setenv(variable, str(target))


@pytest.fixture(scope="session", autouse=True)
def session_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home folder of fixtures that outlive one test."""
    home = tmp_path_factory.mktemp("session-home")
    with pytest.MonkeyPatch.context() as monkeypatch:
        _move_in(home, monkeypatch)
        yield home


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of this test; Hearth's own files go to `home / "hearth"`."""
    folder = tmp_path_factory.mktemp("home")
    _move_in(folder, monkeypatch)
    return folder


# -- strict manners --


@dataclass
class LogExpectations(logging.Handler):
    """Collects warnings and errors; call it to announce one.

    `expect_log("disk is full")` says that at least one record of WARNING or above whose
    "logger: message" matches the regular expression will come; it fails when none does.
    """

    unexpected: list[logging.LogRecord] = field(default_factory=list)
    missing: list[re.Pattern[str]] = field(default_factory=list)
