"""Pictures and sounds in files that people read."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from app.core.interchange.export import markdown_chunks
from app.core.interchange.html_writer import MOST_OF_FILE, MediaOnPage, data_address, html_chunks
from app.core.interchange.original_files import OriginalFiles
from app.core.plain_value import replace
from tests.helpers.attached_media import PNG, digest_of, picture, put
from tests.unit.core.interchange.test_media_in_files import CAT, MEDIA, PURR, chat_with

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.parts.transfer import TransferredChat


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    put(tmp_path, CAT, PURR)
    return tmp_path


def page(chat: TransferredChat, folder: Path | None) -> str:
    return b"".join(html_chunks(chat, OriginalFiles(folder))).decode()


def test_a_page_holds_pictures_and_sounds_with_what_they_show(originals: Path) -> None:
    written = page(chat_with(*MEDIA), originals)

    image = base64.b64encode(CAT).decode()
    alt = "A &quot;cat&quot; &lt;b&gt;\non a sofa"
    assert f'<img src="data:image/png;base64,{image}" alt="{alt}">' in written
    assert "<figcaption>Picture: cat.png — A &quot;cat&quot; &lt;b&gt;" in written
    assert 'src="data:audio/flac;base64,' in written
    assert "img-src data:; media-src data:" in written
    assert "data:" not in page(chat_with(text="Words"), originals)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_page_says_what_is_missing_and_what_is_not_on_it(
    originals: Path, *, is_there: bool
) -> None:
    drawing = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    if is_there:
        put(originals, drawing)
    written = page(chat_with(picture("x.svg", drawing)), originals)

    note = "not on this page" if is_there else "the file is no longer there"
    assert f"Picture: x.svg ({note})" in written
    assert "<svg" not in written
    assert "base64" not in written


def test_a_page_holds_no_more_than_is_sensible(originals: Path) -> None:
    large = PNG + b"x" * MOST_OF_FILE
    put(originals, large)
    assert "not on this page" in page(chat_with(picture("l.png", large)), originals)
    media = MediaOnPage(OriginalFiles(originals), n_left=len(CAT) + 1)
    assert "<img" in media.shown(picture())
    assert "not on this page" in media.shown(picture())


def test_an_original_that_was_damaged_is_not_shown(originals: Path) -> None:
    (originals / digest_of(CAT)).write_bytes(CAT[:-1] + b"!")

    assert "base64" not in page(chat_with(picture()), originals)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBP", "image/webp"),
        (b"RIFF\0\0\0\0WAVE", "audio/wav"),
        (b"OggS", "audio/ogg"),
        (b"ID3\x04", "audio/mpeg"),
        (b"RIFF\0\0\0\0AVI ", None),
        (b"<html>", None),
        (b"", None),
    ],
)
def test_only_what_every_browser_shows_is_put_into_a_page(data: bytes, kind: str | None) -> None:
    address = data_address(data)

    assert address is None if kind is None else str(address).startswith(f"data:{kind};base64,")


def test_markdown_names_media_in_one_line_each() -> None:
    chat = chat_with(*MEDIA, replace(MEDIA[0], name="[x](y).png", alt_text=""), text="Look")
    written = b"".join(markdown_chunks(chat)).decode()

    assert 'Picture: cat.png — A "cat" \\<b\\> on a sofa\n\nSound: purr.flac\n\n' in written
    assert "Picture: \\[x\\](y).png\n\nLook\n" in written
