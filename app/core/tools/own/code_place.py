"""The place in which code runs: what bubblewrap puts there, and what starts the code in it.

The code sees the system's programs and nothing of the user: no file, no network, no other process,
no variable. All that it can write lies in memory, up to a limit.

Threads: any.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from app.core.plain_value import PlainValue
from app.core.tools.errors import CODE_NEEDS_BUBBLEWRAP, CODE_NEEDS_LINUX, CODE_NEEDS_PYTHON

READY: Final = b"\0ready\n"  # the launcher runs, and what follows are files
# What Python reads in /etc; nothing that names users or says how they are let in.
_OF_ETC: Final = ("alternatives", "fonts", "ld.so.cache", "localtime", "matplotlibrc", "mime.types")
_PYTHONS: Final = ("/usr/", "/nix/store/", "/gnu/store/")  # outside the user's folders
_ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "USER": "user",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "Agg",
    "PYTHONPATH": "/tmp/work",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "4",
    "OPENBLAS_NUM_THREADS": "4",
}


class CodeLimits(PlainValue, frozen=True):
    """What code may take.

    Attributes:
        seconds: of the clock.
        memory, disk: bytes, of all processes and of all files.
        output: bytes that it prints.
        processes, files: how many; files are also those that are not attached.
        attached, attached_files: bytes and number of the files that come back.
    """

    seconds: float = 60.0
    memory: int = 2 << 30
    disk: int = 256 << 20
    output: int = 2_000_000
    processes: int = 100
    files: int = 20_000
    attached: int = 32_000_000
    attached_files: int = 20


def found() -> tuple[str, str]:
    """Return the paths of bubblewrap and of the system's Python.

    Raises:
        KnownError: one is missing.
    """
    if sys.platform != "linux":
        raise CODE_NEEDS_LINUX()
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise CODE_NEEDS_BUBBLEWRAP()
    for folder in (*os.get_exec_path(), "/usr/bin"):
        path = os.path.realpath(Path(folder, "python3"))  # an environment leads to the system's
        is_own = path.startswith(_PYTHONS) and os.access(path, os.X_OK)
        if is_own and folder.startswith(("/usr/", "/bin", "/run/current-system/", *_PYTHONS)):
            return bwrap, path
    raise CODE_NEEDS_PYTHON()


def command_for(bwrap: str, python: str, limits: CodeLimits) -> list[str]:
    """Return what runs the code that comes as its input.

    Its output is that of the code; on its error stream come `READY` and the files, of each a line
    of JSON and its bytes, and last a line that says how many were left out.

    Args:
        bwrap, python: as `found` returns them.
    """
    command = [bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    command += ["--die-with-parent", "--new-session", "--hostname", "hearth", "--clearenv"]
    for name, value in _ENVIRONMENT.items():
        command += ["--setenv", name, value]
    command += ["--ro-bind", "/usr", "/usr"]
    for path in map(Path, ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")):
        if path.is_symlink():
            command += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            command += ["--ro-bind", str(path), str(path)]
    for name in (*(f"/etc/{one}" for one in _OF_ETC), "/nix/store", "/gnu/store"):
        command += ["--ro-bind-try", name, name]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for folder in ("/tmp", "/dev/shm"):
        command += ["--size", str(limits.disk), "--tmpfs", folder]
    command += ["--dir", "/tmp/work", "--chdir", "/tmp/work"]
    command += ["--remount-ro", "/dev", "--remount-ro", "/"]
    given = json.dumps({name: getattr(limits, name) for name in limits.__struct_fields__})
    return [*command, python, "-I", "-c", _LAUNCHER, given]


# It sets limits, and sends the files that are left. The system's Python runs it, 3.8 or newer.
# Being inside, it is not trusted: code can stop it, or speak in its place.
_LAUNCHER: Final = r"""
import json, os, resource, signal, stat, sys

limits = json.loads(sys.argv[1])
files = os.dup(2)

def limit(kind, most):
    hard = resource.getrlimit(kind)[1]
    most = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(kind, (most, most))

def limit_processes():
    # Old systems count those of the user outside, too, so that fewer would be none.
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    for times in (1, 4, 16, 64):
        most = limits["processes"] * times
        if hard != resource.RLIM_INFINITY and most > hard:
            return
        resource.setrlimit(resource.RLIMIT_NPROC, (most, hard))
        try:
            child = os.fork()
        except OSError:
            continue
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
        return

def run():
    os.setpgid(0, 0)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, 4 * limits["seconds"])  # of all its threads
    limit(resource.RLIMIT_DATA, limits["memory"])
    limit(resource.RLIMIT_AS, 4 * limits["memory"])
    limit(resource.RLIMIT_FSIZE, limits["disk"])
    limit(resource.RLIMIT_NOFILE, 256)
    limit_processes()
    os.dup2(1, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.execv(sys.executable, [sys.executable, "-s", "-u", "/tmp/code.py"])

def send(data):
    while data:
        data = data[os.write(files, data):]

def found():
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(f for f in folders if f[0] not in "._") * (folder.count("/") < 3)
        for name in sorted(names):
            if name[0] != ".":
                yield os.path.join(folder, name)[2:]

def send_files():
    room, n_left, n_sent = limits["attached"], 0, 0
    for path in found():
        try:
            opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            continue
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                continue
            data = file.read(room + 1) if n_sent < limits["attached_files"] else None
        if data is None or len(data) > room:
            n_left += 1
            continue
        room -= len(data)
        n_sent += 1
        name = path.replace("/", "_").encode("utf-8", "replace").decode()
        send(json.dumps({"name": name, "size": len(data)}).encode() + b"\n" + data)
    send(json.dumps({"left": n_left}).encode() + b"\n")

def end_all():
    try:
        os.kill(-1, signal.SIGKILL)  # of those in this place
    except OSError:
        pass

def leave_keyrings():
    # Those of the kernel, where some programs keep tickets and keys of the user.
    number = {"x86_64": 250, "aarch64": 219}.get(os.uname().machine)
    try:
        import ctypes
        if number is not None:
            ctypes.CDLL(None).syscall(number, 1, None)  # join a new session
    except (ImportError, OSError, AttributeError):
        pass

if os.getppid() != 1:
    sys.exit("no place of its own")  # where to end all processes would be to end the user's
signal.signal(signal.SIGALRM, lambda *_: (end_all(), os._exit(124)))
signal.alarm(int(limits["seconds"]) + 10)  # Hearth may have gone before it could watch this
leave_keyrings()
with open("/tmp/code.py", "wb") as file:
    file.write(sys.stdin.buffer.read())
send(b"\0ready\n")
os.nice(10)
try:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # where memory ends, this goes first
except OSError:
    pass
child = os.fork()
if not child:
    try:
        run()
    finally:
        os._exit(127)
status = os.waitpid(child, 0)[1]
end_all()  # also what it has left running
os.chdir("/tmp/work")
send_files()
os._exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
"""
