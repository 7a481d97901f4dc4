"""Pictures and sounds on their way into files and out of them, also out of a stranger's."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.parts.transfer import ChatTransfer, TransferredChat, TransferredMessage
from app.core.chats.store import ChatStore
from app.core.content.tool_steps import ToolStep
from app.core.interchange.errors import Note, NotImported, note_words
from app.core.interchange.export import ExportFormat, ExportOrder, export_chats
from app.core.interchange.importing import preview_import, run_import
from app.core.messages import Role, ToolCall
from tests.helpers.attached_media import PNG, digest_of, picture, put, sound
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.interchange.test_chat_archive import write
from tests.unit.core.interchange.test_export import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.content.media import MediaFile
    from app.core.interchange.chats_there import StoreCall
    from app.core.interchange.importing import ImportSummary

CAT, PURR = PNG + b"cat", b"fLaCpurr"
MEDIA = (picture(alt_text='A "cat" <b>\non a sofa'), sound())


def chat_with(*media: MediaFile, text: str = "") -> TransferredChat:
    message = TransferredMessage(None, Role.USER, text, NOW, media=media)
    return TransferredChat("Cats", NOW, NOW, (message,), leaf=0)


def added(store: ChatStore, *media: MediaFile) -> ChatId:
    return store.transfer.add_chat(chat_with(*media)).id


@pytest.fixture
def originals(store: ChatStore) -> Path:
    folder = store.media.folder
    assert folder is not None
    put(folder, CAT, PURR)
    return folder


@pytest.fixture
def made(store: ChatStore, call: StoreCall, originals: Path, tmp_path: Path) -> Path:
    """A file with one chat and its originals."""
    order = ExportOrder(ExportFormat.ZIP, (added(store, *MEDIA),), tmp_path / "cats.zip")
    export_chats(order, call)
    return order.target


def elsewhere(folder: Path, path: Path, **options: Any) -> tuple[ImportSummary, tuple[Any, ...]]:
    """Import a file on another machine; returns what was told, and the media that are there."""
    (folder / "other").mkdir(exist_ok=True)
    with ChatStore.open(folder / "other" / "chats.db") as other:
        done = run_import(path, call_of(other), **options)
        paths = [other.path(chat.id) for chat in other.list_chats()]
    return done, tuple(one for messages in paths for message in messages for one in message.media)


def names_in(folder: Path) -> set[str]:
    return {one.name for one in (folder / "other" / "media").glob("*")}


# -- with the originals --


def test_a_file_carries_the_originals_to_another_machine(made: Path, tmp_path: Path) -> None:
    done, media = elsewhere(tmp_path, made)

    assert media == MEDIA
    assert (done.n_chats, done.notes) == (1, ())
    folder = tmp_path / "other" / "media"
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == {
        digest_of(CAT): CAT,
        digest_of(PURR): PURR,
    }
    with zipfile.ZipFile(made) as archive:
        assert archive.namelist()[0] == "chats.json"
        assert set(archive.namelist()[1:]) == {f"media/{digest_of(one)}" for one in (CAT, PURR)}
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}


def test_a_picture_of_a_tool_goes_along_with_its_result(
    store: ChatStore, call: StoreCall, originals: Path, tmp_path: Path
) -> None:
    stats = tuple(ToolStep(ToolCall("draw", "{}", "a")).as_stats().items())
    message = TransferredMessage(None, Role.TOOL, "Done.", NOW, stats=stats, media=(picture(),))
    chat = store.transfer.add_chat(TransferredChat("Cats", NOW, NOW, (message,), leaf=0))
    for kind, name in ((ExportFormat.ZIP, "a.zip"), (ExportFormat.MARKDOWN, "a.md")):
        export_chats(ExportOrder(kind, (chat.id,), tmp_path / name), call)

    assert elsewhere(tmp_path, tmp_path / "a.zip")[1] == (picture(),)
    assert names_in(tmp_path) == {picture().digest}
    written = (tmp_path / "a.md").read_text("utf-8")
    assert f"## Tool draw\n\nPicture: {picture().name}\n\nDone." in written


def test_a_chat_that_is_there_gets_the_files_back_that_it_lacks(
    made: Path, call: StoreCall, originals: Path
) -> None:
    (originals / digest_of(CAT)).unlink()
    (originals / digest_of(PURR)).write_bytes(b"damaged!")

    done = run_import(made, call)

    assert (done.n_chats, done.n_known) == (0, 1)
    assert (originals / digest_of(CAT)).read_bytes() == CAT
    assert (originals / digest_of(PURR)).read_bytes() == PURR


def test_a_damaged_original_does_not_go_along_and_a_missing_one_is_told(
    store: ChatStore, call: StoreCall, originals: Path, tmp_path: Path
) -> None:
    (originals / digest_of(CAT)).write_bytes(CAT[:-1] + b"!")
    (originals / digest_of(PURR)).unlink()
    order = ExportOrder(ExportFormat.ZIP, (added(store, *MEDIA),), tmp_path / "cats.zip")
    export_chats(order, call)

    done, media = elsewhere(tmp_path, order.target)

    assert media == MEDIA
    assert done.notes == ((Note.NO_ORIGINAL, 2),)
    assert "2" in str(note_words(*done.notes[0]))
    assert not names_in(tmp_path)


def test_json_names_the_media_and_carries_no_bytes(
    store: ChatStore, call: StoreCall, originals: Path, tmp_path: Path
) -> None:
    order = ExportOrder(ExportFormat.JSON, (added(store, *MEDIA),), tmp_path / "cats.json")
    export_chats(order, call)

    (message,) = json.loads(order.target.read_text("utf-8"))["chats"][0]["messages"]
    assert message["media"][1] == {
        "kind": "sound",
        "name": "purr.flac",
        "digest": digest_of(PURR),
        "bytes": len(PURR),
        "duration_ms": 1500,
    }
    done, media = elsewhere(tmp_path, order.target)
    assert media == MEDIA
    assert done.notes == ((Note.NO_ORIGINAL, 2),)


def test_a_kill_before_the_chat_is_written_leaves_a_file_and_no_message_without_one(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_arguments: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("app.core.chats.parts.transfer.ChatTransfer.add_chat", die)
        with pytest.raises(Killed):
            elsewhere(tmp_path, made)
    assert names_in(tmp_path) == {digest_of(CAT), digest_of(PURR)}

    done, media = elsewhere(tmp_path, made)
    assert (done.n_chats, media) == (1, MEDIA)


def test_a_file_that_is_deleted_before_its_chat_is_there_is_stored_again(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As unused: somebody tidies the folder while chats are imported."""
    add = ChatTransfer.add_chat

    def add_later(transfer: ChatTransfer, chat: TransferredChat) -> Any:
        (tmp_path / "other" / "media" / digest_of(CAT)).unlink()
        return add(transfer, chat)

    monkeypatch.setattr(ChatTransfer, "add_chat", add_later)
    elsewhere(tmp_path, made)

    assert names_in(tmp_path) == {digest_of(CAT), digest_of(PURR)}


