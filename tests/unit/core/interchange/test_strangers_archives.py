"""Archives of strangers that look like chats with pictures: nothing leads out, nothing grows."""

from __future__ import annotations

import struct
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.chats.store import ChatStore
from app.core.interchange.chat_archive import is_chat_archive
from app.core.interchange.errors import NotImported
from app.core.interchange.importing import preview_import, run_import
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.interchange.test_chat_archive import (
    NAMESPACE,
    SEGMENT,
    made_in,
    usual,
    write,
)

if TYPE_CHECKING:
    from app.core.interchange.chats_there import StoreCall
    from app.core.interchange.importing import ImportSummary


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    with ChatStore.open(folder / "chats.db") as store:
        return made_in(folder, store)


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


def _named(name: str) -> zipfile.ZipInfo:
    """Return an entry whose name is as it is given; zipfile turns slashes on Windows."""
    info = zipfile.ZipInfo("name")
    info.filename = name
    return info


HOSTILE: list[Any] = [
    pytest.param([("../escaped.json", b"{}")], {}, id="above the folder"),
    pytest.param([(f"memory/{NAMESPACE}/../../../x.kvs", b"x")], {}, id="above it, hidden"),
    pytest.param([("/tmp/escaped", b"x")], {}, id="absolute"),
    pytest.param([(_named("C:\\escaped"), b"x")], {}, id="absolute on Windows"),
    pytest.param([(_named(f"memory\\{NAMESPACE}\\{'cd' * 16}.kvs"), b"x")], {}, id="other slashes"),
    pytest.param([(SEGMENT.upper(), b"x")], {}, id="upper case"),
    pytest.param([("memory/" + NAMESPACE + "/layout.kvl/x", b"x")], {}, id="a file as a folder"),
    pytest.param([("memory/", b"")], {}, id="a folder"),
    pytest.param([("index.db", b"x")], {}, id="a file of the store"),
    pytest.param([(_link(SEGMENT), b"/etc/passwd")], {}, id="a link"),
    pytest.param([(SEGMENT, b"x"), (SEGMENT, b"y")], {}, id="two of one name"),
    pytest.param([("chats.json", b"{}")], {}, id="two lists of chats"),
    pytest.param([(SEGMENT, b"\0" * 9_000_000)], {"compression": zipfile.ZIP_DEFLATED}, id="bomb"),
]


@pytest.mark.parametrize(("more", "named"), HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_what_does_not_belong_in_it_is_refused(
    tmp_path: Path, more: list[tuple[Any, bytes]], named: dict[str, Any], call: StoreCall
) -> None:
    path = write(tmp_path / "bad.hearth", usual(*more), **named)
    before = {one.name for one in tmp_path.iterdir()}
    with pytest.raises(NotImported):
        preview_import(path, call)
    done = run_import(path, call)
    assert done.n_chats == 0
    assert done.n_unread == 1
    assert {one.name for one in tmp_path.iterdir()} == before
    assert not Path("/tmp/escaped").exists()


def test_entries_that_share_their_bytes_unpack_to_no_more_than_the_file(
    tmp_path: Path, call: StoreCall
) -> None:
    """A bomb without compression: many names in the directory for the same bytes."""
    path = write(tmp_path / "bomb.hearth", usual((SEGMENT, b"\0" * 500_000)))
    data = path.read_bytes()
    end = data.rindex(b"PK\x05\x06")
    n_entries, size, at = struct.unpack_from("<HII", data, end + 10)
    directory = data[at : at + size]
    entry = directory[directory.rindex(b"PK\x01\x02") :]
    more = [entry.replace(b"cd" * 16, f"{number:032x}".encode()) for number in range(1, 101)]
    whole = b"".join([directory, *more])
    tail = bytearray(data[end:])
    n_all = n_entries + len(more)
    struct.pack_into("<HHII", tail, 8, n_all, n_all, len(whole), at)
    path.write_bytes(data[:at] + whole + bytes(tail))
    assert is_chat_archive(path)
    with pytest.raises(NotImported):
        preview_import(path, call)


def test_a_password_is_said(tmp_path: Path, call: StoreCall) -> None:
    path = write(tmp_path / "secret.hearth", usual())
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(NotImported, match="password"):
        preview_import(path, call)


def outcome_of(path: Path, folder: Path) -> tuple[ImportSummary | None, list[str]]:
    """Import a file into an empty store, as users do: after a preview.

    Returns what was said, and which words came.
    """
    folder.mkdir()
    with ChatStore.open(folder / "chats.db") as store:
        call = call_of(store)
        try:
            preview_import(path, call)
            done = run_import(path, call)
        except NotImported:
            return None, []
        return done, [said.text for chat in store.list_chats() for said in store.path(chat.id)]


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_flipped_bit_anywhere_in_the_file_gives_the_chat_or_a_clear_error(
    made: Path, data: st.DataObject
) -> None:
    content = bytearray(made.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flipped.hearth"
        path.write_bytes(content)
        done, words = outcome_of(path, Path(folder) / "in")
    assert words in ([], ["Which soup do you like?", "Leek."])
    assert done is None or words


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_file_that_ends_anywhere_gives_nothing_and_says_so(
    made: Path, data: st.DataObject
) -> None:
    content = made.read_bytes()
    cut = data.draw(st.integers(0, len(content) - 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cut.hearth"
        path.write_bytes(content[:cut])
        done, words = outcome_of(path, Path(folder) / "in")
    assert not words
    assert done is None or done.n_unread or not cut
