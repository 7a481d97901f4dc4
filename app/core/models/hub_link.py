"""Links to a model of the hub: "Use this model" there, or the address of a page copied by hand.

A link comes from anybody: it opens a page of the window, which asks the hub and downloads when the
user says so. Read are

    hearth://open_from_hf?model=AUTHOR/NAME&file=NAME.gguf
    hearth://models/huggingface/AUTHOR/NAME
    https://huggingface.co/AUTHOR/NAME, also of one file

Source: the links that the hub gives other programs, huggingface.js `local-apps.ts`.
Opens no connection. Threads: pure functions, any thread.
"""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from app.core.errors import ErrorRow
from app.core.models.hub_address import HUB, hub_address, is_repository_name
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

SCHEME = "hearth"
_MOST_CHARS = 1_000
_MOST_SHOWN = 100
_HOSTS = {"hf.co", "www.huggingface.co"}  # beside the hub's own
_FILE_PAGES = ("blob", "resolve")  # what stands before the revision in the address of a file

LINK_UNUSABLE = ErrorRow(
    what=phrase("Hearth cannot open the link “{link}”."),
    effect=phrase("Nothing was opened or downloaded."),
    remedy=phrase("A link to a model looks like hearth://open_from_hf?model=author/name."),
)


class HubLink(PlainValue, frozen=True):
    """What a link leads to.

    Attributes:
        repo: "author/name".
        file: of the repository; "" for none.
    """

    repo: str
    file: str = ""


def is_link(text: str) -> bool:
    """Whether a text is a link of ours, sound or not."""
    return text[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def read_link(text: str) -> HubLink:
    """Return what a link leads to.

    Raises:
        KnownError: it is none of the three forms, or names no repository.
    """
    link = _read(text.strip()) if len(text) <= _MOST_CHARS else None
    if link is None or not is_repository_name(link.repo) or not _may_be_file(link.file):
        shown = "".join(char if char.isprintable() else "�" for char in text[:_MOST_SHOWN])
        raise LINK_UNUSABLE(link=f"{shown}…" if len(text) > _MOST_SHOWN else shown)
    return link


def page_link(text: str) -> HubLink | None:
    """Return what a link or the address of a page of the hub leads to; None for other words."""
    link = _read(text.strip()) if len(text) <= _MOST_CHARS else None
    is_sound = link is not None and is_repository_name(link.repo) and _may_be_file(link.file)
    return link if is_sound else None


def _read(text: str) -> HubLink | None:
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").lower()
    except ValueError:  # brackets that hold no address
        return None
    path = [unquote(one) for one in parts.path.split("/") if one]
    if parts.scheme == SCHEME:
        return _of_ours(host, path, parts.query)
    hosts = {urlsplit(HUB).hostname, urlsplit(hub_address()).hostname, *_HOSTS}
    if parts.scheme in ("http", "https") and host in hosts and len(path) >= 2:
        is_file = len(path) > 4 and path[2] in _FILE_PAGES
        return HubLink("/".join(path[:2]), "/".join(path[4:]) if is_file else "")
    return None


def _of_ours(host: str, path: list[str], query: str) -> HubLink | None:
    fields = parse_qs(query, max_num_fields=10) if query.count("&") < 10 else {}
    file = fields.get("file", [""])[0]
    match host, path:
        case "open_from_hf", []:
            return HubLink(fields.get("model", [""])[0], file)
        case "models", ["huggingface", author, name]:
            return HubLink(f"{author}/{name}", file)
        case _:
            return None


def _may_be_file(name: str) -> bool:
    if not name:
        return True
    parts = name.split("/")
    return name.isprintable() and "\\" not in name and not {"", ".", ".."} & set(parts)
