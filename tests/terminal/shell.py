"""A terminal of the test's own, with a shell of a few words that knows job control.

The shell is the leader of the terminal's session. It starts jobs, each a group
of its own, in front or behind; says how one fares; and reads the next line of
the terminal itself, which is how a keystroke that a job took is missed.
"""
import fcntl
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import termios
import time


def shell():
    """What runs in the session: requests come on 3, answers go to 4, a JSON text a line."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for sig in signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP:
        signal.signal(sig, signal.SIG_IGN)
    asked, answers = os.fdopen(3), os.fdopen(4, "w")
    own = os.open("/dev/tty", os.O_RDONLY | os.O_NONBLOCK)
    jobs = {}

    def owner(group):
        os.tcsetpgrp(0, group)

    def start(argv, front, env, out):
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            if front:
                owner(os.getpid())
            for sig in signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP:
                signal.signal(sig, signal.SIG_DFL)
            if out:
                fd = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
                os.dup2(fd, 1)
                os.dup2(fd, 2)
            os.execve(argv[0], argv, env)
        try:
            os.setpgid(pid, pid)
        except PermissionError:
            pass            # it did so itself, and is another program by now
        jobs[pid] = "running"
        if front:
            owner(pid)
        return pid

    def fare(pid, seconds):
        """Wait until it stops or ends, at most so long."""
        end = time.monotonic() + seconds
        while True:
            if jobs[pid] == "running" or jobs[pid].startswith("stopped"):
                got, status = os.waitpid(pid, os.WUNTRACED | os.WCONTINUED | os.WNOHANG)
                if got and os.WIFSTOPPED(status):
                    jobs[pid] = f"stopped {os.WSTOPSIG(status)}"
                elif got and os.WIFCONTINUED(status):
                    jobs[pid] = "running"
                elif got:
                    jobs[pid] = f"ended {os.waitstatus_to_exitcode(status)}"
            if jobs[pid] != "running" or time.monotonic() > end:
                if jobs[pid] != "running":
                    owner(os.getpgrp())
                return jobs[pid]
            time.sleep(.01)

    def go_on(pid, front):
        jobs[pid] = "running"
        if front:
            owner(pid)
        os.killpg(pid, signal.SIGCONT)
        return True

    def line(seconds):
        owner(os.getpgrp())
        time.sleep(.3)          # who takes it from us is quicker
        select.select([own], [], [], seconds)
        try:
            return os.read(own, 1000).decode()
        except BlockingIOError:
            return None

    words = {"start": start, "fare": fare, "go_on": go_on, "line": line}
    for request in asked:
        word, *args = json.loads(request)
        print(json.dumps(words[word](*args)), file=answers, flush=True)


class Terminal:
    def __init__(self):
        self.master, slave = pty.openpty()
        down, up = os.pipe(), os.pipe()

        def arrange():
            os.setsid()
            first, second = os.dup(down[0]), os.dup(up[1])
            os.dup2(first, 3)
            os.dup2(second, 4)
        self.shell = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).resolve()), "shell"], stdin=slave,
                                      stdout=slave, stderr=slave, preexec_fn=arrange, close_fds=False)
        for fd in slave, down[0], up[1]:
            os.close(fd)
        self.asked, self.answers = os.fdopen(down[1], "w"), os.fdopen(up[0])
        self.seen = ""

    def _say(self, *words):
        print(json.dumps(words), file=self.asked, flush=True)
        ready, _, _ = select.select([self.answers], [], [], 60)
        assert ready, "the shell does not answer: " + self.shown()
        answer = self.answers.readline()
        assert answer, "the shell is gone: " + self.shown()
        return json.loads(answer)

    def start(self, *argv, front=True, env=None, out=None):
        return self._say("start", list(map(str, argv)), front, env or dict(os.environ), out and str(out))

    def fare(self, job, seconds=20):
        return self._say("fare", job, seconds)

    def go_on(self, job, front=True):
        return self._say("go_on", job, front)

    def line(self, seconds=10):
        """The next line, as the shell reads it."""
        return self._say("line", seconds)

    def type(self, text):
        os.write(self.master, text.encode())

    def shown(self, seconds=0):
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            if not ready:
                return self.seen
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                return self.seen

    def wait_for(self, text, seconds=20):
        end = time.monotonic() + seconds
        while text not in self.shown(.05):
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"

    def close(self):
        self.asked.close()
        try:
            self.shell.wait(5)
        except subprocess.TimeoutExpired:
            self.shell.kill()
            self.shell.wait()
        os.close(self.master)


if __name__ == "__main__":
    shell()
