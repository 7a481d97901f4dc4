"""Settings: what the file may hold, what is reported, what is kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from app.core.settings import (
    CONTEXT_TOKENS,
    MODEL_PATH,
    SETTINGS,
    TEMPERATURE,
    THEME,
    BadSetting,
    Setting,
    Settings,
    SettingsNotSaved,
)

if TYPE_CHECKING:
    from pathlib import Path

ROWS: tuple[Setting[Any], ...] = SETTINGS  # their values differ in type


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def _values(settings: Settings) -> dict[str, object]:
    return {setting.key: settings.get(setting) for setting in ROWS}


DEFAULTS = {setting.key: setting.default for setting in SETTINGS}


# -- the table --


def test_every_row_has_words_for_the_user_and_a_default_that_fits() -> None:
    assert len({setting.key for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert all((setting.label.text, setting.note.text, setting.rationale))
        assert setting.key.count(".") == 1
        assert setting.objection(setting.default) is None


@pytest.mark.parametrize(
    ("setting", "value", "objection"),
    [
        (MODEL_PATH, 5, "must be text"),
        (CONTEXT_TOKENS, "many", "must be a whole number"),
        (CONTEXT_TOKENS, 4096.5, "must be a whole number"),
        (CONTEXT_TOKENS, True, "must be a whole number"),
        (CONTEXT_TOKENS, -1, "must be at least 0"),
        (CONTEXT_TOKENS, 2**31, "must be at most"),
        (TEMPERATURE, "hot", "must be a number"),
        (TEMPERATURE, math.nan, "must be a number"),
        (TEMPERATURE, 2.01, "must be at most 2"),
        (THEME, "pink", "must be one of system, light, dark"),
        (THEME, [], "must be text"),
    ],
)
def test_a_value_that_does_not_fit_is_told_why(
    setting: Setting[str], value: object, objection: str
) -> None:
    said = str(setting.objection(value))
    assert said.startswith(f"The setting {setting.key} {objection}")


# -- loading --


def test_without_a_file_every_setting_has_its_default(file: Path) -> None:
    settings = Settings.load(file)

    assert _values(settings) == DEFAULTS
    assert settings.problems == ()
    assert not file.exists()


def test_values_of_the_file_win_and_have_the_type_of_their_row(file: Path) -> None:
    file.write_text('model.path = "/m/a.gguf"\n[sampling]\ntemperature = 1\n[look]\ntheme="dark"\n')

    settings = Settings.load(file)

    assert settings.get(MODEL_PATH) == "/m/a.gguf"
    assert settings.get(THEME) == "dark"
    assert repr(settings.get(TEMPERATURE)) == "1.0"
    assert settings.problems == ()


def test_a_bad_value_is_reported_and_ignored_and_the_others_hold(file: Path) -> None:
    file.write_text('[look]\ntheme = "pink"\n[sampling]\ntemperature = 0.2\n')

    settings = Settings.load(file)

    assert settings.get(THEME) == "system"
    assert settings.get(TEMPERATURE) == 0.2
    (problem,) = settings.problems
    assert str(problem.what) == "The setting look.theme must be one of system, light, dark."
    assert str(file) in str(problem.remedy)


@pytest.mark.parametrize(
    "content",
    [b"[look\ntheme=", b"\xff\xfe\x00", b"a = " + b"[" * 5000, b"a = 1\na = 2\n[x]\n[x]\n"],
    ids=["half a table", "not UTF-8", "nested too deeply", "twice the same"],
)
def test_a_broken_file_is_moved_aside_and_reported(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    settings = Settings.load(file)

    assert _values(settings) == DEFAULTS
    (problem,) = settings.problems
    assert "settings.toml.broken" in str(problem.remedy)
    assert (file.parent / "settings.toml.broken").read_bytes() == content
    assert not file.exists()


def test_a_broken_file_that_cannot_be_moved_is_reported_all_the_same(file: Path) -> None:
    file.write_text("[look")
    (file.parent / "settings.toml.broken").mkdir()

    settings = Settings.load(file)

    assert "Correct or delete" in str(settings.problems[0].remedy)
    assert file.read_text() == "[look"


def test_a_folder_in_place_of_the_file_is_reported(file: Path) -> None:
    file.mkdir()

    settings = Settings.load(file)

    assert _values(settings) == DEFAULTS
    assert "could not be read" in str(settings.problems[0].what)


def test_a_value_where_a_table_should_be_is_no_reason_to_fail(file: Path) -> None:
    file.write_text("look = 5\n")

    settings = Settings.load(file)
    settings.set(THEME, "dark")

    assert Settings.load(file).get(THEME) == "dark"


def test_a_byte_order_mark_of_a_windows_editor_is_taken(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf[look]\r\ntheme = 'dark'\r\n")

    assert Settings.load(file).get(THEME) == "dark"


# -- changing --


def test_a_change_is_in_force_at_once_and_after_the_next_start(file: Path) -> None:
    settings = Settings.load(file)

    settings.set(TEMPERATURE, 0.3)
    settings.set(MODEL_PATH, 'C:\\models\\"a"\n.gguf')

    assert settings.get(TEMPERATURE) == 0.3
    assert _values(Settings.load(file)) == _values(settings)


def test_the_file_holds_only_what_differs_from_the_defaults(file: Path) -> None:
    settings = Settings.load(file)
    settings.set(THEME, "dark")
    settings.set(TEMPERATURE, 0.1)
    settings.set(TEMPERATURE, TEMPERATURE.default)

    assert tomlkit.parse(file.read_text()).unwrap().get("sampling", {}) == {}
    assert tomlkit.parse(file.read_text()).unwrap()["look"] == {"theme": "dark"}


@pytest.mark.parametrize(
    "look",
    [
        '[look]\ntheme = "light" # for the sun\nfont = "x"\n',
        'look = {theme = "light", font = "x"}\n',
        'look.theme = "light" # for the sun\nlook.font = "x"\n',
    ],
    ids=["table", "inline table", "dotted keys"],
)
def test_comments_and_unknown_keys_stay_in_the_file(file: Path, look: str) -> None:
    file.write_text(f"# mine\n{look}\n[future]\nidea = [1, 2]\n")
    settings = Settings.load(file)

    settings.set(THEME, "dark")
    settings.set(TEMPERATURE, 0.1)

    text = file.read_text()
    assert text.startswith("# mine\n")
    assert ("# for the sun" in text) == ("# for the sun" in look)
    assert tomlkit.parse(text).unwrap() == {
        "look": {"theme": "dark", "font": "x"},
        "future": {"idea": [1, 2]},
        "sampling": {"temperature": 0.1},
    }


def test_what_was_changed_in_the_file_meanwhile_stays(file: Path) -> None:
    settings = Settings.load(file)
    file.write_text("[sampling]\ntemperature = 1.5 # my own\n")

    settings.set(THEME, "dark")

    assert "temperature = 1.5 # my own" in file.read_text()


def test_what_is_in_force_is_kept_when_the_file_was_deleted_meanwhile(file: Path) -> None:
    settings = Settings.load(file)
    settings.set(TEMPERATURE, 0.1)
    file.unlink()

    settings.set(THEME, "dark")

    assert Settings.load(file).get(TEMPERATURE) == 0.1


def test_a_bad_choice_is_refused_and_changes_nothing(file: Path) -> None:
    settings = Settings.load(file)

    with pytest.raises(BadSetting, match=r"look\.theme must be one of system, light, dark"):
        settings.set(THEME, "pink")

    assert settings.get(THEME) == "system"
    assert not file.exists()


@pytest.mark.parametrize("spoil", ["folder", "broken"])
def test_a_file_that_cannot_be_written_keeps_the_change_until_the_end(
    file: Path, spoil: str
) -> None:
    settings = Settings.load(file)
    if spoil == "folder":
        file.mkdir()
    else:
        file.write_text("[look")  # being edited just now: not ours to overwrite

    with pytest.raises(SettingsNotSaved, match="could not be saved"):
        settings.set(THEME, "dark")

    assert settings.get(THEME) == "dark"
    assert file.is_dir() or file.read_text() == "[look"
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_linked_settings_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    dotfile = tmp_path / "dotfiles" / "hearth.toml"
    dotfile.parent.mkdir()
    dotfile.write_text("# mine\n")
    file.symlink_to(dotfile)

    Settings.load(file).set(THEME, "dark")

    assert file.is_symlink()
    assert Settings.load(dotfile).get(THEME) == "dark"


@given(content=st.binary() | st.text(st.characters(codec="utf-8")).map(str.encode))
def test_no_content_of_the_file_keeps_hearth_from_starting(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.mktemp("config") / "settings.toml"
    file.write_bytes(content)

    settings = Settings.load(file)

    for setting in ROWS:
        assert setting.objection(settings.get(setting)) is None


@given(
    path=st.text(st.characters(codec="utf-8")),
    tokens=st.integers(0, 2**31 - 1),
    temperature=st.floats(0, 2),
)
def test_every_allowed_value_survives_a_restart(
    tmp_path_factory: pytest.TempPathFactory, path: str, tokens: int, temperature: float
) -> None:
    file = tmp_path_factory.mktemp("config") / "settings.toml"
    settings = Settings.load(file)

    settings.set(MODEL_PATH, path)
    settings.set(CONTEXT_TOKENS, tokens)
    settings.set(TEMPERATURE, temperature)

    assert _values(Settings.load(file)) == _values(settings)
