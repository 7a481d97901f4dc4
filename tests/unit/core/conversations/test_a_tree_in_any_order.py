"""Whatever is done to chats in whatever order, what was shown and not deleted is there.

A plain model of the trees says what must be shown after each gesture. A kill leaves the files as
they were after one of the commits of a gesture: there is no other state that a crash can leave.

Longer than other files: the machine and its model of a tree are read together.
"""

from __future__ import annotations

import contextlib
import gc
import shutil
import sqlite3
import tempfile
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from app.core.chats import database
from app.core.chats.database import Database
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    BranchShown,
    ChatCreated,
    ChatForked,
    ChatOpened,
    ChatsDeleted,
    ChatsListed,
    ChatsRestored,
    MessageAdded,
    MessageDeleted,
    VersionsListed,
)
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import ProblemRaised
from tests.helpers.harm import how_often
from tests.unit.core.conversations.conftest import WAIT_S, staged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.chats.records import ChatId, Message, MessageId
    from tests.unit.core.conversations.conftest import Stage

MOST_PURGED = 100  # messages that are deleted in one run, and some
N_PARTS = 4
N_STEPS = 50
N_RUNS = how_often("HEARTH_TREE_RUNS", 6, 26)  # of N_STEPS in each part: 1,200 gestures, or 5,200


@dataclass(frozen=True)
class Node:
    """One message."""

    id: MessageId
    parent: MessageId | None
    role: Role
    text: str


