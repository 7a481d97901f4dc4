"""Reads GBNF, as llama.cpp does, and writes it in the language of llguidance.

llguidance's own converter is not used: it makes words of rules, which are read greedily, so that
`("a" "b" | "ab" "c")` has no "ab"; it knows no tokens, and says of few faults where they are. Here
a grammar without recursion becomes one regular expression, and of any other each character is a
word of its own, so that nothing is greedy. What llguidance would not survive is refused.
Longer than other files, for it is one reader of one language.

Threads: pure functions, any thread.
Source: llama.cpp's `src/llama-grammar.cpp` and `grammars/README.md`, of llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from app.core.phrases import phrase
from app.core.prompts.grammars.matching import (
    NO_FORCING,
    Fault,
    Form,
    FormTooLarge,
    MalformedGrammar,
    refuse_too_large,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.phrases import Phrase

ROOT: Final = "root"
MOST_CHARS: Final = 256 * 1024
MOST_REPETITIONS: Final = 2000  # llama.cpp's own
_DEEPEST: Final = 100  # brackets within brackets
_LONGEST_CHAIN: Final = 300  # of rules: llguidance follows it by calls within calls
_MOST_ITEMS: Final = 40_000  # llguidance spends seconds on much more
_COST_OF_SIGN: Final = 10  # of a repetition, in items
_NO_LIMIT: Final = (1 << 64) - 1
_LARGEST_TOKEN: Final = (1 << 32) - 1
_LAST_CHAR: Final = 0x10FFFF
_SURROGATES: Final = (0xD800, 0xDFFF)
_ANYTHING: Final = r"/[\x{0}-\x{10ffff}]/"
_NOTHING: Final = r"/[^\x{0}-\x{10ffff}]/"

_DIGITS = frozenset("0123456789")
_HEX = frozenset("0123456789abcdefABCDEF")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}

# What is written in a rule: in llguidance's words or the number of a rule, and how it is repeated.
_Item: TypeAlias = tuple[str | int, str, bool]


def parse_grammar(text: str) -> Form:
    """Return a grammar as llguidance reads it.

    Raises:
        MalformedGrammar: it is none, or cannot be followed.
    """
    return _Reader(text).form()


class _Reader:
    """Reads one text; positions are offsets into it."""

    def __init__(self, text: str) -> None:
        self._text = text + "\0"  # so that every place has a character
        self._source = text
        self._number_of: dict[str, int] = {}
        self._places: list[int] = []  # of each rule: where it was met first
        self._rules: dict[int, list[list[_Item]]] = {}  # the alternatives of each
        self._names: list[str] = []  # of each number: the name of the rule that it belongs to
        self._depth = 0
        self._has_tokens = False
        self._n_items = 0

    # -- the whole --

    def form(self) -> Form:
        """Read all rules and write them.

        Raises:
            MalformedGrammar: the text is wrong.
        """
        self._refuse_unreadable()
        at = self._space(0, over_lines=True)
        while at < len(self._source):
            at = self._rule(at)
        if ROOT not in self._number_of:
            words = phrase("The rule “root” is missing: every answer begins with it.")
            self._fail(len(self._source.rstrip()), words)
        for name, number in self._number_of.items():
            if number not in self._rules:
                self._fail(self._places[number], phrase("There is no rule “{name}”.", name=name))
        self._refuse_endless()
        is_plain = not self._has_tokens and not self._is_recursive()
        letter = "R" if is_plain else "r"
        lines = [f"start: {letter}{self._number_of[ROOT]}"]
        for number, rule in self._rules.items():
            lines.append(f"{letter}{number}: " + " | ".join(_written(one, letter) for one in rule))
        form = Form(NO_FORCING + "\n".join(lines) + "\n", has_tokens=self._has_tokens)
        try:
            refuse_too_large(form)
        except FormTooLarge:
            self._fail(0, phrase("The grammar is too large: its repetitions expand too far."))
        return form

    def _refuse_unreadable(self) -> None:
        if len(self._source) > MOST_CHARS:
            words = phrase("A grammar can have at most {n} characters.", n=MOST_CHARS)
            self._fail(MOST_CHARS, words)
        unreadable = _UNREADABLE.search(self._source)
        if unreadable:
            self._fail(unreadable.start(), phrase("A grammar cannot contain this character."))

    def _refuse_endless(self) -> None:
        """Refuse rules that no text is of: an answer could begin with one and never end."""
        ending: set[int] = set()
        n_before = -1
        while n_before < len(ending):
            n_before = len(ending)
            for number, rule in reversed(self._rules.items()):
                if any(all(one in ending for one in _needed(some)) for some in rule):
                    ending.add(number)
        for number in self._rules:
            if number not in ending:
                words = phrase("The rule “{name}” never ends.", name=self._names[number])
                self._fail(self._places[number], words)

    def _is_recursive(self) -> bool:
        """Whether a rule leads to itself.

        Raises:
            MalformedGrammar: too many rules lead to another in a row.
        """
        heights: dict[int, int] = {}
        way: dict[int, list[int]] = {}  # of the rules on the way: those still to be looked at
        is_recursive = False
        for start in self._rules:
            todo = [start] if start not in heights else []
            while todo:
                number = todo[-1]
                inner = {one for some in self._rules[number] for one, *_ in some}
                inner_rules = [one for one in inner if isinstance(one, int)]
                waiting = way.setdefault(number, [one for one in inner_rules if one not in heights])
                if waiting:
                    following = waiting.pop()
                    is_recursive |= following in way
                    todo += [following] if following not in way and following not in heights else []
                else:
                    heights[todo.pop()] = 1 + max(
                        (heights.get(one, 0) for one in inner_rules), default=0
                    )
                    del way[number]
                if max(len(todo), heights.get(number, 0)) > _LONGEST_CHAIN:
                    self._fail(self._places[number], phrase("The grammar is nested too deeply."))
        return is_recursive

    def _fail(self, at: int, words: Phrase) -> NoReturn:
        raise MalformedGrammar(Fault.at(self._source, min(at, len(self._source)), words))

    # -- rules --

    def _new_number(self, name: str, at: int) -> int:
        self._names.append(name)
        self._places.append(at)
        return len(self._names) - 1

    def _number(self, name: str, at: int) -> int:
        if name not in self._number_of:
            self._number_of[name] = self._new_number(name, at)
        return self._number_of[name]

    def _rule(self, at: int) -> int:
        name_end = self._name(at)
        name = self._text[at:name_end]
        after = self._space(name_end, over_lines=False)
        number = self._number(name, at)
        if not self._text.startswith("::=", after):
            self._fail(after, phrase("Expected “::=” after the name of a rule."))
        self._places[number] = at
        begin = self._space(after + 3, over_lines=True)
        end = self._alternatives(begin, number, is_nested=False)
        if self._text[end] == "\r":
            end += 2 if self._text[end + 1] == "\n" else 1
        elif self._text[end] == "\n":
            end += 1
        elif end < len(self._source):
            self._fail(end, phrase("Unexpected “{found}”.", found=self._text[end]))
        return self._space(end, over_lines=True)

    def _alternatives(self, at: int, number: int, *, is_nested: bool) -> int:
        found: list[list[_Item]] = [[]]
        at = self._sequence(at, number, found[-1], is_nested=is_nested)
        while self._text[at] == "|":
            found.append([])
            at = self._space(at + 1, over_lines=True)
            at = self._sequence(at, number, found[-1], is_nested=is_nested)
        self._rules[number] = found
        return at

    # -- what a rule is made of --

    def _sequence(self, at: int, number: int, rule: list[_Item], *, is_nested: bool) -> int:
        while True:
            char, begin = self._text[at], at
            what: str | int
            if char in "*+?{":
                at = self._repeated(at, number, rule, is_nested=is_nested)
                continue
            if char == '"':
                what, at = self._literal(at)
            elif char == "[":
                what, at = self._char_class(at)
            elif char in "<!":
                what, at = self._token(at)
            elif char in _WORD:
                at = self._name(at)
                what = self._number(self._text[begin:at], begin)
            elif char == "(":
                what, at = self._group(at, number)
            elif char == ".":
                what, at = _ANYTHING, at + 1
            else:
                return at
            rule.append((what, "", True))
            self._count_items(1 if isinstance(what, int) else 1 + what.count("/") // 2, begin)
            at = self._space(at, over_lines=is_nested)

    def _group(self, at: int, outer: int) -> tuple[int, int]:
        """Read a group; return the number of a rule for it, and where it ends."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(at, phrase("Too many nested brackets."))
        number = self._new_number(self._names[outer], self._places[outer])
        begin = self._space(at + 1, over_lines=True)
        end = self._alternatives(begin, number, is_nested=True)
        if end >= len(self._source):
            self._fail(at, phrase("This bracket is not closed."))
        if self._text[end] != ")":
            found = self._text[end]
            self._fail(end, phrase("Unexpected “{found}”; “)” is missing.", found=found))
        self._depth -= 1
        return number, end + 1

    def _literal(self, at: int) -> tuple[str, int]:
        end, found = at + 1, []
        while self._text[end] != '"':
            if end >= len(self._source):
                self._fail(at, phrase("The closing quotation mark is missing."))
            value, end = self._char(end)
            found.append(_set_of([(value, value)], is_negated=False))
        return f"({' '.join(found)})" if found else '""', end + 1

    def _char_class(self, at: int) -> tuple[str, int]:
        end, ranges = at + 1, []
        is_negated = self._text[end] == "^"
        end += is_negated
        while self._text[end] != "]":
            if end >= len(self._source):
                self._fail(at, phrase("The closing “]” of this character set is missing."))
            begin = end
            value, end = self._char(end)
            last = value
            if self._text[end] == "-" and self._text[end + 1] != "]":
                if end + 1 >= len(self._source):
                    self._fail(at, phrase("The closing “]” of this character set is missing."))
                last, end = self._char(end + 1)
                if last < value:
                    self._fail(begin, phrase("This range runs backwards."))
            ranges.append((value, last))
        if is_negated and not ranges:
            self._fail(at, phrase("“[^]” is empty; use “.” for any character."))
        return _set_of(ranges, is_negated=is_negated), end + 1

    def _char(self, at: int) -> tuple[int, int]:
        """Return the code point of the character at a place, and where it ends."""
        char = self._text[at]
        if char != "\\":
            return ord(char), at + 1
        mark = self._text[at + 1]
        if mark in _HEX_ESCAPES:
            n_digits = _HEX_ESCAPES[mark]
            digits = self._text[at + 2 : at + 2 + n_digits]
            if len(digits) < n_digits or not _HEX.issuperset(digits):
                words = phrase("Expected {n} hexadecimal digits after “\\{mark}”.",
                               n=n_digits, mark=mark)  # fmt: skip
                self._fail(at, words)
            return int(digits, 16), at + 2 + n_digits
        if mark not in _ESCAPES:
            escapes = '\\n \\r \\t \\\\ \\" \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH'
            words = phrase("Unknown escape; the known ones are {escapes}.", escapes=escapes)
            self._fail(at, words)
        return ord(_ESCAPES[mark]), at + 2

    def _token(self, at: int) -> tuple[str, int]:
        begin = at + (self._text[at] == "!")
        sign = "^" if begin > at else ""
        self._has_tokens = True
        if self._text[begin] != "<":
            self._fail(begin, phrase("Expected “<” and a token after “!”."))
        if self._text[begin + 1] != "[":
            end = self._text.find(">", begin, len(self._source))
            if end < 0:
                self._fail(at, phrase("The closing “>” of this token is missing."))
            return f"<[{sign}{self._text[begin : end + 1]}]>", end + 1
        end = self._digits(begin + 2)
        number = int(self._text[begin + 2 : end].lstrip("0")[:20] or "0")
        if number > _LARGEST_TOKEN:
            self._fail(begin, phrase("This token number is too large."))
        if not self._text.startswith("]>", end):
            self._fail(end, phrase("Expected “]>” after the number of a token."))
        return f"<[{sign}{number}]>", end + 2

    def _count_items(self, n_more: int, at: int) -> None:
        self._n_items += n_more
        if self._n_items > _MOST_ITEMS:
            words = phrase("The grammar is too large: its repetitions expand too far.")
            self._fail(at, words)

    # -- repetitions --

    def _repeated(self, at: int, number: int, rule: list[_Item], *, is_nested: bool) -> int:
        """Repeat the last item of a rule as the sign at a place says."""
        sign, end = self._text[at], at + 1
        self._count_items(_COST_OF_SIGN, at)
        if not rule:
            self._fail(at, phrase("“{sign}” has nothing to repeat.", sign=sign))
        least = 1 if sign == "+" else 0
        if sign == "{":
            least, most, end = self._counts(at, over_lines=is_nested)
            sign = f"{{{least},{most if most < _NO_LIMIT else ''}}}"
            if most == 0:
                rule[-1] = ('""', "", True)
                return self._space(end, over_lines=is_nested)
        what, before, is_needed = rule[-1]
        if before:
            inner = self._new_number(self._names[number], self._places[number])
            self._rules[inner] = [[rule[-1]]]
            what = inner
        rule[-1] = (what, sign, is_needed and least > 0)
        return self._space(end, over_lines=is_nested)

    def _counts(self, at: int, *, over_lines: bool) -> tuple[int, int, int]:
        """Read `{m}`, `{m,}` or `{m,n}`; return least, most and where it ends."""
        begin = self._space(at + 1, over_lines=over_lines)
        end = self._digits(begin)
        least = most = self._count(begin, end)
        end = self._space(end, over_lines=over_lines)
        if self._text[end] == ",":
            begin = self._space(end + 1, over_lines=over_lines)
            most, end = _NO_LIMIT, begin
            if self._text[begin] in _DIGITS:
                end = self._digits(begin)
                most = self._count(begin, end)
                end = self._space(end, over_lines=over_lines)
            if self._text[end] != "}":
                self._fail(end, phrase("Expected “}”."))
        elif self._text[end] != "}":
            self._fail(end, phrase("Expected “,” or “}”."))
        if least > MOST_REPETITIONS:
            self._fail(at, phrase("At most {n} repetitions are allowed.", n=MOST_REPETITIONS))
        if MOST_REPETITIONS < most < _NO_LIMIT:
            words = phrase("At most {n} repetitions are allowed.", n=MOST_REPETITIONS)
            self._fail(at, words)
        if most < least:
            words = phrase("The second number is smaller than the first.")
            self._fail(at, words)
        return least, most, end + 1

    def _count(self, begin: int, end: int) -> int:
        digits = self._text[begin:end].lstrip("0")
        if len(digits) > 20 or int(digits or "0") > _NO_LIMIT:
            self._fail(begin, phrase("At most {n} repetitions are allowed.", n=MOST_REPETITIONS))
        return int(digits or "0")

    # -- the smallest parts --

    def _name(self, at: int) -> int:
        end = at
        while self._text[end] in _WORD:
            end += 1
        if end == at:
            words = phrase("Expected the name of a rule: letters, digits and “-”, then “::=”.")
            self._fail(at, words)
        return end

    def _digits(self, at: int) -> int:
        end = at
        while self._text[end] in _DIGITS:
            end += 1
        if end == at:
            self._fail(at, phrase("Expected a number."))
        return end

    def _space(self, at: int, *, over_lines: bool) -> int:
        """Return the first place behind blanks and comments."""
        blanks = " \t\r\n" if over_lines else " \t"
        while True:
            while self._text[at] in blanks:
                at += 1
            if self._text[at] != "#":
                return at
            while self._text[at] not in "\r\n\0":
                at += 1


def _needed(alternative: list[_Item]) -> Iterator[int]:
    """Return the rules that all texts of an alternative have something of."""
    return (what for what, _, is_needed in alternative if isinstance(what, int) and is_needed)


def _written(alternative: list[_Item], letter: str) -> str:
    items = [f"{letter}{what}{sign}" if isinstance(what, int) else f"{what}{sign}"
             for what, sign, _ in alternative]  # fmt: skip
    return " ".join(items) or '""'


def _set_of(ranges: list[tuple[int, int]], *, is_negated: bool) -> str:
    """Write one of some characters, or of all others."""
    low, high = _SURROGATES  # no text has these
    found = ""
    for first, last in ranges:
        first = high + 1 if low <= first <= high else first
        last = min(low - 1 if low <= last <= high else last, _LAST_CHAR)
        found += f"\\x{{{first:x}}}-\\x{{{last:x}}}" if first <= last else ""
    if not found:
        return _ANYTHING if is_negated else _NOTHING
    return f"/[{'^' if is_negated else ''}{found}]/"
