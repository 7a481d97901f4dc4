"""One library or program for Python, driven against a server whose answers are foretold.

Runs in the environment of that library and prints a line of JSON: what was seen of a plain answer,
a streamed one, a round with a tool, and a wrong key; or of a prompt that is too long.

Usage:
    python libraries.py LIBRARY ADDRESS KEY [too-long]
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "The sea is calm today."
QUESTION = "Tell me of the sea."
TOO_LONG = f"{QUESTION} " * 300
WISH = "Now sail."
MODEL = "hearth"
SCHEMA = {
    "type": "object",
    "properties": {"command": {"type": "string", "description": "What is run."}},
    "required": ["command"],
}
TOOL = {
    "type": "function",
    "function": {"name": "run", "description": "Runs a command.", "parameters": SCHEMA},
}

calls: list[str] = []


def run(command: str) -> str:
    """Runs a command."""
    calls.append(command)
    return "sea"


class Failed(Exception):
    """A program ended with an error; its words are those that it printed."""


class Case:
    """What is tried with one library; "" where it has no such thing."""

    question = QUESTION

    def __init__(self, address: str, key: str) -> None:
        self.address = address
        self.v1 = f"{address}/v1"
        self.key = key

    def plain(self) -> str:
        """Return an answer."""
        return ""

    def stream(self) -> list[str]:
        """Return the pieces of an answer."""
        return []

    def tool(self) -> str:
        """Have `run` called, and return the answer that follows."""
        return ""


class Litellm(Case):
    """Its calls by OpenAI's interface."""

    def _ask(self, messages: list[Any], **more: Any) -> Any:
        import litellm

        return litellm.completion(
            model=f"openai/{MODEL}", api_base=self.v1, api_key=self.key, messages=messages, **more
        )

    def plain(self) -> str:
        said = self._ask([{"role": "user", "content": self.question}])
        return str(said.choices[0].message.content)

    def stream(self) -> list[str]:
        chunks = self._ask([{"role": "user", "content": self.question}], stream=True)
        return [chunk.choices[0].delta.content or "" for chunk in chunks]

    def tool(self) -> str:
        messages: list[Any] = [{"role": "user", "content": WISH}]
        message = self._ask(messages, tools=[TOOL]).choices[0].message
        (call,) = message.tool_calls
        result = run(**json.loads(call.function.arguments))
        messages += [message, {"role": "tool", "tool_call_id": call.id, "content": result}]
        return str(self._ask(messages, tools=[TOOL]).choices[0].message.content)


class LitellmAnthropic(Litellm):
    """Its calls by Anthropic's interface."""

    def _ask(self, messages: list[Any], **more: Any) -> Any:
        import litellm

        return litellm.completion(
            model=f"anthropic/{MODEL}",
            api_base=self.address,
            api_key=self.key,
            messages=messages,
            **more,
        )


class Langchain(Case):
    """ChatOpenAI."""

    def _model(self) -> Any:
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(model=MODEL, base_url=self.v1, api_key=self.key, max_retries=0)

    def plain(self) -> str:
        return str(self._model().invoke(self.question).text)

    def stream(self) -> list[str]:
        return [str(chunk.text) for chunk in self._model().stream(self.question)]

    def tool(self) -> str:
        model = self._model().bind_tools([TOOL])
        first = model.invoke(WISH)
        (call,) = first.tool_calls
        result = {"role": "tool", "tool_call_id": call["id"], "content": run(**call["args"])}
        return str(model.invoke([{"role": "user", "content": WISH}, first, result]).text)


class LangchainAnthropic(Langchain):
    """ChatAnthropic."""

    def _model(self) -> Any:
        from langchain_anthropic import ChatAnthropic

        return ChatAnthropic(
            model=MODEL, base_url=self.address, api_key=self.key, max_retries=0, max_tokens=200
        )


class PydanticAi(Case):
    """Its agent over OpenAI's chat completions."""

    def _agent(self) -> Any:
        from pydantic_ai import Agent
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        provider = OpenAIProvider(base_url=self.v1, api_key=self.key)
        return Agent(OpenAIChatModel(MODEL, provider=provider), tools=[run])

    def plain(self) -> str:
        return str(self._agent().run_sync(self.question).output)

    def stream(self) -> list[str]:
        async def pieces() -> list[str]:
            async with self._agent().run_stream(self.question) as result:
                return [text async for text in result.stream_text(delta=True)]

        return asyncio.run(pieces())

    def tool(self) -> str:
        return str(self._agent().run_sync(WISH).output)


class Instructor(Case):
    """Its default: an answer by a tool that has to be called."""

    def tool(self) -> str:
        import instructor
        import openai
        from pydantic import BaseModel

        class Order(BaseModel):
            """An order to run something."""

            command: str

        client = instructor.from_openai(openai.OpenAI(base_url=self.v1, api_key=self.key))
        asked = WISH if self.question == QUESTION else self.question
        order = client.chat.completions.create(
            model=MODEL,
            response_model=Order,
            messages=[{"role": "user", "content": asked}],
            max_retries=0,
        )
        calls.append(order.command)
        return SAID


