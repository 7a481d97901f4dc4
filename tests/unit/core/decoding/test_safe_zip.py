"""Archives of strangers are held against limits before anything is unpacked."""

from __future__ import annotations

import io
import zipfile

import pytest

from app.core.decoding.safe_zip import BoundedZip
from app.core.decoding.wire import DecodingRefused


def archive(data: bytes, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as written:
        written.writestr("part", data)
    return file.getvalue()


def code_of(data: bytes, max_bytes: int = 1 << 20) -> object:
    with pytest.raises(DecodingRefused) as caught:
        BoundedZip(data).read("part", max_bytes)
    return caught.value.said["code"]


def test_a_part_is_read_as_it_was() -> None:
    assert BoundedZip(archive(b"text")).read("part") == b"text"
    assert BoundedZip(archive(b"text", zipfile.ZIP_STORED)).names == {"part"}


def test_what_shrinks_to_a_thousandth_is_no_text() -> None:
    assert code_of(archive(bytes(40 << 20)), max_bytes=1 << 30) == "bomb"


def test_a_part_that_is_longer_than_asked_for_is_not_unpacked() -> None:
    assert code_of(archive(bytes(2 << 20))) == "long"


@pytest.mark.parametrize("kind", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_what_no_office_program_packs_with_is_not_unpacked(kind: int) -> None:
    assert code_of(archive(b"text", kind)) == "damaged"


def test_a_locked_and_a_damaged_archive_are_refused() -> None:
    locked = bytearray(archive(b"text"))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert code_of(bytes(locked)) == "locked"
    assert code_of(archive(b"text")[:-10]) == "damaged"
    broken = bytearray(archive(b"some text that is packed"))
    broken[40] ^= 0xFF
    assert code_of(bytes(broken)) == "damaged"
