/*
 * The order matters:
 *
 *	become the uid -> die with the front -> not dumpable
 *	-> rule sets -> enter Landlock -> prove what holds -> tell the front
 *	-> filter, guard, fork the child -> wait for the front's word
 *	-> trace until nothing of it lives
 *	-> drain what is left -> tell the rest -> exit
 *
 * Landlock comes before the fork: confined afterwards we would sit beside the
 * child's domain instead of above it, and could not read its memory.
 */
#include "supervise_parts.h"
#include "supervise_names.h"
#include "throttle.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "../base/bounds.h"
#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../tracer/calls.h"
#include "../host/cgroup.h"
#include "../check/check_inet.h"
#include "../host/confine.h"
#include "drain.h"
#include "../evidence/evidence.h"
#include "feed.h"
#include "../policy/filter.h"
#include "../tracer/guard.h"
#include "heed.h"
#include "../policy/image.h"
#include "../host/isolation.h"
#include "../host/launch.h"
#include "../limits/limits.h"
#include "../tracer/loop.h"
#include "outbox.h"
#include "recorder.h"
#include "../host/renounce.h"
#include "results.h"
#include "../run/run.h"
#include "../session/cells.h"
#include "../check/used.h"
#include "../zygote/handover.h"
#include "watchdog.h"

#define TABLE_BYTES	(48 << 10)

static struct watchdog *_Atomic active_dog;
static atomic_bool asked_to_end;
static int told_fd = -1;

static void
send_line(const struct supervisor *sup, const struct json *json)
{
	auto_buf struct buf line = BUF_INIT;

	js_write(json, &line);
	buf_addc(&line, '\n');
	if (sup->outbox != NULL) {
		outbox_add(sup->outbox, line.data, line.len);
		return;
	}
	/* Without a front there is nobody to run for. */
	if (fdio_write_all(sup->cfg->events_fd, line.data, line.len) < 0)
		_exit(125);
}

void
supervise_say(struct supervisor *sup, const char *word)
{
	struct json *event = js_obj();

	js_put_str(event, "event", word);
	send_line(sup, event);
	js_free(event);
}

static void
on_violation(const struct json *violation, void *arg)
{
	struct json *event = js_obj();

	js_put_str(event, "event", "violation");
	js_put(event, "violation", js_copy(violation));
	send_line(arg, event);
	js_free(event);
}

static void
on_result(struct json *result, size_t at, void *arg)
{
	struct json *event = js_obj();

	js_put_str(event, "event", "result");
	js_put_num(event, "at", (int64_t)at);
	js_put(event, "result", result);
	send_line(arg, event);
	js_free(event);
}

void
supervise_fail_why(struct supervisor *sup, const char *why, int err)
{
	struct json *event = js_obj();

	js_put_str(event, "event", "failed");
	js_put_str(event, "why", why);
	js_put_num(event, "err", err < 0 ? -err : err);
	send_line(sup, event);
	if (sup->outbox != NULL)
		outbox_finish(sup->outbox);
	_exit(125);
}

void
supervise_fail(struct supervisor *sup, const char *doing, int err)
{
	auto_buf struct buf why = BUF_INIT;

	buf_addf(&why, "%s: %s", doing, bounds_error(err < 0 ? -err : err));
	supervise_fail_why(sup, buf_str(&why), err);
}

static void
on_term(int sig)
{
	struct watchdog *dog = atomic_load(&active_dog);

	(void)sig;
	atomic_store(&asked_to_end, true);
	if (dog != NULL)
		watchdog_end(dog);
}

static void
on_foreign(int sig)
{
	(void)sig;
}

/*
 * Only the front ends us, by SIGTERM; what a terminal sends to its whole
 * group, the front gets too and passes on.
 */
