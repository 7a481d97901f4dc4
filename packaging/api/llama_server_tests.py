"""Runs the tests that llama.cpp has for its own server against `hearth serve`, and judges them.

They lie in the source distribution of llama-cpp-python, of the version that the project asks for.
Many need llama.cpp's own model, addresses or options, and cannot pass elsewhere. `verdicts.toml`
says of each that fails why it does not apply. What fails without a reason, and a reason for which
nothing fails any more, are named at the end, and the exit status is 1.

The server runs over a throw-away folder with the guide's model; those on embeddings meet one that
has the vocabulary of the model they are written for, and random weights. The tests, their
environment and their results lie in build/api-peers.

Standard library only. Usage:
    PYTHONPATH=packaging/setup python packaging/api/llama_server_tests.py [GROUP ...]
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llama_source import fetch_source
from llama_wheel import wanted_version
from served import FOLDER, GUIDE, HERE, KEY, REPOSITORY, environment, serving

if TYPE_CHECKING:
    from collections.abc import Sequence

_VOCABULARY = "ggml-vocab-bert-bge.gguf"
_PARTS = rf"/llama\.cpp/(tools/server/tests/|models/{re.escape(_VOCABULARY)}$)"
EMBEDDING = "embedding"
GROUPS = (
    "basic",
    "chat_completion",
    "compat_anthropic",
    "compat_oai_responses",
    "completion",
    "ctx_shift",
    EMBEDDING,
    "ignore_eos",
    "infill",
    "kv_keep_only_active",
    "metrics",
    "rerank",
    "security",
    "slot_save",
    "speculative",
    "stream",
    "template",
    "tokenize",
    "tool_call",
    "vision_api",
)
# Run once more with a model whose chat template knows tools, which the guide's does not.
WITH_TOOLS = "tools:"
TOOL_GROUPS = tuple(
    WITH_TOOLS + group for group in ("compat_anthropic", "compat_oai_responses", "tool_call")
)
# Those of the slow tests that need no other model than the one that answers.
_SLOW_TOO = ("-m", "slow or not slow", "-k", "fast or required_tool_real_model")
_TRAINED = Path(sys.prefix) / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
_TEMPLATE = Path(sys.prefix) / "chat_templates" / "Qwen-Qwen2.5-7B-Instruct.jinja"
# What is not run, and why: each file of llama.cpp's is named here or above.
APART = {
    "compat_gcp": "a form of requests that one cloud asks of its containers",
    "lora": "adapters that a request chooses, at addresses of llama.cpp's own",
    "mcp_servers": "tools that the server itself runs; Hearth's API runs none",
    "proxy": "fetches web pages for llama.cpp's own page",
    "router": "starts llama.cpp's own program for each model",
    "sleep": "a switch of llama.cpp's program, seen at its own addresses",
    "tools_builtin": "tools that the server itself runs; Hearth's API runs none",
}
TEST_S = 60  # most of one test
GROUP_S = 900  # most of a group


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one test.

    Attributes:
        name: "group::test[values]".
        result: passed, failed or skipped.
        said: the first line of why.
    """

    name: str
    result: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why some tests do not apply.

    Attributes:
        tests: patterns of their names.
    """

    why: str
    tests: tuple[str, ...]

    def covers(self, name: str) -> bool:
        """Whether it is about a test."""
        return any(covers(pattern, name) for pattern in self.tests)


def covers(pattern: str, name: str) -> bool:
    """Whether a pattern is of a name, whatever model answered; only stars in it mean more."""
    return fnmatch.fnmatchcase(
        name.removeprefix(WITH_TOOLS), pattern.replace("[", "[[]").replace("?", "[?]")
    )


def read_verdicts(path: Path) -> list[Verdict]:
    """Return the reasons in a file."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))["verdict"]
    return [Verdict(one["why"], tuple(one["tests"])) for one in found]


def read_outcomes(group: str, path: Path) -> list[Outcome]:
    """Return what pytest has written of a group; nothing where it did not come to that."""
    if not path.exists():
        return []
    outcomes = []
    for case in ET.parse(path).iter("testcase"):
        problem = next((one for one in case if one.tag in ("failure", "error")), None)
        skipped = case.find("skipped") is not None
        result = "failed" if problem is not None else "skipped" if skipped else "passed"
        said = "" if problem is None else problem.get("message", "").partition("\n")[0]
        outcomes.append(Outcome(f"{group}::{case.get('name')}", result, said))
    return outcomes


def judge(outcomes: Sequence[Outcome], verdicts: Sequence[Verdict]) -> list[str]:
    """Return a line for each failure without a reason, and each reason without a failure."""
    failed = [one for one in outcomes if one.result == "failed"]
    lines = [
        f"fails without a reason: {one.name}: {one.said[:160]}"
        for one in failed
        if not any(verdict.covers(one.name) for verdict in verdicts)
    ]
    groups = {one.name.partition("::")[0].removeprefix(WITH_TOOLS) for one in outcomes}
    for pattern in (pattern for verdict in verdicts for pattern in verdict.tests):
        is_asked = pattern.partition("::")[0] in groups
        if is_asked and not any(covers(pattern, one.name) for one in failed):
            lines.append(f"a reason for nothing that fails: {pattern}")
    return lines


