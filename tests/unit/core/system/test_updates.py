"""The release feed: which version is newer, and what is refused of what comes from outside."""

from __future__ import annotations

import contextlib
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import app
from app.core.errors import KnownError
from app.core.system.updates import FeedMalformed, Release, read_feed, version_of

GROWING = [
    "0.1.0.dev1",
    "0.1.0a1",
    "0.1.0-alpha.2",
    "0.1.0b1",
    "0.1.0-rc.1",
    "0.1.0rc2",
    "0.1.0rc10",
    "0.1.0",
    "0.1.1",
    "0.2",
    "0.9.9",
    "0.10.0",
    "1.0rc1",
    "1",
    "1.0.post2",
    "1.0.0.1",
    "10.0",
]


def feed(**said: object) -> bytes:
    whole = {"version": "0.7.0", "page": "https://hearth.example/download", "notes": "Faster."}
    return json.dumps({**whole, **said}).encode()


@pytest.mark.parametrize(("older", "newer"), list(itertools.combinations(GROWING, 2)))
def test_of_two_versions_the_newer_is_larger(older: str, newer: str) -> None:
    assert version_of(older) < version_of(newer)
    assert not version_of(newer) < version_of(older)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1", "1.0.0"),
        ("1.0RC1", "1.0-rc.1"),
        ("1.2+debian", "1.2"),
        ("01.2", "1.2"),
        ("v1.2", "1.2"),
    ],
)
def test_the_same_version_may_be_written_in_several_ways(one: str, other: str) -> None:
    assert version_of(one) == version_of(other)


@pytest.mark.parametrize(
    "text", ["", "seven", "1.", ".1", "1..2", "-1", "1.2 beta", "w1.2", "1.٢", "9" * 41, "1.0\n2"]
)
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(FeedMalformed, match="contains no valid version"):
        version_of(text)


def test_the_version_of_this_program_is_one() -> None:
    assert str(version_of(app.__version__)) == app.__version__


def test_a_feed_is_read() -> None:
    release = read_feed(feed())

    assert release == Release(version_of("0.7.0"), "https://hearth.example/download", "Faster.")
    assert release.is_newer("0.6.12")
    assert not release.is_newer("0.7.0")
    assert not release.is_newer("0.7.1.dev1")


def test_notes_may_be_missing_and_other_things_may_be_added() -> None:
    said = {"version": "1.0", "page": "https://hearth.example/", "more": [1]}

    assert read_feed(json.dumps(said).encode()).notes == ""


def test_notes_become_one_line_that_steers_nothing_and_ends_somewhere() -> None:
    notes = read_feed(feed(notes="Faster\n\n\x1b[31m and\u202e safer. " + "x" * 1000)).notes

    assert notes.startswith("Faster [31m and safer. xxx")
    assert len(notes) == 300


@pytest.mark.parametrize(
    "page",
    [
        "http://hearth.example/",
        "HTTP://hearth.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https:/hearth.example",
        "https://",
        "https:///path",
        "https://user:secret@hearth.example/",
        "https://hearth.example\\@evil.example/",
        "https://hearth.example/ --option",
        "https://hearth.example/\n",
        "https://hеarth.example/",  # a Cyrillic letter
        "--help",
        "https://hearth.example/" + "x" * 2000,
        "",
    ],
)
def test_only_plain_https_pages_are_accepted(page: str) -> None:
    with pytest.raises(FeedMalformed, match="not plain https"):
        read_feed(feed(page=page))


@pytest.mark.parametrize(
    "page",
    [
        "https://hearth.example",
        "HTTPS://Hearth.Example/",
        "https://hearth.example:8443/a/b?c=d&e=%20#f",
    ],
)
def test_every_plain_https_page_is_accepted(page: str) -> None:
    assert read_feed(feed(page=page)).page == page


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON"),
        (b"<html>", "is not JSON"),
        (b"\xff\xfe\xfd", "is not JSON"),
        (b"[" * 60_000, "is not JSON"),
        (b"9" * 60_000, "is not JSON"),
        (b'["0.7.0"]', "is not a JSON object"),
        (b"{}", "no text “version”"),
        (feed(version=7), "no text “version”"),
        (feed(version="newest"), "contains no valid version"),
        (feed(page=None), "no text “page”"),
        (feed(notes=["a"]), "no text “notes”"),
    ],
)
def test_what_cannot_be_understood_says_why_and_what_to_do(data: bytes, reason: str) -> None:
    with pytest.raises(FeedMalformed) as raised:
        read_feed(data)

    told = raised.value.problem()
    assert reason in str(told.what)
    assert "nothing was changed" in str(told.effect)
    assert "https://" in str(told.remedy)


@given(
    st.binary(max_size=200) | st.text(max_size=60).map(lambda text: feed(version=text, page=text))
)
def test_nothing_but_a_known_error_comes_of_anything(data: bytes) -> None:
    with contextlib.suppress(KnownError):
        read_feed(data)
