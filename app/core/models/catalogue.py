"""The real models that Hearth suggests: `resources/models/catalogue.toml` as values.

Facts stand in that file; the sentences stand here, where they are translated.

Opens no connection. Threads: pure values, read once; any thread.
"""

from __future__ import annotations

import functools
import tomllib
from typing import TYPE_CHECKING, Any

from app.core.errors import BugError
from app.core.models.hub_address import HUB
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.paths import resource

if TYPE_CHECKING:
    from app.core.phrases import Phrase

_USABLE_SHARE = 0.9  # of the memory as it is sold, for what systems and drivers keep
_GB = 1 << 30
_WORDS_PER_TOKEN = 0.75

_SUITS = {
    "trying": phrase("For trying things out on any machine; fast, but often wrong."),
    "sums": phrase("For maths and code; it thinks before it answers."),
    "talk": phrase("For everyday talk and writing, in many languages."),
    "patience": phrase("For harder questions, if you have time or a graphics card."),
    "strong": phrase("For demanding work on a powerful machine; it knows the most."),
}


class Suggestion(PlainValue, frozen=True):
    """One model.

    Attributes:
        key: its name within the catalogue.
        repo: "author/name" on the hub.
        file: the one to download.
        quantisation: stands in the name of that file.
        size_bytes: of that file.
        projector_bytes: of what it needs to see pictures and is downloaded along; 0 for none.
        licence: the name under which it is known.
        active_bytes: of the weights that are read for each token, where that is not all of them.
        ram_bytes: needed to chat with it.
        suits: one sentence: for whom it is.
    """

    key: str
    name: str
    repo: str
    file: str
    quantisation: str
    size_bytes: int
    ram_bytes: int
    suits: Phrase
    licence: str
    projector_bytes: int = 0
    active_bytes: int = 0

    @property
    def sees(self) -> bool:
        """Whether it can be shown pictures."""
        return self.projector_bytes > 0

    def words_per_s(self, read_speed: float) -> float:
        """Return how fast it answers, about, in English words a second.

        Args:
            read_speed: bytes of weights that the machine reads in a second.
        """
        return _WORDS_PER_TOKEN * read_speed / (self.active_bytes or self.size_bytes)

    @property
    def download_bytes(self) -> int:
        """Of all that is downloaded."""
        return self.size_bytes + self.projector_bytes

    @property
    def page(self) -> str:
        """The web address of its repository."""
        return f"{HUB}/{self.repo}"


class _Pick(PlainValue, frozen=True):
    memory_gb: int
    on_gpu: bool
    model: str


class _Catalogue(PlainValue, frozen=True):
    models: tuple[Suggestion, ...]
    picks: tuple[_Pick, ...]


def suggestions() -> tuple[Suggestion, ...]:
    """Return all models, the one that needs the least memory first."""
    return _catalogue().models


def pick_for(ram_bytes: int, gpu_bytes: int = 0) -> Suggestion | None:
    """Return the model to use day by day on a machine; None where none would be a pleasure.

    Args:
        ram_bytes: all memory of the machine.
        gpu_bytes: all memory of its graphics card; 0 without one that Hearth can use. A card that
            is too small for any model counts as none.
    """
    return pick_for_gpu(gpu_bytes) or _pick(ram_bytes, on_gpu=False)


def pick_for_gpu(gpu_bytes: int) -> Suggestion | None:
    """Return the model to use on a graphics card; None where it is too small for any."""
    return _pick(gpu_bytes, on_gpu=True)


def _pick(memory_bytes: int, *, on_gpu: bool) -> Suggestion | None:
    fitting = [
        pick
        for pick in _catalogue().picks
        if pick.on_gpu == on_gpu and pick.memory_gb * _GB * _USABLE_SHARE <= memory_bytes
    ]
    if not fitting:
        return None
    best = max(fitting, key=lambda pick: pick.memory_gb)
    return next(model for model in suggestions() if model.key == best.model)


@functools.cache
def _catalogue() -> _Catalogue:
    """Read the file.

    Raises:
        BugError: it is not what this version expects.
    """
    said = tomllib.loads(resource("models/catalogue.toml").read_text("utf-8"))
    try:
        models = tuple(_suggestion(row) for row in said["model"])
        picks = tuple(_Pick(**row) for row in said["pick"])
    except (KeyError, TypeError) as error:
        raise BugError(f"the catalogue of models: {error!r}") from error
    if not {pick.model for pick in picks} <= {model.key for model in models}:
        raise BugError("the catalogue of models picks one that it does not have")
    return _Catalogue(tuple(sorted(models, key=lambda model: model.ram_bytes)), picks)


def _suggestion(row: dict[str, Any]) -> Suggestion:
    return Suggestion(**{**row, "suits": _SUITS[row["suits"]]})
