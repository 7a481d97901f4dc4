"""XML of strangers: no entities, which could unpack to gigabytes or name other files.

Threads: pure functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import TreeBuilder
from xml.parsers import expat

from app.core.decoding.wire import DecodingRefused

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_HEAD_BYTES = 1 << 16
_SEPARATOR = " "


def parse_xml(data: bytes) -> Element:
    """Return a document's root.

    Names of elements are without their namespace; of it, a colon is left before those of
    attributes: `id`, `:id`.

    Raises:
        DecodingRefused: it declares entities.
        ExpatError: it is no XML.
    """
    builder = TreeBuilder()
    parser = _parser()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        _local(tag), {_of_attribute(name): value for name, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(_local(tag))
    parser.CharacterDataHandler = builder.data
    parser.Parse(data, True)
    return builder.close()


def check_entities(data: bytes) -> None:
    """Do nothing; what is no XML is left to who parses it.

    Raises:
        DecodingRefused: it declares entities, before its first element as all do.
    """
    parser = _parser()
    is_begun = []
    parser.StartElementHandler = lambda _tag, _attributes: is_begun.append(True)
    for at in range(0, len(data), _HEAD_BYTES):
        try:
            parser.Parse(data[at : at + _HEAD_BYTES])
        except expat.ExpatError:
            return
        if is_begun:
            return


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.EntityDeclHandler = _refuse
    return parser


def _refuse(*_declared: object) -> None:
    raise DecodingRefused("bomb", detail="XML that declares entities")


def _local(name: str) -> str:
    return name.rpartition(_SEPARATOR)[2]


def _of_attribute(name: str) -> str:
    return f":{_local(name)}" if _SEPARATOR in name else name
