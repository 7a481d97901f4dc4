"""Drives today's programs of others against Hearth, and prints what each was seen to do.

They are installed into .venv-clients, the newest that their registries have. Those that work in a
terminal are started by `hearth launch`, the libraries by `client_programs`. Hearth is the real one
with a tiny model whose words are foretold (`foretold.py`), so what is shown is how program and
server understand each other, not what a model makes of it.

Usage:
    python packaging/api/clients.py [--record FOLDER] [--long] [CLIENT ...]

With `--record` the requests of each are kept, in words of ours (`recorded_shapes.py`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from served import HERE, REPOSITORY

sys.path.insert(0, str(REPOSITORY))

from foretold import COMMAND, LENGTHY, SAID, WISH
from recorded_shapes import write_session
from recording_proxy import recording, usage_of

from app.cli.launch.clients import CLIENTS, Served
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from recording_proxy import Exchange

FOLDER: Final = REPOSITORY / ".venv-clients"
NODE: Final = FOLDER / "node"
ENOUGH, SCARCE = 65_536, 1_024  # tokens of the context
_LONG_TURNS: Final = 12
_TURN: Final = 1_000
# Tokens of contexts that are soon outgrown.
_SMALL: Final = (("claude", 8_192), ("claude", 32_768), ("codex", 8_192), ("codex", 16_384))
# The same for programs that are told of more than there is, and have to recognise the refusal.
_LESS_THAN_TOLD: Final = (
    *(("claude", 8_192), ("codex", 16_384), ("opencode", 16_384), ("continue", 8_192)),
)
_WITH_TOOLS: Final = 32_768  # of a context in which there is room for those of Claude Code
_QUESTIONS: Final = ("Tell me of the sea.", WISH, "And then?")
_LIBRARIES: Final = {
    "litellm": ("litellm",),
    "litellm-anthropic": ("litellm",),
    "langchain-openai": ("langchain-openai",),
    "langchain-anthropic": ("langchain-anthropic",),
    "pydantic-ai": ("pydantic-ai-slim[openai,anthropic]",),
    "instructor": ("instructor",),
    "openai-agents": ("openai-agents",),
    "llm": ("llm",),
    "aider-chat": ("aider-chat",),
}
_SDKS: Final = ("ai-sdk-openai", "ai-sdk-anthropic")
_SDK_PACKAGES: Final = ("ai", "@ai-sdk/openai-compatible", "@ai-sdk/anthropic", "zod")
_LAST_S: Final = 300
_ANSWERS_AT: Final = "Hearth answers at "


@dataclass(frozen=True)
class Terminal:
    """How a program of `hearth launch` is asked one question.

    Attributes:
        first: words before the question.
        further: words before one that goes on with the latest conversation.
    """

    first: tuple[str, ...]
    further: tuple[str, ...]


_FREE: Final = "--dangerously-skip-permissions"
_CODEX: Final = ("--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")
TERMINALS: Final = {
    "claude": Terminal((_FREE, "-p"), (_FREE, "-c", "-p")),
    "codex": Terminal(("exec", *_CODEX), ("exec", "resume", "--last", *_CODEX)),
    "opencode": Terminal(("run",), ("run", "-c")),
    "qwen": Terminal(("--yolo", "-p"), ("--yolo", "-c", "-p")),
    "continue": Terminal(("--auto", "-p"), ("--auto", "--resume", "-p")),
}


@dataclass(frozen=True)
class Seen:
    """A line of the table; "-" for what a program does not have."""

    name: str
    version: str
    plain: str = "-"
    stream: str = "-"
    tool: str = "-"
    warm: str = "-"
    wrong_key: str = "-"
    too_long: str = "-"


def npm(*packages: str) -> None:
    """Install packages of npm beside the others."""
    NODE.mkdir(parents=True, exist_ok=True)
    (NODE / "package.json").write_text('{"private": true, "type": "module"}\n')
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", *packages], check=True, cwd=NODE)


def library_python(name: str) -> Path:
    """Return an interpreter that has a library; makes its environment where there is none."""
    package = _LIBRARIES[name][0]
    folder = FOLDER / package.partition("[")[0]
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", package], check=True)
    return python


@contextmanager
def foretold_server(folder: Path, model: Path, n_ctx: int) -> Iterator[int]:
    """Run Hearth over a folder; gives its port."""
    command = [
        *(sys.executable, str(HERE / "foretold.py"), "--data-dir", str(folder), "--port", "0"),
        *("--model", str(model), "--set", f"model.context_tokens={n_ctx}"),
    ]
    log = (folder / "serve.log").open("w", encoding="utf-8")
    with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line.startswith(_ANSWERS_AT):
                raise SystemExit(f"Hearth does not start; see {folder / 'serve.log'}")
            yield int(line.strip().removesuffix("/v1").rpartition(":")[2])
        finally:
            process.terminate()


@dataclass(frozen=True)
class Run:
    """One run of a program in a terminal."""

    code: int
    said: str
    took_s: float


@dataclass(frozen=True)
class Bench:
    """Where programs are driven.

    Attributes:
        root: of all folders.
        data: Hearth's.
    """

    root: Path
    data: Path

    @property
    def key(self) -> str:
        """What requests show."""
        return (self.data / "config" / "api-key").read_text().strip()

    def environment(self) -> dict[str, str]:
        """Return the environment of programs: a home of their own, and what was installed."""
        home = self.root / "home"
        home.mkdir(exist_ok=True)
        path = f"{NODE / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
        ours = {"HOME": str(home), "PATH": path, "IS_SANDBOX": "1", "PYTHONPATH": str(REPOSITORY)}
        return os.environ | ours | {"NO_COLOR": "1", "NO_PROXY": "127.0.0.1"}

    def launch(self, name: str, port: int, words: Sequence[str]) -> Run:
        """Run `hearth launch`, which finds the server at a port."""
        command = [sys.executable, "-m", "app", "--data-dir", str(self.data), "launch", name]
        return self._run([*command, "--port", str(port), "--", *words], name, {})

    def with_key(self, name: str, port: int, words: Sequence[str], key: str) -> Run:
        """Run a program as `hearth launch` does, with a key, and told of a large context."""
        folder = self.root / ("told-more" if key == self.key else "wrong") / name
        folder.mkdir(parents=True, exist_ok=True)
        served = Served(f"http://127.0.0.1:{port}", key, "foretold", ENOUGH)
        setup = CLIENTS[name].setup(served, folder)
        for file, text in setup.files.items():
            (folder / file).write_text(text)
        program = shutil.which(CLIENTS[name].program, path=self.environment()["PATH"])
        assert program is not None
        return self._run([program, *setup.arguments, *words], name, dict(setup.environment))

    def _run(self, command: Sequence[str], name: str, more: dict[str, str]) -> Run:
        project = self.root / "projects" / name
        project.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                cwd=project,
                env=self.environment() | {"PWD": str(project)} | more,
                timeout=_LAST_S,
            )
        except subprocess.TimeoutExpired as late:
            said = (late.stdout or b"").decode("utf-8", "replace")
            return Run(-1, said, time.monotonic() - began)
        return Run(done.returncode, done.stdout + done.stderr, time.monotonic() - began)


def drive_terminal(name: str, bench: Bench, port: int, record: Path | None) -> Seen:
    """Have a conversation of three turns with a program, the second with its tool."""
    terminal = TERMINALS[name]
    with recording(port) as kept:
        runs, marks = [], [0]
        for number, question in enumerate(_QUESTIONS):
            words = terminal.further if number else terminal.first
            runs.append(bench.launch(name, kept.port, [*words, question]))
            marks.append(len(kept.exchanges))
    version = installed_version(CLIENTS[name].package)
    asked = [one for one in kept.exchanges if one.body and not is_ours(one)]
    if record is not None:
        home = str(bench.root)
        write_session(record, name, version, asked, (str(bench.root / "projects" / name), home))
    streamed = [one for one in asked if one.body.get("stream")]
    tool_round = [one for one in kept.exchanges[marks[1] : marks[2]] if called(one)]
    tool = "ok" if tool_round and SAID in runs[1].said else outcome(runs[1])
    wrong = bench.with_key(name, port, [*terminal.first, _QUESTIONS[0]], "not-the-key")
    return Seen(
        CLIENTS[name].name,
        version,
        "-" if streamed else outcome(runs[0]),
        outcome(runs[0]) if streamed else "-",
        tool,
        warmth(kept.exchanges[marks[2] :]),
        told(wrong, "API key is wrong"),
    )


def drive_scarce(name: str, bench: Bench, port: int) -> str:
    """Ask a server whose context is too small, and return what is shown."""
    if name not in TERMINALS:
        return next(iter(run_library(name, bench, port, "too-long").values()))
    words = (*TERMINALS[name].first, "Tell me of the sea. " * 300)
    return told(bench.launch(name, port, words), "(?i)too long|context|holds")


def drive_long(name: str, n_ctx: int, bench: Bench, port: int, *, is_told_more: bool) -> str:
    """Go on until a conversation has outgrown its context, and return how that went."""
    terminal, n_ok, sizes = TERMINALS[name], 0, []
    # They alone would not fit.
    extra = ("--tools", "") if name == "claude" and n_ctx < _WITH_TOOLS else ()
    with recording(port) as kept:
        for number in range(_LONG_TURNS):
            words = terminal.further if number else terminal.first
            asked = [*extra, *words, f"{number}: {LENGTHY}"]
            run = (
                bench.with_key(name, kept.port, asked, bench.key)
                if is_told_more
                else bench.launch(name, kept.port, asked)
            )
            n_ok += outcome(run) == "ok"
            if outcome(run) != "ok":
                print(f"turn {number}: {outcome(run)}", file=sys.stderr)
        told = [usage_of(one.answered) for one in kept.exchanges if one.body and not is_ours(one)]
        sizes = [found[1] for found in told if found is not None]
        n_refused = sum(one.status == 400 for one in kept.exchanges)
    shrunk = sum(after < before - _TURN for before, after in itertools.pairwise(sizes))
    return (
        f"{n_ok} of {_LONG_TURNS} turns answered, {sum(sizes):,} tokens in {len(sizes)} prompts, "
        f"the longest of {max(sizes, default=0):,}; {n_refused} refused; shortened {shrunk} times"
    )


def drive_library(name: str, bench: Bench, port: int, record: Path | None) -> Seen:
    """Run the program of a library."""
    with recording(port) as kept:
        found = run_library(name, bench, kept.port)
    version = version_of_library(name)
    if record is not None:
        asked = [one for one in kept.exchanges if one.body and one.status == 200]
        write_session(record, name, version, asked, (str(bench.root),))
    if "failed" in found:
        return Seen(name, version, found["failed"])
    return Seen(
        name, version, found["plain"], found["stream"], found["tool"], wrong_key=found["error"]
    )


def run_library(name: str, bench: Bench, port: int, *more: str) -> dict[str, str]:
    """Run the program of a library, and return what it has seen, by what it tried."""
    programs = HERE / "client_programs"
    if name in _SDKS:
        program = NODE / "ai_sdk.mjs"
        shutil.copy(programs / program.name, program)
        command = ["node", str(program)]
    else:
        command = [str(library_python(name)), str(programs / "libraries.py")]
    done = subprocess.run(
        [*command, name, f"http://127.0.0.1:{port}", bench.key, *more],
        capture_output=True,
        text=True,
        env=bench.environment(),
        timeout=_LAST_S,
    )
    try:
        return dict(json.loads(done.stdout.splitlines()[-1]))
    except (IndexError, ValueError):
        return {"failed": f"failed: {done.stderr[-200:]}"}


def version_of_library(name: str) -> str:
    """Return the version of what a library's program uses."""
    if name in _SDKS:
        return installed_version("ai")
    return library_version(library_python(name), _LIBRARIES[name][0].partition("[")[0])


