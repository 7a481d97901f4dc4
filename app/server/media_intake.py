"""Turns the pictures and sounds of a request into what the model is given, as long as it lasts.

Nothing of them stays: what the model is given lies in the folder of raw media until the answer has
ended. Only where the user has what programs ask kept as chats, their files stay with those.

Threads: the server's event loop; everything is decoded and written on threads aside.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

from app.core.content.media import MAX_PIXELS, MediaKind, MediaUnusable
from app.core.errors import KnownError
from app.core.media.refusals import NoRoomForMedia
from app.core.protocol import PlacedMedium, PromptMessage
from app.server.errors import BAD_REQUEST, NOT_READY, TOO_MANY, ApiError, of_problem
from app.server.served_model import model_name

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

    from app.core.content.media import MediaFile, MediaRef
    from app.core.media.library import MediaLibrary
    from app.core.media.passing import MediaHold
    from app.core.protocol import ModelInfo, Senses
    from app.server.asked import AskedMessage, GivenMedium

T = TypeVar("T")
_RETRY_S = 5
_MOST_AT_ONCE = 2  # each takes memory


class MediaIntake:
    """Takes in the media of the requests of one server.

    Args:
        library: decodes them.
        model: waits for the model that answers.
    """

    def __init__(self, library: MediaLibrary, model: Callable[[], Awaitable[ModelInfo]]) -> None:
        self._library = library
        self._model = model
        self._turns = asyncio.Semaphore(_MOST_AT_ONCE)
        asyncio.get_running_loop().run_in_executor(None, library.passing.clean_up)

    @contextlib.asynccontextmanager
    async def taken_in(
        self, messages: Sequence[AskedMessage], *, is_computed: bool = True
    ) -> AsyncGenerator[tuple[PromptMessage, ...], None]:
        """Give messages as the engine needs them; their media are there for it meanwhile.

        Args:
            messages: of a request.
            is_computed: whether the model looks at them; else they are only counted.

        Raises:
            ApiError: a medium cannot be used, or the model takes none.
        """
        given = [medium for message in messages for medium in message.media]
        if not given:
            yield tuple(_prompt_message(message, {}) for message in messages)
            return
        info = await self._model()
        for medium in given:
            _require_sense(info, medium)
        hold = self._library.passing.hold()
        if not is_computed:
            hold.close()  # it names what it is given then, and puts nothing anywhere
        try:
            refs: dict[str, MediaRef] = {}
            for medium in given:
                refs[medium.field] = await self._run(self._take, medium, info.senses, hold)
            yield tuple(_prompt_message(message, refs) for message in messages)
        finally:
            await asyncio.to_thread(hold.close)

    async def keep(self, given: Sequence[GivenMedium]) -> tuple[MediaFile, ...]:
        """Keep the files of media beside the chats.

        Raises:
            KnownError: one cannot be kept.
        """
        return tuple([await self._run(self._keep, medium) for medium in given])

    def _keep(self, medium: GivenMedium) -> MediaFile:
        return self._library.add(medium.decoded(), medium.name)

    def _take(self, medium: GivenMedium, senses: Senses, hold: MediaHold) -> MediaRef:
        """Decode a medium, and put it where the model finds it. A thread aside."""
        name = medium.field
        try:
            raw = self._library.passing.decode(
                medium.decoded(),
                name,
                medium.kind,
                max_pixels=medium.max_pixels or MAX_PIXELS,
                sample_rate=senses.sample_rate,
            )
            return hold.add(raw, name)
        except NoRoomForMedia as error:
            told = f"{error.what} {error.remedy}"
            raise ApiError(TOO_MANY, told, retry_after_s=_RETRY_S) from error
        except MediaUnusable as error:
            told = f"{error.what} {error.remedy}"
            raise ApiError(BAD_REQUEST, told, field=medium.field, code="invalid_value") from error
        except KnownError as error:
            raise of_problem(error.problem(), NOT_READY) from error

    async def _run(self, work: Callable[..., T], *arguments: Any) -> T:
        async with self._turns:
            return await asyncio.to_thread(work, *arguments)


def _prompt_message(message: AskedMessage, refs: dict[str, MediaRef]) -> PromptMessage:
    media = tuple(PlacedMedium(refs[one.field], one.at) for one in message.media)
    return PromptMessage(
        message.role, message.text, calls=message.calls, call_id=message.call_id, media=media
    )


def _require_sense(info: ModelInfo, medium: GivenMedium) -> None:
    """Refuse what the model cannot take.

    Raises:
        ApiError: it sees no pictures, or hears no sounds.
    """
    is_image = medium.kind is MediaKind.IMAGE
    if info.senses.sees if is_image else info.senses.hears:
        return
    cannot = "see pictures" if is_image else "hear sounds"
    raise ApiError(
        BAD_REQUEST,
        f'The loaded model "{model_name(info)}" cannot {cannot}. Load one that can in Hearth: such '
        'a model comes with a second GGUF file, its projector (often named "mmproj"), which lies '
        "beside it or is chosen in the settings of the model, or with --projector.",
        field=medium.field,
        code="model_cannot_see" if is_image else "model_cannot_hear",
    )
