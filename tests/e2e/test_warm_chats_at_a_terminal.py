"""`hearth chats export --format hearth` and `import`: with the engine's own process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli import parse, run
from app.core.chats.store import ChatStore
from app.core.paths import MOVING_FOLDER, FolderOrigin, Paths
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LONG = "Tell me of the sea, of the hills and of what lies between them. " * 4


def hearth(paths: Paths, *words: object) -> int:
    assert paths.root is not None
    return run(parse(["chats", *map(str, words), "--data-dir", str(paths.root)]))


def test_a_chat_goes_and_comes_with_its_memory(
    tmp_path: Path, tiny_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with WholeProgram(tmp_path / "home", tiny_model) as home:
        home.say(None, LONG)
        home.settle()
    file = tmp_path / "all.hearth"
    words = ("export", "--all", "--format", "hearth", "--output", file, "--json")
    assert hearth(home.paths, *words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["chats"], told["warm"]) == (1, 1)
    assert hearth(home.paths, "export", "--all", "--format", "hearth", "--output", file) != 0
    assert "already exists" in capsys.readouterr().err

    away = Paths.under(tmp_path / "away", FolderOrigin.CHOSEN)
    assert hearth(away, "import", file, "--dry-run") == 0
    assert "memory: " in capsys.readouterr().out
    assert hearth(away, "import", file, "--no-memory", "--json") == 0
    assert json.loads(capsys.readouterr().out)["warm"] == 0
    assert hearth(away, "import", file) == 0
    out = capsys.readouterr().out
    assert "already there: 1" in out
    assert "no model of that name was used yet: 1" in out
    assert not list((away.cache / MOVING_FOLDER).iterdir())
    with ChatStore.open(away.database) as store:
        assert len(store.list_chats()) == 1
    with WholeProgram(tmp_path / "away", tiny_model) as program:
        (chat,) = program.conversations.doors.store.run(lambda store: store.list_chats())
        program.say(chat.id, "Go on.")
        answer = program.messages(chat.id)[-1]
    assert float(dict(answer.stats)["n_restored"]) > 200


def test_a_damaged_file_is_refused_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths.under(tmp_path / "home", FolderOrigin.CHOSEN)
    file = tmp_path / "cut.hearth"
    file.write_bytes(b"PK\x03\x04 and nothing else")
    assert hearth(paths, "import", file) != 0
    assert "damaged or incomplete" in capsys.readouterr().err
