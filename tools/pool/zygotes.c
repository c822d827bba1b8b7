#include "pool.h"

#include <sys/wait.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/zygote/family.h"
#include "../../supervisor/zygote/handover.h"
#include "weight.h"

#define STAMP_MS	3000	/* between looks at files */
#define IDLE_TIMES	10	/* --shrink: then a tenant's ends */
#define PAUSE_MS	100	/* after the second failure; then twice that */
#define PAUSE_MOST	8	/* times doubled */

/* Everybody may ask for it at any time. */
static bool
is_common(const struct zygote *z)
{
	return z->tenant[0] == '\0' && z->kind == 0;
}

static bool
is_first(const struct zygote *z)
{
	return is_common(z) && z->set == 0;
}

static bool
is_for(const struct zygote *z, const char *tenant, size_t kind, unsigned set)
{
	return z->set == set && z->kind == kind &&
	    strcmp(z->tenant, tenant) == 0;
}

static const char *const *
modules_of(const struct pool *pool, const struct zygote *z)
{
	return pool->kinds[z->kind].sets[z->set];
}

void
zygotes_failed(struct zygote *z, int64_t took, const char *why)
{
	unsigned n = z->failures++;
	int64_t until = clock_ms() + (n == 0 ? took : ((PAUSE_MS + took) <<
	    (n < PAUSE_MOST ? n : PAUSE_MOST)) / 2);

	if (z->not_before < until)
		z->not_before = until;
	/* Once, not at each time that it is tried again. */
	if (n == 0 && why != NULL)
		cmd_error(&cmd_pool, "%s%s%s%s", why, z->tenant[0] != '\0' ?
		    " (tenant " : "", z->tenant, z->tenant[0] != '\0' ? ")" :
		    "");
}

/* When to look again at what `now` was looked at: a look takes a hundredth of the
 * time at most, since nobody is served meanwhile. */
static int64_t
next_look(int64_t now, int64_t least)
{
	int64_t took = clock_ms() - now;

	return now + (100 * took > least ? 100 * took : least);
}

/* Do the files that it has loaded look as they did? */
static bool
is_fresh(const struct pool *pool, struct zygote *z, int64_t now)
{
	struct hash stamp;

	if (now < z->stamp_due)
		return true;
	family_stamp(z->family, modules_of(pool, z), &stamp);
	z->stamp_due = next_look(now, STAMP_MS);
	return memcmp(&stamp, &z->stamp, sizeof(stamp)) == 0;
}

static void
drop(struct zygote *z)
{
	family_free(z->family);
	z->family = NULL;
	z->state = ZYGOTE_NONE;
}

/* 0, or -EINVAL, said. */
static int
start(struct pool *pool, struct zygote *z)
{
	auto_free char *why = NULL;

	if (family_new(&pool->kinds[z->kind].setup->opts,
	    modules_of(pool, z), &z->family, &why) < 0) {
		zygotes_failed(z, 0, why);
		drop(z);
		return -EINVAL;
	}
	z->state = ZYGOTE_LOADING;
	z->used = clock_ms();
	z->stamp_due = clock_ms() + STAMP_MS;
	family_stamp(z->family, modules_of(pool, z), &z->stamp);
	return 0;
}

static void
leave(struct pool *pool, struct zygote *z)
{
	z->state = ZYGOTE_LEAVING;
	places_retire(pool, (int)(z - pool->zygotes), 0);
}

/* A place for one more, if one is free; else the one that was not used for
 * longest leaves. */
static struct zygote *
room(struct pool *pool)
{
	struct zygote *oldest = NULL, *z;
	bool leaving = false;

	for (z = pool->zygotes; z < pool->zygotes + pool->nzygotes; z++) {
		leaving |= z->state == ZYGOTE_LEAVING;
		if (z->state == ZYGOTE_NONE && z->not_before <= clock_ms())
			return z;
		if (z->state == ZYGOTE_LOADED && !is_common(z) &&
		    (oldest == NULL || z->used < oldest->used))
			oldest = z;
	}
	if (oldest != NULL && !leaving)
		leave(pool, oldest);
	return NULL;
}

