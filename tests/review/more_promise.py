"""Declared against used."""


@test
def promise_tells_declared_from_used(desk):
    (desk.dir / "in.csv").write_text("1\n")
    (desk.dir / "more.txt").write_text("2\n")
    text = ('import json\n'
            'def name(parts): return "".join(sorted(parts, reverse=True))\n'
            'open("in.csv").read(); open("./out.txt", "w").write("x")\n'
            'open(name(["more", ".txt"])).read()\n'
            'if json.loads("false"): open("never.txt", "w"); open("nor.txt")\n'
            'print("ran")\n')
    _, doc = desk.run(desk.script(text), "--profile", "data", "--input", "in.csv", "--input",
                      "more.txt")
    assert ran(doc), doc
    promise = doc["promise"]
    assert promise["used"]["reads"] == ["in.csv", "more.txt"], promise
    assert promise["used"]["writes"] == ["out.txt"], promise
    assert "json" in promise["used"]["modules"], promise
    assert promise["used_not_declared"]["reads"] == ["more.txt"], promise
    assert promise["used_not_declared"]["writes"] == [], promise
    assert promise["declared_not_used"]["writes"] == ["never.txt"], promise
    assert promise["declared_not_used"]["reads"] == ["nor.txt"], promise
    assert promise["complete"] is False, promise
    outcome, = desk.records("outcome")
    assert outcome["promise"] == promise


@test
def promise_of_a_denial_is_not_use(desk):
    _, doc = desk.run(desk.script('try: open("/usr/share/not-for-you")\n'
                                  'except OSError: print("ran")\n'))
    assert ran(doc) and doc["lookups"], doc
    assert doc["promise"]["used"]["writes"] == [], doc["promise"]
    assert doc["promise"]["declared_not_used"]["reads"] == ["/usr/share/not-for-you"], doc["promise"]


@test
def promise_counts_threads_and_programs(desk):
    _, doc = desk.run(desk.script('import threading\nt = threading.Thread(target=print)\n'
                                  't.start()\nt.join()\nprint("ran")\n'), "--profile", "data")
    assert ran(doc) and doc["promise"]["used"]["threads"] is True, doc["promise"]
    assert doc["promise"]["used_not_declared"]["threads"] is False, doc["promise"]
    assert doc["promise"]["used"]["processes"] is False, doc["promise"]
    _, out, _ = desk.call("exec", "--json", "--allow-exec", "/usr/bin/true", "--", "/bin/sh", "-c",
                          "/usr/bin/true; exit 0", check=0)
    promise = json.loads(out)["promise"]
    assert promise["used"]["programs"] == ["/usr/bin/true"] and promise["used"]["processes"]
    assert promise["used_not_declared"] is None


@test
def promise_of_many_files_is_bounded(desk):
    _, doc = desk.run(desk.script('for i in range(3000): open(f"f{i}", "w").close()\n'
                                  'print("ran")\n'), "--profile", "data")
    assert ran(doc), doc["status"]
    used = doc["promise"]["used"]
    assert used["complete"] is False and 1000 < len(used["writes"]) <= 2048
