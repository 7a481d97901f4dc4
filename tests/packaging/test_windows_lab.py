"""How the Windows laboratory is made: as far as that can be tried without root and without Wine."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import complex_math
import lab
import llama_for_windows
import make_lab
import packages
import pytest
import result_notes
import try_windows
import windows_pip
from inside import command_inside, run_logged
from pip._vendor.packaging import markers
from windows_run import run_to_log

if TYPE_CHECKING:
    from collections.abc import Callable

# As binutils' objdump 2.44 lists what NumPy's largest module imports.
LISTING = """
 00a01234\t00a05678 00000000 00a0abcd 00901000

\tDLL Name: KERNEL32.dll
\tvma:     Ordinal  Hint  Member-Name  Bound-To
\t00a0bee0  <none>  04f5  csqrtf_of_kernel

 00a01248\t00a05700 00000000 00a0abcf 00901010

\tDLL Name: api-ms-win-crt-math-l1-1-0.dll
\tvma:     Ordinal  Hint  Member-Name  Bound-To
\t00a0c0f2  <none>  0021  cabsf
\t00a0c0fa  <none>  0022  ldexp

"""


@pytest.fixture
def here(tmp_path: Path) -> lab.Lab:
    return lab.Lab(tmp_path / "a lab")


def step(
    name: str,
    *ingredients: str,
    make: Callable[[lab.Lab], None] = lambda _: None,
    after: tuple[lab.Step, ...] = (),
) -> lab.Step:
    return lab.Step(name, f"The {name}", ingredients, make, after)


def test_a_step_is_done_once_and_again_when_what_it_is_made_of_changes(here: lab.Lab) -> None:
    root = step("root", "Debian 13")
    assert not root.is_done(here)

    root.do(here)

    assert root.is_done(here)
    assert not step("root", "Debian 14").is_done(here)


def test_a_step_is_done_again_after_another_one_that_goes_into_it(here: lab.Lab) -> None:
    root = step("root", "Debian 13")
    drive = step("drive", after=(root,))
    root.do(here)
    drive.do(here)
    assert drive.is_done(here)
    assert not step("drive", after=(step("root", "Debian 14"),)).is_done(here)

    root.do(here)
    stamp = here.stamp("root")  # whatever the clock of the disk can tell apart
    os.utime(stamp, ns=(0, here.stamp("drive").stat().st_mtime_ns + 1))

    assert not drive.is_done(here)


def test_a_step_that_fails_is_not_there_and_says_why(here: lab.Lab) -> None:
    def fill(_: lab.Lab) -> None:
        raise OSError(28, "No space left on device")

    step("root", "13").do(here)
    with pytest.raises(lab.LabError, match=r"The root: .*No space left on device"):
        step("root", "13", make=fill).do(here)

    assert not step("root", "13").is_done(here)


def test_a_laboratory_is_removed_and_nothing_else(here: lab.Lab, tmp_path: Path) -> None:
    lab.remove(here)  # there is none
    (tmp_path / "photos").mkdir()
    with pytest.raises(lab.LabError, match="no Windows laboratory"):
        lab.remove(lab.Lab(tmp_path / "photos"))
    step("root").do(here)

    lab.remove(here)

    assert list(tmp_path.iterdir()) == [tmp_path / "photos"]


def test_it_lies_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(lab.VARIABLE, raising=False)
    assert lab.chosen_lab().folder == lab.PROJECT / "build" / "windows-lab"
    monkeypatch.setenv(lab.VARIABLE, str(tmp_path))
    assert lab.chosen_lab().folder == tmp_path


def test_without_root_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    with pytest.raises(lab.LabError, match="needs root"):
        make_lab.check_machine()


def test_elsewhere_than_on_debian_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(lab.LabError, match="Debian or Ubuntu"):
        make_lab.check_machine()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(lab.LabError, match="made on Linux"):
        make_lab.check_machine()


def test_without_debootstrap_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(lab.LabError, match="apt install debootstrap"):
        make_lab.check_machine()


def test_a_full_disk_is_said_before_anything_is_fetched(
    here: lab.Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: real(path)._replace(free=10**9))
    with pytest.raises(lab.LabError, match=r"needs 12 GB .* 1\.0 GB are free"):
        make_lab.make(here, make_lab.STEPS)
    assert not here.root.exists()


def test_every_step_comes_after_those_that_go_into_it() -> None:
    for number, later in enumerate(make_lab.STEPS):
        assert set(later.after) <= set(make_lab.STEPS[:number])


def test_a_command_that_fails_shows_its_last_lines(here: lab.Lab) -> None:
    program = [sys.executable, "-c", "import sys; print('no such host'); sys.exit(7)"]
    with pytest.raises(lab.LabError) as caught:
        run_logged(here, "Fetching", "fetch", program, hint="No network?")
    assert str(caught.value).splitlines()[0] == "Fetching failed with code 7. No network?"
    assert "no such host" in str(caught.value)
    with pytest.raises(lab.LabError, match="Fetching failed"):
        run_logged(here, "Fetching", "fetch", ["/nonexistent/program"])


def test_nothing_of_this_machine_goes_along_into_the_laboratory(here: lab.Lab) -> None:
    command = command_inside(here, ["wine", "x.exe"], {"A": "b"}, "/hearth")

    inside = command[command.index("env") :]
    assert inside[:4] == ["env", "-i", "-C", "/hearth"]
    assert inside[-3:] == ["A=b", "wine", "x.exe"]
    assert str(here.root) in command


def test_what_a_module_imports_is_read_of_one_library_alone() -> None:
    dll = "api-ms-win-crt-math-l1-1-0.dll"
    assert complex_math.imported(LISTING, dll) == {"cabsf", "ldexp"}
    assert complex_math.imported(LISTING, dll) & complex_math.SHIMMED == {"cabsf"}


def test_each_function_that_is_shimmed_is_written() -> None:
    source = (lab.NATIVE / "crt_math.c").read_text("utf-8")
    for name in complex_math.SHIMMED:
        plain = name.removesuffix("f")
        assert f"({plain})" in source or f"S_{name}(" in source, name


def test_what_hearth_needs_is_installed_and_what_reads_the_source_is_not() -> None:
    wanted = packages.requirements()
    assert any(requirement.startswith("PySide6") for requirement in wanted)
    assert any(requirement.startswith("pytest-qt") for requirement in wanted)
    assert not [r for r in wanted if r.startswith(("mypy", "ruff", "types-"))]


def test_pip_answers_for_windows_whatever_it_may_be_asked() -> None:
    assert set(markers.default_environment()) == set(windows_pip.WINDOWS)
    colorama = markers.Marker("sys_platform == 'win32' and os_name == 'nt'")
    assert colorama.evaluate(dict(windows_pip.WINDOWS))


def test_the_wheel_of_llama_cpp_holds_what_it_says_it_holds(tmp_path: Path) -> None:
    source, dlls, target = tmp_path / "source", tmp_path / "dlls", tmp_path / "wheel"
    (source / "llama_cpp").mkdir(parents=True)
    dlls.mkdir()
    (source / "llama_cpp" / "__init__.py").write_text("", "utf-8")
    (source / "llama_cpp" / "notes.txt").write_text("", "utf-8")
    for name in ("PKG-INFO", "LICENSE.md"):
        (source / name).write_text(name, "utf-8")
    (dlls / "llama.dll").write_bytes(b"MZ")

    llama_for_windows._pack(source, dlls, target)

    wheel = zipfile.ZipFile(next(target.glob("*-py3-none-win_amd64.whl")))
    record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
    rows = list(csv.reader(wheel.read(record).decode().splitlines()))
    assert {row[0] for row in rows} == set(wheel.namelist())
    assert "llama_cpp/lib/llama.dll" in wheel.namelist()
    assert "llama_cpp/notes.txt" not in wheel.namelist()


SUITE = """
import os, pytest
def test_good(): pass
def test_bad(): assert False
@pytest.fixture
def broken(): raise OSError
def test_not_begun(broken): pass
@pytest.mark.skip(reason="no pipes")
def test_left_out(): pass
def test_that_ends_the_run(): os._exit(3)
def test_after_it(): pass
"""


def _run_tests(suite: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pytest", "-p", "result_notes", "-p", "no:cacheprovider"]
    # Without a folder of its own it would delete the files of earlier runs, which takes long.
    files = f"--basetemp={suite.parent / 'files'}"
    return subprocess.run(
        [*command, files, suite.name], cwd=suite.parent, check=False, capture_output=True
    )


def test_a_run_that_was_cut_off_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, notes = tmp_path / "test_x.py", tmp_path / "notes"
    suite.write_text(SUITE, "utf-8")
    monkeypatch.setenv(result_notes.VARIABLE, str(notes))
    monkeypatch.setenv("PYTHONPATH", str(Path(result_notes.__file__).parent))

    first = _run_tests(suite)
    cut_off = result_notes.read_results(notes)
    second = _run_tests(suite)

    assert (first.returncode, second.returncode) == (3, 0)
    assert cut_off.cut_off == ("test_x.py::test_that_ends_the_run",)
    results = result_notes.read_results(notes)
    assert results.n_passed == 2
    assert results.failed == ("test_x.py::test_bad", "test_x.py::test_not_begun")
    assert results.skipped == {"no pipes": 1}


def test_a_file_that_cannot_be_imported_counts_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = tmp_path / "test_x.py"
    suite.write_text("import nothing_of_this_name\n", "utf-8")
    monkeypatch.setenv(result_notes.VARIABLE, str(tmp_path / "notes"))
    monkeypatch.setenv("PYTHONPATH", str(Path(result_notes.__file__).parent))
    _run_tests(suite)
    assert result_notes.read_results(tmp_path / "notes").failed == ("test_x.py",)


def test_what_came_of_a_suite_is_said_with_every_name_and_reason() -> None:
    results = result_notes.Results(1, ("a::b", "a::c"), ("a::d",), {"no pipes": 2})
    assert try_windows.summary("core", results, "not done", 12.3).splitlines() == [
        "core: 1 passed, 2 failed, 1 ended the run, 2 left out (12 s)",
        "    failed: a::b",
        "    failed: a::c",
        "    ended the run: a::d",
        "    left out: 2 (no pipes)",
        "    not all were run: not done",
    ]
    assert not try_windows.is_good(results, "")


def test_a_suite_that_passed_nothing_is_not_good() -> None:
    assert not try_windows.is_good(result_notes.Results(), "")
    assert not try_windows.is_good(result_notes.Results(n_passed=3), "pytest ended with code 3")
    assert try_windows.is_good(result_notes.Results(n_passed=3, skipped={"no pipes": 1}), "")


def test_a_folder_in_the_profile_of_the_user_is_found(here: lab.Lab) -> None:
    assert try_windows.touched_profiles(here.prefix) == []
    folder = here.drive_c / "users" / "Zoë" / "AppData" / "Local" / "hearth"
    folder.mkdir(parents=True)
    assert try_windows.touched_profiles(here.prefix) == [folder]


def test_a_run_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "x.log"
    assert run_to_log(["sh", "-c", "read line"], log, 5) == 1  # it gets no input
    assert run_to_log([sys.executable, "-c", "raise SystemExit(4)"], log, 60) == 4
    waiting = [sys.executable, "-c", "import threading; threading.Event().wait()"]
    assert run_to_log(waiting, log, 0.5) is None
