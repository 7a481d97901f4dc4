"""What is kept of the requests of programs of others: their shape, and none of their words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from recorded_shapes import (
    DATE,
    FOLDER,
    OUR_WORDS,
    OURS,
    our_name,
    our_text,
    our_value,
    placed,
    read_session,
    write_session,
)
from recording_proxy import Exchange, usage_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDED = Path(__file__).parents[1] / "server" / "recorded"
TEXT = "You are HelpfulTool, in /home/me/x on Monday, November 30, 2026.\n- Use `it`! Now sail."


def test_each_word_becomes_one_of_ours_of_the_same_length() -> None:
    ours = our_text(TEXT, ["/home/me/x"])
    shape = re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", ours))
    assert shape == "Aaa aaa AaaaaaaAaaa, aa {AAAAAA} aa {AAAA}.\n- Aaa `aa`! Aaa aaaa."
    assert FOLDER in ours
    assert DATE in ours
    assert ours.endswith("Now sail.")
    assert "Helpful" not in ours
    assert our_text(TEXT, ["/home/me/x"]) == ours


def test_names_of_fields_and_what_says_of_which_kind_something_is_stay() -> None:
    tool: dict[str, Any] = {
        "type": "object",
        "properties": {"command": {"type": "string", "enum": ["go"], "description": "Do it."}},
        "required": ["command"],
    }
    ours = our_value(tool)
    described = ours["properties"]["command"].pop("description")
    del tool["properties"]["command"]["description"]
    assert ours == tool
    assert re.fullmatch(r"[A-Z][a-z] [a-z]{2}\.", described)
    assert described != "Do it."


def test_names_of_tools_stay_apart() -> None:
    names = ["Read", "Edit", "Bash", "Grep", "Glob", "Task", "run_shell_command", "list_directory"]
    ours = [our_name(name) for name in names]
    assert len(set(ours)) == len(names)
    assert list(map(len, ours)) == list(map(len, names))
    assert not set(ours) & set(names)


def test_arguments_of_a_call_keep_their_form() -> None:
    for text in ('{"cmd": "echo sea", "why": "so"}', '{"cmd":"echo sea","why":"so"}', "{broken"):
        ours = our_value(text, name="arguments")
        assert len(ours) == len(text)
        assert ("cmd" in ours) == text.endswith("}")


def test_a_session_is_read_as_it_was_written_and_placed(tmp_path: Path) -> None:
    tools = [{"type": "function", "name": "go"}]
    bodies = [
        {"model": "m", "tools": tools, "messages": [{"role": "user", "content": OURS[0]}] * n}
        for n in (1, 2)
    ]
    headers = [("User-Agent", "x/1"), ("Authorization", "Bearer secret")]
    exchanges = [Exchange("POST", "/v1/messages", headers, body) for body in bodies]
    write_session(tmp_path, "one", "1.0", exchanges)
    first = (tmp_path / "one.json.gz").read_bytes()
    write_session(tmp_path, "one", "1.0", exchanges)
    assert (tmp_path / "one.json.gz").read_bytes() == first
    session = read_session(tmp_path / "one.json.gz")
    assert [len(one["body"]["messages"]) for one in session["requests"]] == [1, 2]
    assert session["requests"][0]["headers"] == {"user-agent": "x/1"}
    assert placed([f"in {FOLDER} on {DATE}"], "/a", "today") == ["in /a on today"]


@pytest.mark.parametrize(
    ("answer", "usage"),
    [
        (b'{"usage":{"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":4}}}', (4, 9)),
        (b'"input_tokens": 9, ... "input_tokens":3,"cache_read_input_tokens":6', (6, 9)),
        (b"no usage", None),
    ],
)
def test_what_was_at_hand_is_read_from_any_answer(answer: bytes, usage: object) -> None:
    assert usage_of(answer) == usage


def texts_of(value: Any, name: str = "") -> Iterator[str]:
    """Yield all prose of a request."""
    match value:
        case dict():
            for key, part in value.items():
                yield from texts_of(part, key)
        case list():
            for part in value:
                yield from texts_of(part, name)
        case str() if name in ("text", "content", "description", "instructions", "output", "title"):
            yield value


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.gz")), ids=lambda path: path.name)
def test_no_word_of_theirs_is_kept(path: Path) -> None:
    for request in read_session(path)["requests"]:
        for text in texts_of(request["body"]):
            words = re.findall(r"[^\W\d_]+", bare(text))
            assert not [word for word in words if not is_ours(word.lower())]


def is_ours(word: str) -> bool:
    """Whether a word is one of ours, or some in a row."""
    begin = min(len(word), max(map(len, OUR_WORDS)))
    return not word or (word[:begin] in OUR_WORDS and is_ours(word[begin:]))


def bare(text: str) -> str:
    """Return a text without what was ours from the beginning and the line of a protocol."""
    for sentence in OURS:
        text = text.replace(sentence, "")
    text = re.sub(r"(?m)^x-anthropic-billing-header:.*$", "", text)
    return text.replace(FOLDER, "").replace(DATE, "")


def test_all_of_it_is_small() -> None:
    assert sum(path.stat().st_size for path in RECORDED.glob("*.gz")) < 300_000
    assert json.dumps(read_session(next(RECORDED.glob("codex.json.gz"))))
