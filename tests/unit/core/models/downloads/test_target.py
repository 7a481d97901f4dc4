"""Where files lie: never outside of the folder for models, whatever a hub calls them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.models.downloads.values import (
    DownloadOrder,
    FileNameUnsafe,
    part_of,
    target_of,
    targets_of,
)
from app.core.models.hub.repositories import RemoteFile

FOLDER = "/home/me/models"


def remote(name: str) -> RemoteFile:
    return RemoteFile(name, 1, "ab" * 32, "http://hub/x")


def order(*names: str, repo: str = "maker/Model") -> DownloadOrder:
    return DownloadOrder(repo, "t", "", tuple(map(remote, names)), False, FOLDER)


def test_a_file_keeps_its_folders_below_author_and_name() -> None:
    target = target_of(order("Q4/M.gguf"), remote("Q4/M.gguf"))

    assert target == Path(FOLDER, "maker", "Model", "Q4", "M.gguf")
    assert part_of(target, remote("Q4/M.gguf")).name == "M.gguf.abababababababab.part"


@given(st.text(alphabet=st.sampled_from("a.gGuUfF/\\: \0\n\x7f-con"), max_size=30))
@example("..")
@example("../x.gguf")
@example("/x.gguf")
@example("a/./x.gguf")
@example("\udcff.gguf")
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    for names, repo in (((name,), "maker/Model"), (("M.gguf",), name)):
        with contextlib.suppress(FileNameUnsafe):
            target = target_of(order(*names, repo=repo), remote(names[0]))
            assert target.is_relative_to(FOLDER)
            assert ".." not in target.parts
            assert target.suffix.lower() == ".gguf"


_DEVICES = ["con", "prn", "aux", "nul", "conin$", "conout$", "com1", "lpt9", "com²"]
_INSIDE = st.text(alphabet="aQ4_. -", max_size=5)


@given(st.sampled_from(_DEVICES), st.booleans(), st.integers(0, 2), _INSIDE, st.booleans())
def test_no_file_or_folder_has_the_name_of_a_device_of_windows(
    device: str,
    is_upper: bool,
    n_blanks: int,
    inside: str,
    is_folder: bool,
) -> None:
    part = (device.upper() if is_upper else device) + " " * n_blanks + f".{inside}"
    name = f"{part}x/M.gguf" if is_folder else f"{part}.gguf"
    with pytest.raises(FileNameUnsafe):
        target_of(order(name), remote(name))


@given(st.text(alphabet=st.sampled_from("con. aux1$Qé/"), max_size=20))
def test_no_part_of_a_path_ends_as_windows_would_cut_it(name: str) -> None:
    with contextlib.suppress(FileNameUnsafe):
        target = target_of(order(f"{name}.gguf"), remote(f"{name}.gguf"))
        assert not any(part.endswith((".", " ")) for part in target.parts)


def test_a_name_that_only_begins_like_a_device_is_a_name() -> None:
    for name in ("Connor.gguf", "auxiliary/M.gguf", "com10.gguf", "null.gguf"):
        assert target_of(order(name), remote(name)).is_relative_to(FOLDER)


def test_two_names_that_are_one_on_some_systems_are_refused() -> None:
    with pytest.raises(FileNameUnsafe):
        targets_of(order("M.gguf", "m.gguf"))
