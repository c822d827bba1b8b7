#include "run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "../base/bounds.h"
#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../host/cgroup.h"
#include "../host/isolation.h"
#include "../host/renounce.h"
#include "run_parts.h"
#include "../job/results.h"
#include "../job/supervise.h"
#include "../job/watchdog.h"
#include "../zygote/family.h"
#include "python_packages.h"
#include "workdir.h"

/*
 * No supervisor says more: RECORDER_BYTES of violations, a megabyte of counts
 * by call and rule, and at the end 64 threads and 32 refusals of FIT_ITEM
 * each, what was used (USED_BYTES, escaped), the error; and the results, with
 * what is around each.
 */
#define EVENTS_MAX	((16u << 20) + RESULTS_BYTES + RESULTS_MOST * 64)

/* The supervisor to end, for the handler; and the first signal that came. */
static volatile sig_atomic_t	caught;
static atomic_int		supervisor_pid;
/* Where the supervisor hears that we are stopped, and go on; or -1. */
static atomic_int		word_fd = -1;

static void
say_word(char word)
{
	int fd = atomic_load(&word_fd);

	/* A supervisor that died has nothing to hold. */
	if (fd >= 0 && write(fd, &word, 1) < 0)
		return;
}

static void
on_signal(int sig)
{
	int saved = errno, pid = atomic_load(&supervisor_pid);

	if (caught == 0)
		caught = sig;
	if (pid > 0)
		kill(pid, SIGTERM);
	else	/* it is not our child */
		say_word(SUPERVISE_END);
	errno = saved;
}

/*
 * The user stops the job: then the tree stands still, and its time with it,
 * until it may go on. What stops us without our knowledge (SIGSTOP) stops
 * neither.
 */
static void
on_stop(int sig)
{
	struct sigaction act = { .sa_handler = SIG_DFL }, ours;
	int saved = errno;
	sigset_t set, old;

	say_word(SUPERVISE_HOLD);
	sigaction(sig, &act, &ours);
	raise(sig);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, &old);	/* here, if at all */
	sigprocmask(SIG_SETMASK, &old, NULL);
	sigaction(sig, &ours, NULL);
	say_word(SUPERVISE_GO_ON);
	errno = saved;
}

/* The last is not caught but ignored: a supervisor that died early shows as
 * an error of the write to it, and is recorded. */
static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT,
    SIGPIPE };
static const int stopping_signals[] = { SIGTSTP, SIGTTIN, SIGTTOU };

struct signals_before {
	struct sigaction	ending[ARRAY_SIZE(ending_signals)];
	struct sigaction	stopping[ARRAY_SIZE(stopping_signals)];
};

static bool
is_caught(void)
{
	return caught != 0;
}

static void
catch_signals(struct signals_before *old)
{
	struct sigaction act = { 0 };
	size_t i;

	caught = 0;
	atomic_store(&supervisor_pid, 0);
	for (i = 0; i < ARRAY_SIZE(ending_signals); i++) {
		sigaction(ending_signals[i], NULL, &old->ending[i]);
		/* nohup(1) and the like have their reasons. */
		if (old->ending[i].sa_handler == SIG_IGN)
			continue;
		act.sa_handler = ending_signals[i] == SIGPIPE ? SIG_IGN :
		    on_signal;
		sigaction(ending_signals[i], &act, NULL);
	}
	act.sa_handler = on_stop;
	act.sa_flags = SA_RESTART;
	for (i = 0; i < ARRAY_SIZE(stopping_signals); i++) {
		sigaction(stopping_signals[i], NULL, &old->stopping[i]);
		if (old->stopping[i].sa_handler != SIG_IGN)
			sigaction(stopping_signals[i], &act, NULL);
	}
}

static void
restore_signals(const struct signals_before *old)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ending_signals); i++)
		sigaction(ending_signals[i], &old->ending[i], NULL);
	for (i = 0; i < ARRAY_SIZE(stopping_signals); i++)
		sigaction(stopping_signals[i], &old->stopping[i], NULL);
}

