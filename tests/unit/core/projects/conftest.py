from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.decoding.decoder import Decoder

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def decoder() -> Iterator[Decoder]:
    decoder = Decoder()
    yield decoder
    decoder.close()
