"""Measurements: the figures belong together, whatever the machine is doing."""

from __future__ import annotations

import collections
import http.server
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.models.builtin import guide_path
from tests.helpers.embedding_models import write_tiny_bert
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of
from tests.helpers.memory_kinds import write_tiny_mamba
from tests.helpers.stand_in_peer import FakeServer
from tools.bench.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out.strip().splitlines()[-1]))


@pytest.fixture
def peer() -> Iterator[str]:
    FakeServer.seen.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FakeServer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_resume_restores_all_but_the_end_and_its_parts_make_the_whole(
    capsys: pytest.CaptureFixture[str], peer: str
) -> None:
    told = figures(
        capsys, "resume", "--model", str(guide_path()), "--tokens", "600", "--peer", peer
    )
    found = told["f16"]
    assert abs(found["tokens"] - 600) < 60
    assert found["restored_tokens"] >= found["tokens"] - 4
    assert found["tokens_read_after_resume"] < 40
    assert sum(found["split_ms"].values()) <= found["restore_ms"] * 1.05 + 1
    assert found["bytes_per_token"] > 2560
    assert told["peer"]["cold_ttft_ms"] == 40.0
    for beside in found["file_cache"].values():
        assert beside["without_proof_ms"] > 0
        assert beside["restore_to_copy"] > 0
    assert [path for path in FakeServer.seen if "restore" in path] == [
        "/slots/0?action=restore"
    ] * 3


def test_the_api_is_measured_beside_a_peer_and_over_a_restart(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, peer: str
) -> None:
    model = str(write_tiny_llama(tmp_path / "m.gguf", n_ctx=4096))
    sizes = ("--clients=1,3", "--prompt=64", "--tokens=6", "--conversation=700", "--system=300")
    told = figures(capsys, "serve", "--model", model, "--peer", peer, *sizes, "--repeat", "1")
    assert [one["clients"] for one in told["clients"]] == [1, 3]
    for one in told["clients"]:
        assert one["hearth"]["tokens_per_s"] > 0
        assert one["hearth"]["slowest_first_token_ms"] >= one["hearth"]["first_token_ms"] > 0
        assert one["to_peer"]["tokens_per_s"] > 0
    # Each side warms up once and answers each client.
    assert FakeServer.seen == ["/v1/chat/completions"] * (1 + 1 + 3)
    restart = told["restart"]
    assert abs(restart["conversation_tokens"] - 700) < 60
    assert restart["prompt_tokens"] > restart["cached_tokens"] >= restart["conversation_tokens"]
    shared = told["one_system_prompt"]
    assert shared["clients"] == 20
    assert shared["least_cached_tokens"] > 250
    assert 0 < shared["stored_bytes_of_one"] < shared["stored_bytes"]
    assert shared["stored_tokens"] < shared["prompt_tokens"] / 2


def test_a_peer_of_the_api_that_does_not_answer_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = str(write_tiny_llama(tmp_path / "m.gguf"))
    nowhere = "http://127.0.0.1:1"
    options = ("--model", model, "--peer", nowhere, "--clients=1", "--prompt=64", "--tokens=2")
    assert main(["serve", *options]) == 1
    assert nowhere in capsys.readouterr().out


def test_a_chat_of_snapshots_can_be_measured_as_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = write_tiny_mamba(tmp_path / "m.gguf")
    told = figures(capsys, "resume", "--model", str(model), "--tokens", "400", "--repeat", "1")
    assert told["f16"]["restored_tokens"] >= told["f16"]["tokens"] - 4


def test_kinds_of_kv_caches_are_measured_one_beside_the_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", n_embd=128)  # rows of whole blocks of 32
    arguments = ("--tokens", "400", "--repeat", "1", "--kv", "f16", "q8_0")
    told = figures(capsys, "resume", "--model", str(model), *arguments)
    for found in told.values():
        assert found["restored_tokens"] >= found["tokens"] - 4
    assert told["q8_0"]["bytes_on_disk"] / told["f16"]["bytes_on_disk"] < 0.6
    assert main(["resume", "--model", str(model), *arguments]) == 0
    assert "of the bytes" in capsys.readouterr().out


