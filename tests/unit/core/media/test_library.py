"""Where media lie, how long, and who may delete what."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import pytest

from app.core.content.media import MediaFile, MediaKind, MediaRef, MediaUnusable, RawMedia
from app.core.decoding.decoder import Decoder
from app.core.media.cache import FRESH_S
from app.core.media.library import MediaLibrary
from app.core.media.refusals import MediaMissing
from app.core.plain_value import replace
from tests.helpers.media_samples import encoded, quarters, sound, tone

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.stop_signal import StopSignal

HOUR = 3600.0
PICTURE = encoded(quarters(), "PNG")
SOUND = sound(tone(0.2))


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    return tmp_path / "data" / "media"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "media"


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.name != "lock"}


def age(folder: Path, seconds: float) -> None:
    then = time.time() - seconds
    for file in folder.iterdir():
        os.utime(file, (then, then))


class Blind(Decoder):
    """A decoder that is not to be asked."""

    def ask(
        self,
        question: dict[str, object],
        max_bytes: int,
        data: bytes = b"",
        stop: StopSignal | None = None,
        wait_s: float | None = None,
    ) -> tuple[dict[str, object], bytes]:
        raise AssertionError(f"{question} was asked")


def test_an_original_is_kept_as_it_is_for_its_user_alone(
    library: MediaLibrary, originals: Path, tmp_path: Path
) -> None:
    source = tmp_path / "cat.png"
    source.write_bytes(PICTURE)

    file = library.add(source, "C:\\cats\\cat\x07.png")
    source.unlink()

    assert file.name == "cat .png"
    assert library.original(file) == originals / file.digest
    assert library.original(file).read_bytes() == PICTURE
    if os.name != "nt":
        assert library.original(file).stat().st_mode & 0o777 == 0o600
        assert originals.stat().st_mode & 0o777 == 0o700


def test_the_same_file_twice_is_one_original_under_two_names(
    library: MediaLibrary, originals: Path, tmp_path: Path
) -> None:
    (tmp_path / "b").write_bytes(PICTURE)
    first, second = library.add(PICTURE, "a.png"), library.add(tmp_path / "b", "b.png")

    assert first == replace(second, name="a.png")
    assert second.name == "b.png"
    assert names(originals) == {first.digest}


def test_an_original_that_was_damaged_is_mended_when_it_is_attached_again(
    library: MediaLibrary,
) -> None:
    file = library.add(PICTURE, "a.png")
    library.original(file).write_bytes(PICTURE[:-1] + b"X")

    library.add(PICTURE, "a.png")

    assert library.original(file).read_bytes() == PICTURE


def test_files_that_are_attached_at_once_all_arrive(library: MediaLibrary, originals: Path) -> None:
    pictures = [encoded(quarters(40 + at % 4, 30), "PNG") for at in range(12)]
    found: list[MediaFile] = []

    def add(data: bytes) -> None:
        file = library.add(data, "a.png")
        library.raw(file)
        found.append(file)

    threads = [threading.Thread(target=add, args=(data,)) for data in pictures]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 12
    assert names(originals) == {file.digest for file in found}
    assert len(names(originals)) == 4


# -- what is refused --


@pytest.mark.parametrize("data", [b"", "file"])
def test_an_empty_file_is_refused(
    library: MediaLibrary, originals: Path, tmp_path: Path, data: bytes | str
) -> None:
    source = tmp_path / "empty.png"
    source.write_bytes(b"")

    with pytest.raises(MediaUnusable, match=r"“empty.png” is empty"):
        library.add(source if data == "file" else b"", "empty.png")
    assert names(originals) == set()


def test_a_folder_and_a_file_that_is_gone_are_refused(
    library: MediaLibrary, tmp_path: Path
) -> None:
    with pytest.raises(MediaUnusable, match=r"“photos” is a folder"):
        library.add(tmp_path, "photos")
    with pytest.raises(MediaUnusable, match="There is no file"):
        library.add(tmp_path / "gone.png", "gone.png")
    with pytest.raises(MediaUnusable, match="There is no file"):
        library.add(tmp_path / "a\0b.png", "a.png")
    (tmp_path / "file").write_bytes(PICTURE)
    with pytest.raises(MediaUnusable, match="There is no file"):
        library.add(tmp_path / "file" / "inner.png", "inner.png")


@pytest.mark.unix("a pipe with a name")
def test_a_pipe_that_nobody_writes_is_refused_at_once(
    library: MediaLibrary, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)

    with pytest.raises(MediaUnusable, match="is not a regular file"):
        library.add(pipe, "pipe.png")


def test_a_file_of_too_many_bytes_is_refused_and_a_video_as_what_it_is(
    originals: Path, cache: Path, tmp_path: Path
) -> None:
    source = tmp_path / "large"
    with MediaLibrary(originals, cache, max_file_bytes=2_000_000) as library:
        for data in (PICTURE + bytes(2_000_000), PICTURE + bytes(5_000_000)):
            source.write_bytes(data)
            for given in (source, data):
                with pytest.raises(MediaUnusable, match="larger than 2 MB"):
                    library.add(given, "large.png")
        with pytest.raises(MediaUnusable, match="is a video"):
            library.add(b"\0\0\0\x18ftypisom" + bytes(5_000_000), "film.mp4")
        assert names(originals) == set()


# -- what is made of originals --


def test_nothing_is_decoded_twice_while_it_is_there(
    library: MediaLibrary, originals: Path, cache: Path
) -> None:
    files = library.add(PICTURE, "a.png"), library.add(SOUND, "a.wav")
    refs = [library.raw(file, max_side=20, sample_rate=8000) for file in files]
    small = library.thumbnail(files[0], 16)

    again = MediaLibrary(originals, cache, Blind())

    assert [again.raw(file, max_side=20, sample_rate=8000) for file in files] == refs
    assert again.thumbnail(files[0], 16) == small


def test_another_size_or_rate_is_another_medium(library: MediaLibrary) -> None:
    picture, noise = library.add(PICTURE, "a.png"), library.add(SOUND, "a.wav")

    sizes = [library.raw(picture, max_side=side).width for side in (48, 24, 12)]
    lengths = [library.raw(noise, sample_rate=rate).n_samples for rate in (8000, 16_000)]

    assert sizes == [48, 24, 12]
    assert lengths == [1600, 3200]


def test_what_was_deleted_or_damaged_in_the_cache_is_made_again(
    library: MediaLibrary, cache: Path
) -> None:
    file = library.add(PICTURE, "a.png")
    ref, small = library.raw(file), library.thumbnail(file, 16)

    for harmed in (None, b"half"):
        for path in list(cache.iterdir()):
            path.unlink()
            if harmed is not None:
                path.write_bytes(harmed)
            assert library.raw(file) == ref
            assert library.thumbnail(file, 16) == small

    assert RawMedia(cache).get(ref) is not None


def test_the_cache_is_kept_small_and_what_is_used_stays(originals: Path, cache: Path) -> None:
    pictures = [encoded(quarters(100, 100 + at), "PNG") for at in range(6)]
    with MediaLibrary(originals, cache, max_cache_bytes=100_000) as library:
        files = [library.add(data, "a.png") for data in pictures]
        refs = [library.raw(file) for file in files]
        assert len(list(cache.glob("*.rgb"))) == 6  # all of it fresh

        age(cache, FRESH_S + 100)
        assert library.raw(files[0]) == refs[0]  # used, and fresh again
        newest = library.raw(files[1], max_side=50)

    left = {path.stem for path in cache.glob("*.rgb")}
    assert {refs[0].content, newest.content} <= left
    assert sum(path.stat().st_size for path in cache.iterdir()) <= 100_000
    assert len(left) < 6


def test_other_files_in_the_folders_are_left_alone(originals: Path, cache: Path) -> None:
    with MediaLibrary(originals, cache, max_cache_bytes=0) as library:
        file = library.add(PICTURE, "a.png")
        library.raw(file)
        for folder in (originals, cache):
            (folder / "notes.txt").write_text("mine")
            (folder / f"{'0' * 64}.txt").write_text("mine")
            age(folder, 100 * HOUR)
        library.forget(())
        library.raw(library.add(SOUND, "a.wav"))

    for folder in (originals, cache):
        assert {"notes.txt", f"{'0' * 64}.txt"} <= names(folder)


# -- what nobody uses --


def test_what_no_message_uses_is_deleted_after_an_hour_with_all_that_was_made_of_it(
    library: MediaLibrary, originals: Path, cache: Path
) -> None:
    used, unused = library.add(PICTURE, "a.png"), library.add(SOUND, "a.wav")
    other = library.add(encoded(quarters(90, 60), "PNG"), "b.png")
    library.raw(unused)
    for file in (used, other):
        library.raw(file)
        library.thumbnail(file, 16)
    kept = {name for name in names(cache) if not name.startswith(other.digest)}

    assert library.forget({used.digest}) == 0  # all of it is young
    for folder in (originals, cache):
        age(folder, HOUR + 100)

    assert library.forget({used.digest}) == 2
    assert names(originals) == {used.digest}
    assert len(names(cache)) == 3
    assert names(cache) < kept
    with pytest.raises(MediaMissing, match=r"copy of “a.wav” no longer exists"):
        library.original(unused)
    with pytest.raises(MediaMissing):
        library.raw(unused)
    assert library.add(SOUND, "a.wav") == unused


def test_what_is_attached_again_is_young_again(library: MediaLibrary, originals: Path) -> None:
    file = library.add(PICTURE, "a.png")
    age(originals, 5 * HOUR)

    library.add(PICTURE, "b.png")

    assert library.forget(()) == 0
    assert names(originals) == {file.digest}


def test_what_the_engine_is_about_to_read_stays_when_another_original_of_it_goes(
    library: MediaLibrary, originals: Path, cache: Path
) -> None:
    first = library.add(PICTURE, "a.png")
    library.raw(first)
    for folder in (originals, cache):
        age(folder, 2 * HOUR)
    second = library.add(encoded(quarters(), "TIFF"), "same.tiff")
    ref = library.raw(second)

    assert library.forget({second.digest}) == 1

    assert RawMedia(cache).has(ref)


def test_what_a_killed_program_left_half_copied_is_deleted(
    library: MediaLibrary, originals: Path
) -> None:
    library.add(PICTURE, "a.png")
    for name in ("incoming-abc_123.part", "incoming-young123.part"):
        (originals / name).write_bytes(b"half")
    then = time.time() - 2 * HOUR
    os.utime(originals / "incoming-abc_123.part", (then, then))

    assert library.forget(()) == 0

    assert {name for name in names(originals) if "incoming" in name} == {"incoming-young123.part"}


def test_a_time_of_a_clock_that_was_wrong_keeps_nothing_for_ever(
    library: MediaLibrary, originals: Path
) -> None:
    library.add(PICTURE, "a.png")
    age(originals, -365 * 24 * HOUR)

    assert library.forget(()) == 1


def test_an_installation_without_media_has_nothing_to_forget(
    library: MediaLibrary, originals: Path
) -> None:
    assert library.forget({"0" * 64}) == 0
    assert not originals.exists()


@pytest.mark.parametrize("digest", ["", "../../chats.db", "0" * 63, "0" * 63 + "G", "0" * 65])
def test_a_digest_that_is_none_leads_nowhere(library: MediaLibrary, digest: str) -> None:
    file = MediaFile(MediaKind.IMAGE, "a.png", digest, 1, 1, 1)

    for use in (library.original, library.raw, lambda file: library.thumbnail(file, 9)):
        with pytest.raises(MediaMissing):
            use(file)


def test_an_original_that_became_something_else_is_refused(library: MediaLibrary) -> None:
    file = library.add(PICTURE, "a.png")

    library.original(file).write_bytes(SOUND)
    with pytest.raises(MediaUnusable, match="damaged"):
        library.raw(file)
    library.original(file).write_bytes(b"")
    with pytest.raises(MediaUnusable):
        library.raw(file)


def test_pixels_that_were_put_there_by_others_are_theirs_to_delete(
    library: MediaLibrary, originals: Path, cache: Path
) -> None:
    from app.core.content.media import RawImage

    ref = RawMedia(cache).put(RawImage(1, 1, b"abc"))
    library.add(PICTURE, "a.png")
    for folder in (originals, cache):
        age(folder, 2 * HOUR)

    assert library.forget(()) == 1
    assert RawMedia(cache).has(ref)
    assert isinstance(ref, MediaRef)
