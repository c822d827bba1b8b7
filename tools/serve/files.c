#include "files.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>

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
	struct kept		*next;
	const struct tenant	*tenant;
	char			 id[FILES_ID];
	char			*name, *bytes;
	size_t			 n;
	char			 hash[HASH_HEX];
	int64_t			 end;		/* milliseconds */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept *all;
static size_t held;

void
files_new_id(char ret[FILES_ID])
{
	struct hash hash = { { 0 } };
	char hex[HASH_HEX];

	if (getrandom(hash.bytes, 16, 0) != 16)
		abort();
	hash_hex(&hash, hex);
	memcpy(ret, hex, FILES_ID - 1);
	ret[FILES_ID - 1] = '\0';
}

bool
files_keep(const struct tenant *tenant, const char *name, const void *bytes,
    size_t n, char ret_id[FILES_ID], struct failure *fail)
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
	files_new_id(k->id);
	memcpy(ret_id, k->id, sizeof(k->id));
	k->tenant = tenant;
	k->name = mem_strdup(name);
	k->bytes = memcpy(mem_new(n + 1, 1), bytes, n);
	k->n = n;
	hash_of(bytes, n, &hash);
	hash_hex(&hash, k->hash);
	k->end = clock_ms() + LIFE_MS;
	pthread_mutex_lock(&lock);
	k->next = all;
	all = k;
	pthread_mutex_unlock(&lock);
	return true;
}

/* Under the lock. */
static struct kept **
find(const struct tenant *tenant, const char *id)
{
	struct kept **at;

	for (at = &all; *at != NULL; at = &(*at)->next)
		if ((*at)->tenant == tenant && strcmp((*at)->id, id) == 0)
			return at;
	return NULL;
}

static void
drop(struct kept **at)
{
	struct kept *k = *at;

	*at = k->next;
	held -= k->n + OVERHEAD;
	limits_give_back(k->tenant, LIMIT_FILES, k->n + OVERHEAD);
	free(k->name);
	free(k->bytes);
	free(k);
}

bool
files_read(const struct tenant *tenant, const char *id, struct buf *out)
{
	struct kept **at;

	pthread_mutex_lock(&lock);
	at = find(tenant, id);
	if (at != NULL)
		buf_add(out, (*at)->bytes, (*at)->n);
	pthread_mutex_unlock(&lock);
	return at != NULL;
}

bool
files_remove(const struct tenant *tenant, const char *id)
{
	struct kept **at;

	pthread_mutex_lock(&lock);
	at = find(tenant, id);
	if (at != NULL)
		drop(at);
	pthread_mutex_unlock(&lock);
	return at != NULL;
}

static struct json *
about(const struct kept *k)
{
	struct json *one = js_obj();

	js_put_str(one, "id", k->id);
	js_put_str(one, "name", k->name);
	js_put_num(one, "size", (int64_t)k->n);
	js_put_str(one, "sha256", k->hash);
	return one;
}

struct json *
files_about(const struct tenant *tenant, const char *id)
{
	struct json *one = NULL;
	struct kept **at;

	pthread_mutex_lock(&lock);
	at = find(tenant, id);
	if (at != NULL)
		one = about(*at);
	pthread_mutex_unlock(&lock);
	return one;
}

struct json *
files_list(const struct tenant *tenant)
{
	struct json *list = js_arr();
	const struct kept *k;

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
	struct kept **at = &all;

	pthread_mutex_lock(&lock);
	while (*at != NULL)
		if ((*at)->end <= now)
			drop(at);
		else
			at = &(*at)->next;
	pthread_mutex_unlock(&lock);
}
