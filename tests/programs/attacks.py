"""What a run of the host's programs must not reach: each deed works bare first, on a canary of the harness's own."""
import contextlib
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import threading
import time

from harness import ROOT, Box, Skip, equal, stdout, test

HERE = pathlib.Path(__file__).resolve().parent
USER = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}
ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
# Where no row reaches: as root each is tried, else what may be written.
PLACES = ("/etc/{}", "/opt/{}/conf", "/opt/{}/etc/app", "/usr/local/etc/{}", "/srv/{}", "/home/{}/.ssh", "/home/{}/project",
          "/var/lib/{}", "/var/log/{}", "/run/{}", "/var/tmp/{}", "/mnt/{}", "/etc/profile.d/{}", "/media/{}", "/var/www/{}")


@contextlib.contextmanager
def canary(*places):
    """A secret in a file that everybody may read, in each place: [(file, secret)]."""
    mark, made, files = "sallyport-canary-" + secrets.token_hex(6), set(), []
    try:
        for place in places:
            folder = pathlib.Path(place.format(mark))
            top = pathlib.Path(*folder.parts[:folder.parts.index(mark) + 1])
            if not os.access(top.parent, os.W_OK):
                continue
            folder.mkdir(parents=True)
            made.add(top)
            for part in (folder, *folder.parents):
                if mark in part.parts:
                    part.chmod(0o755)
            secret = "SECRET" + secrets.token_hex(8)
            (folder / "secret").write_text(secret + "\n")
            (folder / "secret").chmod(0o644)
            files.append((folder / "secret", secret))
        if not files:
            raise Skip("no place for a canary may be written")
        yield files
    finally:
        for top in made:
            shutil.rmtree(top)


def bare(text, cwd="/", **more):
    done = subprocess.run(["/bin/bash", "-c", text], cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
                          env=ENV, **USER, **more)
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def held(box, text, *options):
    got = box.json("exec", *options, "--", "bash", "-c", text)
    return got, "".join(got.doc["logs"]["stdout"] + got.doc["logs"]["stderr"])


WAYS = {
    "read": "cat {f}; cp {f} /dev/stdout; dd if={f}; tac <{f}; grep -r . {d}; tar c {d} | tar xO; od -c {f}; . {f}; bash {f}; base64 {f}",
    "links": "ln -s {f} l; cat l; ln -s {d} d; cat d/secret; cat /proc/self/root{f}; cat /proc/thread-self/root{f};"
             " cat /proc/self/cwd/{up}{f}; cat {up}{f}; cd {d} && cat secret; ln {f} h && cat h",
    "interpreters": "python3 -c 'print(open(\"{f}\").read())'; perl -pe '' {f}; awk 1 {f}; sed '' {f}; perl -e 'print do {{ local (@ARGV, $/) = \"{f}\"; <> }}';"
                    " python3 {f}; make -f {f}; git diff --no-index /dev/null {f}; git hash-object {f} && git -c core.hooksPath={d} --version",
    "compilers": "echo '#include \"{f}\"' | gcc -E -x c -; echo '.incbin \"{f}\"' | gcc -c -x assembler -o o - && strings o;"
                 " gcc -o x {f}; gcc @{f}; as {f}; ld -T {f}",
    "the loader": "LD_PRELOAD={f} true; LD_LIBRARY_PATH={d} true; /lib64/ld-linux-x86-64.so.2 {f}; GCONV_PATH={d} iconv -l >/dev/null; perl -e 'print do \"{f}\"'",
}


@test
def files_of_the_host_are_not_there(box):
    with canary(*PLACES) as files:
        for name, way in WAYS.items():
            texts = [way.format(f=f, d=f.parent, up="../" * 9) for f, _ in files]
            work = box.dir / name.replace(" ", "-")
            work.mkdir()
            work.chmod(0o777)
            for (f, secret), text in zip(files, texts):
                said = bare(text, work)
                for left in work.iterdir():
                    left.unlink()
                assert secret in said, (name, f, said)
            got, said = held(box, "\n".join(texts), "--time", "60s")
            assert "SECRET" not in said, (name, said)
            equal([v for v in got.doc["violations"] if v["rule"].startswith("R9")], [], "only refused, not ended")
        # What is there is answered as what is not.
        f = files[0][0]
        _, said = held(box, f"stat {f} {f}x; ls {f.parent} {f.parent}x; test -e {f}; echo $?")
        equal(said.replace("secretx", "secret").count("No such file"), 4, said)
        assert said.startswith("1\n") or "\n1\n" in said, said


