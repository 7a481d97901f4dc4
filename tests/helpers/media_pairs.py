"""Tiny pairs of a text model and a projector, one for each way in which media enter a sequence."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_lfm2, write_tiny_qwen2vl
from tests.helpers.tiny_projectors import GRID, write_projector
from tests.helpers.tiny_qwen35 import write_tiny_qwen35

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.helpers.tiny_projectors import Audio, Vision

WINDOW = 32

# What libmtmd puts around media, or looks up when it loads a projector: each one token.
MARKERS = (
    "<start_of_image>",
    "<end_of_image>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<fake_token_around_image>",
    "<global-img>",
    "\n\n",
    *(f"<row_{row}_col_{col}>" for row, col in itertools.product(range(1, GRID + 1), repeat=2)),
)


def _gemma3(path: Path) -> Path:
    return write_tiny_gemma3(path, window=WINDOW, markers=MARKERS)


def _llama(path: Path) -> Path:
    return write_tiny_llama(path, markers=MARKERS)


def _lfm2(path: Path) -> Path:
    return write_tiny_lfm2(path, markers=MARKERS)


def _qwen2vl(path: Path) -> Path:
    return write_tiny_qwen2vl(path, markers=MARKERS)


def _qwen35(path: Path) -> Path:
    return write_tiny_qwen35(path, markers=MARKERS)


@dataclass(frozen=True)
class Pair:
    """A text model and what it sees and hears with.

    Attributes:
        load: fields of `LoadModel`.
        is_exact: whether a restored state computes the very same numbers; a window without flash
            attention sums in another order.
        has_snapshots: whether its memory cannot be cut.
    """

    name: str
    write_text: Callable[[Path], Path]
    vision: Vision = ""
    audio: Audio = ""
    load: dict[str, Any] = field(default_factory=dict)
    is_exact: bool = True
    has_snapshots: bool = False

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both files; return the text model and the projector."""
        text = self.write_text(folder / f"{self.name}.gguf")
        return text, self.write_projector(folder)

    def write_projector(self, folder: Path, *, seed: int = 0) -> Path:
        """Write the projector alone."""
        path = folder / f"{self.name}-mmproj.gguf"
        return write_projector(path, vision=self.vision, audio=self.audio, seed=seed)

    def __str__(self) -> str:
        return self.name


_PLAIN = {"flash_attention": False}


def pairs() -> list[Pair]:
    """Return a pair for each kind of memory and each kind of projector."""
    return [
        Pair("siglip", _gemma3, vision="gemma3"),
        Pair("siglip-plain", _gemma3, vision="gemma3", load=_PLAIN, is_exact=False),
        Pair("mrope", _qwen2vl, vision="qwen2vl_merger"),
        Pair("mrope-plain", _qwen2vl, vision="qwen2vl_merger", load=_PLAIN),
        Pair("slices", _llama, vision="idefics3"),
        Pair("sound", _llama, audio="ultravox"),
        Pair("both", _llama, vision="idefics3", audio="ultravox"),
        Pair("mrope-sound", _qwen2vl, vision="qwen2vl_merger", audio="ultravox"),
        Pair("hybrid", _lfm2, vision="idefics3", has_snapshots=True),
        Pair("hybrid-mrope", _qwen35, vision="qwen2vl_merger", has_snapshots=True),
    ]


def pair_of(name: str) -> Pair:
    """Return a pair by its name."""
    return next(pair for pair in pairs() if pair.name == name)
