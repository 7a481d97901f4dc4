"""A child that has llama.cpp derive from a chat template how a model answers.

llama.cpp applies the template to a few messages for that, without a limit on time or memory, and a
template comes from a file that anybody may have written: the child is ended when it takes too long.
What it found is values; taking an answer apart by them runs no template.

Threads: `ask_format_child` any; the rest in the child.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from app.core.prompts.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ChatRequest,
    find_chat_formats,
)
from app.core.system.own_program import die_with_parent, output_of

if TYPE_CHECKING:
    import subprocess

CHILD_COMMAND = "chat-format-child"
_TIMEOUT_S = 10.0
_MARK = b"hearth: "
_PROBE = ({"role": "user", "content": "Hello"},)


def ask_format_child(
    child: subprocess.Popen[bytes], question: dict[str, Any]
) -> tuple[ChatFormat, ...]:
    """Return what a child answers: a format for each way of thinking that makes a difference.

    Args:
        child: just started.
        question: "template", "bos", "eos"; "tools", "tool_choice" and "many_calls" where there are
            tools.

    Raises:
        subprocess.TimeoutExpired: it took too long, and was ended.
        OSError, ValueError, KeyError, TypeError: it died, or said what nobody understands.
    """
    output, errors = output_of(child, _TIMEOUT_S, json.dumps(question).encode("ascii"))
    for line in output.splitlines():
        if line.startswith(_MARK):
            return tuple(map(ChatFormat.of_json, json.loads(line.removeprefix(_MARK))))
    last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
    raise ValueError(f"the child ended with code {child.returncode}: {last}")


def run_chat_format_child() -> int:
    """Answer the question on standard input with one line of JSON; return the exit code."""
    die_with_parent()
    question = json.load(sys.stdin)
    formats: list[dict[str, Any]] = []
    for is_thinking in (True, False):
        request = ChatRequest(
            question["template"],
            _PROBE,
            bos=question["bos"],
            eos=question["eos"],
            tools=tuple(question.get("tools", ())),
            tool_choice=question.get("tool_choice", "auto"),
            many_calls=question.get("many_calls", True),
            is_thinking=is_thinking,
        )
        try:
            found = find_chat_formats().apply(request)
        except ChatFormatFailed as error:
            sys.stderr.write(f"{error.detail}\n")
            continue
        if found.as_json() not in formats:
            formats.append(found.as_json())
    sys.stdout.write("\n" + _MARK.decode() + json.dumps(formats) + "\n")
    sys.stdout.flush()
    return 0
