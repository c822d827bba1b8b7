#!/usr/bin/env python3
"""Suites whose runs come from a pool: tests/warm/suites.py BUILD [--door pool|cell] [SUITE...]

Each as it stands, in a build folder whose program is `sallyport` of this folder: through each of two doors, a run of a
pool and the second cell of a session. What fails is run again with the same
translation and a cold run: what passes there is a defect of warm runs, and fails here; what does not is of the
translation (a profile named `lax`, frames of the library), and is counted. So are runs that no pool takes, with why.
"""
import collections
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Attacks, limits, honest programs, ordinary Python, what is said of lines and values.
ALL = ("escape", "hidden", "siege", "sockets", "limits", "growth", "honest", "fidelity", "evidence", "names", "results",
       "output", "records", "supervised", "wall", "submission")
# A few of each that take a second together: `make check` has them.
FEW = {
    "limits": ["cpu_of_one", "memory_of_one", "processes", "open_files", "file_size"],
    "evidence": ["all_that_is_denied_in_one_run", "without_it_the_first_kill_row_ends_the_run", "the_options_it_names_are_those_that_help"],
    "supervised": ["the_document_has_every_member", "operators_paths", "what_runs_on_is_killed", "other_interpreters_run_scripts",
                   "the_log_tells_the_whole_run"],
    "names": ["by_steps_as_by_the_whole_name", "what_the_operator_names_is_the_hosts"],
    "fidelity": ["threads", "asyncio", "sqlite3", "subprocess", "multiprocessing by fork"],
    "escape": ["fork", "proc"],
    "wall": ["guard-unmap", "int80", "memfd-exec", "kill-supervisor", "bind-nameless"],
    "sockets": ["who_asks_for_a_network_and_copes_is_clean", "local_sockets_work"],
    "honest": ["inputs-are-kept", "error-in-a-chain", "exit-in-a-finally", "futures-by-spawn"],
}
FEW_CELLS = ("evidence", "names", "fidelity", "wall", "sockets", "honest")
DOORS = ("pool", "cell")
RESULT = re.compile(r"^(not )?ok \d+ - (.*?)(?:: .*)?(?: # SKIP.*)?$", re.M)
# Each that must fail, by what is found in what it says then, and why. What a pool says of itself and a cold run does
# not, what its folders add, and what the stand-in itself holds:
OF_THE_CONTRACT = {
    ("supervised", "uids"): (r"\['landlock between runs', ", "`landlock between runs` is missing in isolation.missing"),
    ("supervised", "tiers below the first"): (r"\['landlock between runs', ", "the same, and tier D has no pool"),
    ("records", "what is printed is not held"): ("'empty lines', ", "the memory of the stand-in is measured"),
    ("names", "used everywhere"): (r'assert "work folder on disk" in doc', "a pool's folders are in /tmp, whatever TMPDIR says"),
    ("fidelity", "many at once"): ("of 0 seen", "it looks for fronts and supervisors below itself"),
}
# What a session does otherwise: it has no file, its process goes on when a cell is over, and there its cells lie.
NO_FILE = "a cell has no file: no __file__, no sys.argv[0], nothing that a spawned process could read definitions from"
GOES_ON = "the process goes on: atexit is not asked, threads are not awaited, they stand still"
IN_TIME = "a cell whose time is over is interrupted first, and says where that was by its error"
OF_A_SESSION = {
    ("escape", "escape/fds/reopen-input-writable.py"): ("No such file or directory: '<session>'", NO_FILE),
    ("supervised", "a script is main"): ("got '', want .False /submission odd.py", NO_FILE),
    ("results", "it prints and ends as it does bare"): (r"'__builtins__', '__doc__', '__loader__', '__name__', '__package__', '__spec__'\]", NO_FILE),
    ("honest", "source-of-itself"): ("'__file__' is not defined", NO_FILE),
    ("honest", "beside-itself"): ("'__file__' is not defined", NO_FILE),
    ("submission", "where it lies"): ("'__file__' is not defined", NO_FILE),
    ("submission", "a folder that the operator lets be written"): ("'__file__' is not defined", NO_FILE),
    ("submission", "without aliases it has its real name"): ("not enough values to unpack", NO_FILE),
    ("submission", "the source is there"): ("source code not available", NO_FILE + "; of a function it is there, of a class not"),
    **{("submission", name): ("Can't get attribute '[a-z]+' on <module '__main__' .built-in.>", NO_FILE) for name in (
        "pools of every kind", "pools under other interpreters", "a plain pool where it is no fork", "executors and managers",
        "pools of a script from standard input", "a child that is refused is told by the name that was given")},
    **{("honest", name): ("Can't get attribute '[a-z]+' on <module '__main__' .built-in.>", NO_FILE) for name in (
        "pool-by-spawn", "pool-by-forkserver", "pool-of-pandas-by-spawn", "manager-by-spawn", "futures-by-spawn")},
    ("honest", "spawn-prints-too"): (r"got 'child says fork\\n0\\n1\\n1\\nMainProcess", NO_FILE),
    ("honest", "interrupted-by-itself"): ("status: : got 0, want 130", "the stand-in's first cell has interrupts passed over"),
    ("honest", "exit-in-a-finally"): (r"got 'finally\\n', want 'finally\\nat exit", GOES_ON),
    ("honest", "threads-and-the-exit"): (r"got 'main ends\\n', want 'main ends\\nthread ends", GOES_ON),
    ("evidence", "threads of a submission"): (r"\[\]: got 0, want 4", IN_TIME),
    ("results", "one that never ends meets the limit"): (r"assert any\(f\[.line.\] == 4", IN_TIME),
    ("results", "the last expression is the main result"): ("another encoding: .*`not-utf8`", "cells are UTF-8: they are judged as one text"),
    ("fidelity", "errors as they are"): (r"^# \+open \('d', 196608\) 5$", "the descriptor that cells are read from is open"),
}


