"""The source of llama.cpp is unpacked by every Python that Hearth supports."""

from __future__ import annotations

import io
import runpy
import tarfile
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "llama_source.py"


class EarlierTarFile(tarfile.TarFile):
    """As in Python 3.11.2, which Debian 12 has."""

    def extractall(  # type: ignore[override] # an earlier one
        self, path: Any = ".", members: Any = None, *, numeric_owner: bool = False
    ) -> None:
        super().extractall(path, members, numeric_owner=numeric_owner)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return runpy.run_path(str(SCRIPT), run_name="llama_source")


def packed(name: str) -> io.BytesIO:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as writing:
        member = tarfile.TarInfo(name)
        member.size = 4
        writing.addfile(member, io.BytesIO(b"ggml"))
    archive.seek(0)
    return archive


@pytest.mark.parametrize("kind", [tarfile.TarFile, EarlierTarFile])
def test_it_is_unpacked(tmp_path: Path, script: dict[str, Any], kind: Any) -> None:
    with kind.open(fileobj=packed("ggml/ggml.c")) as archive:
        script["unpack"](archive, tmp_path)
    assert (tmp_path / "ggml" / "ggml.c").read_bytes() == b"ggml"


@pytest.mark.skipif(not hasattr(tarfile, "data_filter"), reason="this Python cannot refuse it")
def test_nothing_lands_outside_its_folder(tmp_path: Path, script: dict[str, Any]) -> None:
    with (
        tarfile.open(fileobj=packed("../outside.c")) as archive,
        pytest.raises(tarfile.OutsideDestinationError),
    ):
        script["unpack"](archive, tmp_path / "inside")
    assert not (tmp_path / "outside.c").exists()
