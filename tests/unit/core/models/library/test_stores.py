"""Models of other programs are found where these keep them, in trees laid out as they do it."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.models.library.entries import LibraryEntry, Origin, Usable
from app.core.models.library.library import ModelLibrary
from app.core.models.library.machine import Machine
from app.core.models.library.scanner import LibraryFolders
from tests.helpers.model_files import model_bytes, projector_bytes, write_model, write_split_model
from tests.helpers.spellings import LINKS, Link
from tests.helpers.system_words import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator


def found(machine: Machine) -> dict[str, LibraryEntry]:
    """Return what is found on a machine, by name; nobody's files are changed by it."""
    before = dict(_everything(machine))
    contents = ModelLibrary(LibraryFolders((), machine)).scan()
    assert contents.problems == ()
    assert dict(_everything(machine)) == before
    entries = {entry.name: entry for entry in contents.entries}
    assert len(entries) == len(contents.entries)
    return entries


def _everything(machine: Machine) -> Iterator[tuple[str, tuple[int, int]]]:
    for path in machine.home.parent.rglob("*"):
        status = path.lstat()
        yield str(path), (status.st_mtime_ns, status.st_size)


def with_variables(machine: Machine, **variables: object) -> Machine:
    named = {name: str(value) for name, value in variables.items()}
    return Machine(machine.home, machine.system, named, machine.root)


def on_system(machine: Machine, system: str) -> Machine:
    return Machine(machine.home, system, machine.variables, machine.root)


def test_a_machine_without_other_programs_has_nothing_to_find(machine: Machine) -> None:
    assert found(machine) == {}


# -- Ollama --

WEIGHTS = "application/vnd.ollama.image.model"


def write_blob(models: Path, data: bytes, separator: str = "-") -> str:
    digest = hashlib.sha256(data).hexdigest()
    (models / "blobs").mkdir(parents=True, exist_ok=True)
    (models / "blobs" / f"sha256{separator}{digest}").write_bytes(data)
    return f"sha256:{digest}"


def write_manifest(models: Path, place: str, layers: dict[str, str]) -> Path:
    path = models / "manifests" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps(
            {
                "schemaVersion": 2,
                "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
                "config": {"digest": "sha256:" + "0" * 64, "size": 5},
                "layers": [
                    {"mediaType": kind, "digest": digest, "size": 1}
                    for kind, digest in layers.items()
                ],
            }
        )
    )
    return path


def test_ollamas_models_are_called_as_ollama_calls_them(machine: Machine) -> None:
    models = machine.home / ".ollama" / "models"
    digest = write_blob(models, model_bytes("meta"))
    eyes = write_blob(models, projector_bytes())
    template = write_blob(models, b"{{ .Prompt }}")
    layers = {
        WEIGHTS: digest,
        "application/vnd.ollama.image.template": template,
        "application/vnd.ollama.image.projector": eyes,
    }
    write_manifest(models, "registry.ollama.ai/library/llama3/8b", layers)
    write_manifest(models, "registry.ollama.ai/library/llama3/latest", layers)
    other = write_blob(models, model_bytes("b"))
    write_manifest(models, "registry.ollama.ai/somebody/theirs/latest", {WEIGHTS: other})
    third = write_blob(models, model_bytes("c"))
    write_manifest(models, "hf.co/org/repo-GGUF/Q4_K_M", {WEIGHTS: third})

    entries = found(machine)

    assert set(entries) == {"llama3:8b", "somebody/theirs:latest", "hf.co/org/repo-GGUF:Q4_K_M"}
    entry = entries["llama3:8b"]
    assert entry.also_known_as == ("llama3:latest",)
    assert (entry.origin, Path(entry.path).name) == (Origin.OLLAMA, digest.replace(":", "-"))
    assert Path(entry.projector).read_bytes() == projector_bytes()
    assert isinstance(entry.state, Usable)


def test_ollamas_service_its_variable_and_its_older_blobs_are_found(machine: Machine) -> None:
    service = machine.root / "usr/share/ollama/.ollama/models"
    digest = write_blob(service, model_bytes("s"), separator="-")
    write_manifest(service, "registry.ollama.ai/library/service/latest", {WEIGHTS: digest})
    chosen = machine.home / "elsewhere"
    digest = write_blob(chosen, model_bytes("v"))
    write_manifest(chosen, "registry.ollama.ai/library/mine/latest", {WEIGHTS: digest})
    assert set(found(machine)) == {"service:latest"}
    here = with_variables(machine, OLLAMA_MODELS=chosen)
    assert set(found(here)) == {"service:latest", "mine:latest"}
    assert set(found(on_system(here, "win32"))) == {"mine:latest"}


