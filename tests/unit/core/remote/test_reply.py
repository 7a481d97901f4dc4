"""Pieces of answers as different servers send them, and what is made of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.content.answer_parts import split_answer
from app.core.messages import TextKind
from app.core.protocol import FinishReason
from app.core.remote.reply import MOST_CALLS, NotAnAnswer, ReplyReader, SaidError, TokenUsage

if TYPE_CHECKING:
    from app.core.content.answer_parts import AnswerPiece


class Heard(ReplyReader):
    """Keeps what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[AnswerPiece] = []

    @property
    def text(self) -> str:
        return "".join(one.text for one in self.pieces)

    def said(self, kind: TextKind) -> str:
        return "".join(text for text, its_kind in self.pieces if its_kind is kind)


def fed(*pieces: Any) -> Heard:
    reader = Heard()
    for piece in pieces:
        new = reader.feed(json.dumps(piece))
        reader.pieces += new.pieces if new else ()
    reader.pieces += reader.finish().pieces
    assert len(reader.text) == reader.n_chars
    if reader.parts is not None:
        assert reader.parts.fit(reader.text)
        split = split_answer(reader.text, reader.parts)
        assert reader.said(TextKind.THINKING).strip() == (split.thinking or "")
        assert reader.said(TextKind.ANSWER) == split.answer
    return reader


def delta(finish: str | None = None, **said: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": said, "finish_reason": finish}]}


def test_words_come_as_they_are() -> None:
    reader = fed(delta(role="assistant", content=""), delta(content="Go"), delta(content="od"))
    assert reader.text == "Good"
    assert reader.parts is None
    assert reader.reason is None
    assert fed(delta(content="Hi"), delta("stop")).reason is FinishReason.END
    assert fed(delta("length", content="Hi")).reason is FinishReason.LENGTH
    assert fed(delta("something new")).reason is FinishReason.END
    assert fed(delta("content_filter")).is_withheld


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "reasoning_text"])
def test_thinking_is_told_apart_whatever_its_field_is_called(name: str) -> None:
    reader = fed(
        delta(**{name: "Let me "}), delta(**{name: "see."}), delta(content="It is "),
        delta(content="so."), delta("stop"),
    )  # fmt: skip
    split = split_answer(reader.text, reader.parts)
    assert (split.thinking, split.answer) == ("Let me see.", "It is so.")
    assert split_answer(reader.text) == split, "it is kept with the commonest marks"


def test_thinking_that_has_not_ended_is_thinking() -> None:
    reader = fed(delta(reasoning_content="Hm"))
    assert split_answer(reader.text, reader.parts).is_thinking
    assert not split_answer(reader.text, reader.parts).answer


def test_parts_of_thinking_and_text_are_understood() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "Why?"}]}
    reader = fed(delta(content=[thinking]), delta(content=[{"type": "text", "text": "So."}]))
    assert split_answer(reader.text, reader.parts).thinking == "Why?"
    assert split_answer(reader.text, reader.parts).answer == "So."


def test_marks_that_a_server_leaves_in_the_text_stay_there() -> None:
    reader = fed(delta(content="<think>Hm</think>So."))
    assert reader.parts is None
    assert split_answer(reader.text).thinking == "Hm"
    assert (reader.said(TextKind.THINKING), reader.said(TextKind.ANSWER)) == ("Hm", "So.")


def test_an_end_of_thinking_whose_beginning_no_server_told_says_that_all_before_was_thinking() -> (
    None
):
    reader = fed(delta(content="Hm</th"), delta(content="ink>\n\n"), delta(content="So."))
    kinds = [TextKind.ANSWER, TextKind.MARK, TextKind.MARK, TextKind.ANSWER]
    assert reader.pieces == list(zip(["Hm", "</think>", "\n\n", "So."], kinds, strict=True))
    assert split_answer(reader.text) == ("Hm", "So.", False)


def test_thinking_between_the_words_of_an_answer_is_left_out() -> None:
    reader = fed(delta(content="One "), delta(reasoning="aside"), delta(content="two."))
    assert reader.text == "One two."


def test_an_answer_that_was_not_streamed_is_taken_too() -> None:
    reader = fed({"choices": [{"message": {"content": "All."}, "finish_reason": "stop"}]})
    assert (reader.text, reader.reason) == ("All.", FinishReason.END)
    assert fed({"choices": [{"text": " and on", "finish_reason": "length"}]}).text == " and on"


