"""Which file `hearth models get` takes where none is named."""

from __future__ import annotations

import argparse
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING

import psutil
import pytest

from app.cli.models.get_model import GET, _chosen
from app.core.errors import KnownError
from app.core.models.catalogue import own_catalogue
from app.core.models.hub.grouping import recommended
from app.core.models.hub.repositories import Access, HubListing, HubModel, ModelChoice, RemoteFile
from app.core.models.suggestions import usable_bytes
from app.core.system.paths import FolderOrigin, Paths

if TYPE_CHECKING:
    from pathlib import Path

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


def listed(
    capsys: pytest.CaptureFixture[str], paths: Paths, *, as_json: bool = False
) -> tuple[str, str]:
    options = argparse.Namespace(model="", json=as_json, folder=None)
    assert GET.run(options, paths) == 0
    out, err = capsys.readouterr()
    return out, err


def test_without_a_name_the_suggested_models_are_listed_and_nobody_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=16 * GIB))
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)

    out, err = listed(capsys, paths)
    assert err == f"hearth: suggested models, as of {own_catalogue().as_of}\n"
    by_key = {line.split()[0]: line for line in out.splitlines()}
    assert by_key.keys() == {model.key for model in own_catalogue().suggestions}
    assert "5.97 GB, needs  7.0 GB  recommended" in by_key["gemma-4-e4b"]
    assert "too large" in by_key["gpt-oss-120b"]

    facts = json.loads(listed(capsys, paths, as_json=True)[0])
    assert [one["key"] for one in facts if one["recommended"]] == ["gemma-4-e4b"]
    assert facts[0]["repo"] == own_catalogue().suggestions[0].repo
