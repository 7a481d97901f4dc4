"""What is no model file is told before llama.cpp sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.llama.errors import ModelFileMissing, NotAModelFile
from app.core.llama.gguf_reader import check_magic

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["none.gguf", "a\0b.gguf", "\udcff.gguf"])
def test_a_path_that_no_file_can_have_is_told_like_one_that_has_none(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(ModelFileMissing):
        check_magic(str(tmp_path / name))


def test_a_file_that_begins_otherwise_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GG")

    with pytest.raises(NotAModelFile):
        check_magic(str(tmp_path / "a.gguf"))