def installed_version(package: str) -> str:
    """Return the version of a package of npm."""
    file = NODE / "node_modules" / package / "package.json"
    return str(json.loads(file.read_text())["version"])


def library_version(python: Path, package: str) -> str:
    """Return the version of a package in an environment."""
    code = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    asked = [str(python), "-c", code, package]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def called(exchange: Exchange) -> bool:
    """Whether a request has the result of a call in it."""
    return COMMAND in json.dumps(exchange.body) if exchange.body else False


def is_ours(exchange: Exchange) -> bool:
    """Whether `hearth launch` itself has asked."""
    headers = {name.lower(): value for name, value in exchange.headers}
    return headers.get("user-agent", "").startswith("Hearth/")


def outcome(run: Run) -> str:
    """Say in a word how a run went."""
    return "ok" if SAID in run.said and run.code == 0 else f"{run.code}: {last_line(run.said)}"


def told(run: Run, words: str) -> str:
    """Say how soon a program gave up, and what it said of it.

    Args:
        words: that should be among those.
    """
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in run.said.splitlines()]
    of_it = [line for line in lines if re.search(words, line) and "hearth:" not in line]
    said = of_it[-1][:120] if of_it else f"only: {last_line(run.said)}"
    return f"{said}, after {run.took_s:.0f} s"


