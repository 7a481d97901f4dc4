"""Requests with pictures and sounds, in the words of each kind of client."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.helpers.media_samples import encoded, quarters, sound, tone

if TYPE_CHECKING:
    from collections.abc import Callable

    Said = tuple[str, int, int]  # the answer, tokens of the prompt, of them at hand

N_TOKENS = 8
PICTURE = encoded(quarters(), "PNG")
OTHER_PICTURE = encoded(quarters().transpose(Image.Transpose.ROTATE_180), "PNG")
SOUND = sound(tone(0.5))


def text_of(data: bytes) -> str:
    """Return bytes as base64 text."""
    return base64.b64encode(data).decode()


def address_of(data: bytes, kind: str = "image/png") -> str:
    """Return bytes as a data URL."""
    return f"data:{kind};base64,{text_of(data)}"


def picture_url(data: bytes, **more: Any) -> dict[str, Any]:
    """A picture in the words of chat completions."""
    return {"type": "image_url", "image_url": {"url": address_of(data), **more}}


def input_audio(data: bytes, kind: str = "wav") -> dict[str, Any]:
    """A sound in the words of chat completions."""
    return {"type": "input_audio", "input_audio": {"data": text_of(data), "format": kind}}


def input_image(data: bytes) -> dict[str, Any]:
    """A picture in the words of responses."""
    return {"type": "input_image", "image_url": address_of(data), "detail": "auto"}


def image_block(data: bytes, kind: str = "image/png") -> dict[str, Any]:
    """A picture in the words of Anthropic's messages."""
    source = {"type": "base64", "media_type": kind, "data": text_of(data)}
    return {"type": "image", "source": source}


def user(*content: Any) -> dict[str, Any]:
    """A message of a user; texts among the parts are made such."""
    return {"role": "user", "content": [_part(one) for one in content]}


def _part(one: Any) -> Any:
    return {"type": "text", "text": one} if isinstance(one, str) else one


def chat(client: Any, messages: list[Any], **options: Any) -> Said:
    """Ask with OpenAI's chat completions."""
    given = {"model": "", "messages": messages, "max_tokens": N_TOKENS, "temperature": 0}
    answer = client.chat.completions.create(**(given | options))
    cached = answer.usage.prompt_tokens_details.cached_tokens
    return answer.choices[0].message.content, answer.usage.prompt_tokens, cached


def respond(client: Any, messages: list[Any], **options: Any) -> Said:
    """Ask with OpenAI's responses."""
    given = {"model": "", "input": messages, "max_output_tokens": N_TOKENS, "temperature": 0}
    answer = client.responses.create(**(given | options))
    usage = answer.usage
    return answer.output_text, usage.input_tokens, usage.input_tokens_details.cached_tokens


def message(client: Any, messages: list[Any], **options: Any) -> Said:
    """Ask with Anthropic's messages."""
    given = {"model": "x", "messages": messages, "max_tokens": N_TOKENS}
    answer = client.messages.create(**(given | options), extra_body={"temperature": 0})
    usage = answer.usage
    n_prompt = usage.input_tokens + usage.cache_read_input_tokens
    return answer.content[0].text, n_prompt, usage.cache_read_input_tokens


# Each kind of client: how it asks, how it says "text", and how it says "picture".
CLIENTS: dict[str, tuple[Callable[..., Said], str, Callable[[bytes], dict[str, Any]]]] = {
    "chat": (chat, "text", picture_url),
    "responses": (respond, "input_text", input_image),
    "messages": (message, "text", image_block),
}
