"""What is asked of the model, and the messages it is asked with, however a client says it.

Threads: values only, any thread.
"""

from __future__ import annotations

import base64
import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.core.content.media import MediaKind
from app.core.plain_value import PlainValue, replace
from app.core.protocol import DEFAULT_THINKING, SamplingParams
from app.server.errors import bad_field, unsupported

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.messages import Role, ToolCall
    from app.core.phrases import Phrase
    from app.core.protocol import Constraint, ThinkingChoice, Tools
    from app.server.fields import Fields


MOST_MEDIA: Final = 24  # in one message
LOW_DETAIL_PIXELS: Final = 512 * 512  # what OpenAI's word "low" stands for
_DATA: Final = re.compile(r"\s*data:([^,;]*)((?:;[^,;]*)*),", re.IGNORECASE)
_LONGEST_HEAD: Final = 256  # of a data URL, before its data
_SUFFIX: Final = re.compile(r"[a-z0-9]{2,4}")
_SUFFIXES: Final = {"jpeg": "jpg", "mpeg": "mp3", "x-wav": "wav", "wave": "wav"}


@dataclass(frozen=True, slots=True)
class GivenMedium:
    """A picture or a sound of a message.

    Attributes:
        data: base64 text.
        field: of the request that has it.
        name: that a kept chat calls it by.
        at: it stands before the character of the message's text with this number.
        max_pixels: that the client wants the model to see; 0 for all.
    """

    kind: MediaKind
    data: str = dataclasses.field(repr=False)
    field: str
    name: str
    at: int = 0
    max_pixels: int = 0

    def decoded(self) -> bytes:
        """Return the bytes of its file.

        Raises:
            ApiError: the text is no base64.
        """
        try:
            return base64.b64decode("".join(self.data.split()), validate=True)
        except ValueError:
            raise bad_field(self.field, "is no valid base64.") from None


class AskedMessage(PlainValue, frozen=True):
    """One message of a request; as a `PromptMessage`, but for media that nobody has decoded yet."""

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    media: tuple[GivenMedium, ...] = ()


class MessageParts:
    """The parts of one message in their order: texts, and media between them.

    Args:
        where: the field of the request that has them.
        begins: words before them all.
    """

    def __init__(self, where: str, begins: str = "") -> None:
        self.field = where
        self._begins = begins
        self._texts: list[str] = []
        self._media: list[tuple[int, GivenMedium]] = []  # each with the texts before it

    def __bool__(self) -> bool:
        return bool(self._texts or self._media)

    def add_text(self, text: str) -> None:
        """Add words."""
        self._texts.append(text)

    def add_medium(self, medium: GivenMedium) -> None:
        """Add a picture or a sound.

        Raises:
            ApiError: there are too many.
        """
        if len(self._media) == MOST_MEDIA:
            raise bad_field(
                self.field, f"may hold at most {MOST_MEDIA} pictures and sounds. Send fewer."
            )
        self._media.append((len(self._texts), medium))

    @property
    def text(self) -> str:
        """All words; those of each part begin a line."""
        return self._begins + "\n".join(self._texts)

    def words(self, why_alone: str = "Only messages of the user may have media.") -> str:
        """Return all words.

        Args:
            why_alone: a sentence that says why there may be nothing else.

        Raises:
            ApiError: there is something else.
        """
        if self._media:
            raise unsupported(self._media[0][1].field, why_alone)
        return self.text

    def media(self) -> tuple[GivenMedium, ...]:
        """Return the media, each before the words of the part that follows it."""
        return tuple(replace(medium, at=self._place(n_before)) for n_before, medium in self._media)

    def message(self, role: Role, call_id: str = "") -> AskedMessage:
        """Return the message of a user, or of what came of a tool."""
        return AskedMessage(role, self.text, call_id=call_id, media=self.media())

    def _place(self, n_before: int) -> int:
        if n_before == len(self._texts):
            return len(self.text)
        return len(self._begins) + sum(len(text) + 1 for text in self._texts[:n_before])


def picture_at(address: str, where: str, *, max_pixels: int = 0) -> GivenMedium:
    """Return the picture that a data URL holds.

    Raises:
        ApiError: it is another address.
    """
    found = _DATA.match(address[:_LONGEST_HEAD])
    if found is None:
        raise bad_field(
            where,
            'must hold the picture itself, as "data:image/png;base64,..."; addresses are never '
            "fetched.",
        )
    if "base64" not in found[2].lower().split(";"):
        raise bad_field(where, 'must be in base64, as "data:image/png;base64,...".')
    name = _named("picture", found[1])
    return GivenMedium(MediaKind.IMAGE, address[found.end() :], where, name, 0, max_pixels)


