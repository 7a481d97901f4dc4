"""The name that is proposed for a server, and what is known of one that was not asked again."""

from __future__ import annotations

import pytest

from app.core.remote.server import OfferedModel, ServerKind
from app.ui.servers.written_server import WrittenServer, proposed_name
from tests.unit.ui.servers.conftest import STUDIO


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("", ""),
        ("no address at all", ""),
        ("studio", "studio"),
        ("studio.local:8080", "studio"),
        ("http://192.168.1.5:8080/v1", "192.168.1.5"),
        ("localhost:11434", "localhost 11434"),
        ("http://[::1]:8080", "--1 8080"),
        ("https://api.example.org/v1/chat/completions", "api.example.org"),
    ],
)
def test_a_server_is_called_as_its_host(written: str, name: str) -> None:
    assert proposed_name(written, ()) == name


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert proposed_name("studio", ["Studio", "studio 2"]) == "studio 3"


def test_a_long_host_is_cut() -> None:
    assert len(proposed_name(f"https://{'a' * 60}.example.org", ())) <= 40


def test_what_a_server_tells_goes_before_what_was_named_by_hand() -> None:
    written = WrittenServer(STUDIO, None, "studio")
    told = (OfferedModel("told"),)
    found = written.found_as(STUDIO.__class__("x", STUDIO.address, ServerKind.VLLM, told))
    assert (found.name, found.kind, found.models) == ("studio", ServerKind.VLLM, told)
    silent = written.found_as(STUDIO.__class__("x", STUDIO.address))
    assert silent.models == STUDIO.models


def test_without_being_asked_again_a_server_keeps_what_is_known_of_it() -> None:
    renamed = STUDIO.__class__("mine", STUDIO.address, sees=True)
    kept = WrittenServer(renamed, None, "studio").changed_from(STUDIO)
    assert (kept.name, kept.kind, kept.sees) == ("mine", STUDIO.kind, True)
    assert kept.models == STUDIO.models