static void
set_signals(void)
{
	struct sigaction act = { .sa_handler = SIG_IGN }, had;
	sigset_t input;

	sigaction(SIGINT, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	sigaction(SIGQUIT, &act, NULL);
	sigaction(SIGPIPE, &act, NULL);
	sigaction(SIGTSTP, &act, NULL);
	sigaction(SIGTTOU, &act, NULL);
	sigaction(SIGXFSZ, &act, NULL);
	act.sa_handler = SIG_DFL;
	sigaction(SIGCHLD, &act, NULL);
	act.sa_handler = on_term;
	sigaction(SIGTERM, &act, NULL);
	/* For who reads the terminal: were it ignored, or blocked there, the
	 * kernel would refuse the read instead of stopping the job. */
	sigaction(SIGTTIN, NULL, &had);
	act.sa_handler = on_foreign;
	if (had.sa_handler != SIG_IGN)
		sigaction(SIGTTIN, &act, NULL);
	sigemptyset(&input);
	sigaddset(&input, SIGTTIN);
	sigprocmask(SIG_SETMASK, &input, NULL);
}

/* Every descriptor but those the configuration names. */
static void
close_others(const struct supervise_config *cfg, const int *more, size_t n)
{
	const int own[] = { 0, 1, 2, cfg->events_fd, cfg->go_fd, cfg->out[0],
	    cfg->out[1], cfg->stdin_fd, cfg->script_fd, cfg->lock_fd,
	    cfg->cgroup_fd, cfg->uid_fd,
	    cfg->opts->trace ? cfg->opts->trace_fd : -1 };
	auto_free int *keep = mem_new(ARRAY_SIZE(own) + n, sizeof(*keep));

	memcpy(keep, own, sizeof(own));
	if (n > 0)
		memcpy(keep + ARRAY_SIZE(own), more, n * sizeof(*more));
	confine_close_others(keep, ARRAY_SIZE(own) + n);
}

static void
raise_open_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* What a fork does not inherit; `parent` is who we die with. */
void
supervise_settle(struct supervisor *sup, pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(125);
	if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0)
		supervise_fail(sup, "prctl", errno);
	supervise_tell_evidence(sup->cfg);
}

static void
drop(struct supervisor *sup, const int *keep, size_t nkeep)
{
	const struct supervise_config *cfg = sup->cfg;
	int r;

	close_others(cfg, keep, nkeep);
	raise_open_files();
	r = confine_become(cfg->uid);
	if (r < 0)
		supervise_fail(sup, "becoming the run's uid", r);
	/* A change of uid clears its first, so this comes after. */
	supervise_settle(sup, cfg->front);
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		supervise_fail(sup, "prctl", errno);
}

static void
tell_front(struct supervisor *sup)
{
	struct json *event = js_obj();

	js_put_str(event, "event", "ready");
	js_put(event, "isolation", isolation_json(&sup->iso));
	send_line(sup, event);
	js_free(event);
}

