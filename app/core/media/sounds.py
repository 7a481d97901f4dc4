"""Sounds, decoded by libsndfile and brought to a rate by libsoxr; imported in the child alone.

A sound is read in blocks and never held whole, so that an hour takes no more memory than a second.

Threads: one.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Final

import numpy as np
import soundfile
import soxr

from app.core.content.media import MAX_SAMPLES, MIN_SAMPLES
from app.core.decoding.wire import DecodingRefused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Samples = NDArray[np.float32]
    Source = Path | io.BytesIO

MAX_SECONDS: Final = 3600
_LEAST_SECONDS = 0.01
_MIN_RATE, _MAX_RATE = 1_000, 768_000
_MAX_CHANNELS = 32
_BLOCK_VALUES = 1 << 19  # 2 MB
_FORMATS: Final = {
    "WAV": ("WAV", "WAVEX", "RF64"),
    "FLAC": ("FLAC",),
    "OGG": ("OGG",),
    "MP3": ("MP3", "MPEG", "FLAC", "WAV", "WAVEX"),  # as it begins; some programs put tags there
}


def duration_of(source: Source, name: str) -> int:
    """Decode all of a sound, and return its length in milliseconds.

    Raises:
        DecodingRefused: it cannot be read, is too long or too short.
    """
    with _opened(source, name) as sound:
        n_frames = sum(len(block) for block in _blocks(sound))
        if sound.format == "FLAC" and n_frames < sound.frames:
            raise DecodingRefused("damaged", detail=f"{n_frames} of {sound.frames} frames")
        if n_frames < max(MIN_SAMPLES, _LEAST_SECONDS * sound.samplerate):
            raise DecodingRefused("short")
        return max(1, round(1000 * n_frames / int(sound.samplerate)))


def samples_of(source: Source, name: str, rate: int) -> Iterator[Samples]:
    """Yield the samples of a sound, one channel, at another rate, between -1 and 1.

    Raises:
        DecodingRefused: it cannot be read, is too long, or has samples that are no numbers.
    """
    with _opened(source, name) as sound:
        if sound.samplerate == rate:
            yield from (np.clip(block, -1.0, 1.0) for block in _blocks(sound))
            return
        resampler = soxr.ResampleStream(sound.samplerate, rate, 1, dtype="float32")
        for block in _blocks(sound):
            yield np.clip(resampler.resample_chunk(block), -1.0, 1.0)
        rest = resampler.resample_chunk(np.zeros(0, np.float32), last=True)
        yield np.clip(rest, -1.0, 1.0)


def limited(blocks: Iterator[Samples]) -> Iterator[Samples]:
    """Yield no more samples than a medium may have.

    Raises:
        DecodingRefused: there are more.
    """
    n_samples = 0
    for block in blocks:
        n_samples += len(block)
        if n_samples > MAX_SAMPLES:
            raise DecodingRefused("long")
        yield block


def _opened(source: Source, name: str) -> soundfile.SoundFile:
    """Open a sound of a bearable shape."""
    file: io.BytesIO | str | bytes
    if isinstance(source, io.BytesIO):
        file = source
    else:  # of which a path is bytes that need not be text, but on Windows
        file = str(source) if sys.platform == "win32" else os.fsencode(source)
    try:
        sound = soundfile.SoundFile(file)
    except soundfile.LibsndfileError as error:
        raise DecodingRefused("damaged", detail=str(error)) from error
    try:
        _check(sound, name)
    except BaseException:
        sound.close()
        raise
    return sound


def _check(sound: soundfile.SoundFile, name: str) -> None:
    if sound.format not in _FORMATS[name]:
        raise DecodingRefused("damaged", detail=f"{sound.format} in a file that begins like {name}")
    rate, channels = sound.samplerate, sound.channels
    if not (_MIN_RATE <= rate <= _MAX_RATE and 1 <= channels <= _MAX_CHANNELS):
        raise DecodingRefused("rate", rate=rate, channels=channels)
    is_guess = sound.format in ("MP3", "MPEG")  # how long it is, before it was decoded
    if not is_guess and sound.frames > MAX_SECONDS * rate:
        raise DecodingRefused("long")


def _blocks(sound: soundfile.SoundFile) -> Iterator[Samples]:
    """Yield what a file holds as one channel, at its own rate."""
    n_frames, most = 0, MAX_SECONDS * sound.samplerate
    size = max(1, _BLOCK_VALUES // sound.channels)
    while True:
        try:
            block = sound.read(size, dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise DecodingRefused("damaged", detail=str(error)) from error
        if not len(block):
            return
        n_frames += len(block)
        if n_frames > most:
            raise DecodingRefused("long")
        if not np.isfinite(block).all():
            raise DecodingRefused("numbers")
        # The mean of float32 as float64: of two loud channels the sum may be infinite.
        yield block.mean(axis=1, dtype=np.float64).astype(np.float32)
