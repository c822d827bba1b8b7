/*
 * Python frames read from memory against what sys._getframe() says, byte for
 * byte, for every interpreter on this machine; then hostile interpreters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <glob.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"
#include "supervisor/evidence/module.h"
#include "supervisor/evidence/pyframes.h"
#include "supervisor/evidence/pylayout.h"
#include "supervisor/evidence/remote.h"
#include "supervisor/evidence/evidence.h"
#include "supervisor/check/violation.h"

#define TRUTH_FD	9

static void
child(const char *python, const char *script, int truth)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getsid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { ARRAY_SIZE(code), code };
	int null = open("/dev/null", O_RDWR);

	alarm(60);
	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	dup2(truth, TRUTH_FD);
	ptrace(PTRACE_TRACEME, 0, 0, 0);
	raise(SIGSTOP);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
	execl(python, python, "-I", "-S", script, "9", (char *)NULL);
	_exit(127);
}

static struct remote *
remote_of(pid_t pid)
{
	char path[64];
	int mem, maps;
	struct remote *remote;

	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	mem = open(path, O_RDONLY | O_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(mem >= 0 && maps >= 0);
	assert_int_equal(remote_new(mem, maps, &remote), 0);
	return remote;
}

/* The script's own word, up to END. */
static char *
read_truth(int fd)
{
	struct buf text = BUF_INIT;
	char c;

	while (read(fd, &c, 1) == 1) {
		buf_addc(&text, c);
		if (text.len >= 4 && memcmp(text.data + text.len - 4, "END\n", 4)
		    == 0)
			return buf_steal(&text);
	}
	fail_msg("the script ended its truth early");
	return NULL;
}

static char *
read_stack(pid_t pid)
{
	struct remote *remote = remote_of(pid);
	struct user_regs_struct regs;
	struct pystack stack;
	struct buf text = BUF_INIT;

	assert_int_equal(ptrace(PTRACE_GETREGS, pid, 0, &regs), 0);
	pyframes_read(remote, regs.fs_base, &stack);
	if (stack.why != NULL)
		buf_addf(&text, "unknown: %s\n", stack.why);
	for (size_t i = 0; i < stack.nframes; i++)
		buf_addf(&text, "%s:%u:%s\n", stack.frames[i].file,
		    stack.frames[i].line, stack.frames[i].function);
	buf_adds(&text, "END\n");
	pyframes_free(&stack);
	remote_free(remote);
	return buf_steal(&text);
}

/* The whole way: jailed processes, the answer as a violation carries it. */
static void
compare_evidence(pid_t pid, const char *told, bool unwinds)
{
	struct violation v = { 0 };
	auto_buf struct buf text = BUF_INIT;
	const struct json *frame;
	size_t i, native = 0;

	if (unwinds)
		evidence_at_stop(pid, pid, &v);
	else
		evidence_python_at_stop(pid, pid, &v);
	if (v.python == NULL)
		fail_msg("unknown: %s", v.python_why);
	for (i = 0; i < js_len(v.python); i++) {
		frame = js_at(v.python, i);
		buf_addf(&text, "%s:%d:%s\n", js_get_str(frame, "file"),
		    (int)js_get_num(frame, "line"),
		    js_get_str(frame, "function"));
	}
	buf_adds(&text, "END\n");
	assert_string_equal(buf_str(&text), told);
	js_free(v.python);
	if (!unwinds) {
		assert_null(v.native);
		return;
	}
	assert_non_null(v.native);
	native = js_len(v.native);
	assert_true(native >= 3);
	/* Complete stacks end where the program began. */
	frame = js_at(v.native, native - 1);
	assert_non_null(js_get_str(frame, "module"));
	js_free(v.native);
}

/* Stop by stop, until nobody is left. Returns how many stacks agreed. */
static int
compare_all(int truth)
{
	int status, agreed = 0;
	unsigned long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK |
	    PTRACE_O_TRACECLONE | PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL;
	pid_t pid;

	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		int sig = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;

		if (!WIFSTOPPED(status))
			continue;
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8)) {
			auto_free char *told = read_truth(truth);
			auto_free char *seen = read_stack(pid);

			assert_string_equal(seen, told);
			/* A place is known by its Python frames, and still
			 * has to be unwound; then it is known by both. */
			for (int i = 0; agreed == 1 && i < 4; i++)
				compare_evidence(pid, told, i == 1 || i == 2);
			agreed++;
		}
		if (sig == SIGSTOP)
			ptrace(PTRACE_SETOPTIONS, pid, 0, options);
		if (sig == SIGSTOP || sig == SIGTRAP || status >> 16)
			sig = 0;
		ptrace(PTRACE_CONT, pid, 0, sig);
	}
	return agreed;
}

static int
compare_with(const char *python, const char *script)
{
	int pipefd[2], agreed;
	pid_t pid;

	assert_int_equal(pipe(pipefd), 0);
	pid = fork();
	if (pid == 0)
		child(python, script, pipefd[1]);
	close(pipefd[1]);
	agreed = compare_all(pipefd[0]);
	close(pipefd[0]);
	return agreed;
}

