"""How a model fits is asked in a child, whatever becomes of it."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.core.engine.errors import FitUnknown
from app.core.engine.fit_probe import FitQuestion, ask_fit, run_fit_child
from app.core.engine.model_measure import measure_machine, measure_model, plan_measured
from app.core.errors import KnownError
from app.core.fit import RAM, Verdict, report_fit
from app.core.protocol import BackendChoice, KVType
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = BackendChoice(use_extra_bufts=False, use_gpu=False)


def question(path: Path) -> FitQuestion:
    return FitQuestion(str(path), n_ctx=4096, backend=PLAIN)


def test_the_child_says_what_this_process_would(tiny_model: Path) -> None:
    report = ask_fit(question(tiny_model))

    command = load_command(tiny_model, n_ctx=4096)
    machine = measure_machine(PLAIN)
    measured, found = plan_measured(command, measure_model(command, PLAIN), machine)
    here = report_fit(measured.memory, machine, found)
    assert report.verdict is Verdict.FITS
    assert replace(report, places=()) == replace(here, places=())
    assert [place.use for place in report.places] == [place.use for place in here.places]
    assert report.places[0].use.place == RAM


def test_a_quantised_cache_and_a_longer_chat_change_the_answer(tmp_path: Path) -> None:
    asked = question(write_tiny_llama(tmp_path / "wide.gguf", n_embd=128))
    plain = ask_fit(asked).places[0].use.cache_bytes
    longer = ask_fit(replace(asked, n_ctx=8192)).places[0].use.cache_bytes
    quantised = ask_fit(replace(asked, kv_type=KVType.Q8_0))

    assert longer == 2 * plain
    assert 0 < quantised.places[0].use.cache_bytes < plain


def test_a_file_that_is_no_model_is_refused_in_the_words_of_a_load(tmp_path: Path) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("a text that somebody renamed")

    with pytest.raises(KnownError) as caught:
        ask_fit(question(path))

    assert str(caught.value.what) == f"{path} is not a GGUF model file."


def test_a_file_that_llama_cpp_does_not_survive_leaves_the_fit_unknown(tiny_model: Path) -> None:
    with pytest.raises(FitUnknown) as caught:
        ask_fit(question(tiny_model), (sys.executable, "-c", "import os; os.abort()"))

    assert caught.value.detail == "the child died of signal 6"


def test_a_program_that_is_not_there_leaves_the_fit_unknown(tmp_path: Path) -> None:
    with pytest.raises(FitUnknown) as caught:
        ask_fit(question(tmp_path), (str(tmp_path / "missing"),))

    assert "could not be started" in caught.value.detail


def test_a_defect_of_ours_is_not_told_as_the_file_s_fault() -> None:
    with pytest.raises(KeyError):
        run_fit_child("{}")
