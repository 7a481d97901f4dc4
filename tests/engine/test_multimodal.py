"""Projectors that see and hear for tiny models, and what they are never given.

Longer than other files: each way in which a file or a medium could end the process has its test.
"""

from __future__ import annotations

import itertools
import struct
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from app.core.content.media import MediaKind, MediaRef, RawImage, RawSound
from app.core.errors import BugError
from app.core.llama import Model, ModelParams
from app.core.llama.errors import (
    MediaNotRead,
    MediaNotUnderstood,
    MediaTooLarge,
    ProjectorNotForModel,
    ProjectorUnusable,
)
from app.core.llama.media_batch import (
    EncodedPart,
    MarkerTokens,
    MediaCells,
    check_room,
    decode_media,
    positions_of,
)
from app.core.llama.multimodal import Projector, ProjectorParams, encode_something
from app.core.llama.projector_file import read_projector
from tests.helpers.child_run import REPOSITORY
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import Pair, pair_of, pairs
from tests.helpers.media_run import MediaRun, some_picture, some_sound
from tests.helpers.tiny_projectors import N_SOUND_TOKENS, SAMPLE_RATE, write_projector

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PARAMS = ProjectorParams(n_threads=1)
ONE_OF_EACH = [pair_of(name) for name in ("siglip", "mrope", "slices", "sound", "both")]


@pytest.fixture(params=ONE_OF_EACH, ids=str)
def pair(request: pytest.FixtureRequest) -> Pair:
    found: Pair = request.param
    return found


@pytest.fixture
def run(pair: Pair, tmp_path: Path) -> Iterator[MediaRun]:
    with MediaRun(*pair.write(tmp_path), **pair.load) as loaded:
        yield loaded


@pytest.fixture
def text_model(tmp_path: Path) -> Iterator[Model]:
    path = pair_of("slices").write_text(tmp_path / "text.gguf")
    model = Model(str(path), ModelParams(), lambda _fraction: True)
    yield model
    model.close()


def test_a_projector_tells_what_it_takes(pair: Pair, run: MediaRun) -> None:
    assert run.projector.sees is bool(pair.vision)
    assert run.projector.hears is bool(pair.audio)
    assert run.projector.sample_rate == (SAMPLE_RATE if pair.audio else 0)


def test_a_medium_becomes_cells_that_the_model_answers_to(run: MediaRun) -> None:
    for medium in run.media():
        said = run.said_after(medium)
        other = some_picture(1) if isinstance(medium, RawImage) else some_sound(1500.0)
        assert np.isfinite(said).all()
        np.testing.assert_array_equal(run.said_after(medium), said)
        assert np.abs(run.said_after(other) - said).max() > 1e-2


def test_a_medium_is_cut_into_the_same_parts_wherever_and_however_often(run: MediaRun) -> None:
    for medium in run.media():
        first, second = run.projector.cut(medium), run.projector.cut(medium)
        assert first.parts == second.parts
        assert [cells.number for cells in first.cells()] == list(range(len(first.cells())))
        for part in first.parts:
            if isinstance(part, MarkerTokens):
                assert all(0 <= token < run.model.n_vocab for token in part.token_ids)
        assert first.n_cells == sum(part.n_cells for part in first.parts)
        first.close()
        second.close()


def test_the_size_of_a_picture_tells_its_parts_without_its_pixels(tmp_path: Path) -> None:
    for name in ("siglip", "mrope", "slices"):
        with MediaRun(*pair_of(name).write(tmp_path)) as run:
            cut = run.projector.cut(some_picture())
            assert run.projector.measure(MediaRef.of(some_picture())) == cut.parts
            cut.close()


def test_the_length_of_a_sound_tells_its_parts_without_its_samples(tmp_path: Path) -> None:
    with MediaRun(*pair_of("sound").write(tmp_path)) as run:
        for seconds in (0.5, 30.0, 31.0, 61.0):
            sound = some_sound(seconds=seconds)
            cut = run.projector.cut(sound)
            assert run.projector.measure(MediaRef.of(sound)) == cut.parts
            cut.close()


