"""Sounds: what is made of each kind, and what is refused."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.content.media import MediaKind, MediaUnusable, RawMedia, RawSound
from app.core.errors import BugError
from tests.helpers.media_samples import SOUND_FORMATS, sound, tone, wav

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.content.media import MediaFile
    from app.core.media.library import MediaLibrary


def heard(
    library: MediaLibrary, file: MediaFile, tmp_path: Path, rate: int = 16_000
) -> NDArray[np.float32]:
    medium = RawMedia(tmp_path / "cache" / "media").get(library.raw(file, sample_rate=rate))
    assert isinstance(medium, RawSound)
    return np.frombuffer(medium.pcm, "<f4")


def pitch(samples: NDArray[np.float32], rate: int) -> float:
    """Return the loudest frequency in Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * rate / len(samples)


def test_every_format_comes_out_as_the_sound_that_went_in(
    library: MediaLibrary, tmp_path: Path
) -> None:
    for kind, subtype in SOUND_FORMATS:
        data = sound(tone(channels=2), kind, subtype)

        file = library.add(data, f"tone.{kind}")
        samples = heard(library, file, tmp_path)

        assert (file.kind, file.width, file.height) == (MediaKind.SOUND, 0, 0), kind
        assert abs(file.duration_ms - 1000) <= 60
        assert abs(len(samples) - 16_000) <= 1000
        assert abs(pitch(samples, 16_000) - 440) < 3
        assert abs(float(np.abs(samples[2000:14_000]).max()) - 0.5) < 0.05


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
def test_a_sound_is_brought_to_the_rate_that_is_asked_for(
    library: MediaLibrary, tmp_path: Path, rate: int
) -> None:
    file = library.add(sound(tone(0.5, rate), rate=rate), "tone.wav")

    for wanted in (16_000, 48_000):
        samples = heard(library, file, tmp_path, wanted)
        assert abs(len(samples) - wanted // 2) <= 2
        assert abs(pitch(samples, wanted) - 440) < 5


def test_what_no_lower_rate_can_say_is_left_out_of_it(
    library: MediaLibrary, tmp_path: Path
) -> None:
    at = np.arange(48_000) / 48_000
    whistle = (0.9 * np.sin(2 * np.pi * 15_000 * at)).astype(np.float32)

    samples = heard(library, library.add(sound(whistle), "whistle.wav"), tmp_path)

    # Taken as it is, every third sample would be a tone of 1,000 Hz.
    assert float(np.abs(samples[1000:-1000]).max()) < 0.01


def test_channels_become_one_and_no_sample_is_louder_than_can_be(
    library: MediaLibrary, tmp_path: Path
) -> None:
    left = np.stack([tone(0.2), np.zeros(9600, np.float32)], axis=1)
    loud = np.full(9600, 3e38, np.float32)

    half = heard(library, library.add(sound(left), "left.wav"), tmp_path)
    clipped = heard(
        library, library.add(sound(loud, subtype="FLOAT"), "loud.wav"), tmp_path, 48_000
    )

    assert abs(float(np.abs(half).max()) - 0.25) < 0.02
    assert set(clipped.tolist()) == {1.0}


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_samples_that_are_no_numbers_are_refused(library: MediaLibrary, wrong: float) -> None:
    samples = tone(0.1)
    samples[1234] = wrong

    with pytest.raises(MediaUnusable, match="invalid samples"):
        library.add(sound(samples, subtype="FLOAT"), "nan.wav")


@pytest.mark.parametrize("n_samples", [0, 1, 2, 159])
def test_a_sound_of_almost_nothing_is_refused(library: MediaLibrary, n_samples: int) -> None:
    with pytest.raises(MediaUnusable, match="too short") as refusal:
        library.add(wav(n_samples, 16_000), "click.wav")
    assert "hundredth" in str(refusal.value.remedy)


def test_the_shortest_sound_can_be_given_to_any_projector(
    library: MediaLibrary, tmp_path: Path
) -> None:
    file = library.add(wav(160, 16_000), "click.wav")

    assert file.duration_ms == 10
    assert len(heard(library, file, tmp_path, 8_000)) == 80
    assert len(heard(library, file, tmp_path, 16_000)) == 160


@pytest.mark.parametrize("rate", [0, 1, 999, 768_001, 0x7FFFFFFF])
def test_a_sound_at_a_rate_that_nothing_has_is_refused(library: MediaLibrary, rate: int) -> None:
    data = bytearray(wav(1000, 8000))
    data[24:28] = struct.pack("<I", rate)

    with pytest.raises(MediaUnusable, match=r"samples per second|damaged"):
        library.add(bytes(data), "odd.wav")


def test_ten_hours_of_silence_are_refused_before_they_are_decoded(library: MediaLibrary) -> None:
    data = bytearray(sound(np.zeros(96_000, np.float32), "FLAC", rate=48_000))
    # STREAMINFO, behind rate, channels and bits: 36 bits of how many samples there are.
    n_samples = 10 * 3600 * 48_000
    data[21] = (data[21] & 0xF0) | n_samples >> 32
    data[22:26] = struct.pack(">I", n_samples & 0xFFFFFFFF)

    with pytest.raises(MediaUnusable, match="longer than an hour") as refusal:
        library.add(bytes(data), "silence.flac")
    assert "parts" in str(refusal.value.remedy)


def test_an_hour_and_a_bit_is_refused_and_an_hour_is_heard(
    library: MediaLibrary, tmp_path: Path
) -> None:
    hour = np.zeros(3600 * 1000, np.float32)

    file = library.add(sound(hour, "FLAC", rate=1000), "hour.flac")
    with pytest.raises(MediaUnusable, match="longer than an hour"):
        library.add(sound(np.zeros(3600 * 1000 + 1, np.float32), rate=1000), "more.wav")

    assert file.duration_ms == 3_600_000
    assert len(heard(library, file, tmp_path, 8000)) == 3600 * 8000


def test_a_flac_that_is_cut_off_is_refused(library: MediaLibrary) -> None:
    noise = np.random.default_rng(3).uniform(-0.5, 0.5, 48_000).astype(np.float32)
    data = sound(noise, "FLAC")

    with pytest.raises(MediaUnusable, match="damaged or incomplete"):
        library.add(data[: len(data) // 2], "half.flac")


def test_a_flac_behind_tags_of_an_mp3_is_heard(library: MediaLibrary) -> None:
    tags = b"ID3\x03\0\0\0\0\0\x0a" + bytes(10)

    assert library.add(tags + sound(tone(0.5), "FLAC"), "tagged.flac").duration_ms == 500


def test_a_wav_that_its_recorder_did_not_finish_is_heard_as_far_as_it_goes(
    library: MediaLibrary,
) -> None:
    data = bytearray(wav(16_000, 16_000))
    data[4:8] = data[40:44] = b"\xff\xff\xff\xff"

    assert library.add(bytes(data), "cut.wav").duration_ms == 1000


def test_a_rate_that_no_projector_has_is_nothing_to_ask_for(library: MediaLibrary) -> None:
    file = library.add(wav(1000, 16_000), "a.wav")
    for rate in (0, 1, 48_001):
        with pytest.raises(BugError):
            library.raw(file, sample_rate=rate)
