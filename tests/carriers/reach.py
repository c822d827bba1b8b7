"""Runs the programs of a JSON list on standard input, one after the other, in
the current folder: says for each whether it reaches a canary. Nothing it does
outside the folder comes to be: an audit hook ends what names one."""
import builtins
import io
import json
import logging
import os
import signal
import sys
import tarfile
import types
import zipfile

SECONDS = 5		# for each


class Reached(BaseException):
    pass


class State:
    armed = False
    reached = False


def names_canary(value):
    try:
        text = os.fspath(value) if isinstance(value, os.PathLike) else value
    except Exception:
        return False
    return "canary" in text and "canary-out" not in text if isinstance(text, str) else \
        isinstance(text, bytes) and b"canary" in text


def hook(event, args):
    if not State.armed or event in ("compile", "exec", "object.__getattr__"):
        return
    if any(names_canary(a) for a in args) or event == "pickle.find_class":
        State.reached = True
        raise Reached(event)
    if event in ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "socket.connect"):
        raise PermissionError(event)


def late(signum, frame):
    raise TimeoutError


def reaches(source):
    out, err = sys.stdout, sys.stderr
    main = types.ModuleType("__main__")
    saved = sys.modules["__main__"], dict(os.environ), dict(vars(builtins))
    sys.stdout, sys.stderr = shown, errors = io.StringIO(), io.StringIO()
    State.reached = False
    sys.modules["__main__"] = main
    why = ""
    try:
        code = compile(source, "program", "exec")
        signal.alarm(SECONDS)
        State.armed = True
        exec(code, main.__dict__)
        if "atexit" in main.__dict__:
            main.atexit._run_exitfuncs()
    except BaseException as error:
        why = str(error) + str(error.__cause__)
    finally:
        State.armed = False
        signal.alarm(0)
        sys.stdout, sys.stderr = out, err
        preloaded = os.environ.get("LD_PRELOAD")
        sys.modules["__main__"] = saved[0]
        os.environ.clear()
        os.environ.update(saved[1])
        logging.root.handlers.clear()
    # A library may find out before the kernel does that there is no such folder.
    why += errors.getvalue()
    return State.reached or "canary-out" in shown.getvalue() or preloaded == "canary" or \
        ("canary" in why and "canary-out" not in why)


def main():
    programs = json.load(sys.stdin)
    with open("a.csv", "w") as f:
        f.write("a,b\n1,2\n")
    with open("m", "w") as f:
        f.write("x")
    with zipfile.ZipFile("a.zip", "w") as z:
        z.write("m")
    with tarfile.open("a.tar", "w") as t:
        t.add("m")
    try:
        import numpy
        numpy.save("a.npy", numpy.array([print], dtype=object), allow_pickle=True)
    except ImportError:
        pass
    sys.addaudithook(hook)
    signal.signal(signal.SIGALRM, late)
    for source in programs:
        print("reached" if reaches(source) else "not", flush=True)
    sys.stdout.flush()
    os._exit(0)


main()
