"""What real programs send, field for field: answered, warm in the next turn and after a restart.

The requests were recorded by `make test-clients` and have words of ours in place of theirs. Their
answers are foretold as they were then, so that the conversations go on as recorded.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from foretold import SAID, foretell
from recorded_shapes import placed, read_session
from recording_proxy import usage_of

from app.core.engine.answers.answer_generator import AnswerGenerator
from tests.helpers.api_server import ApiServer
from tests.helpers.real_vocabularies import Family

RECORDED = Path(__file__).with_name("recorded")
PIECES = re.compile(r'"(?:content|text|delta)": ?"((?:[^"\\]|\\.)*)"')  # of text, streamed or not
HERE, ELSEWHERE = "/home/anna/shore", "/home/anna/inland/farm"
TODAY, TOMORROW = "2026-03-01", "2026-03-02"
# Tokens of a turn that are read: its own words, and where those before are written another way.
A_TURN = 130
# Programs with one conversation, and the tokens of its last prompt that are at hand on another day
# and in another folder: all that stands before these, with the form of Qwen2.5, which puts tools
# behind the words of the system.
AT_HAND = {
    "claude": (17_600, 400),
    "codex": (6_000, 5_500),
    "continue": (130, 100),
    "opencode": (1_850, 1_800),
    "qwen": (6_400, 5_200),
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    family = Family("qwen35", "Qwen-Qwen2.5-7B-Instruct")
    return family.write(tmp_path_factory.mktemp("model") / "foretold.gguf")


@pytest.fixture(autouse=True)
def _foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnswerGenerator, "begin", AnswerGenerator.begin)  # put back at the end
    foretell()


class Replay:
    """One server, and what comes of the requests of a program.

    Attributes:
        session: as `read_session` returns it.
    """

    def __init__(self, folder: Path, model: Path, session: dict[str, Any]) -> None:
        self.session = session
        self._api = ApiServer(folder, model, in_process=True, n_ctx=32_768)

    def __enter__(self) -> Replay:
        self._api.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._api.__exit__()

    def send(self, number: int, folder: str = HERE, date: str = TODAY) -> tuple[int, int]:
        """Send a request; return the tokens at hand, and those of the prompt."""
        request = self.session["requests"][number]
        body = placed(request["body"], folder, date)
        with self._api.http() as client:
            answer = client.post(request["path"], json=body, headers=request["headers"])
        assert answer.status_code == 200, answer.text
        assert SAID in "".join(PIECES.findall(answer.text)), answer.text[-2000:]
        counted = usage_of(answer.content)
        return counted if counted is not None else (0, 0)  # where it did not ask for counts


def conversation(session: dict[str, Any]) -> list[int]:
    """Return the requests of the conversation itself: without titles and what is done aside."""
    requests = session["requests"]
    sizes = [len(str(one["body"].get("tools", ""))) for one in requests]
    return [number for number, size in enumerate(sizes) if size == max(sizes)]


@pytest.mark.parametrize("client", [*AT_HAND, "codex-agents"])
def test_each_turn_finds_the_one_before_also_after_a_restart_and_on_another_day(
    client: str, model: Path, tmp_path: Path
) -> None:
    """Of another day and another folder, what stands before these is at hand."""
    session = read_session(RECORDED / f"{client}.json.gz")
    turns = conversation(session)
    n_before = 0
    with Replay(tmp_path / "api", model, session) as replay:
        for number in range(len(session["requests"])):
            n_cached, n_prompt = replay.send(number)
            if number in turns:
                assert n_cached >= n_before - A_TURN, (number, n_cached, n_before)
                n_before = n_prompt
    with Replay(tmp_path / "api", model, session) as replay:
        n_cached, n_prompt = replay.send(turns[-1])
        tomorrow, _n_prompt = replay.send(turns[-1], date=TOMORROW)
        elsewhere, _n_prompt = replay.send(turns[-1], folder=ELSEWHERE)
    assert n_cached >= n_prompt - A_TURN
    assert tomorrow >= AT_HAND.get(client, (0, 0))[0]
    assert elsewhere >= AT_HAND.get(client, (0, 0))[1]


def test_what_libraries_send_is_answered(model: Path, tmp_path: Path) -> None:
    paths = {path.name.partition(".")[0]: path for path in RECORDED.glob("*.json.gz")}
    libraries = sorted(paths.keys() - AT_HAND.keys() - {"codex-agents"})
    assert len(libraries) == 9
    with Replay(tmp_path / "api", model, read_session(paths[libraries[0]])) as replay:
        for library in libraries:
            replay.session = read_session(paths[library])
            for number in range(len(replay.session["requests"])):
                replay.send(number)
