"""`hearth machines`: other machines from the command line, each reached by ssh."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.rpc_devices import servers
from tests.helpers.stand_in_ssh import StandInSsh

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.paths import Paths


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInSsh:
    return StandInSsh(tmp_path / "programs", monkeypatch)


def test_machines_are_added_listed_changed_and_removed(hearth: Any, paths: Paths) -> None:
    assert "No machines were added" in hearth("machines", "list").out
    added = hearth("machines", "add", "attic", "me@attic:2222", "--json").figures
    assert added == {"name": "attic", "target": "me@attic:2222", "rpc_port": 50052, "options": []}
    assert hearth("machines", "add", "attic", "elsewhere").code == 1
    changed = ("--replace", "--port", "50055", "--option", "identityfile=~/.ssh/key")
    assert hearth("machines", "add", "attic", "me@attic", *changed).code == 0
    listed = hearth("machines", "list").out
    assert "me@attic, port 50055 there" in listed
    assert "IdentityFile=~/.ssh/key" in listed
    assert (
        json.loads((paths.config / "machines.json").read_bytes())["machines"][0]["name"] == "attic"
    )
    assert hearth("machines", "remove", "attic").code == 0
    assert hearth("machines", "list", "--json").figures == {"machines": []}
    gone = hearth("machines", "remove", "attic")
    assert gone.code == 1
    assert "no machine “attic”" in gone.err


def test_what_would_be_an_option_of_ssh_is_refused(hearth: Any) -> None:
    refused = hearth("machines", "add", "attic", "--", "-oProxyCommand=x")
    assert refused.code == 1
    assert "user@host" in refused.err
    refused = hearth("machines", "add", "attic", "attic", "--option", "ProxyCommand=x")
    assert "no option “ProxyCommand”" in refused.err


def test_a_check_goes_there_and_says_what_it_offers(hearth: Any, ssh: StandInSsh) -> None:
    with servers(1) as running:
        port = running.addresses[0].split(":")[1]
        hearth("machines", "add", "attic", "attic", "--port", port)
        (found,) = hearth("machines", "check", "--json").figures["machines"]
        assert found["ok"]
        assert found["devices"][0]["total_bytes"] > 0
        assert found["round_trip_ms"] > 0
        assert "ms there and back" in hearth("machines", "check", "attic").out
    ssh.until_none_runs()
    nobody = hearth("machines", "check")
    assert nobody.code == 1
    assert "no rpc-server listens there" in nobody.out
    ssh.behave("denied")
    (found,) = hearth("machines", "check", "--json").figures["machines"]
    assert not found["ok"]
    assert "does not accept your key" in found["reason"]


def test_a_question_is_answered_by_a_model_that_lies_on_another_machine(
    hearth: Any, ssh: StandInSsh, tmp_path: Path
) -> None:
    model = str(write_tiny_llama(tmp_path / "tiny.gguf"))
    with servers(1) as running:
        port = running.addresses[0].split(":")[1]
        hearth("machines", "add", "attic", "attic", "--port", port)
        assert hearth("machines", "use", model, "nobody").code == 1
        chosen = hearth("machines", "use", model, "attic", "--json").figures
        assert chosen == {"model": model, "machines": ["attic"]}
        asked = ("ask", "Hello?", "--model", model, "--max-tokens", "4", "--json")
        answered = hearth(*asked)
        assert answered.code == 0, answered.err
        assert len(ssh.told()) == 1
        ssh.until_none_runs()
    alone = hearth(*asked)  # its server is gone
    assert alone.code == 0
    hearth("machines", "use", model)
    n_before = len(ssh.told())
    assert hearth(*asked).code == 0
    assert len(ssh.told()) == n_before
