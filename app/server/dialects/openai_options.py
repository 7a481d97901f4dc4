"""How an answer is to be made, in the words of OpenAI's requests and of llama.cpp's server.

Pure functions.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from app.core.protocol import (
    DEFAULT_THINKING,
    NO_THINKING,
    Constraint,
    ConstraintKind,
    SamplingParams,
    ThinkingChoice,
)
from app.server.asked import LONGEST_ANSWER, MOST_STOPS
from app.server.errors import bad_field

if TYPE_CHECKING:
    from app.server.fields import Fields

_HOTTEST: Final = 10.0
_MOST_TOKENS_LOOKED_BACK: Final = 1_000_000
_MOST_BIASES: Final = 1024
_MOST_DIGITS: Final = 10  # of the number of a token
_ANY_JSON: Final = '{"type": "object"}'
_NO_EFFORTS: Final = ("none", "off")


def read_sampling(fields: Fields) -> SamplingParams:
    """Return how the next token is chosen.

    Raises:
        ApiError: a field is wrong.
    """
    seed = fields.count("seed", -(2**63), 2**64 - 1)
    return SamplingParams(
        temperature=fields.number("temperature", 0.0, _HOTTEST),
        dynatemp_range=fields.number("dynatemp_range", 0.0, _HOTTEST),
        dynatemp_exponent=fields.number("dynatemp_exponent", 0.0, 100.0),
        top_k=fields.count("top_k", 0, 10_000_000),
        top_p=fields.number("top_p", 0.0, 1.0),
        min_p=fields.number("min_p", 0.0, 1.0),
        typical_p=fields.number("typical_p", 0.0, 1.0),
        top_n_sigma=_off_below_zero(fields.number("top_n_sigma", -1.0, 1000.0)),
        xtc_probability=fields.number("xtc_probability", 0.0, 1.0),
        xtc_threshold=fields.number("xtc_threshold", 0.0, 1.0),
        dry_multiplier=fields.number("dry_multiplier", 0.0, 100.0),
        dry_base=fields.number("dry_base", 0.0, 100.0),
        dry_allowed_length=fields.count("dry_allowed_length", 0, 100_000),
        repeat_penalty=fields.number("repeat_penalty", 0.0, 100.0),
        repeat_last_n=fields.count("repeat_last_n", -1, _MOST_TOKENS_LOOKED_BACK),
        frequency_penalty=fields.number("frequency_penalty", -100.0, 100.0),
        presence_penalty=fields.number("presence_penalty", -100.0, 100.0),
        mirostat=fields.count("mirostat", 0, 2),
        mirostat_tau=fields.number("mirostat_tau", 0.0, 100.0),
        mirostat_eta=fields.number("mirostat_eta", 0.0, 1.0),
        seed=None if seed is None or seed == -1 else seed % 2**32,
    )


def read_token_biases(fields: Fields) -> tuple[tuple[int, float], ...]:
    """Return the tokens that are made likelier or less likely.

    Raises:
        ApiError: the field is wrong.
    """
    given = fields.inner("logit_bias")
    if given is None:
        return ()
    names = given.names()
    if len(names) > _MOST_BIASES:
        raise bad_field("logit_bias", f"may name at most {_MOST_BIASES} tokens.")
    if wrong := [name for name in names if not name.isdecimal() or len(name) > _MOST_DIGITS]:
        raise bad_field("logit_bias", f'must name tokens by their numbers, not "{wrong[0][:60]}".')
    return tuple((int(name), given.number(name, -100.0, 100.0) or 0.0) for name in names)


def _off_below_zero(value: float | None) -> float | None:
    return value if value is None or value >= 0 else 0.0


def read_length(fields: Fields) -> int:
    """Return the most tokens of an answer; 0 for as many as fit.

    Raises:
        ApiError: a field is wrong.
    """
    for name in ("max_completion_tokens", "max_tokens", "n_predict"):
        found = fields.count(name, -1, LONGEST_ANSWER)
        if found is not None:
            return max(0, found)
    return 0


def read_stops(fields: Fields, name: str = "stop") -> tuple[str, ...]:
    """Return the texts that end an answer.

    Raises:
        ApiError: the field is wrong.
    """
    return tuple(text for text in fields.texts(name, MOST_STOPS) if text)


def read_thinking(fields: Fields) -> ThinkingChoice:
    """Return whether, and how much, is to be thought.

    Raises:
        ApiError: a field is wrong.
    """
    effort = fields.text("reasoning_effort")
    template = fields.inner("chat_template_kwargs")
    if template is not None:
        effort = effort or template.text("reasoning_effort")
        if template.has("enable_thinking"):
            return ThinkingChoice(template.flag("enable_thinking"), effort)
    if effort in _NO_EFFORTS:
        return NO_THINKING
    return ThinkingChoice(effort=effort) if effort else DEFAULT_THINKING


def read_form(fields: Fields) -> Constraint | None:
    """Return the form that an answer is bound to; None for any.

    Raises:
        ApiError: the field is wrong.
    """
    if grammar := fields.text("grammar"):
        return Constraint(ConstraintKind.GRAMMAR, grammar)
    wanted = fields.inner("response_format")
    if wanted is None:
        return _schema(fields.raw("json_schema")) if fields.has("json_schema") else None
    match wanted.choice("type", ("text", "json_object", "json_schema"), "text"):
        case "json_object":
            given = wanted.raw("schema")
            return _schema(given) if given else Constraint(ConstraintKind.JSON_SCHEMA, _ANY_JSON)
        case "json_schema":
            inner = wanted.inner("json_schema")
            schema = wanted.raw("schema") if inner is None else inner.raw("schema")
            if schema is None:
                raise bad_field(f"{wanted.path}json_schema.schema", "is missing.")
            return _schema(schema)
        case _:
            return None


def _schema(schema: object) -> Constraint:
    return Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(schema))