def test_a_download_of_ollamas_that_has_not_ended_is_shown_as_that(machine: Machine) -> None:
    models = machine.home / ".ollama" / "models"
    (models / "blobs").mkdir(parents=True)
    (models / "blobs" / f"sha256-{'a' * 64}-partial").write_bytes(model_bytes()[:50])
    place = "registry.ollama.ai/library/big/latest"
    write_manifest(models, place, {WEIGHTS: "sha256:" + "a" * 64})
    write_manifest(models, place.replace("big", "gone"), {WEIGHTS: "sha256:" + "b" * 64})
    entries = found(machine)
    said = {name: str(entry.state.reason) for name, entry in entries.items()}  # type: ignore[union-attr]
    assert said == {
        "big:latest": "Its download is not finished.",
        "gone:latest": f"Hearth cannot read it ({refusal((models / 'gone').stat)}).",
    }


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "null", '{"layers": 5}', '{"layers": [5, {}, null]}', "[" * 100_000),
        json.dumps({"layers": [{"mediaType": WEIGHTS, "digest": "sha256:../../../etc/passwd"}]}),
        json.dumps({"layers": [{"mediaType": WEIGHTS, "digest": {"a": 1}}]}),
    ],
)
def test_a_manifest_that_makes_no_sense_is_passed_over(machine: Machine, text: str) -> None:
    models = machine.home / ".ollama" / "models"
    write_manifest(models, "registry.ollama.ai/library/odd/latest", {}).write_text(text)
    (models / "manifests" / "stray").write_text(text)
    assert found(machine) == {}


# -- LM Studio --


def test_lm_studios_models_are_found_in_its_own_folders(machine: Machine) -> None:
    write_model(machine.home / ".lmstudio/models/publisher/repo-GGUF/a.gguf", "A")
    write_model(machine.home / ".cache/lm-studio/models/publisher/repo-GGUF/b.gguf", "B")
    entries = found(machine)
    assert set(entries) == {"A", "B"}
    assert {entry.origin for entry in entries.values()} == {Origin.LM_STUDIO}


def test_lm_studios_other_folder_is_found_by_its_settings(machine: Machine) -> None:
    write_model(machine.home / "big disk/publisher/repo/a.gguf", "A")
    write_model(machine.home / "moved/models/publisher/repo/b.gguf", "B")
    write_model(machine.home / "older/publisher/repo/c.gguf", "C")
    (machine.home / ".lmstudio-home-pointer").write_text(f"{machine.home / 'moved'}\n")
    folder = {"downloadsFolder": str(machine.home / "big disk"), "language": "en"}
    (machine.home / "moved" / "settings.json").write_text(json.dumps(folder))
    older = machine.home / ".config" / "LM Studio"
    older.mkdir(parents=True)
    (older / "settings.json").write_text(
        json.dumps({"downloadsFolder": str(machine.home / "older")})
    )
    assert set(found(machine)) == {"A", "B", "C"}
    there = with_variables(machine, LMSTUDIO_HOME=machine.home / "moved")
    assert set(found(there)) == {"A", "B", "C"}


@pytest.mark.parametrize("text", ["", "[]", '{"downloadsFolder": 5}', '{"downloadsFolder": "a"}'])
def test_settings_of_lm_studio_that_make_no_sense_are_passed_over(
    machine: Machine, text: str
) -> None:
    write_model(machine.home / ".lmstudio/models/p/r/a.gguf", "A")
    (machine.home / ".lmstudio" / "settings.json").write_text(text)
    (machine.home / ".lmstudio-home-pointer").write_text("not absolute")
    assert set(found(machine)) == {"A"}


# -- Jan --


def write_jan_model(data: Path, name: str, model_path: str, more: str = "") -> None:
    folder = data / "llamacpp" / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    text = f"embedding: false\nmodel_path: {model_path}\nname: {name}\nsize_bytes: 5\n{more}"
    (folder / "model.yml").write_text(text)


