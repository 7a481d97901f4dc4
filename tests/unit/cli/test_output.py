"""What is printed arrives, whatever the country of the machine."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import output
from app.cli.output import print_problem, until_output_closes
from app.core.errors import EXIT_KNOWN_ERROR, EXIT_NOBODY_READS
from app.core.system.paths import FolderNotWritable

WORDS = "Wait… 你好"


def said_into_a_pipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bytes:
    """Return the bytes that arrive in what is no terminal, in the code page of western Europe."""
    with (tmp_path / "out").open("w", encoding="cp1252") as real:
        monkeypatch.setattr(sys, "stdout", real)
        monkeypatch.setattr(sys, "stderr", sys.stderr)  # put back afterwards
        assert until_output_closes(lambda: sys.stdout.write(WORDS)) == len(WORDS)
    return (tmp_path / "out").read_bytes()


class PipeWithoutReader(io.FileIO):
    """As Windows has it: writing into it is an invalid argument."""

    def write(self, _data: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


def test_a_pipe_of_windows_that_nobody_reads_is_a_broken_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(output, "FileIO", PipeWithoutReader)
    with (tmp_path / "out").open("w") as real:
        monkeypatch.setattr(sys, "stdout", real)
        monkeypatch.setattr(sys, "stderr", sys.stderr)
        assert until_output_closes(lambda: sys.stdout.write(WORDS)) == EXIT_NOBODY_READS
        with contextlib.suppress(OSError):  # it keeps what it could not write
            sys.stdout.close()


def test_on_windows_another_invalid_argument_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def command() -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(OSError, match="Invalid argument"):
        until_output_closes(command)


def test_a_pipe_of_windows_gets_utf_8(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert said_into_a_pipe(monkeypatch, tmp_path).decode("utf-8") == WORDS


def test_elsewhere_the_encoding_is_the_one_that_was_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")

    assert said_into_a_pipe(monkeypatch, tmp_path).decode("cp1252") == "Wait… ??"


@pytest.mark.unix("/dev/full")
@pytest.mark.parametrize("flags", [(), ("-u",)], ids=["waiting", "at once"])
@pytest.mark.parametrize(
    "command", ["return 0", "raise SystemExit(2)", "sys.stdout.flush()", "print('x' * 99_999)"]
)
def test_output_that_the_disk_refuses_is_told_without_a_traceback(
    command: str, flags: tuple[str, ...]
) -> None:
    program = (
        "import sys\n"
        "from app.cli.output import until_output_closes\n"
        "def command():\n"
        "    print('words')\n"
        f"    {command}\n"
        "    return 0\n"
        "sys.exit(until_output_closes(command))\n"
    )
    with open("/dev/full", "w") as full:  # noqa: PTH123 - no file
        done = subprocess.run(
            [sys.executable, *flags, "-c", program],
            stdout=full,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.returncode in (EXIT_KNOWN_ERROR, 2)
    assert "hearth: Hearth could not write its output" in done.stderr
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr


@pytest.mark.unix("/dev/full")
def test_a_command_into_a_full_disk_ends_with_a_sentence(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "app", "--data-dir", str(tmp_path), "chats", "list"]
    with open("/dev/full", "w") as full:  # noqa: PTH123 - no file
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        deaf = subprocess.run(words, stdout=subprocess.PIPE, stderr=full, check=False)

    assert done.returncode == EXIT_KNOWN_ERROR
    assert done.stderr.startswith("hearth: Hearth could not write its output")
    assert len(done.stderr.splitlines()) == 1
    assert (deaf.returncode, deaf.stdout) == (0, b"There are no chats yet.\n")


@pytest.mark.unix("a folder that is deleted while a program is in it")
def test_a_command_in_a_folder_that_is_gone_ends_with_a_sentence(tmp_path: Path) -> None:
    code = (
        "import os, sys; os.mkdir(sys.argv[1]); os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); "
        "from app.__main__ import main; sys.exit(main(sys.argv[2:]))"
    )
    gone, data = str(tmp_path / "gone"), str(tmp_path / "data")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, gone, "--data-dir", data, "chats", "import", "a.json"],
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert done.returncode == EXIT_KNOWN_ERROR
    assert "The folder in which Hearth was started no longer exists." in done.stderr
    assert "Traceback" not in done.stderr


def test_what_the_system_says_of_a_folder_is_printed_as_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    print_problem(
        FolderNotWritable(repr(OSError(30, "Read-only\nfile system")), folder=tmp_path).problem()
    )
    told, why = capsys.readouterr().err.splitlines()
    assert "cannot write to the folder" in told
    assert "Read-only" in why