def test_most_questions_find_the_passage_that_answers_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = figures(capsys, "documents")

    # The manual, and another Python's reference, may have lost the words of some answers.
    assert found["questions"] + found["without_answer"] == 100
    assert found["questions"] >= 80
    for recall in found["recall"].values():
        assert recall["1"] <= recall["5"] <= recall["10"] <= 1
    assert found["recall"]["fused"]["5"] > 0.8


def test_passages_are_ranked_by_the_vectors_of_an_embedder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = write_tiny_bert(tmp_path / "bert.gguf")
    found = figures(capsys, "documents", "--embedder", str(model))

    assert set(found["recall"]) > {"fused", "vectors", "with vectors"}
    assert found["vectors_s"] > 0
    (tmp_path / "text.gguf").write_text("no model", "utf-8")
    assert main(["documents", "--embedder", str(tmp_path / "text.gguf")]) == 1
    assert "is not a GGUF model file" in capsys.readouterr().err


def test_saving_costs_what_the_rows_are_and_shares_what_chats_begin_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = str(guide_path())
    found = figures(capsys, "save", "--model", model, "--tokens", "600", "--chats", "3")
    assert 1.0 < found["bytes_written_to_rows"] < 1.05
    assert found["saved_tokens"] >= found["tokens"]
    assert found["separate_to_shared"] > 2
    assert found["save_ms_per_512_tokens"] > 0


