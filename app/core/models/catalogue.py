"""The real models that Hearth suggests: `resources/models/catalogue.toml` as values.

Facts stand in that file; the sentences stand here, where they are translated. A file of the same
name in the data folder takes its place.

Opens no connection. Threads: pure values, read once; any thread.
"""

from __future__ import annotations

import functools
import logging
import re
import tomllib
from typing import TYPE_CHECKING, Any

from msgspec import ValidationError, convert

from app.core.errors import BugError
from app.core.models.hub_address import HUB
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.system.paths import resource

if TYPE_CHECKING:
    from pathlib import Path

logger = logging.getLogger(__name__)

FILE_NAME = "catalogue.toml"
_NO_LIST = (ValueError, KeyError, TypeError, AttributeError, ValidationError)
_MONTH = re.compile(r"20[0-9]{2}-(0[1-9]|1[0-2])")
_REPO = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9._-]+")
_USABLE_SHARE = 0.9  # of the memory as it is sold, for what systems and drivers keep
_GB = 1 << 30
_WORDS_PER_TOKEN = 0.75

_SUITS = {
    "trying": phrase("For trying things out on any machine; fast, but often wrong."),
    "small": phrase("For everyday questions on a small machine."),
    "open": phrase("For small machines, made in the open: what it learned from is public."),
    "sums": phrase("For maths and code; it thinks before it answers."),
    "talk": phrase("For everyday talk and writing, in many languages."),
    "quick": phrase("For quick answers without a graphics card."),
    "letters": phrase("For writing and translating, with more knowledge than the smaller ones."),
    "patience": phrase("For harder questions, if you have time or a graphics card."),
    "card": phrase("For talk, writing and pictures on a graphics card."),
    "work": phrase("For demanding work; quick for its size, also without a graphics card."),
    "hard": phrase("For the hardest questions, on a graphics card with 24 GB."),
    "code": phrase("For writing and changing programs."),
    "broad": phrase("For demanding work with pictures; quick for its size."),
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


class ModelCatalogue(PlainValue, frozen=True):
    """A list of models, and which of them to use on which machine.

    Attributes:
        suggestions: the one that needs the least memory first.
        picks: what to use by the memory of a machine or a graphics card.
        as_of: the month in which it was looked at, such as "2026-11".
    """

    suggestions: tuple[Suggestion, ...]
    picks: tuple[_Pick, ...] = ()
    as_of: str = ""

    def pick_for(self, ram_bytes: int, gpu_bytes: int = 0) -> Suggestion | None:
        """Return the model to use day by day on a machine; None where none would be a pleasure.

        Args:
            ram_bytes: all memory of the machine.
            gpu_bytes: all memory of its graphics card; 0 without one that Hearth can use. A card
                that is too small for any model counts as none.
        """
        return self.pick_for_gpu(gpu_bytes) or self._pick(ram_bytes, on_gpu=False)

    def pick_for_gpu(self, gpu_bytes: int) -> Suggestion | None:
        """Return the model to use on a graphics card; None where it is too small for any."""
        return self._pick(gpu_bytes, on_gpu=True)

    def named(self, key: str) -> Suggestion | None:
        """Return the model with a key; None where there is none."""
        return next((model for model in self.suggestions if model.key == key), None)

    def _pick(self, memory_bytes: int, *, on_gpu: bool) -> Suggestion | None:
        fitting = [
            pick
            for pick in self.picks
            if pick.on_gpu == on_gpu and pick.memory_gb * _GB * _USABLE_SHARE <= memory_bytes
        ]
        best = max(fitting, key=lambda pick: pick.memory_gb, default=None)
        return None if best is None else self.named(best.model)


@functools.cache
def own_catalogue() -> ModelCatalogue:
    """Return the list that this version came with.

    Raises:
        BugError: it is not what this version expects.
    """
    try:
        return _read(resource(f"models/{FILE_NAME}"))
    except _NO_LIST as error:
        raise BugError(f"the catalogue of models: {error!r}") from error


def catalogue_of(folder: Path) -> ModelCatalogue:
    """Return the list that lies in a folder, else the one that this version came with.

    One that cannot be used counts as none, and is told to the log.
    """
    path = folder / FILE_NAME
    try:
        return _read(path)
    except FileNotFoundError:
        return own_catalogue()
    except (OSError, *_NO_LIST):
        logger.warning("the list of models %s is not used", path, exc_info=True)
        return own_catalogue()


def _read(path: Path) -> ModelCatalogue:
    """Read a file.

    Raises:
        OSError: it cannot be read.
        ValueError and others of `_NO_LIST`: it is no such list.
    """
    said = tomllib.loads(path.read_text("utf-8"))
    models = sorted(map(_suggestion, said["model"]), key=lambda model: model.ram_bytes)
    picks = tuple(convert(row, _Pick) for row in said.get("pick", ()))
    if not models or not {pick.model for pick in picks} <= {model.key for model in models}:
        raise ValueError("it picks a model that it does not have")
    as_of = str(said.get("as_of", ""))
    if as_of and not _MONTH.fullmatch(as_of):
        raise ValueError("as_of is no month")
    return ModelCatalogue(tuple(models), picks, as_of)


def _suggestion(row: dict[str, Any]) -> Suggestion:
    """Return a model; what a newer list says it is for is shown in the words of that list."""
    suits = row["suits"]
    model = convert({**row, "suits": _SUITS.get(suits) or Phrase(str(suits))}, Suggestion)
    if not _REPO.fullmatch(model.repo) or min(model.size_bytes, model.ram_bytes) <= 0:
        raise ValueError(f"{model.key}: no repository, or no size")
    return model
