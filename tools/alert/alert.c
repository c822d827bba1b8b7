#include "alert.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fit.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/redact.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/host/confine.h"

#define WORDS_MOST	32
#define MESSAGE_MOST	(128u * 1024)

/* What this process, and those it forks, tell. */
static struct {
	bool		 on;
	int		 fd;
	_Atomic uint64_t *lost;		/* shared: what had no room */
} told;

const char *
alert_fault(const char *command)
{
	const char *p = command;
	size_t n = 0;

	while (*(p += strspn(p, " \t")) != '\0') {
		n++;
		p += strcspn(p, " \t");
	}
	if (command[strspn(command, " \t")] != '/')
		return "a command begins with the absolute path of a program; "
		    "it is split at blanks, and no shell reads it";
	return n > WORDS_MOST ? "at most 32 words" : NULL;
}

/* In place; ended by NULL. */
static void
split(char *text, char **words)
{
	char *rest;
	size_t n = 0;

	for (char *w = strtok_r(text, " \t", &rest); w != NULL &&
	    n < WORDS_MOST; w = strtok_r(NULL, " \t", &rest))
		words[n++] = w;
	words[n] = NULL;
}

static void
record(const char *log, struct json *body)
{
	struct audit *a;

	if (audit_open(log, &a) == 0) {
		audit_append(a, "alert", body, NULL, NULL);
		audit_close(a);
	}
	js_free(body);
}

/* In a body for the log: which command, and what it was about. */
static struct json *
about(char *const *words, const struct json *doc, const char *why)
{
	struct json *body = js_obj();

	js_put_str(body, "program", words[0]);
	if (js_get_str(doc, "id") != NULL)
		js_put_str(body, "id", js_get_str(doc, "id"));
	js_put_num(body, "of", js_get_num(doc, "seq"));
	js_put_str(body, "why", why);
	return body;
}

/* One message. */
static void
handle(char *const *words, const char *log, uid_t uid, const char *bytes,
    size_t n)
{
	auto_buf struct buf text = BUF_INIT, why = BUF_INIT;
	uint64_t left = 0, lost = atomic_exchange(told.lost, 0);
	bool first = false;
	struct json *doc, *body;
	int may = alert_bound(log, clock_ns(CLOCK_REALTIME) / 1000000, lost,
	    &left, &first);

	if (js_parse(bytes, n, &doc) < 0)
		return;
	if (may > 0) {
		js_put_num(doc, "left_out", (int64_t)left);
		js_write(doc, &text);
		buf_addc(&text, '\n');
		if (alert_command(words, uid, text.data, text.len, &why) !=
		    NULL)
			record(log, about(words, doc, why.data));
	} else if (may < 0) {
		buf_addf(&why, "it was not started, for they cannot be "
		    "counted: %s", strerror(-may));
		record(log, about(words, doc, why.data));
	} else if (first) {
		buf_addf(&why, "more than %d in %d s: this one and what "
		    "follows is left out, and counted", ALERT_MOST,
		    ALERT_WINDOW_MS / 1000);
		body = about(words, doc, why.data);
		js_put_num(body, "left_out", (int64_t)left + 1);
		record(log, body);
	}
	js_free(doc);
}

/* Until nobody is left who could tell anything. */
static _Noreturn void
serve(const char *command, const char *log, uid_t uid, int fd)
{
	auto_free char *text = mem_strdup(command);
	char *words[WORDS_MOST + 1], *bytes = mem_new(MESSAGE_MOST, 1);
	const int keep[] = { fd };
	sigset_t none;
	uint64_t lost;
	ssize_t n;

	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	confine_close_others(keep, 1);
	for (int i = 0; i < 3; i++)
		if (open("/dev/null", O_RDWR) < 0)
			_exit(1);
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	prctl(PR_SET_NAME, "sallyport-alert", 0, 0, 0);
	split(text, words);
	for (;;) {
		n = read(fd, bytes, MESSAGE_MOST);
		if (n > 0)
			handle(words, log, uid, bytes, (size_t)n);
		else if (n == 0 || errno != EINTR)
			break;
	}
	lost = atomic_load(told.lost);
	if (lost > 0)
		alert_count(log, lost);
	_exit(0);
}

/* Nobody waits for it, so that it is nobody's child. */
static int
make_process(const char *command, const char *log, uid_t uid, const int fds[2])
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return -errno;
	if (pid == 0) {
		pid = fork();
		if (pid != 0)
			_exit(pid < 0);
		serve(command, log, uid, fds[1]);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return status != 0 ? -EAGAIN : 0;
}

int
alert_start(const char *command, const char *log, uid_t uid)
{
	int fds[2], r;
	void *page;

	if (told.on || command == NULL || command[0] == '\0')
		return 0;
	page = mmap(NULL, sizeof(*told.lost), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || socketpair(AF_UNIX, SOCK_SEQPACKET |
	    SOCK_CLOEXEC, 0, fds) < 0)
		return -errno;
	told.lost = page;
	/* Ours waits for messages; who sends them does not. Both above those that
	 * it opens for itself. */
	fds[1] = fcntl(fds[1], F_DUPFD_CLOEXEC, 3);
	if (fds[1] < 0 || fcntl(fds[0], F_SETFL, O_NONBLOCK) < 0)
		return -errno;
	r = make_process(command, log, uid, fds);
	close(fds[1]);
	if (r < 0)
		return r;
	told.fd = fds[0];
	told.on = true;
	return 0;
}

bool
alert_is_on(void)
{
	return told.on;
}

void
alert_send(const struct json *doc)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *shown;

	if (!told.on)
		return;
	shown = fit_owned(redact_json(doc), ALERT_BYTES);
	js_write(shown, &text);
	js_free(shown);
	if (text.len > MESSAGE_MOST || write(told.fd, text.data, text.len) !=
	    (ssize_t)text.len)
		atomic_fetch_add(told.lost, 1);
}