/* Who gets what the tree prints: we, where the caller wants it as it comes. */
static int
choose_output(struct run *run, struct supervise_config *sc)
{
	const int ours[2] = { STDOUT_FILENO, STDERR_FILENO };
	int i, ends[2];

	for (i = 0; i < 2; i++) {
		sc->out[i] = run->opts->capture[i] > 0 ?
		    run->opts->capture[i] : ours[i];
		if (run->events == NULL || run->events->output == NULL)
			continue;
		if (pipe2(ends, O_CLOEXEC) < 0 ||
		    fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0)
			return run_refusef(run, STATUS_FAILED, "pipe: %s",
			    strerror(errno));
		run->output[i] = ends[0];
		run->writer[i] = sc->out[i] = ends[1];
	}
	return 0;
}

static int
fork_supervisor(struct run *run, const char *cwd)
{
	struct supervise_config sc = {
		.opts = run->opts, .policy = run->policy, .dirs = &run->dirs,
		.uid = run->uid, .uid_fd = run->uid_fd, .front = getpid(), .cwd = cwd,
		.argv = run->argv, .env = run->env,
		.stdin_fd = run->stdin_fd, .script_fd = run->script_fd,
		.lock_fd = workdir_lock_fd(run->workdir),
		.cgroup_fd = cgroup_join_fd(run->cgroup),
		.cgroup_cpus = cgroup_holds_cpus(run->cgroup),
	};
	int events[2], go[2], err;
	sigset_t all, before;

	sc.exe = run->opts->script_name != NULL ? run->python.exe :
	    run->program.interpreter != NULL ? run->program.interpreter :
	    run->program.exe;
	if (choose_output(run, &sc) < 0)
		return -EINVAL;
	sc.disk_before = workdir_input_blocks(run->workdir);
	if (pipe2(events, O_CLOEXEC) < 0)
		return run_refusef(run, STATUS_FAILED, "pipe: %s", strerror(errno));
	if (pipe2(go, O_CLOEXEC) < 0) {
		close(events[0]);
		close(events[1]);
		return run_refusef(run, STATUS_FAILED, "pipe: %s", strerror(errno));
	}
	/* Room for all that a run may say while the log is slow. */
	fcntl(events[0], F_SETPIPE_SZ, 1 << 20);
	fflush(NULL);
	sc.events_fd = events[1];
	sc.go_fd = go[0];
	if (run->family != NULL) {
		err = -family_ask(run->family, &sc);
	} else {
		/* It has our handlers until it sets its own, and unblocks all
		 * then. */
		sigfillset(&all);
		sigprocmask(SIG_BLOCK, &all, &before);
		run->supervisor = fork();
		if (run->supervisor == 0)
			supervise(&sc);
		err = run->supervisor < 0 ? errno : 0;
		if (run->supervisor > 0)
			atomic_store(&supervisor_pid, run->supervisor);
		sigprocmask(SIG_SETMASK, &before, NULL);
	}
	close(events[1]);
	close(go[0]);
	run_close(&run->writer[0]);
	run_close(&run->writer[1]);
	run->events_fd = events[0];
	run->go_fd = go[1];
	if (err != 0)
		return run_refusef(run, STATUS_FAILED, "starting a process: %s",
		    bounds_error(err));
	return 0;
}

