"""What the built program makes of pictures and sounds, and whether it lets a model see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.content.media import MediaKind
from app.core.decoding.decoder import Decoder
from app.core.media.library import MediaLibrary
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_samples import samples_of_all

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.conftest import Frozen


def test_it_decodes_every_format_as_the_sources_do(frozen: Frozen, tmp_path: Path) -> None:
    decoder = Decoder([str(frozen.command), "decoder-child"])
    with (
        MediaLibrary(tmp_path / "media", tmp_path / "frozen", decoder) as built,
        MediaLibrary(tmp_path / "media", tmp_path / "sources") as sources,
    ):
        for name, data in samples_of_all().items():
            file = built.add(data, name)
            assert built.raw(file) == sources.raw(file), name
            if file.kind is MediaKind.IMAGE:
                assert built.thumbnail(file, 64) == sources.thumbnail(file, 64), name


@pytest.mark.parametrize("name", ["siglip", "both"])
def test_it_tries_a_projector(frozen: Frozen, tmp_path: Path, name: str) -> None:
    text, projector = pair_of(name).write(tmp_path)

    ran = frozen.run("probe-child", "projector", str(text), str(projector), "0")

    assert (ran.code, ran.out) == (0, ""), ran.err
