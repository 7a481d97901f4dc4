"""Commands in the laboratory's Debian root.

Each command has mounts and processes of its own, which end with it: nothing stays mounted, and
nothing goes on running, Wine's server included. The laboratory is `/lab` there, and the project
`/hearth`, which cannot be written.

Uses the standard library only; needs Linux, root and `unshare` of util-linux.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from lab import PROJECT, Lab, LabError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_ENVIRONMENT = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "LC_ALL": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
    "HOME": "/root",
    "CCACHE_DIR": "/lab/ccache",
}
# $1 root, $2 laboratory, $3 project, then the command.
_ENTER = """
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mkdir -p "$1/lab" "$1/hearth"
mount --bind "$2" "$1/lab"
mount --bind "$3" "$1/hearth"
mount -o remount,ro,bind "$1/hearth"
root=$1
shift 3
exec chroot "$root" "$@"
"""
_LAST_LINES = 15
NO_NETWORK = "Most often there is no network."


def command_inside(
    lab: Lab, command: Sequence[str], environment: Mapping[str, str], folder: str = "/"
) -> list[str]:
    """Return the command for this machine that runs `command` in the root.

    Args:
        lab: whose root.
        command: program and arguments, paths as they are in the root.
        environment: added to what every command there gets; nothing of this machine's goes along.
        folder: to start in, as it is in the root.
    """
    variables = [f"{name}={text}" for name, text in {**_ENVIRONMENT, **environment}.items()]
    return [
        *("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"),
        *("sh", "-c", _ENTER, "enter", str(lab.root), str(lab.folder), str(PROJECT)),
        *("env", "-i", "-C", folder, *variables, *command),
    ]


def run_logged(
    lab: Lab, title: str, log_name: str, command: Sequence[str], *, hint: str = ""
) -> Path:
    """Run a command of this machine with its output in a log; return the log.

    Args:
        lab: keeps the log.
        title: what is being done, as the subject of a sentence.
        log_name: name of the log, without its ending.
        command: program and arguments.
        hint: what most often is the reason when it fails.

    Raises:
        LabError: it failed; with its last lines.
    """
    lab.logs.mkdir(parents=True, exist_ok=True)
    log = lab.logs / f"{log_name}.log"
    with log.open("wb") as output:
        try:
            code = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False
            ).returncode
        except OSError as error:
            raise LabError(f"{title} failed: {error}") from error
    if code != 0:
        lines = log.read_text("utf-8", "replace").splitlines()[-_LAST_LINES:]
        said = f"{title} failed with code {code}. {hint}".rstrip()
        raise LabError("\n".join([said, f"The end of {log}:", *lines]))
    return log