/* So that what came of it can be had again: null if it runs another program. */
static struct json *
interpreter_facts(const struct run *run)
{
	const struct python *py = run->opts->script_name != NULL ?
	    &run->python : &run->program.python;
	struct python_packages packages;
	struct json *facts;
	struct hash hash;
	char hex[HASH_HEX];

	if (py->argv0 == NULL)
		return js_nul();
	facts = js_obj();
	js_put_str(facts, "path", py->argv0);
	js_put_str(facts, "version", py->version);
	python_fingerprint(py, &hash);
	hash_hex(&hash, hex);
	js_put_str(facts, "fingerprint", hex);
	python_packages_read(py, &packages);
	python_packages_hash(py, &packages, &hash);
	hash_hex(&hash, hex);
	js_put_num(facts, "packages", (int64_t)packages.n);
	js_put_str(facts, "environment", hex);
	python_packages_release(&packages);
	return facts;
}

/* What the log says before anything untrusted starts. */
static struct json *
intent_facts(struct run *run)
{
	struct json *facts = js_obj(), *limits = js_obj();
	int i;

	/* One that stands ready was started by what was there then. */
	if (run->interpreter == NULL)
		run->interpreter = interpreter_facts(run);
	js_put(facts, "isolation", js_copy(run->isolation));
	js_put_num(facts, "uid", run->uid);
	js_put_str(facts, "executable", run->opts->script_name != NULL ?
	    run->python.exe : run->program.exe);
	if (js_is_obj(run->interpreter))
		js_put(facts, "interpreter", js_copy(run->interpreter));
	for (i = 0; i < RULES_NLIMITS; i++)
		if (policy_limit(run->policy, (enum rules_limit)i) > 0)
			js_put_num(limits, rules_limit_name(
			    (enum rules_limit)i), policy_limit(run->policy,
			    (enum rules_limit)i));
	js_put(facts, "limits", limits);
	js_put_flag(facts, "degraded", !isolation_suffices(
	    js_get_str(run->isolation, "tier")[0],
	    rules_tier(run->opts->rules)));
	return facts;
}

static void
on_given_up(const char *nr)
{
	const char *const part[] = { "sallyport: system call ", nr, " was made, "
	    "which had been given up; the tree died with it\n" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(part); i++)
		if (write(STDERR_FILENO, part[i], strlen(part[i])) < 0)
			return;
}

/* What the supervisor says from now on may be what the tree made it say. */
static int
give_up(struct run *run)
{
#ifdef __SANITIZE_ADDRESS__
	/* Who looks for leaks at the end starts and traces a process. */
	return 0;
#endif
	if (!run->opts->once || !js_get_flag(run->isolation, "seccomp"))
		return 0;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -errno;
	return renounce(run->room != NULL ? RENOUNCE_SESSION : RENOUNCE_FRONT,
	    on_given_up);
}

static void
hold_back(struct run *run)
{
	close(run->go_fd);
	run->go_fd = -1;
}

/* It is written down; then it may begin. */
static void
let_begin(struct run *run, char go)
{
	struct json *facts;
	int r = 0;

	if (is_caught()) {	/* before anything ran */
		hold_back(run);
		return;
	}
	facts = intent_facts(run);
	if (run->events != NULL && run->events->intent != NULL)
		r = run->events->intent(facts, run->events->arg);
	js_free(facts);
	if (r < 0) {
		run->log_error = r;
		run_refusef(run, STATUS_FAILED, "the audit log cannot be written: "
		    "%s; nothing was run", strerror(-r));
	} else {
		/* If it is gone: what it said of that, or how it died,
		 * follows. Until we have given up nothing of it is read. */
		fdio_write_all(run->go_fd, &go, 1);
		r = give_up(run);
		if (r == 0) {
			atomic_store(&word_fd, run->go_fd);
			return;
		}
		run_refusef(run, STATUS_FAILED, "giving up system calls: %s",
		    strerror(-r));
	}
	hold_back(run);
}

