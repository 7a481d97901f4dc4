"""JSON schemas of several keywords at once, random ones and hostile ones."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from app.core.prompts.grammars.matching import MalformedSchema
from app.core.prompts.grammars.schema import parse_schema
from tests.helpers.bound_answers import accepts, matcher_of, random_answer
from tests.helpers.harm import how_often
from tests.helpers.random_schemas import entangled_schema, random_schema

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        # Properties that are not named come after those that are, and are none of them.
        ({"properties": {"ab": {"type": "null"}}, "additionalProperties": {"type": "integer"}},
         ['{"ab":null,"a":1,"abc":2}', '{"b":1}', '{"ab":null}', "{}"],
         ['{"ab":1}', '{"a":1,"ab":null}', '{"\\u0061b":1}', '{"a":null}', '{"ab":null,"ab":1}']),
        ({"properties": {"a": {"type": "null"}}, "additionalProperties": True, "required": ["b"]},
         ['{"b":1}', '{"a":null,"b":[1],"c":{}}'], ['{"a":null}', "{}", '{"c":1}']),
        ({"properties": {"a": False}, "additionalProperties": {}}, ['{"b":1}', "{}"], ['{"a":1}']),
        ({"type": "object", "minProperties": 1, "maxProperties": 2},
         ['{"a":1}', '{"a":1,"b":2}'], ["{}", '{"a":1,"b":2,"c":3}']),
        # What holds at once.
        ({"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 5}, {"type": "number"}]},
         ["3", "5"], ["2", "6", "3.5"]),
        ({"type": "object", "allOf": [{"properties": {"a": {"type": "integer"}}},
                                      {"properties": {"a": {"minimum": 7}, "b": {}}}]},
         ['{"a":7,"b":1}'], ['{"a":6}', '{"a":null}']),
        ({"$ref": "#/$defs/a", "maxLength": 3, "$defs": {"a": {"type": "string", "minLength": 2}}},
         ['"ab"', '"abc"'], ['"a"', '"abcd"']),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}],
          "properties": {"a": {"type": "null"}, "b": {"type": "null"}}},
         ['{"a":null}', '{"b":null}'], ["{}"]),
        ({"enum": [1, "a", None, 2.5], "type": ["number", "null"], "not": {"const": None}},
         ["1", "2.5"], ['"a"', "null"]),
        ({"const": {"a": 1}, "required": ["a"], "properties": {"a": {"minimum": 1}}},
         ['{"a":1}'], ['{"a":2}']),
        # One alone.
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, ["1.5", "-0.25"], ["1", "1.0"]),
        ({"oneOf": [{"enum": [1, 2, 3]}, {"enum": [3, 4]}]}, ["1", "4"], ["3"]),
        ({"oneOf": [{"type": "string"}, {"const": "ab"}]},
         ['"a"', '"abc"', '""'], ['"ab"', '"\\u0061b"']),
        ({"type": ["object", "null"], "oneOf": [
            {"properties": {"k": {"const": 1}}, "required": ["k"]},
            {"properties": {"k": {"const": 2}}, "required": ["k"]}]},
         ['{"k":1}', '{"k":2}'], ["null", '{"k":3}']),
        ({"oneOf": [{"const": 5}, {"type": "integer"}]}, ["4", "6", "-100"], ["5"]),
        # What a keyword is not about is valid by it, though it is not said.
        ({"oneOf": [{"properties": {"a": {"type": "null"}}, "required": ["a"]},
                    {"type": ["boolean", "object"], "maxProperties": 0}]},
         ["{}", '{"a":null}'], ["true", "false"]),
        # Not.
        ({"type": ["string", "integer"], "not": {"type": "string"}}, ["1"], ['"a"']),
        ({"type": "string", "not": {"enum": ["a", "ab", "\""]}},
         ['"b"', '"abc"', '"aa"'], ['"a"', '"ab"', '"\\""', '"\\u0061"']),
        ({"type": "integer", "minimum": 1, "maximum": 4, "not": {"enum": [2, 4]}},
         ["1", "3"], ["2", "4", "5"]),
        ({"not": {"anyOf": [{"type": "object"}, {"type": "array"}, {"not": {"maximum": 3}}]},
          "type": ["integer", "array"]}, ["3", "-7"], ["4", "[]"]),
        ({"type": ["object", "null"], "not": {"required": ["a", "b"]},
          "properties": {"a": {"type": "null"}, "b": {"type": "null"}}},
         ["{}", '{"a":null}', '{"b":null}'], ['{"a":null,"b":null}', "null"]),
        ({"type": ["string", "integer"], "not": {"minLength": 2}}, ['"a"', '""'], ['"ab"', "1"]),
        ({"type": "integer", "not": {"minimum": 3, "maximum": 5}}, ["2", "6"], ["3", "5"]),
        # Conditions.
        ({"properties": {"k": {"enum": [1, 2]}, "v": {}}, "required": ["k", "v"],
          "if": {"properties": {"k": {"const": 1}}},
          "then": {"properties": {"v": {"type": "null"}}},
          "else": {"properties": {"v": {"type": "integer"}}}},
         ['{"k":1,"v":null}', '{"k":2,"v":7}'], ['{"k":1,"v":7}', '{"k":2,"v":null}']),
        ({"type": "integer", "if": {"minimum": 10}, "then": {"multipleOf": 10, "maximum": 50}},
         ["3", "20"], ["11", "60"]),
        ({"properties": {"a": {}, "b": {}}, "dependentRequired": {"b": ["a"]}},
         ["{}", '{"a":1}', '{"a":1,"b":1}'], ['{"b":1}']),
        ({"properties": {"a": {}, "b": {}},
          "dependencies": {"a": {"properties": {"b": {"type": "null"}}}}},
         ['{"b":1}', '{"a":1,"b":null}'], ['{"a":1,"b":1}']),
        # Numbers.
        ({"type": "number", "minimum": -1.5, "exclusiveMaximum": 2},
         ["-1.5", "-1.49", "0", "1.999", "1"], ["-1.51", "2", "2.0", "-2", "1e5", "3"]),
        ({"type": "number", "exclusiveMinimum": 0}, ["0.001", "1", "17.5"], ["0", "0.0", "-1"]),
        ({"type": "integer", "multipleOf": 7}, ["0", "7", "-14", "700"], ["1", "-8", "07"]),
        ({"type": "integer", "multipleOf": 0.5}, ["1", "2"], ["0.5"]),
        ({"type": "integer", "multipleOf": 3, "minimum": 4, "maximum": 10}, ["6", "9"],
         ["3", "4", "12"]),
        # Arrays.
        ({"prefixItems": [{"type": "null"}], "items": {"type": "integer"}},
         ["[null]", "[null,1,2]"], ["[1]", "[null,null]"]),
        ({"items": [{"type": "null"}], "additionalItems": {"type": "integer"}, "maxItems": 2},
         ["[null]", "[null,1]"], ["[null,1,2]", "[null,null]"]),
        ({"allOf": [{"items": {"type": "integer"}}, {"maxItems": 2}, {"items": {"minimum": 5}}]},
         ["[5,6]", "[]"], ["[4]", "[5,6,7]"]),
        ({"type": "string", "format": "date"}, ['"2024-04-30"'], ['"2024-04-31"', '"2023-13-01"']),
    ],
)  # fmt: skip
def test_keywords_side_by_side_all_hold(schema: Any, good: list[str], bad: list[str]) -> None:
    form = parse_schema(json.dumps(schema))
    matcher = matcher_of(form)
    assert [text for text in good if not accepts(matcher, text)] == []
    if not form.left_out:
        assert [text for text in bad if accepts(matcher, text)] == []


N_SCHEMAS = how_often("HEARTH_GRAMMARS", 100, 300)


def test_no_answer_of_a_random_schema_is_invalid() -> None:
    rng = random.Random(31)
    n_said = 0
    for number in range(N_SCHEMAS):
        schema = (random_schema if number % 2 else entangled_schema)(rng)
        try:
            form = parse_schema(json.dumps(schema))
        except MalformedSchema:
            continue
        if form.left_out:
            continue
        matcher, judge = matcher_of(form), jsonschema.Draft202012Validator(schema)
        for _ in range(4):
            said = random_answer(matcher, rng)
            if said is not None:
                assert judge.is_valid(json.loads(said)), (schema, said)
                n_said += 1
    assert n_said > 2 * N_SCHEMAS


@pytest.mark.parametrize(
    ("schema", "line", "column"),
    [
        ('{"type":\n "text"}', 2, 2),
        ('{"type": [\n "string", "text"]}', 2, 12),
        ('{"type": "integer",\r\n\t"minimum": "é😀1"}', 2, 13),
        ('{"title": "😀", "maxLength": -1}', 1, 29),
        ('{"title": "a",\r"type": "text"}', 2, 9),
    ],
)
def test_what_is_wrong_is_marked_at_its_own_word(schema: str, line: int, column: int) -> None:
    with pytest.raises(MalformedSchema) as caught:
        parse_schema(schema)
    assert (caught.value.fault.line, caught.value.fault.column) == (line, column)


def chained(n: int, link: Callable[[str], Any], end: Any) -> str:
    """Return definitions of which each leads to the next."""
    links = {f"d{index}": link(f"#/$defs/d{index + 1}") for index in range(n)}
    return json.dumps({"$ref": "#/$defs/d0", "$defs": {**links, f"d{n}": end}})


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": "array", "minItems": 1e999}',
        '{"enum": [1e999], "type": "integer"}',
        '{"enum": ["a"], "minLength": "b"}',
        '{"enum": [{"a": 1}], "properties": []}',
        '{"required": ["\\ud800"]}',
        chained(25, lambda ref: {"anyOf": [{"$ref": ref}] * 2}, False),
        # Each of these would be followed by calls within calls until the stack ends.
        chained(600, lambda ref: {"type": "array", "items": {"$ref": ref}}, {"type": "null"}),
        chained(3000, lambda ref: {"$ref": ref}, {"type": "null"}),
        chained(3000, lambda ref: {"$ref": ref}, {"$ref": "#/$defs/d0"}),
        chained(600, lambda ref: {"anyOf": [{"$ref": ref}] * 2}, {"type": "null"}),
        json.dumps({"$ref": "#a0", "$defs": {str(n): {"$anchor": f"a{n}", "$ref": f"#a{n + 1}"}
                                             for n in range(3000)}}),
        '{"items": ' * 200 + "{}" + "}" * 200,
    ],
)  # fmt: skip
def test_a_hostile_schema_is_refused(schema: str) -> None:
    with pytest.raises(MalformedSchema) as caught:
        parse_schema(schema)
    str(caught.value.fault.words).encode()


@pytest.mark.parametrize(
    "schema",
    [
        chained(140, lambda ref: {"$ref": ref}, {"type": "null"}),
        chained(25, lambda ref: {"anyOf": [{"$ref": ref}] * 3}, {"type": "null"}),
        '{"allOf": [' + '{"anyOf": [{"minLength": 1}, {"maxLength": 2}, {}]},' * 30 + "{}]}",
        chained(25, lambda ref: {"allOf": [{"$ref": ref}] * 3}, {"type": "null"}),
        json.dumps({"enum": list(range(9000))}),
        json.dumps({"oneOf": [{"const": number} for number in range(1900)]}),
        json.dumps({"type": "string", "not": {"enum": [f"w{number}" for number in range(2000)]}}),
        json.dumps({"properties": {f"p{number}": {} for number in range(200)},
                    "additionalProperties": {}}),
    ],
)  # fmt: skip
def test_a_long_schema_is_kept_to(schema: str) -> None:
    assert matcher_of(parse_schema(schema)).fitting().any()
