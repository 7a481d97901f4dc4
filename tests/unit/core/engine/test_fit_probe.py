"""How a model fits is asked in a child, whatever becomes of it."""

from __future__ import annotations

import io
import json
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from msgspec import ValidationError, to_builtins

from app.core.engine.errors import FitUnknown
from app.core.engine.load import fit_probe
from app.core.engine.load.fit_probe import (
    FitChild,
    FitQuestion,
    SizeQuestion,
    ask_fit,
    run_fit_child,
)
from app.core.engine.load.model_measure import measure_machine, measure_model, plan_measured
from app.core.engine.load.self_test import SelfTest
from app.core.errors import KnownError
from app.core.fit.model_memory import RAM
from app.core.fit.verdict import Verdict, report_fit
from app.core.plain_value import replace
from app.core.protocol import Adapter, BackendChoice, KVType, LoadSettings, WeightsMode
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import DIED_OF_ABORT, DIED_OF_KILL
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

DIES = (sys.executable, "-c", "import os; os.abort()")


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the self-test has found out about this machine, which it does once."""
    file = tmp_path_factory.mktemp("trusted") / "trusted.json"
    SelfTest(file).require()
    return file


def question(path: Path) -> FitQuestion:
    return FitQuestion(str(path), LoadSettings(n_ctx=4096))


def test_the_child_says_what_this_process_would(tiny_model: Path, trusted: Path) -> None:
    report = ask_fit(question(tiny_model), trusted)

    command = load_command(tiny_model, n_ctx=4096)
    backend = SelfTest(trusted).require().backend
    machine = measure_machine(backend)
    measured, found = plan_measured(command, measure_model(command, backend), machine)
    here = report_fit(measured.memory, machine, found)
    assert report.verdict is Verdict.FITS
    assert replace(report, places=()) == replace(here, places=())
    assert [place.use for place in report.places] == [place.use for place in here.places]
    assert report.places[0].use.place == RAM


def test_one_child_answers_many_questions_and_goes_on_behind_a_file_that_is_none(
    tiny_model: Path, trusted: Path, tmp_path: Path
) -> None:
    text = tmp_path / "text.gguf"
    text.write_text("a text that somebody renamed")

    with FitChild(trusted) as child:
        before = child.ask(question(tiny_model))
        with pytest.raises(KnownError):
            child.ask(question(text))
        assert child.ask(question(tiny_model)).placement == before.placement


def test_a_child_that_died_is_started_again(
    tiny_model: Path, trusted: Path, tmp_path: Path
) -> None:
    script = tmp_path / "dies_once.py"
    script.write_text(
        "import pathlib, runpy, sys\n"
        "flag = pathlib.Path(__file__).with_suffix('.died')\n"
        "if not flag.exists():\n"
        "    flag.touch()\n"
        "    sys.exit('the driver is broken')\n"
        "sys.argv[1:1] = ['probe-child', 'fit']\n"
        "runpy.run_module('app', run_name='__main__')\n"
    )
    with FitChild(trusted, (sys.executable, str(script))) as child:
        with pytest.raises(FitUnknown) as caught:
            child.ask(question(tiny_model))
        assert child.ask(question(tiny_model)).verdict is Verdict.FITS

    assert caught.value.detail == "the child ended with code 1: the driver is broken"


def test_what_is_printed_by_a_driver_is_not_the_answer(trusted: Path, tmp_path: Path) -> None:
    script = (
        "import json; input(); print('driver 1.0', flush=True);"
        "print(json.dumps({'verdict': 'wont-fit'}));"
        "reason = {'text': 'A', 'values': [], 'numbers': []};"
        "print('hearth: ' + json.dumps({'verdict': 'fits', 'reason': reason,"
        "'places': [], 'placement': None}))"
    )
    report = ask_fit(question(tmp_path), trusted, (sys.executable, "-c", script))

    assert report.verdict is Verdict.FITS


@pytest.mark.parametrize("is_early", [True, False])
def test_a_child_that_is_killed_answers_nothing_any_more(tmp_path: Path, is_early: bool) -> None:
    begun = tmp_path / "begun"
    script = f"import pathlib, time; pathlib.Path({str(begun)!r}).touch(); time.sleep(600)"
    child = FitChild(tmp_path / "trusted", (sys.executable, "-c", script))
    failures: list[KnownError] = []

    def ask() -> None:
        try:
            child.ask(question(tmp_path))
        except FitUnknown as error:
            failures.append(error)

    thread = threading.Thread(target=ask)
    if is_early:
        child.kill()
    thread.start()
    while not is_early and not begun.exists():
        thread.join(0.01)
    child.kill()
    thread.join()
    child.close()

    assert failures[0].detail in ("the child was stopped", f"the child {DIED_OF_KILL}")


def test_memory_that_is_given_back_before_counts_as_free(tiny_model: Path, trusted: Path) -> None:
    plain = ask_fit(question(tiny_model), trusted).places[0]
    freed = replace(question(tiny_model), freed=((RAM, 1 << 60),))

    assert ask_fit(freed, trusted).places[0].free_bytes == plain.total_bytes


def test_every_setting_reaches_the_child(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = LoadSettings(
        n_ctx=2048,
        max_gpu_layers=3,
        kv_type=KVType.Q8_0,
        flash_attention=False,
        full_windows=True,
        n_threads=2,
        weights=WeightsMode.READ,
        split=(("GPU0", 3.0), ("GPU1", 1.0)),
        main_device="GPU1",
        adapters=(Adapter("manners.gguf", 0.5),),
        chat_template="{{ messages }}",
        draft_model="small.gguf",
    )
    asked = FitQuestion(str(tiny_model), settings, 5000, ((RAM, 7),))
    came: list[object] = []
    monkeypatch.setattr(fit_probe, "_answer", lambda question, _backend: came.append(question))
    monkeypatch.setattr(fit_probe, "be_a_child", lambda _score: None)
    monkeypatch.setattr(fit_probe._Backend, "choice", lambda _backend: BackendChoice())
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(to_builtins(asked)) + "\n"))

    run_fit_child("trusted.json")

    assert came == [asked]


def test_a_model_that_is_not_here_is_judged_by_its_size(trusted: Path) -> None:
    with FitChild(trusted) as child:
        small = child.ask(SizeQuestion("small.gguf", 10**6))
        large = child.ask(SizeQuestion("large.gguf", 10**15))

    assert (small.verdict, large.verdict) == (Verdict.FITS, Verdict.WONT_FIT)
    assert small.places[0].use.weights_bytes == pytest.approx(10**6, abs=100)


def test_a_chat_that_the_usual_context_does_not_hold_gets_a_larger_one_or_no_room(
    tmp_path: Path, trusted: Path
) -> None:
    path = write_tiny_llama(tmp_path / "long.gguf", n_ctx=65_536)
    long = FitQuestion(str(path), chat_tokens=41_024)

    larger = ask_fit(long, trusted)
    none = ask_fit(replace(long, chat_tokens=81_024), trusted)

    assert larger.verdict is Verdict.FITS
    assert larger.placement is not None
    assert larger.placement.n_ctx == 45_056
    assert none.verdict is Verdict.WONT_FIT
    assert "needs 81,024 tokens; the model was trained for 65,536" in str(none.reason)


def test_a_quantised_cache_and_a_longer_chat_change_the_answer(
    tmp_path: Path, trusted: Path
) -> None:
    asked = question(write_tiny_llama(tmp_path / "wide.gguf", n_embd=128))
    plain = ask_fit(asked, trusted).places[0].use.cache_bytes
    longer = (
        ask_fit(replace(asked, settings=LoadSettings(n_ctx=8192)), trusted)
        .places[0]
        .use.cache_bytes
    )
    quantised = ask_fit(replace(asked, settings=LoadSettings(4096, kv_type=KVType.Q8_0)), trusted)

    assert longer == 2 * plain
    assert 0 < quantised.places[0].use.cache_bytes < plain


def test_a_file_that_is_no_model_is_refused_in_the_words_of_a_load(
    tmp_path: Path, trusted: Path
) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("a text that somebody renamed")

    with pytest.raises(KnownError) as caught:
        ask_fit(question(path), trusted)

    assert str(caught.value.what) == f"{path} is not a GGUF model file."


def test_a_file_that_llama_cpp_does_not_survive_leaves_the_fit_unknown(
    tiny_model: Path, trusted: Path
) -> None:
    with pytest.raises(FitUnknown) as caught:
        ask_fit(question(tiny_model), trusted, DIES)

    assert caught.value.detail == f"the child {DIED_OF_ABORT}"


def test_a_program_that_is_not_there_leaves_the_fit_unknown(tmp_path: Path) -> None:
    with pytest.raises(FitUnknown) as caught:
        ask_fit(question(tmp_path), tmp_path, (str(tmp_path / "missing"),))

    assert "could not be started" in caught.value.detail


def test_a_defect_of_ours_is_not_told_as_the_file_s_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = to_builtins(question(tmp_path)) | {"unheard_of": 1}
    monkeypatch.setattr(fit_probe, "be_a_child", lambda _score: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(fields) + "\n"))

    with pytest.raises(ValidationError):
        run_fit_child(str(tmp_path / "trusted.json"))