def cells_measured(run: MediaRun) -> list[MediaCells]:
    parts = run.projector.measure(MediaRef.of(some_picture()))
    return [part for part in parts if isinstance(part, MediaCells)]


def test_the_parts_are_those_of_their_projectors(tmp_path: Path) -> None:
    with MediaRun(*pair_of("mrope").write(tmp_path)) as run:
        (picture,) = cells_measured(run)
        assert picture == MediaCells(MediaKind.IMAGE, 0, 78, 13, columns=13, rows=6)
    with MediaRun(*pair_of("siglip").write(tmp_path)) as run:
        (picture,) = cells_measured(run)
        assert picture == MediaCells(MediaKind.IMAGE, 0, 16, 16, is_causal=False)
    with MediaRun(*pair_of("sound").write(tmp_path)) as run:
        cut = run.projector.cut(some_sound(seconds=31))
        assert [cells.n_cells for cells in cut.cells()] == [N_SOUND_TOKENS] * 2
        cut.close()


@pytest.mark.parametrize("name", ["mrope", "slices", "sound"])
def test_a_medium_in_several_batches_says_what_it_says_in_one(name: str, tmp_path: Path) -> None:
    files = pair_of(name).write(tmp_path)
    with MediaRun(*files) as run:
        (medium,) = run.media()
        expected = run.said_after(medium)
    with MediaRun(*files, n_batch=16, n_ubatch=16) as run:
        found = run.said_after(medium)
    assert np.abs(found - expected).max() < 1e-2 * expected.std()  # noise of the kernels


def test_cells_that_see_each_other_see_each_other(tmp_path: Path) -> None:
    with MediaRun(*pair_of("siglip").write(tmp_path)) as run:
        expected = run.said_after(some_picture())
        cut = run.projector.cut(some_picture())
        (cells,) = cut.cells()
        rows = run.projector.encode(cut, cells)
        cut.close()
        assert rows is not None
        blind = MediaCells(cells.kind, 0, cells.n_cells, cells.n_pos, is_causal=True)
        run.context.clear()
        before = run.model.tokenize("Look at this: ")
        start, end = (part for part in cut.parts if isinstance(part, MarkerTokens))
        run.decode_text([*before, *start.token_ids], 0)
        pos = len(before) + 1
        run.decode_cells(blind, rows, pos)
        after = [*end.token_ids, *run.model.tokenize(" What is it?")]
        found = run.decode_text(after, pos + blind.n_pos)
    assert np.abs(found - expected).max() > 1e-3


def test_cells_that_see_each_other_and_are_too_many_for_one_step_are_refused(
    tmp_path: Path,
) -> None:
    cells = MediaCells(MediaKind.IMAGE, 0, 16, 16, is_causal=False)
    for n_batch in (64, 8):
        with MediaRun(*pair_of("siglip").write(tmp_path), n_batch=n_batch, n_ubatch=8) as run:
            with pytest.raises(MediaTooLarge, match="16 tokens at once") as refusal:
                check_room(run.context, cells)
            assert "8 at once" in refusal.value.problem().text()
            with pytest.raises(MediaTooLarge):
                run.said_after(some_picture())


def test_rows_of_another_size_never_reach_the_context(tmp_path: Path) -> None:
    cells = MediaCells(MediaKind.IMAGE, 0, 4, 4)
    with MediaRun(*pair_of("slices").write(tmp_path)) as run:
        width = run.context.n_embd_inp
        for rows in (np.zeros((4, width - 1), np.float32), np.zeros((5, width), np.float32)):
            with pytest.raises(BugError, match="not of 4 cells"):
                decode_media(run.context, 0, EncodedPart(cells, rows), 0)
        wide = EncodedPart(cells, np.zeros((4, width)))  # type: ignore[arg-type]
        with pytest.raises(BugError, match="not of 4 cells"):
            decode_media(run.context, 0, wide, 0)
        part = EncodedPart(cells, np.zeros((4, width), np.float32))
        with pytest.raises(BugError, match="no beginning"):
            decode_media(run.context, 0, part, 0, 4)
        with pytest.raises(BugError, match="without M-RoPE"):
            positions_of(MediaCells(MediaKind.IMAGE, 0, 4, 2, columns=2, rows=2), 0, n_axes=1)