def table(outcomes: Sequence[Outcome], verdicts: Sequence[Verdict]) -> list[str]:
    """Return the lines of a table in Markdown: groups, counts, reasons."""
    lines = [
        "| group | passed | failed | left out | why they do not apply |",
        "|---|---|---|---|---|",
    ]
    for group in dict.fromkeys(one.name.partition("::")[0] for one in outcomes):
        some = [one for one in outcomes if one.name.startswith(f"{group}::")]
        counts = Counter(one.result for one in some)
        reasons = Counter(
            verdict.why
            for one in some
            if one.result == "failed"
            for verdict in verdicts
            if verdict.covers(one.name)
        )
        why = "; ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
        counted = f"{counts['passed']} | {counts['failed']} | {counts['skipped']}"
        lines.append(f"| {group} | {counted} | {why} |")
    return lines


@dataclass(frozen=True, slots=True)
class Peers:
    """What is made once.

    Attributes:
        tests: the folder of the tests.
        python: the interpreter that runs them.
        embedder: a model that makes embeddings.
    """

    tests: Path
    python: Path
    embedder: Path


def prepare() -> Peers:
    """Fetch and make what is not there yet."""
    folder = FOLDER / wanted_version()
    marker, embedder = folder / "made.json", folder / "embedder.gguf"
    if not marker.exists():
        folder.mkdir(parents=True, exist_ok=True)
        source = fetch_source(folder, _PARTS)
        tests = source / "tools" / "server" / "tests"
        wanted = ("pytest-timeout", "-r", str(tests / "requirements.txt"))
        python = environment(folder / "venv", *wanted)
        vocabulary = source / "models" / _VOCABULARY
        write = [sys.executable, "-m", "tests.helpers.embedding_models"]
        subprocess.run([*write, str(vocabulary), str(embedder)], check=True, cwd=REPOSITORY)
        marker.write_text(json.dumps([str(tests), str(python)]), encoding="utf-8")
    tests_folder, interpreter = json.loads(marker.read_text(encoding="utf-8"))
    return Peers(Path(tests_folder), Path(interpreter), embedder)


def unnamed(tests: Path) -> list[str]:
    """Return a line for each file of tests that is neither run nor said why not."""
    found = {path.stem.removeprefix("test_") for path in tests.glob("unit/test_*.py")}
    named = {*GROUPS, *APART}
    return [
        *(f"a file that nothing names: {name}" for name in sorted(found - named)),
        *(f"a name without a file: {name}" for name in sorted(named - found)),
    ]


def tool_model() -> Path:
    """Return SmolLM2 with a chat template that knows tools; makes it where it is not there."""
    path = FOLDER / "tools.gguf"
    if not path.exists():
        template = _TEMPLATE.read_text(encoding="utf-8")
        command = [sys.executable, "-m", "gguf.scripts.gguf_new_metadata", "--force"]
        command += ["--chat-template", template, str(_TRAINED), str(path)]
        subprocess.run(command, check=True, capture_output=True)
    return path


def run_group(group: str, peers: Peers, address: str) -> list[Outcome]:
    """Run the tests of one file; one that hangs fails, and a group that does ends."""
    results = FOLDER / f"{group.replace(':', '-')}.xml"
    results.unlink(missing_ok=True)
    file = f"unit/test_{group.removeprefix(WITH_TOOLS)}.py"
    command = [
        *(str(peers.python), "-m", "pytest", file, "-p", "show_key", "-q"),
        *("--timeout", str(TEST_S), f"--junitxml={results}"),
        *(_SLOW_TOO if group == f"{WITH_TOOLS}tool_call" else ("-m", "not slow")),
    ]
    variables = os.environ | {
        "DEBUG_EXTERNAL": "1",
        "PORT": address.rpartition(":")[2],
        "HEARTH_TEST_KEY": KEY,
        "PYTHONPATH": str(HERE),
    }
    with results.with_suffix(".log").open("w", encoding="utf-8") as log:
        try:
            subprocess.run(
                command, stdout=log, stderr=log, cwd=peers.tests, env=variables, timeout=GROUP_S
            )
        except subprocess.TimeoutExpired:
            return [Outcome(f"{group}::all", "failed", f"did not end within {GROUP_S} s")]
    return read_outcomes(group, results) or [Outcome(f"{group}::all", "failed", "did not run")]


def run_groups(groups: Sequence[str], peers: Peers, model: Path) -> list[Outcome]:
    """Run the tests of some groups against a server with a model."""
    outcomes: list[Outcome] = []
    with (
        tempfile.TemporaryDirectory(prefix="hearth-api-") as folder,
        serving(Path(folder), model) as address,
    ):
        for group in groups:
            print(f"{group} ...", file=sys.stderr, flush=True)
            outcomes += run_group(group, peers, address)
    return outcomes


def main() -> int:
    """Run the groups that are named, or all."""
    groups = sys.argv[1:] or (*GROUPS, *TOOL_GROUPS)
    verdicts = read_verdicts(HERE / "verdicts.toml")
    peers = prepare()
    outcomes: list[Outcome] = []
    with_tools = [group for group in groups if group.startswith(WITH_TOOLS)]
    if asked := [group for group in groups if group not in (EMBEDDING, *with_tools)]:
        outcomes += run_groups(asked, peers, GUIDE)
    if with_tools:
        outcomes += run_groups(with_tools, peers, tool_model())
    if EMBEDDING in groups:
        outcomes += run_groups([EMBEDDING], peers, peers.embedder)
    print("\n".join(table(outcomes, verdicts)))
    print("\n".join(f"not run: {name}: {why}" for name, why in APART.items()))
    differing = [*judge(outcomes, verdicts), *unnamed(peers.tests)]
    print("\n".join(["", *differing] if differing else []))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
