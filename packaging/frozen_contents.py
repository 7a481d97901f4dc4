"""What goes into the built program and what stays out; the rules behind `hearth.spec`.

Qt and its plugins are let in by name, because PyInstaller's rules for PySide6 bring everything a
program might use. Everything else is let in unless it is named here.

Needs no PyInstaller, so that the rules can be tested without a build.
"""

from __future__ import annotations

import fnmatch
import functools
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

ROOT = Path(__file__).resolve().parents[1]

# Destination, source, kind: an entry of PyInstaller's lists.
Entry = tuple[str, str, str]

# Python modules that something names in a corner Hearth never comes to.
EXCLUDED_MODULES = (
    "PIL.AvifImagePlugin",  # 5 MB, and Hearth says what to convert it to
    "PIL.EpsImagePlugin",  # starts Ghostscript
    "PIL.ImageFont",
    "PIL.ImageGrab",
    "PIL.ImageMath",
    "PIL.ImageMorph",
    "PIL.ImageQt",
    "PIL.ImageShow",  # starts viewers
    "PIL.ImageTk",
    "PIL._avif",
    "PIL._imagingft",  # fonts, with FreeType and HarfBuzz
    "PIL._imagingmath",
    "PIL._imagingmorph",
    "PIL._imagingtk",
    "PySide6.QtOpenGL",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "_curses",
    "_tkinter",
    "anthropic",
    "certifi",
    "ensurepip",
    "fsspec",
    "gguf",
    "gi",  # of GNOME: send2trash does without
    "hf_xet",  # with huggingface_hub, which llama_cpp would use where it is installed
    "httpcore2",
    "httpx2",
    "huggingface_hub",
    "hypothesis",
    "jiter",
    "lib2to3",
    "llama_cpp.server",
    "mypy",
    "numpy.distutils",
    "numpy.f2py",
    "numpy.fft",
    "numpy.polynomial",
    "numpy.random",
    "numpy.testing",
    "openai",
    "pip",
    "pkg_resources",
    "pydantic",
    "pydantic_core",
    "pydoc",
    "pytest",
    "readline",
    "requests",
    "rich",
    "setuptools",
    "starlette.testclient",
    "tests",
    "tkinter",
    "torch",
    "tqdm",
    "yaml",
)

# Python modules that are named by a text only.
HIDDEN_MODULES = (
    "_cffi_backend",  # of soundfile; its own C extension asks for it
    "logging.config",  # of Alembic, through its migrations' env.py
    "sqlalchemy.dialects.sqlite",
    # Kinds of blocks are found by their folder.
    *(
        f"app.ui.transcript.blocks.kinds.{path.stem}"
        for path in sorted((ROOT / "app/ui/transcript/blocks/kinds").glob("[!_]*.py"))
    ),
)

# Libraries of Qt by the names of their modules, which each system spells in its own way.
QT_MODULES = (
    "Core",
    "DBus",  # screen readers, the desktop's settings, input methods
    "Gui",
    "Network",  # asks for updates when the user clicks
    "OpenGL",  # WaylandClient is linked with it
    "Svg",
    "WaylandClient",
    "Widgets",
    "WlShellIntegration",
    "XcbQpa",
)

# By their names without "lib", which Windows leaves out.
QT_PLUGINS = (
    "iconengines/qsvgicon.*",
    "imageformats/qgif.*",
    "imageformats/qjpeg.*",
    "imageformats/qsvg.*",
    "imageformats/qwebp.*",
    "platforminputcontexts/composeplatforminputcontextplugin.*",
    "platforminputcontexts/ibusplatforminputcontextplugin.*",
    "platforms/qoffscreen.*",
    "platforms/qwayland*",
    "platforms/qxcb.*",
    "platformthemes/qxdgdesktopportal.*",
    "tls/qopensslbackend.*",  # opens the system's OpenSSL when it is needed
    "wayland-decoration-client/*",
    "wayland-graphics-integration-client/qt-plugin-wayland-egl.*",
    "wayland-shell-integration/xdg-shell.*",
    "xcbglintegrations/*",
    # The other systems' counterparts.
    "platforms/qwindows.*",
    "platforms/qcocoa.*",
    "styles/*",
    "tls/qschannelbackend.*",
    "tls/qsecuretransportbackend.*",
)

