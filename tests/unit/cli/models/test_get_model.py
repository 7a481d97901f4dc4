"""Which file `hearth models get` takes where none is named."""

from __future__ import annotations

from types import SimpleNamespace

import psutil
import pytest

from app.cli.models.get_model import _chosen
from app.core.errors import KnownError
from app.core.models.hub.grouping import recommended
from app.core.models.hub.repositories import Access, HubListing, HubModel, ModelChoice, RemoteFile
from app.core.models.suggestions import usable_bytes

GIB = 2**30
MODEL = HubModel("a/b", "a", 1, 1, "", Access.OPEN, "", "https://hub.example/a/b")


def choice(quantisation: str, gib: float, n_bits: int) -> ModelChoice:
    file = RemoteFile(f"{quantisation}.gguf", round(gib * GIB), "", "https://hub.example/x")
    return ModelChoice(quantisation, quantisation, (file,), None, n_bits)


LISTING = HubListing(MODEL, "main", (choice("Q3_K_M", 4.3, 3), choice("Q4_K_M", 5.6, 4)))


@pytest.mark.parametrize(("gib", "quantisation"), [(8, "Q3_K_M"), (16, "Q4_K_M")])
def test_what_is_taken_is_what_the_window_recommends(
    monkeypatch: pytest.MonkeyPatch, gib: int, quantisation: str
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=gib * GIB))

    taken = _chosen(LISTING, "")

    assert taken.quantisation == quantisation
    assert taken == recommended(LISTING.choices, usable_bytes(gib * GIB))


def test_where_nothing_fits_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=4 * GIB))

    with pytest.raises(KnownError, match=r"fits in this machine's memory\.") as raised:
        _chosen(LISTING, "")

    assert "a/b:Q3_K_M" in raised.value.problem().text()
