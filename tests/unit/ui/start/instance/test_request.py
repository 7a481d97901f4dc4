"""What a second start says to the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import parse
from app.ui.start.instance.address import InstanceRequest, decoded, encoded
from app.ui.start.instance.instance import request_of

if TYPE_CHECKING:
    from pathlib import Path


@given(st.text(max_size=50), st.booleans(), st.text(max_size=50), st.text(max_size=50))
def test_a_request_arrives_as_it_was_said(
    model: str, quick_ask: bool, activation: str, link: str
) -> None:
    request = InstanceRequest(model, quick_ask, activation, link)
    line = encoded(request)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decoded(line) == request


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'"model"',
        b'{"model": 1}',
        b'{"quick_ask": "yes"}',
        b'{"activation": null}',
        b'{"link": 1}',
        b'{"model": "' + b"x" * 9_000 + b'"}',
        b"[" * 60_000,
    ],
)
def test_what_is_no_request_is_none(line: bytes) -> None:
    assert decoded(line) is None


def test_what_a_later_version_adds_is_left_out() -> None:
    assert decoded(b'{"model": "/a.gguf", "colour": "red"}') == InstanceRequest("/a.gguf")
    assert decoded(b"{}") == InstanceRequest()


def test_a_model_is_named_so_that_another_folder_does_not_matter(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "token")
    request = request_of(parse(["--model", "tiny.gguf"]))
    assert request.model.startswith(str(tmp_path))
    assert request.model.endswith("tiny.gguf")
    assert request.activation == "token"
    assert request_of(parse(["--quick-ask"])).quick_ask
    assert request_of(parse([])).model == ""


@pytest.mark.unix("a folder that is deleted while a program is in it")
def test_a_start_in_a_folder_that_is_gone_names_its_model_as_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert request_of(parse(["--model", "tiny.gguf"])).model == "tiny.gguf"


def test_a_link_is_handed_over_as_it_is_with_its_option_and_without() -> None:
    link = "hearth://open_from_hf?model=a/b&file=-x.gguf"
    for arguments in (["--link", link], [link], ["--verbose", "--link", link]):
        assert request_of(parse(arguments)).link == link
    assert request_of(parse([])).link == ""
    assert request_of(parse(["--link", "nonsense"])).link == "nonsense"  # the window tells