@pytest.mark.usefixtures("qapp")
def test_the_window_is_measured_with_chats_of_any_length(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ui", "--messages", "1", "130", "--seconds", "0.2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert [one["messages"] for one in found] == [1, 130]
    for one in found:
        assert one["open_ms"] > 0
        for name in ("scroll", "jump", "resize", "streaming_late"):
            assert 0 <= one[name]["median_ms"] <= one[name]["p99_ms"] <= one[name]["max_ms"]


@pytest.mark.unix("shell scripts that stand in for programs")
def test_a_start_is_measured_from_the_process_to_the_first_token(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seen, program, peer = tmp_path / "seen", tmp_path / "built-hearth", tmp_path / "llama-server"
    for file, module in ((program, "app"), (peer, "tests.helpers.stand_in_peer")):
        file.write_text(
            f'#!/bin/sh\necho {file.name} >> {seen}\nexec {sys.executable} -m {module} "$@"\n'
        )
        file.chmod(0o755)
    options = ("--tokens", "300", "--repeat", "2", "--program", program, "--peer-program", peer)
    found = figures(capsys, "start", "--model", str(guide_path()), *map(str, options))
    assert list(found) == (["warm", "cold"] if hasattr(os, "posix_fadvise") else ["warm"])
    for cache in found.values():
        assert cache["tokens"] >= 290
        ms = cache["ms"]
        names = ["painted", "chat_readable", "window_built", "chat_shown"]
        assert list(ms) == [*names, "model_ready", "chat_warm", "first_token"]
        assert 0 < ms["painted"] <= ms["chat_readable"] < ms["window_built"]
        assert ms["model_ready"] < ms["chat_warm"] < ms["first_token"]
        assert set(cache["to_empty_window"]) == set(names)
        assert min(cache["empty_window_ms"], cache["first_token_to_peer"]) > 0
        assert ms["window_built"] < ms["chat_shown"]
        assert 0 < cache["readable_cpu_s"] < cache["shown_cpu_s"]
        assert cache["engine_cpu_s"] > 0
    # What makes the chat and the slot; then one of each kind with each cache, and the empty window.
    counted = collections.Counter(seen.read_text().split())
    n_turns = 2 * len(found)
    assert counted == {"built-hearth": 1 + 2 * n_turns, "llama-server": 1 + n_turns}


def test_a_peer_that_does_not_start_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = str(write_tiny_llama(tmp_path / "m.gguf"))
    options = ["--model", model, "--tokens", "100", "--repeat", "1"]
    for peer in (str(tmp_path / "nowhere"), "/bin/false"):
        assert main(["start", *options, "--peer-program", peer]) == 1
        assert "Nothing was compared" in capsys.readouterr().out


def test_a_start_that_does_not_come_to_its_end_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ["--model", str(guide_path()), "--tokens", "100", "--repeat", "1"]
    nowhere = str(tmp_path / "nowhere")
    assert main(["start", *options, "--program", nowhere]) == 1
    assert f"{nowhere} did not start" in capsys.readouterr().out


def test_a_missing_model_and_a_missing_peer_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nowhere = str(tmp_path / "nowhere.gguf")
    assert main(["resume", "--model", nowhere]) == 1
    assert "no readable model" in capsys.readouterr().out
    address = "http://127.0.0.1:9"
    arguments = ["--tokens", "200", "--repeat", "1", "--peer", address]
    assert main(["resume", "--model", str(guide_path()), *arguments]) == 1
    assert address in capsys.readouterr().out


def test_decode_compares_all_sides_for_each_number_of_chats(
    tiny_model: Path, capsys: pytest.CaptureFixture[str], peer: str
) -> None:
    options = ("--parallel", "1,3", "--prompt", "64", "--tokens", "8", "--repeat", "2")
    peers = ("--peer", peer, "--draft-peer", peer)
    command = ["decode", "--model", str(tiny_model), *options, *peers, "--json"]
    assert main(command) == 0
    printed = capsys.readouterr()
    results = json.loads(printed.out)
    # What is known is told before the rest, which takes long.
    assert [line.split(":")[0] for line in printed.err.splitlines() if "at once" in line] == [
        f"{n} at once, {side}" for n in (1, 3) for side in ("hearth", "in_process", "peer")
    ]
    assert [one["chats"] for one in results["parallel"]] == [1, 3]
    for one in results["parallel"]:
        for side in ("hearth", "in_process", "peer"):
            assert one[side]["prefill_tokens_per_s"] > 0
            assert one[side]["decode_tokens_per_s"] > 0
        assert set(one["to_peer"]) == {"prefill", "decode", "first_token_ms"}
    assert set(results["drafts"]) == {"repeated", "new"}
    for found in results["drafts"].values():
        assert [one["chats"] for one in found] == [1, 3]
        for one in found:
            assert one["pairs"] == 2 * one["chats"]
            assert one["ratio"] > 0
            assert one["to_peer"] > 0
            assert one["accepted_tokens"] <= one["drafted_tokens"]
    assert set(results["stop"]) == {"decode", "prefill", "restore", "load"}
    assert sum(one["stops"] for one in results["stop"].values()) > 0
    # The tiny model warms up, reads and says once for each chat, turn and number of chats; and it
    # goes on with each of two texts.
    assert len(FakeServer.seen) == (3 + 2) * 2 * (1 + 3)


@pytest.mark.parametrize("counts", ["", "0", "1,x", "-1"])
def test_decode_refuses_what_is_no_number_of_chats(
    counts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["decode", "--model", "m.gguf", f"--parallel={counts}"])
    assert "no list of numbers" in capsys.readouterr().err


def test_a_chat_with_pictures_is_resumed_without_their_pixels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, _ = pair_of("slices").write(tmp_path)
    few = ("--images", "2", "--side", "96", "--tokens", "2048", "--repeat", "1")

    found = figures(capsys, "media", "--model", str(model), *few)

    assert found["images"] == 2
    assert found["tokens"] > found["restored_tokens"] - 8 > found["tokens"] / 2
    assert found["bytes_on_disk"] > 0
    assert found["restore_to_cold"] > found["resumed_to_cold"] > 0
    assert found["cold_more_mb"] >= 0


def test_pictures_are_not_measured_with_a_model_that_is_blind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = pair_of("slices").write_text(tmp_path / "model.gguf")

    assert main(["media", "--model", str(model), "--tokens", "512"]) != 0
    assert "cannot see pictures" in capsys.readouterr().out
