"""`hearth cache` as a process of its own, on what `hearth ask` has stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.core.conversations.memory_limits import store_limits
from app.core.kvstore import KVStore
from app.core.kvstore.folder import SegmentFolder
from app.core.settings import Settings
from tests.test_architecture import run_python

if TYPE_CHECKING:
    from app.core.paths import Paths


@pytest.fixture
def two_chats(hearth: Any) -> None:
    for question in ("How do I add a model?", "What is a context?"):
        ran = hearth("ask", question)
        assert ran.code == 0, ran.err


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
    assert (unknown.code, "Nothing is stored of a model called Nobody" in unknown.err) == (1, True)
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
    assert "could not be deleted" in capsys.readouterr().err
    assert any(paths.kv_store.rglob("*.kvs"))