/* The supervisor stands ready: does what it stands on suffice? */
static void
on_ready(struct run *run, const struct json *event)
{
	const struct json *isolation = js_get(event, "isolation");
	const char *tier = js_get_str(isolation, "tier");
	const char need = rules_tier(run->opts->rules);

	if (tier == NULL || run->isolation != NULL)
		return;
	run->isolation = js_copy(isolation);
	if (!isolation_suffices(tier[0], need) && !run->opts->degraded) {
		run_refusef(run, STATUS_FAILED, "this host gives tier %s, the "
		    "profile requires %c: `sallyport doctor` says what is "
		    "missing; --degraded runs all the same", tier, need);
		hold_back(run);
	} else if (tier[0] == 'D' && run->dirs.python_moved != NULL) {
		run_refusef(run, STATUS_FAILED, "%s runs by its copy, which "
		    "has its name only where names are judged, and this host "
		    "gives tier D; --uid runs it as its owner",
		    run->dirs.python_moved[0]);
		hold_back(run);
	} else if (run->loads) {
		fdio_write_all(run->go_fd, "!", 1);
	} else if (!run->opts->later) {
		let_begin(run, SUPERVISE_GO);
	}
}

static void
end_supervisor(struct run *run, int sig)
{
	if (run->supervisor > 0)
		kill(run->supervisor, sig);
	else
		hold_back(run);
}

/* One read of what the tree printed. Who wants no more of it closes it, and
 * the tree learns that from its next write. */
static bool
take_output(struct run *run, int stream)
{
	char block[65536];
	ssize_t n = read(run->output[stream], block, sizeof(block));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return errno == EINTR;
	if (n <= 0 || !run->events->output(stream, block, (size_t)n,
	    run->events->arg))
		run_close(&run->output[stream]);
	return n > 0;
}

/* What was printed before it comes first. */
static void
on_result(struct run *run, const struct json *result, size_t at)
{
	bool updates;

	for (int i = 0; i < 2; i++)
		if (run->output[i] >= 0)
			take_output(run, i);
	if (run->results == NULL)
		run->results = js_arr();
	updates = at < js_len(run->results);
	if (updates)
		js_set(run->results, at, js_share(result));
	else
		js_add(run->results, js_share(result));
	if (run->events != NULL && run->events->result != NULL)
		run->events->result(result, updates, run->events->arg);
}

static void
on_event(struct run *run, const char *line, size_t n)
{
	const struct json *violation;
	struct json *event;
	const char *name;
	int r;

	if (js_parse(line, n, &event) < 0)
		return;
	name = js_get_str(event, "event");
	if (name != NULL && strcmp(name, "ready") == 0) {
		on_ready(run, event);
	} else if (name != NULL && strcmp(name, "violation") == 0) {
		violation = js_get(event, "violation");
		*MEM_PUSH(run->violations, run->nviolations,
		    run->violations_cap) = js_copy(violation);
		if (run->events != NULL && run->events->violation != NULL &&
		    run->log_error == 0) {
			r = run->events->violation(violation,
			    run->events->arg);
			if (r < 0) {
				run->log_error = r;
				end_supervisor(run, SIGTERM);
			}
		}
	} else if (name != NULL && strcmp(name, "loaded") == 0) {
		run->loaded = true;
	} else if (name != NULL && strcmp(name, "result") == 0) {
		on_result(run, js_get(event, "result"),
		    (size_t)js_get_num(event, "at"));
	} else if (name != NULL && strcmp(name, "failed") == 0) {
		const char *why = js_get_str(event, "why");

		run_refusef(run, STATUS_FAILED, "%s", why != NULL ? why :
		    "the supervisor failed");
	} else if (name != NULL && run->end == NULL &&
	    (strcmp(name, "end") == 0 || strcmp(name, "cell") == 0)) {
		run->end = event;
		return;
	}
	js_free(event);
}

/* Until there is word from the supervisor: take what the tree prints. */
static void
wait_for_word(struct run *run)
{
	struct pollfd wait[3] = { { .fd = run->events_fd, .events = POLLIN } };
	int i;

	while (run->output[0] >= 0 || run->output[1] >= 0) {
		for (i = 0; i < 2; i++)
			wait[i + 1] = (struct pollfd){ .fd = run->output[i],
			    .events = POLLIN };
		if (poll(wait, 3, -1) < 0 && errno != EINTR)
			return;
		for (i = 0; i < 2; i++)
			if (wait[i + 1].revents != 0)
				take_output(run, i);
		if (wait[0].revents != 0)
			return;
	}
}

