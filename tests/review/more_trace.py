"""--trace and the timeline."""
import collections
import re

THREADS = """import threading
def f():
    for _ in range(20): open("a.txt", "a").close()
ts = [threading.Thread(target=f) for _ in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print("ran")
"""


def traced(desk, text=THREADS, *options):
    _, doc = desk.run(desk.script(text), "--profile", "data", "--trace", *options)
    return doc, pathlib.Path(f"{desk.log}.d") / "calls" / doc["id"]


@test
def trace_records_every_call(desk):
    """Checked against what the code is known to do, and against itself."""
    doc, path = traced(desk)
    assert ran(doc), doc
    lines = path.read_text().splitlines()
    assert re.fullmatch(r"sallyport-calls 1 (x86_64|aarch64)", lines[0]), lines[0]
    calls = [line.split(" ") for line in lines if line.startswith("c ")]
    total, lost = map(int, lines[-1].split(" ")[1:])
    assert len(calls) == total == doc["usage"]["syscalls"] == doc["trace"]["calls"] and lost == 0
    assert doc["trace"]["truncated"] is False
    tasks = [line for line in lines if line.startswith("p ")]
    assert len(tasks) == 4, tasks
    per_task = collections.Counter(c[3] for c in calls)
    assert len(per_task) == 4 and min(per_task.values()) >= 40, per_task
    assert all(int(c[1]) >= 0 and int(c[2]) >= 0 for c in calls)
    import hashlib
    assert hashlib.sha256(path.read_bytes()).hexdigest() == doc["trace"]["sha256"]
    outcome, = desk.records("outcome")
    assert outcome["trace"] == doc["trace"], outcome
    assert (path.stat().st_mode & 0o777) == 0o600


@test
def without_trace_nothing_is_kept(desk):
    _, doc = desk.run(desk.script(THREADS), "--profile", "data")
    assert ran(doc) and doc["usage"]["syscalls"] is None and doc["trace"] is None
    assert not (pathlib.Path(f"{desk.log}.d") / "calls").exists()


@test
def denied_calls_are_in_the_trace(desk):
    (desk.dir / "given").write_text("x")
    doc, path = traced(desk, 'try: open("given", "a")\nexcept OSError: print("ran")\n', "--input", "given")
    assert doc["violations"], doc
    assert any(line.split(" ")[5] == "-13" for line in path.read_text().splitlines()
               if line.startswith("c "))
    _, out, _ = desk.call("review", "timeline", doc["id"], check=0)
    assert "!" in out.split("\n")[1], out


@test
def timeline_draws_lanes(desk):
    doc, _ = traced(desk)
    _, out, _ = desk.call("review", "timeline", doc["id"][:10], check=0)
    assert f'{doc["trace"]["calls"]} calls, 4 tasks' in out, out
    assert len(re.findall(r"^.{22} \|.+\|$", out, re.M)) == 4, out
    assert re.search(r"^ +\d+ +\d+ +\d+  openat$", out, re.M), out
    code, _, err = desk.call("review", "timeline", desk.run("task.py", "--profile", "data")[1]["id"])
    assert code == 1 and "not run with --trace" in err, err


# The Trace Event Format: the members each phase has to have, and may have.
PHASES = {"X": ({"name", "cat", "ph", "ts", "dur", "pid", "tid"}, {"args"}),
          "M": ({"name", "ph", "pid", "tid", "args"}, set()),
          "i": ({"name", "cat", "ph", "ts", "s", "pid", "tid"}, {"args"})}


def trace_events(text):
    """The events of a trace in the object form; raises on what the format does not have."""
    trace = json.loads(text)
    assert set(trace) == {"traceEvents", "displayTimeUnit", "otherData"}, set(trace)
    assert trace["displayTimeUnit"] in ("ms", "ns")
    for e in trace["traceEvents"]:
        must, may = PHASES[e["ph"]]
        assert must <= set(e) <= must | may, e
        assert type(e["pid"]) is int and type(e["tid"]) is int and e["name"], e
        assert isinstance(e.get("args", {}), dict), e
        for key in {"ts", "dur"} & set(e):
            assert isinstance(e[key], (int, float)) and e[key] >= 0, e
        if e["ph"] == "i":
            assert e["s"] in ("g", "p", "t"), e
        if e["ph"] == "M":
            assert e["name"] in ("process_name", "thread_name"), e
            assert isinstance(e["args"]["name"], str) and e["args"]["name"], e
    return trace["traceEvents"]


