"""Secrets stay out of what is shown and kept; code is its owner's alone."""
import re
import stat

SECRETS = {
    "aws": "AKIA" + "Q3EXAMPLE7ZZX4MP", "aws_secret": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "github": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "slack": "xoxb-" + "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP",
    "openai": "sk-proj-" + "AbCdEf0123456789" * 3, "stripe": "sk_live_" + "AbCdEf0123456789" * 2,
    "pem": "-----BEGIN RSA PRIVATE KEY-----MIIEowIBAAKCAQEA7",
    "blob": "BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8w",
    "url": "hunter2secret9", "named": "correcthorse9",
}
SHOWN = {"url": "postgres://app:hunter2secret9@db.example/x", "named": "DB_PASSWORD=correcthorse9"}


def no_secret(text, where):
    for make, secret in SECRETS.items():
        assert secret not in text, (make, where, text[max(0, text.index(secret) - 200):][:400])


@test
def secrets_stay_out_of_the_log_the_page_and_the_forms(desk):
    """Each in argv, a label, a path, the environment, and lines that are refused."""
    lines = ["import os"]
    for make, secret in SECRETS.items():
        lines.append(f"os.system({SHOWN.get(make, secret)!r})  # {make}")
    name = desk.script("\n".join(lines) + "\n", "bad.py")
    reads = desk.script("import sys\nfor name in sys.argv[2:]:\n    try: open(sys.argv[1] + name)\n"
                        "    except OSError: pass\nprint('ran')\n", "reads.py")
    told = [SHOWN.get(make, secret) for make, secret in SECRETS.items()]
    for form in ("text", "json", "sarif", "github"):
        _, out, err = desk.call("check", "--format", form, name)
        assert "G210" in out, (form, out)
        no_secret(out + err, form)
    for secret in told:
        status, doc = desk.run(name, "--env", f"ANY={secret}", "--id", secret, "--agent", secret)
        assert status == "blocked"
        no_secret(json.dumps(doc["verdict"]["findings"]), "document")
    # Looked up, and refused.
    for folder, kept in ("/", "lookups"), ("/root/", "violations"):
        _, out, _ = desk.call("run", "--json", "--python", PYTHON, reads, "--", folder, *told, check=0)
        doc = json.loads(out)
        assert ran(doc) and len(doc[kept]) >= len(told) - 3, len(doc[kept])
    desk.call("exec", "--json", "--env", f"ANY={told[0]}", "--", "/bin/echo", *told, check=0)
    no_secret(desk.log.read_text(), "log")
    assert "[redacted:" in desk.log.read_text()
    _, out, _ = desk.call("review", "list", "--json", check=0)
    no_secret(out, "list")
    _, out, _ = desk.call("review", "report", "--since", "1h", "--html", "-", check=0)
    # The page shows the code itself to its owner: that alone may have them.
    no_secret(re.sub(r'<pre class="s".*?</pre>', "", out, flags=re.S), "page")
    assert desk.call("audit", "verify", desk.log)[0] == 0


@test
def what_was_redacted_still_binds_an_approval(desk):
    """Values of the environment are kept from the log, and count all the same."""
    one, two = ("--env", "KEY=q~z1"), ("--env", "KEY=q~z2")
    doc = desk.held(HELD, "task.py", *one)
    desk.approve(doc["id"], "--scope", "hash")
    assert desk.run("task.py", *two)[0] == "held"
    assert ran(desk.run("task.py", *one)[1])
    assert "q~z1" not in desk.log.read_text() and "KEY=[redacted:4]" in desk.log.read_text()


@test
def code_is_readable_by_its_owner_only(desk):
    """Whatever the umask was, and whatever stood there before."""
    side = pathlib.Path(f"{desk.log}.d")
    old = os.umask(0)
    try:
        doc = desk.held()
        code = side / "code"
        digest = doc["verdict"]["sha256"]
        stored = code / digest[:2] / digest
        assert stored.read_text() == HELD
        for path, mode in ((side, 0o700), (code, 0o700), (stored.parent, 0o700), (stored, 0o600),
                           (desk.log, 0o600)):
            assert stat.S_IMODE(path.stat().st_mode) == mode, (path, oct(path.stat().st_mode))
        # Somebody made them readable: the next run mends it.
        for path, mode in ((code, 0o755), (stored.parent, 0o755), (stored, 0o644)):
            path.chmod(mode)
        desk.held()
        for path, mode in ((code, 0o700), (stored.parent, 0o700), (stored, 0o600)):
            assert stat.S_IMODE(path.stat().st_mode) == mode, (path, oct(path.stat().st_mode))
    finally:
        os.umask(old)
