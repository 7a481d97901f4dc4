"""Links to a model of the hub."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.models.hub_address import is_repository_name
from app.core.models.hub_link import HubLink, is_link, page_link, read_link

REPO = "unsloth/Qwen3.5-4B-GGUF"
FILE = "Qwen3.5-4B-UD-Q4_K_XL.gguf"


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (f"hearth://open_from_hf?model={REPO}", ""),
        (f"hearth://open_from_hf?model={REPO}&file={FILE}", FILE),
        (f"HEARTH://Open_From_HF/?file={FILE}&model={REPO.replace('/', '%2F')}", FILE),
        (f"hearth://models/huggingface/{REPO}", ""),
        (f"hearth://models/huggingface/{REPO}/", ""),
        (f"  https://huggingface.co/{REPO}\n", ""),
        (f"https://huggingface.co/{REPO}/tree/main", ""),
        (f"https://huggingface.co/{REPO}?local-app=hearth", ""),
        (f"https://hf.co/{REPO}/blob/main/Q4%20K/{FILE}", f"Q4 K/{FILE}"),
        (f"https://huggingface.co/{REPO}/resolve/main/{FILE}?download=true", FILE),
    ],
)
def test_links_and_pages_of_the_hub_lead_to_a_repository(text: str, file: str) -> None:
    assert read_link(text) == HubLink(REPO, file)
    assert page_link(text) == HubLink(REPO, file)
    assert is_link(text) == text.lower().startswith("hearth:")


def test_a_mirror_that_the_environment_names_is_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://mirror.example:8080/hub")
    assert read_link("https://mirror.example/a/b") == HubLink("a/b")


BAD = [
    "hearth:",
    "hearth://",
    "hearth://open_from_hf",
    "hearth://open_from_hf?model=",
    "hearth://open_from_hf?model=only",
    "hearth://open_from_hf?model=a/b/c",
    "hearth://open_from_hf?model=../b",
    "hearth://open_from_hf?model=a/..",
    "hearth://open_from_hf?model=a/b&file=../../x.gguf",
    "hearth://open_from_hf?model=a/b&file=/etc/passwd",
    "hearth://open_from_hf?model=a/b&file=x%0A.gguf",
    "hearth://open_from_hf?model=a/b&file=a%5Cb",
    "hearth://open_from_hf/x?model=a/b",
    "hearth://models/other/a/b",
    "hearth://models/huggingface/a",
    "hearth://run?command=rm",
    "hearth://[::1",
    "hearth://open_from_hf?" + "&" * 40 + "model=a/b",
    "hearth://open_from_hf?model=a/b&file=" + "x" * 2_000,
    "https://example.com/a/b",
    "https://huggingface.co.example.com/a/b",
    "https://huggingface.co/a",
    "file:///etc/passwd",
    "a/b",
    "",
]


@pytest.mark.parametrize("text", BAD)
def test_a_bad_link_is_one_clear_sentence(text: str) -> None:
    with pytest.raises(KnownError) as raised:
        read_link(text)
    told = raised.value.problem()
    assert str(told.what).startswith("Hearth cannot open the link “")
    assert len(str(told.what)) < 200
    assert str(told.effect) == "Nothing was opened or downloaded."
    assert "hearth://open_from_hf?model=author/name" in str(told.remedy)
    assert str(told.what).isprintable()
    assert page_link(text) is None


@given(st.text(), st.sampled_from(["", "hearth://open_from_hf?", "https://huggingface.co/"]))
def test_whatever_is_given_leads_to_a_repository_or_nowhere(text: str, lead: str) -> None:
    found = page_link(lead + text)
    if found is not None:
        assert is_repository_name(found.repo)
        assert ".." not in found.file.split("/")
