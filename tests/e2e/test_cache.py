"""`hearth cache` as a process of its own, on what `hearth ask` has stored."""

from __future__ import annotations

import argparse
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.cli import run
from app.cli.cache import cache
from app.core.conversations.cases.memory import store_limits
from app.core.errors import KnownError
from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.store import KVStore
from app.core.settings.settings import Settings
from tests.e2e.conftest import Command
from tests.helpers.gguf_factory import write_tiny_llama
from tests.test_architecture import run_python

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths


@pytest.fixture(scope="module")
def asked_twice(tmp_path_factory: pytest.TempPathFactory, tried: Path) -> Path:
    root = tmp_path_factory.mktemp("asked") / "hearth"
    for question in ("How do I add a model?", "What is a context?"):
        ran = Command(root, tried)("ask", question)
        assert ran.code == 0, ran.err
    return root


@pytest.fixture
def two_chats(asked_twice: Path, paths: Paths) -> None:
    shutil.copytree(asked_twice, paths.data.parent)


def listed(hearth: Any) -> dict[str, Any]:
    ran = hearth("cache", "list", "--json")
    assert ran.code == 0, ran.err
    return dict(ran.figures)


def flip(paths: Paths) -> None:
    file = next(paths.kv_store.rglob("*.kvs"))
    data = bytearray(file.read_bytes())
    data[-5] ^= 1
    file.write_bytes(data)


@pytest.mark.usefixtures("two_chats")
def test_what_is_stored_is_listed_by_chat_and_model(hearth: Any, paths: Paths) -> None:
    facts = listed(hearth)
    assert {chat["chat"] for chat in facts["chats"]} == {"1", "2"}
    assert [model["name"] for model in facts["models"]] == ["Hearth Guide"]
    on_disk = sum(path.stat().st_size for path in paths.kv_store.rglob("*.kvs"))
    assert facts["used_bytes"] == on_disk > 0
    printed = hearth("cache", "list").out
    assert "Hearth Guide" in printed
    assert "written today" in printed


@pytest.mark.usefixtures("two_chats")
def test_a_chat_a_model_and_everything_can_be_dropped(hearth: Any) -> None:
    before = listed(hearth)
    dropped = hearth("cache", "drop", "--chat", "1", "--json").figures
    assert dropped["freed_bytes"] == before["used_bytes"] - dropped["used_bytes"] > 0
    assert [chat["chat"] for chat in listed(hearth)["chats"]] == ["2"]
    assert hearth("cache", "drop", "--chat", "1").code == 1
    unknown = hearth("cache", "drop", "--model", "Nobody")
    assert unknown.code == 1
    assert "There is no stored memory for a model named Nobody." in unknown.err
    assert hearth("cache", "drop", "--model", "Hearth Guide", "--json").figures["used_bytes"] == 0
    assert hearth("cache", "drop", "--all").code == 0


@pytest.mark.usefixtures("two_chats")
def test_damage_is_found_moved_aside_and_told_by_the_exit_code(hearth: Any, paths: Paths) -> None:
    sound = hearth("cache", "verify", "--json")
    assert (sound.code, sound.figures["damaged"]) == (0, 0)
    assert sound.figures["bytes"] == listed(hearth)["used_bytes"]
    flip(paths)
    damaged = hearth("cache", "verify")
    assert damaged.code == 1
    assert "1 damaged and moved aside" in damaged.out
    assert hearth("cache", "verify", "--json").figures["damaged"] == 0


@pytest.mark.usefixtures("two_chats")
def test_a_smaller_budget_is_kept_at_once(hearth: Any, paths: Paths) -> None:
    used = listed(hearth)["used_bytes"]
    with paths.settings_file.open("a") as file:
        file.write(f"budget_gb = {used / 2 / 1e9}\n")
    assert hearth("cache", "gc", "--json").figures["used_bytes"] <= used / 2


@pytest.mark.usefixtures("two_chats")
def test_while_another_instance_stores_only_listing_works(hearth: Any, paths: Paths) -> None:
    other = KVStore.open(paths.kv_store, limits=store_limits(Settings.load(paths.settings_file)))
    try:
        assert len(listed(hearth)["chats"]) == 2
        for arguments in (("drop", "--all"), ("gc",), ("verify",)):
            ran = hearth("cache", *arguments)
            assert ran.code == 1
            assert "Another Hearth is using" in ran.err
    finally:
        other.close()


def test_an_empty_store_is_listed_verified_and_swept(hearth: Any) -> None:
    assert listed(hearth)["chats"] == []
    assert hearth("cache", "verify", "--json").figures["files"] == 0
    assert hearth("cache", "gc").code == 0


def test_the_command_loads_neither_llama_nor_qt() -> None:
    code = "import sys; import app.cli.cache; print([n for n in sys.modules if n in NAMES])"
    result = run_python(code.replace("NAMES", "('llama_cpp', 'PySide6')"))
    assert result.stdout.strip() == "[]"


@pytest.mark.usefixtures("two_chats")
def test_what_cannot_be_deleted_is_told_by_the_exit_code(
    hearth: Any, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SegmentFolder, "delete", refuse)
    arguments = ["--data-dir", str(paths.data.parent), "cache", "drop", "--all"]
    assert main(arguments) == 1
    assert "could not delete stored memory" in capsys.readouterr().err
    assert any(paths.kv_store.rglob("*.kvs"))


@pytest.mark.usefixtures("two_chats")
def test_a_verb_that_nobody_dispatched_is_a_plain_error_and_changes_nothing(
    hearth: Any, paths: Paths
) -> None:
    before = {path: path.read_bytes() for path in paths.kv_store.rglob("*.k?s")}
    assert before
    with pytest.raises(KnownError, match="vacuum"):
        cache(argparse.Namespace(cache="vacuum", json=False), paths)
    assert {path: path.read_bytes() for path in paths.kv_store.rglob("*.k?s")} == before
    assert hearth("cache", "vacuum").code == 2
    assert {path: path.read_bytes() for path in paths.kv_store.rglob("*.k?s")} == before


def test_a_command_that_nobody_dispatched_is_a_plain_error(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    data_dir = str(paths.data.parent)
    assert (
        run(argparse.Namespace(command="prune", data_dir=data_dir, verbose=False, in_process=False))
        == 1
    )
    told = capsys.readouterr()
    assert not told.out
    assert "no command prune" in told.err


@pytest.mark.parametrize("name", ["", "n/a", " N/A ", "None", "<unknown>"])
def test_a_model_without_a_name_of_its_own_is_listed_by_its_files_name(
    hearth: Any, tmp_path: Path, name: str
) -> None:
    model = write_tiny_llama(tmp_path / "little-model.gguf", name=name)
    ran = hearth("ask", "Hello", "--model", str(model), "--max-tokens", "4")
    assert ran.code == 0, ran.err
    assert [model["name"] for model in listed(hearth)["models"]] == ["Little Model"]