# Qt's own words in each language of Hearth; in no other, for a dialog in two would be worse.
QT_TRANSLATIONS = tuple(
    f"qtbase_{path.stem.removeprefix('hearth_')}.qm"
    for path in sorted((ROOT / "resources" / "translations").glob("hearth_*.qm"))
)

# What every Linux desktop brings and must bring itself. An older copy of the C++ library breaks the
# system's graphics drivers, and a newer one raises the oldest system this runs on; a second copy of
# the X, D-Bus and font libraries meets settings of another version. OpenSSL is mended by the system
# when it has a hole, and knows where the system's certificates lie.
SYSTEM_LIBRARIES = (
    "libEGL.so*",
    "libGL.so*",
    "libGLX.so*",
    "libGLdispatch.so*",
    "libOpenGL.so*",
    "libX11-xcb.so*",
    "libX11.so*",
    "libXau.so*",
    "libXdmcp.so*",
    "libcrypto.so*",
    "libdbus-1.so*",
    "libexpat.so*",
    "libfontconfig.so*",
    "libfreetype.so*",
    "libgcc_s.so*",
    "libglib-2.0.so*",
    "libgthread-2.0.so*",
    "libharfbuzz.so*",
    "libssl.so*",
    "libstdc++.so*",
    "libvulkan.so*",  # belongs to the drivers; without it no GPU is used
    "libwayland-client.so*",
    "libwayland-cursor.so*",
    "libwayland-egl.so*",
    "libxcb.so*",
    "libz.so*",
    "opengl32sw.dll",  # draws in 3D on the processor, which nothing here does
)

# A stand-in until the project has a home on the web, as on Linux.
BUNDLE_ID = "org.hearth.hearth"
OLDEST_MACOS = "13.0"  # of Qt 6.11

# What `strip` is known not to break. It breaks the libraries of numpy that its makers have built,
# which then do not load; on Linux it is built here.
STRIPPED = (
    "PIL/*.so",
    "PySide6/Qt/lib/libicu[iu]*.so*",
    "_soundfile_data/*.so",
    "cryptography/hazmat/bindings/*.so",
    "libpython3*.so*",
    "llama_cpp/lib/*.so*",
    "numpy/**/*.so",
    "python3*/**/*.so",
    "sqlalchemy/**/*.so",
    "xxhash/*.so",
)

_QT_FOLDER = re.compile(r"PySide6/(?:Qt/)?(plugins|translations|qml|resources)/(.+)")
_QT_LIBRARY = re.compile(
    r"libQt6(?P<linux>\w+)\.so[\d.]*|Qt6(?P<windows>\w+)\.dll|Qt(?P<macos>\w+)\.framework/.+"
)
_QT_LIBRARY_FOLDER = re.compile(r"(?:PySide6/)?(?:Qt/lib/)?")
_LLAMA = re.compile(r"(?:lib)?(?:llama|ggml|mtmd)[\w.-]*\.(?:so|dylib|dll)[\d.]*")


def info_plist(version: str) -> dict[str, Any]:
    """Return what Info.plist of the bundle for macOS says beside what PyInstaller puts there.

    The program is one for the terminal as well, and PyInstaller takes such a one for a service that
    has no window.
    """
    kind = f"{BUNDLE_ID}.gguf"
    return {
        "CFBundleVersion": version,
        "LSBackgroundOnly": False,
        "LSMinimumSystemVersion": OLDEST_MACOS,
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,  # dark where the system is
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "GGUF model",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Default",
                "LSItemContentTypes": [kind],
            }
        ],
        "CFBundleURLTypes": [
            {"CFBundleURLName": f"{BUNDLE_ID}.link", "CFBundleURLSchemes": ["hearth"]}
        ],
        "UTImportedTypeDeclarations": [
            {
                "UTTypeIdentifier": kind,
                "UTTypeDescription": "GGUF model",
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["gguf"]},
            }
        ],
    }


def is_wanted(destination: str) -> bool:
    """Return whether a file that PyInstaller found belongs into the program.

    Args:
        destination: where it would lie, relative to the program's folder.
    """
    name = destination.replace("\\", "/")
    last = name.rsplit("/", 1)[-1]
    if _matches(last, SYSTEM_LIBRARIES) or _LLAMA.fullmatch(last):
        return False  # llama.cpp's are added by name, once each
    in_qt = _QT_FOLDER.fullmatch(name)
    if in_qt is not None:
        folder, rest = in_qt.groups()
        kind, _, plugin = rest.rpartition("/")
        plain = f"{kind}/{plugin.removeprefix('lib')}"
        if folder == "translations":
            return rest in QT_TRANSLATIONS
        return folder == "plugins" and _matches(plain, QT_PLUGINS)
    # On Linux and macOS in a folder, with PyInstaller's links to them beside the program; on
    # Windows beside the modules.
    library = _QT_LIBRARY.fullmatch(_QT_LIBRARY_FOLDER.sub("", name, count=1))
    if library is not None:
        return next(filter(None, library.groups())) in QT_MODULES
    return not name.startswith("PySide6/Qt/lib/") or _matches(last, ("libicu*",))


