"""Agents of others over E2B's wire, unmodified; run by pytest from tests/clients/others.

smolagents with a model that says what stands here; the standard tests of deepagents for what it keeps its files and runs
its commands in.
"""
import pytest
from e2b import Sandbox
from langchain_e2b import E2BSandbox
from langchain_tests.integration_tests import SandboxIntegrationTests
from smolagents import CodeAgent, tool
from smolagents.models import ChatMessage, MessageRole, Model


class Scripted(Model):
    """Answers with these pieces of code, one after another; keeps what it was asked."""

    def __init__(self, *code):
        super().__init__()
        self.left, self.asked = list(code), []

    def generate(self, messages, **_):
        self.asked.append(str(messages))
        return ChatMessage(role=MessageRole.ASSISTANT, content=f"Thought: next\n<code>\n{self.left.pop(0)}\n</code>")


@tool
def add(a: int, b: int) -> int:
    """Add two numbers.

    Args:
        a: the one
        b: the other
    """
    return a + b


def agent(model, **more):
    return CodeAgent(tools=[add], model=model, executor_type="e2b", verbosity_level=0, **more)


def test_smolagents_tools_variables_and_state():
    model = Scripted("x = add(2, 3)\nprint('the sum', x)", "final_answer({'sum': x, 'of': table, 'pair': (1, 2)})")
    with agent(model) as it:
        assert it.run("add", additional_args={"table": [1, 2]}) == {"sum": 5, "of": [1, 2], "pair": (1, 2)}
    assert "the sum 5" in model.asked[1]


def test_smolagents_repairs_what_was_refused():
    model = Scripted("import socket\nsocket.create_connection(('127.0.0.1', 1))", "1/0", "final_answer('done')")
    with agent(model, additional_authorized_imports=["socket"]) as it:
        assert it.run("try") == "done"
    assert "Blocked" in model.asked[1] and "reaches the network" in model.asked[1]
    assert "ZeroDivisionError" in model.asked[2]


def test_smolagents_imports_and_images():
    model = Scripted("import numpy as np\nimport PIL.Image\nfinal_answer(PIL.Image.fromarray(np.zeros((4, 5, 3), 'uint8')))")
    with agent(model, additional_authorized_imports=["numpy", "PIL"]) as it:
        assert it.run("draw").to_raw().size == (5, 4)


class TestDeepagents(SandboxIntegrationTests):
    @pytest.fixture(scope="class")
    def sandbox(self):
        sandbox = Sandbox.create(timeout=900)
        try:
            yield E2BSandbox(sandbox=sandbox)
        finally:
            sandbox.kill()
