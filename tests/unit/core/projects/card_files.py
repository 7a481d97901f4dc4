"""Cards in every kind of file in which they travel, written here and now."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import Any

from PIL import ExifTags, Image, PngImagePlugin

from tests.helpers.media_samples import encoded, quarters

ARIA = {
    "name": "Aria",
    "description": "{{char}} is a librarian.",
    "personality": "Curious.",
    "scenario": "{{user}} enters the library.",
    "first_mes": "Welcome, {{user}}!",
    "mes_example": (
        "<START>\n{{user}}: Hi\n{{char}}: Hello\n<START>\n<USER>: Bye\n<BOT>: Come again"
    ),
}


def v2(**changes: Any) -> dict[str, Any]:
    data = {**ARIA, "alternate_greetings": ["Psst!"], "system_prompt": "Be kind.", **changes}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def v3(**changes: Any) -> dict[str, Any]:
    return {**v2(**changes), "spec": "chara_card_v3", "spec_version": "3.0"}


def as_json(card: object) -> bytes:
    return json.dumps(card, ensure_ascii=False).encode()


def packed(card: object) -> str:
    return base64.b64encode(as_json(card)).decode()


def png(
    texts: dict[str, str],
    image: Image.Image | None = None,
    *,
    is_zipped: bool = False,
    **options: Any,
) -> bytes:
    info = PngImagePlugin.PngInfo()
    for name, text in texts.items():
        info.add_text(name, text, zip=is_zipped)
    return encoded(image or quarters(), "PNG", pnginfo=info, **options)


def png_with_itxt(name: str, text: str, *, is_zipped: bool = False) -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_itxt(name, text, "en", "card", zip=is_zipped)
    return encoded(quarters(), "PNG", pnginfo=info)


def photo(kind: str, comment: bytes, endian: str = ">") -> bytes:
    exif = Image.Exif()
    exif.endian = endian
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.UserComment] = comment
    return encoded(quarters(), kind, exif=exif.tobytes())


def charx(card: object, **assets: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", as_json(card))
        for name, data in assets.items():
            archive.writestr(f"assets/icon/images/{name}.png", data)
    return file.getvalue()
