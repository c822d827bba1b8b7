/*
 * Every input, by every core, reported in order.
 *
 * A thread takes the next input, judges it with a gate of its own and renders
 * the verdict; what it leaves is text and counts. The main thread puts the
 * pieces together in order, while the rest is still being judged. Threads that
 * run far ahead of the report wait, so that a slow reader costs no memory.
 * One input needs no thread.
 */
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "check_audit.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/stack.h"

#define MAX_THREADS	64
#define AHEAD		4096	/* inputs judged but not yet reported */
#define FLUSH_AT	65536
#define PROGRESS_MS	250

struct outcome {
	struct piece	 piece;
	bool		 done;
	const char	*why;		/* not judged, because */
	struct json	*record;	/* for the log */
	enum decision	 decision;
	size_t		 findings[3], left_out;
};

struct pool {
	const struct check		*check;
	const struct check_inputs	*inputs;
	struct outcome			*outcomes;
	struct judge			*judges[MAX_THREADS];
	size_t				 nthreads;
	pthread_mutex_t			 lock;
	pthread_cond_t			 done, room;
	size_t				 next, reported;
	bool				 stop;
	/* Under the lock: the ids of rules that were seen. */
	struct totals			 totals;
	struct buf			 out;
	bool				 progress;	/* a line is shown */
};

struct worker {
	struct pool	*pool;
	struct judge	*judge;
};

static struct format_rule *
find_rule(struct totals *t, const char *id)
{
	size_t low = 0, high = t->nrules, middle;
	int c;

	while (low < high) {
		middle = low + (high - low) / 2;
		c = strcmp(t->rules[middle].id, id);
		if (c == 0)
			return &t->rules[middle];
		if (c < 0)
			low = middle + 1;
		else
			high = middle;
	}
	MEM_PUSH(t->rules, t->nrules, t->rules_cap);
	memmove(&t->rules[low + 1], &t->rules[low],
	    (t->nrules - 1 - low) * sizeof(*t->rules));
	t->rules[low] = (struct format_rule){ .id = mem_strdup(id) };
	return &t->rules[low];
}

/* `file` is another number for each. */
static void
count_rules(struct totals *t, const struct verdict *v, size_t file)
{
	struct format_rule *rule;
	size_t i;

	for (i = 0; i < v->nfindings; i++) {
		rule = find_rule(t, v->findings[i].rule);
		rule->findings++;
		rule->files += rule->last != file;
		rule->last = file;
	}
}

static void
judge_one(struct pool *pool, struct judge *judge, size_t index)
{
	const struct check_input *in = &pool->inputs->items[index];
	const struct check *check = pool->check;
	struct outcome *o = &pool->outcomes[index];
	auto_buf struct buf bytes = BUF_INIT;
	auto_free const struct finding *kept = NULL;
	struct verdict chosen;
	const struct verdict *v;
	struct page *page;
	size_t i;
	int r;

	if (in->why != NULL) {
		o->why = in->why;
		return;
	}
	if (!check_together_bytes(check->together, in, &bytes) &&
	    check_read(in, &bytes, &o->why) < 0)
		return;
	v = judge_submission(judge, in, buf_str(&bytes), bytes.len, &page);
	if (check->audit != NULL) {
		r = check_audit_store(check->audit, v, bytes.data, bytes.len);
		if (r < 0)
			o->why = "its bytes cannot be stored beside the log";
		o->record = verdict_json(v);
	}
	if (check->choice != NULL) {
		o->left_out = check_choice_apply(check->choice, v, page,
		    &chosen);
		kept = chosen.findings;
		v = &chosen;
	}
	o->decision = v->decision;
	for (i = 0; i < v->nfindings; i++)
		o->findings[v->findings[i].decision]++;
	check->format->one(&check->env, v, page, &o->piece);
	if (v->nfindings == 0)
		return;
	pthread_mutex_lock(&pool->lock);
	count_rules(&pool->totals, v, index + 1);
	pthread_mutex_unlock(&pool->lock);
}

