"""`hearth models search` and `get` as processes of their own, with a hub on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import REPOSITORY, command
from tests.helpers.hub_server import Answer, HubRepository, LoopbackHub, Paced, random_bytes
from tests.test_architecture import run_python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.system.paths import Paths

REPO = "maker/Model-GGUF"
DATA = random_bytes(500_000, seed=1)
FILES = {
    "Model-Q4_K_M.gguf": DATA,
    "Model-Q8_0.gguf": random_bytes(600_000, seed=2),
    "mmproj-Model-f16.gguf": b"eyes",
}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    gated = HubRepository({"Gated-Q4_K_M.gguf": b"x"}, gated="auto", downloads=7)
    with LoopbackHub({REPO: HubRepository(FILES), "maker/Gated-GGUF": gated}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        # No keyring of whoever runs the tests is asked.
        monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        yield hub


def test_a_search_lists_repositories_and_says_whom_it_asks(hearth: Any, hub: LoopbackHub) -> None:
    ran = hearth("models", "search", "maker", "gguf")

    assert ran.code == 0, ran.err
    first, second = ran.out.splitlines()
    assert first.split() == ["1,000", REPO, "2026-08-01", "apache-2.0"]
    assert second.endswith("terms to accept")
    assert "contacting 127.0.0.1" in ran.err


def test_a_search_for_scripts_is_one_line_of_json(hearth: Any, hub: LoopbackHub) -> None:
    [model] = hearth("models", "search", "gated", "--json").figures["models"]

    assert model == {
        "repo": "maker/Gated-GGUF",
        "author": "maker",
        "downloads": 7,
        "likes": 10,
        "updated": "2026-08-01",
        "access": "terms",
        "licence": "apache-2.0",
        "page": f"{hub.address}/maker/Gated-GGUF",
    }


@pytest.mark.usefixtures("hub")
def test_words_that_nothing_has_find_nothing(hearth: Any) -> None:
    ran = hearth("models", "search", "unheard-of")

    assert (ran.code, ran.out) == (0, "No models found on the hub.\n")


@pytest.mark.usefixtures("hub")
def test_the_recommended_file_is_downloaded_and_its_path_printed(hearth: Any, paths: Paths) -> None:
    ran = hearth("models", "get", REPO)

    assert ran.code == 0, ran.err
    path = Path(ran.out.strip())
    assert path == paths.models / REPO / "Model-Q4_K_M.gguf"
    assert path.read_bytes() == DATA
    assert (path.parent / "mmproj-Model-f16.gguf").read_bytes() == b"eyes"


@pytest.mark.usefixtures("hub")
def test_what_was_downloaded_is_among_the_models_of_this_machine(hearth: Any) -> None:
    path = hearth("models", "get", REPO).out.strip()

    assert path in [model["path"] for model in hearth("models", "list", "--json").figures["models"]]


@pytest.mark.usefixtures("hub")
def test_a_named_file_goes_to_a_named_folder(hearth: Any, tmp_path: Path) -> None:
    ran = hearth("models", "get", f"{REPO}:q8_0", "--folder", str(tmp_path / "mine"), "--json")

    assert ran.code == 0, ran.err
    folder = tmp_path / "mine" / REPO
    assert ran.figures == {
        "path": str(folder / "Model-Q8_0.gguf"),
        "projector": str(folder / "mmproj-Model-f16.gguf"),
        "bytes": 600_004,
    }


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize(
    ("model", "words"),
    [
        (f"{REPO}:Q5_K_M", "Model-Q4_K_M, Model-Q8_0"),
        ("maker/Nothing", "no public repository"),
        ("nonsense", "author/name"),
        ("maker/Gated-GGUF", "HF_TOKEN"),
    ],
)
def test_what_cannot_be_had_is_said_in_a_sentence(hearth: Any, model: str, words: str) -> None:
    ran = hearth("models", "get", model)

    assert ran.code == 1
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_token_of_the_environment_opens_what_is_gated(
    hearth: Any, hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_right")

    ran = hearth("models", "get", "maker/Gated-GGUF")

    assert ran.code == 0, ran.err
    assert "hf_right" not in ran.err


def test_a_hub_that_cannot_be_reached_is_said_calmly(
    hearth: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    ran = hearth("models", "search", "words")

    assert ran.code == 1
    assert "refused the connection" in ran.err
    assert "not affected" in ran.err


def test_the_proxy_of_the_settings_is_used(
    hearth: Any, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example")
    paths.create()
    with LoopbackHub() as proxy:
        paths.settings_file.write_text(f'[network]\nproxy = "{proxy.address}"\n')
        hearth("models", "search", "words")
        assert proxy.seen[0].path.startswith("http://hub.example/api/models?")


@pytest.mark.unix("SIGINT for another process")
def test_ctrl_c_pauses_and_the_same_command_goes_on(
    hearth: Any, hub: LoopbackHub, paths: Paths
) -> None:
    gate = threading.Semaphore(3)
    hub.file_faults = [Paced(100_000, gate)]
    child = subprocess.Popen(
        [*command("--data-dir", str(paths.data.parent)), "models", "get", REPO],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=REPOSITORY,
    )
    pause = threading.Event()
    for _ in range(6000):
        if sum(part.stat().st_size for part in paths.models.rglob("*.part")) == 300_000:
            break
        assert child.poll() is None, child.communicate()
        pause.wait(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)

    assert (child.returncode, out) == (130, "")
    assert f"`hearth models get {REPO}` resumes the download" in err
    ran = hearth("models", "get", REPO)
    assert ran.code == 0, ran.err
    assert Path(ran.out.strip()).read_bytes() == DATA
    assert "bytes=300000-" in hub.ranges()


@pytest.mark.unix("a terminal to look into")
def test_on_a_terminal_one_line_shows_how_far_it_is(hub: LoopbackHub, paths: Paths) -> None:
    import pty  # Windows has none

    hub.file_faults = [Answer(429, {"Retry-After": "0"})]
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [*command("--data-dir", str(paths.data.parent)), "models", "get", REPO, "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        cwd=REPOSITORY,
    )
    os.close(theirs)
    shown = bytearray()
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # as Linux says that the other end is closed
        pass
    out, _ = child.communicate(timeout=60)
    os.close(ours)

    assert json.loads(out)["bytes"] == 500_004
    words = shown.decode()
    assert "Trying again in 0:01" in words
    assert "100.0% of 0.5 MB" in words
    assert "comparing the checksum" in words


@pytest.mark.parametrize("arguments", [["--version"], ["models", "search", "--help"]])
def test_nothing_connects_before_it_is_asked_to(arguments: list[str]) -> None:
    code = f"""
import socket, sys
from app.__main__ import main

def refuse(*_): raise AssertionError("a connection")
socket.socket.connect = refuse
try:
    main({arguments!r})
except SystemExit as end:
    sys.exit(end.code)
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr


@pytest.mark.usefixtures("hub")
def test_without_a_keyring_a_token_is_kept_nowhere_and_the_variable_is_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    child = subprocess.run(
        [*command("--data-dir", str(paths.data.parent)), "models", "token"],
        input="hf_secret\n",
        capture_output=True,
        encoding="utf-8",
        cwd=REPOSITORY,
        check=False,
    )

    assert child.returncode == 1
    assert "HF_TOKEN" in child.stderr
    assert "hf_secret" not in child.stderr + child.stdout
    files = [file for file in paths.data.parent.rglob("*") if file.is_file()]
    assert not any(b"hf_secret" in file.read_bytes() for file in files)