def is_library(path: Path) -> bool:
    """Return whether this is a file that is linked with others, and no link to one."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path: str) -> set[str]:
    """Return the names of the libraries that a file is linked with; empty for what is no library.

    Asks binutils, which PyInstaller needs as well. PyInstaller's own answer holds also what those
    libraries need in turn.
    """
    listed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=False)
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", listed.stdout))


def without_orphans(
    entries: list[Entry], needs: Callable[[str], Collection[str]] = needed
) -> list[Entry]:
    """Return the entries but for libraries that only something left out asked for.

    Args:
        entries: what is wanted so far.
        needs: returns the names of the libraries that the file at a path is linked with.
    """
    needs = functools.cache(needs)
    kept = entries
    while True:
        asked = {name for _, path, kind in kept if kind != "SYMLINK" for name in needs(path)}
        # Found libraries lie beside the program; what was asked for by Qt lies deeper, and most of
        # what was asked for by Python.
        left = [
            entry
            for entry in kept
            if "/" in entry[0]
            or entry[0] in asked
            or entry[0].startswith("libpython")
            or entry[2] == "EXTENSION"
        ]
        if len(left) == len(kept):
            return left
        kept = left


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def resources() -> list[tuple[str, str]]:
    """Return each resource that a wheel of Hearth holds, and the folder it goes to.

    From the same table, so that the program holds nothing less than the wheel and nothing else.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    pairs = []
    for source in sorted(table):
        path = ROOT / source
        folder = source if path.is_dir() else Path(source).parent.as_posix()
        pairs.append((str(path), folder))
    return pairs


def migrations() -> list[tuple[str, str]]:
    """Return the scripts that Alembic reads as files, and the folders they go to."""
    base = ROOT / "app" / "core" / "chats" / "migrations"
    scripts = [base / "env.py", *sorted((base / "versions").glob("*.py"))]
    return [(str(path), path.parent.relative_to(ROOT).as_posix()) for path in scripts]


def llama_libraries(folder: Path, system: str = sys.platform) -> list[Entry]:
    """Return llama.cpp's libraries, each once under the name it is linked by.

    A wheel holds every library three times, because it cannot hold links. Two copies in one process
    would have a list of devices each, so what is opened by its plain name is a link here. Windows
    has one name for each; on a Mac this was never run.

    Args:
        folder: `llama_cpp/lib` of the unpacked portable wheel.
        system: as `sys.platform`.
    """
    entries: list[Entry] = []
    for path in sorted(path for suffix in _SUFFIXES[system] for path in folder.glob(f"*{suffix}")):
        if path.stem.removeprefix("lib").startswith("llama-common"):
            continue  # only llama.cpp's own programs use it
        if path.stem.endswith("cpu-cannonlake"):
            continue  # one processor of a laptop; it is served by the one for Skylake-X
        if _VERSIONED.search(path.name):
            continue  # found by its plain name
        destination = f"llama_cpp/lib/{path.name}"
        linked = _linked(path)
        if linked is None:  # a backend, opened by its file name
            entries.append((destination, str(path), "BINARY"))
        else:
            entries.append((f"llama_cpp/lib/{linked.name}", str(linked), "BINARY"))
            entries.append((destination, linked.name, "SYMLINK"))
    return entries


# Backends end in .so on a Mac, too: CMake calls what is loaded late a module.
_SUFFIXES = {"linux": (".so",), "darwin": (".dylib", ".so"), "win32": (".dll",)}
_VERSIONED = re.compile(r"\.\d+(\.\d+)*\.dylib$")


def _linked(plain: Path) -> Path | None:
    """Return the library beside `plain` that others are linked with, if that has another name."""
    patterns = (f"{plain.name}.[0-9]", f"{plain.stem}.[0-9].dylib")
    return next((found for pattern in patterns for found in plain.parent.glob(pattern)), None)
