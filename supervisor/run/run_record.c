#include "run_parts.h"

#include <signal.h>

#include "../base/buf.h"
#include "../base/fit.h"
#include "../base/json.h"
#include "../host/cgroup.h"
#include "../host/isolation.h"
#include "workdir.h"

/* Of the names of files, as a record has them. */
#define FILES_MAX	((size_t)20 << 20)
#define SKIPPED_MAX	((size_t)5 << 20)

struct json *
run_own_error(const char *why)
{
	struct json *error = js_obj();

	js_put_str(error, "name", "sallyport");
	js_put_str(error, "value", why);
	js_put_str(error, "traceback", "");
	return error;
}

static bool
is_out_of_memory(const struct json *error)
{
	static const char names[][20] = { "MemoryError", "_ArrayMemoryError" };
	const char *name = js_get_str(error, "name");
	const char *value = js_get_str(error, "value");

	return (name != NULL && IS_ONE_OF(name, names)) || (value != NULL &&
	    strncmp(value, "[Errno 12] ", strlen("[Errno 12] ")) == 0);
}

/*
 * Only what the supervisor refused or ended something for, or the kernel for
 * it, in a group of the run's own. Of what the code says it died of only lack
 * of memory counts, and only where a process had all but used up its own.
 */
static struct json *
limit_of(const struct run *run, const struct json *error)
{
	const struct json *limit = js_get(run->end, "limit");
	int64_t near = js_get_num(run->end, "near_memory");
	bool was_full = cgroup_was_full(run->cgroup);
	struct json *made;
	int64_t max;

	if (js_is_obj(limit))
		return js_copy(limit);
	if (!was_full && (near == 0 || !is_out_of_memory(error)))
		return js_nul();
	/* What ended before there was a policy had no limit. */
	max = policy_limit(run->policy, RULES_MEMORY);
	made = js_obj();
	js_put_str(made, "name", rules_limit_name(RULES_MEMORY));
	js_put_num(made, "limit", max);
	js_put_num(made, "used", was_full ? max : near);
	return made;
}

struct outcome {
	const char	*status;
	int		 exit_status, exit_code, signal;
};

static struct outcome
outcome_of(struct run *run, const struct json *limit, int caught)
{
	struct outcome o = { "error", STATUS_FAILED, -1, 0 };
	const char *end = run->end != NULL ? js_get_str(run->end, "end") : NULL;
	int value = (int)js_get_num(run->end, "value");
	const char *name = js_get_str(limit, "name");
	bool bounded = name != NULL;

	if (run->why != NULL || end == NULL || run->log_error != 0) {
		o.exit_status = run->why != NULL ? run->why_status :
		    STATUS_FAILED;
		if (run->why == NULL && caught != 0)
			o.signal = caught;
		return o;
	}
	if (strcmp(end, "exited") == 0 || strcmp(end, "cell") == 0) {
		o.exit_code = o.exit_status = value;
		o.status = value == 0 ? "completed" : "failed";
		bounded = bounded && (value != 0 ||
		    js_get_flag(run->end, "exceeded"));
	} else if (strcmp(end, "signaled") == 0) {
		o.signal = value;
		o.exit_status = STATUS_SIGNALED + value;
		o.status = "failed";
	} else if (strcmp(end, "killed") == 0) {
		o.status = "denied";
		o.exit_status = STATUS_DENIED;
		o.signal = SIGKILL;
		bounded = false;
	} else if (strcmp(end, "limit") == 0) {
		o.signal = SIGKILL;
	} else if (strcmp(end, "stopped") == 0 && caught != 0) {
		o.signal = caught;
		o.exit_status = STATUS_SIGNALED + caught;
		o.status = "failed";
	} else if (strcmp(end, "stopped") == 0 && run->room != NULL) {
		o.signal = SIGKILL;
		o.exit_status = STATUS_SIGNALED + SIGKILL;
		o.status = "failed";
		bounded = false;
	} else
		bounded = false;
	if (bounded && !(caught != 0 && strcmp(end, "stopped") == 0)) {
		o.status = strcmp(name, "wall") == 0 ? "timed_out" :
		    "limit_exceeded";
		o.exit_status = STATUS_LIMIT;
	}
	return o;
}

