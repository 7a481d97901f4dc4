"""The request for an answer, in OpenAI's words and those that a kind of server adds.

A setting that a chat has and a kind of server does not know is left out where that kind would
refuse the request for it; docs/servers.md has the table. What cannot be left out is refused by
name.

Threads: pure functions, any thread; pictures and sounds are read from their folder.
"""

from __future__ import annotations

import base64
import io
import json
import math
import struct
import wave
import zlib
from typing import TYPE_CHECKING, Any, Final

from app.core.content.media import RawImage, RawSound
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.protocol import ConstraintKind, ToolChoice
from app.core.remote.errors import NotThere
from app.core.remote.server import ServerKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from app.core.content.media import RawMedia
    from app.core.protocol import (
        Constraint,
        Generate,
        PromptMessage,
        SamplingParams,
        ThinkingChoice,
        Tools,
    )
    from app.core.remote.server import Server


MOST_PIXELS: Final = 2_000_000
SAMPLE_RATE: Final = 16_000  # hertz, at which sounds are asked for
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_RGB: Final = 2  # colour type
_LEVEL: Final = 6


def part_of(medium: RawImage | RawSound) -> dict[str, Any]:
    """Return a picture or a sound as a part of a message."""
    if isinstance(medium, RawImage):
        return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_png(medium)}"}}
    return {"type": "input_audio", "input_audio": {"data": _wav(medium), "format": "wav"}}


