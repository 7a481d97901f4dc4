"""A chat of GPT4All, version 12, in bytes that Qt itself writes, as the program's source has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDataStream, QFile, QIODevice, QUrl

from app.core.interchange import run_import

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from app.core.interchange import StoreCall


def _texts(stream: QDataStream, *texts: str) -> None:
    for text in texts:
        stream.writeQString(text)


def _item(stream: QDataStream, name: str, value: str) -> None:
    is_answer = name == "Response: "
    _texts(stream, name, value)
    for _ in range(5 + is_answer):
        stream.writeBool(False)
    stream.writeInt64(not is_answer)  # sources
    if not is_answer:
        _texts(stream, "collection", "/p/a.txt", "a.txt", "title", "author", "date", "text")
        for number in (1, 2, 3):
            stream.writeInt32(number)
    stream.writeInt64(not is_answer)  # attached files
    if not is_answer:
        stream << QUrl.fromLocalFile("/home/user/größe notes.txt")
        stream << QByteArray("naïve words".encode())


def _sub_items(stream: QDataStream) -> None:
    stream.writeInt64(1)
    _texts(stream, "Response: ", "")
    stream.writeInt64(4)
    _texts(stream, "Text: ", "Let me see.")
    stream.writeInt64(0)
    _texts(stream, "Think: ", "Hmm.")
    stream.writeInt32(1_200)
    stream.writeInt64(0)
    _texts(stream, "ToolCall: ", "", "javascript_interpret")
    stream.writeInt64(2)
    for name, kind, value in (("code", 4, "1+1"), ("n", 1, 5)):
        _texts(stream, name)
        stream.writeInt32(kind)
        stream.writeQVariant(value)
    _texts(stream, "2")
    stream.writeInt32(0)
    _texts(stream, "")
    stream.writeInt64(0)
    _texts(stream, "Text: ", "Two miles.")
    stream.writeInt64(0)


def _write(path: Path) -> None:
    file = QFile(str(path))
    assert file.open(QIODevice.OpenModeFlag.WriteOnly)
    stream = QDataStream(file)
    stream.setVersion(QDataStream.Version.Qt_6_2)
    stream.writeUInt32(0xF5D553CC)
    stream.writeInt32(12)
    stream.writeInt64(1_735_000_000)
    _texts(stream, "id-1", "Bridges 🌉", "", "model-id")
    stream.writeQStringList(["docs"])
    stream.writeInt32(2)
    _item(stream, "Prompt: ", "How long?")
    stream.writeInt64(0)
    _item(stream, "Response: ", "")
    _sub_items(stream)
    file.close()


def test_a_chat_in_qts_own_bytes_is_read_whole(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    _write(tmp_path / "gpt4all-id-1.chat")

    run_import(tmp_path / "gpt4all-id-1.chat", call)

    (chat,) = store.list_chats()
    question, answer = store.path(chat.id)
    assert chat.title == "Bridges 🌉"
    assert question.text == "How long?"
    assert [(one.name, one.text) for one in question.attachments] == [
        ("größe notes.txt", "naïve words")
    ]
    assert answer.text == (
        "<think>\nHmm.\n</think>\n\nLet me see.\n\n"
        "Tool call (javascript_interpret):\n\n```\ncode = 1+1\nn = 5\n```\n\n"
        "Tool result (javascript_interpret):\n\n```\n2\n```\n\nTwo miles."
    )
    assert answer.model == "model-id"