/* Until the front has written down what is about to happen. */
static void
wait_for_front(struct supervisor *sup)
{
	char token;
	ssize_t n;

	do
		n = read(sup->cfg->go_fd, &token, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(125);
}

static void
on_output_limit(void *arg)
{
	struct supervisor *sup = arg;
	int64_t max = policy_limit(sup->cfg->policy, RULES_OUTPUT);

	limits_exceed(sup->limits, RULES_OUTPUT, max, max + 1);
}

static void
prepare(struct supervisor *sup)
{
	const struct supervise_config *cfg = sup->cfg;
	struct limits_config lc = {
		.policy = cfg->policy, .work = cfg->dirs->work,
		.home = cfg->dirs->home, .disk_before = cfg->disk_before,
		.alone = sup->alone,
	};
	int r;

	sup->way[0] = sup->way[1] = -1;
	sup->recorder = recorder_new(cfg->opts->explore, on_violation,
	    sup);
	if (!sup->alone)
		sup->used = used_new();
	if (cfg->opts->trace && !sup->alone)
		sup->calls = calls_new(cfg->opts->trace_fd);
	lc.recorder = sup->recorder;
	r = limits_new(&lc, &sup->limits);
	if (r < 0)
		supervise_fail(sup, "limits", r);
	r = filter_compile(cfg->policy, sup->alone ? FILTER_ALONE :
	    sup->iso.landlock ? FILTER_LANDLOCKED : FILTER_TRACED,
	    &sup->filter);
	if (r < 0)
		supervise_fail(sup, "compiling the system call filter", r);
	if (!sup->alone) {
		r = guard_new(&sup->guard);
		if (r < 0)
			supervise_fail(sup, "guard memory", r);
		r = inet_way_new(cfg->policy, sup->way);
		if (r < 0)
			supervise_fail(sup, "a way for sockets", r);
	}
	r = drain_new(cfg->out, cfg->opts->capture[0] > 0, policy_limit(cfg->policy,
	    RULES_OUTPUT), on_output_limit, sup, &sup->drain);
	if (r < 0)
		supervise_fail(sup, "output pipes", r);
	if (cfg->script_fd < 0)
		return;
	sup->results = results_new(cfg->opts->results, on_result, sup);
	r = drain_aside(sup->drain, results_take, sup->results);
	if (r < 0)
		supervise_fail(sup, "a pipe", r);
}

/* The front, as root, may enter what the run's uid may not. */
static void
check_cwd(struct supervisor *sup)
{
	const struct supervise_config *cfg = sup->cfg;
	auto_buf struct buf doing = BUF_INIT;
	int err;

	if (cfg->opts->chdir == NULL || access(cfg->cwd, X_OK) == 0)
		return;
	err = errno;
	buf_addf(&doing, "--chdir %s: uid %u cannot enter it",
	    cfg->opts->chdir, (unsigned)cfg->uid);
	supervise_fail(sup, buf_str(&doing), err);
}

/* Somebody else acts in our name: the last word, of a handler's means only. */
static void
on_given_up(const char *nr)
{
	const char *const part[] = { "\n{\"event\":\"failed\",\"why\":\"the "
	    "supervisor made system call ", nr, ", which it had given up; "
	    "the tree died with it\"}\n" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(part); i++)
		if (write(told_fd, part[i], strlen(part[i])) < 0)
			_exit(125);
}

static void
start(struct supervisor *sup)
{
	const struct supervise_config *cfg = sup->cfg;
	struct launch_config lc = {
		.exe = cfg->exe,
		.argv = sup->alone ? supervise_plain_argv(cfg) : cfg->argv,
		.env = sup->alone ? supervise_plain_env(cfg) : cfg->env,
		.cwd = cfg->cwd, .guard_fd = -1, .way_fd = sup->way[1],
		.landlock_fd = sup->child_rules,
		.filter = filter_program(sup->filter),
	};
	int extra[3] = { cfg->script_fd, drain_writer(sup->drain, 2) }, i, r;

	r = feed_new(cfg->stdin_fd, sup->alone, &sup->feed);
	if (r < 0)
		supervise_fail(sup, "standard input", r);
	lc.stdio[0] = feed_reader(sup->feed);
	lc.before = feed_filter(sup->feed);
	lc.stdio[1] = drain_writer(sup->drain, 0);
	lc.stdio[2] = drain_writer(sup->drain, 1);
	if (cfg->script_fd >= 0) {
		lc.extra = extra;
		lc.nextra = 2;
	}
	if (cfg->give != NULL) {
		extra[lc.nextra++] = cfg->give->serve;
		lc.above = INET_WAY + 1;
	}
	if (sup->guard != NULL)
		lc.guard_fd = guard_reader_fd(sup->guard);
	for (i = 0; i < RULES_NLIMITS; i++)
		lc.limits[i] = policy_limit(cfg->policy, (enum rules_limit)i);
	r = cfg->take != NULL ? supervise_take(sup, &lc) : launch_new(&lc, &sup->launch);
	if (r < 0)
		supervise_fail(sup, "starting the program", r);
	/* On its own the host's offer is a gain, not a promise: what an old
	 * kernel refuses the run's uid is said in the record. */
	if (cfg->cgroup_fd >= 0) {
		r = cgroup_join(cfg->cgroup_fd, sup->launch != NULL ?
		    launch_pid(sup->launch) : sup->taken);
		if (r < 0 && cfg->opts->cgroup != NULL)
			supervise_fail(sup, "--cgroup: joining the group", r);
		sup->grouped = r == 0;
	}
	r = feed_start(sup->feed, sup->limits);
	if (r < 0)
		supervise_fail(sup, "a thread for standard input", r);
	r = outbox_new(cfg->events_fd, &sup->outbox);
	if (r < 0)
		supervise_fail(sup, "a thread for what is said", r);
	r = drain_start(sup->drain);
	if (r < 0)
		supervise_fail(sup, "a thread for the output", r);
	/* A host that refuses filters refuses the child's as well, and says so
	 * in its tier. */
	told_fd = cfg->events_fd;
	r = renounce(sup->way[0] >= 0 ? RENOUNCE_SUPERVISOR_NET :
	    RENOUNCE_SUPERVISOR, on_given_up);
	if (r < 0 && sup->iso.seccomp)
		supervise_fail(sup, "giving up system calls", r);
}

static void
end_alone(void)
{
	/* The watchdog kills by itself. */
}

/* Tier D: no tracer; the kernel's own walls, and a wait. */
static void
run_alone(struct supervisor *sup)
{
	struct loop_result *res = &sup->result;
	pid_t first = launch_pid(sup->launch), pid;
	struct rusage use;
	int status = 0, wanted = 0, r = launch_release(sup->launch);

	if (r == 0)
		r = launch_outcome(sup->launch, &sup->step);
	if (r < 0) {
		kill(first, SIGKILL);
		res->end = LOOP_ERROR;
		res->err = r;
		res->err_doing = sup->step;
	}
	while ((pid = wait4(-1, &status, __WALL, &use)) > 0 ||
	    errno == EINTR) {
		if (pid > 0) {
			res->processes++;
			limits_on_peak(sup->limits, pid, use.ru_maxrss *
			    INT64_C(1024));
		}
		if (pid != first)
			continue;
		wanted = status;
		limits_kill(sup->limits);
	}
	if (r < 0)
		return;
	if (limits_exceeded(sup->limits))
		res->end = LOOP_LIMIT;
	else if (atomic_load(&asked_to_end))
		res->end = LOOP_STOPPED;
	else if (WIFEXITED(wanted)) {
		res->end = LOOP_EXITED;
		res->value = WEXITSTATUS(wanted);
	} else {
		res->end = LOOP_SIGNALED;
		res->value = WTERMSIG(wanted);
	}
}

static void
run_tree(struct supervisor *sup, int64_t *ret_wall_ms)
{
	struct loop_config lc = {
		.policy = sup->cfg->policy, .launch = sup->launch,
		.guard = sup->guard, .limits = sup->limits,
		.recorder = sup->recorder, .calls = sup->calls, .feed = sup->feed,
		.used = sup->used, .landlocked = sup->iso.landlock, .cwd = sup->cfg->cwd,
		.way = { sup->way[0], sup->way[1] },
		.give = sup->cfg->give, .taken = sup->taken,
		.cells = sup->cells != NULL ? cells_loop(sup->cells) : NULL,
		.cpu_ms = sup->cfg->opts->session.cpu_ms,
	};
	struct watchdog *dog;
	struct heed *heed;
	sigset_t term, old;
	int r;

	/* Threads leave the signal to this one. */
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &term, &old);
	r = watchdog_start(sup->limits, policy_limit(sup->cfg->policy,
	    RULES_WALL), sup->alone ? NULL : loop_look,
	    sup->alone ? end_alone : loop_stop, &dog);
	if (r < 0)
		supervise_fail(sup, "a thread for the limits", r);
	if (sup->cells != NULL)
		cells_watch(sup->cells, dog);
	else if (sup->cfg->give != NULL)
		watchdog_early(dog);
	r = heed_start(sup->cfg->go_fd, sup->alone, sup->feed, dog, sup->cells,
	    &heed);
	if (r < 0)
		supervise_fail(sup, "a thread for the front's word", r);
	r = throttle_start(sup->limits, sup->grouped && sup->cfg->cgroup_cpus ?
	    0 : policy_limit(sup->cfg->policy, RULES_CPUS), sup->alone,
	    &sup->throttle);
	if (r < 0)
		supervise_fail(sup, "--cpus, which no --cgroup DIR holds", r);
	atomic_store(&active_dog, dog);
	limits_on_first(sup->limits, image_memory(sup->cfg->exe));
	if (atomic_load(&asked_to_end))
		watchdog_end(dog);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (sup->alone)
		run_alone(sup);
	else
		loop_run(&lc, &sup->result);
	*ret_wall_ms = watchdog_elapsed(dog);
	atomic_store(&active_dog, NULL);
	sup->throttled_ms = throttle_stop(sup->throttle);
	heed_stop(heed);
	if (sup->cells != NULL)
		cells_watch(sup->cells, NULL);
	watchdog_stop(dog);
}

