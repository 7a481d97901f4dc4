"""A server that ends and begins again, and clients that go on as if nothing had been."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anthropic
import pytest

from app.core.kvstore.reading.verify import stored_rows_bytes
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.serving import Serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Turn = tuple[str, int, int]  # what was said, tokens of the prompt, of them at hand
    Ask = Callable[[Serving, list[Any]], Turn]

TURNS = ("Tell me a long story of the sea. " * 25, "And then? " * 10, "Who was it? " * 10)
LAST = "What came of it all?"
N_TOKENS = 40
by_signal = pytest.mark.unix("signals for another process")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("model") / "tiny.gguf", n_ctx=8192)


def chat(serving: Serving, messages: list[Any]) -> Turn:
    with serving.openai() as client:
        answer = client.chat.completions.create(
            model="", messages=messages, max_tokens=N_TOKENS, temperature=1
        )
    cached = answer.usage.prompt_tokens_details.cached_tokens
    return answer.choices[0].message.content, answer.usage.prompt_tokens, cached


def respond(serving: Serving, messages: list[Any]) -> Turn:
    with serving.openai() as client:
        answer = client.responses.create(
            model="", input=messages, max_output_tokens=N_TOKENS, temperature=1
        )
    cached = answer.usage.input_tokens_details.cached_tokens
    return answer.output_text, answer.usage.input_tokens, cached


def message(serving: Serving, messages: list[Any]) -> Turn:
    client: Any = anthropic.Anthropic(api_key=serving.key, base_url=serving.address, max_retries=0)
    with client:
        answer = client.messages.create(model="x", messages=messages, max_tokens=N_TOKENS)
    usage = answer.usage
    n_prompt = usage.input_tokens + usage.cache_read_input_tokens
    return answer.content[0].text, n_prompt, usage.cache_read_input_tokens


@by_signal
@pytest.mark.parametrize("ask", [chat, respond, message])
def test_a_long_conversation_is_read_from_its_last_turn_on(
    tmp_path: Path, model: Path, ask: Ask
) -> None:
    messages: list[Any] = []
    with Serving(tmp_path, "--model", str(model)) as serving:
        for text in TURNS:
            messages.append({"role": "user", "content": text})
            said, n_before, _cached = ask(serving, messages)
            messages.append({"role": "assistant", "content": said})
        assert serving.stop() == 0
    messages.append({"role": "user", "content": LAST})
    with Serving(tmp_path, "--model", str(model)) as serving:
        _said, n_prompt, cached = ask(serving, messages)
    # All but the last turn: its words, and the marks of the template around them.
    assert cached >= n_before + N_TOKENS - 1
    assert n_prompt - cached <= len(LAST) + 60


@by_signal
def test_a_system_prompt_of_twenty_clients_is_stored_once(tmp_path: Path, model: Path) -> None:
    system = {"role": "system", "content": "Rules of the house. " * 60}
    asked = [[system, {"role": "user", "content": f"I am client {n}."}] for n in range(20)]
    store = tmp_path / "cache" / "kv"
    with Serving(tmp_path, "--model", str(model)) as serving:
        _said, n_prompt, cached = chat(serving, asked[0])
        assert cached == 0
        assert serving.stop() == 0
    one, n_one = stored_rows_bytes(store)
    with Serving(tmp_path, "--model", str(model)) as serving:
        others = [chat(serving, messages) for messages in asked[1:]]
        assert serving.stop() == 0
    total, n_total = stored_rows_bytes(store)
    n_system = len(system["content"])  # a byte is a token of this model
    assert min(cached for _said, _n, cached in others) >= n_system
    # Stored of each further client: what it said and heard, and nothing of what it shares.
    n_own = n_prompt - n_system + N_TOKENS + 1
    assert n_total - n_one <= len(others) * n_own
    assert (total - one) / one == pytest.approx((n_total - n_one) / n_one, rel=0.01)
