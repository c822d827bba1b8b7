"""Decisions that stand: a rule with a constant opened for code to come.

The canary is a server of the test's own: what was held has not reached it, what
was opened has. Each attack on a decision is tried beside code that it opens.
"""
import http.server
import socketserver


class Canary:
    """A server that counts who came."""

    def __enter__(self):
        canary = self
        self.came = 0

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                canary.came += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"ran")

            def log_message(self, *_):
                pass

        self.server = socketserver.TCPServer(("127.0.0.1", 0), Answer)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def fetch(host, comment="", more=""):
    return ("import urllib.request\n" + more +
            f"print(urllib.request.urlopen('http://{host}/').read().decode()){comment}\n")


class Stand:
    """Something held at an endpoint, and what is decided about it."""

    def __init__(self, desk, canary, agent="pipe"):
        self.desk, self.canary, self.agent = desk, canary, agent
        self.host = f"127.0.0.1:{canary.port}"
        came = canary.came
        self.doc = self.submit(fetch(self.host), "first.py")
        assert self.doc["status"] == "held" and canary.came == came, self.doc
        self.n = 0

    def submit(self, text, name=None, *options, agent=None):
        if name is None:
            self.n += 1
            name = f"s{self.n}.py"
        agent = self.agent if agent is None else agent
        return self.desk.run(self.desk.script(text, name), "--profile", "extended",
                             "--connect", self.host, *(["--agent", agent] if agent else []),
                             *options)[1]

    def decide(self, *more, until="1h", check=0, who=("--agent", "pipe"),
               rules=("--rule", "G120", "--rule", "G620")):
        return self.desk.call("review", "approve", "--scope", "rule", *rules, *who, "--reason",
                              "the ledger's host", "--until", until, "--user", "ada", *more,
                              self.doc["id"], check=check)

    def decision(self):
        _, out, _ = self.desk.call("review", "standing", "--json", "--all", check=0)
        return json.loads(out)["decisions"][0]

    def held(self, text, **how):
        before = self.canary.came
        doc = self.submit(text, **how)
        assert doc["status"] in ("held", "blocked"), (text, doc["status"])
        assert self.canary.came == before, text
        assert not any("opened_by" in f for f in doc["verdict"]["findings"]), doc["verdict"]
        return doc

    def opened(self, text, **how):
        before = self.canary.came
        doc = self.submit(text, **how)
        assert ran(doc), (doc["status"], doc["summary"], doc["violations"])
        assert self.canary.came == before + 1
        return doc