@test
def native_code_of_its_own_reaches_no_more(box):
    code = r'''
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static const unsigned char go[] = { 0x48,0x89,0xf8, 0x48,0x89,0xf7, 0x48,0x89,0xd6, 0x48,0x89,0xca, 0x4d,0x89,0xc2, 0x0f,0x05, 0xc3 };
int main(int c, char **v)
{
	/* mov rax,rdi; mov rdi,rsi; mov rsi,rdx; mov rdx,rcx; mov r10,r8; syscall; ret */
	long (*call)(long, ...) = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char b[256] = "";
	unsigned long how[3] = { 0, 0, 0 };
	int i, fd = -1;

	if ((void *)call == MAP_FAILED) return puts("no code"), 1;
	memcpy((void *)call, go, sizeof(go));
	for (i = 1; i < c; i++) {
		fd = call(SYS_open, v[i], 0, 0, 0);
		if (fd < 0) fd = call(SYS_openat, AT_FDCWD, v[i], 0, 0);
		if (fd < 0) fd = call(437, AT_FDCWD, v[i], how, sizeof(how));
		if (fd < 0) fd = call(SYS_openat, AT_FDCWD, v[i], O_PATH, 0);
		if (fd >= 0 && call(SYS_read, fd, b, 255, 0) > 0) puts(b);
	}
	puts("done");
	return 0;
}
'''
    if os.uname().machine != "x86_64":
        raise Skip("the code is x86_64's")
    with canary(*PLACES) as files:
        names = " ".join(str(f) for f, _ in files)
        source = box.path("a.c", code)
        subprocess.run(["gcc", "-w", "-o", box.path("a"), source], check=True)
        said = bare(f"{box.path('a')} {names}")
        assert all(secret in said for _, secret in files), said
        got, said = held(box, f"gcc -w -o a a.c && ./a {names}", "--input", source)
        assert said == "done\n", said


@test
def a_program_that_is_exchanged_is_not_another(box):
    """A name that is a link now and then, a loader that changes: what runs is what was judged, or nothing."""
    if os.uname().machine != "x86_64":
        raise Skip("the code is x86_64's")
    with canary("/var/tmp/{}") as ((f, secret),):
        teller = f.parent / "teller"
        # As a loader, too: it looks at nothing of what it is to load.
        (box.dir / "t.c").write_text(f'''#include <sys/syscall.h>
static long call(long n, long a, long b, long c) {{ long r; __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c)
    : "rcx", "r11", "memory"); return r; }}
void _start(void) {{ static const char s[] = "{secret}\\n"; call(SYS_write, 1, (long)s, sizeof(s) - 1); call(SYS_exit, 0, 0, 0); }}
''')
        subprocess.run(["gcc", "-O1", "-static", "-nostdlib", "-o", teller, box.dir / "t.c"], check=True)
        teller.chmod(0o755)
        make = (f"gcc -o swap swap.c && cp /bin/true good && ln -s {teller} link && echo 'int main(void) {{ return 0; }}' >b.c &&"
                f" gcc -Wl,--dynamic-linker={teller} -o loader b.c && printf '#!{teller}\\n' >script && chmod +x script;")
        for bad in "link", "loader", "script":
            text = make + f"./swap name good {bad} 4"
            work = box.dir / bad
            work.mkdir()
            work.chmod(0o777)
            shutil.copy(HERE / "swap.c", work)
            said = bare(text, work)
            assert secret in said, (bad, said)
            got, said = held(box, text, "--input", HERE / "swap.c", "--time", "60s")
            assert secret not in said, (bad, got.doc["violations"])
            assert got.doc["status"] in ("completed", "denied"), got.doc
            if got.doc["status"] == "denied":
                equal(got.doc["violations"][-1]["rule"], "R902")


