"""That code of a model gets out of its place by no way, and that all it takes has an end."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import psutil
import pytest

from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.own.code_place import CodeLimits
from app.core.tools.own.run_code import code_tool
from tests.helpers.code_runs import LIMITS, ran, with_place
from tests.helpers.waiting import wait_until

# -- what it must not reach --

# Each prints "ESCAPED" where it gets out; names in braces are of this test.
ESCAPES = {
    "the network": """
        import socket
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            s = socket.socket(socket.AF_INET, kind); s.settimeout(2)
            try:
                s.connect(("127.0.0.1", {port})); s.send(b"x")
                if kind == socket.SOCK_STREAM: print("ESCAPED")
            except OSError as error: print(error)
        for host in ("1.1.1.1", "192.168.1.1", "169.254.169.254"):
            try: socket.create_connection((host, 80), 2); print("ESCAPED")
            except OSError as error: print(error)
        """,
    "names": """
        import socket
        for name in ("example.com", "localhost.localdomain", "metadata.google.internal"):
            try: print("ESCAPED", socket.getaddrinfo(name, 80))
            except OSError as error: print(error)
        """,
    "a socket without a file": """
        import socket
        s = socket.socket(socket.AF_UNIX)
        try: s.connect("\\0{abstract}"); print("ESCAPED")
        except OSError as error: print(error)
        """,
    "sockets of the desktop": """
        import os, glob
        for path in ("{socket}", "/tmp/.X11-unix/X0", "/run/user/1000/bus", "/run/dbus",
                     "/var/run/docker.sock", "/run/systemd", "/run"):
            if os.path.exists(path): print("ESCAPED", path)
        for name in ("SSH_AUTH_SOCK", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
            if name in os.environ: print("ESCAPED", name)
        """,
    "the user's files": """
        import os
        for path in ("{secret}", "{folder}", "{home}", os.path.expanduser("~root"), "/home",
                     "/root", "/etc/shadow", "/etc/passwd", "/etc/hostname", "/var", "/mnt", "/opt",
                     "/media", "/srv", "/boot", "/sys", "/work", "/proc/1/root{secret}",
                     "/proc/1/cwd{secret}", "/proc/self/root{secret}", "/newroot", "/oldroot"):
            if os.path.exists(path): print("ESCAPED", path)
        for folder, _folders, names in os.walk("/"):
            if {name!r} in names: print("ESCAPED", folder)
            if folder.count("/") > 3: _folders.clear()
        """,
    "open files": """
        import os
        for fd in os.listdir("/proc/self/fd") + os.listdir("/proc/1/fd"):
            try: target = os.readlink("/proc/self/fd/" + fd)
            except OSError: continue
            if target.startswith("/") and not target.startswith(("/dev/null", "/proc", "/tmp/c")):
                print("ESCAPED", target)
        for n in range(3, 300):
            try: os.fstat(n); print("ESCAPED", n)
            except OSError: pass
        """,
    "writing": """
        import os
        for path in ("/usr/bin/x", "/usr/lib/x", "/etc/x", "/x", "/dev/x", "/proc/sys/x", "/bin/x",
                     "/etc/fonts/x", "/etc/ld.so.cache", "/usr/bin/python3", "/proc/sysrq-trigger"):
            try: open(path, "a").write("x"); print("ESCAPED", path)
            except OSError as error: print(error)
        """,
    "mounts": """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        for flags in (0, 32 | 4096, 32):
            if not libc.mount(b"/usr", b"/usr", b"", flags, None): print("ESCAPED", flags)
        if not libc.mount(b"none", b"/tmp/work", b"tmpfs", 0, None): print("ESCAPED tmpfs")
        if not libc.umount2(b"/usr", 2): print("ESCAPED umount")
        if not libc.chroot(b"/tmp"): print("ESCAPED chroot")
        for space in (0x10000000, 0x10020000, 0x40000000, 0x20000000):
            if not libc.unshare(space): print("ESCAPED unshare", hex(space))
        """,
    "variables of Hearth": """
        import os
        for pid in filter(str.isdigit, os.listdir("/proc")):
            for name in ("environ", "cmdline"):
                try: said = open(f"/proc/{{pid}}/{{name}}", "rb").read()
                except OSError: continue
                if b"{variable}" in said or b"pytest" in said: print("ESCAPED", pid, name)
        if "{variable}" in os.environ: print("ESCAPED")
        """,
    "other processes": """
        import ctypes, os, signal
        libc = ctypes.CDLL(None)
        for pid in ({pid}, {ppid}):
            try: os.kill(pid, 0); print("ESCAPED kill", pid)
            except OSError as error: print(error)
            if libc.ptrace(16, pid, None, None) == 0: print("ESCAPED ptrace", pid)
            if os.path.exists(f"/proc/{{pid}}"): print("ESCAPED proc", pid)
        if sum(map(str.isdigit, os.listdir("/proc"))) > 4: print("ESCAPED many")
        """,
    "rights": """
        import ctypes, os
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        for name in status:
            if name.startswith("Cap") and int(status[name], 16): print("ESCAPED", name)
        if status["NoNewPrivs"].strip() != "1": print("ESCAPED new rights")
        for path in ("/usr/bin/su", "/usr/bin/passwd", "/usr/bin/sudo", "/usr/bin/mount"):
            if os.path.exists(path):
                import subprocess
                code = "import os; print(os.getresuid())"
                subprocess.run([path, "--version"], stdin=subprocess.DEVNULL, timeout=10)
        for mount in open("/proc/self/mountinfo"):
            where, options = mount.split()[4], mount.split()[5].split(",")
            if "nosuid" not in options: print("ESCAPED suid", where)
        """,
    "the terminal": """
        import fcntl, os, termios
        for fd in (0, 1, 2):
            try: fcntl.ioctl(fd, termios.TIOCSTI, b"x"); print("ESCAPED", fd)
            except OSError as error: print(error)
        try: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), termios.TIOCSTI, b"x"); print("ESCAPED")
        except OSError as error: print(error)
        """,
    "devices": """
        import os
        known = set("null zero full random urandom tty pts ptmx shm core fd std".split())
        known |= {{"stdin", "stdout", "stderr", "console"}}
        for name in set(os.listdir("/dev")) - known: print("ESCAPED", name)
        try: os.mknod("/tmp/disk", 0o600 | 0o060000, os.makedev(254, 0)); print("ESCAPED mknod")
        except OSError as error: print(error)
        """,
    "keyrings of the kernel": """
        import ctypes, os
        number = {{"x86_64": 250, "aarch64": 219}}.get(os.uname().machine)
        libc = ctypes.CDLL(None)
        if number and libc.syscall(number, 10, -3, b"user", b"{key}", 0) > 0: print("ESCAPED")
        """,
}


@with_place
@pytest.mark.parametrize("what", ESCAPES)
def test_code_does_not_reach(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variable, name = "HEARTH_TEST_SECRET_7f3a", "secret-7f3a.txt"
    monkeypatch.setenv(variable, "bread")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/tmp/agent")
    monkeypatch.setenv("DISPLAY", ":0")
    secret = tmp_path / name
    secret.write_text("bread")
    abstract = f"hearth-test-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as in_folder,
        socket.socket(socket.AF_UNIX) as without_file,
    ):
        monkeypatch.chdir(tmp_path)
        in_folder.bind("s")
        in_folder.listen()
        without_file.bind(f"\0{abstract}")
        without_file.listen()
        code = textwrap.dedent(ESCAPES[what]).format(
            port=server.getsockname()[1],
            abstract=abstract,
            socket=tmp_path / "s",
            secret=secret,
            folder=tmp_path,
            home=Path.home(),
            name=name,
            variable=variable,
            pid=os.getpid(),
            ppid=os.getppid(),
            key="hearth-test",
        )
        result = ran(code + '\nprint("all was tried")')

    assert "ESCAPED" not in result.text
    assert "all was tried" in result.text, result.text


# -- what it must not take --

TAKEN = {
    "time": ("while True: pass", "ran longer than 2 s"),
    "time asleep": ("import time; time.sleep(600)", "ran longer than 2 s"),
    "time, without signals": (
        """
        import signal, time
        for n in range(1, 64):
            try: signal.signal(n, signal.SIG_IGN)
            except (OSError, ValueError): pass
        time.sleep(600)
        """,
        "ran longer than 2 s",
    ),
    "output": ("while True: print('bread' * 1000)", "printed more than 300,000 bytes"),
    "output of children": (
        "import subprocess; subprocess.run(['/usr/bin/yes'])",
        "printed more than 300,000 bytes",
    ),
    "files": (
        "n = 0\nwhile True:\n    n += 1; open(f'/tmp/{n}', 'w')",
        "made more than 500 files",
    ),
    "processes": (
        "import os, time\nwhile True:\n    try: os.fork()\n    except OSError: time.sleep(0.01)",
        "",
    ),
    "memory of children": (
        """
        import os, time
        for n in range(6):
            if not os.fork():
                kept = bytearray(60_000_000); time.sleep(600)
        time.sleep(600)
        """,
        "took more than 200 MB",
    ),
    "memory, beside processes that come and go": (
        """
        import os, time
        for n in range(2):
            if not os.fork():
                while True:
                    if not os.fork(): os._exit(0)
                    os.wait()
        for n in range(4):
            if not os.fork():
                kept = bytearray(80_000_000); time.sleep(600)
        time.sleep(600)
        """,
        "took more than 200 MB",
    ),
}


@with_place
@pytest.mark.parametrize("what", TAKEN)
def test_code_that_takes_too_much_is_ended(what: str) -> None:
    code, why = TAKEN[what]
    seconds = 2.0 if "time" in what or what == "processes" else 30.0
    few = CodeLimits(
        seconds, memory=200 << 20, disk=20 << 20, output=300_000, processes=30, files=500
    )
    before = len(psutil.Process().children(recursive=True))
    result = ran(code, few)

    assert why in result.text
    assert result.is_error or not why
    assert len(result.text) < 400_000
    wait_until(lambda: len(psutil.Process().children(recursive=True)) <= before)


@with_place
def test_memory_disk_and_files_have_an_end_that_code_is_told_of() -> None:
    few = CodeLimits(20.0, memory=300 << 20, disk=20 << 20)
    assert "MemoryError" in ran("x = bytearray(400 << 20)", few).text
    full = ran("with open('x', 'wb') as f:\n    while True: f.write(bytes(1 << 20))", few)
    assert "OSError" in full.text
    assert ran("open('/dev/shm/x', 'wb').write(bytes(30 << 20))", few).is_error
    assert ran("import os; os.truncate(os.memfd_create('x'), 30 << 20)", few).is_error


@with_place
def test_what_the_machine_has_is_not_counted_while_the_place_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bwrap"
    slow.write_text(f'#!/bin/sh\nsleep 0.5\nexec {shutil.which("bwrap")} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    assert ran("print(1)", CodeLimits(files=10)).text == "1"


@with_place
def test_what_is_left_running_ends_with_the_call() -> None:
    began = time.monotonic()
    result = ran(
        """
        import os, signal, sys, time
        if not os.fork():
            os.setsid()
            if not os.fork():
                for n in (1, 2, 3, 13, 15):
                    signal.signal(n, signal.SIG_IGN)
                time.sleep(600)
            os._exit(0)
        print("done")
        """
    )
    assert result.text == "done"
    assert time.monotonic() - began < 25


@with_place
def test_code_that_stops_what_runs_it_gains_nothing() -> None:
    few = CodeLimits(3.0)
    for sent in ("SIGKILL", "SIGSTOP"):
        result = ran(f"import os, signal\nos.kill(os.getppid(), signal.{sent})\nprint('x')", few)
        assert result.is_error
        assert result.media == ()
    forged = ran(
        """
        import json, os
        head = {"name": "../../forged.txt", "size": 3}
        with open(f"/proc/{os.getppid()}/fd/2", "wb") as files:
            files.write(json.dumps(head).encode() + b"\\nabc")
        """
    )
    assert [one.name for one in forged.media] in ([], ["forged.txt"])


@with_place
def test_a_stop_ends_it_at_once() -> None:
    stop = StopSignal()
    threading.Timer(0.5, stop.stop).start()
    began = time.monotonic()
    with pytest.raises(TransferStopped):
        code_tool(LIMITS).run({"code": "import time; time.sleep(600)"}, stop)
    assert time.monotonic() - began < 20
    assert not [p for p in psutil.Process().children(recursive=True) if p.name() == "bwrap"]


@with_place
def test_it_ends_with_hearth_however_that_ends() -> None:
    mark = f"hearth-test-{os.getpid()}"
    code = (
        "import os, signal, time\n"
        "for n in (1, 2, 15):\n    signal.signal(n, signal.SIG_IGN)\n"
        f"if not os.fork():\n    os.setsid(); os.execv('/usr/bin/sleep', ['{mark}', '600'])\n"
        "time.sleep(600)"
    )
    program = (
        "from app.core.tools.own.run_code import code_tool\n"
        "from app.core.system.stop_signal import StopSignal\n"
        f"code_tool().run({{'code': {code!r}}}, StopSignal())"
    )

    def left() -> list[psutil.Process]:
        there = psutil.process_iter(["cmdline"])
        return [one for one in there if (one.info["cmdline"] or [""])[0] == mark]

    hearth = subprocess.Popen([sys.executable, "-c", program])
    try:
        wait_until(lambda: bool(left()))
        hearth.send_signal(signal.SIGKILL)
        hearth.wait()
        wait_until(lambda: not left())
    finally:
        hearth.kill()
        hearth.wait()
