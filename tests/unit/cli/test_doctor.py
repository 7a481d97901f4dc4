"""`hearth doctor` finds what is wrong with what Hearth keeps, and changes what it is told to."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from app.cli import parse, run
from app.core.chats.store import ChatStore
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.system.paths import FolderOrigin, Paths

if TYPE_CHECKING:
    from pathlib import Path

PAGE = 4096


@pytest.fixture
def home(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path / "hearth", FolderOrigin.CHOSEN)
    paths.create()
    return paths


def doctor(paths: Paths, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, Any]:
    capsys.readouterr()
    options = parse(["doctor", "--json", "--data-dir", str(paths.root), *more])
    code = run(options)
    return code, json.loads(capsys.readouterr().out)


def faults(facts: Any) -> list[str]:
    return [check["part"] for check in facts["checks"] if check["level"] == "fault"]


def level_of(facts: Any, part: str) -> str:
    [level] = [check["level"] for check in facts["checks"] if check["part"] == part]
    return str(level)


def write_chats(paths: Paths) -> None:
    with ChatStore.open(paths.database) as store:
        for number in range(50):
            chat = store.create_chat(title=f"{number}")
            store.add_message(chat.id, parent_id=None, role=Role.USER, text=f"{number} " * 300)


def damage(paths: Paths) -> bytes:
    content = bytearray(paths.database.read_bytes())
    page = content.index(b"30 30 30") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    paths.database.write_bytes(content)
    return bytes(content)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith((".log", ".lock", "-shm"))
    }


def test_all_is_well_on_the_first_day(home: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    code, facts = doctor(home, capsys)
    assert (code, facts["is_well"], faults(facts)) == (0, True, [])
    parts = {check["part"] for check in facts["checks"]}
    assert {"chats", "memory", "models", "settings", "disk", "crashes", "devices"} <= parts


def test_an_empty_file_of_a_start_that_was_cut_off_is_well(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    home.database.touch()
    code, facts = doctor(home, capsys, "--recover")
    assert (code, level_of(facts, "chats")) == (0, "well")
    assert home.database.stat().st_size == 0


@pytest.mark.parametrize("n_bytes", [0, 40])
def test_a_log_beside_a_file_that_was_cut_to_nothing_is_left_alone(
    home: Paths, capsys: pytest.CaptureFixture[str], n_bytes: int
) -> None:
    write_chats(home)
    log = home.database.with_name("chats.db-wal")
    with contextlib.closing(sqlite3.connect(home.database)) as connection:
        connection.execute("UPDATE chats SET title = 'later'")
        connection.commit()
        content = log.read_bytes()
    home.database.write_bytes(home.database.read_bytes()[:n_bytes])
    log.write_bytes(content)
    code, facts = doctor(home, capsys)
    assert (code, faults(facts)) == (EXIT_KNOWN_ERROR, ["chats"])
    assert log.read_bytes() == content
    doctor(home, capsys, "--recover")
    (aside,) = home.data.glob("chats.damaged-*.db-wal")
    assert aside.read_bytes() == content


def test_a_damaged_search_index_is_told_and_no_fault_of_the_chats(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    _, facts = doctor(home, capsys)
    assert level_of(facts, "search") == "well"
    with contextlib.closing(sqlite3.connect(home.database)) as connection:
        connection.execute("UPDATE search_text_data SET block = zeroblob(9) WHERE id > 10")
        connection.commit()
    before = digests(home.data)
    code, facts = doctor(home, capsys)
    assert (code, level_of(facts, "search"), level_of(facts, "chats")) == (0, "note", "well")
    assert digests(home.data) == before


def test_messages_that_wait_for_the_index_are_counted(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    with contextlib.closing(sqlite3.connect(home.database)) as connection:
        connection.execute("INSERT INTO search_pending SELECT id FROM messages LIMIT 7")
        connection.commit()
    _, facts = doctor(home, capsys)
    assert level_of(facts, "search") == "note"
    assert any(check["words"].endswith(": 7") for check in facts["checks"])


def test_damaged_chats_are_found_and_left_as_they_are(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    damage(home)
    before = digests(home.data)

    code, facts = doctor(home, capsys)

    assert (code, faults(facts)) == (EXIT_KNOWN_ERROR, ["chats"])
    assert "doctor --recover" in str(facts)
    assert digests(home.data) == before


def test_damaged_chats_are_recovered_when_asked(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    content = damage(home)

    code, facts = doctor(home, capsys, "--recover")

    assert (code, faults(facts)) == (0, [])
    assert "50 chats" in facts["recovery"][0]
    (damaged,) = home.data.glob("chats.damaged-*.db")
    assert damaged.read_bytes() == content
    assert str(damaged) in facts["recovery"][-1]


def test_sound_chats_are_not_touched_when_recovery_is_asked(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    before = digests(home.root or home.data)

    code, facts = doctor(home, capsys, "--recover")

    assert code == 0
    assert facts["recovery"] == ["Your chats are intact; nothing was changed."]
    assert digests(home.root or home.data) == before


def test_it_looks_beside_an_open_window_and_recovers_only_without_one(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    with ChatStore.open(home.database) as store:
        store.create_chat(title="in the log")
        before = digests(home.data)
        assert doctor(home, capsys)[0] == 0
        assert digests(home.data) == before
        options = parse(["doctor", "--recover", "--data-dir", str(home.root)])
        assert run(options) == EXIT_KNOWN_ERROR
        assert "Another Hearth" in capsys.readouterr().err
        assert digests(home.data) == before
        assert store.create_chat(title="goes on").title == "goes on"


def test_references_and_trees_that_do_not_fit_are_found(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    with ChatStore.open(home.database) as store, store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE chats SET leaf_id = 7 WHERE id = 3")
    _code, facts = doctor(home, capsys)
    assert "the shown end of a chat lies in another" in str(facts)

    code, facts = doctor(home, capsys, "--recover")

    assert (code, faults(facts)) == (0, [])
    with ChatStore.open(home.database) as store:
        assert len(store.list_chats()) == 50


def test_chats_of_a_newer_version_are_left_alone(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    with ChatStore.open(home.database) as store, store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    before = digests(home.data)
    code, facts = doctor(home, capsys)
    assert (code, faults(facts)) == (EXIT_KNOWN_ERROR, ["chats"])
    assert "newer" in str(facts)
    assert run(parse(["doctor", "--recover", "--data-dir", str(home.root)])) == EXIT_KNOWN_ERROR
    assert digests(home.data) == before


def test_a_broken_settings_file_and_a_broken_index_are_told_and_kept(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    home.settings_file.write_text("[look\n")
    home.model_index.write_text("{")

    code, facts = doctor(home, capsys)

    assert (code, faults(facts)) == (EXIT_KNOWN_ERROR, ["settings"])
    assert "index of model files" in str(facts)
    assert home.settings_file.read_text() == "[look\n"


def test_the_last_crash_is_a_note(home: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    home.fault_file.write_text("Fatal Python error: Segmentation fault\n")
    code, facts = doctor(home, capsys)
    assert code == 0
    assert [c["part"] for c in facts["checks"] if c["level"] == "note"] == ["crashes"]


def test_stored_memory_is_looked_through(home: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    KVStore.open(home.kv_store).close()
    code, facts = doctor(home, capsys)
    assert code == 0
    assert "The stored memory is intact" in str(facts)


def test_without_json_it_speaks_in_sentences(
    home: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write_chats(home)
    damage(home)
    assert run(parse(["doctor", "--data-dir", str(home.root)])) == EXIT_KNOWN_ERROR
    told = capsys.readouterr()
    assert "!!    The file with your chats is damaged" in told.out
    assert "Problems found" in told.err