int
zygotes_find(struct pool *pool, const char *tenant, size_t kind, unsigned set,
    const char **ret_why)
{
	struct zygote *z;
	unsigned i;

	*ret_why = NULL;
	for (i = 0; i < pool->nzygotes; i++) {
		z = &pool->zygotes[i];
		if ((z->state == ZYGOTE_LOADING || z->state == ZYGOTE_LOADED) &&
		    is_for(z, tenant, kind, set))
			return (int)i;
		/* It was tried, and will be again. */
		if (z->state == ZYGOTE_NONE && z->not_before > clock_ms() &&
		    is_for(z, tenant, kind, set)) {
			*ret_why = "its zygote could not be started";
			return -1;
		}
	}
	*ret_why = "there is little memory for another zygote";
	if (pool->pressed)
		return -1;
	*ret_why = "there are as many zygotes as --zygotes lets there be";
	z = room(pool);
	if (z == NULL)
		return -1;
	if (!is_for(z, tenant, kind, set))
		*z = (struct zygote){ .set = set, .kind = kind };
	memcpy(z->tenant, tenant, strlen(tenant) + 1);
	*ret_why = "its zygote could not be started";
	if (start(pool, z) < 0)
		return -1;
	*ret_why = NULL;
	return (int)(z - pool->zygotes);
}

int
zygotes_begin(struct pool *pool)
{
	const struct kind *own = &pool->kinds[0];
	const char *why;
	unsigned set;

	pool->nzygotes = pool->setup.nzygotes > 0 ? pool->setup.nzygotes : 8;
	if (pool->nzygotes < own->nsets)
		pool->nzygotes = own->nsets;
	for (set = 0; set < own->nsets; set++)
		if (zygotes_find(pool, "", 0, set, &why) < 0)
			return cmd_pool.failure;
	return 0;
}

void
zygotes_hear(struct pool *pool, int zygote)
{
	struct zygote *z = &pool->zygotes[zygote];
	auto_free char *why = NULL;
	int r = family_hear(z->family, &why);

	if (r > 0) {
		z->state = ZYGOTE_LOADED;
	} else if (r < 0) {
		zygotes_failed(z, 0, why);
		drop(z);
	}
}

int
zygotes_left(struct pool *pool, pid_t pid, int status)
{
	const bool stuck = WIFSIGNALED(status) && WTERMSIG(status) ==
	    HANDOVER_SIGNAL;
	struct zygote *z;

	for (z = pool->zygotes; z < pool->zygotes + pool->nzygotes; z++) {
		if (z->family == NULL || !family_ended(z->family, pid))
			continue;
		if (z->state == ZYGOTE_LOADED) {
			zygotes_failed(z, stuck ? HANDOVER_MS : 0, stuck ?
			    "the zygote made no child within 10 s, and was "
			    "ended (has it --memory enough for what it loads?)"
			    : "the zygote's family ended");
			if (is_first(z) && !stuck)
				return cmd_pool.failure;
			drop(z);
		}
		return 0;
	}
	return 1;
}

unsigned
zygotes_want(const struct pool *pool, int zygote)
{
	const struct zygote *z = &pool->zygotes[zygote];
	unsigned most = pool->setup.nready;

	return pool->pressed || clock_ms() - z->used >=
	    pool->setup.shrink_ms ? 1 : most;
}

unsigned
zygotes_set(const struct kind *kind, const struct json *imports)
{
	const char *const *module;
	size_t i, n;

	for (i = 0; kind->nsets > 1 && i < js_len(imports); i++) {
		const char *name = js_as_str(js_at(imports, i));

		n = name != NULL ? strcspn(name, ".") : 0;
		for (module = kind->sets[1]; *module != NULL; module++)
			if (strcspn(*module, ".") == n &&
			    strncmp(*module, name, n) == 0)
				return 1;
	}
	return 0;
}

static bool
is_unused(const struct pool *pool, unsigned zygote)
{
	size_t i;

	for (i = 0; i < pool->nplaces; i++)
		if (pool->places[i].pid > 0 &&
		    pool->places[i].zygote == (int)zygote)
			return false;
	return true;
}

