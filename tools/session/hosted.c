#include "hosted.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/mem.h"
#include "session.h"

#define START_MS	60000	/* until the pool listens */
#define END_MS		60000	/* hundreds of sessions, a busy host */
#define PATIENCE_S	10

static void
wait_a_little(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

pid_t
hosted_spawn(const char *file, const char *const *argv, int input, int output,
    int how_it_dies)
{
	pid_t parent = getpid(), pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid < 0 ? -errno : pid;
	prctl(PR_SET_PDEATHSIG, how_it_dies);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (getppid() == parent && dup2(input, STDIN_FILENO) >= 0 &&
	    dup2(output, STDOUT_FILENO) >= 0)
		execv(file, (char *const *)argv);
	_exit(125);
}

bool
hosted_is_lost(struct hosted *h)
{
	if (h->pid <= 0 || waitpid(h->pid, NULL, WNOHANG) == 0)
		return false;
	h->pid = 0;
	return true;
}

static int
start_pool(struct hosted *h, const char *const *options, size_t n)
{
	const char **argv = mem_new(n + 4, sizeof(*argv));
	auto_fd int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	int64_t end = clock_ms() + START_MS;
	struct stat st;
	size_t i;

	argv[0] = "sallyport";
	argv[1] = "pool";
	for (i = 0; i < n; i++)
		argv[2 + i] = options[i];
	argv[2 + n] = h->at;
	h->pid = hosted_spawn(HOSTED_PROGRAM, argv, nothing, STDERR_FILENO,
	    SIGTERM);
	free(argv);
	if (h->pid < 0)
		return h->pid;
	/* It listens before it has runs ready. */
	while (stat(h->at, &st) < 0) {
		if (hosted_is_lost(h))
			return -ECHILD;
		if (clock_ms() > end)
			return -ETIMEDOUT;
		wait_a_little();
	}
	return 0;
}

int
hosted_start(struct hosted *h, const char *prefix,
    const char *const *options, size_t n)
{
	auto_buf struct buf path = BUF_INIT;
	const char *tmp = getenv("TMPDIR");

	buf_addf(&path, "%s/%s.XXXXXX", tmp != NULL && tmp[0] == '/' ? tmp :
	    "/tmp", prefix);
	if (mkdtemp(path.data) == NULL)		/* 0700 */
		return -errno;
	h->folder = mem_strdup(path.data);
	buf_adds(&path, "/s");
	h->at = buf_steal(&path);
	return start_pool(h, options, n);
}

void
hosted_hear_out(int fd)
{
	char block[512];

	while (fd >= 0 && read(fd, block, sizeof(block)) > 0)
		;
	if (fd >= 0)
		close(fd);
}

/* A pool that still begins would leave its folders behind: one that has
 * answered, be it that nothing was asked, has begun. */
static void
await_begun(struct hosted *h)
{
	int fd = h->begun ? -1 : wire_connect(h->at, PATIENCE_S);

	if (fd >= 0)
		shutdown(fd, SHUT_WR);
	hosted_hear_out(fd);
}

void
hosted_end(struct hosted *h)
{
	int64_t end;

	if (h->pid > 0) {
		await_begun(h);
		kill(h->pid, SIGTERM);
	}
	end = clock_ms() + END_MS;
	while (h->pid > 0 && !hosted_is_lost(h)) {
		if (clock_ms() > end)
			kill(h->pid, SIGKILL);
		wait_a_little();
	}
	if (h->folder != NULL) {
		unlink(h->at);
		session_leave(h->at);
		rmdir(h->folder);
	}
	free(h->folder);
	free(h->at);
	*h = (struct hosted){ 0 };
}