def spans_nest(events):
    """Per thread, complete events in order and apart: a viewer stacks what overlaps."""
    ends = {}
    for e in sorted((e for e in events if e["ph"] == "X"), key=lambda e: e["ts"]):
        where = (e["pid"], e["tid"])
        # In whole nanoseconds: three decimals of a float are not exact.
        assert round(e["ts"] * 1000) >= ends.get(where, 0), e
        ends[where] = round(e["ts"] * 1000) + round(e["dur"] * 1000)


@test
def chrome_trace_events_are_well_formed(desk):
    (desk.dir / "given").write_text("x")
    doc, _ = traced(desk, THREADS + 'try: open("given", "a")\nexcept OSError: pass\n', "--input", "given")
    _, out, _ = desk.call("review", "timeline", "--chrome", "-", doc["id"], check=0)
    events = trace_events(out)
    spans = [e for e in events if e["ph"] == "X"]
    assert len(spans) == doc["trace"]["calls"]
    spans_nest(events)
    threads = {(e["pid"], e["tid"]) for e in spans}
    assert len(threads) == 4 and len({pid for pid, _ in threads}) == 1, threads
    named = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"}
    assert threads <= named, (threads, named)
    processes = [e for e in events if e["name"] == "process_name"]
    assert len(processes) == 1 and "python" in processes[0]["args"]["name"], processes
    assert any(e["name"] == "openat" and e["cat"] == "refused" for e in spans)
    assert any(e["cat"] == "violation" for e in events if e["ph"] == "i"), events[-5:]


@test
def chrome_trace_of_processes(desk):
    """Each process its own row, named by its program, with its end; names that are markup."""
    odd = desk.dir / '"<script>\\\u202e'
    desk.dir.chmod(0o755)
    shutil.copy("/usr/bin/true", odd)
    _, out, _ = desk.call("exec", "--json", "--trace", "--allow-exec", odd, "--", "/bin/sh", "-c",
                          f"'{odd}'; '{odd}'; exit 3")
    doc = json.loads(out)
    assert doc["exit_code"] == 3, doc
    path = desk.dir / "trace.json"
    desk.call("review", "timeline", "--chrome", path, doc["id"], check=0)
    assert (path.stat().st_mode & 0o777) == 0o600
    events = trace_events(path.read_text())
    spans_nest(events)
    names = [e["args"]["name"] for e in events if e["name"] == "process_name"]
    assert len(names) == 3 and sum("script" in n for n in names) == 2, names
    assert "\u202e" not in path.read_text()
    ends = [e["args"] for e in events if e["name"] == "ended"]
    assert sorted(e["exit"] for e in ends) == [0, 0, 3], ends


@test
def a_changed_trace_is_not_drawn(desk):
    doc, path = traced(desk)
    path.chmod(0o600)
    path.write_text(path.read_text().replace("\nc ", "\nc 1", 1))
    code, out, err = desk.call("review", "timeline", doc["id"])
    assert code == 2 and "not the one" in err and not out


@test
def exec_shows_images_and_children(desk):
    _, out, _ = desk.call("exec", "--json", "--trace", "--allow-exec", "/usr/bin/true", "--",
                          "/bin/sh", "-c", "/usr/bin/true; /usr/bin/true; exit 0", check=0)
    doc = json.loads(out)
    lines = (pathlib.Path(f"{desk.log}.d") / "calls" / doc["id"]).read_text().splitlines()
    assert sum(line.endswith("/usr/bin/true") for line in lines if line[0] == "x") >= 2, lines
    assert sum(line[0] == "p" for line in lines) >= 3
    execve = "59" if lines[0].endswith("x86_64") else "221"
    done = [line.split(" ") for line in lines if line[0] == "c"]
    assert sum(c[4] == execve and c[5] == "0" for c in done) >= 2, done