/* What is held is more than may be, or the host has little left. */
static void
look_at_memory(struct pool *pool)
{
	struct zygote *oldest = NULL, *z;
	bool before = pool->pressed;
	int64_t now = clock_ms();
	unsigned i;

	if (now < pool->weigh_due && !before)
		return;
	pool->held_kib = 0;
	for (i = 0; i < pool->nzygotes; i++) {
		z = &pool->zygotes[i];
		if (z->family == NULL)
			continue;
		pool->held_kib += weight_tree(family_pid(z->family));
		if (z->state == ZYGOTE_LOADED && !is_first(z) &&
		    (oldest == NULL || z->used < oldest->used))
			oldest = z;
	}
	pool->pressed = pool->held_kib > pool->setup.pool_memory / 1024 ||
	    weight_is_host_short();
	pool->weigh_due = next_look(now, 0);
	/* Fewer runs first; where that was not enough, a zygote. */
	if (pool->pressed && before && oldest != NULL)
		leave(pool, oldest);
}

void
zygotes_look(struct pool *pool)
{
	int64_t now = clock_ms();
	const char *why;
	unsigned i;

	look_at_memory(pool);
	for (i = 0; i < pool->nzygotes; i++) {
		struct zygote *z = &pool->zygotes[i];

		if (z->state == ZYGOTE_LOADED) {
			if (!is_fresh(pool, z, now) ||
			    (!is_common(z) && now - z->used >=
			    IDLE_TIMES * pool->setup.shrink_ms))
				leave(pool, z);
		}
		/* Also those that became ready since. */
		if (z->state == ZYGOTE_LOADED || z->state == ZYGOTE_LEAVING)
			places_retire(pool, (int)i, z->state ==
			    ZYGOTE_LEAVING ? 0 : zygotes_want(pool, (int)i));
		if (z->state == ZYGOTE_LEAVING && is_unused(pool, i))
			drop(z);
	}
	/* What everybody may ask for is there again. */
	for (i = 0; i < pool->kinds[0].nsets; i++)
		zygotes_find(pool, "", 0, i, &why);
}

static struct json *
options_of(const struct pool *pool, const struct zygote *z)
{
	const char *key = pool->kinds[z->kind].key;
	struct json *list;

	return key != NULL && js_parse(key, strlen(key), &list) == 0 ? list :
	    js_arr();
}

struct json *
zygotes_json(const struct pool *pool)
{
	struct json *doc = js_obj(), *all = js_arr();
	unsigned i;
	size_t k;

	js_put_str(doc, "schema", "sallyport/pool/1");
	for (i = 0; i < pool->nzygotes; i++) {
		const struct zygote *z = &pool->zygotes[i];
		struct json *one = js_obj(), *modules = js_arr();
		struct weight weight;

		if (z->family == NULL) {
			js_free(one);
			js_free(modules);
			continue;
		}
		weight_family(family_pid(z->family), &weight);
		for (k = 0; modules_of(pool, z)[k] != NULL; k++)
			js_add(modules, js_str(modules_of(pool, z)[k]));
		js_put_str(one, "tenant", z->tenant[0] != '\0' ? z->tenant :
		    NULL);
		js_put(one, "modules", modules);
		js_put(one, "options", options_of(pool, z));
		js_put_str(one, "state", z->state == ZYGOTE_LOADED ? "loaded" :
		    z->state == ZYGOTE_LOADING ? "loading" : "leaving");
		js_put_num(one, "ready", places_count(pool, (int)i,
		    PLACE_READY));
		js_put_num(one, "zygote_kib", weight.zygote_kib);
		js_put(one, "pair_kib", weight.pairs > 0 &&
		    weight.pairs_kib >= 0 ? js_num(weight.pairs_kib /
		    weight.pairs) : js_nul());
		js_add(all, one);
	}
	js_put(doc, "zygotes", all);
	js_put_num(doc, "held_kib", pool->held_kib);
	js_put_flag(doc, "pressed", pool->pressed);
	return doc;
}

void
zygotes_end(struct pool *pool)
{
	unsigned i;

	for (i = 0; i < pool->nzygotes; i++)
		drop(&pool->zygotes[i]);
}