@test
def a_program_is_not_where_the_guard_is(box):
    if os.uname().machine != "x86_64":
        raise Skip("the code is x86_64's")
    source = box.path("g.c", 'void _start(void) { __asm__ volatile("mov $60,%eax; mov $5,%edi; syscall"); }')
    make = "gcc -O1 -nostdlib -static -no-pie -Wl,-Ttext-segment={} -o g g.c && ./g; echo $?"
    for place, want, rules in (("0x600000000000", "5\n", []), ("0x700000000000", "", ["R901"])):
        got, said = held(box, make.format(place), "--input", source)
        equal((said, [v["rule"] for v in got.doc["violations"]]), (want, rules), place)


@test
def processes_of_others_are_not_there(box):
    victim = subprocess.Popen(["/bin/sleep", "60"], env={"CANARY": "SECRETofavictim"}, **USER)
    try:
        pid = victim.pid
        time.sleep(.3)
        ways = (f"tr '\\0' '\\n' </proc/{pid}/environ; cat /proc/{pid}/cmdline | tr '\\0' ' '; readlink /proc/{pid}/exe;"
                f" kill -0 {pid} && echo alive; ls /proc | grep -x {pid}; ps -p {pid} -o args= 2>/dev/null")
        said = bare(ways)
        for word in ("SECRETofavictim", "/bin/sleep", "alive", str(pid)):
            assert word in said, (word, said)
        got, said = held(box, ways + f"; kill -9 {pid}; pkill -x sleep; python3 -c 'import os; os.kill({pid}, 9)'")
        for word in ("SECRETofavictim", "bin/sleep", "alive"):
            assert word not in said, (word, said)
        equal(victim.poll(), None)
    finally:
        victim.kill()
        victim.wait()


