"""Everything the user can choose: one table of rows, and a file that holds the differences only."""

from __future__ import annotations

from app.core.settings.errors import BadSetting, SettingsNotSaved, UnknownSetting
from app.core.settings.setting import Choice, Editing, Setting, SettingGroup, Value
from app.core.settings.settings import Settings, given_settings
from app.core.settings.table import (
    CHAT_TITLES,
    CONTEXT_TOKENS,
    DENSITY,
    FONT,
    KEEP_MODEL,
    LANGUAGE,
    MEMORY_BUDGET,
    MEMORY_DAILY,
    MEMORY_KEEP_FREE,
    MODEL_FOLDERS,
    MODEL_PATH,
    NOTIFY_ANSWERS,
    OTHER_PROGRAMS,
    PROXY,
    SETTINGS,
    SYSTEM_PROMPT,
    TEMPERATURE,
    THEME,
    TRAY,
    ZOOM,
)

__all__ = [
    "CHAT_TITLES",
    "CONTEXT_TOKENS",
    "DENSITY",
    "FONT",
    "KEEP_MODEL",
    "LANGUAGE",
    "MEMORY_BUDGET",
    "MEMORY_DAILY",
    "MEMORY_KEEP_FREE",
    "MODEL_FOLDERS",
    "MODEL_PATH",
    "NOTIFY_ANSWERS",
    "OTHER_PROGRAMS",
    "PROXY",
    "SETTINGS",
    "SYSTEM_PROMPT",
    "TEMPERATURE",
    "THEME",
    "TRAY",
    "ZOOM",
    "BadSetting",
    "Choice",
    "Editing",
    "Setting",
    "SettingGroup",
    "Settings",
    "SettingsNotSaved",
    "UnknownSetting",
    "Value",
    "given_settings",
]
