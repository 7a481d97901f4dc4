"""`hearth models` as a process of its own, on files in folders and in those of other programs."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.models import VERBS
from app.core.errors import KnownError
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of
from tests.helpers.model_files import model_bytes, write_model, write_split_model
from tests.test_architecture import run_python

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths


@pytest.fixture
def folder(tmp_path: Path, paths: Paths) -> Path:
    """A folder that the settings name, with a model, a split one and a damaged one."""
    folder = tmp_path / "my models"
    write_model(folder / "small.gguf", "Small Model", n_ctx=2048)
    write_split_model(folder / "big", "big", 2)
    (folder / "half.gguf").write_bytes(model_bytes()[:60])
    paths.create()
    paths.settings_file.write_text(f"[models]\nfolders = '''{folder}'''\n")
    return folder


@pytest.fixture(autouse=True)
def no_other_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget where whoever runs the tests has other programs keep their models."""
    for variable in (
        *("OLLAMA_MODELS", "LMSTUDIO_HOME", "JAN_DATA_FOLDER", "LLAMA_CACHE"),
        *("HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"),
    ):
        monkeypatch.delenv(variable, raising=False)


def listed(hearth: Any, *arguments: str) -> list[str]:
    """Return the names that are listed, of the user's own models unless others are asked for."""
    origins = () if "--from" in arguments else ("--from", "folder")
    ran = hearth("models", "list", "--json", *origins, *arguments)
    assert ran.code == 0, ran.err
    return [model["name"] for model in ran.figures["models"]]


def is_trashed(home: Path, *names: str) -> bool:
    """Return whether the trash holds these files; on Windows it is the whole machine's."""
    trash = home / ".local/share/Trash/files"
    return sys.platform == "win32" or {path.name for path in trash.glob("*")} == set(names)


def test_models_are_listed_with_their_figures_and_with_what_is_wrong(
    hearth: Any, folder: Path
) -> None:
    printed = hearth("models", "list")
    assert printed.code == 0
    small = next(line for line in printed.out.splitlines() if "Small Model" in line)
    for figure in ("0.0 MB", "128", "Q8_0", "2,048", "language"):
        assert figure in small
    assert str(folder / "big" / "big-00001-of-00002.gguf") in printed.out
    assert "It is incomplete: it ends inside its header." in printed.out

    figures = hearth("models", "list", "--json").figures
    by_name = {model["name"]: model for model in figures["models"]}
    assert by_name["Split Model"]["files"] == [
        str(folder / "big" / f"big-0000{part}-of-00002.gguf") for part in (1, 2)
    ]
    assert by_name["Small Model"]["summary"]["n_ctx_train"] == 2048
    assert by_name["Small Model"]["summary"]["kind"] == "language"
    assert (by_name["half"]["usable"], by_name["half"]["summary"]) == (False, None)


def test_a_model_that_sees_is_listed_with_what_it_sees_with(hearth: Any, folder: Path) -> None:
    (folder / "eyes").mkdir()
    text, projector = pair_of("slices").write(folder / "eyes")
    printed = hearth("models", "list")
    assert f"    sees pictures with {projector}" in printed.out.splitlines()
    found = hearth("models", "list", "--json", "--usable").figures["models"]
    by_path = {model["path"]: model for model in found}
    seeing = by_path[str(text)]
    assert (seeing["sees"], seeing["hears"]) == (True, False)
    assert seeing["sees_and_hears_with"] == str(projector)
    assert not by_path[str(folder / "small.gguf")]["sees"]
    inspected = hearth("models", "inspect", str(text))
    assert f"sees pictures with {projector}" in inspected.out
    assert hearth("models", "inspect", "--json", str(text)).figures["sees"]


def test_the_list_is_sorted_and_chosen_as_asked(hearth: Any, folder: Path) -> None:
    assert listed(hearth) == ["half", "Small Model", "Split Model"]
    assert listed(hearth, "--sort", "size") == ["Split Model", "Small Model", "half"]
    assert listed(hearth, "--filter", "small q8_0") == ["Small Model"]
    assert listed(hearth, "--usable", "--kind", "language") == ["Small Model", "Split Model"]
    assert listed(hearth, "--from", "jan") == []
    none = hearth("models", "list", "--filter", "nobody has this").out
    assert re.search(r"None of the \d+ models fits\.", none)


def test_models_of_other_programs_are_listed_and_never_deleted(
    hearth: Any, home: Path, folder: Path
) -> None:
    theirs = write_model(home / ".lmstudio/models/publisher/repo/theirs.gguf", "Theirs")
    assert listed(hearth, "--from", "lm-studio") == ["Theirs"]
    assert "(LM Studio)" in hearth("models", "list").out
    ran = hearth("models", "rm", str(theirs))
    assert ran.code == 1
    assert "belongs to LM Studio" in ran.err
    assert theirs.exists()