/*
 * A program's last traceback: "Name: value" is its last line. What is not
 * Python's has none, and may still name an errno there.
 */
static struct json *
error_in_tail(const struct drain_stats *output)
{
	static const char head[] = "Traceback (most recent call last):\n";
	const char *tail = output->tail, *from = NULL, *last, *colon, *at;
	size_t n = output->tail_len, len;
	struct json *error;

	for (at = tail; (at = memmem(at, n - (size_t)(at - tail), head,
	    sizeof(head) - 1)) != NULL; at++)
		from = at;
	if (from == NULL)
		return js_nul();
	while (n > 0 && tail[n - 1] == '\n')
		n--;
	last = memrchr(tail, '\n', n);
	last = last != NULL && last > from ? last + 1 : tail;
	len = (size_t)(tail + n - last);
	colon = memmem(last, len, ": ", 2);
	error = js_obj();
	js_put_text(error, "name", last, colon != NULL ?
	    (size_t)(colon - last) : len);
	js_put_text(error, "value", colon != NULL ? colon + 2 : "",
	    colon != NULL ? len - (size_t)(colon + 2 - last) : 0);
	js_put_text(error, "traceback", from,
	    output->tail_len - (size_t)(from - tail));
	return error;
}

static const char *const end_names[] = {
	[LOOP_ERROR] = "error", [LOOP_EXITED] = "exited",
	[LOOP_SIGNALED] = "signaled", [LOOP_KILLED] = "killed",
	[LOOP_LIMIT] = "limit", [LOOP_STOPPED] = "stopped",
	[LOOP_CELL] = "cell",
};

