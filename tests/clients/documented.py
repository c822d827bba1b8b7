"""Each call that the pages for clients show is run as it stands there: no page's example is copied here.

A call is a fenced block, an example of a manual page, or a command within a line. CALLS has a row for each, by how it
begins: how it is run, and what has to be printed, in this order. A call without a row fails, and a row without a call.
"""
import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import time

from harness import PYTHON, Skip, TOOL, environment, equal, test
from npm import TOP, node, package

CLIENTS = TOP / "build/deps/clients"
INLINE = re.compile(r'\{"|(claude|npx|npm|pip|curl) |sallyport (serve|mcp|policy)\b|(Async)?Sandbox(\.create)?\(')


@contextlib.contextmanager
def service(box, *words, port=0):
    """The address of a service with these options."""
    said = box.dir / "serve.err"
    with open(said, "wb") as err, subprocess.Popen([TOOL, "serve", "--listen", f"127.0.0.1:{port}", *map(str, words)],
                                                   stdin=subprocess.DEVNULL, stdout=err, stderr=err, cwd=box.dir,
                                                   env=environment(box.log)) as server:
        try:
            until = time.monotonic() + 60
            while not (found := re.search(r"http://127.0.0.1:\d+", said.read_text())) or "try  " not in said.read_text():
                assert server.poll() is None and time.monotonic() < until, said.read_text()
                time.sleep(.02)
            yield found[0]
        finally:
            server.terminate()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def served(box, text):
    """The text for a service of the test's own, which is there if it asks one and starts none."""
    port = free_port()
    asks = ":8080" in text and not re.search(r"^sallyport serve .* &$", text, re.M)
    running = service(box, port=port) if asks else contextlib.nullcontext()
    return running, port, text.replace(":8080", f":{port}")


