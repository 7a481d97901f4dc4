"""The engine's process before it serves."""

from __future__ import annotations

import subprocess
import sys

from app.core.system.own_program import own_environment


def test_the_devices_can_be_asked_for_before_llama_cpp_is_imported() -> None:
    """That import takes as long as the answer, which is to come meanwhile."""
    code = (
        "import sys, app.core.engine_link.child_main\n"
        "sys.exit(bool({'llama_cpp', 'numpy', 'sqlalchemy'} & sys.modules.keys()))"
    )
    subprocess.run([sys.executable, "-c", code], env=own_environment(), check=True)
