"""The door to files of projects: what one is, is told by its bytes, never by its name.

Threads: any but the interface's; a picture takes the child a second.
"""

from __future__ import annotations

import binascii
import re
from typing import TYPE_CHECKING, Final

from app.core.decoding.safe_zip import BoundedZip
from app.core.decoding.wire import DecodingRefused
from app.core.phrases import Amount
from app.core.plain_value import replace
from app.core.projects import errors
from app.core.projects.cards import card_of, is_card, packed_card, written_card
from app.core.projects.hidden_texts import (
    JPEG_MARK,
    MAX_TEXT_BYTES,
    TooMuchText,
    is_webp,
    photo_comments,
    png_texts,
    with_png_texts,
)
from app.core.projects.json_text import NoJson, TooMuchJson, looks_like_json, parsed
from app.core.projects.pictures import picture_if_any
from app.core.projects.presets import is_preset, preset_of, web_model_of, web_models
from app.core.projects.values import (
    MAX_NAME,
    PNG_MARK,
    ProjectContent,
    checked,
    file_name,
    one_line,
)
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.decoding.decoder import Decoder
    from app.core.errors import KnownError
    from app.core.projects.cards import Card

MAX_FILE_BYTES: Final = 256_000_000
_MOST_MODELS = 1_000  # of one file; each may have a picture
_MAX_ASSET_BYTES = 32 << 20
_CARD_PART: Final = "card.json"
_V2, _V3 = "chara", "ccv3"  # names of the texts in a PNG
_ZIP_MARK, _ZIP_END = b"PK\x03\x04", b"PK\x05\x06"
_NUMBERS: Final = re.compile(rb"[0-9]{1,3}(?:,[0-9]{1,3})*")
_UNNAMED: Final = "Project"
_SUFFIX: Final = re.compile(r"(?:\.preset|\.card)?\.[A-Za-z0-9]{1,5}$")
_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")


def read_project_file(data: bytes, name: str, decoder: Decoder) -> ProjectContent:
    """Return the project that a file holds, the first of several.

    Args:
        data: all of its bytes.
        name: of the file, for a project that has none, and for sentences.
        decoder: asks the child that decodes pictures; a picture that cannot be read is left out.

    Raises:
        KnownError: it holds none that can be read.
    """
    return read_project_files(data, name, decoder)[0]


def read_project_files(data: bytes, name: str, decoder: Decoder) -> tuple[ProjectContent, ...]:
    """Return the projects that a file holds; several where Open WebUI listed its models.

    Raises:
        KnownError: it holds none that can be read.
    """
    shown = file_name(name) or _UNNAMED
    if len(data) > MAX_FILE_BYTES:
        raise _too_large(shown)
    if data.startswith(PNG_MARK):
        cards, picture = _cards_in_png(data, shown), data
    elif data.startswith(_ZIP_MARK):
        cards, picture = _cards_in_zip(data, shown), b""
    elif data.startswith(JPEG_MARK) or is_webp(data):
        cards, picture = _cards_in_photo(data, shown), data
    else:
        cards, picture = _cards_in_json(data, shown), b""
    return tuple(
        checked(
            replace(
                one.content,
                name=one_line(one.content.name, MAX_NAME) or _UNNAMED,
                picture=picture_if_any(picture or one.picture, decoder),
            )
        )
        for one in cards
    )


def written_project(content: ProjectContent) -> tuple[bytes, str]:
    """Return a project as one file without its chats, and how the file's name ends.

    It is a character card V3: a picture with the card in it where there is a picture, else JSON.
    Documents are named without their folders.

    Raises:
        KnownError: the project is beyond its limits.
    """
    content = checked(content)
    if not content.picture:
        return written_card(content), ".json"
    texts = {_V2: packed_card(content, "chara_card_v2"), _V3: packed_card(content, "chara_card_v3")}
    return with_png_texts(content.picture, texts), ".png"


