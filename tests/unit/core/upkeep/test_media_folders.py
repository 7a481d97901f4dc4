"""What users attached is moved and deleted with their chats, and nothing of it stays behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.media.library import MediaLibrary
from app.core.system.paths import MEDIA, RAW_MEDIA
from app.core.upkeep.ownership import Ownership
from app.core.upkeep.relocation import Relocation
from app.core.upkeep.reset import Reset, reset
from tests.helpers.media_samples import encoded, quarters
from tests.unit.core.upkeep.moves import move, on_two_disks

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.content.media import MediaFile, MediaRef
    from app.core.system.paths import Paths

PICTURE = encoded(quarters(), "PNG")


@pytest.fixture
def attached(lived_in: Paths) -> tuple[MediaFile, MediaRef]:
    """A picture of a chat, with its pixels and a small one."""
    with MediaLibrary(lived_in.data / MEDIA, lived_in.cache / RAW_MEDIA) as library:
        file = library.add(PICTURE, "a.png")
        library.thumbnail(file, 16)
        return file, library.raw(file)


def files_below(folder: Path) -> list[str]:
    files = (file.name for file in folder.rglob("*") if file.is_file())
    return [name for name in files if name != "lock"]


@pytest.mark.parametrize("is_other_disk", [False, True])
def test_what_was_attached_moves_along_and_can_be_used_there(
    lived_in: Paths,
    attached: tuple[MediaFile, MediaRef],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_other_disk: bool,
) -> None:
    if is_other_disk:
        on_two_disks(monkeypatch)
    file, ref = attached

    new = move(Relocation.to(lived_in, tmp_path / "elsewhere"))

    assert (new.data / MEDIA).is_relative_to(tmp_path)
    assert not (lived_in.data / MEDIA).exists()
    assert not (lived_in.cache / RAW_MEDIA).exists()
    with MediaLibrary(new.data / MEDIA, new.cache / RAW_MEDIA) as library:
        assert library.original(file).read_bytes() == PICTURE
        assert library.raw(file) == ref
        assert library.thumbnail(file, 16)
    back = move(Relocation.back(new))
    assert (back.data / MEDIA / file.digest).read_bytes() == PICTURE
    assert not (new.data / MEDIA).exists()


def test_what_was_attached_is_deleted_with_the_chats(
    lived_in: Paths, attached: tuple[MediaFile, MediaRef]
) -> None:
    (lived_in.data / MEDIA / "incoming-ab12cd34.part").write_bytes(b"half")

    reset(lived_in, Reset(settings=True))
    assert attached[0].digest in files_below(lived_in.data)
    reset(lived_in, Reset(chats=True))

    assert not (lived_in.data / MEDIA).exists()
    assert not (lived_in.cache / RAW_MEDIA).exists()


def test_deleting_the_memory_leaves_what_was_attached(
    lived_in: Paths, attached: tuple[MediaFile, MediaRef]
) -> None:
    reset(lived_in, Reset(memory=True))

    assert not (lived_in.cache / RAW_MEDIA).exists()
    with MediaLibrary(lived_in.data / MEDIA, lived_in.cache / RAW_MEDIA) as library:
        assert library.raw(attached[0]) == attached[1]


def test_files_of_the_user_beside_it_are_not_hearths(
    lived_in: Paths, attached: tuple[MediaFile, MediaRef]
) -> None:
    own = Ownership(lived_in)
    for folder in (lived_in.data / MEDIA, lived_in.cache / RAW_MEDIA):
        for name in ("holiday.jpg", "0" * 63, f"{'0' * 64}.jpg", "incoming-a.jpg"):
            (folder / name).write_bytes(b"mine")
            assert not own.is_own(folder / name)
        (folder / "inner").mkdir()
        assert not own.is_own(folder / "inner" / attached[0].digest)

    reset(lived_in, Reset(chats=True))

    for folder in (lived_in.data / MEDIA, lived_in.cache / RAW_MEDIA):
        assert len(files_below(folder)) == 4