@test
def nothing_is_reached_by_a_socket(box):
    """TCP, UDP, a name of the kernel's alone, a path; bash, curl, python, perl."""
    tag = secrets.token_hex(6)
    place = pathlib.Path(f"/var/tmp/sallyport-canary-{tag}")
    place.mkdir()
    place.chmod(0o755)
    heard, ends = [], []

    def listen(kind, family, type_, address):
        s = socket.socket(family, type_)
        s.bind(address)
        if type_ == socket.SOCK_STREAM:
            s.listen(8)
        ends.append(s)

        def take():
            with contextlib.suppress(OSError):
                while True:
                    if type_ == socket.SOCK_STREAM:
                        s.accept()[0].close()
                    else:
                        s.recv(10)
                    heard.append(kind)
        threading.Thread(target=take, daemon=True).start()
        return s.getsockname()
    try:
        port = listen("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))[1]
        udp = listen("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))[1]
        listen("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{tag}")
        listen("path", socket.AF_UNIX, socket.SOCK_STREAM, f"{place}/s")
        os.chmod(place / "s", 0o777)
        text = (f"exec 3<>/dev/tcp/127.0.0.1/{port}; echo x >/dev/udp/127.0.0.1/{udp}; curl -s -m 2 http://127.0.0.1:{port}/;"
                f" perl -e 'use IO::Socket::INET; IO::Socket::INET->new(\"127.0.0.1:{port}\")';"
                f"python3 -c 'import socket\nfor a in (\"\\x00{tag}\", \"{place}/s\"):\n  try: socket.socket(socket.AF_UNIX).connect(a)\n  except OSError as e: print(e)'")
        bare(text)
        time.sleep(.5)
        equal(set(heard), {"tcp", "udp", "abstract", "path"})
        heard.clear()
        held(box, text)
        time.sleep(.5)
        equal(heard, [])
    finally:
        for s in ends:
            s.close()
        shutil.rmtree(place)


@test
def users_of_the_host_are_not_told(box):
    """One user, one group, one host: its own, by whatever name, and they stay."""
    wanted = [line.split(":")[0] for line in open("/etc/passwd") if line.split(":")[0] != "user"]
    text = ("cat /etc/passwd /etc/group /etc/hosts /etc/resolv.conf /etc/nsswitch.conf /etc/hostname; getent passwd; getent passwd 0 root daemon;"
            " cat /proc/self/root/etc/passwd /etc/../etc/passwd /usr/../etc/passwd; cat </etc/shadow; ls /home /root; id root; echo ~root;"
            " python3 -c 'import pwd, grp; print(pwd.getpwall(), grp.getgrall())'; perl -e 'print getpwuid(0)'; cd /etc && cat passwd; cd / && cat etc/passwd")
    said = bare(text)
    assert all(f"{user}:x:" in said for user in wanted), said
    got, said = held(box, text)
    for user in wanted:
        assert f"{user}:" not in said and f"'{user}'" not in said, (user, said)
    assert "user:x:" in said and "127.0.0.1 localhost" in said, said
    # The same file whichever way, and none that it changes.
    text = ("for f in /etc/passwd /etc/hosts; do echo x >>$f; rm -f $f; mv $f x; ln -sf /etc/fstab $f; chmod 666 $f; done 2>/dev/null;"
            " grep -c . /etc/passwd; cat $HOME/.etc/passwd | wc -l")
    _, said = held(box, text)
    equal(said, "1\n1\n")


@test
def code_is_made_only_by_a_row(box):
    """W^X under minimal and data; the row in a table of one's own. It is no limit on memory, and the message says the way."""
    text = ("import ctypes, mmap\nm = mmap.mmap(-1, 4096, prot=7)\nm.write(b'\\xb8\\x2a\\0\\0\\0\\xc3')\n"
            "print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))())")
    if os.uname().machine != "x86_64":
        raise Skip("the code is x86_64's")
    equal(bare(f"python3 -c \"{text}\""), "42\n")
    for profile in "minimal", "data", "extended":
        got = box.script(text, "--profile", profile)
        equal((got.doc["status"], got.doc["limit"]), ("failed", None), got)
        (v,) = [v for v in got.doc["violations"] if v["syscall"] == "mmap"]
        equal(v["rule"], "R601")
        assert "agent" in v["hint"] and "allow self jit" in v["hint"] and "limit" not in got.doc["summary"], (v, got.doc["summary"])
        rules = box.path("own.rules", f'sallyport-rules 1\ninclude "{profile}.rules"\nallow self jit\n')
        equal(stdout(box.script(text, "--rules", rules)), "42\n")
    equal(stdout(box.script(text)), "42\n")


@test
def what_was_exec_is_minimal(box):
    """The default is agent; --profile minimal holds PROGRAM alone, and PATH leads to no other."""
    assert "agent (default" in box.tool("exec", "--help").out
    got, said = held(box, "ls /usr/bin >/dev/null && echo ran; cp /bin/true t && ./t && echo own")
    equal(said, "ran\nown\n")
    got = box.json("exec", "--profile", "minimal", "--", "bash", "-c", "ls /usr; echo $?")
    equal(stdout(got), "127\n", got)
    equal([(p["rule"], p["name"]) for p in got.doc["lookups"] if p["call"] == "execve"], [], got.doc["lookups"])


@test
def a_deny_row_wins_over_a_wider_option(box):
    shut, opened = box.dir / "x" / "y", box.dir / "x" / "z"
    for folder in shut, opened:
        folder.mkdir(parents=True)
        (folder / "f").write_text("SECRET\n" if folder == shut else "open\n")
    os.chmod(box.dir / "x", 0o755)
    for include in "minimal", "agent":
        rules = box.path("r.rules", f'sallyport-rules 1\ninclude "{include}.rules"\ndeny read {shut}/** X001 : shut\ndeny stat {shut}/** X002 : shut\n')
        text = f"for n in ({str(shut / 'f')!r}, {str(opened / 'f')!r}):\n  try: print(open(n).read())\n  except OSError as e: print(e.errno)"
        equal(stdout(box.script(text, "--rules", rules, "--read", box.dir / "x")), "13\nopen\n\n")
        equal(stdout(box.script(text, "--rules", rules, "--read", box.dir / "x", "--write", box.dir / "x")), "13\nopen\n\n")
        # That very tree is named by no mistake.
        equal(stdout(box.script(text, "--rules", rules, "--read", shut)), "SECRET\n\n2\n")


@test
def an_alias_is_not_given_up_silently(box):
    for option in "--read", "--write", "--allow-exec":
        got = box.tool("exec", option, "/tmp", "--", "true")
        equal(got.status, 125)
        assert f"{option} /tmp: the run has a folder of its own under that name" in got.err, got
    # What lies in it may be named, and what it lies in.
    name = box.dir / "in"
    name.mkdir()
    (name / "f").write_text("mine\n")
    _, said = held(box, f"cat {name}/f; echo own >/tmp/own; ls /tmp", "--read", "/var")
    equal(said, "mine\nown\n")


Box.exec_profile = None