def test_a_full_disk_ends_the_import_before_a_chat_without_its_pictures(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.interchange.original_files.free_bytes", lambda _folder: 1000)

    done, media = elsewhere(tmp_path, made)

    assert done.problem is not None
    assert "could not store" in str(done.problem.what)
    assert (done.n_chats, media, names_in(tmp_path)) == (0, (), set())


# -- of strangers --


def facts(data: bytes = CAT, **changed: Any) -> dict[str, Any]:
    return {"kind": "image", "name": "cat.png", "digest": digest_of(data), "bytes": len(data),
            **changed}  # fmt: skip


def chats_json(*media: Any, n_messages: int = 1) -> bytes:
    said = [
        {"parent": None, "role": "user", "text": f"{one}", "created_at": "2026-01-01T10:00:00Z",
         "media": list(media)}
        for one in range(n_messages)
    ]  # fmt: skip
    head = {"format": "hearth-chats", "version": 1}
    return json.dumps({**head, "chats": [{"title": "x", "leaf": 0, "messages": said}]}).encode()


def archive(folder: Path, chats: bytes, *more: tuple[Any, bytes]) -> Path:
    return write(folder / "bad.hearth", [("chats.json", chats), ("memory.json", b"{}"), *more])


@pytest.mark.parametrize(
    "wrong",
    [
        facts(digest=digest_of(CAT).upper()),
        facts(digest="../../chats.db"),
        facts(digest=digest_of(CAT) + "\n"),
        facts(digest=None),
        facts(kind="video"),
        facts(kind=1),
        facts(kind=["image"]),
        facts(bytes=0),
        facts(bytes=-5),
        facts(bytes="9"),
        facts(bytes=1 << 40),
        facts(bytes=1.5),
        facts(bytes=True),
        "cat.png",
        None,
        [],
    ],
)
def test_what_cannot_be_a_medium_is_left_out_and_counted(tmp_path: Path, wrong: Any) -> None:
    path = archive(tmp_path, chats_json(wrong, facts()), (f"media/{digest_of(CAT)}", CAT))

    done, media = elsewhere(tmp_path, path)

    assert [one.digest for one in media] == [digest_of(CAT)]
    assert done.notes == ((Note.MEDIUM, 1),)
    assert names_in(tmp_path) == {digest_of(CAT)}


def test_names_and_numbers_of_strangers_become_harmless(tmp_path: Path) -> None:
    odd = facts(name="../../etc/\x1b[2J\u202epasswd\n\n", alt_text="a\x00b" + "c" * 9_000,
                width=-3, height=1 << 70, duration_ms=True)  # fmt: skip
    _done, (medium,) = elsewhere(tmp_path, archive(tmp_path, chats_json(odd)))

    assert medium.name == "[2Jpasswd"
    assert medium.alt_text.startswith("abccc")
    assert len(medium.alt_text) == 4_000
    assert (medium.width, medium.height, medium.duration_ms) == (0, 0, 0)


@pytest.mark.parametrize("lie", ["other bytes", "longer", "shorter", "not there"])
def test_an_original_that_is_not_what_its_name_says_is_not_stored(tmp_path: Path, lie: str) -> None:
    content = {"other bytes": CAT[:-1] + b"!", "longer": CAT + b"!", "shorter": CAT[:-1]}
    more = [(f"media/{digest_of(CAT)}", content[lie])] if lie in content else []
    done, media = elsewhere(tmp_path, archive(tmp_path, chats_json(facts()), *more))

    assert [one.digest for one in media] == [digest_of(CAT)]
    assert done.notes == ((Note.NO_ORIGINAL, 1),)
    assert not names_in(tmp_path)


def test_an_original_with_a_wrong_checksum_is_not_stored(made: Path, tmp_path: Path) -> None:
    data = bytearray(made.read_bytes())
    data[data.index(CAT)] ^= 1
    made.write_bytes(data)

    done, _media = elsewhere(tmp_path, made)

    assert done.notes == ((Note.NO_ORIGINAL, 1),)
    assert names_in(tmp_path) == {digest_of(PURR)}


@pytest.mark.parametrize(
    "name",
    [
        f"media/{digest_of(CAT).upper()}",
        "media/../chats.db",
        f"media/{digest_of(CAT)}/x",
        "media/",
        f"media/{digest_of(CAT)}.png",
        digest_of(CAT),
    ],
)
def test_an_archive_with_another_name_among_the_media_is_refused(
    tmp_path: Path, call: StoreCall, name: str
) -> None:
    with pytest.raises(NotImported, match="does not belong"):
        preview_import(archive(tmp_path, chats_json(facts()), (name, CAT)), call)


def test_ten_thousand_media_of_one_message_are_a_hundred(tmp_path: Path) -> None:
    many = [facts(b"%d" % number) for number in range(10_000)]
    files = [(f"media/{digest_of(b'%d' % number)}", b"%d" % number) for number in range(10_000)]

    done, media = elsewhere(tmp_path, archive(tmp_path, chats_json(*many), *files))

    assert len(media) == len(names_in(tmp_path)) == 100
    assert done.notes == ((Note.MEDIUM, 9_900),)


def test_files_that_no_chat_names_stay_in_the_archive(tmp_path: Path) -> None:
    stray = (f"media/{digest_of(b'stray')}", b"stray")

    done, _media = elsewhere(tmp_path, archive(tmp_path, chats_json(), stray))

    assert done.n_chats == 1
    assert not names_in(tmp_path)


def test_a_strangers_file_never_replaces_an_original(
    tmp_path: Path, store: ChatStore, originals: Path
) -> None:
    before = (originals / digest_of(CAT)).stat()
    path = archive(tmp_path, chats_json(facts(bytes=4)), (f"media/{digest_of(CAT)}", b"evil"))

    run_import(path, call_of(store))

    after = (originals / digest_of(CAT)).stat()
    assert (originals / digest_of(CAT)).read_bytes() == CAT
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
