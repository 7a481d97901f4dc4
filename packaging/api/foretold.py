"""`hearth serve` whose answers are foretold: for programs that need a model that calls their tools.

Everything is Hearth's own but the choice of words: `SAID` is the answer to whatever is asked, many
times over where a user's last message has `LENGTHY` in it; where it has `WISH`, a call of the tool
that takes a command follows. So a tiny model of random weights will do, which reads a long prompt
in seconds.

Usage:
    python packaging/api/foretold.py --model FILE [OPTION of `hearth serve`]...
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # where the program is

from app.core.engine.answers.answer_generator import AnswerGenerator

if TYPE_CHECKING:
    from collections.abc import Iterator

SAID: Final = "The sea is calm today."
WISH: Final = "Now sail."
LENGTHY: Final = "Tell me all of the sea."
COMMAND: Final = "echo sea"
_MANY: Final = 200  # 1,400 tokens
_USER: Final = "<|im_start|>user\n"
_END: Final = "<|im_end|>"
_TOOLS = re.compile(r"<tools>\n(.*?)\n</tools>", re.DOTALL)


def answer_to(prompt: str) -> str:
    """Return what is said to a prompt of Qwen2.5's template, with the mark of the end."""
    asked = prompt.rpartition(_USER)[2].partition(_END)[0]
    if LENGTHY in asked:
        return " ".join([SAID] * _MANY) + _END
    tool = next(_tools_of(prompt), None)
    if WISH not in asked or "<tool_response>" in asked or tool is None:
        return f"{SAID}{_END}"
    schema = tool.get("parameters") or {}
    call = {"name": tool["name"], "arguments": _arguments(schema)}
    return f"{SAID}\n<tool_call>\n{json.dumps(call)}\n</tool_call>{_END}"


def foretell() -> None:
    """Let every answer in this process be what `answer_to` says."""
    begin = AnswerGenerator.begin

    def begun(self: AnswerGenerator, sequence: Any, pending: Any, prompt: Any, at: float) -> None:
        begin(self, sequence, pending, prompt, at)
        answer = sequence.answer
        answer.forced = self._model.tokenize(answer_to(prompt.text))

    AnswerGenerator.begin = begun  # type: ignore[assignment, method-assign]


def _tools_of(prompt: str) -> Iterator[dict[str, Any]]:
    """Yield the tools of a prompt, those that take a command first."""
    found = _TOOLS.search(prompt)
    told = [json.loads(line) for line in found[1].splitlines()] if found else []
    tools = [one.get("function", one) for one in told]
    yield from sorted(tools, key=lambda tool: not _takes_command(tool))


def _takes_command(tool: dict[str, Any]) -> bool:
    required = (tool.get("parameters") or {}).get("required", ())
    return "command" in required or "cmd" in required


def _arguments(schema: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = schema.get("properties", {})
    wanted = schema.get("required", ())
    return {name: _value(name, kind) for name, kind in properties.items() if name in wanted}


def _value(name: str, kind: dict[str, Any]) -> Any:
    if "enum" in kind:
        return kind["enum"][0]
    match kind.get("type"):
        case "boolean":
            return False
        case "integer" | "number":
            return kind.get("minimum", 1)
        case "array":
            return [COMMAND] if name in ("command", "cmd") else []
        case "object":
            return _arguments(kind)
        case _:
            return COMMAND if name in ("command", "cmd") else "Rome"


if __name__ == "__main__":
    from app.__main__ import main

    foretell()
    sys.exit(main(["--in-process", "serve", *sys.argv[1:]]))
