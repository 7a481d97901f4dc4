"""The table of everything that can be chosen; the dialog, `--set`, checks and docs follow from it.

Longer than other files: it has a row for each.

Threads: constants, any thread.
"""

from __future__ import annotations

from app.core.phrases import Phrase, phrase
from app.core.settings.setting import NEXT_LOAD, NEXT_START, Choice, Editing, Setting, SettingGroup

_ON, _OFF = phrase("On"), phrase("Off")
_OFF_OR_ON = (Choice("off", _OFF), Choice("on", _ON))

MODEL_PATH = Setting(
    key="model.path",
    default="",
    label=phrase("Model"),
    note=phrase("The model file to load at startup. Empty: the built-in Hearth Guide."),
    rationale="Which model somebody has, and likes, only they know.",
    group=SettingGroup.MODEL,
    editing=Editing.ELSEWHERE,
)
MODEL_FOLDERS = Setting(
    key="models.folders",
    default="",
    label=phrase("Folders with models"),
    note=phrase(
        "Folders that Hearth searches for model files, including subfolders; one per line."
    ),
    rationale="Where somebody keeps files of many gigabytes, only they know.",
    group=SettingGroup.MODEL,
    editing=Editing.ELSEWHERE,
)
OTHER_PROGRAMS = Setting(
    key="models.other_programs",
    default="show",
    label=phrase("Show models from other programs"),
    note=phrase(
        "List the models that Ollama, LM Studio and other programs keep on this machine. Hearth "
        "uses them in place."
    ),
    rationale="Some have dozens of them, and want to see only what they chose for Hearth.",
    group=SettingGroup.MODEL,
    choices=(Choice("show", _ON), Choice("hide", _OFF)),
    switched_on="show",
)
EMBEDDER = Setting(
    key="documents.embedder",
    default="",
    label=phrase("Embedding model for documents"),
    note=phrase(
        "A model file with which Hearth also finds passages by meaning. Empty: by words alone."
    ),
    rationale="Whether better hits are worth the time of a model, and which model, only they know.",
    group=SettingGroup.MODEL,
    editing=Editing.ELSEWHERE,
)
CONTEXT_TOKENS = Setting(
    key="model.context_tokens",
    default=0,
    label=phrase("Context size"),
    note=phrase(
        "How many tokens the model can take into account. 0: Hearth chooses by free memory."
    ),
    rationale="How much memory other programs need, Hearth cannot foresee.",
    minimum=0,
    maximum=2**31 - 1,
    group=SettingGroup.MODEL,
    step=1024,
    when=NEXT_LOAD,
    least=phrase("Automatic"),
)
KEEP_MODEL = Setting(
    key="model.keep_minutes",
    default=0,
    label=phrase("Keep the model loaded"),
    note=phrase(
        "Unload the model after this many idle minutes, and reload it with your next message. "
        "0: keep it until you close Hearth."
    ),
    rationale="Whether other programs need the memory more, only the user knows.",
    minimum=0,
    maximum=10_000,
    group=SettingGroup.MODEL,
    step=5,
    least=phrase("Until you close Hearth"),
)
TEMPERATURE = Setting(
    key="sampling.temperature",
    default=0.8,
    label=phrase("Temperature"),
    note=phrase(
        "0 always picks the most likely token; higher values vary more. Not set: each model's "
        "recommended value."
    ),
    rationale="Stories and facts want different values.",
    minimum=0.0,
    maximum=2.0,
    group=SettingGroup.CHATS,
    step=0.05,
    unchosen=phrase("As recommended"),
)
MEMORY_BUDGET = Setting(
    key="memory.budget_gb",
    default=0.0,
    label=phrase("Conversation memory on disk"),
    note=phrase(
        "The most GB that the stored memory of all chats may use. 0: Hearth chooses a quarter "
        "of the free disk space, at most 20 GiB."
    ),
    rationale="How much room other things need on the disk, only the user knows.",
    minimum=0.0,
    maximum=100_000.0,
    group=SettingGroup.MEMORY,
    least=phrase("Automatic"),
)
MEMORY_DAILY = Setting(
    key="memory.daily_gb",
    default=50.0,
    label=phrase("Write at most per day"),
    note=phrase(
        "The most GB of conversation memory that Hearth may write per day, to spare the disk. "
        "0: no limit."
    ),
    rationale="Disks differ in how much may be written to them; 50 a day are within what small "
    "ones endure for years, and far above what chatting needs.",
    minimum=0.0,
    maximum=100_000.0,
    group=SettingGroup.MEMORY,
    least=phrase("No limit"),
)
MEMORY_KEEP_FREE = Setting(
    key="memory.keep_free_gb",
    default=11.0,
    label=phrase("Keep free for other programs"),
    note=phrase(
        "Hearth stores no conversation memory while the disk has less than this many GB free."
    ),
    rationale="On a small disk this may be more than there ever is.",
    minimum=0.0,
    maximum=100_000.0,
    group=SettingGroup.MEMORY,
)
CHAT_TITLES = Setting(
    key="chats.titles",
    default="model",
    label=phrase("Chat titles"),
    note=phrase(
        "How Hearth titles chats that you have not named: the model writes a title when it is "
        "idle, or Hearth uses the first words of the chat."
    ),
    rationale="Some want the machine to rest, or like their own words better.",
    group=SettingGroup.CHATS,
    choices=(
        Choice("model", phrase("Written by the model")),
        Choice("first_words", phrase("The first words")),
    ),
)
PROXY = Setting(
    key="network.proxy",
    default="",
    label=phrase("Proxy"),
    note=phrase(
        "The address of an HTTP proxy for downloads, such as http://proxy.example:3128 (empty: "
        "the system's proxy; none: no proxy)."
    ),
    rationale="Some networks let nobody out but through one, and not every system says which.",
    group=SettingGroup.NETWORK,
    when=NEXT_START,
)
THEME = Setting(
    key="look.theme",
    default="system",
    label=phrase("Theme"),
    note=phrase("The colours of the window."),
    rationale="Some desktops do not tell programs what the user prefers.",
    group=SettingGroup.LOOK,
    choices=(
        Choice("system", phrase("Same as the system")),
        Choice("light", phrase("Light")),
        Choice("dark", phrase("Dark")),
        Choice("contrast", phrase("High contrast")),
    ),
)
LANGUAGE = Setting(
    key="look.language",
    default="system",
    label=phrase("Language"),
    note=phrase("The language of menus and buttons. Models answer in the language you write in."),
    rationale="Some want another language than the system's, or than the only one it has.",
    group=SettingGroup.LOOK,
    # Each in its own words, for whoever cannot read the others.
    choices=(
        Choice("system", phrase("Same as the system")),
        Choice("en", Phrase("English")),
        Choice("de", Phrase("Deutsch")),
        Choice("zh_CN", Phrase("简体中文")),
    ),
    when=NEXT_START,
)
FONT = Setting(
    key="look.font",
    default="",
    label=phrase("Font"),
    note=phrase("The font for everything except code."),
    rationale="Who cannot read the system's font well needs another.",
    group=SettingGroup.LOOK,
    editing=Editing.FONT,
)
ZOOM = Setting(
    key="look.zoom",
    default=1.0,
    label=phrase("Text size"),
    note=phrase("Size of your messages and the answers; 100 % is the default."),
    rationale="Eyes and screens differ.",
    group=SettingGroup.LOOK,
    minimum=0.7,
    maximum=2.0,
    step=0.1,
    in_percent=True,
)
DENSITY = Setting(
    key="look.density",
    default="comfortable",
    label=phrase("Density"),
    note=phrase("The space between messages, and between chats in the list."),
    rationale="Some want to see more at once, some to see it calmly.",
    group=SettingGroup.LOOK,
    choices=(
        Choice("comfortable", phrase("Comfortable")),
        Choice("compact", phrase("Compact")),
    ),
)
SYSTEM_PROMPT = Setting(
    key="chats.system_prompt",
    default="",
    label=phrase("Instructions for new chats"),
    note=phrase("The system prompt of every new chat."),
    rationale="What somebody wants of every answer, only they know.",
    group=SettingGroup.CHATS,
    editing=Editing.TEXT,
)
READ_UNSENT = Setting(
    key="chats.read_unsent",
    default="on",
    label=phrase("Read while I type"),
    note=phrase(
        "The idle model reads your message while you type, so that its answer begins sooner. "
        "Off while on battery power."
    ),
    rationale="Some want the machine to rest while they think.",
    group=SettingGroup.CHATS,
    choices=_OFF_OR_ON,
    switched_on="on",
)
PICTURE_QUALITY = Setting(
    key="chats.picture_quality",
    default="full",
    label=phrase("Picture quality"),
    note=phrase(
        "The resolution of the pictures that you attach next; fewer pixels need fewer tokens. "
        "The menu of a picture changes it for that picture and later ones."
    ),
    rationale="Whether small letters must be read or an answer begin soon, only the user knows.",
    group=SettingGroup.CHATS,
    choices=(
        Choice("full", phrase("Full")),
        Choice("medium", phrase("Medium (1 megapixel)")),
        Choice("small", phrase("Small (0.25 megapixels)")),
    ),
)
OPEN_PAGES = Setting(
    key="chats.open_pages",
    default="ask",
    label=phrase("Open pages that models write"),
    note=phrase(
        "What “Open in browser” does with HTML, SVG and Mermaid in answers. The pages are shut off "
        "from the network."
    ),
    rationale="A browser runs what a model wrote; some want that to be confirmed.",
    group=SettingGroup.CHATS,
    choices=(
        Choice("ask", phrase("Ask before the first one")),
        Choice("open", phrase("Open at once")),
    ),
)
NOTIFY_ANSWERS = Setting(
    key="notify.answers",
    default="tell",
    label=phrase("Notify me when a long answer ends"),
    note=phrase(
        "Get a notification when an answer that took more than ten seconds ends while Hearth is "
        "in the background. It shows the title of the chat, none of its text."
    ),
    rationale="Some want to be called back, some to be left alone.",
    group=SettingGroup.CHATS,
    choices=(Choice("tell", _ON), Choice("silent", _OFF)),
    switched_on="tell",
)
TRAY = Setting(
    key="look.tray",
    default="close",
    label=phrase("When I close the window"),
    note=phrase(
        "Hearth can stay in the system tray, if there is one: the model stays loaded, and "
        "answers continue. “Quit” closes it."
    ),
    rationale="Some want it ready all day, some want closed to be closed.",
    group=SettingGroup.LOOK,
    choices=(
        Choice("close", phrase("Quit")),
        Choice("keep", phrase("Keep Hearth in the tray")),
    ),
)

