"""The rules about the tree that no type checker knows, each said in one sentence."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from xml.etree import ElementTree

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
MODULES = sorted(
    path for path in (REPOSITORY / "app").rglob("*.py") if "versions" not in path.parts
)
CORE_MODULES = [path for path in MODULES if "core" in path.relative_to(REPOSITORY).parts]
MAY_PRINT = ("app/cli/", "app/bench/")  # the others have the log and the window
CORE_PARTS = ("engine", "chats", "models", "kvstore", "conversations")
NAMED_RESOURCE = re.compile(r"""\bresource\(\s*(f?)["']([^"']+)["']""")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, PYTHONPATH=str(REPOSITORY))
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
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
        [program, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, check=False
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


def test_only_the_command_line_and_benchmarks_print() -> None:
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