/* What it printed and we have not read yet: the tree is dead. */
static void
take_rest(struct run *run)
{
	for (int i = 0; i < 2; i++)
		while (run->output[i] >= 0 && take_output(run, i))
			;
}

/* Up to what ends a run or a cell; what was said after that is kept. */
static bool
take_lines(struct run *run)
{
	struct buf *text = &run->said;
	char *newline;
	size_t from = 0;

	while (run->end == NULL && text->len > from && (newline = memchr(
	    text->data + from, '\n', text->len - from)) != NULL) {
		size_t end = (size_t)(newline - text->data);

		on_event(run, text->data + from, end - from);
		from = end + 1;
	}
	if (from == 0)
		return false;
	text->len -= from;
	memmove(text->data, text->data + from, text->len + 1);
	return true;
}

bool
run_said_more(const struct run *run)
{
	return run->said.len > 0 && memchr(run->said.data, '\n',
	    run->said.len) != NULL;
}

bool
run_hear(struct run *run)
{
	char block[65536];
	ssize_t n;

	if (take_lines(run))
		return true;
	n = read(run->events_fd, block, sizeof(block));
	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0)
		return false;
	run->heard += (size_t)n;
	if (run->heard > EVENTS_MAX) {
		end_supervisor(run, SIGKILL);
		return false;
	}
	buf_add(&run->said, block, (size_t)n);
	take_lines(run);
	return true;
}

/* Read what the supervisor says until it says no more, or (`until_ready`) is
 * ready. */
static void
follow(struct run *run, bool until_ready)
{
	/* After its last word the tree is dead, and it only exits. */
	while (run->end == NULL && !(until_ready && (is_caught() ||
	    run->isolation != NULL))) {
		wait_for_word(run);
		if (!run_hear(run))
			break;
	}
	if (!until_ready)
		take_rest(run);
}

static void
wait_supervisor(struct run *run)
{
	int status = 0;

	if (run->supervisor <= 0 && run->family != NULL && run->end == NULL &&
	    caught == 0)
		run_refusef(run, STATUS_FAILED, "the supervisor died; the tree "
		    "died with it");
	if (run->supervisor <= 0)
		return;
	while (waitpid(run->supervisor, &status, 0) < 0 && errno == EINTR)
		;
	/* From here the numbers may be another's. */
	atomic_store(&word_fd, -1);
	atomic_store(&supervisor_pid, 0);
	run->supervisor = 0;
	if (run->end != NULL || run->why != NULL)
		return;
	if (caught != 0 && run->isolation == NULL)
		return;
	if (WIFSIGNALED(status))
		run_refusef(run, STATUS_FAILED, "the supervisor died of signal %d; "
		    "the tree died with it", WTERMSIG(status));
	else if (WEXITSTATUS(status) == WATCHDOG_GAVE_UP)
		run_refusef(run, STATUS_FAILED, "the tree was still there half a "
		    "minute after it was killed; the supervisor ended itself, "
		    "and the kernel the tree");
	else
		run_refusef(run, STATUS_FAILED, "the supervisor ended without a "
		    "record (status %d); the tree died with it",
		    WEXITSTATUS(status));
}

int
run_supervised(const struct run_options *opts, const struct run_events *events,
    struct json **ret_record, int *ret_status, int *ret_signal)
{
	struct run run = RUN_INIT;
	struct signals_before old;
	auto_free char *cwd = NULL;
	int r;

