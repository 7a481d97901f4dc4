"""The base of values, and how one is made from another.

They are msgspec Structs: defined in microseconds, where a dataclass takes a millisecond, of which
the start would pay hundreds. Those that cross a process are turned into bytes and back, with every
field checked, by `protocol/codec.py`. What is not frozen, or has fields that are not compared, is a
dataclass. `replace` and `asdict` of `dataclasses` fail on a Struct, which mypy does not notice, so
that ruff allows neither: the `replace` here takes both kinds, `msgspec.structs.asdict` these.

Threads: values only, any thread.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

if TYPE_CHECKING:
    from dataclasses import replace  # mypy takes both for dataclasses, and so knows the fields
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a plain value, or a dataclass, with other values in some of its fields."""
        is_plain = isinstance(value, PlainValue)
        return (structs.replace if is_plain else dataclasses.replace)(value, **changes)


__all__ = ["PlainValue", "TaggedValue", "replace"]


class PlainValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that is equal to another by its fields; no field can be set again."""


class TaggedValue(PlainValue, frozen=True, tag=True):
    """A value that bytes name the type of, so that it can be one of several types."""