def test_an_encoder_is_stopped_and_goes_on_with_the_next_medium(run: MediaRun) -> None:
    for medium in run.media():
        cut = run.projector.cut(medium)
        cells = cut.cells()[0]
        expected = run.projector.encode(cut, cells)
        stop = threading.Event()
        watched = run.projector.encode(cut, cells, stop)
        assert expected is not None
        assert watched is not None
        np.testing.assert_array_equal(watched, expected)
        stop.set()
        assert run.projector.encode(cut, cells, stop) is None
        again = run.projector.encode(cut, cells)
        assert again is not None
        np.testing.assert_array_equal(again, expected)
        cut.close()


class _StopsAtALook(threading.Event):
    """An event that sets itself when it is looked at the second time."""

    def __init__(self) -> None:
        super().__init__()
        self.n_looks = 0

    def is_set(self) -> bool:
        self.n_looks += 1
        return self.n_looks > 1


def test_an_encoder_looks_for_a_stop_on_its_way_and_not_only_at_its_end(run: MediaRun) -> None:
    for medium in run.media():
        cut = run.projector.cut(medium)
        patient, hasty = threading.Event(), _StopsAtALook()
        run.projector.encode(cut, cut.cells()[0], patient)
        n_nodes = run.projector._n_asked
        assert run.projector.encode(cut, cut.cells()[0], hasty) is None
        assert run.projector._n_asked < n_nodes
        cut.close()


@pytest.mark.parametrize("name", ["siglip", "mrope", "slices"])
def test_pictures_of_odd_sizes_are_encoded(tmp_path: Path, name: str) -> None:
    with MediaRun(*pair_of(name).write(tmp_path)) as run:
        for width, height in ((1, 1), (1, 90), (90, 1), (64, 64), (300, 200)):
            cut = run.projector.cut(some_picture(3, width, height))
            for cells in cut.cells():
                assert run.projector.encode(cut, cells) is not None
            cut.close()


def test_a_picture_too_narrow_to_be_made_smaller_is_refused_in_words(tmp_path: Path) -> None:
    with MediaRun(*pair_of("slices").write(tmp_path)) as run:
        for width, height in ((1, 300), (8192, 1)):
            with pytest.raises(MediaNotRead, match="could not read this picture"):
                run.projector.cut(some_picture(3, width, height))
        assert run.projector.measure(MediaRef.of(some_picture()))


def test_the_shortest_sound_is_encoded(tmp_path: Path) -> None:
    with MediaRun(*pair_of("sound").write(tmp_path)) as run:
        cut = run.projector.cut(RawSound(np.zeros(2, "<f4").tobytes()))
        for cells in cut.cells():
            assert run.projector.encode(cut, cells) is not None
        cut.close()


def test_a_medium_the_projector_does_not_take_is_refused_in_words(tmp_path: Path) -> None:
    with MediaRun(*pair_of("sound").write(tmp_path)) as run:
        with pytest.raises(MediaNotUnderstood, match="cannot see pictures"):
            run.projector.cut(some_picture())
        with pytest.raises(MediaNotUnderstood, match="cannot see pictures"):
            run.projector.measure(MediaRef.of(some_picture(3, 10, 10)))
    with (
        MediaRun(*pair_of("slices").write(tmp_path)) as run,
        pytest.raises(MediaNotUnderstood, match="cannot hear sounds"),
    ):
        run.projector.cut(some_sound())


