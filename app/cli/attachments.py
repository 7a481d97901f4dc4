"""Documents, pictures and sounds that go along with a question on the command line.

Threads: the main thread; decoding takes a moment.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.cli.output import printable
from app.core.content.media import MediaFile, MediaKind
from app.core.documents.library import attachment_of
from app.core.documents.reader import MAX_ATTACHED_BYTES, MOST_PAGES
from app.core.documents.refusals import DocumentRefused
from app.core.errors import ErrorRow, KnownError
from app.core.messages import Attachment
from app.core.phrases import phrase

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from app.core.documents.library import Reader
    from app.core.media.library import MediaLibrary
    from app.core.protocol import Senses

STDIN: Final = "-"
_MOST_BYTES: Final = 200_000_000  # from standard input; a file may have no more either


class WrongKindOfFile(KnownError):
    """A sound was given as a picture, or a picture as a sound."""

    def __init__(self, name: str, kind: MediaKind) -> None:
        is_image = kind is MediaKind.IMAGE
        super().__init__(
            what=phrase("“{name}” is a picture, but was given with --audio.", name=name)
            if is_image
            else phrase("“{name}” is a sound, but was given with --image.", name=name),
            effect=phrase("Nothing was sent to the model."),
            remedy=phrase("Use --image for it.") if is_image else phrase("Use --audio for it."),
        )


# A document is a scan, and nobody has said that a model may see its pages.
SCAN_GIVEN = ErrorRow(
    what=phrase("There is no text in this scan: the pages of “{name}” are pictures."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase(
        "Add --pages-as-pictures to let a model that sees pictures read them, or have a program "
        "with text recognition (OCR) read the scan, and use what it saves."
    ),
)
# Standard input is to be two files.
INPUT_GIVEN_TWICE = ErrorRow(
    what=phrase("Only one file can come from standard input."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Use “-” once, and give the other files by name."),
)


class ModelLacksSense(KnownError):
    """The model that was loaded cannot take what goes along.

    Args:
        model: its name.
        kind: of what goes along.
        others: names of models on this machine that can.
    """

    def __init__(self, model: str, kind: MediaKind, others: Sequence[str]) -> None:
        is_image = kind is MediaKind.IMAGE
        super().__init__(
            what=phrase("The model “{name}” cannot see pictures.", name=model)
            if is_image
            else phrase("The model “{name}” cannot hear sounds.", name=model),
            effect=phrase("Nothing was sent to the model."),
            remedy=phrase("Choose one that can with --model: {models}.", models=", ".join(others))
            if others
            else phrase(
                "Choose one that can with --model; Hearth finds a projector in its folder, or "
                "give one with --projector."
            ),
        )


def attached(options: argparse.Namespace, media: MediaLibrary) -> tuple[MediaFile, ...]:
    """Take in the files that were named.

    Raises:
        KnownError: one cannot be used.
    """
    wanted = [(MediaKind.IMAGE, name) for name in options.image]
    wanted += [(MediaKind.SOUND, name) for name in options.audio]
    if [name for _kind, name in wanted].count(STDIN) > 1:
        raise INPUT_GIVEN_TWICE()
    return tuple(_taken_in(kind, name, media) for kind, name in wanted)


def documents(
    options: argparse.Namespace, reader: Reader, media: MediaLibrary
) -> tuple[tuple[Attachment, ...], tuple[MediaFile, ...]]:
    """Read the documents that were named; of scans return their pages, where these may be seen.

    Raises:
        KnownError: one cannot be used.
    """
    texts, pages = list[Attachment](), list[MediaFile]()
    for path in map(Path, options.document):
        try:
            read = reader.read(path, max_text_bytes=MAX_ATTACHED_BYTES)
        except DocumentRefused as refusal:
            if not refusal.n_pages:
                raise
            if not options.pages_as_pictures:
                raise SCAN_GIVEN(name=path.name) from refusal
            pages += _pages(path, refusal, reader, media)
        else:
            texts.append(attachment_of(path, read))
    return tuple(texts), tuple(pages)


def _pages(
    path: Path, scan: DocumentRefused, reader: Reader, media: MediaLibrary
) -> Iterator[MediaFile]:
    """Give the first pages of a scan as pictures."""
    n_pages = scan.n_pages
    if n_pages > MOST_PAGES:
        note = f"hearth: the model sees the first {MOST_PAGES} of {n_pages} pages of {path.name}."
        print(printable(note), file=sys.stderr)
    for number in range(1, min(n_pages, MOST_PAGES) + 1):
        yield media.add(
            reader.page(path, number, version=scan.version), f"{path.name}, page {number}"
        )


def _taken_in(kind: MediaKind, name: str, media: MediaLibrary) -> MediaFile:
    if name == STDIN:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        found = media.add(data, "picture" if kind is MediaKind.IMAGE else "sound")
    else:
        found = media.add(Path(name), name)
    if found.kind is not kind:
        raise WrongKindOfFile(found.name, found.kind)
    return found


def lacking(senses: Senses, media: Sequence[MediaFile]) -> Iterator[MediaKind]:
    """Give the kinds of what goes along that a model cannot take."""
    kinds = {one.kind for one in media}
    if MediaKind.IMAGE in kinds and not senses.sees:
        yield MediaKind.IMAGE
    if MediaKind.SOUND in kinds and not senses.hears:
        yield MediaKind.SOUND