static struct json *
end_used(struct supervisor *sup)
{
	struct json *used = used_json(sup->used, sup->cfg->dirs);

	/* Reads that Landlock judges alone never stop. */
	if (policy_reads_by_landlock(sup->cfg->policy))
		js_put_flag(used, "complete", false);
	js_put_flag(used, "processes", sup->result.processes > 1);
	js_put_flag(used, "threads", sup->result.threads > 0);
	return used;
}

static struct json *
end_trace(struct supervisor *sup)
{
	struct json *trace = js_obj();
	uint64_t calls, lost;
	int r = calls_end(sup->calls, &calls, &lost);

	js_put_num(trace, "calls", (int64_t)calls);
	js_put_num(trace, "lost", (int64_t)lost);
	js_put_flag(trace, "truncated", r < 0 || lost > 0);
	return trace;
}

void
supervise_tell_end(struct supervisor *sup, int64_t wall_ms,
    const struct drain_stats *output)
{
	const struct loop_result *res = &sup->result;
	struct json *event = js_obj(), *usage = js_obj(), *limit;
	struct limits_usage used;
	bool truncated = false;
	int64_t max, had;
	int which;

	limits_usage(sup->limits, &used);
	/* The last look found that a limit ends it: that is told in its place. */
	if (res->end == LOOP_CELL && limits_exceeded(sup->limits)) {
		js_free(event);
		js_free(usage);
		return;
	}
	js_put_str(event, "event", res->end == LOOP_CELL ? "cell" : "end");
	js_put_str(event, "end", end_names[res->end]);
	js_put_flag(event, "stuck", sup->cells != NULL &&
	    cells_stuck(sup->cells));
	js_put_num(event, "value", res->value);
	if (res->end == LOOP_ERROR) {
		js_put_num(event, "err", -res->err);
		js_put_str(event, "doing", res->err_doing);
	}
	js_put(event, "error", sup->results == NULL ? error_in_tail(output) :
	    (res->end == LOOP_CELL ? results_renew : results_finish)(
	    sup->results, &truncated));
	js_put_flag(event, "truncated_results", truncated);
	js_put(event, "again", recorder_again(sup->recorder));
	js_put(event, "left_out", recorder_left_out(sup->recorder));
	if (recorder_take_limit(sup->recorder, &which, &max, &had)) {
		limit = js_obj();
		js_put_str(limit, "name", rules_limit_name(
		    (enum rules_limit)which));
		js_put_num(limit, "limit", max);
		js_put_num(limit, "used", had);
		js_put(event, "limit", limit);
	}
	js_put_num(event, "near_memory", used.near_memory);
	js_put_flag(event, "grouped", sup->grouped);
	js_put_flag(event, "exceeded", limits_exceeded(sup->limits));
	js_put_num(usage, "wall_ms", wall_ms);
	js_put_num(usage, "cpu_ms", used.cpu_ms);
	js_put_num(usage, "max_rss_kib", used.max_rss_kib);
	js_put_num(usage, "processes", (int64_t)res->processes);
	js_put(usage, "syscalls", sup->calls != NULL ?
	    js_num((int64_t)res->syscalls) : js_nul());
	js_put_num(usage, "stops", (int64_t)res->stops);
	js_put_num(usage, "bytes_written", used.bytes_written);
	js_put_num(usage, "bytes_output",
	    (int64_t)(output->taken[0] + output->taken[1]));
	js_put_num(usage, "throttled_ms", sup->throttled_ms);
	js_put(event, "usage", usage);
	if (sup->calls != NULL)
		js_put(event, "trace", end_trace(sup));
	if (sup->used != NULL)
		js_put(event, "used", end_used(sup));
	if (res->doing != NULL) {
		js_put(event, "threads", steal_ptr(&sup->result.doing));
		js_put_num(event, "threads_left_out", res->left_out);
	}
	js_put(event, "refusals", recorder_refusals(sup->recorder));
	js_put(event, "lookups", recorder_lookups(sup->recorder));
	js_put_flag(event, "truncated_stdout", output->truncated[0]);
	js_put_flag(event, "truncated_stderr", output->truncated[1]);
	js_put_num(event, "stdout_err", output->err[0]);
	send_line(sup, event);
	js_free(event);
}

