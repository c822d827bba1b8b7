"""Run by tests/clients/others with the SDK of E2B, as its users call it: four variables of the environment and no more."""
import sys

from e2b import FileNotFoundException, TimeoutException
from e2b_code_interpreter import Sandbox

number = 0


def equal(name, got, want):
    global number
    number += 1
    print(f"{'ok' if got == want else 'not ok'} {number} - python: {name}" + ("" if got == want else f": {got!r}"))
    sys.stdout.flush()


def raised(run):
    try:
        return run()
    except Exception as error:
        return type(error)


s = Sandbox.create(envs={"GIVEN": "a"})
printed = []
r = s.run_code("x = 1\nprint('hi')\n[x, 2]", on_stdout=lambda m: printed.append(m.line))
equal("a cell", (r.text, r.results[0].json, r.logs.stdout, printed, r.execution_count), ("[1, 2]", [1, 2], ["hi\n"], ["hi\n"], 1))
equal("its names stay", s.run_code("x + 1").text, "2")
r = s.run_code("1/0")
equal("an error", (r.error.name, r.error.value, r.logs.stderr), ("ZeroDivisionError", "division by zero", []))
equal("what is refused", s.run_code("import socket; socket.socket()").error.name, "Blocked")
equal("environment", s.run_code("import os; os.environ['GIVEN'] + os.environ['B']", envs={"B": "b"}).text, "ab")
equal("and it is undone", s.run_code("os.environ.get('B')").text, None)
equal("where it is", s.run_code("!pwd\nos.getcwd()").text, "/home/user")
context = s.create_code_context()
equal("a context", s.run_code("x", context=context).error.name, "NameError")
s.run_code("y = 1", context=context)
s.restart_code_context(context)
equal("begun anew", s.run_code("y", context=context).error.name, "NameError")
s.remove_code_context(context)
equal("and gone", [c.language for c in s.list_code_contexts()], ["python"])
s.files.write("a/b.txt", "text")
equal("a file", (s.files.read("a/b.txt"), s.files.read("/home/user/a/b.txt", format="bytes")), ("text", b"text"))
equal("which cells see", s.run_code("open('a/b.txt').read()").text, "text")
equal("its folder", [(e.name, e.path) for e in s.files.list("a")], [("b.txt", "/home/user/a/b.txt")])
s.files.rename("a/b.txt", "c.txt")
equal("moved", (s.files.exists("c.txt"), s.files.exists("a/b.txt")), (True, False))
s.files.remove("a")
equal("removed", raised(lambda: s.files.read("a/b.txt")), FileNotFoundException)
watched = s.files.watch_dir(".")
s.run_code("open('c.txt', 'a').write('')\nopen('d.txt', 'w').write('d')")
equal("watched", [(e.name, e.type.name) for e in watched.get_new_events()], [("d.txt", kind) for kind in ("CREATE", "CHMOD", "WRITE")])
watched.stop()
r = s.commands.run("cat c.txt; echo e >&2; echo $Q", envs={"Q": "q"})
equal("a command", (r.stdout, r.stderr, r.exit_code), ("textq\n", "e\n", 0))
equal("that fails", raised(lambda: s.commands.run("exit 3")).__name__, "CommandExitException")
equal("too long", raised(lambda: s.run_code("import time; time.sleep(60)", timeout=1)), TimeoutException)
equal("and on", s.run_code("x").text, "1")
equal("listed", s.sandbox_id in [one.sandbox_id for one in Sandbox.list().next_items()], True)
equal("joined", Sandbox.connect(s.sandbox_id).run_code("x").text, "1")
equal("ended", (s.kill(), s.is_running(), s.kill()), (True, False, False))
equal("no such template", raised(lambda: Sandbox.create("nothing")).__name__, "SandboxException")
print(f"1..{number}")
