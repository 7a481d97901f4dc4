"""The table of settings as a page of the documentation.

Usage: python -m app.core.settings.document > docs/settings.md
"""

from __future__ import annotations

import sys
from typing import Any

from app.core.settings.setting import Setting, SettingGroup
from app.core.settings.table import SETTINGS

_HEAD = """# Settings

You can change every setting in the window under **Settings…** (`Ctrl+,`), in `settings.toml`
(**Folders and reset…** shows its location), or for one run on the command line, as often as you
like: `hearth --set look.theme=dark`. In the file, `look.theme` is `theme` under `[look]`. A setting
that is not in the file has its default; Hearth reports invalid values and ignores them.

This page is generated from the table in `app/core/settings/table.py`:
`python -m app.core.settings.document > docs/settings.md`.
"""
_SHORTCUTS = """
## Keyboard shortcuts

`F1` shows the keys of every action and lets you change them. In the file they are under
`[shortcuts]`, with the names from the table in `app/ui/kit/actions.py`, such as
`new_chat = "Ctrl+Alt+N"`; `""` means no key.
"""
_PROMPTS = """
## Saved prompts

`prompts.json` beside it is a list of objects with `name` and `text`; `gone` stands for a prompt of
Hearth's own that you changed or deleted. Blanks are written as in Open WebUI:

- `{{topic}}` or `{{topic | text:placeholder="Which?":default="bees":required}}`: a line
- `{{text | textarea}}`: several lines
- `{{tone | select:options=["short","long"]}}`: a choice
- `{{n | number:min=1:max=10:step=1}}`: a number
- `{{when | date}}`: a date
- `{{x | checkbox}}`: `true` or `false`

Hearth fills in `{{CLIPBOARD}}`, `{{CURRENT_DATE}}`, `{{CURRENT_TIME}}`, `{{CURRENT_DATETIME}}`,
`{{CURRENT_TIMEZONE}}`, `{{CURRENT_WEEKDAY}}`, `{{USER_LANGUAGE}}`, and `{{date}}` in words.
"""


def as_markdown() -> str:
    """Return the page."""
    parts = [_HEAD]
    for group in SettingGroup:
        parts.append(f"\n## {group.value}\n\n| key | default | |\n|---|---|---|\n")
        parts += [_row(setting) for setting in SETTINGS if setting.group is group]
    return "".join([*parts, _SHORTCUTS, _PROMPTS])


def _row(setting: Setting[Any]) -> str:
    said = [str(setting.note)]
    if setting.choices:
        choices = (f"`{choice.value}` ({choice.label})" for choice in setting.choices)
        said.append(f"One of {', '.join(choices)}.")
    elif setting.minimum is not None:
        least, most = (_number(limit, setting) for limit in (setting.minimum, setting.maximum))
        said.append(f"From {least} to {most}.")
    said.append(str(setting.when))
    default = f"`{setting.default}`" if setting.default != "" else ""
    words = " ".join(filter(None, said))
    return f"| `{setting.key}` | {default} | **{setting.label}.** {words} |\n"


def _number(value: float | None, setting: Setting[Any]) -> str:
    if value is None:
        return "any"
    is_grouped = value == int(value) and setting.groups_digits
    return f"{value:,.0f}" if is_grouped else f"{value:g}"


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
