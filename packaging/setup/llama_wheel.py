"""Builds llama-cpp-python once and prints where the wheel lies.

The wheel is compiled with the processor's own instruction sets, which takes minutes, and is kept in
a folder of the user's cache named after everything that changes it: version, CMake arguments,
processor, compiler. pip's own cache is avoided, because it names a wheel after the source alone and
may hold one that was compiled otherwise.

Video is left out of libmtmd: it would start ffmpeg to read one.

With --portable the wheel is for every processor of this architecture, as the packages need it: one
small library for each generation of instruction sets, of which llama.cpp loads the best that the
user's processor knows. That takes about twice as long.

Two things go wrong in a build made by hand. GCC up to 12 at least drops the stores that fill the
AMX tile configuration, and the first quantised matrix product dies; `-fno-tree-dse -fno-dse`
prevents it (source: llama.cpp pull request 26954). And with SOURCE_DATE_EPOCH set, llama.cpp leaves
out every instruction set above the oldest, several times slower; so it is unset here.

CMAKE_ARGS of the environment are appended and win: a GPU is `CMAKE_ARGS=-DGGML_CUDA=on` or
-DGGML_HIP=on; Metal is on by itself on a Mac, and Vulkan is built apart (vulkan_backend.py).

Uses the standard library only. Usage: python packaging/setup/llama_wheel.py [--portable] [--where]
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
PACKAGE = "llama-cpp-python"
DEAD_STORES = "-fno-tree-dse -fno-dse"

OLDEST_MACOS = "13.0"  # as in frozen_contents.py; CMake would ask for that of this machine

PORTABLE = (
    "-DGGML_NATIVE=OFF",
    "-DGGML_BACKEND_DL=ON",
    "-DGGML_CPU_ALL_VARIANTS=ON",
    # A library of its own, too; on Linux rpc_backend.py makes it, for the tests as well.
    *(() if sys.platform == "linux" else ("-DGGML_RPC=ON",)),
    # Everything into the package itself: llama.cpp puts what it loads late beside its programs.
    "-DCMAKE_INSTALL_LIBDIR=llama_cpp/lib",
    "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib",
    "-DCMAKE_INSTALL_INCLUDEDIR=llama_cpp/include",
    f"-DCMAKE_INSTALL_RPATH={'@loader_path' if sys.platform == 'darwin' else '$ORIGIN'}",
    *((f"-DCMAKE_OSX_DEPLOYMENT_TARGET={OLDEST_MACOS}",) if sys.platform == "darwin" else ()),
)


def wanted_version() -> str:
    """Return the version that pyproject.toml asks for; the lowest one it allows is the tested one.

    Raises:
        LookupError: pyproject.toml names no version.
    """
    dependencies = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    for dependency in dependencies:
        found = re.fullmatch(rf"{PACKAGE}\s*[~=]=\s*([\d.]+)", dependency)
        if found:
            return found[1]
    raise LookupError(f"pyproject.toml names no version of {PACKAGE}")


def cmake_arguments(compiler: str, *, portable: bool) -> str:
    """Return CMAKE_ARGS: ours, then the user's, which win.

    Args:
        compiler: what the C++ compiler says of itself; only GCC knows the flags that help it.
        portable: for every processor of this architecture, not for this one.
    """
    arguments = ["-DLLAMA_OPENSSL=OFF", "-DMTMD_VIDEO=OFF", *(PORTABLE if portable else ())]
    if "Free Software Foundation" in compiler:
        arguments += [f"-DCMAKE_C_FLAGS='{DEAD_STORES}'", f"-DCMAKE_CXX_FLAGS='{DEAD_STORES}'"]
    theirs = os.environ.get("CMAKE_ARGS", "")
    return " ".join([*arguments, theirs]).strip()


def compiler_version() -> str:
    """Return what the C++ compiler that CMake will choose says of itself, "" when there is none."""
    command = shlex.split(os.environ.get("CXX", "c++"))
    try:
        return subprocess.run(
            [*command, "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    """Return the instruction sets of the processor as far as the system tells, else its name."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    # "flags" on x86, "Features" on ARM; the same on every core.
    flags = {line.split(":", 1)[1] for line in lines if line.startswith(("flags", "Features"))}
    return " ".join(sorted({flag for line in flags for flag in line.split()}))


def wheel_folder(version: str, arguments: str, compiler: str, target: str) -> Path:
    """Return where the wheel made of these things is kept.

    Args:
        version: of llama-cpp-python.
        arguments: CMAKE_ARGS.
        compiler: what the C++ compiler says of itself.
        target: the instruction sets it is compiled for.
    """
    ingredients = (version, arguments, compiler, target, platform.machine(), sys.platform)
    key = hashlib.sha256("\0".join(ingredients).encode()).hexdigest()[:20]
    return wheels_folder() / f"{version}-{key}"


def wheels_folder() -> Path:
    """Return where everything is kept that setting up took minutes for."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "hearth" / "wheels"


def build(version: str, arguments: str, folder: Path) -> None:
    """Download the source through pip, compile it and put the wheel into `folder`.

    Raises:
        subprocess.CalledProcessError: pip has said on the terminal what went wrong.
    """
    environment = {name: text for name, text in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    environment["CMAKE_ARGS"] = arguments
    compile_wheel(PACKAGE, version, folder, environment)


def compile_wheel(
    package: str,
    version: str,
    folder: Path,
    environment: Mapping[str, str],
    options: Sequence[str] = (),
) -> None:
    """Let pip compile a package from its source, and put the wheel into `folder`.

    Args:
        package: name of the package.
        version: of the package.
        folder: made if it is not there.
        environment: of the compilation.
        options: further options of `pip wheel`.

    Raises:
        subprocess.CalledProcessError: pip has said on the terminal what went wrong.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # On the same disk as its destination, so that the wheel appears whole or not at all.
    with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
        pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-cache-dir", *options]
        pip += ["--no-binary", package, "--wheel-dir", unfinished, f"{package}=={version}"]
        subprocess.run(pip, env=environment, check=True, stdout=sys.stderr)
        for wheel in Path(unfinished).glob("*.whl"):
            shutil.move(wheel, folder / wheel.name)


def announce(arguments: str, *, portable: bool) -> None:
    """Tell the user what is about to take so long, on the error stream."""
    cores = os.cpu_count() or 1
    minutes = max(1, round((20 if portable else 10) / cores))
    target = "every processor of this kind" if portable else "this machine's processor"
    print(
        f"Compiling llama.cpp for {target}: about {minutes} minute(s) on "
        f"{cores} core(s), once.\n  with {arguments}",
        file=sys.stderr,
        flush=True,
    )


def main() -> int:
    """Print the path of the wheel, or with --where only the folder it belongs to."""
    portable = "--portable" in sys.argv[1:]
    compiler = compiler_version()
    version, arguments = wanted_version(), cmake_arguments(compiler, portable=portable)
    target = "portable" if portable else processor()
    folder = wheel_folder(version, arguments, compiler, target)
    if "--where" in sys.argv[1:]:
        print(folder)
        return 0
    if not list(folder.glob("*.whl")):
        announce(arguments, portable=portable)
        try:
            build(version, arguments, folder)
        except subprocess.CalledProcessError:
            print(
                "llama.cpp could not be built. What pip printed above names the reason: most often "
                "no network, a missing compiler, or a GPU toolkit that CMAKE_ARGS asks for and "
                "that is not installed.",
                file=sys.stderr,
            )
            return 1
    print(next(folder.glob("*.whl")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