	run.opts = opts;
	run.events = events;
	catch_signals(&old);
	if (run_prepare(&run, is_caught, &cwd) == 0 && !is_caught() &&
	    fork_supervisor(&run, cwd) == 0) {
		/* While the supervisor looks what this host can do. */
		r = workdir_watch(run.workdir);
		if (r == 0)
			r = workdir_add_names(run.workdir, run.policy);
		if (r < 0) {
			run_refusef(&run, STATUS_FAILED, "starting a process: "
			    "%s", bounds_error(-r));
			close(run.go_fd);
			run.go_fd = -1;
		} else
			follow(&run, false);
		if (run.end == NULL)
			wait_supervisor(&run);
	}
	atomic_store(&word_fd, -1);
	/* It said its last word; while it exits we clean up. */
	*ret_record = run_build_record(&run, caught, ret_status);
	run_unprepare(&run);
	wait_supervisor(&run);
	restore_signals(&old);
	*ret_signal = caught;
	return 0;
}

struct run_ready {
	struct run		 run;
	struct signals_before	 old;
	char			*cwd;
};

int
run_ready_new(const struct run_options *opts, const struct family *family,
    struct run_ready **ret, char **ret_why)
{
	struct run_ready *ready = mem_new(1, sizeof(*ready));
	struct run *run = &ready->run;
	bool interrupted;

	*run = (struct run)RUN_INIT;
	run->opts = opts;
	run->family = family;
	catch_signals(&ready->old);
	if (run_prepare(run, is_caught, &ready->cwd) == 0 &&
	    workdir_watch(run->workdir) == 0 &&
	    workdir_add_names(run->workdir, run->policy) == 0 &&
	    fork_supervisor(run, ready->cwd) == 0) {
		run->interpreter = interpreter_facts(run);
		follow(run, true);
	}
	if (run->isolation != NULL && run->why == NULL && !is_caught()) {
		*ret = ready;
		return 0;
	}
	*ret_why = run->why != NULL ? mem_strdup(run->why) : NULL;
	interrupted = is_caught();
	run_ready_free(ready);
	return interrupted ? -EINTR : -EINVAL;
}

void
run_ready_python(const struct run_ready *ready, const char **ret_argv0,
    const char **ret_exe, const char **ret_fingerprint)
{
	const struct run *run = &ready->run;

	*ret_argv0 = run->python.argv0;
	*ret_exe = run->python.exe;
	*ret_fingerprint = js_get_str(run->interpreter, "fingerprint");
}

int
run_ready_fd(const struct run_ready *ready)
{
	return ready->run.events_fd;
}

bool
run_ready_is_over(void)
{
	return is_caught();
}

void
run_ready_free(struct run_ready *ready)
{
	if (ready->run.go_fd >= 0)
		hold_back(&ready->run);
	if (ready->run.workdir != NULL)
		workdir_remove(ready->run.workdir, NULL);
	run_unprepare(&ready->run);
	restore_signals(&ready->old);
	free(ready->cwd);
	free(ready);
}

int
run_ready_use(struct run_ready *ready, const struct run_events *events,
    struct json **ret_record, int *ret_status, int *ret_signal)
{
	struct run *run = &ready->run;

	run->events = events;
	if (run_give_script(run) == 0)
		let_begin(run, SUPERVISE_GO);
	else
		hold_back(run);
	follow(run, false);
	wait_supervisor(run);
	atomic_store(&word_fd, -1);
	*ret_record = run_build_record(run, caught, ret_status);
	*ret_signal = caught;
	return 0;
}

struct run *
run_of_ready(struct run_ready *ready)
{
	return &ready->run;
}

void
run_let_begin(struct run *run, char word)
{
	if (run_give_script(run) == 0)
		let_begin(run, word);
	else
		hold_back(run);
}

int
run_caught(void)
{
	return caught;
}

int
run_cell_intent(struct run *run)
{
	struct json *facts = intent_facts(run);
	int r = run->events->intent(facts, run->events->arg);

	js_free(facts);
	return r;
}
