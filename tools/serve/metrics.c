#include "metrics.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "keys.h"
#include "sessions.h"

#define KEPT	1024		/* of which the quantiles are */
#define WARM_US	5000		/* one stood ready */
#define NAMES	12

/* A time that is measured again and again. */
struct times {
	const char	*name, *help;
	int64_t		 kept[KEPT], sum;
	uint64_t	 n;
};

/* What is counted by a name: those that come first. */
struct names {
	const char	*name, *label, *help;
	char		 names[NAMES][24];
	uint64_t	 n[NAMES];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct times requests = { .name = "sallyport_request_seconds",
    .help = "From a request that is whole to its answer." };
static struct times waits = { .name = "sallyport_queue_seconds",
    .help = "Until a session was there for who asked for one." };
static struct times runs = { .name = "sallyport_run_seconds",
    .help = "Wall clock of code that ran." };
static struct names answers = { .name = "sallyport_requests_total",
    .label = "status", .help = "Requests by the status of the answer." };
static struct names outcomes = { .name = "sallyport_runs_total",
    .label = "status", .help = "Runs and cells by their status." };
static struct names verdicts = { .name = "sallyport_verdicts_total",
    .label = "decision", .help = "What the gate decided." };
static struct names limits = { .name = "sallyport_limits_total",
    .label = "limit", .help = "Runs and cells that a limit ended." };
static uint64_t denials, warm;

/* All of these under the lock. */
static void
measure(struct times *t, int64_t us)
{
	t->kept[t->n++ % KEPT] = us;
	t->sum += us;
}

static void
count(struct names *t, const char *name)
{
	size_t i;

	if (name == NULL || strlen(name) >= sizeof(t->names[0]))
		return;
	for (i = 0; i < NAMES - 1 && t->names[i][0] != '\0' &&
	    strcmp(t->names[i], name) != 0; i++)
		;
	memcpy(t->names[i], name, strlen(name) + 1);
	t->n[i]++;
}

static int
by_size(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void
put_seconds(struct buf *out, int64_t us)
{
	buf_addf(out, "%lld.%06lld\n", (long long)us / 1000000,
	    (long long)us % 1000000);
}

static void
put_times(struct buf *out, const struct times *t)
{
	static const unsigned percents[] = { 50, 99 };
	static int64_t sorted[KEPT];
	size_t n = t->n < KEPT ? (size_t)t->n : KEPT, i;

	memcpy(sorted, t->kept, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_size);
	buf_addf(out, "# HELP %s %s\n# TYPE %s summary\n", t->name, t->help,
	    t->name);
	for (i = 0; i < ARRAY_SIZE(percents) && n > 0; i++) {
		buf_addf(out, "%s{quantile=\"0.%u\"} ", t->name,
		    percents[i] == 50 ? 5 : 99);
		put_seconds(out, sorted[(n - 1) * percents[i] / 100]);
	}
	buf_addf(out, "%s_sum ", t->name);
	put_seconds(out, t->sum);
	buf_addf(out, "%s_count %llu\n", t->name, (unsigned long long)t->n);
}

static void
put_names(struct buf *out, const struct names *t)
{
	size_t i;

	buf_addf(out, "# HELP %s %s\n# TYPE %s counter\n", t->name, t->help,
	    t->name);
	for (i = 0; i < NAMES && t->names[i][0] != '\0'; i++)
		buf_addf(out, "%s{%s=\"%s\"} %llu\n", t->name, t->label,
		    t->names[i], (unsigned long long)t->n[i]);
}

static void
put_one(struct buf *out, const char *name, const char *help, uint64_t n)
{
	buf_addf(out, "# HELP %s %s\n# TYPE %s counter\n%s %llu\n", name, help,
	    name, name, (unsigned long long)n);
}

static void
get_metrics(struct http_request *req)
{
	auto_buf struct buf out = BUF_INIT;
	size_t open = sessions_count();

	if (!http_tenant(req)->measures) {
		http_problem(req, 403, "this key may not see what is counted "
		    "of all: its line wants the word metrics");
		return;
	}
	pthread_mutex_lock(&lock);
	put_names(&out, &answers);
	put_times(&out, &requests);
	put_times(&out, &waits);
	put_one(&out, "sallyport_warm_hits_total",
	    "Sessions that were there within 5 ms.", warm);
	put_names(&out, &outcomes);
	put_times(&out, &runs);
	put_names(&out, &verdicts);
	put_one(&out, "sallyport_denials_total",
	    "System calls that were denied.", denials);
	put_names(&out, &limits);
	buf_addf(&out, "# HELP sallyport_sessions Sessions that are open.\n"
	    "# TYPE sallyport_sessions gauge\nsallyport_sessions %zu\n", open);
	pthread_mutex_unlock(&lock);
	http_answer(req, 200, "text/plain; version=0.0.4; charset=utf-8",
	    buf_str(&out), out.len);
}

void
metrics_request(unsigned status, int64_t us)
{
	char name[4] = { (char)('0' + status / 100 % 10), 'x', 'x', '\0' };

	pthread_mutex_lock(&lock);
	count(&answers, name);
	measure(&requests, us);
	pthread_mutex_unlock(&lock);
}

void
metrics_opened(int64_t us)
{
	pthread_mutex_lock(&lock);
	measure(&waits, us);
	warm += us < WARM_US;
	pthread_mutex_unlock(&lock);
}

void
metrics_document(const struct json *doc)
{
	const struct json *usage = js_get(doc, "usage");

	pthread_mutex_lock(&lock);
	count(&outcomes, js_get_str(doc, "status"));
	count(&verdicts, js_get_str(js_get(doc, "verdict"), "decision"));
	count(&limits, js_get_str(js_get(doc, "limit"), "name"));
	denials += js_len(js_get(doc, "violations"));
	if (js_is_num(js_get(usage, "wall_ms")))
		measure(&runs, js_get_num(usage, "wall_ms") * 1000);
	pthread_mutex_unlock(&lock);
}

const struct http_route metrics_routes[] = {
	{ "GET", "/metrics", NULL, 0, get_metrics },
	{ 0 }
};
