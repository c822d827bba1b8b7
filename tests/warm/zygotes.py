"""A pool's zygotes: which one a request comes to, when it runs cold and why, how many there are and for how long."""
import json
import os
import pathlib
import signal
import subprocess
import time

from harness import TOOL, equal, lax, test
from pool import Pool, nothing_left, out, roles, tree

HERE = pathlib.Path(__file__).resolve().parent


def status(pool):
    done = subprocess.run([TOOL, "pool", "--status", pool.path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def until(what, seconds=60):
    end = time.monotonic() + seconds
    while not (got := what()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return got


def ready(pool, tenant=None, modules=None):
    return sum(z["ready"] for z in status(pool)["zygotes"] if z["tenant"] == tenant and modules in (None, z["modules"]))


def how(doc):
    assert doc["status"] == "completed", doc
    return doc["start"], doc["start_why"], "".join(doc["logs"]["stdout"]).strip()


HAS = "import sys\nprint('fractions' in sys.modules)\n"


@test
def the_manifest_chooses_the_zygote(box):
    with Pool(box, "--profile", lax(box), "--preload", "fractions", "--ready", "2") as pool:
        until(lambda: ready(pool, modules=[]) == 2 and ready(pool, modules=["fractions"]) == 2)
        for _ in range(6):
            equal(how(pool.run(HAS)), ("warm", None, "False"))
            equal(how(pool.run(HAS + "import fractions")), ("warm", None, "True"))
        # What runs nothing is answered by whoever has it.
        equal(pool.run("import fractions(")["status"], "blocked")


@test
def tenants_share_nothing(box):
    with Pool(box, "--ready", "2") as pool:
        code = "print(hash('secret'))"
        first = how(pool.run(code, tenant="a"))
        equal(first[:2], ("cold", "its zygote has not loaded its modules yet"))
        pool.run(code, tenant="b")
        until(lambda: ready(pool, "a") == 2 and ready(pool, "b") == 2)
        hashes = {who: {how(pool.run(code, **({"tenant": who} if who else {}))) for _ in range(5)} for who in (None, "a", "b")}
        equal({who: [one[0] for one in got] for who, got in hashes.items()}, {None: ["warm"], "a": ["warm"], "b": ["warm"]})
        equal(len(set.union(*hashes.values())), 3)
        for wrong in "", "x" * 65, "a/b", 1, "a\n":
            assert "tenant" in pool.run("1", tenant=wrong)["error"]["value"], wrong
        # A session is there for its own tenant alone.
        doc = pool.send(b'{"do":"open","tenant":"a"}\n')
        path = f"{pool.path}.sessions/{doc['session']}"

        def ask(**head):
            inner = Pool.__new__(Pool)
            inner.path = path
            return inner.send(json.dumps({"bytes": 1, "do": "run", **head}).encode() + b"\n1")
        for head in {}, {"tenant": "b"}, {"do": "close"}, {"do": "status", "tenant": "b"}:
            equal(ask(**head), {"schema": "sallyport/session/1", "error": "no such session"})
        equal(ask(tenant="a")["text"], "1")


@test
def what_asks_for_more_runs_cold(box):
    with Pool(box, "--ready", "1") as pool:
        other = box.path("other.txt", "there")
        code = f"print(open({other!r}).read())"
        equal(pool.run(code)["status"] == "completed", False)
        got = how(pool.run(code, options=["--read", other]))
        equal(got, ("cold", f'["--read","{other}"]: nothing stands ready with these options', "there"))
        doc = pool.run("x = bytearray(300000000)", options=["--memory", "100M"])
        equal((doc["start"], doc["limit"]["name"]), ("cold", "memory"))
        # Asked for again, it gets a zygote of its own, and a tenant's is another.
        until(lambda: how(pool.run(code, options=["--read", other])) == ("warm", None, "there"))
        equal(how(pool.run(code, options=["--read", other], tenant="t"))[0], "cold")
        equal([z["options"] for z in status(pool)["zygotes"]][:2], [[], ["--read", other]])
        equal(pool.run(code)["status"] == "completed", False)
        until(lambda: pool.run("x = 1", options=["--profile", "data"])["start"] == "warm")
        equal(pool.run("x = 1", options=["--profile", "data"])["profile"], "data")
        # What is of one run has none.
        for _ in range(3):
            got = how(pool.run("print(open('other.txt').read())", options=["--input", other]))
            equal((got[0], got[2]), ("cold", "there"))
        equal(how(pool.run(code, options=["--read", other] + 200 * ["--env", "A=1"]))[:2],
              ("cold", "its options are longer than 1023 bytes"))
        for wrong in ["--nothing"], ["--output", "x"], ["x"], [1], ["--read"]:
            doc = pool.run("1", options=wrong)
            assert doc["status"] == "error" and doc["error"]["value"], doc
        assert "options" in pool.send(b'{"do":"open","options":["--read","/x"]}\n')["error"]["value"]
        equal(pool.run("print(1)")["logs"]["stdout"], ["1\n"])


@test
def nobody_waits_for_a_refill_that_does_not_come(box):
    with Pool(box, "--ready", "2") as pool:
        until(lambda: ready(pool) == 2)
        family = roles(pool.process.pid, tree(pool.process.pid))["family"]
        os.kill(family, signal.SIGSTOP)
        try:
            got = [how(pool.run(f"print({n})"))[:2] for n in range(5)]
        finally:
            os.kill(family, signal.SIGCONT)
        equal(got[:2] + sorted(set(got[2:])), 2 * [("warm", None)] + [("cold", "no run stood ready")])
        until(lambda: pool.run("1")["start"] == "warm")


@test
def many_that_run_long_keep_nobody_out(box):
    with Pool(box, "--ready", "2") as pool:
        peers = []
        for _ in range(12):
            code = b"import time\ntime.sleep(20)"
            peers.append(pool.connect())
            peers[-1].sendall(json.dumps({"bytes": len(code)}).encode() + b"\n" + code)
        begun = time.monotonic()
        equal(pool.run("print(1)")["logs"]["stdout"], ["1\n"])
        assert time.monotonic() - begun < 15
        for peer in peers:
            peer.close()


@test
def zygotes_are_bounded_and_shrink(box):
    with Pool(box, "--ready", "3", "--zygotes", "2", "--shrink", "400ms") as pool:
        until(lambda: ready(pool) == 3)
        pool.run("1", tenant="a")
        until(lambda: ready(pool, "a") > 0)
        # The one that was used last, of the tenants', makes room.
        assert pool.run("1", tenant="b")["start_why"] == "there are as many zygotes as --zygotes lets there be"
        until(lambda: pool.run("1", tenant="b")["start"] == "warm")
        equal([z["tenant"] for z in status(pool)["zygotes"]], [None, "b"])
        # Unused, one run stands ready; then a tenant's zygote ends.
        until(lambda: (ready(pool), ready(pool, "b")) == (1, 1))
        until(lambda: [z["tenant"] for z in status(pool)["zygotes"]] == [None])
        equal(out(pool.run("print(1)")), "1\n")
        until(lambda: ready(pool) == 3)
    with Pool(box, "--profile", lax(box), "--pool-memory", "1M", "--preload", "fractions", name="small") as pool:
        until(lambda: status(pool)["pressed"])
        until(lambda: [(z["modules"], z["ready"]) for z in status(pool)["zygotes"]] == [([], 1)])
        equal(how(pool.run(HAS))[0], "warm")
        equal(how(pool.run("import fractions"))[:2], ("cold", "there is little memory for another zygote"))


def interpreter_with(box, text):
    """One that has a package of this text, named thing; and its file."""
    home = box.dir / "venv"
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", home], check=True)
    [site] = home.glob("lib/*/site-packages")
    (site / "thing.py").write_text(text)
    return str(home / "bin/python"), site / "thing.py"


@test
def what_changed_on_disk_is_loaded_anew(box):
    python, thing = interpreter_with(box, "value = 1\n")
    with Pool(box, "--profile", lax(box), "--python", python, "--preload", "thing", "--ready", "1") as pool:
        code = "import thing\nprint(thing.value)"
        until(lambda: ready(pool, modules=["thing"]) == 1)
        equal(how(pool.run(code)), ("warm", None, "1"))
        thing.write_text("value = 1000 + 1\n")
        until(lambda: how(pool.run(code)) == ("warm", None, "1001"))


def processor_time(pid):
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11]) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


@test
def one_that_forks_no_more_is_ended(box):
    """As OpenBLAS is, whose lock turns for ever where its memory was refused."""
    python, _ = interpreter_with(box, "import os\ndef turn():\n    while True: pass\nos.register_at_fork(before=turn)\n")
    with Pool(box, "--profile", lax(box), "--python", python, "--preload", "thing", "--ready", "2") as pool:
        begun, said = time.monotonic(), "the zygote made no child"
        while said not in pool.err.read_text():
            assert time.monotonic() - begun < 60, pool.err.read_text()
            equal(how(pool.run("print(1)")), ("warm", None, "1"))
            start, why, printed = how(pool.run("import thing\nprint(2)"))
            assert (start, printed) == ("cold", "2") and why in ("no run stood ready", "its zygote could not be started"), (start, why)
        # It does not turn on, and is not begun anew for a while.
        until(lambda: [z["modules"] for z in status(pool)["zygotes"]] == [[]])
        begun = time.monotonic()
        while time.monotonic() - begun < 5:
            equal(how(pool.run("import thing\nprint(2)")), ("cold", "its zygote could not be started", "2"))
        equal([p for p in tree(pool.process.pid) if processor_time(p) > 3], [])
        equal(how(pool.run("print(1)")), ("warm", None, "1"))
        equal(pool.err.read_text().count(said), 1)
        equal(len(pool.err.read_text().splitlines()), 2, pool.err.read_text())
        equal(pool.send(b'{"do":"open"}\n')["error"]["value"], "its zygote could not be started")


@test
def what_waits_holds_little(box):
    with Pool(box, "--ready", "4") as pool:
        until(lambda: ready(pool) == 4)
        # Who is below whom is not always read whole while they come and go.
        kib = max(status(pool)["zygotes"][0]["pair_kib"] for _ in range(5))
        page = (HERE.parents[1] / "tools" / "sallyport-json.5").read_text()
        for name in {*status(pool), *status(pool)["zygotes"][0]}:
            assert f" {name}" in page, name
        print(f"# {kib} KiB private for each run that stands ready")
        assert 100 < kib <= 3 * 1024, kib


@test
def what_cannot_be_made_ready_is_tried_at_times(box):
    with Pool(box, "--ready", "2") as pool:
        until(lambda: ready(pool) == 2)
        end, kills, seen = time.monotonic() + 2.5, 0, set()
        while time.monotonic() < end:
            below = tree(pool.process.pid)
            family = roles(pool.process.pid, below)["family"]
            zygote_of = {up for up, _ in below.values()}
            for job in [p for p, (up, _) in below.items() if up == family and p not in zygote_of and p not in seen]:
                seen.add(job)
                kills += 1
                try:
                    os.kill(job, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.01)
        assert 3 < kills < 30, kills
        assert pool.err.read_bytes().count(b"\n") < 8, pool.err.read_text()
        until(lambda: pool.run("1")["start"] == "warm")


@test
def one_that_is_ended_before_it_stands_ready_leaves_nothing(box):
    for wait in 0.0, 0.02, 0.05, 0.1, 0.2, 0.3:
        pool = Pool(box, "--preload", "decimal", name=f"s{int(wait * 100)}")
        time.sleep(wait)
        pool.process.terminate()
        pool.process.wait(30)
        pool.log.close()
        # Before main() began it can leave nothing.
        for left in pool.path, pool.path + ".sessions":
            assert not os.path.exists(left), (wait, left)
    nothing_left()


@test
def no_pool_lets_its_runs_see_all_processes(box):
    for words in (["--read", "/proc"], ["--read", "/"], ["--read", "/proc/1"], ["--write", "/proc"]):
        got = box.tool("pool", *words, box.path("s"))
        assert got.status == 125 and "/proc" in got.err, (words, got)


@test
def one_process_is_enough(box):
    """A zygote's child is none of the zygote's processes."""
    with Pool(box, "--profile", "data", "--processes", "1") as pool:
        equal(out(pool.run("print(1)")), "1\n")
        doc = pool.second_cell("import threading\nthreading.Thread(target=print).start()")
        equal((doc["start"], doc["error"]["name"], [(r["limit"], r["max"]) for r in doc["refusals"]]), ("warm", "RuntimeError", [("processes", 1)]))