class Agents(Case):
    """OpenAI's agents over responses."""

    def _agent(self) -> Any:
        from agents import Agent, OpenAIResponsesModel, function_tool, set_tracing_disabled
        from openai import AsyncOpenAI

        set_tracing_disabled(True)
        client = AsyncOpenAI(base_url=self.v1, api_key=self.key, max_retries=0)
        model = OpenAIResponsesModel(MODEL, client)
        return Agent("Sailor", model=model, tools=[function_tool(run)])

    def _run(self, question: str) -> str:
        from agents import Runner

        return str(Runner.run_sync(self._agent(), question).final_output)

    def plain(self) -> str:
        return self._run(self.question)

    def stream(self) -> list[str]:
        from agents import Runner

        async def pieces() -> list[str]:
            result = Runner.run_streamed(self._agent(), self.question)
            return [
                event.data.delta
                async for event in result.stream_events()
                if getattr(getattr(event, "data", None), "type", "") == "response.output_text.delta"
            ]

        return asyncio.run(pieces())

    def tool(self) -> str:
        return self._run(WISH)


class Llm(Case):
    """The command `llm`, as its documentation sets up a server that speaks as OpenAI's."""

    def _ask(self, *arguments: str) -> str:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            told = {
                "model_id": MODEL,
                "model_name": MODEL,
                "api_base": self.v1,
                "api_key_name": MODEL,
                "supports_tools": True,
            }
            # JSON is YAML.
            (folder / "extra-openai-models.yaml").write_text(json.dumps([told]))
            (folder / "keys.json").write_text(json.dumps({MODEL: self.key}))
            (folder / "run.py").write_text(_RUN)
            more = {"LLM_USER_PATH": name, "RAN": str(folder / "ran")}
            said = printed([sys.executable, "-m", "llm", "-m", MODEL, *arguments], folder, more)
            if (folder / "ran").exists():
                calls.append((folder / "ran").read_text())
            return said

    def plain(self) -> str:
        return self._ask("--no-stream", self.question)

    def stream(self) -> list[str]:
        return [self._ask(self.question)]

    def tool(self) -> str:
        # The words before the call are printed, too.
        return self._ask("--functions", "run.py", WISH).removeprefix(SAID).strip()


_RUN = """
import os

def run(command: str) -> str:
    "Runs a command."
    with open(os.environ["RAN"], "w") as file:
        file.write(command)
    return "sea"
"""


class Aider(Case):
    """The command `aider`, which has no tools."""

    def _ask(self, *arguments: str) -> str:
        command = [
            *(sys.executable, "-m", "aider", "--model", f"openai/{MODEL}", "--no-git"),
            *("--yes-always", "--no-show-model-warnings", "--no-check-update", "--no-pretty"),
            *("--analytics-disable", "--no-show-release-notes", *arguments, "--message"),
            self.question,
        ]
        more = {"OPENAI_API_BASE": self.v1, "OPENAI_API_KEY": self.key}
        with tempfile.TemporaryDirectory() as folder:
            said = printed(command, Path(folder), {**more, "HOME": folder})
        if SAID in said:
            return SAID
        raise Failed(_told_by(said))

    def plain(self) -> str:
        return self._ask("--no-stream")

    def stream(self) -> list[str]:
        return [self._ask("--stream")]


def printed(command: list[str], folder: Path, more: dict[str, str]) -> str:
    """Return what a program prints that works in a folder, with more variables.

    Raises:
        Failed: it ended with an error.
    """
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **more},
    )
    if done.returncode:
        raise Failed(done.stderr or done.stdout)
    return done.stdout


def _told_by(text: str) -> str:
    """Return the lines that tell of a failure, where there are any."""
    lines = [line for line in text.splitlines() if "error" in line.lower() or "limit" in line]
    return " ".join(lines or text.splitlines()[-3:])


CASES: dict[str, type[Case]] = {
    "litellm": Litellm,
    "litellm-anthropic": LitellmAnthropic,
    "langchain-openai": Langchain,
    "langchain-anthropic": LangchainAnthropic,
    "pydantic-ai": PydanticAi,
    "instructor": Instructor,
    "openai-agents": Agents,
    "llm": Llm,
    "aider-chat": Aider,
}


def seen(what: Callable[[], Any]) -> str:
    """Return "ok", "-" where there is no such thing, or what went wrong."""
    try:
        said = what()
    except Exception as error:  # noqa: BLE001 - of any library
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    text = "".join(said)
    return "-" if not text else "ok" if text.strip() == SAID else f"said {text[:80]!r}"


def main() -> None:
    """Drive one library."""
    name, address, key, *more = sys.argv[1:]
    os.environ |= {"NO_PROXY": "127.0.0.1", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    case = CASES[name](address, key)
    if more:
        case.question = TOO_LONG
        print(json.dumps({"too_long": seen(case.tool if name == "instructor" else case.plain)}))
        return
    told = {"plain": seen(case.plain), "stream": seen(case.stream), "tool": seen(case.tool)}
    if told["tool"] == "ok" and calls != ["echo sea"]:
        told["tool"] = f"called {calls}"
    wrong = CASES[name](address, "not-the-key")
    told["error"] = seen(wrong.tool if name == "instructor" else wrong.plain)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
