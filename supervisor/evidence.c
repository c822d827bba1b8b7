#include "evidence.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "arch/unwind.h"
#include "base/buf.h"
#include "base/fdio.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"
#include "jail.h"
#include "pyframes.h"
#include "remote.h"
#include "violation.h"

#define JOB_MS		100	/* for one job */
#define RUN_MS		2000	/* for all jobs of a run */
#define ANSWER_MAX	(256u * 1024)
#define JOB_MEMORY	(128ul << 20)
#define FRAMES_SHOWN	64u

#define HELPER_PATH	"../libexec/sallyport/unwind"

/* Descriptors of a job, before it jails itself. */
enum { JOB_REGS = 0, JOB_ANSWER = 1, JOB_MEM = 2, JOB_MAPS = 3, JOB_FDS = 4 };

static struct {
	const char	*submission;
	int		 helper_fd;	/* the unwinder's program, or -1 */
	int64_t		 spent_us;
} evidence = { .helper_fd = -1 };

static int64_t
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

void
evidence_begin(const char *submission)
{
	char exe[4096];
	auto_buf struct buf path = BUF_INIT;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	auto_fd int fd = -1;
	char *slash;

	evidence.submission = submission;
	if (n <= 0 || evidence.helper_fd >= 0)
		return;
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (slash == NULL)
		return;
	slash[1] = '\0';
	buf_addf(&path, "%s%s", exe, HELPER_PATH);
	fd = open(buf_str(&path), O_PATH | O_CLOEXEC);
	/* Above the numbers a job's own descriptors take. */
	if (fd >= 0)
		evidence.helper_fd = fcntl(fd, F_DUPFD_CLOEXEC, 64);
}

/* In the job's process: the Python part. */
static void
answer_python(const struct evidence_regs *regs, struct json *answer)
{
	struct json *frames = js_arr(), *frame;
	auto_buf struct buf text = BUF_INIT;
	struct remote *remote;
	struct pystack stack;
	size_t i;
	int r;

	r = remote_new(JOB_MEM, JOB_MAPS, &remote);
	if (r < 0) {
		js_put_str(answer, "why", "the process has too many mappings");
		goto out;
	}
	pyframes_read(remote, regs->thread_pointer, &stack);
	js_put_str(answer, "why", stack.why);
	for (i = 0; i < stack.nframes && js_len(frames) < FRAMES_SHOWN; i++) {
		const struct pyframe *f = &stack.frames[i];

		if (evidence.submission != NULL ?
		    strcmp(f->file, evidence.submission) != 0 :
		    strncmp(f->file, "<frozen ", 8) == 0)
			continue;
		frame = js_obj();
		js_put_str(frame, "file", f->file);
		js_put_num(frame, "line", f->line);
		js_put_str(frame, "function", f->function);
		js_add(frames, frame);
	}
	if (stack.why == NULL && js_len(frames) == 0)
		js_put_str(answer, "why", "no frame of the submission is on "
		    "this thread's stack");
out:
	js_put(answer, "frames", frames);
	js_write(answer, &text);
	fdio_write_all(JOB_ANSWER, text.data, text.len);
}

/* The job's process. Does not return. */
static void
job_child(bool native, const struct evidence_regs *regs, int *fds)
{
	static char name[] = "unwind";
	static char *const argv[] = { name, NULL };
	static char *const envp[] = { NULL };
	/* Made before the jail: the first object seeds the hash of them all. */
	struct json *answer = js_obj();
	int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Out of the way of the numbers they are to have. */
	for (i = 0; i < JOB_FDS; i++) {
		fds[i] = fcntl(fds[i], F_DUPFD, 64);
		if (fds[i] < 0)
			_exit(1);
	}
	for (i = 0; i < JOB_FDS; i++)
		if (dup2(fds[i], i) < 0)
			_exit(1);
	if (native) {
		for (i = 0; i < JOB_FDS; i++)
			close(fds[i]);
		/* It jails itself once its libraries are loaded. */
		fexecve(evidence.helper_fd, argv, envp);
		_exit(127);
	}
	if (jail_enter(JOB_FDS, JOB_MEMORY) == 0)
		answer_python(regs, answer);
	_exit(0);
}

