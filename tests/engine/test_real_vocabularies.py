"""The vocabularies and templates of real families: prompts, records, text, stops, stored memory.

The weights are random, so that anything may be said, tokens of half a character as well.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.core.documents.passages import estimated_tokens
from app.core.engine.output.detokenizer import Detokenizer
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.engine.prompts.prompt import PromptBuilder
from app.core.llama import Model, ModelParams, special_tokens_of
from app.core.messages import Role
from app.core.protocol import (
    ChatKey,
    FinishReason,
    PrefixSource,
    PromptMessage,
    SamplingParams,
    TextDelta,
)
from tests.helpers.child_run import REPOSITORY
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.real_vocabularies import FAMILIES
from tests.helpers.stop_strings import until_a_stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.protocol import AnswerFinished
    from tests.helpers.real_vocabularies import Family

WORLD = (
    "Hello, world! Don't panic: 3.14 × 2 = 6.28\n\n\tdef f(x):\n        return x ** 2\n"
    "Füße, naïve, ½ €  \n你好，世界。漢字と仮名 한국어 Привет ภาษาไทย مرحبا नमस्ते\n"
    "👩\u200d👩\u200d👧 🏴\U000e0067\U000e007f 🎉🎉🎉 e\u0301 𝔘𝔫𝔦 \u00a0\u3000\u200b ꙮ\U0001fae8"
)
LIVELY = SamplingParams(temperature=1.5, seed=11)
CHAT = (
    PromptMessage(Role.SYSTEM, "You are terse. Be kind."),
    PromptMessage(Role.USER, "Say something of the sea."),
    PromptMessage(Role.ASSISTANT, "It is wide: 海は広い。"),
    PromptMessage(Role.USER, WORLD.strip()),
)
ENDS = {
    "deepseek-llm": (3, 4),  # it has no token for "<｜User｜>": a full stop and "<" are one
    "phi-3": (1, 2, 3),  # its template ends a chat that nobody answers with a mark of its own
}
TURN_ENDS = {
    "deepseek-llm": "<｜end▁of▁sentence｜>",
    "gemma-4": "<turn|>",
    "llama-bpe": "<|eot_id|>",
    "phi-3": "<|end|>",
    "qwen35": "<|im_end|>",
}


@pytest.fixture(scope="module", params=FAMILIES, ids=str)
def family(request: pytest.FixtureRequest) -> Family:
    found: Family = request.param
    return found


@pytest.fixture(scope="module")
def path(family: Family, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = family.write(tmp_path_factory.mktemp("family") / "m.gguf")
    yield path
    path.unlink()


@pytest.fixture(scope="module")
def model(path: Path) -> Iterator[Model]:
    model = Model(str(path), ModelParams(n_gpu_layers=0), lambda _fraction: True)
    yield model
    model.close()


@pytest.fixture(scope="module")
def builder(model: Model) -> PromptBuilder:
    return PromptBuilder(ChatTemplate.of(model), model, "v")


@pytest.fixture(scope="module")
def halves(model: Model) -> list[int]:
    """Tokens that are no whole characters."""
    return [token for token in range(model.n_vocab) if not _is_whole(model, token)]


def _is_whole(model: Model, token: int) -> bool:
    try:
        model.piece(token, special=True).decode()
    except UnicodeDecodeError:
        return False
    return True


def _text(model: Model, tokens: tuple[int, ...] | list[int]) -> str:
    return b"".join(model.pieces(tokens)).decode("utf-8", "replace")


def _bare(text: str) -> str:
    """Return a text without blanks: some control tokens take them along, or bring one."""
    return "".join(text.split())


# -- estimates --

PAGES = ("docs/architecture.md", "docs/benchmarks.md", "app/core/chats/store.py")
GERMAN = "Die Kündigungsfrist beträgt drei Monate zum Schluss eines Kalenderjahres. " * 9
CHINESE = "面包需要在烤箱里烤半个小时才能完全熟透，然后应当放凉再切。" * 9


def test_tokens_of_documents_are_estimated_without_the_model(model: Model, family: Family) -> None:
    texts = [(REPOSITORY / page).read_text("utf-8")[:20_000] for page in PAGES]
    old = str(family) in ("deepseek-llm", "phi-3")  # of few words beside English ones
    for text in [*texts, *([] if old else [GERMAN, CHINESE])]:
        n_tokens = len(model.tokenize(text, special=False))
        assert 0.65 * n_tokens < estimated_tokens(text) < 1.4 * n_tokens


# -- prompts --


def test_words_of_the_whole_world_come_back_as_they_were(model: Model) -> None:
    tokens = model.tokenize(WORLD, special=False)
    assert _text(model, tokens).removeprefix(" ") == WORLD  # some begin a text with a space
    assert len(tokens) < len(WORLD.encode()), "its merges are read"


def test_a_prompt_spells_what_the_template_writes_and_its_messages_end_where_they_do(
    family: Family, builder: PromptBuilder, model: Model
) -> None:
    prompt = builder.build(CHAT, for_answer=True)
    spelled = _text(model, prompt.token_ids)
    begin = builder.template.bos
    assert _bare(spelled.removeprefix(begin)) == _bare(prompt.text.removeprefix(begin))
    assert prompt.messages_at == ENDS.get(str(family), (1, 2, 3, 4))
    for n_messages, end in zip(prompt.messages_at, prompt.message_ends, strict=True):
        head, rest = _text(model, prompt.token_ids[:end]), _text(model, prompt.token_ids[end:])
        assert all(one.text in head for one in CHAT[:n_messages])
        assert all(one.text in rest for one in CHAT[n_messages:])
        assert head + rest == spelled, "and no character is cut there"


def test_control_tokens_in_the_words_of_users_stay_text(
    builder: PromptBuilder, model: Model
) -> None:
    special = special_tokens_of(model).control
    written = [text for text in special if text and text.isprintable() and text == text.strip()]
    words = " ".join(random.Random(1).sample(written, min(60, len(written))))
    prompts = [
        builder.build([PromptMessage(Role.USER, text)], for_answer=True) for text in ("x", words)
    ]
    control = set(special.values())
    n_plain, n_written = (sum(one in control for one in each.token_ids) for each in prompts)
    assert n_written == n_plain
    assert words in _text(model, prompts[1].token_ids)


# -- text --


def test_random_tokens_become_whole_characters(model: Model, halves: list[int]) -> None:
    chance = random.Random(2)
    for _ in range(40):
        tokens = [
            chance.choice(halves) if chance.random() < 0.4 else chance.randrange(model.n_vocab)
            for _ in range(50)
        ]
        pieces = [model.piece(token, special=False) for token in tokens]
        whole = b"".join(pieces).decode("utf-8", "replace")
        detokenizer = Detokenizer()
        told = [detokenizer.feed(piece).text for piece in pieces]
        told.append(detokenizer.finish().text)
        said = "".join(told)
        assert whole.startswith(said)
        assert len(whole) - len(said) <= 1, "but for half a character at the end"
        said.encode()  # no surrogates
        count, text = detokenizer.tokens_in_text()
        assert said.startswith(text)
        assert b"".join(pieces[:count]).decode("utf-8", "replace") == text


def test_a_text_in_real_tokens_is_told_without_a_broken_character(model: Model) -> None:
    detokenizer = Detokenizer()
    told = [
        detokenizer.feed(piece).text
        for piece in model.pieces(model.tokenize(WORLD * 2, special=False))
    ]
    assert "".join(told).removeprefix(" ") == WORLD * 2
    assert not any("\ufffd" in text for text in told)


def test_stop_strings_across_the_borders_of_tokens(model: Model) -> None:
    chance = random.Random(3)
    pieces = model.pieces(model.tokenize(WORLD, special=False))
    text = b"".join(pieces).decode()
    for _ in range(200):
        at = [chance.randrange(len(text)) for _ in range(chance.randint(1, 3))]
        stops = tuple(text[begin : begin + chance.randint(1, 12)] for begin in at)
        detokenizer = Detokenizer(stops)
        for piece in pieces:
            if detokenizer.feed(piece).stopped:
                break
        detokenizer.finish()
        assert detokenizer.text == until_a_stop(text, stops), stops


# -- answers --


def _half_said(halves: list[int]) -> tuple[tuple[int, float], ...]:
    """Return biases that let some tokens of half a character be said now and then."""
    return tuple((token, 9.0) for token in random.Random(4).sample(halves, min(60, len(halves))))


def _require_record(model: Model, finished: AnswerFinished, text: str) -> None:
    assert finished.record is not None
    said = finished.record.token_ids[finished.stats.n_prompt :]
    spelled = b"".join(model.piece(token, special=False) for token in said)
    kept = spelled.decode("utf-8", "replace")
    assert text.startswith(kept)
    assert not text[len(kept) :].strip(), "a record ends before blanks, which templates trim"
    assert finished.record.n_chars >= len(text)


def test_answers_come_back_from_the_store_with_all_their_tokens(
    family: Family, path: Path, model: Model, halves: list[int], tmp_path: Path
) -> None:
    biases = _half_said(halves)
    fields = {"sampling": LIVELY, "token_biases": biases}
    dialogue = Dialogue().system(CHAT[0].text)
    with EngineHarness(tmp_path / "a", path) as harness:
        for question in (CHAT[1].text, WORLD):
            text, finished = harness.answer(dialogue.user(question), max_tokens=40, **fields)
            assert finished.finish_reason is FinishReason.LENGTH
            _require_record(model, finished, text)
            dialogue.assistant(text, finished)
        deltas = [one.text for one in harness.seen if isinstance(one, TextDelta)]
        assert "".join(deltas).encode()
        stop = _stop_in(text)
        again = Dialogue(ChatKey("2"), dialogue.messages[:-1])
        cut, stopped = harness.answer(again, max_tokens=40, stop=(stop,), **fields)
        assert cut == text[: text.index(stop)]
        assert stopped.finish_reason is FinishReason.STOP_STRING
        (turn_end,) = model.tokenize(TURN_ENDS[str(family)])
        nothing, ended = harness.answer(again, max_tokens=40, token_biases=((turn_end, 1e3),))
        assert (nothing, ended.finish_reason) == ("", FinishReason.END)
    assert finished.record is not None
    known = finished.record.token_ids
    with EngineHarness(tmp_path / "a", path) as harness:
        _, following = harness.answer(dialogue, max_tokens=4)  # it goes on
    assert following.stats.source is PrefixSource.DISK
    assert following.record is not None
    assert following.record.token_ids[: len(known)] == known
    assert following.stats.n_restored >= len(known) - 1


def _stop_in(text: str) -> str:
    """Return some characters of a text that are in it once, and no beginning of others."""
    middle = len(text) // 2
    for length in range(3, 12):
        stop = text[middle : middle + length]
        if text.index(stop) == middle:
            return stop
    raise AssertionError(text)
