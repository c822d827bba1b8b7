#include "files.h"

#include <pthread.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "keys.h"
#include "sessions.h"

#define LIFE_MS		3600000
#define ALL_MAX		((size_t)512 << 20)	/* of all tenants */
#define OVERHEAD	256		/* that an empty one costs, too */

struct kept {
	struct owned	 own;
	char		*name, *bytes;
	size_t		 n;
	char		 hash[HASH_HEX];
	int64_t		 end;		/* milliseconds */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct owned *all;
static size_t held;

bool
files_keep(const struct tenant *tenant, const char *name, const void *bytes,
    size_t n, char ret_id[OWNED_ID], struct failure *fail)
{
	struct kept *k;
	struct hash hash;
	bool room;

	if (!limits_take(tenant, LIMIT_FILES, n + OVERHEAD)) {
		failure_set(fail, 507, "this key keeps all the bytes that it "
		    "may: remove a file");
		return false;
	}
	pthread_mutex_lock(&lock);
	room = held + n + OVERHEAD <= ALL_MAX;
	held += room ? n + OVERHEAD : 0;
	pthread_mutex_unlock(&lock);
	if (!room) {
		limits_give_back(tenant, LIMIT_FILES, n + OVERHEAD);
		failure_set(fail, 507, "too many files are kept: try later");
		return false;
	}
	k = mem_new(1, sizeof(*k));
	owned_new_id(k->own.id);
	memcpy(ret_id, k->own.id, OWNED_ID);
	k->own.tenant = tenant;
	k->name = mem_strdup(name);
	k->bytes = memcpy(mem_new(n + 1, 1), bytes, n);
	k->n = n;
	hash_of(bytes, n, &hash);
	hash_hex(&hash, k->hash);
	k->end = clock_ms() + LIFE_MS;
	pthread_mutex_lock(&lock);
	owned_add(&all, &k->own);
	pthread_mutex_unlock(&lock);
	return true;
}

/* Under the lock. */
static void
drop(struct owned **at)
{
	struct kept *k = owned_take(at);

	held -= k->n + OVERHEAD;
	limits_give_back(k->own.tenant, LIMIT_FILES, k->n + OVERHEAD);
	free(k->name);
	free(k->bytes);
	free(k);
}

bool
files_read(const struct tenant *tenant, const char *id, struct buf *out)
{
	const struct kept *k;
	struct owned **at;

	pthread_mutex_lock(&lock);
	at = owned_find(&all, tenant, id);
	if (at != NULL) {
		k = (const struct kept *)*at;
		buf_add(out, k->bytes, k->n);
	}
	pthread_mutex_unlock(&lock);
	return at != NULL;
}

bool
files_remove(const struct tenant *tenant, const char *id)
{
	struct owned **at;

	pthread_mutex_lock(&lock);
	at = owned_find(&all, tenant, id);
	if (at != NULL)
		drop(at);
	pthread_mutex_unlock(&lock);
	return at != NULL;
}

static struct json *
about(const struct owned *own)
{
	const struct kept *k = (const struct kept *)own;
	struct json *one = js_obj();

	js_put_str(one, "id", own->id);
	js_put_str(one, "name", k->name);
	js_put_num(one, "size", (int64_t)k->n);
	js_put_str(one, "sha256", k->hash);
	return one;
}

struct json *
files_about(const struct tenant *tenant, const char *id)
{
	struct json *one = NULL;
	struct owned **at;

	pthread_mutex_lock(&lock);
	at = owned_find(&all, tenant, id);
	if (at != NULL)
		one = about(*at);
	pthread_mutex_unlock(&lock);
	return one;
}

struct json *
files_list(const struct tenant *tenant)
{
	struct json *list = js_arr();
	const struct owned *k;

	pthread_mutex_lock(&lock);
	for (k = all; k != NULL; k = k->next)
		if (k->tenant == tenant)
			js_add(list, about(k));
	pthread_mutex_unlock(&lock);
	return list;
}

void
files_tick(void)
{
	int64_t now = clock_ms();
	struct owned **at = &all;

	pthread_mutex_lock(&lock);
	while (*at != NULL)
		if ((*at)->tenant->gone ||
		    ((const struct kept *)*at)->end <= now)
			drop(at);
		else
			at = &(*at)->next;
	pthread_mutex_unlock(&lock);
}
