"""Reads the fields of a request, and says of each what is wrong with it.

What a request has beside the fields that are asked for is ignored, as clients expect that send
what newer servers know.

Pure functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from app.server.errors import bad_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST_SHOWN = 60
T = TypeVar("T")


class Fields:
    """The fields of one JSON object.

    A field that is null is one that is not there.

    Args:
        given: the object.
        path: of the object in the request, such as "messages[2]."; "" for the request itself.
    """

    def __init__(self, given: Mapping[str, Any], path: str = "") -> None:
        self._given = given
        self.path = path

    def names(self) -> tuple[str, ...]:
        """Return the names of all fields that are there."""
        return tuple(name for name, value in self._given.items() if value is not None)

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return self._given.get(name) is not None

    def raw(self, name: str) -> Any:
        """Return a field as it is; None where it is not there."""
        return self._given.get(name)

    def text(self, name: str, default: str = "") -> str:
        """Return a text.

        Raises:
            ApiError: it is none.
        """
        return self._of_kind(name, str, "text", default)

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return one of some words.

        Raises:
            ApiError: it is none of them.
        """
        value = self.text(name, default)
        if value not in choices:
            words = ", ".join(f'"{word}"' for word in choices)
            raise bad_field(
                self.path + name, f'must be one of {words}, and is "{value[:_MOST_SHOWN]}".'
            )
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return true or false.

        Raises:
            ApiError: it is neither.
        """
        return self._of_kind(name, bool, "true or false", default)

    def number(self, name: str, least: float, most: float) -> float | None:
        """Return a number; None where there is none.

        Raises:
            ApiError: it is none, or out of range.
        """
        value = self._given.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise bad_field(self.path + name, f"must be a number, and is {_kind(value)}.")
        if not least <= value <= most:  # which no infinity is, and nothing that is no number
            raise bad_field(self.path + name, f"must be from {least:g} to {most:g}.")
        return float(value)

    def count(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number; None where there is none.

        Raises:
            ApiError: it is none, or out of range.
        """
        value = self._given.get(name)
        if value is None:
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise bad_field(self.path + name, f"must be a whole number, and is {_kind(value)}.")
        if not least <= value <= most:
            raise bad_field(self.path + name, f"must be from {least:,} to {most:,}.")
        return value

    def inner(self, name: str) -> Fields | None:
        """Return the fields of an object; None where there is none.

        Raises:
            ApiError: it is no object.
        """
        value = self._given.get(name)
        if value is None:
            return None
        return fields_of(value, self.path + name)

    def items(self, name: str) -> list[Any]:
        """Return a list; an empty one where there is none.

        Raises:
            ApiError: it is no list.
        """
        return self._of_kind(name, list, "a list", [])

    def _of_kind(self, name: str, kind: type[T], words: str, default: T) -> T:
        value = self._given.get(name)
        if value is None:
            return default
        if not isinstance(value, kind):
            raise bad_field(self.path + name, f"must be {words}, and is {_kind(value)}.")
        return value

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        """Return one text or a list of them.

        Raises:
            ApiError: it is something else, or longer.
        """
        value = self._given.get(name)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise bad_field(self.path + name, "must be text or a list of texts.")
        if len(value) > most:
            raise bad_field(self.path + name, f"may hold at most {most} texts.")
        return tuple(value)


def fields_of(value: object, path: str) -> Fields:
    """Return the fields of a part of a request.

    Raises:
        ApiError: it is no object.
    """
    if not isinstance(value, dict):
        raise bad_field(path, f"must be an object, and is {_kind(value)}.")
    return Fields(value, f"{path}.")


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
