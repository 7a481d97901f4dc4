"""Other machines of the user that a part of a model may lie on, each reached by ssh.

`Machines` is the door to those that the user has added; `HostWithMachines` stands where the host of
the engine stands, and opens the tunnels that a load needs. llama.cpp's rpc-server knows no password
and hides nothing, so it is reached through a tunnel only: no port is opened beyond the loopback
address, here or there.
"""

from __future__ import annotations

from app.core.ggml.rpc_client import RpcServer
from app.core.machines.errors import BadMachine, MachineFailure, MachinesNotSaved
from app.core.machines.host import HostWithMachines
from app.core.machines.machine import ALLOWED_OPTIONS, USUAL_PORT, SshMachine, normal_option
from app.core.machines.machines import CheckedMachine, Machines
from app.core.machines.tunnel_child import TUNNEL_CHILD, run_tunnel_child

__all__ = [
    "ALLOWED_OPTIONS",
    "TUNNEL_CHILD",
    "USUAL_PORT",
    "BadMachine",
    "CheckedMachine",
    "HostWithMachines",
    "MachineFailure",
    "Machines",
    "MachinesNotSaved",
    "RpcServer",
    "SshMachine",
    "normal_option",
    "run_tunnel_child",
]
