"""Files of a stranger: damaged anywhere, cut off, forged. Never a wrong restore, never a crash."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import xxhash
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.kvstore import KVLayout, KVStore, Owner, Witness
from app.core.kvstore.chain import SegmentKey, segment_hash
from app.core.kvstore.format.layout_file import encode_layout
from app.core.kvstore.format.segment_file import (
    _BODY,
    _BODY_AT,
    MAGIC,
    encode_header,
    read_header,
)
from app.core.plain_value import replace
from app.core.protocol import MEMORY_FILE, MemoryOutcome
from tests.unit.core.kvstore.moving.copies import (
    FIRST,
    HERE,
    SECOND,
    change_manifest,
    made_copies,
    take_in,
)
from tests.unit.core.kvstore.states import FLUSH_S, NAMESPACE, layout_of, segment_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.kvstore.format.segment_file import SegmentHeader

FILES = ["memory.json", "layout.kvl", *(f"{number}.kvs" for number in range(4))]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    return made_copies(folder / "there", folder / "copies")


@pytest.fixture
def copies(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copies"))


@pytest.fixture
def other(tmp_path: Path) -> Iterator[KVStore]:
    store = KVStore.open(tmp_path / "other")
    yield store
    store.close()


def all_files(folder: Path) -> list[Path]:
    """The list, the layout and the segments, in an order that does not change."""
    memory = folder / "memory"
    return [folder / MEMORY_FILE, *sorted(memory.rglob("*.kvl")), *sorted(memory.rglob("*.kvs"))]


def require_harmless(store: KVStore, source: Path) -> None:
    """Take it in; `restore` compares every byte of what comes back."""
    report = take_in(store, source)
    restored = [FIRST.restore(store).n_tokens, SECOND.restore(store).n_tokens]
    assert [one.n_tokens for one in report.chats] == restored
    assert store.flush(FLUSH_S)
    assert not list(store.overview().chats) or store.verify().n_damaged == 0


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_flipped_bit_anywhere_is_never_restored(made: Path, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copies = Path(shutil.copytree(made, Path(folder) / "copies"))
        path = data.draw(st.sampled_from(all_files(copies)))
        content = bytearray(path.read_bytes())
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(content)
        store = KVStore.open(Path(folder) / "other")
        try:
            require_harmless(store, copies)
        finally:
            store.close()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_file_that_is_cut_off_or_grown_is_never_restored(made: Path, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copies = Path(shutil.copytree(made, Path(folder) / "copies"))
        path = data.draw(st.sampled_from(all_files(copies)))
        content = path.read_bytes()
        cut = data.draw(st.integers(0, len(content) - 1))
        path.write_bytes(
            data.draw(st.sampled_from([content[:cut], content + content[:cut] + b"x"]))
        )
        store = KVStore.open(Path(folder) / "other")
        try:
            require_harmless(store, copies)
        finally:
            store.close()


@pytest.mark.parametrize("number", range(len(FILES)), ids=FILES)
def test_a_file_that_is_missing_costs_what_hangs_on_it(
    copies: Path, other: KVStore, number: int
) -> None:
    all_files(copies)[number].unlink()
    require_harmless(other, copies)


def test_files_that_changed_their_places_are_not_used(copies: Path, other: KVStore) -> None:
    first, second = all_files(copies)[2:4]
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    require_harmless(other, copies)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"format": "hearth-memory", "version": true}',
     b'{"format": "hearth-memory", "version": 1, "models": 1, "segments": 2}'],
)  # fmt: skip
def test_a_list_that_makes_no_sense_takes_nothing_in(
    copies: Path, other: KVStore, content: bytes
) -> None:
    (copies / MEMORY_FILE).write_bytes(content)
    report = take_in(other, copies)
    assert {one.outcome for one in report.chats} == {MemoryOutcome.DAMAGED}
    assert other.usage().n_segments == 0


def test_a_segment_is_not_taken_for_a_chat_that_only_damage_names(
    copies: Path, other: KVStore
) -> None:
    path = copies / MEMORY_FILE
    content = path.read_bytes()
    assert content.count(b'"chats": [0]') == 2
    path.write_bytes(content.replace(b'"chats": [0]', b'"chats": [1]', 1))
    require_harmless(other, copies)


def test_a_list_of_a_version_without_checksums_of_chats_is_taken(
    copies: Path, other: KVStore
) -> None:
    change_manifest(copies, lambda _facts: None)
    report = take_in(other, copies)
    assert {one.outcome for one in report.chats} == {MemoryOutcome.NO_MODEL}
    assert report.n_damaged == 0


def test_a_list_of_a_newer_version_is_told_apart(copies: Path, other: KVStore) -> None:
    change_manifest(copies, lambda facts: facts.update(version=2))
    report = take_in(other, copies)
    assert {one.outcome for one in report.chats} == {MemoryOutcome.NEWER}


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    field=st.sampled_from(
        ["namespace", "name", "parent", "begin", "tokens", "bytes", "checksum", "chats",
         "chats_checksum", "snapshot_bytes", "snapshot_checksum"]
    ),
    number=st.integers(0, 3),
    value=st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)
    | st.lists(st.integers() | st.text(max_size=3), max_size=3)
    | st.sampled_from(["../../../etc/passwd", "0" * 32, "ff" * 16, "/abs", 1 << 70, -1]),
)  # fmt: skip
def test_a_list_that_says_anything_is_harmless(
    made: Path, field: str, number: int, value: Any
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copies = Path(shutil.copytree(made, Path(folder) / "copies"))
        change_manifest(copies, lambda facts: facts["segments"][number].update({field: value}))
        store = KVStore.open(Path(folder) / "other")
        try:
            take_in(store, copies)
            FIRST.restore(store)
            SECOND.restore(store)
        finally:
            store.close()
        assert {one.name for one in Path(folder).iterdir()} == {"copies", "other"}


# -- forged: every checksum is right --


def forge(copies: Path, **changes: Any) -> None:
    """Write the first segment anew with other facts, and list it as it is now."""
    path = next(p for p in all_files(copies)[2:] if read(p).segment.begin == 0)
    header = read(path)
    planes = [
        np.frombuffer(path.read_bytes(), np.uint8)[one.offset : one.offset + one.n_bytes]
        for one in header.stored_planes
    ]
    segment, witness = header.segment, changes.pop("witness", header.witness)
    planes = changes.pop("planes", planes)
    n_windowed = changes.pop("n_windowed", 0)
    signature = changes.pop("signature", header.signature)
    saved_at = changes.pop("saved_at", 0.0)
    if changes:
        ids = changes.pop("token_ids", segment.token_ids)
        begin = changes.pop("begin", segment.begin)
        parent = changes.pop("parent", segment.parent)
        owner = changes.pop("owner", segment.owner)
        key = SegmentKey(NAMESPACE, segment_hash(NAMESPACE, parent if begin else None, ids))
        segment = replace(segment, key=key, token_ids=ids, begin=begin, parent=parent, owner=owner)
    assert not changes
    head = encode_header(segment, signature, planes, witness, saved_at, n_windowed=n_windowed)
    data = head + b"".join(plane.tobytes() for plane in planes)
    relist(copies, path, data, segment.key.name.hex(), segment.begin, segment.n_tokens)


def relist(
    copies: Path, path: Path, data: bytes, name: str, begin: int = 0, n_tokens: int = 16
) -> None:
    """Put a file in the place of another, as if it had always been there."""
    old = path.stem
    path.unlink()
    path.with_name(f"{name}.kvs").write_bytes(data)

    def change(facts: dict[str, Any]) -> None:
        for row in facts["segments"]:
            if row["name"] == old:
                row.update(
                    name=name, begin=begin, tokens=n_tokens, bytes=len(data),
                    checksum=xxhash.xxh3_128_digest(data).hex(),
                    parent=None if begin == 0 else "00" * 16,
                )  # fmt: skip
            elif row["parent"] == old:
                row["parent"] = name

    change_manifest(copies, change)


def read(path: Path) -> SegmentHeader:
    with path.open("rb") as file:
        return read_header(file, MAGIC)


BAD = [
    pytest.param({"witness": None}, id="nothing proves it"),
    pytest.param({"witness": Witness((1,), (float("nan"),))}, id="a witness that is no number"),
    pytest.param({"witness": Witness((-(2**31),), (1.0,))}, id="a witness of no token"),
    pytest.param({"witness": Witness(tuple(range(5000)), (1.0,) * 5000)}, id="a large witness"),
    pytest.param({"signature": bytes(16)}, id="rows of another layout"),
    pytest.param({"n_windowed": 3}, id="windowed rows that no plane has"),
    pytest.param({"planes": []}, id="no rows"),
    pytest.param({"planes": [np.zeros(7, np.uint8)] * 4}, id="rows of another size"),
    pytest.param({"token_ids": np.array([-1] * 16, np.int32)}, id="tokens below zero"),
    pytest.param({"begin": 16, "parent": bytes(16)}, id="after nothing"),
]


@pytest.mark.parametrize("changes", BAD)
def test_a_forged_segment_is_not_taken_in(
    copies: Path, other: KVStore, changes: dict[str, Any]
) -> None:
    forge(copies, **changes)
    report = take_in(other, copies)
    assert other.usage().n_segments == 0  # all others hang on it
    assert {one.n_tokens for one in report.chats} == {0}


def test_a_forged_owner_and_time_are_not_believed(tmp_path: Path, copies: Path) -> None:
    forge(copies, owner=Owner("1"), saved_at=float("nan"))
    store = KVStore.open(tmp_path / "other")
    assert take_in(store, copies).chats[0].n_tokens == 40
    store.close()
    for path in (tmp_path / "other").glob("index.db*"):
        path.unlink()
    again = KVStore.open(tmp_path / "other")  # builds the index from the headers
    assert {use.owner for use in again.overview().chats} == set(HERE.values())
    assert FIRST.restore(again).n_tokens == 40
    again.close()


def test_a_segment_longer_than_any_is_not_taken_in(copies: Path, other: KVStore) -> None:
    path = next(p for p in all_files(copies)[2:] if read(p).segment.begin == 0)
    data = bytearray(path.read_bytes())
    body = list(_BODY.unpack_from(data, _BODY_AT))
    body[5] = 1 << 20  # tokens
    _BODY.pack_into(data, _BODY_AT, *body)
    n_header = int.from_bytes(data[12:16], "little")
    data[24:40] = xxhash.xxh3_128_digest(bytes(data[:24]) + bytes(data[40:n_header]))
    relist(copies, path, bytes(data), path.stem)
    assert take_in(other, copies).chats[0].n_tokens == 0


def test_an_owner_that_is_no_text_is_damage(copies: Path, other: KVStore) -> None:
    forge(copies, owner=Owner("abc"))
    path = next(p for p in all_files(copies)[2:] if read(p).segment.owner == "abc")
    data = bytearray(path.read_bytes())
    n_header = int.from_bytes(data[12:16], "little")
    data[n_header - 3 : n_header] = b"\xff\xfe\xfd"
    data[24:40] = xxhash.xxh3_128_digest(bytes(data[:24]) + bytes(data[40:n_header]))
    relist(copies, path, bytes(data), path.stem)
    assert take_in(other, copies).chats[0].n_tokens == 0


def test_states_that_only_native_code_understands_are_not_taken_in(
    copies: Path, other: KVStore
) -> None:
    layout = next((copies / "memory").rglob("*.kvl"))
    layout.write_bytes(encode_layout(NAMESPACE, KVLayout.opaque()))
    report = take_in(other, copies)
    assert other.usage().n_segments == 0
    assert {one.outcome for one in report.chats} == {MemoryOutcome.DAMAGED}


def test_a_layout_larger_than_of_any_model_is_not_taken_in(copies: Path, other: KVStore) -> None:
    section = layout_of().sections[0]
    huge = replace(section.k[0], row_bytes=1 << 27)
    layout = KVLayout((replace(section, k=(huge, huge)),))
    next((copies / "memory").rglob("*.kvl")).write_bytes(encode_layout(NAMESPACE, layout))
    take_in(other, copies)
    assert other.usage().n_segments == 0


def test_another_layout_than_the_proved_one_of_a_namespace_is_refused(
    tmp_path: Path, copies: Path, other: KVStore
) -> None:
    root = tmp_path / "other"
    SECOND.save(other)
    before = {path: path.read_bytes() for path in segment_files(root)}
    layout = next((copies / "memory").rglob("*.kvl"))
    section = layout_of().sections[0]
    wide = replace(section.k[0], row_bytes=8)
    layout.write_bytes(encode_layout(NAMESPACE, KVLayout((replace(section, k=(wide, wide)),))))
    take_in(other, copies)
    assert {path: path.read_bytes() for path in segment_files(root)} == before
    assert SECOND.restore(other).n_tokens == 26
