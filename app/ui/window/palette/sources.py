"""Makes the entries of the command palette from what the window has."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.plain_value import PlainValue
from app.core.settings.setting import Editing, Setting
from app.core.settings.table import SETTINGS
from app.ui.kit.actions import ACTIONS, native
from app.ui.window.palette.entries import Entry, Folded, Kind
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PySide6.QtGui import QAction

    from app.core.chats.records import ChatId
    from app.core.settings.settings import Settings
    from app.ui.state.chat_list_item_model import ChatListItemModel

    ReadTitle = tuple[ChatId, str, Folded]

OPENS_PALETTE = "palette"
# Other words that people look for, by the key of the entry.
_SYNONYMS = {
    "action:about": QT_TR_NOOP("update upgrade version licence license"),
    "action:api": QT_TR_NOOP("openai server local http"),
    "action:chat_setup": QT_TR_NOOP("system prompt temperature sampling parameters"),
    "action:export_all": QT_TR_NOOP("backup save"),
    "action:export_chat": QT_TR_NOOP("save print pdf markdown"),
    "action:folders": QT_TR_NOOP("backup data directory move location"),
    "action:get_model": QT_TR_NOOP("download hugging face new"),
    "action:hardware": QT_TR_NOOP("gpu vram graphics card cpu processor ram speed cuda vulkan"),
    "action:import_chats": QT_TR_NOOP("chatgpt claude restore"),
    "action:library": QT_TR_NOOP("gguf files ollama switch change"),
    "action:memory": QT_TR_NOOP("cache kv disk storage"),
    "action:model_setup": QT_TR_NOOP("gpu vram layers context lora adapters template threads"),
    "action:new_temporary_chat": QT_TR_NOOP("private incognito"),
    "action:prompts": QT_TR_NOOP("templates snippets"),
    "action:servers": QT_TR_NOOP("remote openai ollama cloud"),
    "action:settings": QT_TR_NOOP("preferences options configuration"),
    "action:shortcuts": QT_TR_NOOP("keys hotkeys help"),
    "action:unload_model": QT_TR_NOOP("ram vram memory free eject"),
    "action:zoom_in": QT_TR_NOOP("zoom font size bigger"),
    "action:zoom_out": QT_TR_NOOP("zoom font size"),
    "action:zoom_reset": QT_TR_NOOP("zoom font size"),
    "setting:look.font": QT_TR_NOOP("typeface letters"),
    "setting:look.language": QT_TR_NOOP("translation locale"),
    "setting:look.language=de": QT_TR_NOOP("german"),
    "setting:look.language=zh_CN": QT_TR_NOOP("chinese"),
    "setting:look.theme": QT_TR_NOOP("dark light night mode colours colors appearance"),
    "setting:look.tray": QT_TR_NOOP("background minimise minimize quit close"),
    "setting:look.zoom": QT_TR_NOOP("font larger smaller zoom"),
    "setting:memory.budget_gb": QT_TR_NOOP("cache kv disk space storage"),
    "setting:model.context_tokens": QT_TR_NOOP("ram vram length window"),
    "setting:model.keep_minutes": QT_TR_NOOP("ram vram unload free"),
    "setting:notify.answers": QT_TR_NOOP("notifications"),
}


class PaletteDoors(PlainValue, frozen=True):
    """What choosing an entry does.

    Attributes:
        show_chat: shows a chat.
        show_setting: opens the settings at one.
        change: gives a setting a value.
        load_model: loads the model at a path.
        models: returns paths of models with their names.
    """

    show_chat: Callable[[ChatId], object]
    show_setting: Callable[[Setting[Any]], object]
    change: Callable[[Setting[Any], Any], object]
    load_model: Callable[[str], object]
    models: Callable[[], Mapping[str, str]]


def action_entries(actions: Mapping[str, QAction], keys: Callable[[str], str]) -> Iterator[Entry]:
    """Return every action but the one that opens the palette.

    Args:
        keys: returns the keys of an action in Qt's portable form.
    """
    for row in ACTIONS:
        if row.key != OPENS_PALETTE and actions[row.key].isVisible():
            yield Entry(
                f"action:{row.key}",
                Kind.ACTION,
                tr(row.text),
                actions[row.key].trigger,
                native(keys(row.key)),
                row.icon,
                actions[row.key].isEnabled(),
                _synonyms(f"action:{row.key}"),
            )


def _synonyms(key: str) -> str:
    words = _SYNONYMS.get(key, "")
    return f"{words} {tr(words)}" if words else ""  # the English ones are known everywhere


class ChatTitles:
    """The chats that are not in the trash, read some at a time: there may be a hundred thousand.

    Args:
        chats: the list.
    """

    def __init__(self, chats: ChatListItemModel) -> None:
        self._chats = chats
        self._ids = chats.chat_ids()
        self._n_read = 0
        self.read: list[ReadTitle] = []

    @property
    def is_whole(self) -> bool:
        """Whether all of them are read."""
        return self._n_read >= len(self._ids)

    def read_on(self, n_chats: int) -> None:
        """Read some more of them."""
        for chat_id in self._ids[self._n_read : self._n_read + n_chats]:
            chat = self._chats.chat(chat_id)
            if chat is not None:
                title = chat.title or tr("New chat")
                self.read.append((chat_id, title, Folded(title)))
        self._n_read = min(self._n_read + n_chats, len(self._ids))


def chat_entry(chat_id: ChatId, title: str, show: Callable[[ChatId], object]) -> Entry:
    """Return a chat."""
    return Entry(f"chat:{chat_id}", Kind.CHAT, title, partial(show, chat_id), tr("Chat"))


def setting_entries(settings: Settings, doors: PaletteDoors) -> Iterator[Entry]:
    """Return every setting, and each choice of those that have a few."""
    rows: tuple[Setting[Any], ...] = SETTINGS
    for setting in rows:
        name, value = translated(setting.label), settings.get(setting)
        labels = {choice.value: translated(choice.label) for choice in setting.choices}
        yield Entry(
            f"setting:{setting.key}",
            Kind.SETTING,
            tr("Setting: {name}", name=name),
            partial(doors.show_setting, setting),
            labels.get(str(value), ""),
            "sliders",
            synonyms=_synonyms(f"setting:{setting.key}"),
        )
        for choice, label in labels.items() if setting.editing is Editing.FIELD else ():
            yield Entry(
                f"setting:{setting.key}={choice}",
                Kind.SETTING,
                tr("{setting}: {choice}", setting=name, choice=label),
                partial(doors.change, setting, choice),
                tr("now", "this is chosen") if choice == value else "",
                "sliders",
                synonyms=_synonyms(f"setting:{setting.key}={choice}"),
            )


def model_entries(doors: PaletteDoors) -> Iterator[Entry]:
    """Return the models that are known without looking for them."""
    for path, name in doors.models().items():
        shown = isolated(name or Path(path).name)
        yield Entry(
            f"model:{path}",
            Kind.MODEL,
            tr("Load model: {name}", name=shown),
            partial(doors.load_model, path),
            "",
            "model",
        )