def test_counts_are_taken_wherever_they_come() -> None:
    usage = {
        "prompt_tokens": 12,
        "completion_tokens": 3,
        "prompt_tokens_details": {"cached_tokens": 10},
    }
    assert fed({"choices": [], "usage": usage}).usage == TokenUsage(12, 10, 3)
    assert fed({"usage": usage}).usage == TokenUsage(12, 10, 3)
    assert fed({"choices": [], "usage": None}).usage == TokenUsage()
    odd = {"prompt_tokens": "12", "completion_tokens": -1, "prompt_tokens_details": []}
    assert fed({"choices": [], "usage": odd}).usage == TokenUsage()


@pytest.mark.parametrize(
    ("said", "words", "status"),
    [
        ({"error": {"message": "no", "code": 503}}, "no", 503),
        ({"error": {"message": "no", "code": "bad", "type": "x"}}, "no", 0),
        ({"error": "no"}, "no", 0),
        ({"error": {"detail": "no"}}, "no", 0),
        ({"error": {"code": 99999}}, "", 0),
        ({"error": [1]}, "", 0),
    ],
)
def test_an_error_in_the_middle_is_one(said: Any, words: str, status: int) -> None:
    with pytest.raises(SaidError) as caught:
        fed(delta(content="Hi"), said)
    assert (caught.value.words, caught.value.status) == (words, status)


@pytest.mark.parametrize(
    "data",
    ["", "{", "[]", "1", '"x"', "null", '{"a": 1}', "[" * 100_000, '{"choices": [{"delta": "x"}]}'],
)
def test_what_is_no_answer_is_said_to_be_none(data: str) -> None:
    with pytest.raises(NotAnAnswer):
        ReplyReader().feed(data)


@pytest.mark.parametrize(
    "piece",
    [
        {"choices": []},
        {"choices": [None]},
        {"choices": [{}]},
        {"choices": [{"delta": {}}]},
        {"choices": [{"delta": {"content": None, "tool_calls": [{}]}}]},
        {"choices": [{"delta": {"content": 7}}]},
        {"choices": {"0": 1}},
    ],
)
def test_pieces_without_words_say_nothing(piece: Any) -> None:
    assert fed(piece).text == ""


def called(*calls: Any, finish: str | None = None) -> dict[str, Any]:
    return delta(finish, tool_calls=list(calls))


def call(index: int | None, arguments: Any = "", **more: Any) -> dict[str, Any]:
    name = {"name": more.pop("name")} if "name" in more else {}
    number = {} if index is None else {"index": index}
    return {**number, **more, "function": {**name, "arguments": arguments}}


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param(
            [
                called(call(0, id="a", name="weather")),
                called(call(0, '{"hour"')),
                called(call(0, ": 1}"), call(1, id="b", name="time", arguments="{}")),
                called(finish="tool_calls"),
            ],
            id="as OpenAI writes them",
        ),
        pytest.param(
            [
                called(call(None, '{"hour": ', id="a", name="weather")),
                called(call(None, "1}")),
                called(call(None, {}, id="b", name="time")),
            ],
            id="without numbers",
        ),
        pytest.param(
            [
                called(call(0, {"hour": 1}, id="a", name="weather")),
                called(call(0, "{}", id="b", name="time")),
            ],
            id="all of one number",
        ),
        pytest.param(
            [
                called(call(3, '{"hour": 1', id="a", name="weather")),
                called(call(3, "}", id="a", name="weather")),
                called(call(7, "{}", id="b", name="time")),
            ],
            id="numbers with gaps and names again",
        ),
    ],
)
def test_calls_of_tools_are_put_together(pieces: list[Any]) -> None:
    reader = ReplyReader()
    names: list[str] = []
    ids: list[str] = []
    arguments: list[str] = []
    for piece in pieces:
        new = reader.feed(json.dumps(piece))
        for part in new.calls if new else ():
            if part.number == len(names):
                names.append(part.name)
                ids.append(part.id)
                arguments.append("")
            arguments[part.number] += part.arguments
    assert names == ["weather", "time"]
    assert ids == ["a", "b"]
    assert list(map(json.loads, arguments)) == [{"hour": 1}, {}]
    assert not reader.n_chars


@pytest.mark.parametrize(
    "calls",
    [
        "no list", [None, 7, {"index": 0}], [call(0, "{}")], [call(5, "{}", id="x")],
        [{"index": 0, "function": {"name": 7, "arguments": []}}],
    ],
)  # fmt: skip
def test_what_is_no_call_is_left_out(calls: Any) -> None:
    reader = ReplyReader()
    assert reader.feed(json.dumps(delta(tool_calls=calls))) is None
    assert reader.feed(json.dumps(delta(content="So."))) is not None


def test_calls_without_end_end() -> None:
    reader = ReplyReader()
    told = [
        reader.feed(json.dumps(called(call(n, "{}", id=f"id{n}", name="weather"))))
        for n in range(MOST_CALLS + 10)
    ]
    assert sum(new is not None for new in told) == MOST_CALLS
