"""Code that a model wrote: what comes of it, and that it is offered only where it has a place."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.messages import ToolCall
from app.core.plain_value import replace
from app.core.tools.own import code_place, run_code
from app.core.tools.own.run_code import code_tool
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Decision, Question
from tests.helpers.code_runs import LIMITS, ran, with_place

if TYPE_CHECKING:
    from pathlib import Path


def told(code: str) -> str:
    """Return what code prints that ends well."""
    result = ran(code)
    assert not result.is_error, result.text
    return result.text


# -- what it does --


@with_place
def test_code_is_run_and_what_it_prints_is_the_result() -> None:
    assert told("import math; print(math.factorial(20))") == "2432902008176640000"
    assert told("x = 1") == "The code printed nothing."
    assert told("import sys; print('a'); print('ä', file=sys.stderr); print('b')") == "a\nä\nb"


@with_place
def test_a_failure_is_told_with_its_traceback() -> None:
    result = ran("def f():\n    return 1 / 0\nf()")

    assert result.is_error
    assert "return 1 / 0" in result.text
    assert "line 2, in f" in result.text
    assert result.text.endswith("[The code ended with exit code 1.]")
    assert ran("import os; os.kill(os.getpid(), 11)").text.endswith("exit code 139.]")


@with_place
def test_modules_it_writes_and_workers_it_starts_serve_it() -> None:
    said = told(
        """
        from pathlib import Path
        Path("helper.py").write_text("def twice(n): return 2 * n")
        from concurrent.futures import ProcessPoolExecutor
        import helper
        if __name__ == "__main__":
            with ProcessPoolExecutor(2) as pool:
                print(list(pool.map(helper.twice, range(4))))
        """
    )
    assert said.startswith("[0, 2, 4, 6]")


@with_place
def test_each_call_begins_anew() -> None:
    told("open('kept.txt', 'w').write('bread')")
    listed = "import os; print(os.listdir('.'), sorted(os.listdir('/tmp')))"
    assert told(listed) == "[] ['code.py', 'work']"


@with_place
def test_files_that_it_leaves_come_with_the_result() -> None:
    result = ran(
        """
        import os
        open("plot.png", "wb").write(b"\\x89PNG")
        os.makedirs("out/deep/deeper/deepest/too")
        open("out/table.csv", "w").write("a,b")
        open("out/deep/deeper/deepest/too/far.txt", "w").write("x")
        open(".hidden", "w").write("x")
        open("a/b:c?.txt".replace("/", "\\\\"), "w").write("odd")
        os.symlink("/etc/fonts/fonts.conf", "link.txt")
        os.symlink("/proc/1/environ", "environ.txt")
        os.mkfifo("pipe")
        """
    )

    assert [(one.kind, one.name, one.data) for one in result.media] == [
        ("file", "abc.txt", b"odd"),
        ("image", "plot.png", b"\x89PNG"),
        ("file", "out_table.csv", b"a,b"),
    ]
    assert "[Files for the user: abc.txt (3 bytes), plot.png (4 bytes)," in result.text


@with_place
def test_files_that_are_too_many_or_too_large_are_left_out() -> None:
    few = replace(LIMITS, attached=1000, attached_files=3)
    result = ran(
        """
        open("0", "w").write("x" * 1001)
        for n in range(1, 6):
            open(str(n), "w").write("x" * 300)
        """,
        few,
    )
    assert [one.name for one in result.media] == ["1", "2", "3"]
    assert "too large or too many: 3]" in result.text


def test_what_is_sent_in_place_of_files_is_read_with_care() -> None:
    def names(sent: bytes) -> list[str]:
        return [one.name for one in run_code._files(sent, LIMITS)[0]]

    def head(**said: object) -> bytes:
        return json.dumps(said).encode() + b"\n"

    assert names(head(name="../../.bashrc", size=1) + b"x") == ["bashrc"]
    assert names(head(name="/etc/passwd\u202e\n", size=1) + b"x") == ["etcpasswd"]
    assert names(head(name="..", size=1) + b"x") == ["file"]
    assert names(head(name="a" * 5000 + ".png", size=10**30) + b"x")[0].endswith("aaa.png")
    assert names(head(name="a", size=-5) + head(name="b", size=0)) == ["a", "b"]
    for broken in (b"\0" * 500, b"[]\n", b"1\n", b'{"left": []}\n', b"[" * 100_000, b"{}\n"):
        assert names(broken) == []
    assert len(names(head(name="a", size=0) * 5000)) == LIMITS.attached_files


@with_place
def test_code_that_is_too_long_is_refused() -> None:
    with pytest.raises(KnownError, match="more than 60 kB"):
        ran("#" * 60_001)
    assert told("#" * 59_000 + "\nprint(1)") == "1"


@with_place
def test_it_is_run_only_with_the_users_word(tmp_path: Path) -> None:
    permissions = Permissions(tmp_path / "p.json")
    toolbox = Toolbox(ServerList(tmp_path / "t.json"), permissions, lambda: [code_tool()], str)
    tool, call = toolbox.find("run_python"), ToolCall("run_python", '{"code": "print(6*7)"}')

    assert permissions.standing(tool, call) is Question.NEW
    grant = permissions.decide(tool, call, Decision.ONCE)
    assert toolbox.call(tool, call, grant).text == "42"
    other = ToolCall("run_python", '{"code": "print(6*8)"}')
    with pytest.raises(KnownError, match="not allowed this call"):
        toolbox.call(tool, other, grant)


@with_place
def test_a_long_result_is_cut_and_read_on(tmp_path: Path) -> None:
    permissions = Permissions(tmp_path / "p.json")
    toolbox = Toolbox(ServerList(tmp_path / "t.json"), permissions, lambda: [code_tool()], str)
    tool = toolbox.find("run_python")
    call = ToolCall(tool.name, '{"code": "for n in range(10000): print(n)"}')

    result = toolbox.call(tool, call, permissions.decide(tool, call, Decision.ONCE))

    assert len(result.text) < 13_000
    assert "read_more with result" in result.text


# -- where it cannot be --


# What a machine can lack, and what is said of it.
LACKS = {
    "linux": "needs Linux",
    "bwrap": "bubblewrap, which is not installed",
    "python": "the Python of your system",
    "rights": "No permissions to create new namespace",
    "version": "Unknown option --disable-userns",
}


@pytest.mark.parametrize("lacks", LACKS if sys.platform == "linux" else ["linux"])
def test_where_there_is_no_place_it_is_not_offered_and_says_why(
    lacks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = LACKS[lacks]
    bwrap = tmp_path / "bwrap"
    bwrap.write_text(f"#!/bin/sh\necho 'bwrap: {words}' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32" if lacks == "linux" else "linux")
    if lacks == "bwrap":
        bwrap.unlink()
    if lacks == "python":
        monkeypatch.setattr(code_place, "_PYTHONS", ("/nowhere/",))
    permissions = Permissions(tmp_path / "p.json")
    toolbox = Toolbox(ServerList(tmp_path / "t.json"), permissions, lambda: [code_tool()], str)

    offered = toolbox.offered()

    assert [one.name for one in offered.tools.tools] == ["read_more"]
    assert words in offered.lacking["run_python"].text()
    with pytest.raises(KnownError, match=words):
        toolbox.find("run_python")
    tool, call = code_tool().tool, ToolCall("run_python", '{"code": "1"}')
    with pytest.raises(KnownError, match=words):
        toolbox.call(tool, call, permissions.decide(tool, call, Decision.ONCE))


@with_place
def test_a_system_that_forbids_namespaces_is_told_as_such() -> None:
    forbids = ("bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/")
    asks = "from app.core.tools.own.run_code import code_tool; print(code_tool().lacks.text())"
    said = subprocess.run([*forbids, sys.executable, "-c", asks], capture_output=True, check=True)
    assert b"Your system does not let bubblewrap make a place" in said.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is a program of Linux")
def test_a_place_that_cannot_be_made_is_not_tried_at_each_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap, tries = tmp_path / "bwrap", tmp_path / "tries"
    bwrap.write_text(f"#!/bin/sh\necho >> '{tries}'\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    first, again = code_tool().lacks, code_tool().lacks

    assert first is not None
    assert again == first
    assert tries.read_text() == "\n"
    monkeypatch.setattr(run_code, "_tried", {})  # as some time later
    assert code_tool().lacks is not None
    assert tries.read_text() == "\n\n"
