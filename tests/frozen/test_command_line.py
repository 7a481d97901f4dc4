"""The built program's command line."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import psutil
import pytest

import app
from app.core.chats.records import MessageStatus
from app.core.chats.store import ChatStore
from app.core.models.builtin import STARTER_QUESTIONS
from tests.frozen.conftest import UNSEEN, WINDOW, settle
from tests.helpers.harm import Harm
from tests.upgrades.test_chats_upgrades import ASSETS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.conftest import Frozen

DIED = "ended with code 11" if sys.platform == "win32" else "crashed with signal 11"


def test_it_knows_its_version(frozen: Frozen) -> None:
    ran = frozen.run("--version")

    assert (ran.code, ran.out, ran.err) == (0, f"hearth {app.__version__}\n", "")


def test_the_self_test_starts_the_program_as_its_own_child_and_passes(frozen: Frozen) -> None:
    ran = frozen.run("self-test", "--json")

    assert ran.code == 0, ran.err
    report = ran.figures
    assert [trial["outcome"] for trial in report["trials"]] == ["passed"]
    assert report["chosen"] == {"use_extra_bufts": True, "use_gpu": True}
    assert "cpu" in report["machine"]["devices"]
    assert report["machine"]["build"].startswith("llama-cpp-python")
    assert report["has_chat_formats"]


def kill_child_once(parent: subprocess.Popen[str]) -> None:
    """Let the first child of the self-test die as a wrongly compiled kernel does."""
    process = psutil.Process(parent.pid)
    while parent.poll() is None:
        for child in process.children():
            # One that lists devices ends soon, and one that just begins cannot be asked on Windows.
            with contextlib.suppress(psutil.Error, OSError):
                if "self-test" in child.cmdline():
                    Harm.SEGFAULT.do(child.pid)
                    return


def test_a_dying_child_leads_to_the_next_safer_configuration(frozen: Frozen) -> None:
    with subprocess.Popen(
        [frozen.command, "self-test", "--json"],
        env=frozen.environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as parent:
        killer = threading.Thread(target=kill_child_once, args=(parent,))
        killer.start()
        out, _ = parent.communicate(timeout=120)
        killer.join()

    assert parent.returncode == 0
    assert f'"outcome": "{DIED}' in out
    assert '"chosen": {"use_extra_bufts": false, "use_gpu": true}' in out


def test_the_guide_answers_and_a_second_run_takes_the_chat_up_from_disk(frozen: Frozen) -> None:
    first = frozen.ask(STARTER_QUESTIONS[0])
    second = frozen.ask("--chat", str(first["chat_id"]), "And how do I remove it?")

    assert "Ctrl+O" in first["text"]
    assert first["restored_tokens"] == 0
    assert second["text"]
    assert second["restored_tokens"] > 0
    assert second["restored_tokens"] + second["reused_tokens"] < second["prompt_tokens"]
    with ChatStore.open(frozen.paths.database) as store:
        path = store.path(store.list_chats()[0].id)
    assert [message.text for message in path][1::2] == [first["text"], second["text"]]


def test_a_model_of_the_users_answers(frozen: Frozen, tiny_model: Path, tmp_path: Path) -> None:
    model = tmp_path / "große Dateien – 模型" / "✓ mit Maß ❤.gguf"
    model.parent.mkdir()
    shutil.copyfile(tiny_model, model)

    first = frozen.ask("--model", str(model), "--max-tokens", "16", "Guten Tag!")
    again = frozen.ask("--model", str(model), "--max-tokens", "16", "Guten Tag!")

    assert first["generated_tokens"] == 16
    assert again["text"] == first["text"]


@pytest.mark.parametrize("asset", ASSETS, ids=lambda asset: asset.stem)
def test_chats_of_every_released_version_are_opened_and_gone_on_with(
    frozen: Frozen, asset: Path
) -> None:
    frozen.paths.data.mkdir(parents=True)
    shutil.copyfile(asset, frozen.paths.database)

    answer = frozen.ask("--chat", "1", "What is Hearth?")

    with ChatStore.open(frozen.paths.database) as store:
        texts = [message.text for message in store.path(store.list_chats()[0].id)]
    assert texts[-2:] == ["What is Hearth?", answer["text"]]
    assert texts[0] == "Why does bread rise? 🍞"


def test_every_path_may_hold_blanks_and_any_letter_and_nothing_is_written_beside_the_program(
    elsewhere: Path, tmp_path: Path
) -> None:
    def listing() -> set[tuple[str, int, int]]:
        files = (path for path in elsewhere.rglob("*") if not path.is_symlink())
        return {(str(p), p.stat().st_size, p.stat().st_mtime_ns) for p in files}

    before = listing()
    moved = settle(elsewhere / WINDOW, tmp_path / "Zuhause – дом 家")
    if sys.platform != "win32":  # where a link to a program is no way to start it
        link = tmp_path / "Stück für Stück"
        link.symlink_to(moved.program)
        moved.program = link

    first = moved.ask("Where are my chats stored?")
    second = moved.ask("--chat", str(first["chat_id"]), "And the settings?")
    with moved.window(**UNSEEN):
        moved.until_logged("model loaded")

    assert second["restored_tokens"] > 0
    assert moved.paths.database.exists()
    assert listing() == before


def test_what_is_stored_is_listed_and_verified(frozen: Frozen) -> None:
    frozen.ask(STARTER_QUESTIONS[1])

    assert frozen.run("cache", "list").out.strip()
    verified = frozen.run("cache", "verify", "--json")
    assert verified.code == 0, verified.err


def test_an_interrupted_answer_of_a_killed_program_is_kept(
    frozen: Frozen, tiny_model: Path
) -> None:
    with subprocess.Popen(
        [frozen.command, "ask", "--model", tiny_model, "--temp", "0", "Talk without end."],
        env=frozen.environment,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as child:
        assert child.stdout is not None
        child.stdout.read(8)
        child.kill()
    with ChatStore.open(frozen.paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    assert message.status is MessageStatus.INTERRUPTED


def test_portable_use_keeps_everything_beside_the_program_and_finds_it_elsewhere(
    built: Path, tiny_model: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick of Zoë"
    shutil.copytree(built, stick / "hearth", symlinks=True)
    (stick / "hearth" / "data").mkdir()
    (stick / "hearth" / "models").mkdir()
    shutil.copyfile(tiny_model, stick / "hearth" / "models" / "mine.gguf")
    first_home = settle(stick / "hearth" / WINDOW, tmp_path / "home")
    before = set(first_home.home.rglob("*"))
    model = str(stick / "hearth" / "models" / "mine.gguf")
    first = first_home.ask("--model", model, "--max-tokens", "12", "Hello!")
    assert set(first_home.home.rglob("*")) == before

    stick.rename(tmp_path / "elsewhere")
    other = settle(tmp_path / "elsewhere" / "hearth" / WINDOW, tmp_path / "other home")
    chat = str(first["chat_id"])
    carried = str(tmp_path / "elsewhere" / "hearth" / "models" / "mine.gguf")
    second = other.ask("--model", carried, "--chat", chat, "--max-tokens", "4", "And now?")

    assert second["generated_tokens"] == 4
    assert (tmp_path / "elsewhere" / "hearth" / "data" / "data" / "chats.db").exists()


def test_chats_that_were_moved_to_a_disk_that_is_away_are_not_begun_anew(
    frozen: Frozen, tmp_path: Path
) -> None:
    frozen.paths.moved_to.write_text(str(tmp_path / "unplugged"), "utf-8")

    ran = frozen.run("ask", "Hello")

    assert ran.code == 1
    assert f"The folder with your chats is missing: {tmp_path / 'unplugged'}" in ran.err
    assert not (tmp_path / "unplugged").exists()