def test_jans_models_are_found_under_jans_names(machine: Machine) -> None:
    data = machine.home / ".local/share/Jan/data"
    inside = "llamacpp/models/org/model-Q4/model.gguf"
    eyes = "llamacpp/models/org/model-Q4/mmproj.gguf"
    write_model(data / inside, "in the file")
    (data / eyes).write_bytes(projector_bytes())
    write_jan_model(data, "org/model-Q4", inside, f"mmproj_path: {eyes}\n")
    outside = write_model(machine.home / "Downloads" / "imported.gguf", "in the file, too")
    write_jan_model(data, "imported", f'"{outside}"')
    entries = found(machine)
    assert set(entries) == {"org/model-Q4", "imported", "Eyes"}
    assert entries["org/model-Q4"].path == str(data / inside)
    assert entries["org/model-Q4"].projector == str(data / eyes)
    assert entries["imported"].path == str(outside)
    assert {entry.origin for entry in entries.values()} == {Origin.JAN}


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("linux", ".config/Jan"),
        ("linux", ".local/share/Jan"),
        ("darwin", "Library/Application Support/Jan"),
        ("win32", "AppData/Roaming/Jan"),
    ],
)
def test_jans_data_folder_is_that_of_its_settings_or_beside_them(
    machine: Machine, system: str, place: str
) -> None:
    write_model(machine.home / place / "data/llamacpp/models/a/model.gguf", "A")
    write_model(machine.home / "moved/llamacpp/models/b/model.gguf", "B")
    (machine.home / place / "settings.json").write_text(
        json.dumps({"data_folder": str(machine.home / "moved"), "quick_ask": False})
    )
    assert set(found(on_system(machine, system))) == {"A", "B"}


def test_a_description_of_jans_that_makes_no_sense_is_passed_over(machine: Machine) -> None:
    data = machine.home / ".local/share/Jan/data"
    write_model(data / "llamacpp/models/a/model.gguf", "A")
    (data / "llamacpp/models/a/model.yml").write_bytes(b"\xff\0: [[[\nmodel_path:\nname: 5\n")
    assert set(found(machine)) == {"A"}


def test_endless_lines_in_settings_of_others_are_read_in_no_time(machine: Machine) -> None:
    """A pattern that tries each blank again would take hours."""
    data = machine.home / ".local/share/Jan/data/llamacpp/models/a"
    data.mkdir(parents=True)
    (data / "model.yml").write_text("name: " + " " * 500_000 + "x\n")
    ini = machine.home / ".config/nomic.ai"
    ini.mkdir(parents=True)
    (ini / "GPT4All.ini").write_text("modelPath=a" + " " * 500_000 + "x\n")
    assert found(machine) == {}


# -- GPT4All, llama.cpp --


@pytest.mark.parametrize(
    ("system", "place", "ini"),
    [
        ("linux", ".local/share/nomic.ai/GPT4All", ".config/nomic.ai"),
        ("darwin", "Library/Application Support/nomic.ai/GPT4All", ".config/nomic.ai"),
        ("win32", "AppData/Local/nomic.ai/GPT4All", "AppData/Roaming/nomic.ai"),
    ],
)
def test_models_of_gpt4all_are_found_in_its_own_folder_and_in_the_one_it_was_given(
    machine: Machine, system: str, place: str, ini: str
) -> None:
    write_model(machine.home / place / "a.gguf", "A")
    write_model(machine.home / "chosen" / "b.gguf", "B")
    write_model(machine.home / ".cache" / "gpt4all" / "c.gguf", "C")
    (machine.home / place / "incomplete-d.gguf").write_bytes(b"GGUF")
    (machine.home / ini).mkdir(parents=True, exist_ok=True)
    (machine.home / ini / "GPT4All.ini").write_text(
        f"[General]\nchatTheme=Dark\nmodelPath={machine.home / 'chosen'}/\nthreadCount=4\n"
    )
    entries = found(on_system(machine, system))
    assert set(entries) == {"A", "B", "C", "incomplete-d"}
    assert {entry.origin for entry in entries.values()} == {Origin.GPT4ALL}


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("linux", ".cache/llama.cpp"),
        ("darwin", "Library/Caches/llama.cpp"),
        ("win32", "AppData/Local/llama.cpp"),
    ],
)
def test_what_llama_cpp_downloaded_is_found(machine: Machine, system: str, place: str) -> None:
    folder = machine.home / place
    write_model(folder / "ggml-org_gemma-3-4b-it-GGUF_gemma-3-4b-it-Q4_K_M.gguf", "Gemma 3")
    (folder / "manifest=ggml-org=gemma.json").write_text("{}")
    (folder / "a_b_c.gguf.downloadInProgress").write_bytes(b"GGUF")
    write_split_model(folder, "org_repo_big", 2)
    write_model(machine.home / "cache" / "other.gguf", "Other")
    entries = found(on_system(machine, system))
    assert set(entries) == {"Gemma 3", "Split Model", "a_b_c.gguf.downloadInProgress"}
    assert entries["Gemma 3"].origin is Origin.LLAMA_CPP
    there = with_variables(on_system(machine, system), LLAMA_CACHE=machine.home / "cache")
    assert set(found(there)) == {"Other"}


