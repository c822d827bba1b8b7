# What a zygote runs once it has loaded its modules: for each request one child,
# which runs what the request says as a new interpreter would. Compiled into the
# program. Requests come from our own processes; no code of anybody else's ever
# runs in the zygote itself.
# Of the script, before it: a line whose second number says how many bytes of
# words follow, and these.
def words(script):
    import os
    at = os.lseek(script, 0, os.SEEK_CUR)
    line, _, _ = os.pread(script, 64, at).partition(b"\n")
    os.lseek(script, at + len(line) + 1, os.SEEK_SET)
    text, size = b"", int(line.split()[1])
    while len(text) < size:
        text += os.read(script, size - len(text))
    return text.decode("utf-8", "surrogateescape").split("\0")[:-1]


def serve(requests, first, parts):
    import array
    import gc
    import os
    import signal
    import socket
    import sys

    # Children are nobody's concern here: their tracer hears of their end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    known = {}
    # It was run as any script, whose lines linecache is told; theirs come.
    sys.meta_path[:] = [finder for finder in sys.meta_path
                        if getattr(finder, "__name__", "") != "Hook"]
    # Each child has its own environment. What is done here once, with the memory
    # it takes, no child does.
    for name in list(os.environb):
        os.environb[name] = b""
    os.environb.clear()
    # What is there stays where it is, shared by all children.
    gc.collect()
    gc.freeze()
    peer = socket.socket(fileno=requests)
    peer.send(b"loaded")
    while True:
        text, control, _, _ = peer.recvmsg(1 << 17, socket.CMSG_SPACE(64))
        fds = array.array("i", b"".join(data for _, _, data in control))
        if not text:
            os._exit(0)
        for place, fd in enumerate(fds, first):
            os.dup2(fd, place)
            os.close(fd)
        argv, _, env = text.partition(b"\0\0")
        argv = argv.decode("utf-8", "surrogateescape").split("\0")
        at = argv.index("-c") + 1
        if argv[at] not in known:
            known[argv[at]] = compile(argv[at], "<string>", "exec")
        code = known[argv[at]]
        if os.fork() == 0:
            break
        for place in range(first, first + len(fds)):
            os.close(place)

    # From here on in the child, with its own tracer, descriptors and folder.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    peer.detach()
    for pair in env.rstrip(b"\0").split(b"\0"):
        name, _, value = pair.partition(b"=")
        os.environb[name] = value
    # The standard library's own is new after a fork; this one is not. All of its
    # state from the kernel: seed() would touch a hundred pages more.
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].set_state(
            ("MT19937", memoryview(os.urandom(2496)).cast("I"), 624))
    main = sys.modules["__main__"] = type(sys)("__main__")
    sys.argv[:] = ["-c"] + argv[at + 1:]

    # Here it stands still until it is wanted: tracer/loop_cell.c.
    def wait():
        os.kill(0x7fffffff, 0)
        sys.argv += words(int(sys.argv[1]))

    main.__dict__["warm"] = parts, wait
    return code, main


def finish(status):
    import atexit
    import os
    import sys
    threading = sys.modules.get("threading")
    if threading is not None:
        threading._shutdown()
    atexit._run_exitfuncs()
    for out in sys.stdout, sys.stderr:
        try:
            out.flush()
        except Exception:
            pass
    os._exit(status)


def start(requests, first, parts=()):
    import sys
    parts = {part.encode(): compile(part, "<sallyport>", "exec", 0, True)
             for part in parts}
    # What the first tree, and the first source that is decoded, bring along.
    compile("0", "", "exec", 0x400)
    __import__("tokenize")
    __import__("atexit")
    code, main = serve(requests, first, parts)
    status = 0
    try:
        exec(code, main.__dict__)
    except SystemExit as end:
        status = end.code
        if status is None:
            status = 0
        elif not isinstance(status, int):
            print(status, file=sys.stderr)
            status = 1
    finish(status & 0xff)
