"""What the user has chosen of the API, as one value that other threads may read.

Threads: `api_choices` on the thread of the settings; its result on any.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.models.library import LibraryChoices, library_choices
from app.core.settings import (
    API_ENABLED,
    API_KEEP_CHATS,
    API_KEEP_MEMORY,
    API_LOAD_MODELS,
    API_NAMES,
    API_ORIGINS,
    API_PORT,
    API_SHARE_CHATS,
    MODEL_FOLDERS,
    OTHER_PROGRAMS,
)

if TYPE_CHECKING:
    from app.core.settings import Settings

API_ROWS = (
    API_ENABLED,
    API_PORT,
    API_KEEP_MEMORY,
    API_LOAD_MODELS,
    API_SHARE_CHATS,
    API_KEEP_CHATS,
    API_NAMES,
    API_ORIGINS,
    MODEL_FOLDERS,
    OTHER_PROGRAMS,
)


@dataclass(frozen=True, slots=True)
class ApiChoices:
    """The settings of the group "API".

    Attributes:
        port: that it listens at.
        keeps_memory: whether the memory of other programs' conversations is kept.
        may_load: whether a program may have another model loaded.
        library: where models are looked for.
        shares_chats: whether a program may read the user's chats and go on with them.
        keeps_chats: whether what programs ask becomes chats.
        names: by which this machine may be asked, beside its own.
        origins: of web pages that may ask.
    """

    is_on: bool = False
    port: int = API_PORT.default
    keeps_memory: bool = True
    may_load: bool = False
    library: LibraryChoices = field(default_factory=LibraryChoices)
    shares_chats: bool = False
    keeps_chats: bool = False
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


def api_choices(settings: Settings) -> ApiChoices:
    """Return what is chosen now."""
    return ApiChoices(
        is_on=settings.get(API_ENABLED) == "on",
        port=settings.get(API_PORT),
        keeps_memory=settings.get(API_KEEP_MEMORY) == "on",
        may_load=settings.get(API_LOAD_MODELS) == "on",
        library=library_choices(settings),
        shares_chats=settings.get(API_SHARE_CHATS) == "on",
        keeps_chats=settings.get(API_KEEP_CHATS) == "on",
        names=tuple(name.lower() for name in _parts(settings.get(API_NAMES))),
        origins=tuple(origin.rstrip("/") for origin in _parts(settings.get(API_ORIGINS))),
    )


def _parts(text: str) -> list[str]:
    """Return what stands on the lines of a text, or between its commas and blanks."""
    return text.replace(",", " ").split()