void
supervise_rest(struct supervisor *sup)
{
	struct drain_stats output;
	int64_t wall_ms = 0;

	check_cwd(sup);
	/* While it writes its log; the child waits to be released. */
	if (sup->cfg->take == NULL)
		tell_front(sup);
	prepare(sup);
	start(sup);
	/* What a zygote gave goes on until it needs its script. */
	if (sup->cfg->take != NULL) {
		tell_front(sup);
		sup->cells = cells_new(sup);
	} else
		wait_for_front(sup);
	run_tree(sup, &wall_ms);
	drain_finish(sup->drain, &output);
	supervise_tell_end(sup, wall_ms, &output);
	outbox_finish(sup->outbox);
	/* What the kernel has to undo, it can once the answer is out. */
	if (sup->cfg->take != NULL)
		poll(&(struct pollfd){ .fd = sup->cfg->go_fd }, 1, -1);
	_exit(0);
}

void
supervise_begin(struct supervisor *sup, const int *keep, size_t nkeep)
{
	/* Large tables, most of them never filled: as pages of their own they
	 * are zero without being written. Nor are any written that came with
	 * the fork. */
	mallopt(M_MMAP_THRESHOLD, TABLE_BYTES);
	malloc_trim(0);
	set_signals();
	drop(sup, keep, nkeep);
	supervise_confine(sup);
}

void
supervise(const struct supervise_config *cfg)
{
	struct supervisor *sup = mem_new(1, sizeof(*sup));

	sup->cfg = cfg;
	supervise_begin(sup, NULL, 0);
	supervise_rest(sup);
}
