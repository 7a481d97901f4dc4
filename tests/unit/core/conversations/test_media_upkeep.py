"""Originals that nobody needs go by themselves, and no other does."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from app.core.conversations.chat_media import MediaUpkeep
from app.core.conversations.events import MessageAdded, TrashListed
from app.core.media.library import MediaLibrary
from app.core.media.refusals import MediaNotDeleted
from tests.helpers.media_samples import encoded, quarters

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.content.media import MediaFile
    from tests.conftest import ExpectLog
    from tests.unit.core.conversations.conftest import Stage

WAIT_S = 60.0


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "media", tmp_path / "cache") as library:
        yield library


def attached(library: MediaLibrary, width: int, *, hours_ago: float = 2) -> MediaFile:
    file = library.add(encoded(quarters(width, 32), "PNG"), f"{width}.png")
    then = time.time() - 3600 * hours_ago
    os.utime(library.original(file), (then, then))
    return file


def sent(stage: Stage, file: MediaFile) -> MediaFile:
    stage.conversations.chats.send(None, "Look", media=[file])
    stage.event(MessageAdded)
    stage.answer("Nice")
    return file


def until_gone(library: MediaLibrary, file: MediaFile) -> None:
    end = time.monotonic() + WAIT_S
    while file.digest in library.idle():
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.01)


def test_what_nobody_needs_goes_and_all_else_stays(stage: Stage, library: MediaLibrary) -> None:
    used, drafted = sent(stage, attached(library, 40)), attached(library, 41)
    young, stray = attached(library, 42, hours_ago=0.5), attached(library, 43)
    library.thumbnail(stray, 24)
    os.utime(library.original(stray), (0, 0))
    upkeep = MediaUpkeep(stage.conversations.media, library)

    assert upkeep.look(lambda: [drafted.digest]) == 1

    for file in (used, drafted, young):
        assert library.original(file).exists()
    assert stray.digest not in library.idle()
    assert upkeep.look(tuple) == 1  # the draft was thrown away
    assert library.idle() == {used.digest}


def test_many_are_decided_on_a_few_at_a_time(stage: Stage, library: MediaLibrary) -> None:
    asked: list[int] = []
    for n in range(45):
        attached(library, 40 + n)
    upkeep = MediaUpkeep(stage.conversations.media, library)

    def held() -> tuple[str, ...]:
        asked.append(len(library.idle()))
        return ()

    assert upkeep.look(held) == 45
    assert asked == [45, 25, 5]


def test_it_looks_after_a_while_and_again_when_chats_were_deleted_for_good(
    stage: Stage, library: MediaLibrary
) -> None:
    stray = attached(library, 40)
    upkeep = MediaUpkeep(stage.conversations.media, library, first_look_s=0.0, soon_s=1.0)
    stage.conversations.listen(upkeep.hear)
    upkeep.begin(tuple)
    try:
        until_gone(library, stray)
        used = attached(library, 41)
        stage.conversations.chats.send(None, "Look", media=[used])
        chat_id = stage.event(MessageAdded).chat_id
        stage.answer("Nice")
        stage.conversations.listing.delete([chat_id])
        stage.conversations.listing.empty_trash()
        stage.event(TrashListed)
        stage.settle()
        until_gone(library, used)
    finally:
        upkeep.end()


def test_a_file_that_cannot_be_deleted_is_in_the_log_and_the_next_look_goes_on(
    stage: Stage,
    library: MediaLibrary,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    stray = attached(library, 40)
    delete = library.delete
    failures = [OSError("read-only")]

    def fail_once(digest: str) -> None:
        if failures:
            raise MediaNotDeleted(caught=failures.pop())
        delete(digest)

    monkeypatch.setattr(library, "delete", fail_once)
    expect_log("no originals were deleted")
    upkeep = MediaUpkeep(stage.conversations.media, library, first_look_s=0.0, soon_s=0.0)
    upkeep.begin(tuple)
    try:
        while failures:
            time.sleep(0.01)
        upkeep.hear(TrashListed(()))
        until_gone(library, stray)
    finally:
        upkeep.end()


def test_it_ends_with_the_program(stage: Stage, library: MediaLibrary) -> None:
    stray = attached(library, 40)
    upkeep = MediaUpkeep(stage.conversations.media, library, first_look_s=WAIT_S)
    upkeep.begin(tuple)
    upkeep.end()

    assert upkeep.look(tuple) == 0
    assert library.original(stray).exists()
