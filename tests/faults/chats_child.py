"""A process that does random things to chats until it is killed, and says what must survive.

Each line on its standard output is a JSON object; from then until the next line, whatever moment it
is killed at, the words in `kept` are in the chats and those in `gone` are not.

usage: python -m tests.faults.chats_child DATABASE NUMBER [GESTURES]
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.unit.core.conversations.test_a_tree_in_any_order import Chats, Node

if TYPE_CHECKING:
    from hypothesis import strategies as st

    from app.core.chats.records import ChatId

GESTURES = ("send", "send", "send", "edit", "regenerate", "delete", "delete", "undo", "fork")
RARE_GESTURES = ("delete_chat", "undo_delete_chat", "close_and_start_again", "show_version")


class Killed(Chats):
    """The chats of one database, and what is true of them."""

    def __init__(self, database: Path, number: int) -> None:
        super().__init__()
        self._number = number
        self._random = random.Random(number)
        self._open(database)
        self._learn_trees()

    def play(self) -> None:
        """Do one thing, and say what is true before and after it."""
        kinds = GESTURES if self._random.random() < 0.85 else RARE_GESTURES
        gesture = self._random.choice(kinds)
        drawn: dict[str, Any] = {"data": None}
        if gesture == "send":
            drawn["is_new"] = self._random.random() < 0.2
        elif gesture == "edit":
            drawn["is_changed"] = self._random.random() < 0.8
        elif gesture == "close_and_start_again":
            drawn = {"is_emptied": self._random.random() < 0.5}
            if drawn["is_emptied"]:
                trashed = [chat_id for chat_id, tree in self.trees.items() if tree.is_trashed]
                self.promise({word for chat_id in trashed for word in self._words_at(chat_id)})
        getattr(self, gesture)(**drawn)
        self.promise()

    def promise(self, changing: set[str] | None = None) -> None:
        """Say what survives; of the words that are being changed, nothing is promised."""
        doubtful = changing or set()
        line = {
            "kept": sorted(self.shown() - doubtful),
            "gone": sorted(self._deleted_texts() - doubtful),
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    def shown(self) -> set[str]:
        """All words in the chats."""
        return {text for tree in self.trees.values() for text in self._visible_texts(tree)}

    def _pick(self, data: st.DataObject, options: list[Any]) -> Any:
        picked = self._random.choice(options)
        self.promise(self._words_at(picked))
        return picked

    def _words_at(self, picked: Any) -> set[str]:
        """The words in a chat, or in a message and all that follows it."""
        chat_id: ChatId = picked[0] if isinstance(picked, tuple) else picked
        tree = self.trees[chat_id]
        if picked == chat_id:
            return {node.text for node in tree.nodes.values()}
        start = picked[1].id if isinstance(picked[1], Node) else picked[1]
        return {
            node.text
            for node in tree.nodes.values()
            if any(above.id == start for above in tree.branch(node.id))
        }

    def _words(self) -> str:
        self._n_words += 1
        return f"words{self._number}n{self._n_words}x"


def main() -> None:
    chats = Killed(Path(sys.argv[1]), int(sys.argv[2]))
    chats.promise()
    for _ in range(int(sys.argv[3])) if len(sys.argv) > 3 else itertools.count():
        chats.play()
    chats.teardown()


if __name__ == "__main__":
    main()
