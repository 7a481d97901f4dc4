"""What a file is, by what is in it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from app.core.content.media import MediaKind, MediaUnusable
from app.core.media.formats import Readable, format_of
from tests.helpers.media_samples import samples_of_all

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.media.library import MediaLibrary


def iso(brand: bytes, *others: bytes) -> bytes:
    box = b"ftyp" + brand + bytes(4) + b"".join(others)
    return struct.pack(">I", 4 + len(box)) + box + bytes(40)


FOREIGN = {
    "HEIC": iso(b"heic", b"mif1", b"heic"),
    "AVIF": iso(b"mif1", b"avif", b"miaf"),
    "CR3 (RAW)": iso(b"crx ", b"isom"),
    "M4A": iso(b"M4A ", b"isom", b"mp42"),
    "QuickTime": iso(b"qt  "),
    "MP4": iso(b"isom", b"iso2", b"avc1"),
    "SVG": b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- made by hand -->\n<svg xmlns='x'/>",
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "CR2 (RAW)": b"II*\0\x10\0\0\0CR\x02\0",
    "RAF (RAW)": b"FUJIFILMCCD-RAW 0201",
    "ORF (RAW)": b"IIRO\x08\0\0\0",
    "RW2 (RAW)": b"IIU\0\x18\0\0\0",
    "Photoshop": b"8BPS\0\x01",
    "JPEG XL": b"\0\0\0\x0cJXL \r\n\x87\n",
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n",
    "ICO": b"\0\0\x01\0\x01\0",
    "AVI": b"RIFF\x10\0\0\0AVI LIST",
    "WebM or Matroska": b"\x1aE\xdf\xa3\x9fB\x86\x81",
    "Windows Media": b"0&\xb2u\x8ef\xcf\x11\xa6\xd9",
    "Flash Video": b"FLV\x01\x05",
    "MPEG": b"\0\0\x01\xba\x44\0",
    "AIFF": b"FORM\0\0\0\x10AIFFCOMM",
    "AAC": b"\xff\xf1\x50\x80\x02\x1f",
    "AMR": b"#!AMR\n",
    "MIDI": b"MThd\0\0\0\x06",
    "Core Audio": b"caff\0\x01",
    "WavPack": b"wvpk\0\0",
    "Monkey's Audio": b"MAC \x96\x0f",
    "AU": b".snd\0\0\0\x18",
}


def test_every_format_that_is_read_is_known_by_its_content() -> None:
    names = {name: format_of(data[:4096]) for name, data in samples_of_all().items()}

    for name, found in names.items():
        assert isinstance(found, Readable), name
        expected = "WAV" if name.startswith("RF64") else name.split()[0]
        assert found.name == expected
        assert (found.kind is MediaKind.SOUND) == (expected in ("WAV", "FLAC", "OGG", "MP3"))


@pytest.mark.parametrize("name", FOREIGN)
def test_a_format_that_is_not_read_is_named_with_what_to_convert_it_to(
    name: str, library: MediaLibrary
) -> None:
    with pytest.raises(MediaUnusable) as refusal:
        library.add(FOREIGN[name], "holiday.jpg")

    said = str(refusal.value.what)
    assert "“holiday.jpg”" in said
    assert name in said
    assert any(way in str(refusal.value.remedy) for way in ("PNG", "MP3"))
    assert refusal.value.effect.text.startswith("It was not sent.")


@pytest.mark.parametrize(
    "data",
    [
        b"BMW is a maker of cars.",
        b"<!doctype html><p>404",
        b"hello",
        b"\0" * 5000,
        b"PK\x03\x04rest",
        b"R",
        b"RIFF",
    ],
)
def test_what_is_neither_a_picture_nor_a_sound_is_refused_with_what_is(
    data: bytes, library: MediaLibrary, tmp_path: Path
) -> None:
    with pytest.raises(MediaUnusable, match="neither a picture nor a sound") as refusal:
        library.add(data, "photo.png")

    assert "PNG, JPEG" in str(refusal.value.remedy)
    assert not list((tmp_path / "data" / "media").iterdir())


def test_the_first_bytes_of_anything_are_looked_at_without_an_error() -> None:
    for name, data in samples_of_all().items():
        for n_bytes in range(64):
            found = format_of(data[:n_bytes])
            assert found is None or n_bytes > 1, name