static struct json *
zero_usage(void)
{
	static const char *const members[] = { "wall_ms", "cpu_ms",
	    "max_rss_kib", "processes", "stops", "bytes_written",
	    "bytes_output", "throttled_ms" };
	struct json *usage = js_obj();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++) {
		if (i == 4)
			js_put(usage, "syscalls", js_nul());
		js_put_num(usage, members[i], 0);
	}
	return usage;
}

static struct json *
copy_or(const struct json *from, const char *key, struct json *otherwise)
{
	const struct json *have = js_get(from, key);

	if (have == NULL)
		return otherwise;
	js_free(otherwise);
	return js_copy(have);
}

/* What the lists have no room for is counted and hashed in `left_out`. */
static void
collect_files(struct run *run, struct json *record)
{
	struct fit_list files = { .items = js_arr(), .budget = FILES_MAX };
	struct fit_list skipped = { .items = js_arr(), .budget = SKIPPED_MAX };
	struct json *left = copy_or(run->end, "left_out", js_obj()), *item;
	auto_free char *where = NULL;
	int r = 0;

	/* Only what a dead tree left: nothing runs any more here. */
	if (run->workdir != NULL && run->end != NULL)
		workdir_collect(run->workdir, run->opts->stage_fd > 0 ?
		    (struct keeper_output){ run->opts->stage_fd, false, true } :
		    (struct keeper_output){ run->output_fd,
		    run->opts->overwrite, false },
		    policy_limit(run->policy, RULES_DISK), &files, &skipped);
	/* Who waits for an answer does not wait for that. */
	if (run->workdir != NULL && !run->opts->later)
		r = workdir_remove(run->workdir, &where);
	if (r < 0) {
		auto_buf struct buf why = BUF_INIT;

		buf_addf(&why, "stays: the run's rights do not suffice to "
		    "remove what it left there (%s)", strerror(-r));
		item = js_obj();
		js_put_str(item, "path", where);
		js_put_str(item, "why", buf_str(&why));
		js_add(skipped.items, item);
	}
	if (files.rest.count > 0)
		js_put(left, "files", fit_note(&files.rest));
	if (skipped.rest.count > 0)
		js_put(left, "skipped", fit_note(&skipped.rest));
	js_put(record, "files", files.items);
	js_put(record, "skipped", skipped.items);
	js_put(record, "left_out", left);
}

/*
 * Output that was lost is no success, whatever the code made of it; but a
 * limit or the policy that ended the run says more. A reader that left early,
 * as head(1) does, is told by nobody.
 */
static void
check_delivery(struct run *run, const struct outcome *o)
{
	int err = (int)js_get_num(run->end, "stdout_err");

	if (err != 0 && err != EPIPE && (strcmp(o->status, "completed") == 0 ||
	    strcmp(o->status, "failed") == 0))
		run_refusef(run, STATUS_FAILED, "standard output: %s",
		    strerror(err));
}

/* Nothing was attempted, so nothing is known to be missing. */
static struct json *
no_isolation(void)
{
	struct isolation none = { 0 };
	struct json *json = isolation_json(&none);

	js_put(json, "tier", js_nul());
	js_put(json, "missing", js_arr());
	return json;
}

/* Each was told once; how often it happened, at the end. */
static struct json *
take_violations(struct run *run)
{
	const struct json *again = js_get(run->end, "again"), *one;
	struct json *list = js_arr();
	size_t i, at;

	for (i = 0; i < js_len(again); i++) {
		one = js_at(again, i);
		at = (size_t)js_get_num(one, "at");
		if (at < run->nviolations)
			js_put_num(run->violations[at], "count",
			    js_get_num(one, "count"));
	}
	for (i = 0; i < run->nviolations; i++)
		js_add(list, run->violations[i]);
	free(run->violations);
	run->violations = NULL;
	run->nviolations = run->violations_cap = 0;
	return list;
}

