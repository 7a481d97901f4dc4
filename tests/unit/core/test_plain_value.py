"""Values that are made from others."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.core.content.media import MediaKind, MediaRef
from app.core.plain_value import replace
from app.core.protocol import LoadSettings

PICTURE = MediaRef(MediaKind.IMAGE, "0" * 64, 2, 3)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is no plain value, with one in it."""

    settings: LoadSettings
    n_tokens: int = 0


def test_a_value_and_a_dataclass_are_made_anew_in_the_same_way() -> None:
    wish = replace(Wish(LoadSettings(n_ctx=1)), n_tokens=5)

    assert wish == Wish(LoadSettings(n_ctx=1), 5)
    assert replace(wish.settings, n_threads=2) == LoadSettings(n_ctx=1, n_threads=2)


def test_what_a_value_demands_of_its_fields_holds_for_a_new_one() -> None:
    with pytest.raises(ValueError, match="no medium"):
        replace(PICTURE, width=0)


def test_no_field_of_a_value_can_be_set() -> None:
    with pytest.raises(AttributeError):
        PICTURE.width = 5  # type: ignore[misc]
