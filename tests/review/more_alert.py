"""--alert: the operator's command gets what matters, and nothing else of ours.

The command is a script that leaves what it was given, and what it could see, in
a folder; the wait for that is bounded.
"""

HOOK = r'''#!/usr/bin/python3 -I
import fcntl, json, os, sys
text = sys.stdin.read()
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
links = {}
for fd in os.listdir("/proc/self/fd"):
    try: links[fd] = os.readlink("/proc/self/fd/" + fd)
    except OSError: pass
seen = {"doc": json.loads(text), "uid": os.getuid(), "groups": os.getgroups(), "cwd": os.getcwd(),
        "tracer": status["TracerPid"].strip(), "nnp": status["NoNewPrivs"].strip(), "fds": links,
        "env": dict(os.environ), "argv": sys.argv[1:], "sid": os.getsid(0), "pid": os.getpid()}
place = sys.argv[1] + "/" + str(os.getpid())
with open(place + ".new", "w") as f: json.dump(seen, f)
os.rename(place + ".new", place + ".json")
'''


class Alerts:
    def __init__(self, desk, hook=HOOK):
        self.desk = desk
        desk.dir.chmod(0o711)
        self.out = desk.dir / "out"
        self.out.mkdir()
        self.out.chmod(0o1777)
        self.hook = desk.dir / "hook"
        self.hook.write_text(hook)
        self.hook.chmod(0o755)
        self.command = f"{self.hook}  {self.out}\tx $HOME ;"
        self.option = ("--alert", self.command)

    def come(self, n=1, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = sorted(self.out.glob("*.json"), key=lambda p: p.stat().st_mtime)
            if len(found) >= n:
                return [json.loads(p.read_text()) for p in found]
            time.sleep(0.05)
        raise AssertionError(f"{n} alerts did not come: {list(self.out.iterdir())}")

    def none(self, seconds=1):
        time.sleep(seconds)
        assert list(self.out.iterdir()) == []

    def said(self, word, seconds=15):
        """The log's record of an alert that failed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = [r for r in self.desk.records("alert") if word in r["why"]]
            if found:
                assert self.desk.call("audit", "verify", self.desk.log)[0] == 0
                return found
            time.sleep(0.1)
        raise AssertionError(self.desk.records("alert"))


def timed(desk, *args):
    begin = time.monotonic()
    code, out, err = desk.call(*args)
    return time.monotonic() - begin, code, out, err


@test
def an_alert_has_the_record_and_nothing_of_ours(desk):
    a = Alerts(desk)
    desk.env["SECRET_OF_OURS"] = "x"
    doc = desk.run(desk.script(BLOCKED, "bad.py"), "--agent", "pipe", *a.option)[1]
    assert doc["status"] == "blocked"
    seen, = a.come()
    got = seen["doc"]
    assert got["schema"] == "sallyport/alert/1" and got["alert"] == ["block"], got
    assert (got["id"], got["status"], got["agent"], got["command"]) == (doc["id"], "blocked", "pipe", "run")
    assert got["seq"] == doc["audit"]["seq"] and got["hash"] == doc["audit"]["hash"], got
    assert got["name"] == "bad.py" and got["findings"][0]["rule"] and got["left_out"] == 0, got
    assert seen["uid"] == (65534 if os.getuid() == 0 else os.getuid()), seen
    assert os.getuid() != 0 or seen["groups"] == [], seen
    assert seen["tracer"] == "0" and seen["nnp"] == "1" and seen["cwd"] == "/", seen
    assert set(seen["env"]) <= {"PATH", "LANG", "LC_CTYPE"}, seen["env"]
    assert seen["argv"] == [str(a.out), "x", "$HOME", ";"], "no shell, no quotes"
    assert seen["sid"] == seen["pid"]
    links = {fd: to for fd, to in seen["fds"].items() if not to.startswith("/proc/")}
    assert set(links) == {"0", "1", "2"} and "memfd:alert" in links["0"], links
    assert links["1"] == links["2"] == "/dev/null", links
    assert desk.records("alert") == []


@test
def what_matters_is_told_and_nothing_else(desk):
    a = Alerts(desk)
    assert desk.run(desk.script("print('ran')\n", "good.py"), *a.option)[0] == "completed"
    assert desk.run(desk.script("1/0\n", "fails.py"), *a.option)[0] == "failed"
    a.none()
    desk.run(desk.script(HELD, "held.py"), *a.option)
    assert a.come(1)[-1]["doc"]["alert"] == ["hold"]
    desk.run(desk.script("import sys\ntry: open(sys.argv[1])\nexcept OSError: print('ran')\n", "v.py"),
             *a.option)
    _, out, _ = desk.call("run", "--json", "--python", PYTHON, *a.option, "v.py", "/etc/shadow")
    assert json.loads(out)["violations"], out
    got = a.come(2)[-1]["doc"]
    assert got["alert"] == ["violation"] and got["violations"][0]["syscall"], got
    desk.run(desk.script("while True: pass\n", "loop.py"), "--time", "1s", *a.option)
    assert a.come(3)[-1]["doc"]["alert"] == ["limit"]
    desk.call("exec", *a.option, "--", "/bin/cat", "/etc/shadow")
    got = a.come(4)[-1]["doc"]
    assert got["command"] == "exec" and got["alert"] == ["violation"], got
    desk.call("check", *a.option, desk.script(BLOCKED, "bad.py"), check=1)
    got = a.come(5)[-1]["doc"]
    assert got["command"] == "check" and got["alert"] == ["block"] and got["findings"], got


@test
def a_row_of_the_table_says_what_matters(desk):
    a = Alerts(desk)
    rules = desk.dir / "own.rules"
    shutil.copytree(HERE.parents[1] / "rules" / "shared", desk.dir / "shared")
    text = (HERE.parents[1] / "rules" / "minimal.rules").read_text()
    rules.write_text(text.replace("sallyport-rules 1", "sallyport-rules 2") + "\nalert on failed limit\n")
    assert desk.run(desk.script(BLOCKED, "bad.py"), "--rules", rules, *a.option)[0] == "blocked"
    a.none()
    desk.run(desk.script("1/0\n", "fails.py"), "--rules", rules, *a.option)
    assert a.come()[0]["doc"]["alert"] == ["failed"]
    _, out, _ = desk.call("rules", "show", "--rules", rules)
    assert "alert on limit failed" in out, out[-300:]
    for row, why in (("alert on blok", "block"), ("alert", "alert on block"), ("alert to me", "alert on block")):
        rules.write_text(text.replace("sallyport-rules 1", "sallyport-rules 2") + f"\n{row}\n")
        code, _, err = desk.call("check", "--rules", rules, "bad.py")
        assert code == 2 and why in err, (row, err)
    rules.write_text(text + "\nalert on block\n")
    code, _, err = desk.call("check", "--rules", rules, "bad.py")
    assert code == 2 and "sallyport-rules 2" in err, err


@test
def the_environment_names_a_command_and_a_bad_one_is_refused(desk):
    a = Alerts(desk)
    desk.env["SALLYPORT_ALERT"] = a.command
    desk.run(desk.script(BLOCKED, "bad.py"))
    a.come()
    for command in ("hook", "./hook", "  ", "x /bin/true"):
        code, _, err = desk.call("run", "--alert", command, "bad.py")
        assert code == 125 and "absolute path" in err, (command, code, err)
    desk.env["SALLYPORT_ALERT"] = ""
    desk.run("bad.py")
    time.sleep(0.5)
    assert len(list(a.out.iterdir())) == 1


@test
def a_command_that_hangs_forks_fills_or_dies_delays_nothing(desk):
    """It is gone after its time, with all it forked; the log says what became of it."""
    mark = f"alert-mark-{os.getpid()}-{time.monotonic_ns()}"
    a = Alerts(desk)
    plain, *_ = timed(desk, "run", desk.script(BLOCKED, "bad.py"))
    for body, word in (
        (f"import os, time\nfor _ in range(5):\n  if os.fork() == 0:\n    os.setsid()\n    break\n"
         f"open(sys.argv[1] + '/begun', 'a').write('x')\ntime.sleep(600)  # {mark}\n", "longer than 10 s"),
        ("import os\nwhile True: os.write(1, b'x' * 65536); os.write(2, b'y' * 65536)\n", "longer than 10 s"),
        ("import os\nos.kill(os.getpid(), 11)\n", "signal 11"),
        ("sys.exit(3)\n", "status 3"),
    ):
        a.hook.write_text("#!/usr/bin/python3 -I\nimport sys\n" + body)
        took, code, _, _ = timed(desk, "run", *a.option, "bad.py")
        assert code == 126 and took < plain + 3, (word, took, plain)
        a.said(word, 40)
    begun = [pathlib.Path(p).parent.name for p in __import__("glob").glob("/proc/[0-9]*/cmdline")
             if str(a.hook).encode() in read_or_nothing(p)]
    assert begun == [], begun
    a.hook.chmod(0o644)
    desk.run("bad.py", *a.option)
    assert a.said("cannot be executed")[0]["program"] == str(a.hook)
    desk.run("bad.py", "--alert", f"{desk.dir}/none")
    a.said("No such file")


def read_or_nothing(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


@test
def too_many_are_counted_and_the_next_one_says_how_many(desk):
    a = Alerts(desk)
    folder = desk.dir / "many"
    folder.mkdir()
    for n in range(1000):
        (folder / f"b{n}.py").write_text(f"import os\nos.system('{n}')\n")
    took, code, out, _ = timed(desk, "check", "--format", "json", *a.option, folder)
    assert code == 1 and len(json.loads(out)["submissions"]) == 1000
    assert took < 30, took
    end = time.monotonic() + 40
    counted = lambda: int.from_bytes((pathlib.Path(f"{desk.log}.d") / "alerts").read_bytes()[16:24], "little")
    told = lambda: counted() + sum(one["doc"]["left_out"] for one in a.come(20))
    while time.monotonic() < end and told() < 980:
        time.sleep(0.2)
    assert len(a.come(20)) == 20 and told() == 980, (len(a.come(20)), told())
    said = a.said("left out")
    assert len(said) == 1, said
    # The window is over: as if a minute had gone by.
    state = pathlib.Path(f"{desk.log}.d") / "alerts"
    raw = bytearray(state.read_bytes())
    left = counted()
    raw[0:8] = (int.from_bytes(raw[0:8], "little") - 60000).to_bytes(8, "little")
    state.write_bytes(bytes(raw))
    desk.run(desk.script(BLOCKED, "bad.py"), *a.option)
    last = a.come(21)[-1]["doc"]
    assert last["left_out"] == left and last["id"], last["left_out"]
    assert counted() == 0


@test
def a_pool_has_the_operators_alert_alone(desk):
    a = Alerts(desk)
    where = desk.dir / "s"
    pool = desk.start("pool", "--python", PYTHON, *a.option, where)
    try:
        end = time.monotonic() + 20
        while not where.exists() and time.monotonic() < end:
            time.sleep(0.05)

        def ask(code, **more):
            peer = __import__("socket").socket(__import__("socket").AF_UNIX)
            peer.settimeout(30)
            peer.connect(str(where))
            peer.sendall(json.dumps({"bytes": len(code), **more}).encode() + b"\n" + code)
            text = b""
            while chunk := peer.recv(65536):
                text += chunk
            return json.loads(text)

        desk.script(BLOCKED, "bad.py")
        doc = ask(b"import os\nos.system('x')\n")
        assert doc["status"] == "blocked", doc
        assert ask(b"print(1)")["status"] == "completed"
        got = a.come()[0]["doc"]
        assert got["id"] == doc["id"] and got["command"] == "pool", got
        session = json.loads(desk.call("session", "open", "--at", where, "--json")[1])["session"]
        doc = json.loads(desk.call("session", "run", "--at", where, "--json", session, "bad.py")[1])
        assert doc["status"] == "blocked", doc
        got = a.come(2)[1]["doc"]
        assert (got["id"], got["session"], got["cell"], got["alert"]) == (doc["id"], session, 1, ["block"]), got
        doc = ask(b"print(1)", options=["--alert", "/bin/true"])
        assert doc["status"] == "error" and "not for requests" in json.dumps(doc), doc
    finally:
        pool.terminate()
        pool.wait(20)
