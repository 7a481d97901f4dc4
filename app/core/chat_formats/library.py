"""The library of chat formats, by ctypes.

Text goes in and comes out as JSON. A template runs in there without a limit on its time: who
applies one that comes from a model file does so in a child that can be ended. Parsing runs none.

Threads: any; nothing is kept between calls.
"""

from __future__ import annotations

import ctypes
import functools
import json
import sys
from typing import TYPE_CHECKING, Any

from app.core.chat_formats.values import ChatFormat, ParsedAnswer
from app.core.errors import KnownError
from app.core.ggml.native_library import library_folder, open_library
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chat_formats.values import ChatRequest


class ChatFormatsMissing(KnownError):
    """The library is not there, or not one of this version."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            what=phrase("The part of llama.cpp that knows chat formats is not installed."),
            effect=phrase("Thinking is told apart by the commonest marks only."),
            remedy=phrase("Install Hearth from its package, or with its own make."),
            detail=detail,
        )


class ChatFormatFailed(KnownError):
    """llama.cpp makes nothing of a template, or of what a model said."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("llama.cpp does not understand this model's chat template."),
            effect=phrase("Its thinking and its calls of tools are not told apart."),
            remedy=phrase("Nothing needs to be done to chat with it."),
            detail=detail,
        )


_NAMES = {"win32": "hearth-chat.dll", "darwin": "libhearth-chat.dylib"}
_ON_OTHERS = "libhearth-chat.so"


class ChatFormats:
    """What llama.cpp knows of chat formats.

    Args:
        path: of the library.

    Raises:
        ChatFormatsMissing: it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        try:
            library = open_library(path)
            self._apply = _door(library, "hearth_chat_apply")
            self._parse = _door(library, "hearth_chat_parse")
            self._free = library.hearth_chat_free
        except (OSError, AttributeError) as error:
            raise ChatFormatsMissing(str(error)) from error
        self._free.argtypes = (ctypes.c_void_p,)
        self._free.restype = None

    def apply(self, request: ChatRequest) -> ChatFormat:
        """Apply a template to messages, and derive how the model will answer.

        Raises:
            ChatFormatFailed: llama.cpp makes nothing of it; its reason is the detail.
        """
        answer = self._ask(self._apply, request.as_json())
        return ChatFormat.of_json(answer)

    def parse(self, chat_format: ChatFormat, text: str, *, is_partial: bool) -> ParsedAnswer:
        """Take apart what a model has said so far.

        Args:
            chat_format: of the prompt that it was given.
            text: without the prompt, from its first character on.
            is_partial: it goes on; what may be the beginning of a mark is held back.

        Raises:
            ChatFormatFailed: it is not of that format.
        """
        request = {
            "format": chat_format.number,
            "parser": chat_format.parser,
            "generation_prompt": chat_format.generation_prompt,
            "text": text,
            "is_partial": is_partial,
        }
        return ParsedAnswer.of_json(self._ask(self._parse, request))

    def _ask(self, door: Any, request: object) -> dict[str, Any]:
        try:
            # ASCII, so that a half of a surrogate pair is an escape that C++ refuses.
            written = json.dumps(request).encode("ascii")
        except RecursionError as error:
            raise ChatFormatFailed("it is nested too deeply") from error
        pointer = door(written)
        if not pointer:
            raise MemoryError("no memory for a chat format")
        try:
            answer: dict[str, Any] = json.loads(ctypes.string_at(pointer))
        finally:
            self._free(pointer)
        if "error" in answer:
            raise ChatFormatFailed(str(answer["error"]))
        return answer


@functools.cache
def find_chat_formats() -> ChatFormats:
    """Return llama.cpp's chat formats, from the library beside llama.cpp's own.

    Raises:
        ChatFormatsMissing: this installation has none.
    """
    return ChatFormats(library_folder() / _NAMES.get(sys.platform, _ON_OTHERS))


def _door(library: ctypes.CDLL, name: str) -> Any:
    function = getattr(library, name)
    function.argtypes = (ctypes.c_char_p,)
    function.restype = ctypes.c_void_p
    return function
