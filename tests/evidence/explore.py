"""--explore: all that was denied in one run, each with its natural errno."""
import shlex

from harness import equal, stdout, test

# Each line: what is tried, the rule that refuses it, the errno it gets.
TRIES = [
    ("open('/etc/hostname')", "R220", 2),
    ("open('/root/not-for-you', 'w')", "R221", 13),
    ("os.stat('/srv')", "R222", 2),
    ("os.listdir('/srv')", "R220", 2),
    ("os.execv('/usr/bin/id', ['id'])", "R310", 2),
    ("socket.socket().connect(('127.0.0.1', 9))", "R410", 13),
    ("socket.socket().bind(('127.0.0.1', 9999))", "R411", 13),
    ("os.chroot('/')", "R211", 1),
    ("os.setuid(0) if os.getuid() else os.setresuid(1, 2, 3)", "R508", 1),
    ("os.kill(os.getppid(), 9)", "R908", 1),            # a kill row
    ("raw(317, 0, 0, 0)", "R102", 1),                   # seccomp: a kill row
    ("raw(101, 0, 0, 0, 0)", "R105", 1),                # ptrace
    ("raw(425, 8, 0)", "R103", 38),                     # io_uring_setup
    ("raw(9999)", "R100", 38),                          # no such call
    ("raw(56, 0x800000, 0, 0, 0, 0)", "R904", 1),       # clone, untraced: a kill row
]
HEAD = """
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def raw(*a):
    if libc.syscall(*a) < 0: raise OSError(ctypes.get_errno(), "raw")
"""


def script():
    text = HEAD
    for statement, _, _ in TRIES:
        text += f"try: {statement}; print('passed')\nexcept OSError as e: print(e.errno)\n"
    return text + "print('end')\n"


@test
def all_that_is_denied_in_one_run(box):
    got = box.script(script(), "--explore")
    equal((got.status, got.doc["status"]), (0, "completed"), got)
    equal(stdout(got).split(), [str(errno) for _, _, errno in TRIES] + ["end"], got)
    equal([v["rule"] for v in got.doc["violations"]], [rule for _, rule, _ in TRIES], got)
    first = HEAD.count("\n") + 1
    equal([v["python"][-1]["line"] for v in got.doc["violations"]],
          [first + 2 * i for i in range(len(TRIES))], got)
    want = {}
    for _, rule, _ in TRIES:
        want[rule] = want.get(rule, 0) + 1
    equal({r["rule"]: r["count"] for r in got.doc["explore"]["rules"]}, want, got)
    equal(got.doc["explore"]["options"], ["--allow-exec /usr/bin/id", "--connect 127.0.0.1:9", "--read /etc/hostname",
                                          "--read /srv", "--write /root/not-for-you"])
    equal(box.outcome()["explore"], got.doc["explore"], "the log")


@test
def without_it_the_first_kill_row_ends_the_run(box):
    got = box.script(script())
    equal((got.status, got.doc["status"]), (126, "denied"), got)
    assert "end" not in stdout(got) and got.doc["explore"] is None, got
    equal([v["rule"] for v in got.doc["violations"]][-1], "R908", got)


@test
def the_options_it_names_are_those_that_help(box):
    data = box.dir / "data"
    data.mkdir(mode=0o755)
    (data / "in").write_text("x")
    (data / "out").mkdir()
    (data / "out").chmod(0o777)
    text = (f"print(open('{data}/in').read(), end='')\n"
            f"open('{data}/out/o', 'w').write('y')\nprint('done')\n")
    got = box.script(f"import os\ntry: print(open('{data}/in').read(), end='')\nexcept OSError: pass\n"
                     f"try: os.listdir('{data}/out')\nexcept OSError: pass\n", "--explore")
    options = [word for o in got.doc["explore"]["options"] for word in shlex.split(o)]
    equal(options, ["--read", f"{data}/in", "--read", f"{data}/out"], got)
    got = box.script(text.split("\n")[0], *options)
    equal((got.status, stdout(got), got.doc["violations"]), (0, "x", []), got)


@test
def many_different_ones_are_all_listed(box):
    text = "for i in range(900):\n    try: open(f'/etc/not-{i}')\n    except OSError: pass\n"
    got = box.script(text, "--explore")
    paths = [v["arguments"].get("path") for v in got.doc["violations"] if v["rule"] == "R220"]
    equal(paths, [f"/etc/not-{i}" for i in range(900)], len(paths))
    equal({v["python"][0]["line"] for v in got.doc["violations"]}, {2})
    # Without it the rest are counted by call and rule.
    got = box.script(text.replace("/etc/", "/root/"))
    violations = [v for v in got.doc["violations"] if v["rule"] == "R236"]
    equal((len(violations), sum(v["count"] for v in violations)), (257, 900))


@test
def text_lists_rules_and_options(box):
    path = box.path("s.py", "for p in ('/usr/share/a', '/usr/share/b'):\n    try: open(p)\n    except OSError: pass\nprint('ran')\n")
    got = box.tool("run", "--explore", path)
    equal((got.status, got.out), (0, "ran\n"), got)
    assert "explored: 1 rule refused something\n    R220, 2 times: " in got.err, got
    assert "\n    --read /usr/share/a\n    --read /usr/share/b\n" in got.err, got
