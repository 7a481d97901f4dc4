"""The form that a chat chose goes with each question to the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup
from app.core.protocol import Constraint, ConstraintKind, Generate

if TYPE_CHECKING:
    from tests.unit.core.conversations.conftest import Stage


def test_a_chat_binds_its_answers_to_the_form_that_it_chose(stage: Stage) -> None:
    texts = (("grammar", 'root ::= "a"'), ("json_schema", "{}"))
    for number, (form, expected) in enumerate(
        {
            "grammar": Constraint(ConstraintKind.GRAMMAR, 'root ::= "a"'),
            "json_schema": Constraint(ConstraintKind.JSON_SCHEMA, "{}"),
            "something": None,
            "": None,
        }.items()
    ):
        setup = ChatSetup(sampling=(*texts, ("form", form)))
        stage.conversations.chats.send(None, f"{number}", setup=setup)
        assert stage.command(Generate).constraint == expected
    empty = ChatSetup(sampling=(("form", "grammar"), ("grammar", " \n")))
    stage.conversations.chats.send(None, "One", setup=empty)
    assert stage.command(Generate).constraint is None