@dataclass
class Tree:
    """What a chat must look like; `deleted` names what was shown when each one was deleted."""

    nodes: dict[MessageId, Node] = field(default_factory=dict)
    leaf: MessageId | None = None
    deleted: dict[MessageId, MessageId | None] = field(default_factory=dict)
    is_trashed: bool = False
    is_doomed: bool = False  # deleted for good

    def branch(self, end: MessageId | None) -> list[Node]:
        path: list[Node] = []
        while end is not None:
            path.insert(0, self.nodes[end])
            end = path[0].parent
        return path

    def is_there(self, node: Node) -> bool:
        return not any(one.id in self.deleted for one in self.branch(node.id))

    def visible(self) -> list[Node]:
        return [node for node in self.nodes.values() if self.is_there(node)]

    def followers(self, parent: MessageId | None) -> list[Node]:
        return [n for n in self.nodes.values() if n.parent == parent and n.id not in self.deleted]

    def end_of(self, start: MessageId) -> MessageId:
        following = self.followers(start)
        return self.end_of(max(node.id for node in following)) if following else start

    def add(self, message: Message) -> None:
        self.nodes[message.id] = Node(message.id, message.parent_id, message.role, message.text)
        self.leaf = message.id

    def delete(self, node: Node) -> None:
        self.deleted[node.id] = self.leaf
        if node in self.branch(self.leaf):
            others = self.followers(node.parent)
            self.leaf = self.end_of(max(o.id for o in others)) if others else node.parent

    def undo(self, node_id: MessageId) -> None:
        for found in (self.deleted.pop(node_id), node_id):
            if found is not None and self.is_there(self.nodes[found]):
                if self.nodes[found] not in self.branch(self.leaf):
                    self.leaf = self.end_of(found)
                return

    def purge(self) -> list[Node]:
        gone = [node for node in self.nodes.values() if not self.is_there(node)]
        for node in gone:
            del self.nodes[node.id]
        self.deleted.clear()
        return gone

    def versions(self) -> dict[MessageId, tuple[MessageId, ...]]:
        groups = {node.id: self.followers(node.parent) for node in self.visible()}
        return {
            message_id: tuple(sorted(node.id for node in group))
            for message_id, group in groups.items()
            if len(group) > 1
        }


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Files are copied by this very system, so nothing needs to be on the disk."""
    with pytest.MonkeyPatch.context() as patched:
        pragmas = [p for p in database._PRAGMAS if not p.startswith("synchronous")]
        patched.setattr(database, "_PRAGMAS", (*pragmas, "synchronous=OFF"))
        yield


class Chats(RuleBasedStateMachine):
    """Gestures on a few chats."""

    def __init__(self) -> None:
        super().__init__()
        self._folders = contextlib.ExitStack()
        self.trees: dict[ChatId, Tree] = {}
        self.gone: list[str] = []  # words that must be nowhere any more
        self._n_words = 0
        self._wrapped: list[Any] = []

    @initialize()
    def begin(self) -> None:
        self._open(self._new_folder() / "chats.db")

    def teardown(self) -> None:
        self._end()
        self._folders.close()
        gc.collect()  # hundreds of runs make one test

    def _new_folder(self) -> Path:
        return Path(self._folders.enter_context(tempfile.TemporaryDirectory()))

    def _open(self, path: Path) -> None:
        self.path = path
        self._stages = staged(lambda: ChatStore.open(path))
        self.stage: Stage = next(self._stages)
        self.stage.event(ChatsListed)
        for _ in range(MOST_PURGED):  # each lets one step of the purge at the start pass
            self.stage.settle()

    def _end(self) -> None:
        for _ in self._stages:
            pass

    def _words(self) -> str:
        self._n_words += 1
        return f"words{self._n_words}x"

    def _pick(self, data: st.DataObject, options: list[Any]) -> Any:
        return data.draw(st.sampled_from(options))

    def _draw_chat(self, data: st.DataObject) -> ChatId | None:
        alive = [chat_id for chat_id, tree in self.trees.items() if not tree.is_trashed]
        return self._pick(data, alive) if alive else None

    def _draw_node(
        self, data: st.DataObject, suits: Callable[[Tree, Node], bool]
    ) -> tuple[ChatId, Node] | None:
        found = [
            (chat_id, node)
            for chat_id, tree in self.trees.items()
            if not tree.is_trashed
            for node in tree.visible()
            if suits(tree, node)
        ]
        return self._pick(data, found) if found else None

    def _answer(self, chat_id: ChatId) -> None:
        """Play the engine, and take the answer into the model."""
        changed = self.stage.answer(self._words())
        self.trees[chat_id].add(changed.message)

    def _check(self, chat_id: ChatId) -> None:
        tree = self.trees[chat_id]
        self.stage.settle()
        self._no_problem()
        self.stage.conversations.chats.open(chat_id)
        opened = self.stage.event(ChatOpened)
        expected = [(node.id, node.text) for node in tree.branch(tree.leaf)]
        assert [(message.id, message.text) for message in opened.messages] == expected
        assert dict(self.stage.event(VersionsListed).versions) == tree.versions()

    def _no_problem(self) -> None:
        while not self.stage.events.empty():
            assert not isinstance(self.stage.events.get(), ProblemRaised)

    # -- gestures --

    @rule(data=st.data(), is_new=st.booleans())
    def send(self, data: st.DataObject, is_new: bool) -> None:
        chat_id = None if is_new and len(self.trees) < 4 else self._draw_chat(data)
        self.stage.conversations.chats.send(chat_id, self._words())
        if chat_id is None:
            chat_id = self.stage.event(ChatCreated).chat.id
            self.trees[chat_id] = Tree()
        self.trees[chat_id].add(self.stage.event(MessageAdded).message)
        self._answer(chat_id)
        self._check(chat_id)

    @rule(data=st.data(), is_changed=st.booleans())
    def edit(self, data: st.DataObject, is_changed: bool) -> None:
        # An answer of which a kill left nothing has no words that could be sent again.
        found = self._draw_node(data, lambda _tree, node: is_changed or bool(node.text))
        if found is None:
            return
        chat_id, node = found
        tree = self.trees[chat_id]
        text = self._words() if is_changed else node.text
        self.stage.conversations.chats.edit(chat_id, node.id, text)
        shown = self.stage.event(BranchShown)
        if is_changed:
            tree.add(shown.messages[-1])
        elif node.role is Role.ASSISTANT and node not in tree.branch(tree.leaf):
            tree.leaf = tree.end_of(node.id)  # what says these words already is shown
        if node.role is Role.USER:
            self._answer(chat_id)
        self._check(chat_id)

    @rule(data=st.data())
    def regenerate(self, data: st.DataObject) -> None:
        found = self._draw_node(
            data, lambda _tree, node: node.role is Role.ASSISTANT and node.parent is not None
        )
        if found is not None:
            self.stage.conversations.chats.regenerate(found[0], found[1].id)
            self._answer(found[0])
            self._check(found[0])

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        found = self._draw_node(data, lambda tree, node: node in tree.branch(tree.leaf))
        if found is not None:
            chat_id, node = found
            self.stage.conversations.chats.delete_message(chat_id, node.id)
            assert self.stage.event(MessageDeleted).message.id == node.id
            self.trees[chat_id].delete(node)
            self._check(chat_id)

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        deleted = [
            (chat_id, node_id)
            for chat_id, tree in self.trees.items()
            if not tree.is_trashed
            for node_id in tree.deleted
        ]
        if deleted:
            chat_id, node_id = self._pick(data, deleted)
            self.stage.conversations.chats.undo_delete_message(chat_id, node_id)
            self.trees[chat_id].undo(node_id)
            self._check(chat_id)

    @rule(data=st.data())
    def show_version(self, data: st.DataObject) -> None:
        found = self._draw_node(data, lambda _tree, _node: True)
        if found is not None:
            chat_id, node = found
            self.stage.conversations.chats.show_version(chat_id, node.id)
            tree = self.trees[chat_id]
            tree.leaf = tree.end_of(node.id)
            self._check(chat_id)

    @rule(data=st.data())
    def fork(self, data: st.DataObject) -> None:
        found = self._draw_node(data, lambda _tree, _node: True)
        if found is not None and len(self.trees) < 5:
            chat_id, node = found
            self.stage.conversations.chats.fork(chat_id, node.id)
            fork = self.stage.event(ChatForked).chat.id
            self.stage.conversations.chats.open(fork)
            self.trees[fork] = Tree()
            copies = self.stage.event(ChatOpened).messages
            texts = [one.text for one in self.trees[chat_id].branch(node.id)]
            assert [message.text for message in copies] == texts
            for number, message in enumerate(copies):  # other words, to tell them apart
                self.trees[fork].add(replace(message, text=texts[number]))
            self._check(fork)

    @rule(data=st.data())
    def delete_chat(self, data: st.DataObject) -> None:
        chat_id = self._draw_chat(data)
        if chat_id is not None:
            self.stage.conversations.listing.delete([chat_id])
            self.stage.event(ChatsDeleted)
            self.trees[chat_id].is_trashed = True

    @rule(data=st.data())
    def undo_delete_chat(self, data: st.DataObject) -> None:
        trashed = [chat_id for chat_id, tree in self.trees.items() if tree.is_trashed]
        if trashed:
            chat_id = self._pick(data, trashed)
            self.stage.conversations.listing.restore([chat_id])
            self.stage.event(ChatsRestored)
            self.trees[chat_id].is_trashed = False
            self._check(chat_id)

    # -- the program ends --

    @rule(is_emptied=st.booleans())
    def close_and_start_again(self, is_emptied: bool) -> None:
        if is_emptied:
            self.stage.conversations.listing.empty_trash()
            for tree in self.trees.values():
                tree.is_doomed = tree.is_trashed
        assert self.stage.conversations.end().exception(10) is None
        self._end()
        self._purge_model()
        self._open(self.path)
        self._check_everything()

    @rule(data=st.data(), gesture=st.sampled_from(["send", "edit", "delete", "undo", "close"]))
    def kill(self, data: st.DataObject, gesture: str) -> None:
        """End in the middle of a gesture: as after any one of its commits, or before the first."""
        before = {chat_id: self._visible_texts(tree) for chat_id, tree in self.trees.items()}
        was_deleted = self._deleted_texts()
        crashed = self._states_while(
            lambda: {
                "send": lambda: self.send(data, is_new=False),
                "edit": lambda: self.edit(data, is_changed=True),
                "delete": lambda: self.delete(data),
                "undo": lambda: self.undo(data),
                "close": lambda: self.stage.conversations.end().result(10),
            }[gesture]()
        )
        after = {chat_id: self._visible_texts(tree) for chat_id, tree in self.trees.items()}
        still_deleted = self._deleted_texts()
        self._end()
        share = data.draw(st.integers(0, 999))
        alike = crashed[share * len(crashed) // 1000]
        self._open(alike[share % len(alike)])
        self._learn_trees()
        kept = {text for texts in before.values() for text in texts}
        for chat_id, texts in after.items():
            now = self._visible_texts(self.trees[chat_id]) if chat_id in self.trees else set()
            # What was there before and after the gesture is there whenever it was cut short.
            assert texts & before.get(chat_id, set()) <= now
        shown = {text for tree in self.trees.values() for text in self._visible_texts(tree)}
        assert not (was_deleted & still_deleted) & shown - kept
        self.gone += sorted(was_deleted & still_deleted - shown)
        self._check_everything()

    def _states_while(self, gesture: Callable[[], object]) -> list[list[Path]]:
        """Copies of the files before a gesture and after each of its commits.

        Neighbours with the same messages are one list: how many commits there are beside depends
        on what else is stored meanwhile, and what is drawn next must not.
        """
        copies = [[self._copied()]]
        newest = self._messages_on_disk()
        original = Database.writing

        @contextlib.contextmanager
        def writing(db: Database) -> Iterator[Any]:
            nonlocal newest
            with original(db) as connection:
                yield connection
            before, newest = newest, self._messages_on_disk()
            if newest != before:
                copies.append([])
            copies[-1].append(self._copied())

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Database, "writing", writing)
            gesture()
            self.stage.settle()
        return copies

    def _messages_on_disk(self) -> list[list[Any]]:
        """What the trees are learned from, as far as it is on disk."""
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            return [
                connection.execute(statement).fetchall()
                for statement in (
                    "SELECT id, chat_id, parent_id, text FROM messages",
                    "SELECT id, leaf_id, trashed_at IS NULL FROM chats",
                    "SELECT message_id FROM deleted_messages",
                )
            ]

    def _copied(self) -> Path:
        folder = self._new_folder()
        for suffix in ("", "-wal"):
            source = self.path.with_name(self.path.name + suffix)
            if source.exists():
                shutil.copyfile(source, folder / source.name)
        return folder / self.path.name

    # -- the model --

    def _visible_texts(self, tree: Tree) -> set[str]:
        return set() if tree.is_doomed else {node.text for node in tree.visible()}

    def _deleted_texts(self) -> set[str]:
        """The words that only deleted messages and chats hold."""
        everything = {node.text for tree in self.trees.values() for node in tree.nodes.values()}
        left = {text for tree in self.trees.values() for text in self._visible_texts(tree)}
        return everything - left - {""}

    def _purge_model(self) -> None:
        self.gone += sorted(self._deleted_texts())
        for chat_id, tree in list(self.trees.items()):
            tree.purge()
            if tree.is_doomed:
                del self.trees[chat_id]

    def _learn_trees(self) -> None:
        """Take the trees as they are after a crash; what was deleted before it has been purged."""
        learned: Future[dict[ChatId, Tree]] = Future()

        def learn() -> None:  # where the store is used, which one thread may do
            try:
                learned.set_result(self._trees_on_disk())
            except BaseException as error:  # noqa: BLE001 - raised where it is waited for
                learned.set_exception(error)

        self.stage.conversations.after_pending(learn)
        self.trees = learned.result(WAIT_S)

    def _trees_on_disk(self) -> dict[ChatId, Tree]:
        store = self.stage.conversations._session.store
        trees: dict[ChatId, Tree] = {}
        trashed = [one.chat for one in store.trash.all()]
        for chat in (*store.list_chats(), *trashed):
            trees[chat.id] = tree = Tree(is_trashed=chat.is_deleted)
            below: list[MessageId | None] = [None]
            while below:
                for message in store.children(chat.id, below.pop()):
                    tree.add(message)
                    below.append(message.id)
            tree.leaf = chat.leaf_id
        return trees

    def _check_everything(self) -> None:
        for chat_id, tree in self.trees.items():
            if not tree.is_trashed:
                self._check(chat_id)
        # An empty one is a lock: Windows lets nobody read it.
        there = [path for path in self.path.parent.iterdir() if path.stat().st_size]
        files = [path.read_bytes() for path in there]
        assert not [text for text in self.gone if any(text.encode() in data for data in files)]


@pytest.mark.parametrize("part", range(N_PARTS))
def test_what_was_shown_and_not_deleted_is_there_and_what_was_deleted_is_gone(part: int) -> None:
    machine = seed(part)(type(f"Chats{part}", (Chats,), {}))
    plan = settings(max_examples=N_RUNS, stateful_step_count=N_STEPS, deadline=None)
    gc.collect()
    gc.freeze()  # what the tests before have left is not looked through after each run
    run_state_machine_as_test(machine, settings=plan)
