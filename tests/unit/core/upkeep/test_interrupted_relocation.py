"""A move that is cut off or meets a failing disk leaves everything in one place."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.errors import KnownError
from app.core.system.paths import FolderOrigin, Paths
from app.core.upkeep import relocation
from app.core.upkeep.relocation import (
    MoveCancelled,
    NotMoved,
    Relocation,
)
from tests.unit.core.upkeep.moves import (
    clear,
    files_of,
    move,
    on_two_disks,
    titles,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import ExpectLog


class PowerCut(BaseException):
    """The machine stops; nothing behind it is run."""


def cut_after(n_steps: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the change of the disk after `n_steps` others fail; return what was done.

    An OSError comes once; after a power cut nothing is done any more.
    """
    done: list[str] = []

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kwargs: Any) -> Any:
            has_failed = len(done) > n_steps
            if len(done) == n_steps or (has_failed and isinstance(error, PowerCut)):
                done.extend([name] * (not has_failed))
                raise error
            done.append(name)
            return real(*args, **kwargs)

        return step

    for owner, name in (
        (os, "fsync"), (Path, "unlink"), (Path, "rename"), (Path, "replace"), (Path, "mkdir"),
        (Path, "rmdir"), (shutil, "copystat"),
    ):  # fmt: skip
        monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
    return done


@pytest.mark.parametrize("n_disks", [1, 2])
def test_the_power_may_go_at_every_step(
    lived_in: Paths, tmp_path: Path, n_disks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {name: file for name, file in files_of(lived_in).items() if not name.startswith("kv")}
    places = set()
    for n_steps in range(200):
        with monkeypatch.context() as patched:
            if n_disks == 2:
                on_two_disks(patched)
            done = cut_after(n_steps, PowerCut(), patched)
            try:
                move(Relocation.to(Paths.locate(), tmp_path / "new"))
            except PowerCut:
                has_ended = False
            else:
                has_ended = True
        now = Paths.locate()
        places.add(now.place)
        found = files_of(now)
        assert {name: found.get(name) for name in words} == words, f"after {done}"
        if now.place is FolderOrigin.MOVED:
            if has_ended:
                break
            clear(lived_in)
            move(Relocation.back(now))
    else:
        pytest.fail("it never came to an end")
    assert places == {FolderOrigin.SYSTEM, FolderOrigin.MOVED}


@pytest.mark.parametrize("n_disks", [1, 2])
def test_a_disk_that_fails_once_at_any_step_leaves_all_in_one_place(
    lived_in: Paths,
    tmp_path: Path,
    n_disks: int,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    expect_log("a file could not be deleted")
    expect_log("the old folders are kept")
    if n_disks == 1:
        expect_log("memory could not be carried along")
    before = files_of(lived_in)
    words = {name for name in before if not name.startswith("kv")}
    n_failures = 0
    for n_steps in range(200):
        with monkeypatch.context() as patched:
            if n_disks == 2:
                on_two_disks(patched)
            done = cut_after(n_steps, OSError(errno.ENOSPC, "No space left on device"), patched)
            try:
                move(Relocation.to(lived_in, tmp_path / "new"))
            except KnownError:
                n_failures += 1
                assert Paths.locate() == lived_in
                assert files_of(lived_in) == before
        if Paths.locate() != lived_in:
            assert words <= files_of(Paths.locate()).keys()
            if len(done) <= n_steps:
                break
            clear(lived_in)
            move(Relocation.back(Paths.locate()))
            for name in before.keys() - words:
                file = lived_in.cache / name.removeprefix("kv/")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(before[name])
    assert n_failures > 20


def cut_at(owner: object, name: str, monkeypatch: pytest.MonkeyPatch, *, behind: bool) -> None:
    """Let the power go when this is called, or behind it."""
    real = getattr(owner, name)

    def cut(*args: Any) -> None:
        if behind:
            real(*args)
        raise PowerCut

    monkeypatch.setattr(owner, name, cut)


def test_what_was_moved_and_used_is_never_taken_for_half_a_copy(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        cut_at(relocation, "use_folder", patched, behind=True)
        with pytest.raises(PowerCut):
            move(Relocation.to(lived_in, tmp_path / "disk"))
    used = Paths.locate()
    used.create()  # the next start
    with ChatStore.open(used.database) as store:
        store.create_chat(title="Years of work")
    relocation.use_folder(lived_in)  # the disk was away, and the user began without it

    Relocation.to(Paths.locate(), tmp_path / "disk").check()

    assert titles(used) == ["Years of work", "Soup"]


def test_old_files_that_a_power_cut_spared_are_no_reason_not_to_move_back(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        cut_at(Relocation, "_carry_memory", patched, behind=False)
        with pytest.raises(PowerCut):
            move(Relocation.to(lived_in, tmp_path / "disk"))
    moved = Paths.locate()
    moved.create()
    with ChatStore.open(moved.database) as store:
        store.create_chat(title="Bread")

    move(Relocation.back(moved))

    assert titles(Paths.locate()) == ["Bread", "Soup"]


def test_a_second_attempt_is_compared_as_the_first_was(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    with pytest.raises(MoveCancelled):
        Relocation.to(lived_in, tmp_path / "new").run(
            lambda n_done, _total: seen.append(n_done), lambda: len(seen) > 4
        )
    real = shutil.copystat

    def rot(source: Path, target: Path) -> None:
        real(source, target)
        if target.name == "chats.db":
            content = target.read_bytes()
            target.write_bytes(content[:5000] + b"ROT" + content[5003:])
            real(source, target)

    monkeypatch.setattr(shutil, "copystat", rot)
    with pytest.raises(NotMoved, match="the copy differs"):
        move(Relocation.to(lived_in, tmp_path / "new"))
