"""Settings: what the file may hold, what is reported, what is kept, who hears of a change.

Longer than other files: it holds what is asked of every row, and of the file around them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.settings.document import as_markdown
from app.core.settings.setting import BadSetting, Setting, SettingsNotSaved
from app.core.settings.settings import Settings, given_settings
from app.core.settings.table import CONTEXT_TOKENS, MODEL_PATH, SETTINGS, TEMPERATURE, THEME, ZOOM

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
        (CONTEXT_TOKENS, 2**31, "must be at most 2,147,483,647."),
        (ZOOM, 0.1, "must be at least 0.7."),
        (TEMPERATURE, "hot", "must be a number"),
        (TEMPERATURE, math.nan, "must be a number"),
        (TEMPERATURE, 2.01, "must be at most 2"),
        (THEME, "pink", "must be one of system, light, dark, contrast"),
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
    assert (
        str(problem.what) == "The setting look.theme must be one of system, light, dark, contrast."
    )
    assert str(file) in str(problem.remedy)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("look = 5\n", "look"),
        ('[[model]]\npath = "a"\n', "model"),
        ("shortcuts = 3\n", "shortcuts"),
    ],
)
def test_what_is_no_table_is_told_and_the_others_hold(file: Path, content: str, name: str) -> None:
    file.write_text(f"{content}[sampling]\ntemperature = 0.2\n")

    settings = Settings.load(file)

    assert settings.get(TEMPERATURE) == 0.2
    (problem,) = settings.problems
    assert str(problem.what) == f"In the settings file, {name} must be a table."
    settings.set(THEME, "dark")
    assert Settings.load(file).get(THEME) == "dark"


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

    assert "Fix or delete" in str(settings.problems[0].remedy)
    assert file.read_text() == "[look"


def test_a_folder_in_place_of_the_file_is_reported(file: Path) -> None:
    file.mkdir()

    settings = Settings.load(file)

    assert _values(settings) == DEFAULTS
    assert "could not read" in str(settings.problems[0].what)


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
    settings.set(CONTEXT_TOKENS, 4096)
    settings.set(CONTEXT_TOKENS, CONTEXT_TOKENS.default)

    assert tomlkit.parse(file.read_text()).unwrap().get("model", {}) == {}
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

    with pytest.raises(
        BadSetting, match=r"look\.theme must be one of system, light, dark, contrast"
    ):
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

    with pytest.raises(SettingsNotSaved, match="could not save"):
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


def test_where_nothing_chosen_has_a_meaning_of_its_own_the_default_can_be_chosen(
    file: Path,
) -> None:
    settings = Settings.load(file)

    settings.set(TEMPERATURE, TEMPERATURE.default)
    assert settings.chosen(TEMPERATURE) == TEMPERATURE.default
    assert Settings.load(file).chosen(TEMPERATURE) == TEMPERATURE.default

    settings.reset(TEMPERATURE)
    assert settings.chosen(TEMPERATURE) is None
    assert Settings.load(file).chosen(TEMPERATURE) is None


# -- who hears of it --


def test_a_change_is_told_to_who_asked_for_that_row_and_to_nobody_else(file: Path) -> None:
    settings, told = Settings.load(file), []
    settings.on_change((THEME, ZOOM), lambda: told.append(settings.get(THEME)))

    settings.set(THEME, "dark")
    settings.set(THEME, "dark")  # no change
    settings.set(CONTEXT_TOKENS, 4096)
    settings.set(ZOOM, 1.5)
    settings.reset(THEME)

    assert told == ["dark", "dark", "system"]


def test_a_change_that_cannot_be_kept_is_told_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("no folder")
    settings, told = Settings.load(blocked / "settings.toml"), []
    settings.on_change((THEME,), lambda: told.append(settings.get(THEME)))

    with pytest.raises(SettingsNotSaved):
        settings.set(THEME, "dark")

    assert told == ["dark"]


# -- for one run --


def test_a_value_given_for_one_run_wins_and_is_not_kept(file: Path) -> None:
    Settings.load(file).set(THEME, "light")
    settings = Settings.load(file, given_settings(["look.theme=dark", "sampling.temperature=0.2"]))

    assert settings.get(THEME) == "dark"
    assert settings.chosen(TEMPERATURE) == 0.2
    assert settings.is_given(THEME)
    assert not settings.is_given(ZOOM)
    settings.set(ZOOM, 1.2)
    assert Settings.load(file).get(THEME) == "light"
    assert Settings.load(file).chosen(TEMPERATURE) is None


def test_a_choice_made_while_it_runs_wins_over_the_given_value(file: Path) -> None:
    settings = Settings.load(file, given_settings(["look.theme=dark"]))

    settings.set(THEME, "light")

    assert settings.get(THEME) == "light"
    assert not settings.is_given(THEME)
    assert Settings.load(file).get(THEME) == "light"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("look.theme=pink", "must be one of"),
        ("model.context_tokens=many", "must be a whole number"),
        ("model.context_tokens=-5", "must be at least 0"),
        ("sampling.temperature=nan", "must be a number"),
        ("look.colour=red", "does not name a setting"),
        ("look.theme", "does not name a setting"),
        ("", "does not name a setting"),
    ],
)
def test_a_given_value_that_does_not_fit_is_told_in_words(text: str, said: str) -> None:
    with pytest.raises(KnownError, match=said):
        given_settings([text])


@given(st.data())
def test_every_value_of_every_row_can_be_written_as_text(data: st.DataObject) -> None:
    row: Setting[Any] = data.draw(st.sampled_from(ROWS))
    if row.choices:
        value: Any = data.draw(st.sampled_from([choice.value for choice in row.choices]))
    elif isinstance(row.default, int):
        value = data.draw(st.integers(int(row.minimum or 0), int(row.maximum or 99)))
    elif isinstance(row.default, float):
        value = data.draw(st.floats(row.minimum or 0.0, row.maximum or 1.0))
    else:
        value = data.draw(st.text())
    assert given_settings([f"{row.key}={value}"]) == {row.key: value}


# -- the page about them --


def test_the_page_about_settings_is_made_of_the_table() -> None:
    page = Path(__file__).parents[3] / "docs" / "settings.md"
    assert page.read_text("utf-8") == as_markdown()  # python -m app.core.settings.document
