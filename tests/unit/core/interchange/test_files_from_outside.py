"""Files that are broken, huge, hostile or something else altogether.

Longer than other files: one test for each harm that a file can do.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.chats.errors import DiskFull
from app.core.interchange import documents, json_stream
from app.core.interchange.errors import BrokenFile, Cancelled, NotImported
from app.core.interchange.importing import preview_import, run_import
from app.core.interchange.json_stream import JsonStream
from app.core.interchange.reading import looks_like_chats

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from app.core.interchange.chats_there import StoreCall


def claude(name: str, *texts: str) -> dict[str, Any]:
    """Return a chat that is easily told apart."""
    return {
        "uuid": f"id-{name}",
        "name": name,
        "created_at": "2025-03-01T08:00:00Z",
        "chat_messages": [{"sender": "human", "text": text} for text in texts],
    }


def test_a_zip_archive_with_copies_gives_each_chat_once(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data/conversations/a.json", json.dumps(claude("a", "x")))
        archive.writestr(
            "data/conversations.json", json.dumps([claude("a", "x"), claude("b", "y")])
        )
        archive.writestr("data/users.json", json.dumps([{"uuid": "u", "full_name": "N"}]))
        archive.writestr("chat.html", "<html>")

    summary = run_import(path, call)

    assert sorted(one.title for one in store.list_chats()) == ["a", "b"]
    assert (summary.n_chats, summary.n_known, summary.n_unread) == (2, 1, 0)


def test_the_name_of_a_file_says_nothing(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    path = tmp_path / "holiday.png"
    path.write_text(json.dumps(claude("a", "x")))

    run_import(path, call)

    assert store.list_chats()[0].title == "a"


def test_an_archive_that_unpacks_to_far_more_is_not_read_on(
    call: StoreCall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "_ALWAYS_BYTES", 1 << 20)
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b"[" + b" " * (8 << 20) + b"]")

    with pytest.raises(NotImported, match="far more than it should"):
        preview_import(path, call)


def test_all_files_of_an_archive_share_one_limit(
    call: StoreCall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_UNPACKED_BYTES", 3_000)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for n in range(5):
            archive.writestr(f"{n}.json", json.dumps(claude(str(n), "x" * 900)))

    summary = preview_import(path, call)

    assert 1 <= summary.n_chats < 5
    assert summary.n_unread == 5 - summary.n_chats


def test_an_archive_that_is_cut_is_told_as_damaged(call: StoreCall, tmp_path: Path) -> None:
    path = tmp_path / "cut.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([claude("a", "x" * 5_000)]))
    path.write_bytes(path.read_bytes()[:2_000])

    with pytest.raises(NotImported, match="damaged or incomplete"):
        preview_import(path, call)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"{}",
        b"[]",
        b"hello",
        b"\x00" * 100,
        b"[1, 2]",
        b'{"a": 1}',
        b"[" * 100_000,
        b'[{"a":' * 50_000,
        b'{"mapping": {}}',
        b"PK\x03\x04rubbish",
        b"1" * 10_000,
    ],
)
def test_what_is_no_chat_is_refused_in_words(
    call: StoreCall, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "thing.json"
    path.write_bytes(content)

    with pytest.raises(NotImported) as refused:
        preview_import(path, call)

    assert "thing.json cannot be imported" in str(refused.value.what)


def test_a_file_that_is_not_there_is_told(call: StoreCall, tmp_path: Path) -> None:
    with pytest.raises(NotImported):
        preview_import(tmp_path / "none.json", call)


@pytest.mark.unix("named pipes")
def test_a_pipe_is_not_waited_for(call: StoreCall, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")

    with pytest.raises(NotImported, match="not a regular file"):
        preview_import(tmp_path / "pipe.json", call)


def test_what_looks_like_chats_is_told_by_what_stands_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_text(json.dumps([claude("a", "x")]))
    (tmp_path / "b.json").write_text('{"name": "package", "version": 1}')
    (tmp_path / "c.conversation.json").write_bytes(b"{}")
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as archive:
        archive.writestr("export/conversations.json", "[]")
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as archive:
        archive.writestr("photos/list.json", "[]")

    looked = {one.name: looks_like_chats(one) for one in tmp_path.iterdir()}

    assert looked == {
        "a.bin": True,
        "b.json": False,
        "c.conversation.json": False,
        "d.zip": True,
        "e.zip": False,
    }
    assert looks_like_chats(tmp_path)  # for the name of one of LM Studio in it
    assert not looks_like_chats(tmp_path / "nothing")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_encoding_of_json_is_read(
    store: ChatStore, call: StoreCall, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(json.dumps([claude("Größe 🙂", "ü")], ensure_ascii=False).encode(encoding))

    run_import(path, call)

    assert store.list_chats()[0].title == "Größe 🙂"


def test_bytes_that_are_no_text_are_replaced_and_told(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(json.dumps([claude("a", "Gr@se")]).encode().replace(b"@", b"\xf6\xdf"))

    summary = run_import(path, call)

    assert summary.n_mended == 1
    (message,) = store.path(store.list_chats()[0].id)
    assert message.text.startswith("Gr\ufffd")


@given(
    st.lists(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.text(max_size=8)
            | st.floats(allow_nan=False, allow_infinity=False),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=3), inner, max_size=3)
            ),
            max_leaves=8,
        ),
        max_size=6,
    ),
    st.integers(1, 7),
    st.sampled_from([None, 1]),
)
@example([12345, -1.5e10, 'a\\"b', True], 1, None)
def test_values_are_read_whatever_pieces_they_come_in(
    values: list[Any], n_bytes: int, indent: int | None
) -> None:
    data = json.dumps(values, indent=indent).encode()

    class Slow(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            return super().read(n_bytes)

    assert list(JsonStream(Slow(data)).elements()) == values


def test_one_chat_that_is_too_large_is_refused(
    call: StoreCall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "MAX_CHARS", 2 << 20)
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude("a", "x"), claude("b", "x" * (5 << 20))]))

    summary = preview_import(path, call)

    assert summary.n_chats == 1
    assert "larger than 2 MB" in str(summary.unread[0].reason)


def test_a_mistake_in_the_middle_keeps_what_came_before(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    rest = json.dumps(claude("c", "x" * 9_000))
    path.write_text(f"[{json.dumps(claude('a', 'x'))}, {{]}} {rest}]")

    summary = run_import(path, call)

    assert [one.title for one in store.list_chats()] == ["a"]
    assert "not valid JSON" in str(summary.unread[0].reason)


def test_a_chat_without_words_is_told_with_its_title_and_the_others_come(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude("empty"), claude("full", "x"), {"name": "what"}]))

    summary = run_import(path, call)

    assert [one.title for one in store.list_chats()] == ["full"]
    assert summary.unread[0].title == "empty"


def test_a_second_import_offers_nothing_new_even_after_a_rename_and_more_words(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude("a", "x"), claude("b", "x", "y")]))
    run_import(path, call)
    first = store.list_chats()[0]
    store.rename_chat(first.id, "mine")
    from app.core.messages import Role

    store.add_message(first.id, parent_id=first.leaf_id, role=Role.USER, text="more")

    preview = preview_import(path, call)
    again = run_import(path, call)

    assert (preview.n_chats, preview.n_known) == (2, 2)
    assert [one.is_known for one in preview.listed] == [True, True]
    assert again.n_chats == 0
    assert len(store.list_chats()) == 2
    run_import(path, call, skips_known=False)
    assert len(store.list_chats()) == 4


def test_a_longer_version_of_a_chat_is_no_copy(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude("a", "x")]))
    run_import(path, call)
    path.write_text(json.dumps([claude("a", "x", "new")]))

    assert run_import(path, call).n_chats == 1


def test_a_preview_writes_nothing(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude("a", "x")]))
    told: list[int] = []

    assert preview_import(path, call, told.append).n_chats == 1

    assert store.list_chats() == ()
    assert told == [1]


def test_an_import_that_is_cancelled_keeps_whole_chats(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude(str(n), "x") for n in range(9)]))
    done: list[int] = []

    summary = run_import(path, call, progress=done.append, is_cancelled=lambda: len(done) >= 4)

    assert summary.was_cancelled
    assert summary.n_chats == len(store.list_chats()) == 4
    with pytest.raises(Cancelled):
        preview_import(path, call, is_cancelled=lambda: True)


def test_a_full_disk_ends_an_import_and_what_is_there_is_told(
    store: ChatStore, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([claude(str(n), "x") for n in range(5)]))

    def call(job: Callable[[ChatStore], Any], /) -> Any:
        if len(store.list_chats()) == 2:
            raise DiskFull(path)
        return job(store)

    summary = run_import(path, call)

    assert summary.n_chats == 2
    assert summary.problem is not None
    assert "full" in str(summary.problem.what)


def test_a_folder_is_read_below_and_what_is_no_chat_in_it_says_nothing(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "a.json").write_text(json.dumps(claude("a", "x")))
    (tmp_path / "package.json").write_text('{"name": "x", "version": "1"}')
    (tmp_path / "b.json").write_text("{broken")

    summary = run_import(tmp_path, call)

    assert summary.n_chats == 1
    assert [one.where for one in summary.unread] == ["b.json"]


def test_elements_end_with_the_reason_when_the_check_raises() -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises((Cancelled, BrokenFile)):
        list(JsonStream(io.BytesIO(b"[1, 2"), check).elements())


def test_one_of_several_files_that_is_gone_does_not_keep_the_others_out(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    paths = [tmp_path / "a.json", tmp_path / "gone.json", tmp_path / "b.json"]
    for path in (paths[0], paths[2]):
        path.write_text(json.dumps(claude(path.stem, path.stem)))

    preview = preview_import(paths, call)
    summary = run_import(paths, call)

    for found in (preview, summary):
        assert found.n_chats == 2
        assert [one.where for one in found.unread] == ["gone.json"]
    assert sorted(one.title for one in store.list_chats()) == ["a", "b"]
    with pytest.raises(NotImported, match=r"gone\.json"):
        run_import(paths[1], call)


_READS_A_BOMB = """
import io, resource, sys
from app.core.interchange.errors import BrokenFile
from app.core.interchange.json_stream import JsonStream
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
bomb = io.BytesIO(b'[{"mapping":{"x":[' + b"{}," * (32 << 20) + b"{}]}}]")
try:
    list(JsonStream(bomb).elements())
except BrokenFile as error:
    print(error.reason)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no memory")
def test_a_value_of_very_many_parts_is_refused_before_it_takes_the_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _READS_A_BOMB], capture_output=True, text=True, timeout=120
    )
    assert "more than 4 million parts" in done.stdout, done.stderr


def test_marks_in_words_are_no_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MAX_PARTS", 50)
    values = [{"text": '{[,:"\\' * 100, "n": n} for n in range(20)]
    file = io.BytesIO(json.dumps(values).encode())
    assert list(JsonStream(file).elements()) == values