# -- Hugging Face --


def write_snapshot(
    cache: Path,
    repository: str,
    commit: str,
    name: str,
    data: bytes,
    has_links: bool = sys.platform != "win32",
) -> Path:
    """Write a file as huggingface_hub does: a blob and a link to it, or the blob in its place."""
    repo = cache / f"models--{repository.replace('/', '--')}"
    digest = hashlib.sha256(data).hexdigest()
    (repo / "blobs").mkdir(parents=True, exist_ok=True)
    (repo / "blobs" / digest).write_bytes(data)
    (repo / "refs").mkdir(exist_ok=True)
    (repo / "refs" / "main").write_text(commit)
    link = repo / "snapshots" / commit / name
    link.parent.mkdir(parents=True, exist_ok=True)
    up = "../" * (len(Path(name).parts) + 1)
    if has_links:
        link.symlink_to(f"{up}blobs/{digest}")
    else:
        (repo / "blobs" / digest).rename(link)
    return link


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_models_in_hugging_faces_cache_are_one_entry_for_all_commits(machine: Machine) -> None:
    cache = machine.home / ".cache/huggingface/hub"
    data = model_bytes("A")
    first = write_snapshot(cache, "org/repo-GGUF", "1111", "a-Q8_0.gguf", data)
    second = write_snapshot(cache, "org/repo-GGUF", "2222", "a-Q8_0.gguf", data)
    write_snapshot(cache, "org/other", "3333", "Q4/b.gguf", model_bytes("B"))
    write_snapshot(cache, "org/other", "3333", "README.md", b"# B")
    (cache / "models--org--other" / "blobs" / "abc.incomplete").write_bytes(b"GGUF\3")
    (cache / "models--org--other" / "blobs" / "def.incomplete").write_bytes(b"\x08\0\0\0safe")
    entries = found(machine)
    assert set(entries) == {"A", "B", "org/other"}
    assert (entries["A"].path, entries["A"].also_known_as) == (str(first), (str(second),))
    assert entries["A"].origin is Origin.HUGGING_FACE
    assert not isinstance(entries["org/other"].state, Usable)


def test_in_hugging_faces_cache_without_links_the_snapshots_hold_the_models(
    machine: Machine,
) -> None:
    cache = machine.home / ".cache/huggingface/hub"
    path = write_snapshot(cache, "org/repo", "1", "Q4/a.gguf", model_bytes("A"), has_links=False)
    write_snapshot(cache, "org/repo", "1", "README.md", b"# A", has_links=False)
    (cache / "models--org--repo" / "blobs" / "abc.incomplete").write_bytes(b"GGUF\3")
    entries = found(on_system(machine, "win32"))
    assert set(entries) == {"A", "org/repo"}
    assert (entries["A"].path, entries["A"].origin) == (str(path), Origin.HUGGING_FACE)
    assert isinstance(entries["A"].state, Usable)
    assert not isinstance(entries["org/repo"].state, Usable)


@pytest.mark.parametrize(
    ("variable", "place"),
    [
        ("HF_HUB_CACHE", "there"),
        ("HUGGINGFACE_HUB_CACHE", "there"),
        ("HF_HOME", "there/hub"),
        ("XDG_CACHE_HOME", "there/huggingface/hub"),
    ],
)
def test_hugging_faces_cache_is_where_its_variables_say(
    machine: Machine, variable: str, place: str
) -> None:
    write_snapshot(machine.home / place, "org/repo", "1", "a.gguf", model_bytes("A"))
    named = with_variables(machine, **{variable: machine.home / "there"})
    assert set(found(named)) == {"A"}


# -- together --


@pytest.mark.parametrize("link", LINKS)
def test_a_file_that_two_programs_have_is_one_entry(machine: Machine, link: Link) -> None:
    cache = machine.home / ".cache/huggingface/hub"
    first = write_snapshot(cache, "org/repo", "1", "a.gguf", model_bytes("A"))
    there = machine.home / ".lmstudio/models/org/repo/a.gguf"
    there.parent.mkdir(parents=True)
    link(there, first.resolve())
    (entry,) = found(machine).values()
    assert (entry.origin, entry.path) == (Origin.LM_STUDIO, str(there))
    assert entry.also_known_as == (str(first),)
