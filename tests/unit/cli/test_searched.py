"""What `hearth ask` says of passages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.cli.searched import told_of
from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.messages import Attachment, Role, TextSource

if TYPE_CHECKING:
    import pytest


def passage(number: int, text: str, name: str = "lease.pdf") -> Attachment:
    source = TextSource(
        f"/papers/{name}", "d", number=number, begin=40, page_name="4", headings=("Terms", "Notice")
    )
    return Attachment(name, text, source)


def message(number: int, text: str, *attachments: Attachment) -> Message:
    return Message(
        MessageId(number),
        ChatId(1),
        MessageId(number - 1) if number > 1 else None,
        Role.USER if number % 2 else Role.ASSISTANT,
        text,
        MessageStatus.COMPLETE,
        datetime.now(UTC),
        attachments=attachments,
    )


def branch_with(answer: str) -> list[Message]:
    return [
        message(1, "How long?", passage(1, "Seven weeks."), passage(2, "The rent.", "rent.pdf")),
        message(2, "Seven weeks [1]."),
        message(3, "And the rent?", Attachment("mine.txt", "Mine"), passage(3, "It is 940 euros.")),
        message(4, answer),
    ]


def test_new_passages_and_earlier_ones_that_are_cited_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    branch = branch_with("“It is 940 euros” [3], as said [1, 9].")
    told = told_of(branch[-1], branch, searches=True)
    assert [one["number"] for one in told["passages"]] == [1, 3]
    assert told["passages"][1] == {
        "number": 3,
        "file": "lease.pdf",
        "path": "/papers/lease.pdf",
        "digest": "d",
        "page_name": "4",
        "headings": ["Terms", "Notice"],
        "begin": 40,
        "end": 56,
        "text": "It is 940 euros.",
    }
    assert told["doubtful_quotes"] == []
    line = "lease.pdf, page 4, Terms > Notice\n"
    assert capsys.readouterr() == ("", f"[1] {line}[3] {line}")


def test_a_quote_that_stands_in_no_passage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    branch = branch_with("“It is a thousand\neuros \x1b[1m” [3], and “Seven weeks” [1].")
    told = told_of(branch[-1], branch, searches=True)
    assert told["doubtful_quotes"] == ["It is a thousand\neuros \x1b[1m"]
    said = "hearth: a quotation is not in the passages: “It is a thousand euros �[1m”\n"
    assert capsys.readouterr().err.endswith(said)


def test_a_passage_of_an_earlier_turn_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    turn = Attachment("Earlier in this chat", "Rex.", TextSource("", "message:7", number=1))
    branch = [message(1, "How was he called?", turn), message(2, "Rex.")]
    told = told_of(branch[-1], branch, searches=False)
    assert told["passages"] == [
        {
            "file": "Earlier in this chat",
            "number": 1,
            "begin": 0,
            "end": 4,
            "message": 7,
            "text": "Rex.",
        }
    ]
    assert capsys.readouterr().err == "[1] Earlier in this chat\n"


def test_finding_nothing_is_news_where_documents_are_searched(
    capsys: pytest.CaptureFixture[str],
) -> None:
    branch = [message(1, "Hello"), message(2, "Hello.")]
    assert told_of(branch[-1], branch, searches=False)["passages"] == []
    assert capsys.readouterr().err == ""
    told_of(branch[-1], branch, searches=True)
    assert "no new passage fits" in capsys.readouterr().err
