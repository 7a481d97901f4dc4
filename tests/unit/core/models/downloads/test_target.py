"""Where files lie: never outside of the folder for models, whatever a hub calls them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.models.downloads import DownloadOrder, FileNameUnsafe
from app.core.models.downloads.target import part_of, target_of, targets_of
from app.core.models.hub import RemoteFile

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


def test_two_names_that_are_one_on_some_systems_are_refused() -> None:
    with pytest.raises(FileNameUnsafe):
        targets_of(order("M.gguf", "m.gguf"))