@test
def a_rule_stands_for_code_to_come(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.held(fetch(s.host, "  # other"))
        _, out, _ = s.decide()
        assert s.host in out and "agent pipe" in out, out
        doc = s.opened(fetch(s.host, "  # other still"))
        which = s.decision()["decision"]
        assert {f.get("opened_by") for f in doc["verdict"]["findings"]} == {which}, doc["verdict"]
        s.opened(fetch(s.host, "  # and again"))
        used = [r for r in desk.records("approval") if r["act"] == "opened"]
        assert [r["decisions"] for r in used] == [[which]] * 2, used
        assert used[0]["id"] == doc["id"]
        assert s.decision()["runs"] == 2 and s.decision()["state"] == "stands"
        assert desk.call("audit", "verify", desk.log)[0] == 0
        _, out, _ = desk.call("review", "list", "--json", check=0)
        assert doc["id"] not in out, "what was opened does not wait"
        _, out, _ = desk.call("review", "show", doc["id"], check=0)
        assert "opened by run" in out, out
        _, out, err = desk.call("run", "--profile", "extended", "--connect", s.host, "--agent",
                                "pipe", "first.py", check=0)
        assert which[:12] in err and "ada" in err, err


@test
def another_agent_or_none_is_not_meant(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide()
        for agent in ("Pipe", "pipe ", "pip", "pipe2", "other", ""):
            s.held(fetch(s.host), agent=agent)
        s.opened(fetch(s.host))
        s.decide(who=("--any-agent",))
        s.opened(fetch(s.host), agent="other")
        s.opened(fetch(s.host), agent="")


@test
def another_constant_or_one_that_looks_equal_is_not_meant(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide()
        port = canary.port
        for host in (f"localhost:{port}", f"127.0.0.1.:{port}", f"127.0.0.1:0{port}", "127.0.0.1",
                     f"127.1:{port}", f"2130706433:{port}", f"0x7f.0.0.1:{port}",
                     f"127.0.0.1:{port + 1}", f"[::ffff:127.0.0.1]:{port}", f"127.0.0.\u0661:{port}",
                     f"127.0.0.1\\x00:{port}", f"127.0.0.1\u200b:{port}", f"127.0.0.1:{port} ",
                     f"127.0.0.1:{port}\\\\@127.0.0.1"):
            s.held(fetch(host))
        s.held(fetch(s.host).replace("urllib.request.urlopen", "urllib.request.build_opener().open"))
        # Handed on, it is called with what nobody can tell.
        for code in (f"print([r.read() for r in map(urllib.request.urlopen, ['http://{s.host}/'])])",
                     f"import functools\nprint(functools.partial(urllib.request.urlopen, 'http://{s.host}/')().read())"):
            s.held("import urllib.request\n" + code)
        # What it is put together from is nothing to it, if all of that is known.
        s.opened(fetch(f"127.0.0.' + '1:{port}"))
        s.opened(fetch(f"name:word@127.0.0.1:{port}").replace("name:word@", ""))


@test
def a_constant_that_differs_by_case_is_another(desk):
    doc = desk.held(fetch("Example.test:80"), "first.py", "--profile", "extended")
    desk.call("review", "approve", "--scope", "rule", "--rule", "G120", "--rule",
              "G620=Example.test:80", "--any-agent", "--reason", "r", "--until", "1h", doc["id"],
              check=0)
    assert desk.run(desk.script(fetch("example.test:80"), "b.py"), "--profile", "extended")[0] == "held"
    assert desk.run(desk.script(fetch("Example.test:80", " "), "c.py"), "--profile",
                    "extended")[0] == "failed"


@test
def what_is_not_known_in_full_is_never_opened(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide()
        for text in (
            "import urllib.request\nh = input()\nprint(urllib.request.urlopen('http://' + h).read())\n",
            f"import urllib.request\np = input()\nprint(urllib.request.urlopen('http://127.0.0.1:' + p).read())\n",
            f"import urllib.request\np = input()\nurllib.request.urlopen('http://{s.host}' + p)\n",
            f"import urllib.request\nurllib.request.urlopen('http://{s.host}/')\nurllib.request.urlopen(input())\n",
            # What the gate writes for gaps, and for secrets.
            fetch("*"), fetch("[redacted:4]:80"), fetch("a.?.b"),
        ):
            s.held(text)
        doc = s.held("import urllib.request\nurllib.request.urlopen('http://a?b' + input())\n")
        code, _, err = desk.call("review", "approve", "--scope", "rule", "--rule", "G620=?",
                                 "--any-agent", "--reason", "r", "--until", "1h", doc["id"])
        assert code == 1 and "known in full" in err, err
        s.opened(fetch(s.host))


@test
def all_that_is_held_has_to_be_opened_and_a_block_stays(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide(rules=("--rule", f"G620={s.host}"))
        doc = s.held(fetch(s.host))
        _, _, err = desk.call("run", "--profile", "extended", "--connect", s.host, "--agent", "pipe",
                              "first.py", check=126)
        assert "no standing decision opens G120" in err and "review approve" in err, err
        s.decide(rules=("--rule", "G120"))
        s.opened(fetch(s.host))
        assert s.held(fetch(s.host, more="import ctypes\nctypes.CDLL(None)\n"))["status"] == "blocked"
        assert s.held(fetch(s.host, more="eval(input())\n"))["status"] == "blocked"
        assert s.held(fetch(s.host, more=HELD.replace("ran", "x")))["status"] == "held"
        assert s.held(fetch(s.host, more="open('/srv/data/x')\n"))["status"] == "held"
        _, _, err = desk.call("review", "approve", "--scope", "rule", "--rule", "G101", "--any-agent",
                              "--reason", "r", "--until", "1h", s.held(fetch(s.host, more="import ctypes\nctypes.CDLL(None)\n"))["id"],
                              check=1)
        assert "is blocked" in err, err


@test
def what_is_decided_is_named_and_bounded(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        for how, word in ((dict(until="32d"), "31 days"), (dict(until="2020-01-01"), "over already"),
                          (dict(rules=()), "--rule"), (dict(who=()), "--any-agent"),
                          (dict(who=("--agent", "a", "--any-agent")), "--any-agent"),
                          (dict(who=("--agent", "")), "empty"),
                          (dict(rules=("--rule", "G999")), "known in full"),
                          (dict(rules=("--rule", "G620=127.0.0.1")), "there is G120"),
                          (dict(rules=("--rule", "G62")), "known in full")):
            _, _, err = s.decide(check=None, **how)
            assert word in err, (how, err)
        code, _, err = desk.call("review", "approve", "--rule", "G120", "--reason", "r", "--until",
                                 "1h", s.doc["id"])
        assert code == 2 and "--scope rule" in err, err
        assert desk.records("approval") == []
        s.held(fetch(s.host))


@test
def it_ends_by_its_time_by_a_rejection_and_with_the_table(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide(until="2s")
        s.opened(fetch(s.host))
        time.sleep(2.1)
        s.held(fetch(s.host))
        assert s.decision()["state"] == "expired"
        s.decide()
        s.opened(fetch(s.host))
        table = desk.dir / "extended.rules"
        table.write_text((HERE.parents[1] / "rules" / "extended.rules").read_text()
                         .replace("limit    wall 30s", "limit    wall 29s"))
        doc = desk.run("s1.py", "--rules", str(table), "--connect", s.host, "--agent", "pipe")[1]
        assert doc["status"] == "held", doc
        doc = desk.run("s1.py", "--profile", "data", "--agent", "pipe")[1]
        assert doc["status"] in ("held", "blocked"), doc
        s.opened(fetch(s.host))
        # Code that a person rejected stays so; the rest is opened still.
        text = fetch(s.host, "  # rejected")
        doc = s.opened(text)
        desk.call("review", "reject", "--reason", "not this", doc["id"], check=0)
        s.held(text)
        s.opened(fetch(s.host))
        _, out, _ = desk.call("review", "reject", "--reason", "no more", s.decision()["decision"][:12],
                              check=0)
        assert "ended: standing decision" in out, out
        s.held(fetch(s.host))
        assert s.decision()["state"] == "ended"
        _, out, _ = desk.call("review", "standing", check=0)
        assert "no decision stands" in out, out


@test
def a_log_that_was_tampered_with_opens_nothing(desk):
    with Canary() as canary:
        s = Stand(desk, canary)
        s.decide()
        s.opened(fetch(s.host))
        good = desk.log.read_bytes()
        at = good.index(b'"act":"stand"')
        begin, end = good.rindex(b"\n", 0, at) + 1, good.index(b"\n", at) + 1
        record = good[begin:end]
        # A day more; another agent; the record once more, at the end.
        until = re.search(rb'"until":(\d+)', record).group(1)
        for bad in (good.replace(b'"until":' + until, b'"until":' + str(int(until) + 86400000).encode()),
                    good.replace(b'"agent":"pipe","any_agent"', b'"agent":"evil","any_agent"'),
                    good + record):
            desk.log.write_bytes(bad)
            for agent in ("pipe", "evil"):
                before = canary.came
                _, out, err = desk.call("run", "--profile", "extended", "--connect", s.host, "--agent",
                                        agent, "first.py")
                assert "ran" not in out and canary.came == before, (out, err)
        desk.log.write_bytes(good)
        # A record of another log opens nothing there.
        other = Desk()
        try:
            o = Stand(other, canary)
            other.log.write_bytes(other.log.read_bytes() + record)
            code, out, _ = other.call("run", "--profile", "extended", "--connect", o.host, "--agent",
                                      "pipe", "first.py")
            assert code != 0 and "ran" not in out, out
        finally:
            shutil.rmtree(other.dir, ignore_errors=True)
