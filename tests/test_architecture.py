"""The rules about the tree that no type checker knows, each said in one sentence.

Longer than other files: all rules of the tree stand in one place.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

REPOSITORY = Path(__file__).resolve().parents[1]
MODULES = sorted(
    path for path in (REPOSITORY / "app").rglob("*.py") if "versions" not in path.parts
)
CORE_MODULES = [path for path in MODULES if "core" in path.relative_to(REPOSITORY).parts]
MAY_PRINT = ("app/cli/",)  # the others have the log and the window
CORE_PARTS = ("engine", "chats", "models", "media", "net", "kvstore", "conversations", "tools")
NAMED_RESOURCE = re.compile(r"""\bresource\(\s*(f?)["']([^"']+)["']""")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, PYTHONPATH=str(REPOSITORY))
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )


def public_definitions(body: list[ast.stmt], prefix: str = "") -> list[tuple[str, Definition]]:
    found: list[tuple[str, Definition]] = []
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            found.append((prefix + node.name, node))
            if isinstance(node, ast.ClassDef):
                found += public_definitions(node.body, f"{prefix}{node.name}.")
    return found


def is_overload(node: Definition) -> bool:
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)


def test_imports_go_down_the_ladder_only() -> None:
    folder = sysconfig.get_path("scripts")
    program = shutil.which("lint-imports", path=folder)
    assert program is not None, f"import-linter is not installed in {folder}"

    result = subprocess.run(
        [program, "--no-cache"], cwd=REPOSITORY, capture_output=True, encoding="utf-8", check=False
    )

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("part", [*CORE_PARTS, "all of them"])
def test_the_core_is_usable_without_qt(part: str) -> None:
    parts = CORE_PARTS if part == "all of them" else (part,)
    imports = "; ".join(f"import app.core.{name}" for name in parts)
    found = "sorted(name for name in sys.modules if name.split('.')[0] in ('PySide6', 'shiboken6'))"

    result = run_python(f"import sys; {imports}; print({found})")

    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"


def test_a_front_end_that_only_prints_its_version_loads_no_native_library() -> None:
    result = run_python("import sys; import app.cli; print('llama_cpp' in sys.modules)")

    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "False"


@pytest.mark.parametrize("part", ["app.ui.app", "app.cli.ask"])
def test_a_front_end_whose_engine_is_elsewhere_loads_no_llama_cpp(part: str) -> None:
    result = run_python(f"import sys, {part}; sys.exit('llama_cpp' in sys.modules)")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("part", ["app.ui.app", "app.cli"])
def test_a_front_end_starts_without_the_http_client(part: str) -> None:
    result = run_python(f"import sys, {part}; sys.exit('urllib3' in sys.modules)")
    assert result.returncode == 0, result.stderr


def test_every_module_says_what_it_is_for() -> None:
    silent = [name_of(path) for path in MODULES if not ast.get_docstring(tree_of(path))]

    assert not silent


def test_every_public_name_of_the_core_has_a_docstring() -> None:
    silent = [
        f"{name_of(path)}: {name}"
        for path in CORE_MODULES
        for name, node in public_definitions(tree_of(path).body)
        if not ast.get_docstring(node) and not is_overload(node)
    ]

    assert not silent


def test_only_the_command_line_prints() -> None:
    printing = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if not name_of(path).startswith(MAY_PRINT)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    ]

    assert not printing


def test_every_resource_that_is_named_in_the_code_exists() -> None:
    named = {
        name
        for path in MODULES
        for is_format, name in NAMED_RESOURCE.findall(path.read_text("utf-8"))
        if not is_format
    }

    assert [name for name in sorted(named) if not (REPOSITORY / "resources" / name).exists()] == []


def test_every_icon_is_well_formed() -> None:
    icons = sorted((REPOSITORY / "resources" / "icons").glob("*.svg"))

    assert icons
    for icon in icons:
        root = ElementTree.parse(icon).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg", icon.name


# -- what others wrote is shown as plain text --

WINDOW_MODULES = [path for path in MODULES if name_of(path).startswith("app/ui/")]
# What Qt may take for HTML, which names files that Qt opens; and the one place that may use it.
HTML_SINKS = {
    "setToolTip": "app/ui/words/plain_text.py",
    "showText": "app/ui/words/plain_text.py",
    "QLabel": "app/ui/kit/labels.py",
    "setTextFormat": ("app/ui/kit/labels.py", "app/ui/kit/message_box.py"),
    "QMessageBox": "app/ui/kit/message_box.py",
    "setInformativeText": "app/ui/kit/message_box.py",
    "showMessage": "app/ui/window/tray.py",
    "QSystemTrayIcon": "app/ui/window/tray.py",
    "setHtml": (
        "app/ui/transcript/blocks/section_document.py",
        "app/ui/interchange/pdf_writer.py",
    ),
}
NEVER_USED = {
    *("setStatusTip", "setWhatsThis", "setDetailedText", "insertHtml", "appendHtml"),
    *("setMarkdown", "insertMarkdown", "fromHtml", "QTextEdit", "QTextBrowser", "QErrorMessage"),
    *("QTextDocument", "QStaticText", "QGraphicsTextItem", "QSplashScreen"),
    *("QProgressDialog", "QInputDialog", "critical", "question", "about", "information"),
}
QT_BOXES = {"critical", "question", "about", "information", "warning"}
TITLES_AND_ENTRIES = {"setWindowTitle", "addAction", "addMenu", "QAction", "QPushButton"}
SAFE_WORDS = ("window_title", "button_text", "tip")


def is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name


def is_translated_constant(words: ast.expr) -> bool:
    """Whether it is a text of ours, into which nothing is filled."""
    if isinstance(words, ast.Call) and is_call_of(words, "tr"):
        return not words.keywords
    return isinstance(words, ast.Constant)


def calls_of(path: Path) -> list[tuple[ast.Call, str, str]]:
    """Return the calls in a module: with what is called, and whose it is."""
    found = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            owner, _, name = ast.unparse(node.func).rpartition(".")
            found.append((node, name, owner))
    return found


def test_nothing_but_the_helpers_shows_text_that_qt_could_take_for_html() -> None:
    elsewhere = [
        f"{name_of(path)}:{node.lineno}: {name}"
        for path in WINDOW_MODULES
        for node, name, owner in calls_of(path)
        if (name in HTML_SINKS and name_of(path) not in HTML_SINKS[name])
        or (name in NEVER_USED - QT_BOXES)
        or (name in QT_BOXES and owner == "QMessageBox")
    ]

    assert not elsewhere


def test_one_kind_of_document_holds_html_and_it_opens_no_file() -> None:
    kinds = [
        (name_of(path), node.name)
        for path in WINDOW_MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
        and {ast.unparse(base) for base in node.bases} & {"QTextDocument", "QTextEdit"}
        and not any(getattr(one, "name", "") == "loadResource" for one in node.body)
    ]

    assert not kinds


def test_a_single_shot_calls_a_method_of_the_object_that_it_lives_as_long_as() -> None:
    """PySide does not keep the object of a method: without it, its memory is read after its end."""
    wrong = []
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "QTimer.singleShot"):
                continue
            *_, context, called = node.args
            owner = called.value if isinstance(called, ast.Attribute) else context
            if len(node.args) == 3 and ast.unparse(owner) != ast.unparse(context):
                wrong.append(f"{name_of(path)}:{node.lineno}")
    assert wrong == []


def test_no_item_of_a_layout_is_looked_at() -> None:
    """PySide keeps it when Qt has deleted it; deleting what is made at its address crashes."""
    asked = [
        f"{name_of(path)}:{node.lineno}"
        for path in (*WINDOW_MODULES, *(REPOSITORY / "tests").rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".itemAt")
    ]
    assert asked == []


def test_every_tooltip_of_an_item_model_goes_through_the_helper() -> None:
    others = [
        f"{name_of(path)}:{case.pattern.lineno}"
        for path in WINDOW_MODULES
        for case in ast.walk(tree_of(path))
        if isinstance(case, ast.match_case) and "ToolTipRole" in ast.unparse(case.pattern)
        for node in ast.walk(case)
        if isinstance(node, ast.Return)
        and not (isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "tip")
    ]
    assert not others

    loose = [
        name_of(path)
        for path in WINDOW_MODULES
        if "ToolTipRole" in path.read_text("utf-8") and "tip(" not in path.read_text("utf-8")
    ]
    assert not loose


# Which argument holds the words, and the one place that passes on what it was given.
TITLES_AND_BUTTONS = {
    **dict.fromkeys(("addAction", "addMenu", "QAction", "QPushButton"), (0, "")),
    "setWindowTitle": (0, "app/ui/kit/dialog_page.py"),
    "push_button": (1, ""),
    "set_up_page": (2, ""),
}


def test_words_from_elsewhere_reach_titles_buttons_and_menus_through_the_helpers_only() -> None:
    """A constant is ours, translated or not; what is put together may hold the words of others."""
    unsafe = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in WINDOW_MODULES
        for node, name, _owner in calls_of(path)
        if name in TITLES_AND_BUTTONS and name_of(path) != TITLES_AND_BUTTONS[name][1]
        for words in node.args[TITLES_AND_BUTTONS[name][0] :][:1]
        if isinstance(words, ast.JoinedStr | ast.BinOp)
        or (is_call_of(words, "tr") and not is_translated_constant(words))
        or (name in {"setWindowTitle", "set_up_page"} and not is_translated_constant(words))
        if not (isinstance(words, ast.Call) and ast.unparse(words.func) in SAFE_WORDS)
    ]

    assert not unsafe


# -- what the window says is translated --

# What shows a text, and which of its arguments are names for the code.
SHOWING = {
    **dict.fromkeys(("setText", "setToolTip", "set_tip", "setAccessibleName", "TickBox"), 0),
    **dict.fromkeys(("setAccessibleDescription", "setWindowTitle", "setPlaceholderText"), 0),
    **dict.fromkeys(("addAction", "addMenu", "addButton", "QAction", "QPushButton", "QLabel"), 0),
    **dict.fromkeys(("setTitle", "setSuffix", "setPrefix", "setSpecialValueText", "announce"), 0),
    **dict.fromkeys(("NoticeAction", "NoticeLine", "NoticeWords", "LinkWords", "Problem"), 0),
    **dict.fromkeys(("message_box", "warn", "getOpenFileName", "getOpenFileNames"), 0),
    **dict.fromkeys(("getExistingDirectory", "drawText", "show_status"), 0),
    **dict.fromkeys(("label", "caption", "push_button", "show_note"), 1),
    "set_up_page": 2,
}
NEVER_TRANSLATED = {"Hearth"}
OF_A_PROBLEM = {"what", "effect", "remedy"}
# A text, or one that is marked where it is written.
FOUND_OR_MARKED = ast.Constant | ast.Name | ast.Attribute | ast.Subscript | ast.Call


def bare_words(node: ast.expr) -> list[str]:
    """Return the English in an argument that goes through no call."""
    match node:
        case ast.Constant(value=str(text)):
            is_said = re.search(r"[A-Za-z]", text) and text not in NEVER_TRANSLATED
            return [text] if is_said else []
        case ast.JoinedStr(values=values):
            return [text for value in values for text in bare_words(value)]
        case ast.IfExp(body=body, orelse=orelse):
            return [*bare_words(body), *bare_words(orelse)]
        case ast.BoolOp(values=values):
            return [text for value in values for text in bare_words(value)]
        case ast.BinOp(left=left, right=right):
            return [*bare_words(left), *bare_words(right)]
        case _:
            return []


def untranslated(path: Path) -> list[str]:
    return [
        f"{name_of(path)}:{node.lineno}: {text}"
        for node, name, _owner in calls_of(path)
        for shown in shown_by(node, name)
        for text in bare_words(shown)
    ]


def shown_by(node: ast.Call, name: str) -> list[ast.expr]:
    """Return the arguments that a call shows; the sentences of a problem are shown sometime."""
    if name in SHOWING or name.endswith("Action"):
        named = [word.value for word in node.keywords]
        return [*node.args[SHOWING.get(name, 0) :], *named]
    return [word.value for word in node.keywords if word.arg in OF_A_PROBLEM]


def constants_of_sentences(path: Path) -> list[str]:
    """Return the texts with a space that stand in a module's own tables and are not marked."""
    return [
        f"{name_of(path)}:{node.lineno}: {text}"
        for node in tree_of(path).body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for value in outside_calls(node.value)
        for text in bare_words(value)
        if re.match(r"[A-Z][\w’']* ?[a-z]", text) and " " in text.strip()
    ]


def outside_calls(node: ast.AST) -> list[ast.expr]:
    """Return the constants that are neither marked nor a pattern."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("re.compile", "QT_TR_NOOP"):
        return []
    if isinstance(node, ast.Constant):
        return [node]
    return [one for child in ast.iter_child_nodes(node) for one in outside_calls(child)]


def test_nothing_is_shown_in_the_window_that_was_not_translated() -> None:
    found = {name_of(path): untranslated(path) for path in WINDOW_MODULES}
    marked = {name_of(path): constants_of_sentences(path) for path in WINDOW_MODULES}

    assert not [text for name in sorted(found) for text in (*found[name], *marked[name])]


def test_what_is_translated_is_written_out_where_lupdate_finds_it() -> None:
    """It reads the first argument, knows no f-string, and takes one text from a condition."""
    unseen = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in WINDOW_MODULES
        for node, name, _owner in calls_of(path)
        if name == "tr" and not isinstance(node.args[0], FOUND_OR_MARKED)
    ]
    in_f_strings = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in WINDOW_MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.JoinedStr)
        for inside in ast.walk(node)
        if isinstance(inside, ast.Call)
        and is_call_of(inside, "tr")
        and isinstance(inside.args[0], ast.Constant)
    ]

    assert not unseen
    assert not in_f_strings


def test_a_phrase_is_written_out_where_lupdate_finds_it() -> None:
    pieced = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULES
        for node, name, _owner in calls_of(path)
        if name == "phrase" and not isinstance(node.args[0], ast.Constant)
    ]

    assert not pieced


def test_an_error_is_given_the_values_that_its_sentences_name() -> None:
    named: dict[str, set[str]] = {}
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.Assign) and is_call_of(node.value, "ErrorRow"):
                name = ast.unparse(node.targets[0])
                sentences: list[ast.AST] = [node.value]
            elif isinstance(node, ast.ClassDef) and "WordedError" in map(ast.unparse, node.bases):
                if any(isinstance(one, ast.FunctionDef) for one in node.body):
                    continue  # it is given what its constructor takes
                name = node.name
                sentences = [one for one in node.body if isinstance(one, ast.Assign)]
            else:
                continue
            said = " ".join(
                one.value
                for sentence in sentences
                for one in ast.walk(sentence)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )
            assert name not in named, f"two errors are called {name}"
            named[name] = {field for _, field, _, _ in Formatter().parse(said) if field}
    gives = {"caught": "reason"}  # what was caught has the reason
    wrong = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULES
        for node, name, _owner in calls_of(path)
        if name in named
        and {gives.get(str(word.arg), word.arg) for word in node.keywords} != named[name]
    ]
    assert not wrong
    raised = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Raise) and node.exc and named.get(ast.unparse(node.exc))
    ]
    assert not raised, "an error is called before it is raised"


def test_nothing_is_translated_before_the_translators_are_there() -> None:
    early = [
        f"{name_of(path)}:{call.lineno}"
        for path in WINDOW_MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Module | ast.ClassDef)
        for statement in node.body
        if not isinstance(statement, Definition)
        for call in ast.walk(statement)
        if is_call_of(call, "tr") and isinstance(call, ast.Call)
    ]

    assert not early


def _imports() -> dict[str, set[str]]:
    """Return what each module imports, also what it imports for its types alone."""
    modules = {}
    for path in MODULES:
        parts = path.relative_to(REPOSITORY).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        found[name] = set()
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                whole = (f"{node.module}.{alias.name}" for alias in node.names)
                found[name] |= {one if one in modules else node.module for one in whole}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
        found[name] = found[name] & modules.keys() - {name}
    return found


def _in_circles(imports: Mapping[str, set[str]]) -> list[str]:
    """Return what imports itself, by way of others or not."""
    left = dict(imports)
    while True:  # whatever imports nothing that is left is in no circle
        ends = {name for name, imported in left.items() if not imported & left.keys()}
        if not ends:
            break
        left = {name: imported for name, imported in left.items() if name not in ends}
    begun = {one for imported in left.values() for one in imported}
    return sorted(begun & left.keys())


def _between_rooms(folder: str, imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return which of the modules and packages in a folder import which, each with all in it."""

    def room(module: str) -> str:
        return module.removeprefix(f"{folder}.").partition(".")[0]

    found: dict[str, set[str]] = {}
    for name, imported in imports.items():
        if name.startswith(f"{folder}."):
            others = {room(one) for one in imported if one.startswith(f"{folder}.")}
            found.setdefault(room(name), set()).update(others - {room(name)})
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert _in_circles(_imports()) == []


def test_no_rooms_import_each_other_in_a_circle() -> None:
    imports = _imports()
    folders = {name.rpartition(".")[0] for name in imports if "." in name}
    circles = {folder: _in_circles(_between_rooms(folder, imports)) for folder in folders}
    assert {folder: found for folder, found in circles.items() if found} == {}


def test_the_tests_of_a_module_lie_where_it_lies() -> None:
    unit = REPOSITORY / "tests" / "unit"
    folders = {path.parent.relative_to(unit) for path in unit.rglob("test_*.py")}
    assert sorted(str(one) for one in folders if not (REPOSITORY / "app" / one).is_dir()) == []


# -- nothing is larger than can be read at once --

MOST_METHODS = 25
MOST_LINES = 50  # of a function, without its docstring
MOST_FILE_LINES = 400


def own_methods(node: ast.ClassDef) -> set[str]:
    """Return the public methods that a class defines, overrides of Qt's and properties included."""
    return {
        one.name
        for one in node.body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and not one.name.startswith("_")
    }


def test_no_class_has_more_public_methods_than_can_be_kept_in_mind() -> None:
    classes = [
        node
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    ]
    by_name: dict[str, list[ast.ClassDef]] = {}
    for node in classes:
        by_name.setdefault(node.name, []).append(node)

    def methods(node: ast.ClassDef, below: frozenset[str] = frozenset()) -> set[str]:
        bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
        inherited = [
            methods(other, below | {node.name})
            for name in bases - below - {node.name}
            for other in by_name.get(name, [])
        ]
        return own_methods(node).union(*inherited)

    counts = {node.name: len(methods(node)) for node in classes}
    assert {name: n for name, n in counts.items() if n > MOST_METHODS} == {}


def n_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function from `def` on, without its docstring."""
    assert node.end_lineno is not None
    said = node.body[0] if ast.get_docstring(node) else None
    n_said = said.end_lineno - said.lineno + 1 if said is not None and said.end_lineno else 0
    return node.end_lineno - node.lineno + 1 - n_said


def test_no_function_is_longer_than_a_screen() -> None:
    owners = {
        child: node.name
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
        for child in node.body
    }
    functions = [
        (f"{owner}.{node.name}", n_lines(node))
        for node, owner in owners.items()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ] + [
        (node.name, n_lines(node))
        for path in MODULES
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    assert [one for one in functions if one[1] > MOST_LINES] == []


def test_a_long_file_says_why_it_is_one() -> None:
    silent = [
        name_of(path)
        for path in (*MODULES, *sorted((REPOSITORY / "tests").rglob("*.py")))
        if len(path.read_text("utf-8").splitlines()) > MOST_FILE_LINES
        and "Longer than other files" not in (ast.get_docstring(tree_of(path)) or "")
    ]

    assert not silent


def test_no_two_public_classes_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name_of(path))

    assert {name: found for name, found in places.items() if len(found) > 1} == {}
