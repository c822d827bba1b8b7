#include "evidence_job.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../base/util.h"
#include "evidence.h"
#include "jail.h"

#define JOBS_MAX	4u
#define ANSWER_MAX	(256u * 1024)
#define SLICE_MS	20
/* Of processor time: a host that has none to spare is no reason to give up. */
#ifdef __SANITIZE_ADDRESS__
#define JOB_NS		INT64_C(1000000000)
#else
#define JOB_NS		INT64_C(100000000)
#endif
#define JOB_MEMORY	(128ul << 20)

/* Descriptors of a job, before it jails itself. */
enum { JOB_REGS = 0, JOB_ANSWER = 1, JOB_MEM = 2, JOB_MAPS = 3, JOB_FDS = 4 };

static int helper_fd = -1;	/* the unwinder's program */
static atomic_llong cpu_ns;

int64_t
evidence_cpu_ns(void)
{
	return atomic_load(&cpu_ns);
}

void
evidence_job_begin(void)
{
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;

	if (helper_fd >= 0 || fdio_helper("unwind", &path) < 0)
		return;
	fd = open(buf_str(&path), O_PATH | O_CLOEXEC);
	/* Above the numbers a job's own descriptors take. */
	if (fd >= 0)
		helper_fd = fcntl(fd, F_DUPFD_CLOEXEC, 64);
}

bool
evidence_job_unwinds(void)
{
	return helper_fd >= 0;
}

/* The job's process. Does not return. */
static void
job_child(evidence_answer_fn *fn, const struct evidence_regs *regs, int *fds)
{
	static char name[] = "unwind";
	static char *const argv[] = { name, NULL };
	static char *const envp[] = { NULL };
	auto_buf struct buf text = BUF_INIT;
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
	if (fn == NULL) {
		for (i = 0; i < JOB_FDS; i++)
			close(fds[i]);
		/* It jails itself once its libraries are loaded. */
		fexecve(helper_fd, argv, envp);
		_exit(127);
	}
	if (jail_enter(JOB_FDS, JOB_MEMORY) == 0) {
		fn(regs, JOB_MEM, JOB_MAPS, answer);
		js_write(answer, &text);
		fdio_write_all(JOB_ANSWER, text.data, text.len);
	}
	_exit(0);
}

static int
open_of(pid_t tgid, const char *what)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", tgid, what);
	return open(path, O_RDONLY | O_CLOEXEC);
}

void
evidence_job_start(struct evidence_job *job, pid_t tgid,
    evidence_answer_fn *fn, const struct evidence_regs *regs)
{
	auto_fd int mem = open_of(tgid, "mem"), maps = open_of(tgid, "maps");
	int question[2] = { -1, -1 }, answer[2] = { -1, -1 };

	*job = (struct evidence_job){ .pid = -1, .fd = -1, .text = BUF_INIT };
	if (mem >= 0 && maps >= 0 && pipe2(question, O_CLOEXEC) == 0 &&
	    pipe2(answer, O_CLOEXEC) == 0 && fdio_write_all(question[1], regs,
	    sizeof(*regs)) == 0) {
		job->pid = fork();
		if (job->pid == 0)
			job_child(fn, regs,
			    (int[]){ question[0], answer[1], mem, maps });
		if (job->pid > 0)
			job->fd = steal_fd(&answer[0]);
	}
	for (int i = 0; i < 2; i++) {
		if (question[i] >= 0)
			close(question[i]);
		if (answer[i] >= 0)
			close(answer[i]);
	}
}

/* True once it has said all it will. */
static bool
take_some(struct evidence_job *job)
{
	char block[4096];
	ssize_t n = read(job->fd, block, sizeof(block));

	if (n > 0)
		buf_add(&job->text, block, (size_t)n);
	return n == 0 || (n < 0 && errno != EINTR) ||
	    job->text.len > ANSWER_MAX;
}

static bool
is_late(const struct evidence_job *job)
{
	struct timespec used;
	clockid_t clock;

	return job->pid > 0 && clock_getcpuclockid(job->pid, &clock) == 0 &&
	    clock_gettime(clock, &used) == 0 &&
	    used.tv_sec * INT64_C(1000000000) + used.tv_nsec > JOB_NS;
}

static bool
wait_for_some(struct evidence_job *jobs, unsigned n, int64_t end_us,
    bool *done)
{
	struct pollfd wait[JOBS_MAX];
	int64_t left = end_us - clock_us();
	unsigned i, pending = 0;

	for (i = 0; i < n; i++) {
		done[i] = done[i] || jobs[i].fd < 0;
		wait[i] = (struct pollfd){ .fd = done[i] ? -1 : jobs[i].fd,
		    .events = POLLIN };
		pending += !done[i];
	}
	if (pending == 0 || left <= 0)
		return false;
	left = left / 1000 + 1;
	if (poll(wait, n, left > SLICE_MS ? SLICE_MS : (int)left) < 0)
		return errno == EINTR;
	for (i = 0; i < n; i++) {
		if (wait[i].revents != 0)
			done[i] = take_some(&jobs[i]);
		if (!done[i] && is_late(&jobs[i])) {
			/* Whatever it says from now on is too late. */
			close(steal_fd(&jobs[i].fd));
			jobs[i].text.len = 0;
		}
	}
	return true;
}

static void
reap(pid_t pid)
{
	struct rusage used;

	while (wait4(pid, NULL, __WALL, &used) < 0)
		if (errno != EINTR)
			return;
	atomic_fetch_add(&cpu_ns, (used.ru_utime.tv_sec +
	    used.ru_stime.tv_sec) * 1000000000ll + (used.ru_utime.tv_usec +
	    used.ru_stime.tv_usec) * 1000ll);
}

void
evidence_job_collect(struct evidence_job *jobs, unsigned n, int64_t end_us,
    struct json **ret)
{
	bool done[JOBS_MAX] = { false };
	unsigned i;

	while (n <= JOBS_MAX && wait_for_some(jobs, n, end_us, done))
		;
	for (i = 0; i < n; i++) {
		ret[i] = NULL;
		if (jobs[i].pid > 0) {
			kill(jobs[i].pid, SIGKILL);
			reap(jobs[i].pid);
		}
		if (jobs[i].fd >= 0)
			close(jobs[i].fd);
		if (done[i] && js_parse(buf_str(&jobs[i].text),
		    jobs[i].text.len, &ret[i]) < 0)
			ret[i] = NULL;
		buf_free(&jobs[i].text);
	}
}
