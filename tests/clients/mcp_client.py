"""Run by tests/clients/others with the official client of the Model Context Protocol: each tool of `sallyport mcp`, and of
/mcp in both eras. TOOL is the program, MCP_URL the service's."""
import asyncio
import os
import sys

from mcp import Client, StdioServerParameters

number = 0


def equal(name, got, want):
    global number
    number += 1
    print(f"{'ok' if got == want else 'not ok'} {number} - mcp client: {name}" + ("" if got == want else f": {got!r}"))
    sys.stdout.flush()


async def ask(how, server, mode):
    async with Client(server, mode=mode) as client:
        async def call(name, **arguments):
            # The client itself checks what is structured against the tool's schema.
            got = await client.call_tool(name, arguments)
            return got.is_error, got.structured_content or {}, "".join(getattr(c, "text", "") for c in got.content)

        equal(f"{how}: tools", [t.name for t in (await client.list_tools()).tools],
              ["run_python", "check_python", "explain", "list_files", "get_file", "end_session"])
        _, doc, _ = await call("run_python", code="x = 20\nopen('a.txt', 'w').write('kept')\nx + 1")
        equal(f"{how}: run_python", (doc["status"], doc["text"]), ("completed", "21"))
        session = doc["session"]
        _, doc, _ = await call("run_python", code="print(x)\nopen('in.txt').read()", session=session, files={"in.txt": "given"})
        equal(f"{how}: its session", (doc["text"], doc["logs"]["stdout"]), ("given", ["20\n"]))
        failed, doc, text = await call("run_python", code="import socket\nsocket.socket()", session=session)
        rule = doc["findings"][0]["rule"]
        equal(f"{how}: refused", (failed, doc["status"], rule in text), (True, "blocked", True))
        _, doc, _ = await call("check_python", code="eval(input())")
        equal(f"{how}: check_python", doc["decision"], "block")
        _, doc, _ = await call("explain", id=rule)
        equal(f"{how}: explain", [r["id"] for r in doc["rules"]][:1], [rule])
        _, doc, _ = await call("list_files", session=session)
        equal(f"{how}: list_files", [f["path"] for f in doc["files"]], ["a.txt", "in.txt"])
        equal(f"{how}: get_file", (await call("get_file", session=session, path="a.txt"))[2], "kept")
        equal(f"{how}: end_session", (await call("end_session", session=session))[0], False)
        failed, _, text = await call("run_python", code="x", session=session)
        equal(f"{how}: and it has ended", (failed, "Call run_python without session" in text), (True, True))


async def main():
    tool = StdioServerParameters(command=os.environ["TOOL"], args=["mcp", "--profile", "minimal"])
    await ask("stdio, the first era", tool, "legacy")
    await ask("stdio", tool, "auto")
    await ask("HTTP, the first era", os.environ["MCP_URL"], "legacy")
    await ask("HTTP", os.environ["MCP_URL"], "auto")


asyncio.run(main())
print(f"1..{number}")
