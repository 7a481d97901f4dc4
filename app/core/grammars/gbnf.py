"""GBNF, read as llama.cpp reads it, with the place and the words for what is wrong.

The reader follows `llama-grammar.cpp` step by step and makes the same rules of the same text, so
that the recogniser walks the stacks that llama.cpp walks. It refuses what llama.cpp refuses, and
in addition what would keep llama.cpp busy for ever, end the process, or be read as something else:
those faults say `is_stricter`. Longer than other files, for it is one reader of one language.

Threads: pure functions, any thread.
Source: llama.cpp's `src/llama-grammar.cpp` and `grammars/README.md`, of llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from app.core.grammars.elements import Element, ElementKind, Grammar
from app.core.grammars.faults import Fault, MalformedGrammar
from app.core.grammars.left_recursion import Endless, LeftRecursion, TooDeep, examine
from app.core.grammars.recogniser import Recogniser, TooAmbiguous
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.phrases import Phrase

ROOT: Final = "root"
MOST_CHARS: Final = 256 * 1024
MOST_ELEMENTS: Final = 100_000
MOST_REPETITIONS: Final = 2000  # llama.cpp's own; it reads a larger upper limit as none
_DEEPEST: Final = 100  # brackets within brackets
_NO_LIMIT: Final = (1 << 64) - 1
_LARGEST_TOKEN: Final = (1 << 32) - 1

_DIGITS = frozenset("0123456789")
_HEX = frozenset("0123456789abcdefABCDEF")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_END: Element = (ElementKind.END, 0)
_ALTERNATIVE: Element = (ElementKind.ALTERNATIVE, 0)


def parse_grammar(text: str) -> Grammar:
    """Return a grammar as rules.

    Raises:
        MalformedGrammar: it is none, or cannot be followed.
    """
    reader = _Reader(text)
    reader.read()
    rules = reader.checked_rules()
    has_tokens = any(
        kind in (ElementKind.TOKEN, ElementKind.TOKEN_NOT) for rule in rules for kind, _ in rule
    )
    grammar = Grammar(text, rules, reader.number_of[ROOT], has_tokens)
    try:
        Recogniser(grammar)
    except TooAmbiguous:
        words = phrase("An answer could begin in too many ways.")
        raise MalformedGrammar(Fault.at(text, 0, words, is_stricter=True)) from None
    return grammar


class _Reader:
    """Reads one text; positions are offsets into it."""

    def __init__(self, text: str) -> None:
        self._text = text + "\0"  # so that every place has a character
        self._source = text
        self.number_of: dict[str, int] = {}
        self._rules: list[list[Element]] = []
        self._names: list[str] = []  # of each number: the name of the rule that it belongs to
        self._places: list[int] = []  # of each number: where it was met first
        self._depth = 0
        self._n_elements = 0

    # -- the whole --

    def read(self) -> None:
        """Read all rules."""
        self._refuse_unreadable()
        at = self._space(0, over_lines=True)
        while at < len(self._source):
            at = self._rule(at)

    def checked_rules(self) -> tuple[tuple[Element, ...], ...]:
        """Return the rules that were read, which all exist and end."""
        text = self._source
        if ROOT not in self.number_of:
            words = phrase("A rule “root” is missing: with it every answer begins.")
            self._fail(len(text.rstrip()), words, is_stricter=not self._rules)
        for number, name in enumerate(self._names):
            if number >= len(self._rules) or not self._rules[number]:
                words = phrase("There is no rule “{name}”.", name=name)
                # llama.cpp does not miss the last rule of all where nothing is left of it: x{0}.
                is_missed = number < len(self._rules) or self._is_used(number)
                self._fail(self._places[number], words, is_stricter=not is_missed)
        rules = tuple(map(tuple, self._rules))
        try:
            examine(rules)
        except LeftRecursion as error:
            words = phrase(
                "The rule “{name}” begins with itself, so that it would never end; let something "
                "come before.",
                name=self._names[error.rule],
            )
            self._fail(self._places[error.rule], words, is_stricter=error.is_hidden)
        except Endless as error:
            words = phrase("The rule “{name}” never ends.", name=self._names[error.rule])
            self._fail(self._places[error.rule], words, is_stricter=True)
        except TooDeep as error:
            name = self._names[error.rule]
            words = phrase("The rule “{name}” has too many beginnings.", name=name)
            self._fail(self._places[error.rule], words, is_stricter=True)
        return rules

    def _is_used(self, number: int) -> bool:
        return any((ElementKind.RULE, number) in rule for rule in self._rules)

    def _refuse_unreadable(self) -> None:
        if len(self._source) > MOST_CHARS:
            words = phrase("A grammar has at most {n} characters.", n=MOST_CHARS)
            self._fail(MOST_CHARS, words, is_stricter=True)
        unreadable = _UNREADABLE.search(self._source)
        if unreadable:
            words = phrase("This character cannot stand in a grammar.")
            self._fail(unreadable.start(), words, is_stricter=True)

    def _fail(self, at: int, words: Phrase, *, is_stricter: bool = False) -> NoReturn:
        fault = Fault.at(self._source, min(at, len(self._source)), words, is_stricter=is_stricter)
        raise MalformedGrammar(fault)

    # -- rules --

    def _number(self, name: str, at: int) -> int:
        number = self.number_of.setdefault(name, len(self._names))
        if number == len(self._names):
            self._names.append(name)
            self._places.append(at)
        return number

    def _new_rule(self, name: str, at: int) -> int:
        """Return the number of a rule without a name, for a part of the rule `name`."""
        number = len(self._names)
        self.number_of[f"{name}_{number}"] = number  # no name can have that character
        self._names.append(name)
        self._places.append(at)
        return number

    def _define(self, number: int, elements: list[Element], at: int) -> None:
        self._rules.extend([] for _ in range(number + 1 - len(self._rules)))
        self._rules[number] = elements
        self._n_elements += len(elements)
        self._limit(0, at)

    def _limit(self, n_more: int, at: int) -> None:
        if self._n_elements + n_more > MOST_ELEMENTS:
            words = phrase("The grammar is too large: its repetitions make too much of it.")
            self._fail(at, words, is_stricter=True)

    def _rule(self, at: int) -> int:
        name_end = self._name(at)
        name = self._text[at:name_end]
        after = self._space(name_end, over_lines=False)
        number = self._number(name, at)
        if not self._text.startswith("::=", after):
            self._fail(after, phrase("“::=” is expected after the name of a rule."))
        self._places[number] = at
        begin = self._space(after + 3, over_lines=True)
        end = self._alternatives(begin, name, number, is_nested=False)
        if self._text[end] == "\r":
            end += 2 if self._text[end + 1] == "\n" else 1
        elif self._text[end] == "\n":
            end += 1
        elif end < len(self._source):
            self._fail(end, phrase("“{found}” cannot stand here.", found=self._text[end]))
        return self._space(end, over_lines=True)

    def _alternatives(self, at: int, name: str, number: int, *, is_nested: bool) -> int:
        rule: list[Element] = []
        at = self._sequence(at, name, rule, is_nested=is_nested)
        while self._text[at] == "|":
            rule.append(_ALTERNATIVE)
            at = self._space(at + 1, over_lines=True)
            at = self._sequence(at, name, rule, is_nested=is_nested)
        rule.append(_END)
        self._define(number, rule, at)
        return at

    # -- what a rule is made of --

    def _sequence(self, at: int, name: str, rule: list[Element], *, is_nested: bool) -> int:
        item = _Item(len(rule))
        while True:
            char = self._text[at]
            if char in "*+?{":
                at = self._repeated(at, name, rule, item, is_nested=is_nested)
                continue
            begin, n_rules = len(rule), 1
            if char == '"':
                at = self._literal(at, rule)
            elif char == "[":
                at = self._char_class(at, rule)
            elif char in "<!":
                at = self._token(at, rule)
            elif char in _WORD:
                end = self._name(at)
                rule.append((ElementKind.RULE, self._number(self._text[at:end], at)))
                at = end
            elif char == "(":
                at, n_rules = self._group(at, name, rule)
            elif char == ".":
                rule.append((ElementKind.ANY_CHAR, 0))
                at += 1
            else:
                return at
            self._limit(len(rule), at)
            item = _Item(begin, n_rules)
            at = self._space(at, over_lines=is_nested)

    def _group(self, at: int, name: str, rule: list[Element]) -> tuple[int, int]:
        """Read a group; return where it ends, and how many rules it has made."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(at, phrase("Too many brackets within brackets."), is_stricter=True)
        n_before = len(self._names)
        number = self._new_rule(name, at)
        end = self._space(at + 1, over_lines=True)
        end = self._alternatives(end, name, number, is_nested=True)
        if end >= len(self._source):
            self._fail(at, phrase("This bracket is not closed."))
        if self._text[end] != ")":
            found = self._text[end]
            self._fail(end, phrase("“{found}” cannot stand here; “)” is missing.", found=found))
        self._depth -= 1
        rule.append((ElementKind.RULE, number))
        return end + 1, max(1, len(self._names) - n_before)

    def _literal(self, at: int, rule: list[Element]) -> int:
        end = at + 1
        while self._text[end] != '"':
            if end >= len(self._source):
                self._fail(at, phrase("This text is not closed by a quotation mark."))
            value, end = self._char(end)
            rule.append((ElementKind.CHAR, value))
        return end + 1

    def _char_class(self, at: int, rule: list[Element]) -> int:
        end, kind = at + 1, ElementKind.CHAR
        if self._text[end] == "^":
            end, kind = end + 1, ElementKind.CHAR_NOT
        while self._text[end] != "]":
            if end >= len(self._source):
                self._fail(at, phrase("This set of characters is not closed by “]”."))
            begin = end
            value, end = self._char(end)
            rule.append((kind, value))
            kind = ElementKind.CHAR_OR
            if self._text[end] == "-" and self._text[end + 1] != "]":
                if end + 1 >= len(self._source):
                    self._fail(at, phrase("This set of characters is not closed by “]”."))
                last, end = self._char(end + 1)
                if last < value:
                    words = phrase("This range runs backwards.")
                    self._fail(begin, words, is_stricter=True)
                rule.append((ElementKind.RANGE_END, last))
        if kind is ElementKind.CHAR_NOT:  # llama.cpp reads it as nothing at all
            words = phrase("“[^]” names no character; “.” stands for any.")
            self._fail(at, words, is_stricter=True)
        return end + 1

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
                words = phrase("{n} hexadecimal digits are expected after “\\{mark}”.",
                               n=n_digits, mark=mark)  # fmt: skip
                self._fail(at, words)
            return int(digits, 16), at + 2 + n_digits
        if mark not in _ESCAPES:
            escapes = '\\n \\r \\t \\\\ \\" \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH'
            words = phrase("This escape is not known; there are {escapes}.", escapes=escapes)
            self._fail(at, words)
        return ord(_ESCAPES[mark]), at + 2

    def _token(self, at: int, rule: list[Element]) -> int:
        kind = ElementKind.TOKEN
        begin = at
        if self._text[at] == "!":
            kind, begin = ElementKind.TOKEN_NOT, at + 1
        if self._text[begin] != "<":
            self._fail(begin, phrase("“<” with a token is expected after “!”."))
        if self._text[begin + 1] != "[":
            end = self._text.find(">", begin, len(self._source))
            if end < 0:
                self._fail(at, phrase("This token is not closed by “>”."))
            rule.append((kind, self._text[begin : end + 1]))
            return end + 1
        end = self._digits(begin + 2)
        number = int(self._text[begin + 2 : end].lstrip("0")[:20] or "0")
        if number > _LARGEST_TOKEN:
            self._fail(begin, phrase("No token has such a large number."))
        if not self._text.startswith("]>", end):
            self._fail(end, phrase("“]>” is expected after the number of a token."))
        rule.append((kind, number))
        return end + 2

    # -- repetitions --

    def _repeated(
        self, at: int, name: str, rule: list[Element], item: _Item, *, is_nested: bool
    ) -> int:
        """Repeat the last item of a rule as the sign at a place says."""
        sign = self._text[at]
        if sign == "{":
            least, most, end = self._counts(at, over_lines=is_nested)
        else:
            least = 1 if sign == "+" else 0
            most = 1 if sign == "?" else _NO_LIMIT
            end = at + 1
        if item.begin == len(rule):
            self._fail(at, phrase("“{sign}” must follow what it repeats.", sign=sign))
        n_rules = most if 0 < most < _NO_LIMIT else max(1, least)
        if item.n_rules * n_rules > MOST_REPETITIONS:
            words = phrase("These repetitions multiply to more than {n}.", n=MOST_REPETITIONS)
            self._fail(at, words)
        self._repeat(rule, item, least, most, name, at)
        item.n_rules *= n_rules
        return self._space(end, over_lines=is_nested)

    def _repeat(
        self, rule: list[Element], item: _Item, least: int, most: int, name: str, at: int
    ) -> None:
        repeated = rule[item.begin :]
        n_optional = 1 if most == _NO_LIMIT else most - least
        self._limit(len(repeated) * (least + n_optional) + 3 * n_optional, at)
        if least == 0:
            del rule[item.begin :]
        rule.extend(repeated * (least - 1))
        last = -1
        for index in range(n_optional):
            number = self._new_rule(name, at)
            elements = list(repeated)
            if most == _NO_LIMIT:
                elements.append((ElementKind.RULE, number))
            elif index:
                elements.append((ElementKind.RULE, last))
            self._define(number, [*elements, _ALTERNATIVE, _END], at)
            last = number
        if n_optional:
            rule.append((ElementKind.RULE, last))

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
                self._fail(end, phrase("“}” is expected here."))
        elif self._text[end] != "}":
            self._fail(end, phrase("“,” or “}” is expected here."))
        if least > MOST_REPETITIONS:
            self._fail(at, phrase("At most {n} repetitions are possible.", n=MOST_REPETITIONS))
        if MOST_REPETITIONS < most < _NO_LIMIT:
            words = phrase("At most {n} repetitions are possible.", n=MOST_REPETITIONS)
            self._fail(at, words, is_stricter=True)
        if most < least:
            words = phrase("The second number is smaller than the first.")
            self._fail(at, words, is_stricter=True)
        return least, most, end + 1

    def _count(self, begin: int, end: int) -> int:
        digits = self._text[begin:end].lstrip("0")
        if len(digits) > 20 or int(digits or "0") > _NO_LIMIT:
            self._fail(begin, phrase("At most {n} repetitions are possible.", n=MOST_REPETITIONS))
        return int(digits or "0")

    # -- the smallest parts --

    def _name(self, at: int) -> int:
        end = at
        while self._text[end] in _WORD:
            end += 1
        if end == at:
            words = phrase(
                "The name of a rule is expected here: letters, digits and “-”, then “::=”."
            )
            self._fail(at, words)
        return end

    def _digits(self, at: int) -> int:
        end = at
        while self._text[end] in _DIGITS:
            end += 1
        if end == at:
            self._fail(at, phrase("A number is expected here."))
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


@dataclass(slots=True)
class _Item:
    """The last item of a rule, which a sign may repeat.

    Attributes:
        begin: index of its first element.
        n_rules: that it has made, as llama.cpp counts them.
    """

    begin: int
    n_rules: int = 1
