"""How models are to be loaded, kept in a file."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.models.model_settings import (
    BadModelSettings,
    ModelSettings,
    ModelSettingsNotSaved,
    objection_to,
)
from app.core.protocol import (
    DEFAULT_LOAD,
    Adapter,
    KVType,
    LoadSettings,
    WeightsMode,
)

if TYPE_CHECKING:
    from pathlib import Path

CHOSEN = LoadSettings(
    n_ctx=4096,
    max_gpu_layers=7,
    kv_type=KVType.Q8_0,
    full_windows=True,
    n_threads=2,
    weights=WeightsMode.READ,
    split=(("CUDA0", 3.0), ("CUDA1", 1.5)),
    main_device="CUDA1",
    adapters=(Adapter("/a/\udcff.gguf", 0.5), Adapter("/b.gguf")),
    chat_template="{{ messages }}\nü",
    draft_model="/models/small.gguf",
    machines=("attic:50052", "cellar:50052"),
)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "models" / "some.gguf"
    path.parent.mkdir()
    path.write_bytes(b"GGUF of some bytes")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "model-settings.json"


def test_settings_are_there_after_a_restart(file: Path, model: Path) -> None:
    ModelSettings(file).set(str(model), CHOSEN)

    assert ModelSettings(file).of(str(model)) == CHOSEN


def test_a_model_that_was_moved_keeps_its_settings_and_another_one_has_none(
    file: Path, model: Path, tmp_path: Path
) -> None:
    settings = ModelSettings(file)
    settings.set(str(model), CHOSEN)
    moved = model.rename(tmp_path / model.name)
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / model.name
    other.write_bytes(b"GGUF of another size")

    assert settings.of(str(moved)) == CHOSEN
    assert settings.of(str(other)) == DEFAULT_LOAD
    assert settings.of(str(tmp_path / "gone.gguf")) == DEFAULT_LOAD


def test_the_defaults_leave_nothing_behind(file: Path, model: Path) -> None:
    settings = ModelSettings(file)
    settings.set(str(model), CHOSEN)
    settings.set(str(model), DEFAULT_LOAD)

    assert json.loads(file.read_bytes()) == {}


def test_what_a_newer_version_wrote_stays(file: Path, model: Path) -> None:
    settings = ModelSettings(file)
    settings.set(str(model), CHOSEN)
    plain = json.loads(file.read_bytes())
    next(iter(plain.values()))["draft_pages"] = "/models/draft.gguf"
    file.write_text(json.dumps(plain))

    settings = ModelSettings(file)
    assert settings.of(str(model)) == CHOSEN
    settings.set(str(model), LoadSettings(n_ctx=64))

    assert next(iter(json.loads(file.read_bytes()).values())) == {
        "draft_pages": "/models/draft.gguf",
        "n_ctx": 64,
    }


@pytest.mark.parametrize("content", [b"", b"\0\xff", b"[1]", b'{"a": 1}', b"[" * 100_000])
def test_a_damaged_file_is_moved_aside_and_told_once(
    file: Path, model: Path, content: bytes
) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    settings = ModelSettings(file)

    assert settings.of(str(model)) == DEFAULT_LOAD
    problem = settings.take_problem()
    assert problem is not None
    assert "cannot read" in str(problem.what)
    assert settings.take_problem() is None
    assert file.with_name(f"{file.name}.broken").read_bytes() == content
    settings.set(str(model), CHOSEN)
    assert ModelSettings(file).of(str(model)) == CHOSEN


def entry(file: Path, model: Path, **said: Any) -> ModelSettings:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({f"{model.name}:{model.stat().st_size}": said}))
    return ModelSettings(file)


def test_one_value_that_cannot_be_does_not_take_the_others_along(file: Path, model: Path) -> None:
    too_much: list[dict[str, Any]] = [
        {"n_ctx": 10**9},
        {"n_threads": -3},
        {"adapters": [{"path": "/a.gguf", "scale": 10**400}]},
        {"adapters": [{"path": "/a\0.gguf", "scale": 1}]},
        {"split": [["CUDA0", 10**400]]},
        {"kv_type": "q8_0", "flash_attention": False},
    ]
    for wrong in too_much:
        found = entry(file, model, chat_template="mine", **wrong).of(str(model))
        assert found.chat_template == "mine", wrong
        assert objection_to(found) is None


def test_a_choice_of_a_newer_version_stays_where_nothing_else_was_chosen(
    file: Path, model: Path
) -> None:
    settings = entry(file, model, kv_type="q4_0", n_ctx=64)
    assert settings.of(str(model)) == LoadSettings(n_ctx=64)
    settings.set(str(model), LoadSettings(n_ctx=128))
    [plain] = json.loads(file.read_bytes()).values()
    assert plain == {"kv_type": "q4_0", "n_ctx": 128}

    settings.set(str(model), LoadSettings(kv_type=KVType.Q8_0))
    [plain] = json.loads(file.read_bytes()).values()
    assert plain == {"kv_type": "q8_0"}


def test_what_another_window_has_saved_meanwhile_stays(
    file: Path, model: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF of another one")
    first, second = ModelSettings(file), ModelSettings(file)
    assert first.of(str(other)) == second.of(str(model)) == DEFAULT_LOAD
    first.set(str(model), CHOSEN)
    second.set(str(other), LoadSettings(n_ctx=64))

    assert ModelSettings(file).of(str(model)) == CHOSEN
    assert first.of(str(other)) == LoadSettings(n_ctx=64)


def test_settings_of_a_file_that_is_gone_are_not_taken_for_saved(
    file: Path, tmp_path: Path
) -> None:
    with pytest.raises(BadModelSettings, match=r"gone\.gguf"):
        ModelSettings(file).set(str(tmp_path / "gone.gguf"), CHOSEN)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
_NAMES = st.sampled_from([*LoadSettings.__struct_fields__, "more"])


@given(entry=st.dictionaries(_NAMES, _JSON))
def test_whatever_an_entry_says_becomes_settings_that_can_be(
    entry: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("entry")
    model = folder / "m.gguf"
    model.write_bytes(b"GGUF")
    file = folder / "settings.json"
    file.write_text(json.dumps({"m.gguf:4": entry}))

    assert objection_to(ModelSettings(file).of(str(model))) is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (LoadSettings(n_ctx=-1), "64 to 16,777,216 tokens"),
        (LoadSettings(n_threads=10_000), "threads"),
        (LoadSettings(max_gpu_layers=-2), "layers"),
        (LoadSettings(split=(("CUDA0", -1.0),)), "must be 0 or more"),
        (LoadSettings(split=(("CUDA0", float("nan")),)), "must be 0 or more"),
        (LoadSettings(adapters=(Adapter("a", float("nan")),)), "scale"),
        (
            LoadSettings(kv_type=KVType.Q8_0, flash_attention=False),
            "An 8-bit KV cache requires flash attention",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    file: Path, model: Path, wrong: LoadSettings, words: str
) -> None:
    settings = ModelSettings(file)
    settings.set(str(model), CHOSEN)

    with pytest.raises(BadModelSettings, match=words):
        settings.set(str(model), wrong)

    assert settings.of(str(model)) == CHOSEN


def test_what_cannot_be_written_holds_until_the_end(
    file: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ModelSettings(file)

    def refuse(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("app.core.models.model_settings.write_atomically", refuse)
    with pytest.raises(ModelSettingsNotSaved, match="No space left"):
        settings.set(str(model), CHOSEN)

    assert settings.of(str(model)) == CHOSEN


def test_names_of_machines_that_an_older_version_kept_stay_until_addresses_replace_them(
    file: Path, model: Path
) -> None:
    file.parent.mkdir()
    key = f"some.gguf:{model.stat().st_size}"
    file.write_text(json.dumps({key: {"machines": [{"name": "attic & co"}, {"name": "cellar"}]}}))
    settings = ModelSettings(file)
    assert settings.of(str(model)).machines == ("attic & co", "cellar")

    settings.set(str(model), LoadSettings(machines=("127.0.0.1:50052",)))

    assert json.loads(file.read_bytes()) == {key: {"machines": ["127.0.0.1:50052"]}}
