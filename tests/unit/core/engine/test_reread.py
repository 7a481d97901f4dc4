"""Each cause of reading a chat again is told from the others."""

from __future__ import annotations

import pytest

from app.core.engine.memory.reread import ComputedBefore, Reread, explain, n_read_again
from app.core.engine.prompts.prompt import Prompt
from app.core.messages import Role, TokenRecord
from app.core.protocol import PrefixSource, PromptMessage, RereadCause

N = 100  # tokens of each message
VOCABULARY = "model"


def said(text: str, vocabulary: str = VOCABULARY) -> PromptMessage:
    return PromptMessage(Role.ASSISTANT, text, TokenRecord(vocabulary, 0, b"", ()))


SYSTEM = PromptMessage(Role.SYSTEM, "s")
ASKED = PromptMessage(Role.USER, "u")
CHAT = (SYSTEM, ASKED, said("a"), ASKED, said("b"), ASKED)


def prompt_of(n_messages: int) -> Prompt:
    ends = tuple(N * (index + 1) for index in range(n_messages))
    ids = tuple(range(N * n_messages + 5))
    return Prompt("", ids, ends, tuple(range(1, n_messages + 1)))


PROMPT = prompt_of(len(CHAT))


def different_at(position: int) -> ComputedBefore:
    ids = list(PROMPT.token_ids[: 5 * N])
    ids[position] = -1
    return ComputedBefore(ids)


def why(
    remembered: ComputedBefore,
    source: PrefixSource = PrefixSource.NOT_STORED,
    messages: tuple[PromptMessage, ...] = CHAT,
) -> Reread:
    return explain(messages, PROMPT, 300, source, remembered, VOCABULARY)


def test_only_what_had_been_answered_before_counts_as_read_again() -> None:
    assert n_read_again((SYSTEM, ASKED), prompt_of(2), 0) == 0
    assert n_read_again(CHAT, PROMPT, 0) == 5 * N
    assert n_read_again(CHAT, PROMPT, 2 * N) == 3 * N
    assert n_read_again(CHAT, PROMPT, 5 * N) == 0


def test_a_few_tokens_at_a_boundary_are_nobodys_concern() -> None:
    assert n_read_again(CHAT, PROMPT, 5 * N - 20) == 0


def test_an_answer_that_is_continued_is_not_an_earlier_turn() -> None:
    assert n_read_again((ASKED, said("a")), prompt_of(2), 0) == 0


@pytest.mark.parametrize(
    ("position", "cause", "message"),
    [
        (3, RereadCause.SYSTEM_PROMPT, 0),
        (N + 3, RereadCause.EDITED, 1),
        (2 * N + 3, RereadCause.TEMPLATE, 2),
        (3 * N, RereadCause.EDITED, 3),
    ],
)
def test_the_first_token_that_differs_names_the_message_and_its_role_the_cause(
    position: int, cause: RereadCause, message: int
) -> None:
    assert why(different_at(position)) == Reread(300, cause, message)


def test_an_answer_the_user_wrote_over_was_edited() -> None:
    edited = (*CHAT[:2], PromptMessage(Role.ASSISTANT, "mine"), *CHAT[3:])
    assert why(different_at(2 * N), messages=edited).cause is RereadCause.EDITED


def test_what_was_never_stored_or_is_gone_was_removed() -> None:
    assert why(ComputedBefore(PROMPT.token_ids[:N])).cause is RereadCause.REMOVED
    assert why(ComputedBefore()).cause is RereadCause.REMOVED


def test_nothing_here_but_something_elsewhere_is_another_setting_or_another_model() -> None:
    assert why(ComputedBefore(elsewhere=True)).cause is RereadCause.OTHER_SETTING
    foreign = (*CHAT[:4], said("b", "another"), ASKED)
    assert why(ComputedBefore(), messages=foreign).cause is RereadCause.OTHER_MODEL
    unrecorded = (ASKED, PromptMessage(Role.ASSISTANT, "imported"), ASKED)
    assert why(ComputedBefore(elsewhere=True), messages=unrecorded).cause is RereadCause.OTHER_MODEL


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        (PrefixSource.DAMAGED, RereadCause.DAMAGED),
        (PrefixSource.OFF, RereadCause.OFF),
        (PrefixSource.UNSUPPORTED, RereadCause.UNSUPPORTED),
    ],
)
def test_the_store_knows_some_causes_itself(source: PrefixSource, cause: RereadCause) -> None:
    assert why(different_at(3), source).cause is cause