static void *
work(void *arg)
{
	struct worker *w = arg;
	struct pool *pool = w->pool;
	size_t index;

	for (;;) {
		pthread_mutex_lock(&pool->lock);
		while (!pool->stop && pool->check->format->streams &&
		    pool->next < pool->inputs->n &&
		    pool->next >= pool->reported + AHEAD)
			pthread_cond_wait(&pool->room, &pool->lock);
		index = pool->stop ? pool->inputs->n : pool->next;
		if (index < pool->inputs->n)
			pool->next++;
		pthread_mutex_unlock(&pool->lock);
		if (index >= pool->inputs->n)
			return NULL;
		judge_one(pool, w->judge, index);
		pthread_mutex_lock(&pool->lock);
		pool->outcomes[index].done = true;
		if (index == pool->reported)
			pthread_cond_signal(&pool->done);
		pthread_mutex_unlock(&pool->lock);
	}
}

static void
clear_progress(struct pool *pool)
{
	static const char clear[] = "\r\033[K";

	if (pool->progress)
		fdio_write_all(STDERR_FILENO, clear, sizeof(clear) - 1);
	pool->progress = false;
}

static void
show_progress(struct pool *pool)
{
	char line[80];
	int n;

	if (!isatty(STDERR_FILENO))
		return;
	n = snprintf(line, sizeof(line), "\r\033[K%zu of %zu files",
	    pool->next, pool->inputs->n);
	fdio_write_all(STDERR_FILENO, line, (size_t)n);
	pool->progress = true;
}

static void
wait_for(struct pool *pool, size_t index)
{
	struct timespec until;

	pthread_mutex_lock(&pool->lock);
	pool->reported = index;
	pthread_cond_broadcast(&pool->room);
	while (!pool->outcomes[index].done) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += PROGRESS_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		if (pthread_cond_timedwait(&pool->done, &pool->lock,
		    &until) == ETIMEDOUT)
			show_progress(pool);
	}
	pthread_mutex_unlock(&pool->lock);
}

static int
flush(struct pool *pool)
{
	if (pool->out.len == 0)
		return 0;
	clear_progress(pool);
	return cmd_print(pool->check->cmd, &pool->out);
}

static void
add_error(struct pool *pool, const char *name, const char *why)
{
	struct format_error *e;

	clear_progress(pool);
	cmd_error(pool->check->cmd, "%s: %s", name, why);
	e = MEM_PUSH(pool->totals.errors, pool->totals.nerrors,
	    pool->totals.errors_cap);
	e->name = name;
	e->why = why;
}

/* Count one outcome and put its piece where the format wants it. */
static int
report_one(struct pool *pool, size_t index)
{
	const struct check *check = pool->check;
	struct outcome *o = &pool->outcomes[index];
	struct totals *t = &pool->totals;
	size_t i;
	int r;

	if (o->record != NULL) {
		r = check_audit_record(check->audit, o->record);
		o->record = NULL;
		if (r < 0) {
			cmd_error(check->cmd, "the log cannot be written: %s",
			    strerror(-r));
			return r;
		}
	}
	if (o->why != NULL) {
		add_error(pool, pool->inputs->items[index].name, o->why);
		buf_free(&o->piece.body);
		buf_free(&o->piece.extra);
		return 0;
	}
	t->submissions++;
	t->by_decision[o->decision]++;
	t->left_out += o->left_out;
	t->decision = decision_join(t->decision, o->decision);
	for (i = 0; i < ARRAY_SIZE(o->findings); i++)
		t->findings[i] += o->findings[i];
	if (!check->format->streams)
		return 0;
	buf_add(&pool->out, o->piece.body.data, o->piece.body.len);
	buf_free(&o->piece.body);
	return pool->out.len >= FLUSH_AT ? flush(pool) : 0;
}

static int
finish(struct pool *pool)
{
	const struct check *check = pool->check;
	const struct format *format = check->format;
	auto_free struct piece *pieces = NULL;
	bool first = true;
	size_t i, n = pool->inputs->n;
	int r;

	/* What was not judged is not allowed. */
	if (pool->totals.nerrors > 0)
		pool->totals.decision = DECISION_BLOCK;
	pieces = mem_new(n, sizeof(*pieces));
	if (!format->streams && format->begin != NULL)
		format->begin(&check->env, &pool->totals, &pool->out);
	for (i = 0; i < n; i++) {
		pieces[i] = pool->outcomes[i].piece;
		if (format->streams || pieces[i].body.len == 0)
			continue;
		if (!first)
			buf_adds(&pool->out, format->separator);
		first = false;
		buf_add(&pool->out, pieces[i].body.data, pieces[i].body.len);
		buf_free(&pool->outcomes[i].piece.body);
		r = pool->out.len >= FLUSH_AT ? flush(pool) : 0;
		if (r < 0)
			return r;
	}
	if (format->end != NULL)
		format->end(&check->env, &pool->totals, pieces, n,
		    &pool->out);
	return flush(pool);
}

