"""`hearth models fit` as a process of its own: the verdict, and the arithmetic behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.plain_value import replace
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.hollow_models import HOLLOW_MODELS

if TYPE_CHECKING:
    from pathlib import Path

DENSE = HOLLOW_MODELS[0]


def test_a_model_that_fits_is_told_with_what_goes_where(hearth: Any, tiny_model: Path) -> None:
    printed = hearth("models", "fit", str(tiny_model))
    assert printed.code == 0, printed.err
    assert "Context of 4,096 tokens." in printed.out
    assert printed.out.splitlines()[-1].split()[0] == "RAM"

    facts = hearth("models", "fit", "--json", "--context", "2048", str(tiny_model)).figures
    assert facts["verdict"] == "fits"
    assert facts["placement"]["n_ctx"] == 2048
    (ram,) = facts["places"]
    parts = ("weights_bytes", "cache_bytes", "compute_bytes")
    assert ram["together_bytes"] == sum(ram[part] for part in parts)
    assert ram["together_bytes"] < ram["free_bytes"] <= ram["total_bytes"]


def test_a_model_that_would_freeze_the_machine_is_told_so_and_fails(
    hearth: Any, tmp_path: Path
) -> None:
    shape = replace(DENSE.shape, n_layers=120, n_embd=32_768, n_ff=131_072)
    path = replace(DENSE, name="Huge", shape=shape).write(tmp_path / "huge.gguf")

    printed = hearth("models", "fit", str(path))
    facts = hearth("models", "fit", "--json", str(path)).figures

    assert printed.code == 1
    assert printed.out.startswith("Won't fit: It needs ")
    assert "would freeze this machine" in printed.out
    assert facts["verdict"] == "wont-fit"
    assert facts["placement"] is None


def test_a_file_that_is_no_model_is_refused(hearth: Any, tmp_path: Path) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("a text that somebody renamed")

    ran = hearth("models", "fit", str(path))

    assert ran.code == 1
    assert "is not a GGUF model file" in ran.err


def test_a_cache_of_eight_bits_takes_half(hearth: Any, tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "wide.gguf", n_embd=128)

    def cache_bytes(*arguments: str) -> int:
        facts = hearth("models", "fit", "--json", *arguments, str(path)).figures
        found: int = facts["places"][0]["cache_bytes"]
        return found

    assert cache_bytes("--kv-type", "q8_0") < 0.6 * cache_bytes()
