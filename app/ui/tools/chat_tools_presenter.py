"""Which tools the open chat has: chosen beside the field, frozen, and what they cost told before.

Another choice in a chat that has begun has all of it read again, for tools stand at its beginning.
So the user is told how much that is, and how long it takes, before anything changes.

Threads: the interface thread; servers and disk are asked on a lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from app.core.chats.records import ChatSetup
from app.core.conversations.cases.warmth import TICKETS
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.texts.chat_sampling import tools_of, with_tools
from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue, replace
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.errors import TOOLS_NOT_SAVED
from app.core.tools.values import ToolSet, ToolsToChoose
from app.ui.kit.message_box import agrees
from app.ui.kit.timers import timer
from app.ui.words.formatting import counted, span
from app.ui.words.stats_text import reread_cost
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.cases.memory import Memory
    from app.core.conversations.chat_tools import ChatTools
    from app.core.protocol import WarmthMeasured
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.composer.composer import Composer
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat

_PAUSE_MS: Final = 250
_NONE: Final = ""  # no group at all
_SOME_WORDS: Final = "?"  # for a prompt has a message
_LEAST_COLD: Final = 200  # tokens that are read again without a question
_MOST_DIFFERENCE: Final = 16  # tokens of the end of a prompt, which are never at hand


class _There(PlainValue, frozen=True):
    """What can be chosen."""

    choices: ToolsToChoose


class _Known(PlainValue, frozen=True):
    """The set of a digest was found; None for none, or where it is lost."""

    digest: str
    tools: ToolSet | None


class _Wish(PlainValue, frozen=True):
    """One more group, or one less, for a chat; None for the page that is none yet."""

    chat_id: ChatId | None
    group: str


class _Changed(PlainValue, frozen=True):
    """A wish was worked out.

    Attributes:
        digest: of the set that is kept for it, "" for none; None where it could not be had.
        needs_page: the user has to agree to the server first.
    """

    group: str
    digest: str | None = None
    problem: Problem | None = None
    needs_page: bool = False


class ChatToolsPresenter(QObject):
    """Joins button and bar with the tools.

    Args:
        memory: says how soon an answer would begin.

    Sends `failed` with a problem, and `page_wanted` where the user has to agree to a server first.
    """

    failed = Signal(object)
    page_wanted = Signal()

    def __init__(
        self,
        tools: ChatTools,
        memory: Memory,
        bridge: EventBridge,
        open_chat: OpenChat,
        gestures: ChatGestures,
        composer: Composer,
    ) -> None:
        super().__init__(composer)
        self._tools, self._memory, self._bridge = tools, memory, bridge
        self._open_chat, self._gestures, self._composer = open_chat, gestures, composer
        self._aside, self._stop = Lane("tools of a chat"), StopSignal()
        self._there = ToolsToChoose()
        self._known = _Known("", None)
        self._can_call = True
        self._has_model = self._was_answering = False
        self._costs: dict[int, WarmthMeasured | None] = {}  # with the tools, and without
        self._wishes: list[_Wish] = []  # the first is being worked out
        self._change: tuple[int, str] | None = None  # the set whose cost is being measured
        self._applied: tuple[ChatId | None, str | None] = (None, None)
        self._pause = timer(self, _PAUSE_MS, self._ask_cost)
        composer.tools_button.toggled_group.connect(self._toggle)
        composer.tools_button.page_requested.connect(self.page_wanted)
        composer.tools_button.list_wanted.connect(self._look)
        composer.tools_bar.pressed.connect(self._leave_out)
        self.failed.connect(composer.attaching.refused)
        open_chat.changed.connect(self._refresh)
        open_chat.created.connect(self._on_created)
        open_chat.leaving.connect(self._on_leaving)
        bridge.subscribe(_There, self._on_there)
        bridge.subscribe(_Known, self._on_known)
        bridge.subscribe(_Changed, self._on_changed)
        bridge.subscribe(ChatWarmthMeasured, self._on_warmth)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def close(self) -> None:
        """Ask servers no more."""
        self._stop.stop()
        self._aside.close()

    @Slot()
    def _look(self) -> None:
        if not self._aside.has_waiting:
            self._aside.add(self._list)

    def _list(self) -> None:
        try:
            choices = self._tools.box.to_choose()
        except KnownError:  # the page says why
            choices = ToolsToChoose()
        self._bridge.post(_There(choices))

    def _on_there(self, event: _There) -> None:
        self._there = event.choices
        self._show()

    # -- the set of the open chat --

    @Slot()
    def _refresh(self) -> None:
        digest = self._digest
        was_answering, self._was_answering = self._was_answering, self._open_chat.is_answering
        if was_answering and not self._was_answering:
            self._pause.start()  # they have been read
        if digest == self._known.digest:
            self._show()
        elif not digest:
            self._on_known(_Known("", None))
        else:
            self._aside.add(self._find, digest)

    def _find(self, digest: str) -> None:
        self._bridge.post(_Known(digest, self._tools.frozen(with_tools(ChatSetup(), digest))))

    def _on_known(self, event: _Known) -> None:
        if event.digest == self._digest:
            self._known = event
            self._costs = {}
            self._show()
            self._pause.start()

    @property
    def _groups(self) -> tuple[str, ...]:
        return () if self._known.tools is None else self._known.tools.groups

    def _show(self) -> None:
        bar, button = self._composer.tools_bar, self._composer.tools_button
        button.show_choice(self._there, self._groups, can_call=self._can_call)
        bar.show_tools(self._groups, self._cost_words())

    # -- another choice --

    @property
    def _digest(self) -> str:
        """Of the tools of the open chat, also while another choice is on its way to the disk."""
        chat_id, digest = self._applied
        is_known = digest is not None and chat_id == self._open_chat.id
        return digest if is_known and digest is not None else tools_of(self._open_chat.setup)

    @Slot(str)
    def _toggle(self, group: str) -> None:
        self._wishes.append(_Wish(self._open_chat.id, group))
        if len(self._wishes) == 1:
            self._begin()

    @Slot(object)
    def _leave_out(self, *_: object) -> None:
        self._toggle(_NONE)

    @Slot()
    def _on_leaving(self) -> None:
        self._wishes, self._change, self._applied = [], None, (None, None)

    @Slot()
    def _on_created(self) -> None:
        """What was chosen for the empty page is for the chat that it has become."""
        new = self._open_chat.id
        self._wishes = [replace(one, chat_id=one.chat_id or new) for one in self._wishes]
        if self._applied[0] is None:
            self._applied = (new, self._applied[1])

    def _begin(self) -> None:
        """Work out the first wish, from the tools as they are by now."""
        while self._wishes and self._wishes[0].chat_id != self._open_chat.id:
            del self._wishes[0]  # of a chat that was left
        if self._wishes:
            self._aside.add(self._choose, self._wishes[0].group, self._digest)

    def _end(self) -> None:
        """The first wish is done with."""
        del self._wishes[:1]
        self._begin()

    def _choose(self, group: str, digest: str) -> None:
        told = _Changed(group)
        try:
            before = self._tools.frozen(with_tools(ChatSetup(), digest)) or ToolSet()
            if group == _NONE:
                told = _Changed(group, "")
            elif group not in before.groups and self._tools.box.needs_agreement(group):
                told = _Changed(group, needs_page=True)
            else:
                tools = self._tools.box.changed(before, group, self._stop)
                told = _Changed(group, self._tools.keep(tools) if tools.tools else "")
        except TransferStopped:
            return
        except OSError as error:
            problem = TOOLS_NOT_SAVED(path=str(error.filename), reason=str(error.strerror))
            told = _Changed(group, problem=problem.problem())
        except KnownError as error:
            told = _Changed(group, problem=error.problem())
        except Exception as error:  # noqa: BLE001 - the user waits
            told = _Changed(group, problem=problem_of(error))
        self._bridge.post(told)

    def _on_changed(self, event: _Changed) -> None:
        wish = self._wishes[0] if self._wishes else None
        if wish is None or wish.group != event.group or wish.chat_id != self._open_chat.id:
            self._begin()
            return
        if event.digest is None:
            if event.needs_page:
                self.page_wanted.emit()
            elif event.problem is not None:
                self.failed.emit(event.problem)
            self._end()
        elif wish.chat_id is None or self._open_chat.is_empty or not self._has_model:
            self._apply(event.digest)
        else:
            self._change = (next(TICKETS), event.digest)
            setup = with_tools(self._open_chat.setup, event.digest)
            self._memory.measure_warmth(wish.chat_id, setup=setup, ticket=self._change[0])

    def _apply(self, digest: str) -> None:
        self._applied = (self._open_chat.id, digest)
        self._gestures.set_up(self._open_chat.id, with_tools(self._open_chat.setup, digest))
        self._refresh()
        self._composer.edit.setFocus()
        self._end()

    def _weigh(self, digest: str, warmth: WarmthMeasured) -> None:
        """Change it; ask before, where that makes the model read much again."""
        asked = self._open_chat.id
        is_wanted = warmth.n_cold < _LEAST_COLD or self._agrees(warmth)
        if is_wanted and self._open_chat.id == asked:
            self._apply(digest)
        else:
            self._end()

    def _agrees(self, warmth: WarmthMeasured) -> bool:
        more = reread_cost(warmth)
        title, verb = tr("Tools"), tr("Change")
        what = tr("Change the tools of this chat?")
        return agrees(self._composer.window(), title, what, more, verb)

    # -- what they cost --

    @Slot()
    def _ask_cost(self) -> None:
        self._costs = {}
        if not self._groups or not self._has_model or self._open_chat.is_answering:
            return
        setup = with_tools(self._open_chat.setup, self._digest)
        for one in (setup, with_tools(setup, "")):
            ticket = next(TICKETS)
            self._costs[ticket] = None
            self._memory.measure_warmth(None, _SOME_WORDS, setup=one, ticket=ticket)

    def _on_warmth(self, event: ChatWarmthMeasured) -> None:
        if self._change is not None and event.ticket == self._change[0] and event.chat_id:
            digest, self._change = self._change[1], None
            if event.chat_id == self._open_chat.id:
                self._weigh(digest, event.warmth)
            else:
                self._end()
        elif event.chat_id is None and event.ticket in self._costs:
            self._costs[event.ticket] = event.warmth
            self._show()

    def _cost_words(self) -> str:
        if not self._can_call:
            return tr("this model cannot use them")
        told = [one for one in self._costs.values() if one is not None]
        if len(told) < 2 or any(one.problem is not None for one in told):
            return ""
        n_tokens = told[0].n_tokens - told[1].n_tokens
        if n_tokens <= 0:
            return ""
        tokens = counted(n_tokens, "token")
        if told[0].n_cold <= told[1].n_tokens + _MOST_DIFFERENCE:
            return tr("{tokens}, read already", tokens=tokens)
        if not told[0].expected_ms:
            return tr("{tokens} to read", tokens=tokens)
        return tr("{tokens}, {time}", tokens=tokens, time=span(told[0].expected_ms))

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._has_model = isinstance(event, ModelLoaded)
        self._can_call = not isinstance(event, ModelLoaded) or event.info.takes_tools
        if self._has_model:  # not at the start, which it would slow down
            self._look()
        self._show()
        self._pause.start()
