"""Calls of tools in the pieces of an answer, as OpenAI's servers and others write them.

A piece of a call has the number of the call. Where a server leaves it out, a piece with a name
begins a new call, and one without goes on with the last one. Some give every call the same number:
a name with another id begins a new one, too.

Threads: one.
"""

from __future__ import annotations

import json
from typing import Any, Final

from app.core.protocol import CallPiece

MOST_CALLS: Final = 256  # of one answer; more are left out


class CallReader:
    """Takes the pieces of one answer."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # of each call, from 0, by the number of the server
        self._ids: dict[int, str] = {}  # of each call, by the number of the server
        self._n_calls = 0

    def take(self, said: dict[str, Any]) -> tuple[CallPiece, ...]:
        """Return what a delta or a message has of calls."""
        given = said.get("tool_calls")
        if not isinstance(given, list):
            return ()
        return tuple(filter(None, map(self._piece, given)))

    def _piece(self, given: Any) -> CallPiece | None:
        function = given.get("function") if isinstance(given, dict) else None
        if not isinstance(function, dict):
            return None
        name, call_id = _text(function.get("name")), _text(given.get("id"))
        number = self._number(given.get("index"), call_id if name else None)
        if number is None:
            return None
        is_new = number == self._n_calls
        if is_new:
            self._n_calls += 1
        arguments = _arguments(function.get("arguments"))
        return CallPiece(number, call_id if is_new else "", name if is_new else "", arguments)

    def _number(self, told: Any, new_id: str | None) -> int | None:
        """Return the number of a call; None for what belongs to none, or to one too many.

        Args:
            new_id: of a call that may begin; None for what goes on with one.
        """
        begins = new_id is not None
        if not isinstance(told, int) or isinstance(told, bool):
            told = self._n_calls if begins else self._n_calls - 1
        number = self._numbers.get(told)
        if begins and (number is None or (new_id and new_id != self._ids[told])):
            if self._n_calls == MOST_CALLS:
                return None
            number = self._n_calls
            self._numbers[told], self._ids[told] = number, new_id or ""
        return number


def _text(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _arguments(given: Any) -> str:
    """Return arguments as JSON text; some servers send them as what that text says."""
    return json.dumps(given) if isinstance(given, dict) else _text(given)
