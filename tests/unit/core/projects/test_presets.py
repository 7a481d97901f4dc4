"""Presets of LM Studio and models of Open WebUI."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from app.core.projects.files import read_project_file, read_project_files
from app.core.projects.values import ProjectContent
from tests.helpers.media_samples import encoded, quarters

if TYPE_CHECKING:
    from app.core.decoding.decoder import Decoder


def preset(**fields: Any) -> dict[str, Any]:
    listed = [{"key": f"llm.prediction.{key}", "value": value} for key, value in fields.items()]
    return {
        "identifier": "@local:x",
        "name": "Mail",
        "changed": False,
        "operation": {"fields": listed},
        "load": {"fields": [{"key": "llm.load.contextLength", "value": 8192}]},
    }


def read(value: object, decoder: Decoder, name: str = "Mail.preset.json") -> ProjectContent:
    return read_project_file(json.dumps(value).encode(), name, decoder)


def test_a_preset_of_lm_studio_gives_instructions_and_sampling(decoder: Decoder) -> None:
    said = preset(
        systemPrompt="Write mails.",
        temperature=0.3,
        topKSampling=20,
        topPSampling={"checked": True, "value": 0.9},
        minPSampling={"checked": False, "value": 0.05},
        repeatPenalty={"checked": True, "value": 1.1},
        maxPredictedTokens={"checked": True, "value": 500},
        stopStrings=["END", "###"],
        promptTemplate={"type": "jinja", "stopStrings": ["<|im_end|>"]},
        structured={"type": "json", "jsonSchema": {"type": "object"}},
        seed=-1,
    )
    said["operation"]["fields"].append(
        {"key": "llm.prediction.llama.presencePenalty", "value": {"checked": True, "value": 0.5}}
    )

    assert read(said, decoder) == ProjectContent(
        "Mail",
        instructions="Write mails.",
        sampling=(
            ("form", "json_schema"),
            ("json_schema", '{"type": "object"}'),
            ("max_tokens", 500),
            ("presence_penalty", 0.5),
            ("repeat_penalty", 1.1),
            ("stop", "END\n###"),
            ("temperature", 0.3),
            ("top_k", 20),
            ("top_p", 0.9),
        ),
    )


def test_an_old_preset_has_other_names_and_the_marks_of_a_template(decoder: Decoder) -> None:
    said = {
        "load_params": {"n_ctx": 4000},
        "inference_params": {
            "temp": 0.2,
            "n_predict": -1,
            "seed": -1,
            "top_k": 40,
            "mirostat": 0,
            "logit_bias": {},
            "pre_prompt": "Be short.",
            "antiprompt": ["### Instruction:"],
        },
    }
    assert read(said, decoder, "old.preset.json") == ProjectContent(
        "old",
        instructions="Be short.",
        sampling=(("mirostat", 0), ("temperature", 0.2), ("top_k", 40)),
    )


def web_model(**changes: Any) -> dict[str, Any]:
    address = "data:image/png;base64," + base64.b64encode(encoded(quarters(), "PNG")).decode()
    return {
        "id": "mail",
        "user_id": "someone",
        "base_model_id": "llama3.1:8b",
        "name": "Mail writer",
        "params": {"system": "Write mails.", "temperature": 0.3, "stop": ["END"], "num_ctx": 4096},
        "meta": {
            "profile_image_url": address,
            "description": "For people.",
            "suggestion_prompts": [{"content": "Write one"}],
            "toolIds": ["calendar"],
        },
        "access_control": None,
        **changes,
    }


def test_a_model_of_open_webui_gives_instructions_tools_and_a_picture(decoder: Decoder) -> None:
    content = read(web_model(), decoder)

    assert content.picture.startswith(b"\x89PNG")
    assert content == ProjectContent(
        "Mail writer",
        picture=content.picture,
        instructions="Write mails.",
        sampling=(("stop", "END"), ("temperature", 0.3)),
        model="llama3.1:8b",
        tools=("calendar",),
    )


def test_each_model_of_a_list_is_a_project(decoder: Decoder) -> None:
    listed = [web_model(), web_model(name="Other", meta={"profile_image_url": "/static/x.png"})]
    contents = read_project_files(json.dumps(listed).encode(), "models.json", decoder)
    assert [one.name for one in contents] == ["Mail writer", "Other"]
    assert contents[1].picture == b""


def test_a_model_inside_of_what_a_server_says_of_it_is_found(decoder: Decoder) -> None:
    assert read({"id": "x", "info": web_model()}, decoder).model == "llama3.1:8b"