API_ENABLED = Setting(
    key="api.enabled",
    default="off",
    label=phrase("API for other programs"),
    note=phrase(
        "Editors and other programs on this machine can use the model over HTTP. Each needs a key."
    ),
    rationale="Something of the machine can be reached by its other programs then.",
    group=SettingGroup.API,
    choices=_OFF_OR_ON,
    switched_on="on",
    has_page=True,
)
API_PORT = Setting(
    key="api.port",
    default=11435,
    label=phrase("Port"),
    note=phrase("The port of the API on this machine."),
    rationale="Another program may use this one.",
    group=SettingGroup.API,
    minimum=1,
    maximum=65535,
    groups_digits=False,
)
API_KEEP_MEMORY = Setting(
    key="api.keep_memory",
    default="on",
    label=phrase("Store the memory of their conversations"),
    note=phrase(
        "Hearth stores the KV cache of other programs' conversations on disk, so that they "
        "continue at once. It does not store their text."
    ),
    rationale="Some want nothing of other programs on their disk.",
    group=SettingGroup.API,
    choices=_OFF_OR_ON,
    switched_on="on",
)
API_LOAD_MODELS = Setting(
    key="api.load_models",
    default="off",
    label=phrase("Load the models they request"),
    note=phrase(
        "When a program requests another model from your library, Hearth loads it in place of "
        "the one that answers your chats."
    ),
    rationale="Who works with several models wants programs to choose, who chats wants peace.",
    group=SettingGroup.API,
    choices=_OFF_OR_ON,
    switched_on="on",
)
API_SHARE_CHATS = Setting(
    key="api.share_chats",
    default="off",
    label=phrase("Share your chats"),
    note=phrase(
        "Programs with the key can read and continue your chats, and have files read as documents."
    ),
    rationale="Who lets an editor ask a model does not show it letters by that.",
    group=SettingGroup.API,
    choices=_OFF_OR_ON,
    switched_on="on",
)
API_KEEP_CHATS = Setting(
    key="api.keep_chats",
    default="off",
    label=phrase("Save their requests as chats"),
    note=phrase("Requests from other programs and their answers appear as chats."),
    rationale="Some want to read again what their editor asked; most would lose their own chats "
    "among hundreds.",
    group=SettingGroup.API,
    choices=_OFF_OR_ON,
    switched_on="on",
)
API_NAMES = Setting(
    key="api.names",
    default="",
    label=phrase("Other names of this machine"),
    note=phrase(
        "Host names other than localhost that programs may use, such as that of a proxy; one "
        "per line."
    ),
    rationale="A name that is on no list may be that of a web page that leads here.",
    group=SettingGroup.API,
    editing=Editing.TEXT,
)
API_ORIGINS = Setting(
    key="api.origins",
    default="",
    label=phrase("Allowed web pages"),
    note=phrase("Web pages that may use the API, such as http://localhost:3000; one per line."),
    rationale="Any page that is open in a browser could ask otherwise.",
    group=SettingGroup.API,
    editing=Editing.TEXT,
)

SETTINGS: tuple[Setting[str] | Setting[int] | Setting[float], ...] = (
    MODEL_PATH,
    MODEL_FOLDERS,
    OTHER_PROGRAMS,
    EMBEDDER,
    CONTEXT_TOKENS,
    KEEP_MODEL,
    TEMPERATURE,
    MEMORY_BUDGET,
    MEMORY_DAILY,
    MEMORY_KEEP_FREE,
    CHAT_TITLES,
    PROXY,
    THEME,
    LANGUAGE,
    FONT,
    ZOOM,
    DENSITY,
    SYSTEM_PROMPT,
    READ_UNSENT,
    PICTURE_QUALITY,
    OPEN_PAGES,
    NOTIFY_ANSWERS,
    TRAY,
    API_ENABLED,
    API_PORT,
    API_KEEP_MEMORY,
    API_LOAD_MODELS,
    API_SHARE_CHATS,
    API_KEEP_CHATS,
    API_NAMES,
    API_ORIGINS,
)
