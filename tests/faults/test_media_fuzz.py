"""Files with something wrong, of every format: each is a medium or a refusal, and no more.

`HEARTH_MEDIA_FUZZ=4000` tries so many; without it there are a hundred, in a long run more.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import psutil

from app.core.content.media import MediaKind, MediaUnusable, RawMedia
from app.core.decoding.decoder import TIMEOUT_S, Decoder
from app.core.media.library import MediaLibrary
from tests.helpers.harm import how_often
from tests.helpers.media_samples import mutated, samples_of_all

if TYPE_CHECKING:
    from pathlib import Path

N_FILES = how_often("HEARTH_MEDIA_FUZZ", 100, 300)
SEED = 20_261_125
MAX_GROWTH_BYTES = 300_000_000


def test_a_file_with_something_wrong_is_a_medium_or_refused_in_words(tmp_path: Path) -> None:
    dice = random.Random(SEED)
    samples = samples_of_all()
    names = sorted(samples)
    this = psutil.Process()
    before = this.memory_info().rss
    decoder = Decoder()
    n_read, n_refused, slowest = 0, 0, 0.0
    with MediaLibrary(tmp_path / "data", tmp_path / "cache", decoder) as library:
        for number in range(N_FILES):
            name = names[number % len(names)]
            data = mutated(samples[name], dice)
            began = time.monotonic()
            try:
                file = library.add(data, name)
                ref = library.raw(file, max_side=64)
                if file.kind is MediaKind.IMAGE:
                    assert library.thumbnail(file, 16)
                assert RawMedia(tmp_path / "cache").get(ref)
                n_read += 1
            except MediaUnusable as refusal:
                n_refused += bool(refusal.what.text and refusal.remedy.text)
            slowest = max(slowest, time.monotonic() - began)
        assert this.memory_info().rss - before < MAX_GROWTH_BYTES
    # Both happen, or something else is tried than was meant.
    assert n_read + n_refused == N_FILES
    assert n_read > N_FILES / 10
    assert n_refused > N_FILES / 5
    assert slowest < TIMEOUT_S
    assert decoder.pid is None