static size_t
count_cores(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) < 0)
		return 1;
	return (size_t)CPU_COUNT(&set);
}

static int
report_all(struct pool *pool, bool threaded)
{
	size_t i;
	int r;

	for (i = 0; i < pool->inputs->n; i++) {
		if (threaded)
			wait_for(pool, i);
		else
			judge_one(pool, pool->judges[0], i);
		r = report_one(pool, i);
		if (r < 0)
			return r;
	}
	return 0;
}

static int
run_threads(struct pool *pool)
{
	pthread_t threads[MAX_THREADS];
	struct worker workers[MAX_THREADS];
	size_t i, started = 0;
	int r;

	for (i = 0; i < pool->nthreads; i++) {
		workers[i] = (struct worker){ pool, pool->judges[i] };
		if (stack_thread(&threads[i], work, &workers[i]) < 0)
			break;
		started++;
	}
	/* Not one to be had: then this thread does it all. */
	r = report_all(pool, started > 0);
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->room);
	pthread_mutex_unlock(&pool->lock);
	for (i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	return r;
}

static int
exit_status(const struct totals *t)
{
	if (t->nerrors > 0)
		return 2;
	switch (t->decision) {
	case DECISION_ALLOW:
		return 0;
	case DECISION_HOLD:
		return 3;
	case DECISION_BLOCK:
		break;
	}
	return 1;
}

static void
pool_free(struct pool *pool)
{
	struct outcome *o;
	size_t i;

	for (i = 0; i < pool->nthreads; i++)
		judge_free(pool->judges[i]);
	for (i = 0; i < pool->inputs->n; i++) {
		o = &pool->outcomes[i];
		buf_free(&o->piece.body);
		buf_free(&o->piece.extra);
		js_free(o->record);
	}
	for (i = 0; i < pool->totals.nrules; i++)
		free(pool->totals.rules[i].id);
	free(pool->totals.rules);
	free(pool->totals.errors);
	free(pool->outcomes);
	buf_free(&pool->out);
}

int
check_run(const struct check *check, const struct check_inputs *inputs)
{
	struct pool pool = { .check = check, .inputs = inputs,
	    .lock = PTHREAD_MUTEX_INITIALIZER,
	    .done = PTHREAD_COND_INITIALIZER,
	    .room = PTHREAD_COND_INITIALIZER };
	size_t i, wanted = 1;
	int r = 0, status = 2;

	pool.totals.decision = DECISION_ALLOW;
	pool.outcomes = mem_new(inputs->n, sizeof(*pool.outcomes));
	if (inputs->n > 1)
		wanted = count_cores();
	if (wanted > inputs->n)
		wanted = inputs->n;
	if (wanted > MAX_THREADS)
		wanted = MAX_THREADS;
	for (i = 0; i < wanted && r == 0; i++) {
		r = judge_new(check, &pool.judges[i]);
		pool.nthreads += r == 0;
	}
	if (r == 0 && check->format->streams && check->format->begin != NULL)
		check->format->begin(&check->env, &pool.totals, &pool.out);
	if (r == 0)
		r = pool.nthreads > 1 ? run_threads(&pool) :
		    report_all(&pool, false);
	if (r == 0 && check->session != NULL) {
		r = session_commit(check->session);
		if (r < 0)
			cmd_error(check->cmd, "the session cannot be kept: "
			    "%s", strerror(-r));
	}
	if (r == 0 && pool.totals.nerrors == 0) {
		r = check_choice_finish(check->choice);
		if (r < 0)
			cmd_error(check->cmd, "the baseline cannot be "
			    "written: %s", strerror(-r));
	}
	if (r == 0)
		r = finish(&pool);
	if (r == 0)
		status = exit_status(&pool.totals);
	clear_progress(&pool);
	/* The command ends here, and its memory with it. */
	if (MEM_IS_WATCHED)
		pool_free(&pool);
	return status;
}
