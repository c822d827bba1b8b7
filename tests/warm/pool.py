"""A pool of a test's own, and what hangs on it."""
import fcntl
import json
import os
import pathlib
import socket
import subprocess
import time

from harness import TOOL, environment


class Pool:
    def __init__(self, box, *options, name="socket"):
        self.path = str(box.dir / name)
        # Ends with the test, whatever becomes of it.
        self.log = open(box.dir / "pool.err", "wb")
        self.process = subprocess.Popen([TOOL, "pool", *options, self.path], env=environment(box.log), stderr=self.log)
        self.err = box.dir / "pool.err"

    def __enter__(self):
        end = time.monotonic() + 60
        while b"stand ready" not in self.err.read_bytes():
            assert self.process.poll() is None and time.monotonic() < end, self.err.read_text()
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            self.log.close()

    def connect(self, to=None):
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(120)
        peer.connect(to or self.path)
        return peer

    def send(self, bytes_, half=False, to=None):
        with self.connect(to) as peer:
            peer.sendall(bytes_)
            if half:
                peer.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: peer.recv(1 << 16), b""))
        return json.loads(answer)

    def run(self, code, to=None, **more):
        code = code.encode()
        return self.send(json.dumps({"bytes": len(code), **more}).encode() + b"\n" + code, to=to)

    def second_cell(self, code, **more):
        opened = self.run("", do="open")
        assert opened["error"] is None, opened
        at = f"{self.path}.sessions/{opened['session']}"
        first = self.run("1 + 1", to=at, do="run")
        assert first["status"] == "completed", first
        doc = self.run(code, to=at, do="run", **more)
        if not doc["session"]["ended"]:
            self.run("", to=at, do="close")
        return doc


def out(doc):
    assert doc["status"] == "completed" and doc["start"] == "warm", doc
    return "".join(doc["logs"]["stdout"])


def living():
    """pid -> (its parent, its words)."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                rest = pathlib.Path(f"/proc/{entry}/stat").read_text(errors="replace").rsplit(")", 1)[1].split()
                words = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes()
            except OSError:
                continue
            if rest[0] != "Z":
                found[int(entry)] = (int(rest[1]), words)
    return found


def tree(pid):
    parents, below, grown = living(), {pid}, True
    while grown:
        more = {p for p, (up, _) in parents.items() if up in below and p not in below}
        grown = bool(more)
        below |= more
    return {p: parents[p] for p in below if p in parents}


def roles(top, below):
    """Who is what, of the pool `top`, as far as they are there: its family, the zygote, its supervisor, a job's, a worker."""
    children = [p for p, (up, _) in below.items() if up == top]
    python = [p for p, (_, words) in below.items() if words.startswith(b"/usr") or b"\0-c\0" in words]
    found = {}
    for zygote in (p for p in python if below[p][0] not in python and below[p][0] in below):
        supervisor = below[zygote][0]
        found = {"zygote": zygote, "supervisor": supervisor, "family": below[supervisor][0]}
        jobs = [p for p, (up, _) in below.items() if up == found["family"] and p != supervisor]
        found |= {"job": jobs[0]} if jobs else {}
    # Each has a keeper; so has the pool.
    workers = [p for p in children if p != found.get("family") and any(up == p for up, _ in below.values())]
    return {**found, **({"worker": workers[0]} if workers else {})}


def nothing_left():
    """No folder of a pool that is gone; another suite's may be there, and locked."""
    for name in os.listdir("/tmp"):
        if not name.startswith("sallyport-pool."):
            continue
        try:
            if os.stat(f"/tmp/{name}").st_uid != os.geteuid():
                continue
            fd = os.open(f"/tmp/{name}", os.O_RDONLY)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.exists(f"/tmp/{name}"):
                raise AssertionError(f"/tmp/{name} was left")
        except BlockingIOError:
            pass
        finally:
            os.close(fd)
