#include "jobs.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "keys.h"
#include "once.h"
#include "sessions.h"
#include "waiter.h"

#define LIFE_MS		3600000
#define EACH_MAX	64		/* of a tenant's, with those that ended */
#define STACK		(512u << 10)

struct job {
	struct owned	 own;
	unsigned	 held;		/* by how many */
	int		 over, stop;	/* can be read once it is so */
	int64_t		 end;		/* milliseconds; 0: it runs */
	struct json	*head, *files;
	struct buf	 code, doc;	/* the document, as text */
	struct failure	 fail;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct owned *all;

static void
signal_on(int fd)
{
	const uint64_t one = 1;

	while (write(fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/* Under the lock. */
static void
let_go(struct job *j)
{
	if (--j->held > 0)
		return;
	close(j->over);
	close(j->stop);
	js_free(j->head);
	js_free(j->files);
	limits_give_back(j->own.tenant, LIMIT_FILES, j->doc.len);
	buf_free(&j->code);
	buf_free(&j->doc);
	free(j);
}

static void *
work(void *arg)
{
	struct job *j = arg;
	struct waiter w = { -1, j->stop };
	struct failure fail = { 0 };
	struct json *doc = NULL, *head = j->head;
	auto_buf struct buf text = BUF_INIT;

	j->head = NULL;
	once_run(&w, j->own.tenant, head, buf_str(&j->code), j->code.len,
	    j->files, &doc, &fail);
	limits_give_back(j->own.tenant, LIMIT_RUNS, 1);
	if (doc != NULL)
		js_write(doc, &text);
	js_free(doc);
	/* It is kept as a file is. */
	if (!limits_take(j->own.tenant, LIMIT_FILES, text.len)) {
		failure_set(&fail, 507, "it ran, but its document is larger "
		    "than what this key may still keep");
		text.len = 0;
	}
	pthread_mutex_lock(&lock);
	j->doc = text;
	text = (struct buf)BUF_INIT;
	j->fail = fail;
	j->end = clock_ms() + LIFE_MS;
	signal_on(j->over);
	let_go(j);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int
begin(struct job *j)
{
	pthread_attr_t attr;
	pthread_t thread;
	int r;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, STACK);
	r = pthread_create(&thread, &attr, work, j);
	pthread_attr_destroy(&attr);
	return -r;
}

static void
drop(struct owned **at)
{
	struct job *j = owned_take(at);

	signal_on(j->stop);
	let_go(j);
}

/* Under the lock: room for one more, in the place of the oldest that ended. */
static bool
make_room(const struct tenant *tenant)
{
	struct owned **at, **oldest = NULL;
	size_t n = 0;

	for (at = &all; *at != NULL; at = &(*at)->next) {
		n += (*at)->tenant == tenant;
		if ((*at)->tenant == tenant &&
		    ((const struct job *)*at)->end != 0)
			oldest = at;
	}
	if (n >= EACH_MAX && oldest != NULL)
		drop(oldest);
	return n < EACH_MAX || oldest != NULL;
}

bool
jobs_begin(const struct tenant *tenant, struct json *head, const char *code,
    size_t n, const struct json *files, char ret_id[OWNED_ID],
    struct failure *fail)
{
	struct job *j;
	bool begun = false;

	if (!limits_take(tenant, LIMIT_RUNS, 1)) {
		js_free(head);
		failure_set(fail, 429, "too many runs at once with this key");
		return false;
	}
	j = mem_new(1, sizeof(*j));
	j->own.tenant = tenant;
	j->held = 2;
	j->head = head;
	j->files = files != NULL ? js_copy(files) : NULL;
	buf_add(&j->code, code, n);
	j->over = eventfd(0, EFD_CLOEXEC);
	j->stop = eventfd(0, EFD_CLOEXEC);
	owned_new_id(j->own.id);
	memcpy(ret_id, j->own.id, OWNED_ID);
	pthread_mutex_lock(&lock);
	if (j->over >= 0 && j->stop >= 0 && make_room(tenant) &&
	    begin(j) == 0) {
		owned_add(&all, &j->own);
		begun = true;
	} else {
		j->held = 1;
		let_go(j);
	}
	pthread_mutex_unlock(&lock);
	if (!begun) {
		limits_give_back(tenant, LIMIT_RUNS, 1);
		failure_set(fail, 503, "too many jobs");
	}
	return begun;
}

static struct json *
about(const struct job *j)
{
	struct json *one = js_obj(), *doc = NULL;
	bool done = j->doc.len > 0 && js_parse(j->doc.data, j->doc.len,
	    &doc) == 0;

	js_put_str(one, "id", j->own.id);
	js_put_str(one, "state", j->end == 0 ? "running" : done ? "done" :
	    "failed");
	js_put(one, "document", done ? doc : js_nul());
	js_put_str(one, "error", j->end != 0 && !done ? j->fail.text : NULL);
	return one;
}

struct json *
jobs_about(const struct waiter *w, const struct tenant *tenant,
    const char *id, int ms)
{
	struct json *one = NULL;
	struct owned **at;
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	at = owned_find(&all, tenant, id);
	if (at != NULL) {
		j = (struct job *)*at;
		j->held++;
	}
	pthread_mutex_unlock(&lock);
	if (j == NULL)
		return NULL;
	if (ms > 0)
		waiter_await(w, j->over, ms);
	pthread_mutex_lock(&lock);
	one = about(j);
	let_go(j);
	pthread_mutex_unlock(&lock);
	return one;
}

bool
jobs_remove(const struct tenant *tenant, const char *id)
{
	struct owned **at;

	pthread_mutex_lock(&lock);
	at = owned_find(&all, tenant, id);
	if (at != NULL)
		drop(at);
	pthread_mutex_unlock(&lock);
	return at != NULL;
}

struct json *
jobs_list(const struct tenant *tenant)
{
	struct json *ids;

	pthread_mutex_lock(&lock);
	ids = owned_ids(all, tenant);
	pthread_mutex_unlock(&lock);
	return ids;
}

void
jobs_tick(void)
{
	int64_t now = clock_ms();
	struct owned **at = &all;
	int64_t end;

	pthread_mutex_lock(&lock);
	while (*at != NULL) {
		end = ((const struct job *)*at)->end;
		if ((*at)->tenant->gone || (end != 0 && end <= now))
			drop(at);
		else
			at = &(*at)->next;
	}
	pthread_mutex_unlock(&lock);
}
