"""What the user writes of a machine: nothing of it becomes an option of ssh that nobody meant."""

from __future__ import annotations

import pytest

from app.core.machines import BadMachine, SshMachine, normal_option
from app.core.machines.machine import check
from app.core.machines.tunnel import ssh_command

FINE = SshMachine("attic", "me@attic.local")


@pytest.mark.parametrize(
    ("target", "arguments"),
    [
        ("me@attic.local", ("--", "me@attic.local")),
        ("attic", ("--", "attic")),
        ("me@attic:2222", ("-p", "2222", "--", "me@attic")),
        ("192.168.1.7:22", ("-p", "22", "--", "192.168.1.7")),
        ("me@[fe80::1%eth0]:2222", ("-p", "2222", "--", "me@fe80::1%eth0")),
        ("[::1]", ("--", "::1")),
    ],
)
def test_a_target_is_split_as_ssh_takes_it(target: str, arguments: tuple[str, ...]) -> None:
    machine = SshMachine("attic", target)
    check(machine)
    assert machine.ssh_arguments() == arguments


@pytest.mark.parametrize(
    "target",
    [
        "",
        "-oProxyCommand=touch /tmp/x",
        "me@-oProxyCommand=x",
        "me@attic -L 1:2:3",
        "me@attic\n-v",
        "attic;reboot",
        "$(reboot)",
        "attic:0",
        "attic:70000",
        "attic:22:23",
        "me@you@attic",
        "me@",
        "@attic",
        "attic/",
        "::1",
        "at tic",
        "ssh://attic",
        "ät@attic",
    ],
)
def test_what_ssh_could_take_for_something_else_is_no_target(target: str) -> None:
    with pytest.raises(BadMachine, match="target"):
        check(SshMachine("attic", target))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a/b",
        "a:b",
        "-a",
        " a",
        "a ",
        "x" * 41,
        "a\nb",
        "_",
        "a,b",
        "RAM",
        "cpu",
        "Vulkan0",
        "RPC1",
    ],
)
def test_a_name_is_readable_and_no_device_of_this_machine(name: str) -> None:
    with pytest.raises(BadMachine):
        check(SshMachine(name, "attic"))


@pytest.mark.parametrize(
    "option",
    [
        "ProxyCommand=touch /tmp/x",
        "LocalCommand=x",
        "StrictHostKeyChecking=no",
        "LocalForward=1:2:3",
        "BatchMode=no",
        "IdentityFile",
        "IdentityFile=",
        "IdentityFile=-x",
        "IdentityFile=a\nProxyCommand=x",
        "ProxyJump=-oProxyCommand=x",
        "ProxyJump=a b",
        "ProxyJump=$(x)",
        "-v",
        "",
    ],
)
def test_an_option_leads_there_and_does_nothing_else(option: str) -> None:
    with pytest.raises(BadMachine, match="option"):
        check(SshMachine("attic", "attic", options=(option,)))


def test_options_that_lead_there_are_taken_however_they_are_spelt() -> None:
    written = (
        "identityfile = ~/.ssh/key of mine",
        "PROXYJUMP=me@door:2222,inner",
        "Compression=yes",
    )
    options = tuple(map(normal_option, written))
    machine = SshMachine("attic", "attic", options=options)
    check(machine)
    assert machine.ssh_arguments() == (
        *("-o", "IdentityFile=~/.ssh/key of mine", "-o", "ProxyJump=me@door:2222,inner"),
        *("-o", "Compression=yes", "--", "attic"),
    )


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_port_is_one(port: int) -> None:
    with pytest.raises(BadMachine, match="port"):
        check(SshMachine("attic", "attic", port))


def test_too_many_options_are_refused() -> None:
    with pytest.raises(BadMachine, match="at most"):
        check(SshMachine("attic", "attic", options=("Compression=yes",) * 17))


def test_ssh_asks_nobody_and_opens_no_port_but_one_on_the_loopback_address() -> None:
    command = ssh_command("/usr/bin/ssh", SshMachine("attic", "me@attic", 50055), 41000)
    assert command[0] == "/usr/bin/ssh"
    assert command[command.index("-L") + 1] == "127.0.0.1:41000:127.0.0.1:50055"
    assert command[-2:] == ["--", "me@attic"]
    for wanted in ("BatchMode=yes", "ExitOnForwardFailure=yes", "ServerAliveInterval=15"):
        assert command[command.index(wanted) - 1] == "-o"
    assert "-N" in command
    assert not {"-g", "-A", "-X", "-R", "-D"} & set(command)
