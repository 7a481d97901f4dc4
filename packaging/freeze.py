"""Builds Hearth into a folder that needs no Python: `dist/hearth`, with the program `hearth` in it.

llama.cpp and NumPy come from the wheels that `setup/` makes, everything else
from the environment this runs in. The licences of all that is inside are put in. The program is
tried before this ends: it must know its version and decode with the llama.cpp it carries.

Usage: python packaging/freeze.py [--wheels FOLDER] [--output FOLDER]

    --wheels FOLDER  llama.cpp and NumPy lie there unpacked; nothing is compiled
    --output FOLDER  `build` and `dist` are made there; the repository, unless named
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import licences
from frozen_contents import STRIPPED

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = "_internal"
WINDOW_S = 5.0


@dataclass(frozen=True, slots=True)
class Places:
    """Where things lie during a build.

    Attributes:
        wheels: what was compiled for the program alone, unpacked.
        build: what is needed on the way.
        program: the folder that is made.
    """

    wheels: Path
    build: Path
    program: Path


def places_in(output: Path, wheels: Path | None = None) -> Places:
    """Return where things lie below `output`; `wheels` if they lie elsewhere."""
    build = output / "build"
    return Places(wheels or build / "wheels", build, output / "dist" / "hearth")


def unpack_wheels(folder: Path) -> None:
    """Unpack what is compiled for the program alone; what was not compiled before is now."""
    shutil.rmtree(folder, ignore_errors=True)
    for command in (["llama_wheel.py", "--portable"], ["numpy_wheel.py"]):
        script = str(ROOT / "packaging" / "setup" / command[0])
        answer = subprocess.run(
            [sys.executable, script, *command[1:]], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        with zipfile.ZipFile(answer.strip()) as wheel:
            wheel.extractall(folder)
    for built in (
        ["vulkan_backend.py"],
        ["chat_formats.py"],
        ["matmul.py"],
        ["rpc_backend.py", "--portable"],
    ):
        add_library(built, folder / "llama_cpp" / "lib")


def add_library(script: list[str], libraries: Path) -> None:
    """Lay a library that is built by itself beside llama.cpp's.

    Where the Vulkan backend cannot be built for want of headers, its script prints no path, and the
    program is for the processor alone.

    Args:
        script: of `setup/`, and what it is told.
    """
    command = [sys.executable, str(ROOT / "packaging" / "setup" / script[0]), *script[1:]]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    if built := answer.stdout.strip():
        shutil.copy(built, libraries)


def run_pyinstaller(places: Places) -> None:
    """Build the folder; PyInstaller says on the terminal what it does."""
    # First on the path, so that these are found and not the ones compiled for this machine.
    environment = dict(os.environ, HEARTH_WHEELS=str(places.wheels))
    path = (str(places.wheels), os.environ.get("PYTHONPATH", ""))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    environment["PYTHONHASHSEED"] = "0"  # sets are written in the order of their hashes
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN"]
    command += ["--distpath", str(places.program.parent)]
    command += ["--workpath", str(places.build / "pyinstaller")]
    command.append(str(ROOT / "packaging" / "hearth.spec"))
    subprocess.run(command, env=environment, check=True)


def strip_libraries(folder: Path) -> None:
    """Take the symbols for debuggers out of the libraries that bear it."""
    paths = {path for pattern in STRIPPED for path in folder.glob(pattern) if not path.is_symlink()}
    subprocess.run(["strip", "--strip-unneeded", *sorted(map(str, paths))], check=True)


def size_bytes(folder: Path) -> int:
    """Return what the files of a folder hold together; links count nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def try_out(places: Places) -> None:
    """Run the program's own test of the llama.cpp it carries, and open its window unseen."""
    # On Windows the other program is tied to no terminal and could say nothing.
    name = "hearth-cli" if sys.platform == "win32" else "hearth"
    program = [str(places.program / name), "--data-dir", str(places.build / "try-out")]
    subprocess.run([*program, "--version"], check=True)
    subprocess.run([*program, "self-test"], check=True)
    if sys.platform == "linux":
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
        with subprocess.Popen(program, env=environment) as window:
            with contextlib.suppress(subprocess.TimeoutExpired):
                window.wait(WINDOW_S)  # ends by itself only when it cannot start
            window.terminate()
        if window.returncode != 0:
            raise subprocess.CalledProcessError(window.returncode, program)


def main(arguments: list[str] | None = None) -> int:
    """Build, strip, try, and say how large it became."""
    parser = argparse.ArgumentParser(description="Build Hearth into a folder without Python.")
    parser.add_argument("--wheels", type=Path, metavar="FOLDER")
    parser.add_argument("--output", type=Path, metavar="FOLDER", default=ROOT)
    options = parser.parse_args(arguments)
    places = places_in(options.output.absolute(), options.wheels and options.wheels.absolute())
    try:
        if options.wheels is None:
            unpack_wheels(places.wheels)
        run_pyinstaller(places)
        if sys.platform == "linux":
            strip_libraries(places.program / LIBRARIES)
        licences.put_into_program(places.program / LIBRARIES)
        try_out(places)
    except subprocess.CalledProcessError as error:
        print(f"Not built: {error}", file=sys.stderr)
        return 1
    print(f"{places.program}: {size_bytes(places.program) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