def test_parts_of_a_medium_that_is_closed_are_refused(tmp_path: Path) -> None:
    with MediaRun(*pair_of("siglip").write(tmp_path)) as run:
        cut = run.projector.cut(some_picture())
        (cells,) = cut.cells()
        cut.close()
        cut.close()
        with pytest.raises(BugError, match="closed"):
            run.projector.encode(cut, cells)


def test_a_projector_of_another_width_is_refused_in_words(
    text_model: Model, tmp_path: Path
) -> None:
    path = write_projector(tmp_path / "wide.gguf", vision="idefics3", n_out=96)
    with pytest.raises(ProjectorNotForModel, match="made for another model"):
        Projector(text_model, str(path), PARAMS)


def test_a_projector_whose_markers_the_model_lacks_is_refused(tmp_path: Path) -> None:
    text = write_tiny_llama(tmp_path / "plain.gguf")
    with (
        MediaRun(text, pair_of("slices").write_projector(tmp_path)) as run,
        pytest.raises(ProjectorNotForModel, match="made for another model"),
    ):
        run.projector.cut(some_picture())


def test_what_a_projector_file_says_is_read_without_loading_it(tmp_path: Path) -> None:
    for pair in pairs():
        facts = read_projector(str(pair.write_projector(tmp_path)))
        assert (facts.sees, facts.hears) == (bool(pair.vision), bool(pair.audio))
        assert facts.n_bytes > 100_000


def test_a_file_that_is_no_projector_is_refused_in_words(text_model: Model, tmp_path: Path) -> None:
    picture = tmp_path / "picture.gguf"
    picture.write_bytes(b"\x89PNG" * 100)
    for path in (tmp_path / "nowhere.gguf", picture, tmp_path / "text.gguf"):
        with pytest.raises(ProjectorUnusable) as refusal:
            Projector(text_model, str(path), PARAMS)
        assert str(path) in str(refusal.value)


@pytest.mark.parametrize("n_missing", [1, 100, 5000])
def test_a_projector_whose_end_is_missing_is_refused(
    text_model: Model, tmp_path: Path, n_missing: int
) -> None:
    path = pair_of("slices").write_projector(tmp_path)
    path.write_bytes(path.read_bytes()[:-n_missing])
    with pytest.raises(ProjectorUnusable) as refusal:
        Projector(text_model, str(path), PARAMS)
    assert "its tensors end at" in refusal.value.detail