static void
put_results(struct run *run, struct json *record)
{
	struct json *results = run->results != NULL ? run->results : js_arr();
	const struct json *text = NULL, *one;
	size_t i;

	run->results = NULL;
	for (i = 0; i < js_len(results); i++) {
		one = js_at(results, i);
		if (js_get_flag(one, "is_main_result"))
			text = js_get(one, "text");
	}
	js_put(record, "text", text != NULL ? js_share(text) : js_nul());
	js_put(record, "results", results);
}

struct json *
run_build_record(struct run *run, int caught, int *ret_status)
{
	struct json *record = js_obj(), *part, *error, *limit;
	struct outcome o;

	collect_files(run, record);
	error = copy_or(run->end, "error", js_nul());
	limit = limit_of(run, error);
	o = outcome_of(run, limit, caught);
	/* An exception that was reported but did not end the run is no error. */
	if (o.exit_code == 0) {
		js_free(error);
		error = js_nul();
	}
	if (o.exit_code == 0 && !js_is_obj(js_get(run->end, "limit"))) {
		js_free(limit);
		limit = js_nul();
	}
	if (run->why == NULL && run->log_error != 0)
		run_refusef(run, STATUS_FAILED, "the audit log cannot be written: "
		    "%s; the run was ended", strerror(-run->log_error));
	if (run->why == NULL && strcmp(o.status, "error") == 0) {
		const char *doing = js_get_str(run->end, "doing");

		run_refusef(run, STATUS_FAILED, "%s: %s", doing != NULL ? doing :
		    "the run", caught != 0 ? "was interrupted" :
		    strerror((int)js_get_num(run->end, "err")));
	}
	check_delivery(run, &o);
	if (run->why != NULL) {
		js_free(error);
		error = run_own_error(run->why);
		o.status = "error";
		o.exit_status = run->why_status;
	}
	js_put_str(record, "schema", "sallyport/run/1");
	js_put_str(record, "status", o.status);
	put_results(run, record);
	js_put(record, "refusals", copy_or(run->end, "refusals", js_arr()));
	js_put(record, "lookups", copy_or(run->end, "lookups", js_arr()));
	js_put(record, "threads", copy_or(run->end, "threads", js_arr()));
	js_put_num(record, "threads_left_out",
	    js_get_num(run->end, "threads_left_out"));
	part = js_obj();
	js_put_flag(part, "stdout", js_get_flag(run->end, "truncated_stdout"));
	js_put_flag(part, "stderr", js_get_flag(run->end, "truncated_stderr"));
	js_put_flag(part, "results", js_get_flag(run->end,
	    "truncated_results"));
	js_put(record, "truncated", part);
	js_put(record, "error", error);
	js_put(record, "exit_code", o.exit_code >= 0 ? js_num(o.exit_code) :
	    js_nul());
	js_put(record, "signal", o.signal > 0 ? js_num(o.signal) : js_nul());
	js_put(record, "violations", take_violations(run));
	js_put(record, "limit", limit);
	part = copy_or(run->end, "usage", zero_usage());
	if (js_get_flag(run->end, "grouped") && cgroup_holds_cpus(run->cgroup))
		js_put_num(part, "throttled_ms", cgroup_throttled(run->cgroup));
	js_put(record, "usage", part);
	if (js_is_obj(js_get(run->end, "used")))
		js_put(record, "used", js_copy(js_get(run->end, "used")));
	js_put(record, "trace", copy_or(run->end, "trace", js_nul()));
	part = run->isolation != NULL ? js_copy(run->isolation) :
	    no_isolation();
	js_put(part, "cgroup", js_get_flag(run->end, "grouped") ?
	    js_str(cgroup_path(run->cgroup)) : js_nul());
	js_put(record, "isolation", part);
	js_put(record, "start", run->isolation == NULL ? js_nul() :
	    js_str(run->family != NULL ? "warm" : "cold"));
	js_put_str(record, "start_why", run->isolation == NULL ||
	    run->family != NULL ? NULL : run->opts->cold_why);
	js_put(record, "interpreter", run->interpreter != NULL ?
	    js_copy(run->interpreter) : js_nul());
	*ret_status = o.exit_status;
	return record;
}
