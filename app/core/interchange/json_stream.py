"""JSON of any size, one value at a time: a file of gigabytes takes the memory of its largest chat.

The C parser of Python reads each value; here it is only given enough text for one. A file that
ends in the middle, or has a mistake, gives all values before that.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import TYPE_CHECKING, Any, BinaryIO

from app.core.interchange.errors import BrokenFile
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_CHARS = 256 << 20  # of one value: more than all of a person's messages in one chat
MAX_PARTS = 4 << 20  # of one value: more than 100,000 messages have, with all their facts
_READ_BYTES = 1 << 20
_SPACE = " \t\n\r"
_SNIFFED_BYTES = 64
# How far from the end of what was read a mistake may lie and still mean that more is to come:
# the longest word that may be cut there is a number.
_NEAR_END = 4_096
_MARKS = "[{,:"  # each begins a part
# A string, whole or cut off at the end, or a mark outside of strings.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{},:]', re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)


def encoding_of(begin: bytes) -> str:
    """Return in which of the encodings of JSON a file is written."""
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if begin[1:8:2].count(0) >= 3:
        return "utf-16-le"
    if begin[:8:2].count(0) >= 3:
        return "utf-16-be"
    return "utf-8-sig"


class JsonStream:
    """Reads values from a file.

    Args:
        file: open for reading.
        check: called before each read; raises to end.

    Attributes:
        was_mended: bytes that are no text were replaced by U+FFFD.
    """

    def __init__(self, file: BinaryIO, check: Callable[[], None] = lambda: None) -> None:
        self._file = file
        self._check = check
        self._text = ""
        self._at = 0
        self._is_at_end = False
        self._n_marks = 0  # in what was read and not taken yet
        self.was_mended = False
        begin = file.read(_SNIFFED_BYTES)
        self._encoding = encoding_of(begin)
        self._decoder = codecs.getincrementaldecoder(self._encoding)("strict")
        self._take(begin, is_final=not begin)

    # -- reading --

    def peek(self) -> str:
        """Return the next character that is no space; "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self, wanted: str) -> bool:
        """Skip one character if it comes next; return whether it does."""
        is_next = self.peek() == wanted
        self._at += is_next
        self._n_marks -= is_next and wanted in _MARKS
        return is_next

    def value(self) -> Any:
        """Return the next value.

        Raises:
            BrokenFile: the file ends in it, it is no JSON, or it is too large.
        """
        self.peek()
        while True:
            self._require_few_parts()
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise BrokenFile(phrase("It is nested too deeply.")) from None
            except json.JSONDecodeError as error:
                if not self._may_go_on(error):
                    raise self._broken(error) from None
            except ValueError:  # a number of thousands of digits
                raise BrokenFile(phrase("A number in it is too long.")) from None
            else:
                # A number might go on behind what was read: "1." is read as 1 so far.
                rest = self._text[end : end + _NEAR_END]
                if rest.lstrip("0123456789.eE+-") or self._is_at_end:
                    self._n_marks -= _n_marks(self._text, self._at, end)
                    self._at = end
                    return found
            if len(self._text) - self._at > MAX_CHARS:
                raise BrokenFile(
                    phrase("A single chat in it is larger than {limit} MB.", limit=MAX_CHARS >> 20)
                )
            # Twice as much each time, so that all attempts together cost as much as the last two.
            if not self._more(max(_READ_BYTES, len(self._text) - self._at)):
                raise self._broken()

    def elements(self) -> Iterator[Any]:
        """Yield the elements of the array that comes next, or what else stands there one by one."""
        if self.take("["):
            if self.take("]"):
                return
            while True:
                yield self.value()
                if self.take("]"):
                    return
                if not self.take(","):
                    raise self._broken()
        while self.peek():  # a line for each
            yield self.value()
            self.take(",")

    def _require_few_parts(self) -> None:
        """Refuse a value that would take gigabytes of memory once it is decoded.

        A part, such as an empty object, takes some 70 bytes, however few characters it has.

        Raises:
            BrokenFile: there are too many before the value ends.
        """
        if self._n_marks <= MAX_PARTS:  # in all that was read, strings included
            return
        if _n_parts_of_first(self._text, self._at) > MAX_PARTS:
            raise BrokenFile(
                phrase("A single chat in it has more than {n} million parts.", n=MAX_PARTS >> 20)
            )

    # -- text --

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        is_near_end = error.pos >= len(self._text) - _NEAR_END
        # Of a text that was cut, or an escape in it, the parser names the beginning.
        is_cut = error.msg.startswith(("Unterminated string", "Invalid \\"))
        return not self._is_at_end and (is_near_end or is_cut)

    def _more(self, n_bytes: int = _READ_BYTES) -> bool:
        """Read on; return whether there was more."""
        self._check()
        if self._is_at_end:
            return False
        self._text = self._text[self._at :]
        self._at = 0
        data = self._file.read(n_bytes)
        self._take(data, is_final=not data)
        return bool(data) or bool(self._text)

    def _take(self, data: bytes, *, is_final: bool) -> None:
        self._is_at_end = is_final
        n_before = len(self._text)
        state = self._decoder.getstate()
        try:
            self._text += self._decoder.decode(data, is_final)
        except UnicodeDecodeError:
            self.was_mended = True
            self._decoder = codecs.getincrementaldecoder(self._encoding)("replace")
            self._decoder.setstate(state)
            self._text += self._decoder.decode(data, is_final)
        self._n_marks += _n_marks(self._text, n_before, len(self._text))

    def _broken(self, error: json.JSONDecodeError | None = None) -> BrokenFile:
        is_cut = error is not None and (
            error.msg.startswith("Unterminated string") or error.pos >= len(self._text)
        )
        if self._is_at_end and (is_cut or not self.peek()):
            return BrokenFile(phrase("The file ends in the middle; the rest is missing."))
        return BrokenFile(phrase("Part of the file is not valid JSON."))


def _n_marks(text: str, begin: int, end: int) -> int:
    """Return how many marks stand in a piece of text, also in strings."""
    return sum(text.count(mark, begin, end) for mark in _MARKS)


def _n_parts_of_first(text: str, begin: int) -> int:
    """Return how many parts the value that begins at a place has, as far as it goes here."""
    n_parts = depth = 0
    for token in _TOKEN.finditer(text, begin):
        match token[0][0]:
            case "[" | "{":
                depth += 1
                n_parts += 1
            case "]" | "}":
                depth -= 1
            case "," | ":":
                n_parts += 1
            case _:
                pass  # a string
        if not depth or n_parts > MAX_PARTS:
            break
    return n_parts
