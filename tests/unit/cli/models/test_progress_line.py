"""What is said of a download where nobody watches a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.models.get_model import ProgressLine
from app.core.errors import Problem
from app.core.models.downloads.values import Download, DownloadOrder, Retrying, Running
from app.core.models.hub.repositories import RemoteFile
from app.core.phrases import phrase

if TYPE_CHECKING:
    import pytest

PROBLEM = Problem(phrase("The connection broke."), phrase("a."), phrase("b."))
FILE = RemoteFile("b.gguf", 1_000_000, "", "https://hub/b.gguf")


def test_each_wait_is_told_once_although_its_seconds_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    order = DownloadOrder("a/b", "b", "", (FILE,), has_projector=False, folder="/models")
    line = ProgressLine(order.files[0].size_bytes)
    waits = (Retrying(PROBLEM, 2.0), Retrying(PROBLEM, 1.0), Retrying(PROBLEM, 4.0), Running())

    for state in (*waits, *waits[:2]):
        line.show(Download(order.id, order, 100_000, state))

    assert capsys.readouterr().err.splitlines() == [
        "hearth: 10.0% of 1.0 MB  The connection broke. Trying again in 0:02.",
        "hearth: 10.0% of 1.0 MB  The connection broke. Trying again in 0:04.",
        "hearth: 10.0% of 1.0 MB  The connection broke. Trying again in 0:02.",
    ]