def test_a_model_goes_to_the_trash_with_all_its_files(
    hearth: Any, home: Path, folder: Path
) -> None:
    (folder / "big" / "notes.txt").write_text("keep")
    ran = hearth("models", "rm", str(folder / "big" / "big-00002-of-00002.gguf"))
    assert ran.code == 0, ran.err
    assert is_trashed(home, "big-00001-of-00002.gguf", "big-00002-of-00002.gguf")
    assert [path.name for path in (folder / "big").iterdir()] == ["notes.txt"]
    assert listed(hearth) == ["half", "Small Model"]
    gone = hearth("models", "rm", "--json", str(folder / "half.gguf"))
    assert gone.figures["moved_to_trash"] == [str(folder / "half.gguf")]


def test_what_is_no_entry_is_not_deleted(hearth: Any, home: Path, folder: Path) -> None:
    other = write_model(folder.parent / "elsewhere" / "m.gguf")
    for path in (other, folder / "none.gguf", folder):
        ran = hearth("models", "rm", str(path))
        assert ran.code == 1
        assert "is not in the model library" in ran.err
    assert other.exists()
    assert hearth("models", "rm", "--folder", str(other.parent), str(other)).code == 0
    assert is_trashed(home, "m.gguf")
    assert not other.exists()


def test_a_file_is_inspected(hearth: Any, tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "tiny.gguf", quant="Q8_0")
    printed = hearth("models", "inspect", str(path))
    assert printed.code == 0
    rows = dict(line.split(":", 1) for line in printed.out.splitlines())
    told = {label: text.strip() for label, text in rows.items()}
    assert (told["name"], told["kind"], told["quantisation"]) == ("Tiny", "language", "Q8_0")
    assert (told["trained context"], told["chat template"]) == ("4,096 tokens", "yes")
    facts = hearth("models", "inspect", "--json", str(path)).figures
    assert (facts["name"], facts["n_vocab"], facts["missing_bytes"]) == ("Tiny", 288, 0)
    assert facts["metadata"]["general.architecture"] == "llama"
    assert facts["metadata"]["tokenizer.ggml.tokens"] == {"length": 288}


def test_numbers_that_json_lacks_and_words_that_a_terminal_obeys_do_no_harm(
    hearth: Any, tmp_path: Path
) -> None:
    odd = (
        raw.value("a.nan", raw.FLOAT32, b"\0\0\xc0\x7f"),
        raw.value("a.inf", raw.FLOAT64, b"\0\0\0\0\0\0\xf0\x7f"),
        raw.string("general.license", "\x1b[2J\u202ehidden\n"),
    )
    path = write_model(tmp_path / "odd.gguf", "O\x07dd", more=odd)
    ran = hearth("models", "inspect", "--json", str(path))
    metadata = json.loads(ran.out, parse_constant=pytest.fail)["metadata"]
    assert (metadata["a.nan"], metadata["a.inf"]) == ("nan", "inf")
    printed = hearth("models", "inspect", str(path)).out
    assert not {"\x1b", "\x07", "\u202e"} & set(printed)
    name = "bad \u202e name.gguf"
    if sys.platform != "win32":  # which has no such names
        name = os.fsdecode(b"bad \xff\x1b name.gguf")
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / name).write_bytes(b"no model")
    shown = hearth("models", "list", "--folder", str(tmp_path / "names"))
    assert (shown.code, "\x1b" in shown.out) == (0, False)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"text", "is not a GGUF file"),
        (model_bytes()[:60], "ends inside its header"),
        (raw.header([], version=1), "version 1 of the GGUF format"),
        (None, "Hearth cannot read the file"),
    ],
)
def test_a_file_that_cannot_be_inspected_is_a_sentence_and_an_exit_code(
    hearth: Any, tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "m.gguf"
    if content is not None:
        path.write_bytes(content)
    ran = hearth("models", "inspect", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_file_that_lacks_its_end_is_described_and_told(hearth: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(model_bytes()[:-5])
    ran = hearth("models", "inspect", str(path))
    assert ran.code == 1
    assert "Some Model" in ran.out
    assert "are missing at its end" in ran.err


def test_a_folder_that_is_not_there_is_told_and_is_no_failure(hearth: Any, tmp_path: Path) -> None:
    ran = hearth("models", "list", "--folder", str(tmp_path / "gone"))
    assert ran.code == 0
    assert "is its disk connected?" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [(), ("list", "--sort", "beauty"), ("list", "--kind", "x"), ("inspect",), ("rm",), ("buy",)],
)
def test_a_command_line_that_makes_no_sense_is_refused(
    hearth: Any, arguments: tuple[str, ...]
) -> None:
    ran = hearth("models", *arguments)
    assert ran.code == 2
    assert "usage: hearth models" in ran.err


def test_a_verb_that_nobody_has_is_a_plain_error(paths: Paths) -> None:
    with pytest.raises(KnownError, match="buy"):
        VERBS.run(argparse.Namespace(verb="buy", json=False), paths)


def test_the_command_loads_neither_llama_nor_qt_and_others_do_not_load_it() -> None:
    code = "import sys; import app.cli{}; print([n for n in sys.modules if n in {}])"
    heavy = ("llama_cpp", "PySide6", "sqlalchemy")
    assert run_python(code.format(".models", heavy)).stdout.strip() == "[]"
    assert run_python(code.format("", ("app.core.gguf", "app.cli.models"))).stdout.strip() == "[]"