def last_line(text: str) -> str:
    """Return the last line that says something, shortened."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "nothing")[:160]


def warmth(exchanges: Sequence[Exchange]) -> str:
    """Return how many tokens of the longest prompt were at hand, and of how many."""
    counted = [found for one in exchanges if (found := usage_of(one.answered)) is not None]
    if not counted:
        return "-"
    n_cached, n_prompt = max(counted, key=lambda pair: pair[1])
    return f"{n_cached:,} of {n_prompt:,}"


def table(seen: Sequence[Seen]) -> list[str]:
    """Return the lines of a table in Markdown."""
    lines = [
        "| client | plain | streamed | tool round | at hand in turn 3 | wrong key | too long |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in seen:
        cells = (one.plain, one.stream, one.tool, one.warm, one.wrong_key, one.too_long)
        shown = " | ".join(cell.replace("|", "/") for cell in cells)
        lines.append(f"| {one.name} {one.version} | {shown} |")
    return lines


def drive(names: Sequence[str], root: Path, model: Path, record: Path | None) -> list[Seen]:
    """Drive programs, and a second time where the context is too small."""
    seen: dict[str, Seen] = {}
    for n_ctx in (ENOUGH, SCARCE):
        bench = Bench(root, root / f"hearth-{n_ctx}")
        bench.data.mkdir(parents=True)
        with foretold_server(bench.data, model, n_ctx) as port:
            for name in names:
                print(f"{name}, {n_ctx} tokens ...", file=sys.stderr, flush=True)
                if n_ctx == SCARCE:
                    seen[name] = replace(seen[name], too_long=drive_scarce(name, bench, port))
                else:
                    is_terminal = name in TERMINALS
                    how = drive_terminal if is_terminal else drive_library
                    seen[name] = how(name, bench, port, record)
    return list(seen.values())


def outgrown(names: Sequence[str], root: Path, model: Path) -> None:
    """Print a line for each program whose conversation outgrew its context, told of it or not."""
    for is_told_more, contexts in enumerate((_SMALL, _LESS_THAN_TOLD)):
        for name, n_ctx in (one for one in contexts if one[0] in names):
            bench = Bench(root, root / f"hearth-{is_told_more}-{name}-{n_ctx}")
            bench.data.mkdir(parents=True)
            with foretold_server(bench.data, model, n_ctx) as port:
                went = drive_long(name, n_ctx, bench, port, is_told_more=bool(is_told_more))
            told = f", told of {ENOUGH:,}" if is_told_more else ""
            print(f"\n{CLIENTS[name].name}, {n_ctx:,} tokens{told}: {went}", flush=True)


def main() -> int:
    """Install, drive, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=Path)
    parser.add_argument("--long", action="store_true", help="only conversations that outgrow")
    parser.add_argument("clients", nargs="*")
    options = parser.parse_args()
    names = options.clients or (*TERMINALS, *_LIBRARIES, *_SDKS)
    if any(name in TERMINALS or name in _SDKS for name in names):
        npm(*(CLIENTS[name].package for name in TERMINALS), *_SDK_PACKAGES)
    from tests.helpers.real_vocabularies import Family

    with tempfile.TemporaryDirectory(prefix="hearth-clients-") as folder:
        root = Path(folder)
        model = Family("qwen35", "Qwen-Qwen2.5-7B-Instruct").write(root / "foretold.gguf")
        seen = drive(names, root, model, options.record) if not options.long else []
        print("\n".join(table(seen)), flush=True)
        outgrown(names, root, model)
    return 0 if all("ok" in (one.plain, one.stream, one.tool) for one in seen) else 1


if __name__ == "__main__":
    sys.exit(main())
