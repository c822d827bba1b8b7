# Commands that run beside the cells of a session: begun, attended to, spoken to.
# Each cell of ours runs this anew, behind `given`, in a namespace where no code
# of a client's was; `commands` is what stays. What it has to say it displays.
import binascii
import os
import select
import signal
import subprocess
import time

MOST = 128 << 10        # bytes told in one cell
PIECE = 32 << 10        # read at once
LINGER = .05            # seconds in which most commands are over
CALM = .1               # between looks for one that ended and left its pipes

try:
    commands
except NameError:
    commands = {}


def say(**event):
    display({"application/json": event}, raw=True)


class Command:
    def __init__(self):
        env = dict(os.environ)
        env.update(given["envs"])
        self.child = subprocess.Popen(
            [given["cmd"]] + given["args"], env=env, cwd=given["cwd"],
            bufsize=0, start_new_session=True,
            stdin=subprocess.PIPE if given["stdin"] else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.input, self.is_last = bytearray(), False
        self.outputs = {"stdout": self.child.stdout,
                        "stderr": self.child.stderr}
        for pipe in self.child.stdin, *self.outputs.values():
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)

    # How much was told.
    def read(self, name):
        pipe = self.outputs[name]
        try:
            data = os.read(pipe.fileno(), PIECE)
        except BlockingIOError:
            return 0
        if data:
            say(pid=self.child.pid, **{
                name: binascii.b2a_base64(data, newline=False).decode()})
        else:
            pipe.close()
            del self.outputs[name]
        return len(data)

    def write(self):
        pipe = self.child.stdin
        try:
            while self.input:
                del self.input[:os.write(pipe.fileno(), self.input[:PIECE])]
        except BlockingIOError:
            return
        except OSError:         # it reads no more
            self.input.clear()
            self.is_last = True
        if self.is_last:
            pipe.close()
            self.child.stdin = None

    # Who has ended has said all that lies in its pipes by now.
    def is_over(self):
        if self.child.poll() is None:
            return False
        told = 0
        for name in list(self.outputs):
            while told < MOST and self.read(name):
                told += PIECE
        say(pid=self.child.pid, exit=self.child.returncode)
        for pipe in self.child.stdin, *self.outputs.values():
            if pipe is not None:
                pipe.close()
        return True


def look(seconds):
    poll, by = select.poll(), {}
    for one in commands.values():
        for name, pipe in one.outputs.items():
            by[pipe.fileno()] = one, name
            poll.register(pipe, select.POLLIN)
        if one.child.stdin is not None and (one.input or one.is_last):
            by[one.child.stdin.fileno()] = one, None
            poll.register(one.child.stdin, select.POLLOUT)
        if not one.outputs:
            seconds = min(seconds, LINGER / 5)
    # An interrupt comes here alone, where nothing was read and not yet told.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    try:
        found = poll.poll(max(seconds, 0) * 1000)
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    return [by[fd] for fd, _ in found]


# Until that time, or enough was told; or, with `pid`, that one is over.
def attend(seconds, pid=None):
    end, told = time.monotonic() + seconds, 0
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        while commands and told < MOST and (pid is None or pid in commands):
            left = end - time.monotonic()
            for one, name in look(min(left, CALM)):
                if name is None:
                    one.write()
                else:
                    told += one.read(name)
            for key, one in list(commands.items()):
                if one.is_over():
                    del commands[key]
            if left <= 0:
                break
    except KeyboardInterrupt:
        pass
    finally:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        except KeyboardInterrupt:
            pass


def start():
    try:
        one = Command()
    except OSError as error:
        return say(code="invalid_argument", message=str(error))
    commands[one.child.pid] = one
    say(pid=one.child.pid, start=1)
    attend(LINGER, one.child.pid)


def serve():
    what, one = given["do"], None
    if what == "start":
        return start()
    if what == "attend":
        return attend(given["seconds"])
    one = commands.get(given["pid"])
    if one is None:
        say(code="not_found", message="no such process: %d" % given["pid"])
    elif what == "signal":
        os.killpg(one.child.pid, given["signal"])
        attend(LINGER, one.child.pid)
    elif one.child.stdin is None:
        say(code="failed_precondition", message="it has no input")
    else:
        one.input += binascii.a2b_base64(given["input"])
        one.is_last = given["last"] == 1
        one.write()
        attend(LINGER / 5)


serve()
