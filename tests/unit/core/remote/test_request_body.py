"""What is sent to which kind of server."""

from __future__ import annotations

import base64
import io
import json
import wave
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from app.core.content.answer_parts import AnswerParts
from app.core.content.media import MediaGone, MediaKind, MediaRef, RawImage, RawMedia, RawSound
from app.core.messages import Role, ToolCall
from app.core.prompts.grammars.matching import MalformedSchema
from app.core.protocol import (
    ChatKey,
    Constraint,
    ConstraintKind,
    Generate,
    PlacedMedium,
    PromptMessage,
    SamplingParams,
    ThinkingChoice,
    ToolChoice,
    Tools,
)
from app.core.remote.errors import NotThere
from app.core.remote.request_body import MOST_PIXELS, body_of, endpoint_of, messages_of, part_of
from app.core.remote.server import Server, ServerKind

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = PromptMessage(Role.USER, "Why?")
ALL = SamplingParams(
    temperature=0.5, top_k=40, top_p=0.9, min_p=0.1, repeat_penalty=1.1, seed=7, xtc_probability=0.5
)


def asked(*messages: PromptMessage, **fields: Any) -> Generate:
    return Generate(ChatKey("1"), messages or (QUESTION,), **fields)


def body(command: Generate, kind: ServerKind, folder: Path) -> dict[str, Any]:
    server = Server("studio", "https://a.example/v1", kind)
    made = body_of(command, server, "m", RawMedia(folder))
    json.dumps(made)
    return made


def test_an_ordinary_question_has_openai_s_words_and_nothing_else(tmp_path: Path) -> None:
    for kind in ServerKind:
        assert body(asked(), kind, tmp_path) == {
            "model": "m",
            "stream": True,
            "stream_options": {"include_usage": True},
            "messages": [{"role": "user", "content": "Why?"}],
        }


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        (ServerKind.OTHER, {}),
        (ServerKind.VLLM, {"top_k": 40, "min_p": 0.1, "repetition_penalty": 1.1}),
        (ServerKind.SGLANG, {"top_k": 40, "min_p": 0.1, "repetition_penalty": 1.1}),
        (
            ServerKind.LLAMA_SERVER,
            {"top_k": 40, "min_p": 0.1, "repeat_penalty": 1.1, "xtc_probability": 0.5},
        ),
        (
            ServerKind.HEARTH,
            {"top_k": 40, "min_p": 0.1, "repeat_penalty": 1.1, "xtc_probability": 0.5},
        ),
    ],
)
def test_sampling_is_sent_as_far_as_a_kind_knows_it(
    kind: ServerKind, others: dict[str, float], tmp_path: Path
) -> None:
    made = body(asked(sampling=ALL, max_tokens=9, stop=("x",)), kind, tmp_path)
    usual = {"temperature": 0.5, "top_p": 0.9, "seed": 7, "max_tokens": 9, "stop": ["x"]}
    given = {
        name: value
        for name, value in made.items()
        if name not in ("model", "stream", "stream_options", "messages")
    }
    assert given == usual | others


def test_thinking_is_switched_where_that_can_be(tmp_path: Path) -> None:
    off = asked(thinking=ThinkingChoice(is_on=False))
    assert body(off, ServerKind.VLLM, tmp_path)["chat_template_kwargs"] == {
        "enable_thinking": False
    }
    assert "chat_template_kwargs" not in body(off, ServerKind.OTHER, tmp_path)
    effort = asked(thinking=ThinkingChoice(effort="high"))
    assert body(effort, ServerKind.OTHER, tmp_path)["reasoning_effort"] == "high"


def test_a_form_is_sent_or_refused_by_name(tmp_path: Path) -> None:
    schema = asked(constraint=Constraint(ConstraintKind.JSON_SCHEMA, '{"type": "object"}'))
    made = body(schema, ServerKind.OTHER, tmp_path)["response_format"]
    assert made["json_schema"] == {"name": "answer", "schema": {"type": "object"}}
    grammar = asked(constraint=Constraint(ConstraintKind.GRAMMAR, 'root ::= "a"'))
    assert body(grammar, ServerKind.LLAMA_SERVER, tmp_path)["grammar"] == 'root ::= "a"'
    with pytest.raises(NotThere, match="grammar"):
        body(grammar, ServerKind.OTHER, tmp_path)


@pytest.mark.parametrize("text", ["", '{"type":', "[" * 100_000])
def test_a_form_that_is_no_json_is_told(tmp_path: Path, text: str) -> None:
    schema = asked(constraint=Constraint(ConstraintKind.JSON_SCHEMA, text))
    with pytest.raises(MalformedSchema, match="JSON"):
        body(schema, ServerKind.OTHER, tmp_path)


def test_tools_are_sent_as_they_were_given(tmp_path: Path) -> None:
    tool = {"type": "function", "function": {"name": "weather", "parameters": {}}}
    made = body(asked(tools=Tools(json.dumps([tool]))), ServerKind.OTHER, tmp_path)
    assert (made["tools"], made["tool_choice"]) == ([tool], "auto")
    assert "parallel_tool_calls" not in made
    one = Tools(json.dumps([tool]), ToolChoice.REQUIRED, ("weather",), many=False)
    made = body(asked(tools=one), ServerKind.OTHER, tmp_path)
    assert made["tool_choice"] == {"type": "function", "function": {"name": "weather"}}
    assert made["parallel_tool_calls"] is False


