"""In which language a model is asked for a title."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.conversations.texts.title_text import instruction_for


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("How do I make bread rise?", "title"),
        ("Wie backe ich ein Brot, das nicht zu hart ist?", "Titel"),
        ("Comment faire un pain sans levure avec du lait ?", "titre"),
        ("¿Cómo hago el pan sin levadura y con leche?", "título"),
        ("Come posso fare il pane con gli ingredienti che ho?", "titolo"),
        ("Como é que eu faço um pão com os ovos?", "Escreve"),
        ("Hoe bak ik een brood dat niet te hard is?", "titel"),
        ("Как испечь хлеб без дрожжей?", "заголовок"),
        ("イーストなしでパンを焼く方法は?", "題名"),
        ("이스트 없이 빵을 굽는 방법은?", "제목"),
        ("没有酵母怎么做面包?", "标题"),
        ("Bread", "title"),
        ("", "title"),
        ("12 + 30 =", "title"),
        ("What does Привет mean in the Russian language?", "title"),
    ],
)
def test_it_is_the_language_of_the_chat(text: str, word: str) -> None:
    assert word in instruction_for(text)


@given(st.text())
def test_there_is_always_one(text: str) -> None:
    assert instruction_for(text)
