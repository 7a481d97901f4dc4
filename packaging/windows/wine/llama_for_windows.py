"""llama.cpp for Windows, compiled on Linux by mingw-w64: a wheel for the laboratory.

The source is the release of llama-cpp-python that the project asks for. Every generation of x86-64
has a library of its own, of which llama.cpp loads the best, as in the packages for Linux
(`llama_wheel.py --portable`). GCC's own libraries lie beside them: linked into several DLLs they
would be defined twice. The RPC backend lies apart: the tests find it where they find it on Linux,
and the built program gets it beside the others. llama.cpp's chat formats and Hearth's own products
(`packaging/setup/chat_formats`, `matmul`) lie beside them, as in the installed program.

Users get no such build: theirs is made on Windows, by Microsoft's compiler.

Uses the standard library only.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import sys
import tarfile
import zipfile
from typing import TYPE_CHECKING

from debian_root import ROOT
from inside import NO_NETWORK, command_inside, run_logged
from lab import NATIVE, PROJECT, Lab, Step, delete

sys.path.append(str(PROJECT / "packaging" / "setup"))
from llama_source import unpack
from llama_wheel import PACKAGE, wanted_version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# Half the time of -O3; what is tried here is that it works, not how fast.
OPTIMISE = (
    "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG",
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
)
_TOOLCHAIN = (
    *OPTIMISE,
    "-DCMAKE_BUILD_TYPE=Release",
    "-DCMAKE_TOOLCHAIN_FILE=/lab/llama/mingw.cmake",
    "-DCMAKE_PROJECT_INCLUDE=/lab/llama/names.cmake",
)
_CMAKE = (
    *_TOOLCHAIN,
    "-DBUILD_SHARED_LIBS=ON",
    "-DGGML_NATIVE=OFF",
    "-DGGML_BACKEND_DL=ON",
    "-DGGML_CPU_ALL_VARIANTS=ON",
    "-DGGML_OPENMP=OFF",
    "-DGGML_RPC=ON",
    "-DLLAMA_OPENSSL=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_COMMON=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_MTMD=ON",
    "-DLLAMA_BUILD_SERVER=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_TOOLS=OFF",
    "-DMTMD_VIDEO=OFF",
)
_CMAKE_FILES = ("mingw.cmake", "names.cmake")
_SETUP = PROJECT / "packaging" / "setup"
_OWN = ("chat_formats", "matmul")  # folders in there
_RUNTIMES = ("libgcc_s_seh-1.dll", "libstdc++-6.dll", "libwinpthread-1.dll")
_TAG = "py3-none-win_amd64"
# GCC's libraries, once as it finds them, whatever its version.
_COLLECT = f"""
set -e
rm -rf /lab/llama/dlls && mkdir /lab/llama/dlls
cp /lab/llama/build/bin/*.dll /lab/llama/chat_formats/*.dll /lab/llama/matmul/*.dll /lab/llama/dlls/
for name in {" ".join(_RUNTIMES)}; do
    cp "$(x86_64-w64-mingw32-gcc-posix -print-file-name="$name")" /lab/llama/dlls/
done
x86_64-w64-mingw32-strip /lab/llama/dlls/*.dll
mkdir -p /lab/llama/rpc && mv /lab/llama/dlls/ggml-rpc.dll /lab/llama/rpc/
"""


def wheel_folder(lab: Lab) -> Path:
    """Return the folder that holds the wheel and nothing else."""
    return lab.folder / "llama" / "wheel"


def rpc_backend(lab: Lab) -> Path:
    """Return where the RPC backend lies, for the built program and as the device of tests."""
    return lab.folder / "llama" / "rpc" / "ggml-rpc.dll"


def _make(lab: Lab) -> None:
    folder = lab.folder / "llama"
    source = _unpacked_source(lab)
    for name in _CMAKE_FILES:
        shutil.copy(NATIVE / name, folder)
    llama = f"/lab/{source.relative_to(lab.folder)}/vendor/llama.cpp"
    _compile(lab, "llama", llama, "/lab/llama/build", _CMAKE)
    theirs = f"-DLLAMA={llama}", f"-DGGML={llama}/ggml", "-DLIBRARIES=/lab/llama/build/bin"
    for name in _OWN:
        rules = f"/hearth/{(_SETUP / name).relative_to(PROJECT)}"
        _compile(lab, name, rules, f"/lab/llama/{name}", (*_TOOLCHAIN, *theirs))
    title = "Collecting what was compiled for Windows"
    run_logged(lab, title, "llama-collect", command_inside(lab, ["sh", "-c", _COLLECT], {}))
    _pack(source, folder / "dlls", wheel_folder(lab))


def _compile(lab: Lab, name: str, source: str, target: str, options: Sequence[str]) -> None:
    """Compile with CMake; what an interrupted try compiled is kept, as far as it still holds."""
    configure = ["cmake", "-G", "Ninja", "-S", source, "-B", target, *options]
    build = ["cmake", "--build", target, "--parallel", str(os.cpu_count() or 1)]
    title = "Compiling llama.cpp for Windows"
    run_logged(lab, title, f"{name}-configure", command_inside(lab, configure, {}))
    run_logged(lab, title, f"{name}-build", command_inside(lab, build, {}))


def chat_templates(lab: Lab) -> Path:
    """Return the folder of the chat templates that llama.cpp is tested with."""
    return source_folder(lab) / "vendor" / "llama.cpp" / "models" / "templates"


def source_folder(lab: Lab) -> Path:
    """Return the folder of llama-cpp-python's source; there once the step is done."""
    return lab.folder / "llama" / "source" / f"{PACKAGE.replace('-', '_')}-{wanted_version()}"


def _unpacked_source(lab: Lab) -> Path:
    version, unpacked = wanted_version(), source_folder(lab)
    if unpacked.is_dir():
        return unpacked
    downloads = lab.downloads / "llama"
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", PACKAGE]
    pip += ["--dest", str(downloads), f"{PACKAGE}=={version}"]
    title = "Downloading the source of llama.cpp"
    run_logged(lab, title, "llama-download", pip, hint=NO_NETWORK)
    # Apart, so that a folder under its own name is a whole one.
    unfinished = unpacked.with_name("unfinished")
    delete(unfinished)
    with tarfile.open(next(downloads.glob(f"*-{version}.tar.gz"))) as packed:
        unpack(packed, unfinished)
    (unfinished / unpacked.name).replace(unpacked)
    return unpacked


def _pack(source: Path, dlls: Path, folder: Path) -> None:
    """Write the wheel: the package's modules, the DLLs, the description from the source."""
    delete(folder)
    folder.mkdir(parents=True)
    stem = f"{PACKAGE.replace('-', '_')}-{wanted_version()}"
    contents = {f"llama_cpp/lib/{path.name}": path.read_bytes() for path in sorted(dlls.iterdir())}
    for path in sorted((source / "llama_cpp").rglob("*")):
        if path.suffix == ".py" or path.name == "py.typed":
            contents[path.relative_to(source).as_posix()] = path.read_bytes()
    info = f"{stem}.dist-info"
    contents[f"{info}/METADATA"] = (source / "PKG-INFO").read_bytes()
    contents[f"{info}/licenses/LICENSE.md"] = (source / "LICENSE.md").read_bytes()
    lines = ("Wheel-Version: 1.0", "Generator: hearth", "Root-Is-Purelib: false", f"Tag: {_TAG}")
    contents[f"{info}/WHEEL"] = "\n".join([*lines, ""]).encode()
    record = "".join(f"{name},{_hash(data)},{len(data)}\n" for name, data in contents.items())
    contents[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(folder / f"{stem}-{_TAG}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            wheel.writestr(name, data)


def _hash(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"sha256={digest.decode()}"


LLAMA = Step(
    name="llama",
    title="llama.cpp for Windows, every variant of the processor's part",
    ingredients=(
        wanted_version(),
        *_CMAKE,
        *_RUNTIMES,
        *((NATIVE / name).read_text("utf-8") for name in _CMAKE_FILES),
        *(
            path.read_text("utf-8")
            for name in _OWN
            for path in sorted((_SETUP / name).iterdir())
            if path.is_file()
        ),
    ),
    make=_make,
    after=(ROOT,),
)
