"""What all packages share: version and day, their sums, and the feed that tells of updates."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app import __version__  # noqa: E402 - found through the line above
from app.core.system.updates import DOWNLOAD_PAGE, HAS_HOME, HOMEPAGE  # noqa: E402

VERSION = __version__
DOWNLOADS = DOWNLOAD_PAGE
HOME = HOMEPAGE if HAS_HOME else ""  # nobody is named under a stand-in
PROGRAM_FOLDER = ROOT / "dist" / "hearth"
PACKAGES = ROOT / "dist" / "packages"
CHANGELOG = ROOT / "CHANGELOG.md"


class NotPackable(Exception):
    """The built program cannot be packed, for the reason given."""


def release_date() -> datetime.date:
    """Return the day that the packages bear; SOURCE_DATE_EPOCH sets it, for builds that repeat."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.now(tz=datetime.UTC)
    return (datetime.datetime.fromtimestamp(int(epoch), datetime.UTC) if epoch else now).date()


def sha256_of(path: Path) -> str:
    """Return a file's sum in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_sums(packages: list[Path]) -> Path:
    """Write SHA256SUMS beside the packages, as sha256sum reads it."""
    target = packages[0].with_name("SHA256SUMS")
    sums = "".join(f"{sha256_of(path)}  {path.name}\n" for path in packages)
    target.write_text(sums, "utf-8", newline="\n")
    return target


def write_feed(folder: Path) -> Path:
    """Write the release feed, latest.json, as `app/core/system/updates.py` reads it."""
    target = folder / "latest.json"
    said = {"version": VERSION, "page": DOWNLOADS, "notes": release_notes()}
    text = json.dumps(said, indent=1, ensure_ascii=False) + "\n"
    target.write_text(text, "utf-8", newline="\n")
    return target


def release_notes() -> str:
    """Return what the changelog says of this version above its lists, "" for nothing."""
    changes = CHANGELOG.read_text("utf-8")
    section = re.search(rf"^## \[{re.escape(VERSION)}\].*\n((?:(?!#).*\n)*)", changes, re.MULTILINE)
    return " ".join(section[1].split()) if section else ""
