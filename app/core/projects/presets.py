"""Presets of LM Studio and models of Open WebUI as projects.

What stands in them for people alone, a description or proposals for first questions, is left out;
so are the marks of a chat template, which the model file brings along.

Threads: pure functions, any thread.
Source: `*.preset.json` of LM Studio 0.2 (`inference_params`) and 0.3 (`operation.fields`), whose
keys its SDK names; models as Open WebUI exports them, one or a list.
"""

from __future__ import annotations

import json
from typing import Any, Final

from app.core.content.loose_json import mapping, sequence
from app.core.projects.cards import Card, picture_at
from app.core.projects.json_text import string, strings
from app.core.projects.values import ProjectContent, is_number

Sampling = tuple[tuple[str, float | str], ...]

_OF_PREDICTION: Final = "llm.prediction."
_OF_LLAMA: Final = "llama."
# By the ends of LM Studio's keys.
_LM_STUDIO: Final = {
    "temperature": "temperature",
    "topKSampling": "top_k",
    "topPSampling": "top_p",
    "minPSampling": "min_p",
    "typicalSampling": "typical_p",
    "xtcProbability": "xtc_probability",
    "xtcThreshold": "xtc_threshold",
    "repeatPenalty": "repeat_penalty",
    "repeatLastNTokens": "repeat_last_n",
    "presencePenalty": "presence_penalty",
    "frequencyPenalty": "frequency_penalty",
    "maxPredictedTokens": "max_tokens",
    "maxTokens": "max_tokens",
    "seed": "seed",
}
# Where LM Studio 0.2 and Open WebUI say it otherwise than Hearth; most names are llama.cpp's.
_OTHER_NAMES: Final = {
    "temp": "temperature",
    "n_predict": "max_tokens",
    "num_predict": "max_tokens",
}
_FROM_ZERO: Final = ("max_tokens", "seed", "repeat_last_n")  # below it, what is usual is meant


def is_preset(value: object) -> bool:
    """Whether what JSON says is a preset of LM Studio."""
    facts = mapping(value)
    return bool(sequence(mapping(facts.get("operation")).get("fields"))) or isinstance(
        facts.get("inference_params"), dict
    )


def preset_of(value: object, name: str) -> Card:
    """Return the project that a preset of LM Studio means.

    Args:
        value: what its JSON says.
        name: of its file, for one that has none.
    """
    facts = mapping(value)
    title = string(facts.get("name")) or name
    old = facts.get("inference_params")
    if isinstance(old, dict):
        instructions, sampling = string(old.get("pre_prompt")), _by_own_names(old)
        return Card(ProjectContent(title, instructions=instructions, sampling=sampling))
    fields = {
        string(one.get("key")).removeprefix(_OF_PREDICTION).removeprefix(_OF_LLAMA): _checked(one)
        for one in map(mapping, sequence(mapping(facts.get("operation")).get("fields")))
        if string(one.get("key")).startswith(_OF_PREDICTION)
    }
    said = {ours: fields[theirs] for theirs, ours in _LM_STUDIO.items() if theirs in fields}
    sampling = (*_numbers(said), *_stop(fields.get("stopStrings")), *_form(fields))
    instructions = string(fields.get("systemPrompt"))
    return Card(ProjectContent(title, instructions=instructions, sampling=sampling))


def web_models(value: object) -> list[dict[str, Any]]:
    """Return the models of Open WebUI that JSON lists; none where it says something else."""
    listed = value if isinstance(value, list) else [value]
    found = [mapping(mapping(one).get("info")) or mapping(one) for one in listed]
    return [one for one in found if _is_web_model(one)]


def web_model_of(facts: dict[str, Any], name: str) -> Card:
    """Return the project that a model of Open WebUI means.

    Args:
        facts: one of `web_models`.
        name: of its file, for one that has none.
    """
    params, meta = mapping(facts.get("params")), mapping(facts.get("meta"))
    content = ProjectContent(
        string(facts.get("name")) or name,
        instructions=string(params.get("system")),
        sampling=(*_by_own_names(params), *_stop(params.get("stop"))),
        model=string(facts.get("base_model_id")),
        tools=strings(sequence(meta.get("toolIds"))),
    )
    return Card(content, picture_at(string(meta.get("profile_image_url"))))


def _is_web_model(facts: dict[str, Any]) -> bool:
    has_parts = isinstance(facts.get("meta"), dict) and "params" in facts
    return has_parts and isinstance(facts.get("name"), str)


def _checked(field: dict[str, Any]) -> object:
    """Return the value of a field of LM Studio; None for one that is not ticked."""
    value = field.get("value")
    if isinstance(value, dict) and "checked" in value:
        return value.get("value") if value["checked"] is True else None
    return value


def _by_own_names(params: dict[str, Any]) -> Sampling:
    return _numbers({_OTHER_NAMES.get(name, name): value for name, value in params.items()})


def _numbers(params: dict[str, Any]) -> Sampling:
    return tuple(
        (name, value)
        for name, value in params.items()
        if is_number(value) and not (name in _FROM_ZERO and value < 0)
    )


def _stop(said: object) -> Sampling:
    """Return the texts that end an answer, one a line."""
    texts = [one for one in map(string, sequence(said)) if one and "\n" not in one]
    return (("stop", "\n".join(texts)),) if texts else ()


def _form(fields: dict[str, object]) -> Sampling:
    """Return the form that answers are bound to."""
    wanted = mapping(fields.get("structured"))
    schema = wanted.get("jsonSchema")
    if wanted.get("type") != "json" or not isinstance(schema, dict):
        return ()
    return (("form", "json_schema"), ("json_schema", json.dumps(schema, ensure_ascii=False)))