def read_whole(path: Path) -> bytes:
    """Return the beginning of a file, one byte more than that of a project may have.

    Raises:
        KnownError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise errors.PROJECT_UNREADABLE(path=path, reason=error.strerror or error) from error


def write_project(path: Path, data: bytes) -> None:
    """Write the file of a project.

    Raises:
        KnownError: the disk refuses.
    """
    try:
        write_atomically(path, [data])
    except OSError as error:
        raise errors.PROJECT_NOT_WRITTEN(path=path, reason=error.strerror or error) from error


# -- where cards lie --


def _cards_in_png(data: bytes, shown: str) -> list[Card]:
    try:
        texts = sorted(png_texts(data, (_V2, _V3)), key=lambda one: one[0] != _V3)
    except TooMuchText as error:
        raise _too_large(shown) from error
    found = _first_card((_unpacked(text) for _, text in texts), shown)
    if found is not None:
        return [found]
    if texts or b"IEND" not in data[-64:]:
        raise errors.DAMAGED_PROJECT(name=shown)
    raise errors.NO_CARD_IN_PICTURE(name=shown)


def _cards_in_photo(data: bytes, shown: str) -> list[Card]:
    if _ZIP_END in data[-(1 << 16) :] and _ZIP_MARK in data:  # an archive behind a picture
        return _cards_in_zip(data, shown)
    found = _first_card(map(_unpacked, photo_comments(data)), shown)
    if found is None:
        raise errors.NO_CARD_IN_PICTURE(name=shown)
    return [found]


def _cards_in_zip(data: bytes, shown: str) -> list[Card]:
    try:
        archive = BoundedZip(data)
        if _CARD_PART not in archive.names:
            raise errors.NOT_A_PROJECT(name=shown)
        found = _first_card([archive.read(_CARD_PART, MAX_TEXT_BYTES)], shown)
        if found is None:
            raise errors.DAMAGED_PROJECT(name=shown)
        asset = next((one for one in found.assets if one in archive.names), None)
        if asset is not None and not found.picture:
            found = replace(found, picture=_part_or_none(archive, asset))
    except DecodingRefused as refusal:
        if refusal.said["code"] in ("bomb", "long"):
            raise _too_large(shown) from refusal
        raise errors.DAMAGED_PROJECT(str(refusal.said)[:2000], name=shown) from refusal
    return [found]


def _part_or_none(archive: BoundedZip, name: str) -> bytes:
    try:
        return archive.read(name, _MAX_ASSET_BYTES)
    except DecodingRefused:  # the card is worth more than its picture
        return b""


def _cards_in_json(data: bytes, shown: str) -> list[Card]:
    if not looks_like_json(data):
        raise errors.NOT_A_PROJECT(name=shown)
    if len(data) > MAX_TEXT_BYTES:
        raise _too_large(shown)
    try:
        value = parsed(data)
    except TooMuchJson as error:
        raise _too_large(shown) from error
    except NoJson as error:
        raise errors.DAMAGED_PROJECT(str(error)[:2000], name=shown) from error
    title = _title(shown)
    if is_card(value):
        return [card_of(value, title)]
    if is_preset(value):
        return [preset_of(value, title)]
    models = web_models(value)
    if not models:
        raise errors.NOT_A_PROJECT(name=shown)
    if len(models) > _MOST_MODELS:
        raise _too_large(shown)
    return [web_model_of(one, title) for one in models]


def _first_card(texts: Iterable[bytes], shown: str) -> Card | None:
    """Return the first of the texts that is a card."""
    for text in texts:
        if len(text) > MAX_TEXT_BYTES:
            raise _too_large(shown)
        try:
            value = parsed(text)
        except TooMuchJson as error:
            raise _too_large(shown) from error
        except NoJson:
            continue
        if is_card(value):
            return card_of(value, _title(shown))
    return None


def _unpacked(text: bytes) -> bytes:
    """Return JSON that a picture carries: as it is, in Base64, or as a list of its bytes."""
    if looks_like_json(text):
        return text
    if _NUMBERS.fullmatch(text.rstrip(b"\0")):
        return bytes(min(int(one), 255) for one in text.rstrip(b"\0").split(b","))
    try:
        plain = text.translate(_URL_SAFE, b" \t\r\n\0=")
        return binascii.a2b_base64(plain + b"=" * (-len(plain) % 4))
    except binascii.Error:
        return b""


def _title(shown: str) -> str:
    """Return what a project is called that has the name of its file alone."""
    return _SUFFIX.sub("", shown).strip() or _UNNAMED


def _too_large(shown: str) -> KnownError:
    return errors.PROJECT_FILE_TOO_LARGE(name=shown, limit=Amount(MAX_TEXT_BYTES >> 20))
