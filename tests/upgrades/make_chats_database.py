"""Makes the database file that the upgrade tests keep of the current revision.

Run when a revision is made, until it is released; never again for an old one:
`python -m tests.upgrades.make_chats_database` writes `assets/chats-<revision>.db`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from app.core.chats.migrations import HEAD_REVISION
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.content.media import MediaFile, MediaKind
from app.core.errors import told_as
from app.core.messages import Attachment, Role, TextSource, TokenRecord
from app.core.projects.values import ProjectContent

MEDIA = (
    MediaFile(
        MediaKind.IMAGE, "面包.jpg", "0a" * 32, 1234, 640, 480, 0, "A loaf\nof bread", 250_000
    ),
    MediaFile(MediaKind.SOUND, "oven.flac", "1b" * 32, 99, duration_ms=2500),
)
SOURCE = TextSource("/home/b/recipe.txt", "2c" * 32, 1.5e9, number=3, begin=7, page_name="iv")
KITCHEN = ProjectContent(
    "Kitchen", "🍞", instructions="You bake.", openings=("What shall we bake?",),
    sampling=(("temperature", 0.5),), documents=("/home/b/recipe.txt",),
)  # fmt: skip
ASSETS = Path(__file__).parent / "assets"


def fill(store: ChatStore) -> None:
    """Put one of everything into the database."""
    bread = store.create_chat(title="Bread & 面包", setup=ChatSetup("You bake."))
    store.marks.answered_by(bread.id, "/models/bread.gguf")
    question = store.add_message(
        bread.id, parent_id=None, role=Role.USER, text="Why does bread rise? 🍞"
    )
    for text, status, ids in (
        ("Yeast.", MessageStatus.COMPLETE, (1, 2, 3, 4)),
        ("Because of yeast\nand time.", MessageStatus.STOPPED, (1, 2, 3, 5, 6)),
    ):
        answer = store.add_message(
            bread.id,
            parent_id=question.id,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
            model="tiny",
        )
        store.finish_message(
            answer.id,
            text=text,
            status=status,
            record=TokenRecord("vocabulary", len(ids), bytes(range(16)), ids),
            stats={"n_generated": 2.0, "source": "disk"},
        )
    follow_up = store.add_message(
        bread.id,
        parent_id=answer.id,
        role=Role.USER,
        text="How long?",
        attachments=(Attachment("recipe.txt", "Flour\nand 水", SOURCE), Attachment("empty.md", "")),
        media=MEDIA,
    )
    store.set_up_chat(bread.id, ChatSetup("You bake.", (("temperature", 0.25),)))
    store.set_context_from(bread.id, follow_up.id)
    long_answer = store.add_message(
        bread.id, parent_id=follow_up.id, role=Role.ASSISTANT, text="", model="tiny"
    )
    store.finish_message(
        long_answer.id,
        text="Two hours, or",
        status=MessageStatus.FAILED,
        problem=told_as("The context is full."),
        record=TokenRecord("vocabulary", 9, bytes(range(16)), (1, 2, 3, 5, 6, 7, -8)),
        is_unread=True,
    )
    store.trash.delete_for_good([store.create_chat(title="Unwanted").id])
    store.trash.put([store.create_chat(title="In the trash").id])
    kitchen, _chats = store.folders.make("Kitchen", [bread.id])
    store.folders.set_project(kitchen.id, KITCHEN)
    store.marks.pin([bread.id], is_pinned=True)
    bubbles = store.add_message(
        bread.id, parent_id=question.id, role=Role.ASSISTANT, text="Bubbles"
    )
    store.set_leaf(bread.id, long_answer.id)
    store.deletions.delete(bread.id, bubbles.id)
    store.choose_memory(bread.id, is_pinned=True)
    store.rename_chat(bread.id, "Bread & 面包")
    cut = store.create_chat(title="Cut off")
    half = store.add_message(
        cut.id,
        parent_id=None,
        role=Role.ASSISTANT,
        text="Half an ans",
        status=MessageStatus.STREAMING,
    )
    store.titles.of_model(cut.id, "Cut off", half.id)


def main() -> int:
    """Write the asset of the current revision."""
    target = ASSETS / f"chats-{HEAD_REVISION}.db"
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "chats.db"
        with ChatStore.open(database) as store:
            fill(store)
        shutil.copyfile(database, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