def _png(image: RawImage) -> str:
    """Return a picture as PNG in base64 (www.w3.org/TR/png-3), each row as it is."""
    import numpy as np  # which most starts never need

    pixels = _smaller(np.frombuffer(image.rgb, np.uint8).reshape(image.height, image.width, 3))
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), _LEVEL)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return base64.b64encode(b"".join((_PNG, *chunks))).decode("ascii")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _smaller(pixels: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return a picture of at most `MOST_PIXELS`: each pixel the mean of a square of them.

    Args:
        pixels: uint8 [height, width, 3].
    """
    height, width = pixels.shape[:2]
    step = math.ceil(math.sqrt(height * width / MOST_PIXELS))
    if step <= 1 or min(height, width) < step:
        return pixels
    height, width = height - height % step, width - width % step
    squares = pixels[:height, :width].reshape(height // step, step, width // step, step, 3)
    smaller: np.ndarray[Any, np.dtype[np.uint8]]
    smaller = squares.mean(axis=(1, 3)).round().astype(pixels.dtype)
    return smaller


def _wav(sound: RawSound) -> str:
    """Return a sound as WAV of 16 bits in base64."""
    import numpy as np

    samples = np.clip(np.frombuffer(sound.pcm, "<f4"), -1.0, 1.0)
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((samples * 32767).round().astype("<i2").tobytes())
    return base64.b64encode(target.getvalue()).decode("ascii")


_OPENAI: Final = ("temperature", "top_p", "frequency_penalty", "presence_penalty", "seed")
_LLAMA: Final = (
    *_OPENAI,
    *("dynatemp_range", "dynatemp_exponent", "top_k", "min_p", "typical_p", "top_n_sigma"),
    *("xtc_probability", "xtc_threshold", "dry_multiplier", "dry_base", "dry_allowed_length"),
    *("repeat_penalty", "repeat_last_n", "mirostat", "mirostat_tau", "mirostat_eta"),
)
_VLLM: Final = (*_OPENAI, "top_k", "min_p", "repeat_penalty")
_SAMPLING: Final = {
    ServerKind.HEARTH: _LLAMA,
    ServerKind.LLAMA_SERVER: _LLAMA,
    ServerKind.VLLM: _VLLM,
    ServerKind.SGLANG: _VLLM,
    ServerKind.OTHER: _OPENAI,
}
_OTHER_NAMES: Final = {
    (ServerKind.VLLM, "repeat_penalty"): "repetition_penalty",
    (ServerKind.SGLANG, "repeat_penalty"): "repetition_penalty",
}
_LLAMA_KINDS: Final = (ServerKind.HEARTH, ServerKind.LLAMA_SERVER)
_VLLM_KINDS: Final = (ServerKind.VLLM, ServerKind.SGLANG)
SWITCHING_KINDS: Final = (*_LLAMA_KINDS, *_VLLM_KINDS)  # their templates can be told not to think


def endpoint_of(command: Generate) -> str:
    """Return the end of the address that a request goes to."""
    return "/completions" if command.is_text else "/chat/completions"


def body_of(command: Generate, server: Server, model: str, media: RawMedia) -> dict[str, Any]:
    """Return a request for a streamed answer.

    Raises:
        NotThere: this kind of server cannot do what is wanted.
        MediaGone: a picture or a sound is not there any more.
        MalformedSchema: the form is no JSON.
    """
    body: dict[str, Any] = {
        "model": model,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if command.is_text:
        body["prompt"] = command.messages[-1].text
    else:
        body["messages"] = messages_of(command.messages, media)
        body |= _going_on(command.messages, server)
    body |= _sampling(command.sampling, server.kind)
    body |= _thinking(command.thinking, server.kind)
    body |= _form(command.constraint, server)
    body |= tools_of(command.tools)
    body |= _likelihoods(command)
    if command.max_tokens:
        body["max_tokens"] = command.max_tokens
    if command.stop:
        body["stop"] = list(command.stop)
    return body


def _likelihoods(command: Generate) -> dict[str, Any]:
    """Return what has a server tell how likely tokens were; nothing where nobody wants to know."""
    if command.n_likely is None:
        return {}
    if command.is_text:
        return {"logprobs": command.n_likely}
    return {"logprobs": True, "top_logprobs": command.n_likely}


def tools_of(tools: Tools | None) -> dict[str, Any]:
    """Return the tools of a request in OpenAI's words; nothing for none."""
    if tools is None:
        return {}
    choice: Any = tools.choice.value
    listed = json.loads(tools.described)
    if len(tools.only) == 1 and tools.choice is ToolChoice.REQUIRED:
        choice = {"type": "function", "function": {"name": tools.only[0]}}
    elif tools.only:  # few servers can be told of others, too
        listed = [one for one in listed if one["function"]["name"] in tools.only]
    found = {"tools": listed, "tool_choice": choice}
    return found if tools.many else {**found, "parallel_tool_calls": False}


def messages_of(messages: Sequence[PromptMessage], media: RawMedia) -> list[dict[str, Any]]:
    """Return messages in OpenAI's words, those of the user that follow each other as one.

    Many models' templates refuse two messages of one role in a row, and a server does not say
    beforehand whether its model is one of them.

    Raises:
        MediaGone: a picture or a sound is not there any more.
    """
    joined: list[dict[str, Any]] = []
    for message in messages:
        told = _message(message, media)
        if message.role is Role.USER and joined and joined[-1]["role"] == told["role"]:
            before, after = joined[-1]["content"], told["content"]
            if isinstance(before, str) and isinstance(after, str):
                told["content"] = f"{before}\n\n{after}"
            else:
                told["content"] = [*_parts(before), *_parts(after)]
            joined.pop()
        joined.append(told)
    return joined


def _parts(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _message(message: PromptMessage, media: RawMedia) -> dict[str, Any]:
    if message.role is Role.TOOL:
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
    if message.role is not Role.ASSISTANT:
        return {"role": message.role.value, "content": _content(message, media)}
    # What was thought before is the server's to leave out or to keep; it has only the words.
    said = {"role": "assistant", "content": message.said.answer}
    if not message.calls:
        return said
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in message.calls
    ]
    return {**said, "tool_calls": calls}


def _content(message: PromptMessage, media: RawMedia) -> str | list[dict[str, Any]]:
    if not message.media:
        return message.text
    parts: list[dict[str, Any]] = []
    begin = 0
    for placed in message.media:
        if text := message.text[begin : placed.at]:
            parts.append({"type": "text", "text": text})
        parts.append(part_of(media.get(placed.medium)))
        begin = placed.at
    if text := message.text[begin:]:
        parts.append({"type": "text", "text": text})
    return parts


def _going_on(messages: Sequence[PromptMessage], server: Server) -> dict[str, Any]:
    """Return what has an answer go on that has begun; nothing where none has."""
    if not messages or messages[-1].role is not Role.ASSISTANT:
        return {}
    if server.kind in _LLAMA_KINDS:
        return {}  # a last message of the assistant is gone on with
    if server.kind in _VLLM_KINDS:
        return {"continue_final_message": True, "add_generation_prompt": False}
    raise NotThere(phrase("{server} cannot continue a partial answer.", server=server.name))


def _sampling(sampling: SamplingParams, kind: ServerKind) -> dict[str, Any]:
    chosen = {name: getattr(sampling, name) for name in _SAMPLING[kind]}
    return {
        _OTHER_NAMES.get((kind, name), name): value
        for name, value in chosen.items()
        if value is not None
    }


def _thinking(choice: ThinkingChoice, kind: ServerKind) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if choice.is_on is not None and kind in SWITCHING_KINDS:
        found["chat_template_kwargs"] = {"enable_thinking": choice.is_on}
    if choice.effort:
        found["reasoning_effort"] = choice.effort
    return found


def _form(constraint: Constraint | None, server: Server) -> dict[str, Any]:
    if constraint is None:
        return {}
    if constraint.kind is ConstraintKind.GRAMMAR:
        if server.kind in _LLAMA_KINDS:
            return {"grammar": constraint.text}
        raise NotThere(phrase("{server} does not support grammars.", server=server.name))
    try:
        schema = json.loads(constraint.text)
    except (ValueError, RecursionError) as error:
        from app.core.prompts.grammars.matching import (  # not before there is one
            Fault,
            MalformedSchema,
        )

        words = phrase("This is not readable JSON.")
        raise MalformedSchema(Fault.at(constraint.text, getattr(error, "pos", 0), words)) from error
    named = {"name": "answer", "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": named}}