/* The answer within the time, or -errno. */
static int
job_wait(int fd, struct buf *out)
{
	int64_t end = now_us() + JOB_MS * 1000;
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	char block[4096];
	ssize_t n;

	for (;;) {
		int64_t left = (end - now_us()) / 1000;

		if (left <= 0 || poll(&wait, 1, (int)left) == 0)
			return -ETIMEDOUT;
		n = read(fd, block, sizeof(block));
		if (n == 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			buf_add(out, block, (size_t)n);
		if (out->len > ANSWER_MAX)
			return -EMSGSIZE;
	}
}

static int
open_of(pid_t tgid, const char *what)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", tgid, what);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Run one job on a stopped process. NULL if it gave no answer in time. */
static struct json *
job_run(pid_t tgid, bool native, const struct evidence_regs *regs)
{
	auto_fd int mem = open_of(tgid, "mem"), maps = open_of(tgid, "maps");
	int question[2] = { -1, -1 }, answer[2] = { -1, -1 };
	auto_buf struct buf text = BUF_INIT;
	struct json *ret = NULL;
	pid_t pid = -1;

	if (mem < 0 || maps < 0 || pipe2(question, O_CLOEXEC) < 0 ||
	    pipe2(answer, O_CLOEXEC) < 0 || fdio_write_all(question[1], regs,
	    sizeof(*regs)) < 0)
		goto out;
	pid = fork();
	if (pid == 0)
		job_child(native, regs,
		    (int[]){ question[0], answer[1], mem, maps });
	close(steal_fd(&answer[1]));
	if (pid > 0 && job_wait(answer[0], &text) == 0 &&
	    js_parse(buf_str(&text), text.len, &ret) < 0)
		ret = NULL;
out:
	if (pid > 0) {
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
			;
	}
	for (int i = 0; i < 2; i++) {
		if (question[i] >= 0)
			close(question[i]);
		if (answer[i] >= 0)
			close(answer[i]);
	}
	return ret;
}

/* Reasons come from another process: only known texts are handed on. */
static const char *
keep_reason(const char *why)
{
	static char kept[160];

	snprintf(kept, sizeof(kept), "%s", why);
	return kept;
}

static void
ask_python(pid_t tgid, const struct evidence_regs *regs, struct violation *v)
{
	struct json *answer = job_run(tgid, false, regs);
	const struct json *frames;
	const char *why;

	if (answer == NULL) {
		v->python_why = "the interpreter's state could not be read "
		    "within 100 ms";
		return;
	}
	frames = js_get(answer, "frames");
	why = js_get_str(answer, "why");
	if (why != NULL)
		v->python_why = keep_reason(why);
	else if (!js_is_arr(frames) || js_len(frames) == 0)
		v->python_why = "the reader's answer made no sense";
	else
		v->python = js_copy(frames);
	js_free(answer);
}

void
evidence_at_stop(pid_t tgid, pid_t tid, struct violation *v)
{
	int64_t begin = now_us();
	struct evidence_regs regs;
	struct json *native;

	if (evidence.spent_us > RUN_MS * 1000) {
		v->python_why = "this run has used up its time for looking "
		    "at stacks";
		return;
	}
	if (arch_unwind_regs(tid, &regs) < 0) {
		v->python_why = "the thread's registers could not be read";
		return;
	}
	ask_python(tgid, &regs, v);
	if (evidence.helper_fd >= 0) {
		native = job_run(tgid, true, &regs);
		if (js_is_arr(native))
			v->native = native;
		else
			js_free(native);
	}
	evidence.spent_us += now_us() - begin;
}