def _key_places(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the keys of a GGUF with where the numbers of their types lie."""
    (n_keys,) = struct.unpack_from("<Q", data, 16)
    sizes = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
    at = 24
    for _ in range(n_keys):
        (length,) = struct.unpack_from("<Q", data, at)
        key = data[at + 8 : at + 8 + length].decode()
        at += 8 + length
        yield key, at
        (kind,) = struct.unpack_from("<I", data, at)
        at += 4
        if kind == 8:
            at += 8 + struct.unpack_from("<Q", data, at)[0]
        elif kind == 9:
            part, count = struct.unpack_from("<IQ", data, at)
            at += 12 + sizes[part] * count
        else:
            at += sizes[kind]


def test_a_key_of_another_type_never_reaches_libmtmd(text_model: Model, tmp_path: Path) -> None:
    path = pair_of("both").write_projector(tmp_path)
    data = path.read_bytes()
    tried = 0
    for key, at in _key_places(data):
        (kind,) = struct.unpack_from("<I", data, at)
        if not key.startswith("clip.") or kind in (8, 9):
            continue
        # Of the same length, so that everything behind it keeps its place.
        other = {4: 5, 5: 4, 6: 4, 7: 0}[kind]
        path.write_bytes(data[:at] + struct.pack("<I", other) + data[at + 4 :])
        with pytest.raises(ProjectorUnusable) as refusal:
            Projector(text_model, str(path), PARAMS)
        assert key in refusal.value.detail
        tried += 1
    assert tried > 15


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("clip.vision.attention.head_count", 0),
        ("clip.audio.attention.head_count", 0),
        ("clip.vision.attention.head_count", 49),
        ("clip.vision.patch_size", 0),
        ("clip.vision.image_size", 0),
        ("clip.vision.projector.scale_factor", 0),
        ("clip.audio.num_mel_bins", 0),
        ("clip.audio.projector.stack_factor", 0),
        ("clip.vision.block_count", 100_000),
    ],
)
def test_numbers_that_end_the_process_are_refused(
    text_model: Model, tmp_path: Path, key: str, value: int
) -> None:
    path = pair_of("both").write_projector(tmp_path)
    data = bytearray(path.read_bytes())
    at = dict(_key_places(bytes(data)))[key]
    struct.pack_into("<I", data, at + 4, value)
    path.write_bytes(data)
    with pytest.raises(ProjectorUnusable):
        Projector(text_model, str(path), PARAMS)


def test_a_projector_unknown_to_this_llama_cpp_is_refused(
    text_model: Model, tmp_path: Path
) -> None:
    path = pair_of("slices").write_projector(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"idefics3", b"idefics9"))
    with pytest.raises(ProjectorUnusable) as refusal:
        Projector(text_model, str(path), PARAMS)
    assert "idefics9" in refusal.value.detail


def test_something_is_encoded_with_each_sound_projector(run: MediaRun) -> None:
    encode_something(run.projector)


def test_a_projector_that_lacks_a_tensor_ends_the_child_that_tries_it_and_nothing_else(
    tmp_path: Path,
) -> None:
    text, sound = pair_of("slices").write(tmp_path)
    lacking = tmp_path / "lacking.gguf"
    reader = gguf.GGUFReader(sound)
    left_out = next(t for t in reader.tensors if t.name == "v.blk.1.attn_out.weight")
    data = bytearray(sound.read_bytes())
    at = data.index(left_out.name.encode())
    data[at : at + 3] = b"w.b"  # another name of the same length
    lacking.write_bytes(data)
    code = (
        "import sys\n"
        "from app.core.llama import Model, ModelParams\n"
        "from app.core.llama.multimodal import Projector, ProjectorParams, encode_something\n"
        "model = Model(sys.argv[1], ModelParams(), lambda _done: True)\n"
        "encode_something(Projector(model, sys.argv[2], ProjectorParams(n_threads=1)))\n"
    )
    codes = [
        subprocess.run(
            [sys.executable, "-c", code, str(text), str(projector)],
            cwd=REPOSITORY,
            capture_output=True,
            timeout=120,
            check=False,
        ).returncode
        for projector in (sound, lacking)
    ]
    assert codes[0] == 0
    assert codes[1] != 0


def test_nothing_of_libmtmd_is_loaded_where_no_medium_is_used() -> None:
    code = (
        "import sys, app.core.llama, app.core.engine.engine, app.core.kvstore.store; "
        "sys.exit('llama_cpp.mtmd_cpp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, timeout=120, check=False)
    assert done.returncode == 0


def test_a_build_without_libmtmd_says_so_in_words() -> None:
    code = (
        "import sys\n"
        "sys.modules['llama_cpp.mtmd_cpp'] = None\n"
        "from app.core.llama.errors import MediaUnsupported\n"
        "try:\n"
        "    import app.core.llama.multimodal\n"
        "except MediaUnsupported as error:\n"
        "    print(error.problem().text())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    assert "cannot read pictures or sounds" in done.stdout


def test_positions_of_cells_are_those_of_the_batch() -> None:
    cells = MediaCells(MediaKind.IMAGE, 0, 6, 3, columns=3, rows=2)
    places = positions_of(cells, 10, n_axes=4)
    assert places.tolist() == [
        [10] * 6,
        [10, 10, 10, 11, 11, 11],
        [10, 11, 12, 10, 11, 12],
        [0] * 6,
    ]
    sound = MediaCells(MediaKind.SOUND, 0, 3, 3)
    assert positions_of(sound, 5, n_axes=1).tolist() == [[5, 6, 7]]
    assert positions_of(sound, 5, n_axes=4).tolist() == [*itertools.repeat([5, 6, 7], 3), [0] * 3]
