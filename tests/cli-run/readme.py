"""What the README and sallyport-json(5) say to who calls from a program, as it stands there."""
import json
import os
import pathlib
import re
import shutil
import subprocess

from harness import RULES, SANITIZED, TOOL, Skip, environment, equal, test

TOP = pathlib.Path(__file__).resolve().parents[2]
README = TOP / "README.md"
PAGE = TOP / "tools" / "sallyport-json.5"
# What is text of the submission's or the table's own, and not a member.
FREE = {"arguments", "grants", "intent", "outcome", "decisions", "python", "results"}


def block(kind, word, page=README):
    """The fenced block of this kind that holds the word."""
    found = [part.partition("\n```")[0] for part in page.read_text().split(f"```{kind}\n")[1:]]
    return next(text for text in found if word in text)


def needs_stacks():
    if SANITIZED:
        raise Skip("a stack is read within 100 ms, which a sanitizer slows")


@test
def what_is_shown_is_what_is_printed(box):
    """Each block with a prompt: `cat` shows a file, which is made; what else is shown must be printed so."""
    needs_stacks()
    env = environment(box.log, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"])
    tried = 0
    for shown in re.findall(r"^```\n(\$ .*?)^```", README.read_text(), re.S | re.M):
        for part in re.split(r"^\$ ", shown, flags=re.M)[1:]:
            command, _, want = part.partition("\n")
            if command.startswith("cat "):
                box.path(command[4:], want)
                continue
            done = subprocess.run(command, shell=True, cwd=box.dir, env=env, capture_output=True, timeout=60)
            said = (done.stdout + done.stderr).decode()
            for piece in filter(None, want.split("...\n")):
                _, found, said = said.partition(piece)
                assert found == piece, (command, piece, said)
            tried += 1
    assert tried >= 2, tried


@test
def the_tool_of_an_agent_works(box):
    scope = {}
    exec(block("python", "def run_python"), scope)
    environ = dict(os.environ)
    try:
        os.environ.update(environment(box.log), PATH=os.path.dirname(TOOL) + ":" + environ["PATH"])
        for code, out, words in (
                ("print(6 * 7)", "42\n", ("ran to its end",)),
                ("1 / 0", "", ("failed at line 1", "ZeroDivisionError")),
                ("import ctypes\nctypes.CDLL", "", ("Not run", "Line 1", "modules of the profile")),
                ("from io import StringIO\nclass A(StringIO): pass\nprint(vars(A()).values())", "", ("Line 3", "approve")),
                ("open('/usr/share/not-there')", "", ("line 1", "FileNotFoundError", "not there", "relative path")),
                ("def f(:", "", ("Line 1", "syntax")), ("p\u0430ss = 1", "", ("Not run", "Line 1"))):
            got = scope["run_python"](code)
            equal(got[0], out, (code, got))
            assert all(word in got[1] for word in words) and len(got[1]) <= 600, (code, got)
    finally:
        os.environ.clear()
        os.environ.update(environ)


@test
def the_hook_of_git_works(box):
    hook = box.dir / "repo" / ".git" / "hooks" / "pre-commit"
    env = environment(box.log, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"], HOME=str(box.dir),
                      GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
                      GIT_COMMITTER_EMAIL="a@b")

    def git(*args):
        done = subprocess.run(["git", *args], cwd=box.dir / "repo", env=env, capture_output=True, timeout=60)
        return done.returncode, (done.stdout + done.stderr).decode()
    (box.dir / "repo").mkdir()
    try:
        equal(git("init", "-q")[0], 0)
    except FileNotFoundError as error:
        raise Skip("no git here") from error
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(block("sh", "check --staged", TOP / "tools" / "clients" / "README.md"))
    hook.chmod(0o755)
    for name, text, passes in (("good.py", "print(1)\n", True), ("bad.py", "eval('1')\n", False),
                               ("-n x.py", "print(1)\n", True), ("notes.txt", "eval\n", True),
                               ("held.py", "from io import StringIO\nclass A(StringIO): pass\nprint(vars(A()).values())\n", False)):
        (box.dir / "repo" / name).write_text(text)
        equal(git("add", "--", name)[0], 0)
        status, said = git("commit", "-q", "-m", "x")
        equal(status == 0, passes, (name, said))
        if not passes:
            assert f"{name}:1:" in said or f"{name}:3:" in said, said
            equal(git("rm", "-q", "--cached", "--", name)[0], 0)
    # What is taken away is not looked for.
    git("rm", "-q", "good.py")
    equal(git("commit", "-q", "-m", "x"), (0, ""))


OF_RESULTS = set("""
    html markdown latex display_id svg png jpeg pdf json javascript data chart notes is_main_result title elements points group
    x_label y_label x_unit y_unit x_ticks x_tick_labels x_scale angle radius min first_quartile median third_quartile outliers
""".split())

OF_SESSIONS = set("opened_by session gated cell context cells cells_limit ended state wall_ms_left cpu_ms_left refused".split())

OF_ALERTS = {"alert", "command"}

OF_POOLS = set("zygotes held_kib pressed tenant options ready zygote_kib pair_kib modules".split())


def members(value, name=""):
    """Every member's name in a document, but below those that are FREE."""
    found = set()
    for item in value if isinstance(value, list) else []:
        found |= members(item, name)
    if isinstance(value, dict):
        for key, below in value.items():
            found |= {key} | (set() if key in FREE and not isinstance(below, list) else members(below, key))
    return found


@test
def the_page_names_every_member_that_is_printed(box):
    needs_stacks()
    page = PAGE.read_text()
    named = set(re.findall(r"\b[a-z_0-9]+\b", " ".join(re.findall(r"Va ((?:[a-z_0-9]+[ ,]*)+)", page))))
    held = box.path("held.py", "from io import StringIO\nclass A(StringIO): pass\nexec('print(vars(A()).values())')\n")
    gate = box.path("gate.rules", (RULES / "minimal.rules").read_text().replace("sallyport-rules 1", "sallyport-rules 2", 1) +
                    "deny output secrets R960 : looks like a secret\n")
    documents = [box.json("run", *args).doc for args in (
        ("--rules", gate, box.path("g.py", "print('password: hunter2')\n")),
        (held,), ("--profile", "auto", box.path("s.py", "print(1)\n")), (box.path("e.py", "1 / 0\n"),), ("nothing.py",))]
    # What the gate makes of them is not asked.
    text = "open('f', 'w')\ntry: open('/etc/shadow')\nexcept OSError: pass\nx = [0] * 10**9\n"
    for _ in range(5):
        documents.append(box.json("exec", "--explore", "--trace", "--", "python3", "-c", text).doc)
        # Of a busy host a stack is not always read in its time.
        if any(v["native"] for v in documents[-1]["violations"]):
            break
    documents.append(box.json("exec", "--time", "300ms", "--", "/bin/sleep", "9").doc)
    for args in (("check", "--json", "--why-allowed", held, "nothing.py"), ("review", "list", "--json"),
                 ("review", "show", "--json", documents[1]["id"]), ("doctor", "--json"),
                 ("python", "check", "--json", "/usr/bin/python3")):
        documents.append(json.loads(box.tool(*args, env={"XDG_CACHE_HOME": box.path("cache")}).out))
    documents += map(json.loads, box.tool("run", "--stream", box.path("t.py", "print(1)\n")).out.splitlines())
    # Of figures and tables, for which a library is needed: tests/results; of sessions: tests/session; of pools: tests/warm; of
    # alerts: tests/review.
    seen = set().union(OF_RESULTS, OF_SESSIONS, OF_POOLS, OF_ALERTS, *map(members, documents))
    equal(seen - named, set(), "printed and not named")
    equal(named - seen, set(), "named and not printed")


@test
def the_examples_of_the_page_work(box):
    if shutil.which("jq") is None:
        raise Skip("no jq here")
    (box.dir / "snippets").mkdir()
    (box.dir / "snippets" / "bad.py").write_text("eval('1')\n")
    box.path("script.py", "1 / 0\n")
    env = environment(box.log, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"])
    said = []
    for example in PAGE.read_text().split(".Bd -literal -offset indent\n")[1:]:
        command = example.partition(".Ed")[0].replace("\\e", "\\")
        done = subprocess.run(["sh", "-c", command], cwd=box.dir, env=env, capture_output=True, timeout=60)
        said.append((done.returncode, done.stdout.decode(), done.stderr.decode()))
    assert said[0][1].startswith("snippets/bad.py:1: ") and said[1][1] == "failed\ndivision by zero\n", said