def said_of(text, name):
    """What a suite printed of a test: some say it before its result, some behind it."""
    lines = text.splitlines()
    at = [n for n, line in enumerate(lines) if re.match(r"(not )?ok \d+ - ", line)]
    for before, n, behind in zip([-1] + at, at, at[1:] + [len(lines)]):
        if RESULT.match(lines[n])[2] == name:
            return "\n".join(lines[before + 1:behind])
    return ""


class Warm:
    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self.holder = tempfile.TemporaryDirectory(prefix="sallyport-test-warm-", dir="/var/tmp")
        top = pathlib.Path(self.holder.name)
        top.chmod(0o755)
        self.folder = top / "build"
        (self.folder / "bin").mkdir(parents=True)
        for path in self.build.iterdir():
            if path.name != "bin":
                (self.folder / path.name).symlink_to(path)
        (self.folder / "bin" / "real").symlink_to(self.build / "bin" / "sallyport")
        (self.folder / "bin" / "sallyport").symlink_to(HERE / "sallyport")
        self.reports = top / "report"

    def run(self, suite, names, door="pool"):
        """{test: passed}, {why: how many}."""
        # Of whoever runs them.
        self.reports.write_text("")
        self.reports.chmod(0o666)
        env = {name: value for name, value in os.environ.items() if name != "SALLYPORT_TESTS"}
        # Not by the environment: some suites begin with none.
        given = {"RULES": HERE.parents[1] / "rules", "REPORT": self.reports, "DOOR": door,
                 **({"TEXT": 1} if suite in ("fidelity", "sockets", "wall") else {}), **({"PROGRAMS": 1} if suite == "wall" else {})}
        (self.folder / "bin" / "given").write_text("".join(f"WARM_{name}={value}\n" for name, value in given.items()))
        done = subprocess.Popen([HERE.parent / suite / "run", self.folder, *names], env=env, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text = done.communicate(timeout=1800)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            os.killpg(done.pid, signal.SIGKILL)
            text = done.communicate()[0].decode("utf-8", "replace") + "\nnot ok 0 - it ended in time\n"
        results = {name: not bad for bad, name in RESULT.findall(text)}
        lines = self.reports.read_text().splitlines()
        counts = collections.Counter(re.sub(r"(/[\w.-]+)+", "PATH", line.split(";")[0]) for line in lines)
        return results, counts, text

    def judge(self, suite, names=(), door="pool"):
        """(defects, lines of what else there is to say)."""
        results, counts, text = self.run(suite, names, door)
        contract = OF_THE_CONTRACT | (OF_A_SESSION if door == "cell" else {})
        failed = [name for name, good in results.items() if not good]
        known = [name for name in failed if (suite, name) in contract and re.search(contract[suite, name][0], said_of(text, name), re.M | re.S)]
        # What is told no more of is not so any more.
        good = [name for name in results if (suite, name) in contract and name not in failed and " # SKIP" not in said_of(text, name)]
        open_ = [name for name in failed if name not in known]
        said = [f"{suite}, {door}: {sum(results.values())} of {len(results)} tests; {counts.pop('warm', 0)} runs were warm"]
        said += [f"  {n} {why}" for why, n in counts.most_common()]
        said += [f"  of the contract: {name}: {contract[suite, name][1]}" for name in known]
        if open_:
            args = [name if suite in ("fidelity", "escape", "wall") else name.replace(" ", "_") for name in open_]
            cold, _, _ = self.run(suite, args, "run")
            both = [name for name in open_ if not cold.get(name, False)]
            said += [f"  of the translation: {name}" for name in both]
            open_ = [name for name in open_ if name not in both]
        if open_:
            said += ["  " + line[:300] for line in text.splitlines() if line.startswith(("not ok", "# AssertionError"))]
        return open_ + [f"{name} passes, but stands in a table" for name in good] if results else [f"{suite} printed nothing"], said


def main():
    args = sys.argv[1:]
    doors = DOORS
    if args[1:2] == ["--door"] and args[2:3] and args[2] in DOORS:
        doors = (args[2],)
        del args[1:3]
    if not args or args[0].startswith("-") or set(args[1:]) - set(ALL):
        sys.exit(__doc__.splitlines()[0])
    # Who runs this behind others may not hear of these, and then nor do those it runs.
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    warm, wrong = Warm(args[0]), 0
    for suite, door in ((suite, door) for suite in args[1:] or ALL for door in doors):
        defects, said = warm.judge(suite, door=door)
        wrong += len(defects)
        print("\n".join(said + [f"  DIFFERS: {name}" for name in defects]), flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
