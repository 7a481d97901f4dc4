"""Archives of strangers, in which DOCX, XLSX, PPTX, ODT and EPUB lie.

Threads: one, in the child.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from typing import TYPE_CHECKING, Final
from xml.parsers.expat import ExpatError

from app.core.decoding.safe_zip import BoundedZip
from app.core.documents.parsers.safe_xml import check_entities, parse_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

_XML: Final = (".xml", ".rels")
_TYPES = "[Content_Types].xml"


class SafeZip(BoundedZip):
    """The parts of an archive, with those that are XML."""

    def xml(self, name: str) -> Element:
        """Return the root of a part that is XML; names have no namespace.

        Raises:
            DecodingRefused: as `read`, or it declares entities.
            ExpatError: it is no XML.
        """
        return parse_xml(self.read(name))

    def check_xml(self) -> None:
        """Do nothing, before another parser reads the archive.

        Raises:
            DecodingRefused: one of the parts that are XML declares entities, or is too large.
        """
        named = {
            part for name in self.names if name.endswith(".rels") for part in self._named(name)
        }
        types = self._all_in(_TYPES, "Override")
        named |= {one.get("PartName", "").lstrip("/") for one in types}
        for name in self.names:
            if name.endswith(_XML) or name in named:  # which may have any name
                check_entities(self.read(name))

    def _named(self, relations: str) -> Iterator[str]:
        """Give the parts that relations name as something else than pictures."""
        folder = relations.rpartition("_rels/")[0]
        for one in self._all_in(relations, "Relationship"):
            if not one.get("Type", "").endswith("/image"):  # an SVG may declare what it likes
                target = posixpath.join("/", folder, one.get("Target", ""))
                yield posixpath.normpath(target).lstrip("/")

    def _all_in(self, name: str, tag: str) -> list[Element]:
        """Return what a part lists; nothing where it is no XML, which is left to who parses it."""
        try:
            return self.xml(name).findall(tag) if name in self.names else []
        except ExpatError:
            return []

    def targets(self, name: str) -> dict[str, tuple[str, str]]:
        """Return what a part of an Office document belongs with: kind and name, by id.

        Args:
            name: of the part.
        """
        folder, _, file = name.rpartition("/")
        relations = f"{folder}/_rels/{file}.rels"
        if relations not in self.names:
            return {}
        return {
            one.get("Id", ""): (
                one.get("Type", "").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/"),
            )
            for one in self.xml(relations)
        }

    def rewritten(self, change: Callable[[bytes], bytes]) -> bytes:
        """Return an archive with other XML, and nothing else."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as written:
            for name in self.names:
                if name.endswith(_XML):
                    written.writestr(name, change(self.read(name)))
        return file.getvalue()

    def title(self) -> str:
        """Return what an Office document calls itself; empty where it does not say."""
        if "docProps/core.xml" not in self.names:
            return ""
        return self.xml("docProps/core.xml").findtext("title") or ""