def picture_in_part(part: Fields) -> GivenMedium:
    """Return the picture of a part in OpenAI's words: `image_url` or `input_image`.

    Raises:
        ApiError: there is none in it, or none that can be used.
    """
    value = part.raw("image_url")
    if isinstance(value, str):
        address, where, detail = value, f"{part.path}image_url", part.text("detail")
    elif value is None and part.has("file_id"):
        raise unsupported(f"{part.path}file_id", "No files are kept: send the picture itself.")
    else:
        inner = part.inner("image_url")
        if inner is None:
            raise bad_field(f"{part.path}image_url", "is missing.")
        address, where, detail = inner.text("url"), f"{inner.path}url", inner.text("detail")
    return picture_at(address, where, max_pixels=LOW_DETAIL_PIXELS if detail == "low" else 0)


def sound_in_part(part: Fields) -> GivenMedium:
    """Return the sound of a part in OpenAI's words, `input_audio`.

    Raises:
        ApiError: there is none in it.
    """
    inner = part.inner("input_audio")
    if inner is None or not inner.text("data"):
        raise bad_field(f"{part.path}input_audio.data", "is missing.")
    name = _named("sound", f"audio/{inner.text('format', 'wav')}")
    data = inner.text("data")
    found = _DATA.match(data[:_LONGEST_HEAD])  # some clients send it as an address
    data = data if found is None else data[found.end() :]
    return GivenMedium(MediaKind.SOUND, data, f"{inner.path}data", name)


def picture_in_block(block: Fields) -> GivenMedium:
    """Return the picture of a block in Anthropic's words.

    Raises:
        ApiError: there is none in it, or none that can be used.
    """
    source = block.inner("source")
    if source is None:
        raise bad_field(f"{block.path}source", "is missing.")
    match source.text("type"):
        case "base64":
            data = source.text("data")
            name = _named("picture", source.text("media_type"))
            return GivenMedium(MediaKind.IMAGE, data, f"{source.path}data", name)
        case "url":
            return picture_at(source.text("url"), f"{source.path}url")
        case kind:
            raise unsupported(
                f"{source.path}type", f'Send the picture as "base64"; no "{kind[:60]}" is kept.'
            )


def _named(kind: str, media_type: str) -> str:
    """Return the name of a file without one."""
    subtype = media_type.strip().lower().rpartition("/")[2]
    suffix = _SUFFIXES.get(subtype, subtype)
    return f"{kind}.{suffix}" if _SUFFIX.fullmatch(suffix) else kind


_MOST_SHOWN: Final = 60  # characters of a name
_MOST_LISTED: Final = 6
MOST_ANSWERS: Final = 16  # to one request
MOST_STOPS: Final = 16
MOST_LIKELY: Final = 20
LONGEST_ANSWER: Final = 10_000_000  # tokens, more than any context holds


class Asked(PlainValue, frozen=True):
    """One request for an answer.

    Attributes:
        model: that the client has named; "" for whichever is loaded.
        messages: at least one.
        max_tokens: of the answer; 0 for as many as fit.
        stop: texts that end the answer.
        constraint: the form of the answer; None for any.
        n_answers: to each prompt.
        is_streamed: in pieces, as they come.
        is_text: each message is a text that goes on by itself, without a chat template.
        n_likely, tools, token_biases: as in `Generate`.
        field: of the request that the model reads.
        leaves_out: the oldest turns, where they do not fit the context.
        notes: what whoever looks after the server should know of it; no word of the request.
    """

    model: str
    messages: tuple[AskedMessage, ...]
    sampling: SamplingParams = SamplingParams()
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    thinking: ThinkingChoice = DEFAULT_THINKING
    constraint: Constraint | None = None
    n_answers: int = 1
    is_streamed: bool = False
    is_text: bool = False
    n_likely: int | None = None
    tools: Tools | None = None
    token_biases: tuple[tuple[int, float], ...] = ()
    field: str = "messages"
    leaves_out: bool = False
    notes: tuple[Phrase, ...] = ()


def listed(names: Iterable[str]) -> str:
    """Return some names of a request for a note, each once."""
    given = list(dict.fromkeys(names))
    more = ("…",) if len(given) > _MOST_LISTED else ()
    return ", ".join((*(name[:_MOST_SHOWN] for name in given[:_MOST_LISTED]), *more))
