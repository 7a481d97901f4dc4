"""The licences of what Hearth is made of, as one text.

A built program brings the text as a resource, because packages lose their metadata when they are
built in. Elsewhere it is collected from the installed packages when somebody asks: what Hearth
needs, what that needs in turn, and Python itself. What packages hold of others and bring no text of
is in `resources/licences`, each file with a line that says where it comes from.

Reads files, changes nothing. Standard library only. Threads: pure functions, any thread.
"""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sysconfig
import tomllib
from pathlib import Path

from app import __version__
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.paths import resource

COLLECTED = "licences/THIRD_PARTY_LICENSES.txt"  # only in a built program
_CHECKOUT = Path(__file__).resolve().parents[3]
_LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
_LONGEST_NAME = 100  # characters; some packages write the whole text where its name belongs
_RULE = "=" * 36  # in one line in a narrow window, too

# Qt's wheels bring no text of their licence; what they say of themselves points to this.
_QT = """\
Qt and Qt for Python are used under the GNU Lesser General Public License, version 3, whose text
is at the end. They are libraries of their own, unchanged, and may be replaced by other builds of
the same version; a built program holds them under _internal/PySide6 and _internal/shiboken6. Their
source is published by the Qt Project at https://code.qt.io/. Qt holds work of others in turn, which
is listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.
"""
_OF_QT = ("pyside6", "shiboken6")

# What packages hold and bring no text of.
_MISSING_TEXTS = {
    "cobble": "cobble.txt",
    "diskcache": "Apache-2.0.txt",
    "latex2mathml": "latex2mathml.txt",
    "llama-cpp-python": "llama.cpp.txt",
    "soundfile": "libsndfile.txt",
    "xxhash": "xxhash.txt",
    "ziafont": "dejavu-sans.txt",
    "ziamath": "stix-two-math.txt",
}
_COMMON_TEXTS = ("LGPL-3", "GPL-3")  # the first one adds to the second


# Nothing tells which packages Hearth needs.
COMPONENTS_UNKNOWN = ErrorRow(
    what=phrase("This copy of Hearth does not know which packages it needs."),
    effect=phrase("Hearth cannot list their licences. Your chats are not affected."),
    remedy=phrase("Install Hearth from one of its packages, or with pip."),
)


class Component(PlainValue, frozen=True):
    """One thing that the program is made of.

    Attributes:
        licence: its name, as the part says it.
        texts: all that it asks to be passed on.
        purl: its package URL, a name for machines.
    """

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]
    purl: str


def all_licences() -> str:
    """Return every licence text: the one that came with the program, else collected now.

    Raises:
        KnownError: there is none, and nothing tells what to collect.
    """
    try:
        return resource(COLLECTED).read_text("utf-8")
    except FileNotFoundError:
        return as_text(python_components())


def python_components() -> list[Component]:
    """Return the Python packages that Hearth needs, as installed, and Python itself.

    Raises:
        KnownError: nothing tells which they are.
    """
    return [*(python_package(each) for each in distributions()), python_itself()]


def distributions() -> list[importlib.metadata.Distribution]:
    """Return the installed packages that Hearth needs, and what they need, by name.

    Raises:
        KnownError: there are neither a checkout nor metadata of Hearth.
    """
    waiting = [_name(requirement) for requirement in _requirements()]
    found: dict[str, importlib.metadata.Distribution] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # needed elsewhere, on another system or an older Python
        found[name] = distribution
        waiting += [_name(need) for need in _without_extras(distribution.requires)]
    return [found[name] for name in sorted(found)]


def _requirements() -> list[str]:
    """Return what Hearth asks for; a checkout knows it better than what was installed from it."""
    project = _CHECKOUT / "pyproject.toml"
    if project.is_file():
        wanted: list[str] = tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"]
        return wanted
    try:
        return _without_extras(importlib.metadata.requires("hearth"))
    except importlib.metadata.PackageNotFoundError as error:
        raise COMPONENTS_UNKNOWN() from error


def _without_extras(requirements: list[str] | None) -> list[str]:
    return [each for each in requirements or [] if "extra ==" not in each]


def _name(requirement: str) -> str:
    """Return the name in a requirement, in the form in which names are compared."""
    found = re.match(r"[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", found[0] if found else requirement).lower()


def python_package(distribution: importlib.metadata.Distribution) -> Component:
    """Return what an installed package says of itself, with the texts that it does not bring."""
    texts = _own_texts(distribution)
    title = distribution.metadata["Name"]
    name = _name(title)
    if name in _MISSING_TEXTS:
        texts.append(resource(f"licences/{_MISSING_TEXTS[name]}").read_text("utf-8"))
    if name.startswith(_OF_QT):
        texts.append(_QT)
    version = distribution.version
    licence = _licence_name(distribution)
    return Component(title, version, licence, tuple(texts), f"pkg:pypi/{name}@{version}")


def _own_texts(distribution: importlib.metadata.Distribution) -> list[str]:
    files = [
        file
        for file in distribution.files or []
        if ".dist-info" in str(file)
        and (_LICENCE_FILE.search(file.name) or "licenses" in file.parts[:-1])
    ]
    texts = []
    for file in files:
        data = file.read_binary()
        try:
            texts.append(data.decode("utf-8"))
        except UnicodeDecodeError:
            texts.append(data.decode("cp1252", "replace"))  # as some of pdfium's are
    return texts


def _licence_name(distribution: importlib.metadata.Distribution) -> str:
    metadata = distribution.metadata
    said = [*(metadata.get_all("License-Expression") or []), *(metadata.get_all("License") or [])]
    licence = said[0].strip() if said else ""
    if licence and len(licence) <= _LONGEST_NAME:
        return licence
    kinds = [line for line in metadata.get_all("Classifier") or [] if "License ::" in line]
    return "; ".join(kind.rsplit(" :: ", 1)[-1] for kind in kinds) or "see the text"


def python_itself() -> Component:
    """Return the interpreter that runs this."""
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = (text.read_text("utf-8"),) if text.is_file() else ()
    version = platform.python_version()
    return Component("Python", version, "PSF-2.0", texts, f"pkg:generic/python@{version}")


def as_text(parts: list[Component]) -> str:
    """Return Hearth's own licence and those of all parts, one after another.

    A text that several parts share, as those made of one source do, stands with the first of them.
    """
    chapters = [f"Hearth {__version__} is under the MIT licence.\n", own_licence()]
    chapters.append("It contains the work of others. What each part asks for stands below.\n")
    chapters += [f"  {part.name} {part.version}: {part.licence}" for part in parts]
    first_with: dict[str, str] = {}
    for part in parts:
        chapters.append(_heading(f"{part.name} {part.version}\n{part.licence}"))
        told = [
            text
            if first_with.setdefault(text, part.name) == part.name
            else f"The same text as with {first_with[text]}."
            for text in part.texts
        ]
        chapters.append("\n\n".join(told) or "The part says so and brings no text.")
    for name in _COMMON_TEXTS:
        chapters += [_heading(name), resource(f"licences/{name}.txt").read_text("utf-8")]
    return "\n".join(chapters) + "\n"


def own_licence() -> str:
    """Return the text of Hearth's own licence; "" where it was installed without."""
    text = _CHECKOUT / "LICENSE"
    if text.is_file():
        return text.read_text("utf-8")
    try:
        return "\n".join(_own_texts(importlib.metadata.distribution("hearth")))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _heading(words: str) -> str:
    return f"\n{_RULE}\n{words}\n{_RULE}"