def test_an_answer_that_has_begun_is_gone_on_with_or_refused(tmp_path: Path) -> None:
    begun = asked(QUESTION, PromptMessage(Role.ASSISTANT, "Because"))
    last = {"role": "assistant", "content": "Because"}
    for kind in (ServerKind.HEARTH, ServerKind.LLAMA_SERVER):
        assert body(begun, kind, tmp_path)["messages"][-1] == last
    assert body(begun, ServerKind.VLLM, tmp_path)["continue_final_message"] is True
    with pytest.raises(NotThere, match="cannot continue a partial answer"):
        body(begun, ServerKind.OTHER, tmp_path)


def test_a_text_without_a_template_goes_to_completions(tmp_path: Path) -> None:
    command = asked(PromptMessage(Role.USER, "Once"), is_text=True)
    assert endpoint_of(command) == "/completions"
    assert body(command, ServerKind.OTHER, tmp_path)["prompt"] == "Once"
    assert endpoint_of(asked()) == "/chat/completions"


def test_what_was_thought_before_is_not_sent_again(tmp_path: Path) -> None:
    thought = "<think>\nHm\n</think>\n\nSo."
    messages = (
        PromptMessage(Role.SYSTEM, "Be brief."),
        QUESTION,
        PromptMessage(Role.ASSISTANT, thought),
        PromptMessage(Role.ASSISTANT, thought, parts=AnswerParts(8, 10, len(thought) - 3)),
        PromptMessage(Role.ASSISTANT, "", calls=(ToolCall("f", "{}", "c1"),)),
        PromptMessage(Role.TOOL, "42", call_id="c1"),
    )
    made = messages_of(messages, RawMedia(tmp_path))
    assert [one["role"] for one in made] == ["system", "user", *["assistant"] * 3, "tool"]
    assert [one["content"] for one in made[2:4]] == ["So.", "So."]
    assert made[4]["tool_calls"][0]["function"] == {"name": "f", "arguments": "{}"}
    assert made[5] == {"role": "tool", "tool_call_id": "c1", "content": "42"}


def picture(width: int, height: int) -> RawImage:
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, :, 0] = 200
    pixels[:, : width // 2, 2] = 100
    return RawImage(width, height, pixels.tobytes())


def test_media_stand_where_they_stand_in_the_text(tmp_path: Path) -> None:
    media = RawMedia(tmp_path)
    one, two = media.put(picture(4, 2)), media.put(RawSound(np.zeros(8, "<f4").tobytes()))
    placed = (PlacedMedium(one, 0), PlacedMedium(two, 4))
    (made,) = messages_of((PromptMessage(Role.USER, "And this?", media=placed),), media)
    assert [part["type"] for part in made["content"]] == [
        "image_url", "text", "input_audio", "text",
    ]  # fmt: skip
    assert [part["text"] for part in made["content"][1::2]] == ["And ", "this?"]
    gone = PlacedMedium(MediaRef(MediaKind.IMAGE, "0" * 64, 1, 1))
    with pytest.raises(MediaGone):
        messages_of((PromptMessage(Role.USER, "", media=(gone,)),), media)


@pytest.mark.parametrize("size", [(1, 1), (37, 21), (1, 8000), (1999, 1001), (3000, 2000)])
def test_a_picture_is_a_png_of_the_same_pixels_or_fewer(size: tuple[int, int]) -> None:
    raw = picture(*size)
    url = part_of(raw)["image_url"]["url"]
    shown = Image.open(io.BytesIO(base64.b64decode(url.removeprefix("data:image/png;base64,"))))
    assert shown.mode == "RGB"
    assert shown.width * shown.height <= MOST_PIXELS
    if size[0] * size[1] <= MOST_PIXELS:
        assert (shown.size, shown.tobytes()) == (size, raw.rgb)
    else:
        assert shown.width / shown.height == pytest.approx(size[0] / size[1], rel=0.01)
        assert shown.getpixel((1, 1)) == (200, 0, 100)
        assert shown.getpixel((shown.width - 2, shown.height - 2)) == (0, 0, 0)


def test_a_sound_is_a_wav_of_the_same_samples() -> None:
    samples = np.array([0.0, 0.5, -1.0, 1.0, 7.0], "<f4")
    data = part_of(RawSound(samples.tobytes()))["input_audio"]["data"]
    with wave.open(io.BytesIO(base64.b64decode(data))) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, 16_000)
        found = np.frombuffer(file.readframes(99), "<i2")
    assert found.tolist() == [0, 16384, -32767, 32767, 32767]


def test_messages_of_the_user_in_a_row_go_as_one_since_many_templates_refuse_them(
    tmp_path: Path,
) -> None:
    media = RawMedia(tmp_path)
    placed = (PlacedMedium(media.put(picture(4, 2)), 0),)
    messages = [
        PromptMessage(Role.SYSTEM, "Be brief."),
        PromptMessage(Role.USER, "One?"),
        PromptMessage(Role.USER, "And two?"),
        PromptMessage(Role.ASSISTANT, "Yes."),
        PromptMessage(Role.USER, "Three?"),
        PromptMessage(Role.USER, "This?", media=placed),
    ]

    made = messages_of(messages, media)

    assert [one["role"] for one in made] == ["system", "user", "assistant", "user"]
    assert made[1]["content"] == "One?\n\nAnd two?"
    assert [part["type"] for part in made[3]["content"]] == ["text", "image_url", "text"]
