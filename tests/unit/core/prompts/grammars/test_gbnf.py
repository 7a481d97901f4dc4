"""Where a grammar is wrong, in words; and what would keep its reader busy for ever."""

from __future__ import annotations

import time

import pytest

from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import MalformedGrammar
from tests.helpers.bound_answers import accepts, matcher_of

LIST = """# a shopping list
root ::= item+
item ::= "- " [^\\r\\n\\x0b\\x0c\\x85\\u2028\\u2029]+ "\\n"
"""
JSON = r"""
root   ::= object
value  ::= object | array | string | number | ("true" | "false" | "null") ws
object ::=
  "{" ws (
            string ":" ws value
    ("," ws string ":" ws value)*
  )? "}" ws
array  ::= "[" ws ( value ("," ws value)* )? "]" ws
string ::=
  "\"" ( [^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt] | "u" [0-9a-fA-F]{4}) )* "\"" ws
number ::= ("-"? ([0-9] | [1-9] [0-9]{0,15})) ("." [0-9]+)? ([eE] [-+]? [0-9] [1-9]{0,15})? ws
ws ::= | " " | "\n" [ \t]{0,20}
"""


def fault(text: str) -> tuple[int, int, str]:
    with pytest.raises(MalformedGrammar) as caught:
        parse_grammar(text)
    found = caught.value.fault
    return found.line, found.column, str(found.words)


@pytest.mark.parametrize(
    "text", [LIST, JSON, 'root ::= <|think|> "a"', "root ::= !<[5]>*", "root::="]
)
def test_a_grammar_is_read(text: str) -> None:
    assert parse_grammar(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('root ::= "a', 1, 10, "closing quotation mark is missing"),
        ("root ::= [a-", 1, 10, "closing “]”"),
        ('\nroot ::= "a" (\n"b" | "c"\n', 2, 14, "bracket is not closed"),
        ('root ::= ("a" ]', 1, 15, "Unexpected “]”; “)” is missing"),
        ('root ::= "a")', 1, 13, "Unexpected “)”"),
        ('root = "a"', 1, 6, "Expected “::=”"),
        ("root ::= item\nitem_2 ::= x", 2, 5, "Expected “::=”"),
        ('root ::= "a"\n  | "b"', 2, 3, "Expected the name of a rule"),
        ('root ::= "a\\q"', 1, 12, "Unknown escape"),
        ('root ::= "\\u12"', 1, 11, "4 hexadecimal digits"),
        ("root ::= * x", 1, 10, "“*” has nothing"),
        ('root ::= "a"{x}', 1, 14, "Expected a number"),
        ('root ::= "a"{1;2}', 1, 15, "Expected “,” or “}”"),
        ('root ::= "a"{1,2', 1, 17, "Expected “}”"),
        ('root ::= "a"{2001}', 1, 13, "At most 2000 repetitions"),
        ('root ::= ("a"{50}){50}', 1, 19, ""),
        ("root ::= a\na ::= b\n", 2, 7, "no rule “b”"),
        ('start ::= "a"', 1, 14, "“root” is missing"),
        ('root ::= root "a"', 1, 1, "“root” never ends"),
        ('root ::= x\nx ::= y\ny ::= x "a"', 1, 1, "“root” never ends"),
        ("root ::= <think", 1, 10, "closing “>”"),
        ("root ::= <[12>", 1, 14, "Expected “]>”"),
        ("root ::= <[99999999999]>", 1, 10, "number is too large"),
        ("root ::= !a", 1, 11, "Expected “<” and a token"),
    ],
)
def test_what_is_wrong_is_told_where_it_is(text: str, line: int, column: int, words: str) -> None:
    if not words:
        assert parse_grammar(text)
        return
    found = fault(text)
    assert found[:2] == (line, column)
    assert words in found[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "“root” is missing"),
        ("# nothing\n", "“root” is missing"),
        ('root ::= "a\0b"', "cannot contain this character"),
        ('root ::= "\ud800"', "cannot contain this character"),
        ('root ::= "a"{5,2}', "smaller than the first"),  # it would make rules until memory ends
        ('root ::= "a"{1,5000}', "At most 2000"),  # it would know no limit
        ("root ::= [z-a]", "runs backwards"),
        ("root ::= x{0}", "no rule “x”"),
        ("root ::= [^]", "is empty"),  # it would stand for nothing
        ('root ::= a root "x"\na ::= b\nb ::= | "y"', "never ends"),
        ('root ::= a root\na ::= b\nb ::= ""', "never ends"),
        ("root ::= " + "(" * 5000, "Too many nested brackets"),
        ("root ::= " + '"a"' * 90_000, "at most"),
        ("root ::= " + '"a"' * 50_000, "too large"),
        ('root ::= ("a"? )' + '"a"? ' * 5000, "too large"),
        (
            "root ::= r0\n" + "".join(f'r{n} ::= r{n + 1} "x"\n' for n in range(5000))
            + 'r5000 ::= "a"',
            "nested too deeply",
        ),
        (
            "root ::= r0\n" + "".join(f'r{n} ::= r{n + 1} "x"\n' for n in range(5000))
            + 'r5000 ::= "a" | r0',
            "nested too deeply",
        ),
    ],
)  # fmt: skip
def test_what_could_not_be_borne_is_refused_at_once(text: str, words: str) -> None:
    began = time.perf_counter()
    found = fault(text)
    assert words in found[2]
    assert time.perf_counter() - began < 10


def test_a_sign_may_repeat_what_may_be_nothing() -> None:
    for text in (
        'root ::= ("a"*)*',
        'root ::= ("a"? "b"*){0,20} "c"',
        "root ::= (x? x?)* \nx::=.?",
    ):
        assert parse_grammar(text)


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        # Nothing is read greedily, in rules that lead to themselves neither.
        ('root ::= "a" "b" | "ab" "c"', ["ab", "abc"], ["a", "abcc"]),
        ('root ::= name "z"\nname ::= [a-z]+', ["az", "zz"], ["z", "za"]),
        ('root ::= "(" root ")" | name "z"\nname ::= [a-z]+', ["((zz))", "az"], ["(az", "z"]),
        # A rule may begin with itself.
        ('root ::= root "," [0-9] | [0-9]', ["1", "1,2,3"], ["", "1,", ",1"]),
        ('root ::= a root "x" | "b"\na ::= | "y"', ["b", "bx", "yybxx", "bxx"], ["yb", "ybxy"]),
        ("root ::= x? x\nx ::= .", ["\n", "é/"], ["", "abc"]),
        ('root ::= "\\u0041\\x0a" [/\\]\\-\\u00e9]', ["A\n/", "A\né", "A\n-"], ["A\na"]),
        ("root ::= [^\\uD800-\\uDFFF\\n]{2}", ["\ue000😀"], ["a\n"]),
        ('root ::= ("a"{0} "b"{2,}){1,2} "c"{3}', ["bbccc", "bbbbbccc"], ["bccc", "abbccc"]),
        ("root::=", [""], ["a"]),
    ],
)
def test_a_grammar_means_what_it_says(text: str, good: list[str], bad: list[str]) -> None:
    matcher = matcher_of(parse_grammar(text))
    assert [one for one in good if not accepts(matcher, one)] == []
    assert [one for one in bad if accepts(matcher, one)] == []