def finished(done, about):
    equal(done.returncode, 0, f"{about}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def python(box, text):
    if "pandas" in text and subprocess.run([PYTHON, "-c", "import matplotlib, pandas"], capture_output=True).returncode != 0:
        raise Skip("without pandas, matplotlib")
    running, _, text = served(box, text)
    env = environment(box.log, SALLYPORT=TOOL, PYTHONPATH=str(TOP / "tools/clients/python"), PYTHONDONTWRITEBYTECODE="1")
    with running:
        said = finished(subprocess.run([PYTHON, "-c", text], cwd=box.dir, env=env, capture_output=True, text=True,
                                       timeout=120), text)
    pictures(text, box.dir)
    return said


def js(box, text):
    folder, _ = package()
    running, _, text = served(box, text)
    (folder / "example.mjs").write_text(text)
    with running:
        said = finished(node(box, "example.mjs"), text)
    pictures(text, folder)
    return said


def pictures(text, folder):
    for name in re.findall(r'save\("(.*?)"\)', text):
        assert (folder / name).read_bytes()[:4] == b"\x89PNG", name


def sh(box, text):
    """What fails ends it. `sallyport serve ... &` is waited for, which who types the next line does himself."""
    if "curl " in text and shutil.which("curl") is None:
        raise Skip("without curl")
    running, port, text = served(box, text)
    box.path(".curlrc", "fail-with-body\nmax-time = 60\n")
    env = environment(box.log, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"], CURL_HOME=str(box.dir))

    def run(lines):
        return finished(subprocess.run(["sh", "-e", "-c", lines], cwd=box.dir, env=env, capture_output=True, text=True,
                                       timeout=120), lines)
    with running:
        first, *rest = re.split(r"^sallyport serve (.*) &$", text, flags=re.M)
        said = run(first)
        if rest:
            with service(box, *shlex.split(rest[0]), port=port):
                said += run(rest[1])
    return said


def by_hand(box, text):
    (box.dir / "snippets").mkdir()
    for name, content in ("snippets/a.py", "print(1)\n"), ("orders.csv", "a,b\n1,2\n"), \
            ("report.py", "import pandas as pd\nprint(pd.read_csv('orders.csv')['b'].sum())\n"), \
            ("tool.c", "#include <stdio.h>\nint main(void) { return puts(\"compiled\") < 0; }\n"):
        box.path(name, content)
    return sh(box, text)


def mcp(box, text):
    """A host's line or file that starts a server, which is asked who it is."""
    if text.startswith("{"):
        [[one]] = [servers.values() for servers in json.loads(text).values()]
        words = [one["command"], *one["args"]]
    else:
        words = shlex.split(text.rpartition(" -- ")[2])
    folder, env = package() if words[0] == "npx" else (box.dir, {})
    ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
    done = subprocess.run(words, cwd=folder, input=json.dumps(ask) + "\n", capture_output=True, text=True, timeout=60,
                          env={**env, **environment(box.log, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"])})
    return json.loads(finished(done, text))["result"]["serverInfo"]["name"]


class Elsewhere:
    """Another file of the tests runs it, by these words of its."""

    def __init__(self, path, words):
        self.path, self.words = path, words


class Index:
    """It needs what comes from an index of packages: `make check-clients` runs it."""

    def __init__(self, *said):
        self.said = said


class LeftOut:
    def __init__(self, why):
        self.why = why


# Three variables are enough, the pages say; two of them tell where.
VARIABLES = {"E2B_API_KEY": "e2b_0", "E2B_VALIDATE_API_KEY": "true"}
NEEDS_PIP = "pip builds a wheel with what it takes from an index of packages"
CALLS = {
    "README.md": {
        "make demo ": LeftOut("the build, the tests and an installation: `make check`, `make check-deb` are these"),
        "$ cat total.py": Elsewhere("cli-run/readme.py", "def what_is_shown_is_what_is_printed"),
        "from sallyport import Sandbox\n": (python, "1.5\n"),
        "import json, subprocess\n": Elsewhere("cli-run/readme.py", "def the_tool_of_an_agent_works"),
        "sallyport check snippets/ ": (by_hand, "2\n", "compiled\n", "tier"),
        "claude mcp add ": (mcp, "sallyport"),
        "sallyport serve": Elsewhere("serve/run", "def it_says_where_and_what_to_try_and_that_works"),
    },
    "tools/clients/README.md": {
        "from sallyport import Sandbox\n\nwith Sandbox(profile=": (python, "20.0\n", "Blocked", "(2, 2)\n", "0\n1\n2\n", "block\n"),
        "import asyncio\n": (python, "b'SOME TEXT'\n"),
        "from sallyport import Sandbox\n\nwith Sandbox(url=": (python, "SOME TEXT ['in.txt']\n"),
        "curl -s http://127.0.0.1:8080/execute ": (sh, '"output":"42\\n"', '"text":"text"', '"decision":"block"'),
        "session=": (sh, '"state":"waiting"', '"status":"completed"', '"status":"completed"', "SOME TEXT"),
        "sallyport serve --profile e2b &\n": (sh, '"text":"42"', '"end_of_execution"'),
        "from e2b_code_interpreter import ": Index("SOME TEXT\n", "9 in.txt\n"),
        'import { Sandbox } from "@e2b/code-interpreter"': Index("SOME TEXT\n", "9 in.txt\n"),
        "#!/bin/sh\nexec sallyport check --staged": Elsewhere("cli-run/readme.py", "def the_hook_of_git_works"),
        '{"mcpServers": ': (mcp, "sallyport"),
        '{"servers": ': (mcp, "sallyport"),
        "claude mcp add ": (mcp, "sallyport"),
        "sallyport mcp": Elsewhere("mcp/run", '"mcp"'),
        "sallyport serve": Elsewhere("serve/run", "def it_says_where_and_what_to_try_and_that_works"),
        "sallyport policy --as-tool anthropic": (sh, '"run_python"'),
        "npx @modelcontextprotocol/inspector ": Elsewhere("clients/mcp_suites.py", "inspector"),
        "npx sallyport COMMAND": Elsewhere("clients/run", "def the_launcher_is_the_program"),
        "npm install": Elsewhere("clients/npm.py", '"npm", "install"'),
        "pip install ": LeftOut(NEEDS_PIP),
    },
    "tools/clients/npm/README.md": {
        'import { Sandbox } from "sallyport";\n\nconst sandbox = await Sandbox.create({ profile': (
            js, "20.0\nBlocked\n", "(2, 2)\n", "0\n1\n2\n"),
        'import { Sandbox } from "sallyport";\n\nconst sandbox = await Sandbox.create({ url': (js, "SOME TEXT [ 'in.txt' ]\n"),
        '{"mcpServers": ': (mcp, "sallyport"),
        "npx sallyport mcp --profile data": (mcp, "sallyport"),
        "npx sallyport COMMAND": Elsewhere("clients/run", "def the_launcher_is_the_program"),
        "npx sallyport serve": LeftOut("the same launcher: only what libraries it needs is said"),
        "sallyport serve": Elsewhere("serve/run", "def it_says_where_and_what_to_try_and_that_works"),
    },
    "tools/sallyport-serve.1": {"sallyport serve --keys keys --new-key anna ": (sh, '"stdout":["42\\n"]')},
    "tools/sallyport-mcp.1": {"printf ": (sh, '"serverInfo":{"name":"sallyport"')},
}


def calls(page):
    """Those that it shows, each once."""
    text = (TOP / page).read_text()
    if not page.endswith(".md"):
        return [one.replace("\\e", "\\") for one in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", text, re.M | re.S)]
    fence = r"^```\w*\n(.*?)^```$"
    spans = [" ".join(one.split()) for one in re.findall("`([^`]+)`", re.sub(fence, "", text, flags=re.M | re.S))]
    return re.findall(fence, text, re.M | re.S) + sorted({one for one in spans if INLINE.match(one)})


def rows(page):
    """(call, row): the one whose beginning is the longest that fits; None: no row's."""
    for call in calls(page):
        yield call, max((begins for begins in CALLS[page] if call.startswith(begins)), key=len, default=None)


def in_order(said, want):
    return re.search(".*".join(map(re.escape, want)), said, re.S)


@test
def each_call_of_the_pages_is_run(box):
    for page in CALLS:
        found = list(rows(page))
        equal([call for call, row in found if row is None], [], f"{page} shows what nothing runs")
        equal(set(CALLS[page]) - {row for _, row in found}, set(), f"{page} shows no such thing")
        for row in CALLS[page].values():
            assert not isinstance(row, Elsewhere) or row.words in (TOP / "tests" / row.path).read_text(), (row.path, row.words)


def by_index():
    """What `make check-clients` runs: (name, command, what has to be printed), one after another."""
    for page in CALLS:
        for call, row in rows(page):
            if isinstance(CALLS[page][row], Index):
                command = ["node", "--input-type=module", "-e"] if call.startswith("import {") else [CLIENTS / "venv/bin/python", "-c"]
                yield f"{page}: {row.strip()}", [*command, call], CALLS[page][row].said


def test_of(page, begins, how, *want):
    def run(box):
        for call, row in rows(page):
            if row == begins:
                said = how(box, call)
                assert in_order(said, want), (want, said)
    words = re.findall(r"\w+", begins.replace("\n", " "))
    run.__name__ = "_".join(["as", pathlib.Path(page).parent.name or "top", pathlib.Path(page).name, "says", *words])[:100]
    test(run)


for page, begun in CALLS.items():
    for begins, row in begun.items():
        if isinstance(row, tuple):
            test_of(page, begins, *row)
