"""Secrets do not reach a log."""

from __future__ import annotations

import json

import pytest

from app.core.tools.masking import masked_arguments, masked_text, shown

SECRETS = [
    "sk-abcdefghijklmnop1234",
    "ghp_abcdefghijklmnopqrst1234",
    "hf_abcdefghijklmnopqrst",
    "Bearer abc.def-ghi_123",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "4f2a9c81d7e64b0fa3c5e8d912b7f604",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_what_looks_like_a_secret_is_masked_wherever_it_stands(secret: str) -> None:
    assert secret not in masked_text(f"connecting with {secret} now")
    arguments = json.dumps({"query": f"use {secret}", "list": [{"x": secret}]})
    assert secret not in json.loads(masked_arguments(arguments))["query"]
    assert secret not in masked_arguments(arguments)


@pytest.mark.parametrize(
    "name", ["password", "api_key", "API-Key", "access_token", "Authorization", "client_secret"]
)
def test_what_is_called_a_secret_is_masked_whatever_it_is(name: str) -> None:
    assert json.loads(masked_arguments(json.dumps({"deep": [{name: "plain"}]}))) == {
        "deep": [{name: "***"}]
    }
    assert "hunter2" not in masked_text(f"{name}=hunter2")


def test_names_and_passwords_in_addresses_are_masked() -> None:
    assert masked_text("see https://me:pw@example.org/x") == "see https://***@example.org/x"


def test_ordinary_words_stay() -> None:
    words = "Find bread near the station at 10:30, key question: is it open? 2026-11-30"
    assert masked_text(words) == words
    assert json.loads(masked_arguments('{"query": "bread", "n": 3}')) == {"query": "bread", "n": 3}


def test_what_is_no_json_is_masked_as_text() -> None:
    assert "hunter2" not in masked_arguments('{"password": "hunter2"')
    assert len(masked_text("a" * 10**6)) <= 100_000


def test_whoever_allows_a_call_sees_all_of_it() -> None:
    assert shown('{"query": "a\u202eb", "password": "x"}') == (
        '{"query": "a\\u202eb", "password": "x"}'
    )
    assert shown("no\u200bjson") == "'no\\u200bjson'"