static void
find_interpreters(glob_t *ret)
{
	auto_buf struct buf pyenv = BUF_INIT;
	const char *home = getenv("HOME");

	memset(ret, 0, sizeof(*ret));
	glob("/usr/bin/python3.[0-9]", 0, NULL, ret);
	glob("/usr/bin/python3.[0-9][0-9]", GLOB_APPEND, NULL, ret);
	glob("/usr/local/bin/python3.[0-9]*[0-9]", GLOB_APPEND, NULL, ret);
	buf_addf(&pyenv, "%s/.pyenv/versions/3.[0-9]*/bin/python3",
	    home != NULL ? home : "");
	glob(buf_str(&pyenv), GLOB_APPEND, NULL, ret);
}

static void
frames_are_the_interpreters_own(void **state)
{
	glob_t found;
	size_t i;
	int agreed, compared = 0;

	(void)state;
	evidence_begin(NULL, 0, NULL, false);
	find_interpreters(&found);
	for (i = 0; i < found.gl_pathc; i++) {
		if (strstr(found.gl_pathv[i], "/3.6.") != NULL)
			continue;	/* publishes no root: refused, below */
		agreed = compare_with(found.gl_pathv[i],
		    "tests/evidence/frames.py");
		printf("# %s: %d stacks agree\n", found.gl_pathv[i], agreed);
		assert_true(agreed >= 95);
		compared++;
	}
	globfree(&found);
	assert_true(compared > 0);
}

/* A small deterministic generator (xorshift); tests must repeat. */
static uint64_t
next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* What the reader follows in a stopped CPython 3.11: its objects' places. */
static size_t
objects_read(pid_t pid, uint64_t *ret, size_t max)
{
	struct remote *remote = remote_of(pid);
	const struct pylayout *l = pylayout_of(0x030b);
	struct module m;
	struct module_symbol runtime;
	uint64_t at, code, other;
	size_t n = 0;

	for (size_t i = 0; i < remote_nmaps(remote); i++)
		if (module_open(remote, remote_map_at(remote, i), &m) == 0 &&
		    module_symbol(remote, &m, "_PyRuntime", &runtime) == 0)
			break;
	ret[n++] = runtime.addr;
	remote_u64(remote, runtime.addr + l->runtime_head, &at);
	ret[n++] = at;
	remote_u64(remote, at + l->interp_threads, &at);
	ret[n++] = at;
	remote_u64(remote, at + l->thread_frame, &at);
	ret[n++] = at;
	remote_u64(remote, at + l->cframe_frame, &at);
	while (at != 0 && n + 4 <= max) {
		ret[n++] = at;
		remote_u64(remote, at + l->frame_code, &code);
		ret[n++] = code;
		remote_u64(remote, code + l->code_filename, &other);
		ret[n++] = other;
		remote_u64(remote, code + l->code_lines, &other);
		ret[n++] = other;
		remote_u64(remote, at + l->frame_previous, &at);
	}
	remote_free(remote);
	return n;
}

static void
corrupt_and_read(pid_t pid, uint64_t *seed, const uint64_t *objects, size_t n)
{
	uint64_t place = objects[next_random(seed) % n] +
	    next_random(seed) % 32 * 8;
	uint64_t word = next_random(seed), kept;
	char path[64];
	int mem;

	/* Plausible lies: another object, a small number, a bit flipped. */
	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	mem = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(pread(mem, &kept, 8, (off_t)place), 8);
	switch (next_random(seed) % 4) {
	case 0:
		word = objects[word % n];
		break;
	case 1:
		word %= 100000;
		break;
	case 2:
		word = kept ^ UINT64_C(1) << word % 64;
		break;
	}
	assert_int_equal(pwrite(mem, &word, 8, (off_t)place), 8);
	free(read_stack(pid));
	assert_int_equal(pwrite(mem, &kept, 8, (off_t)place), 8);
	close(mem);
}

static void
hostile_state_neither_crashes_nor_hangs(void **state)
{
	uint64_t objects[64], seed = UINT64_C(0x5a11e9);
	int pipefd[2], status;
	size_t n;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(pipefd), 0);
	pid = fork();
	if (pid == 0)
		child("/usr/bin/python3.11", "tests/evidence/frames.py",
		    pipefd[1]);
	close(pipefd[1]);
	waitpid(pid, &status, __WALL);
	ptrace(PTRACE_SETOPTIONS, pid, 0,
	    PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL);
	do {
		ptrace(PTRACE_CONT, pid, 0, 0);
		assert_int_equal(waitpid(pid, &status, __WALL), pid);
		assert_true(WIFSTOPPED(status));
	} while (status >> 8 != (SIGTRAP | PTRACE_EVENT_SECCOMP << 8));
	free(read_truth(pipefd[0]));
	n = objects_read(pid, objects, ARRAY_SIZE(objects));
	assert_true(n > 6);
	for (int i = 0; i < 20000; i++)
		corrupt_and_read(pid, &seed, objects, n);
	kill(pid, SIGKILL);
	waitpid(pid, &status, __WALL);
	close(pipefd[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_are_the_interpreters_own),
		cmocka_unit_test(hostile_state_neither_crashes_nor_hangs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
