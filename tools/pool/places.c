#include "pool.h"

#include <sys/socket.h>
#include <sys/wait.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/zygote/handover.h"
#include "../session/seats.h"

#define MAKING_MS	400	/* who is longer made ready, too */
#define RUNNING_MAX	64	/* that run, of all; beyond, they queue */

static enum place_state
state_of(const struct pool *pool, size_t i)
{
	return (enum place_state)atomic_load(&pool->shared->places[i].state);
}

static void
set_state(struct pool *pool, size_t i, enum place_state state)
{
	atomic_store(&pool->shared->places[i].since, clock_ms());
	atomic_store(&pool->shared->places[i].state, state);
}

static bool
claim(struct pool *pool, size_t i)
{
	int ready = PLACE_READY;

	return atomic_compare_exchange_strong(&pool->shared->places[i].state, &ready,
	    PLACE_CLAIMED);
}

unsigned
places_count(const struct pool *pool, int zygote, enum place_state state)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < pool->nplaces; i++)
		n += pool->places[i].pid > 0 &&
		    pool->places[i].zygote == zygote &&
		    state_of(pool, i) == state;
	return n;
}

static unsigned
running(const struct pool *pool)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < pool->nplaces; i++)
		n += pool->places[i].pid > 0 && state_of(pool, i) >=
		    PLACE_CLAIMED && !seats_has(pool->seats,
		    pool->places[i].pid);
	return n;
}

bool
places_start(struct pool *pool, int zygote, const struct wish *wish)
{
	int pair[2] = { -1, -1 };
	struct place *place;
	size_t i;
	pid_t pid;

	for (i = 0; i < pool->nplaces && pool->places[i].pid > 0; i++)
		;
	if (i == pool->nplaces || (wish != NULL && running(pool) >= RUNNING_MAX))
		return false;
	if (wish == NULL && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
	    pair) < 0)
		return false;
	set_state(pool, i, wish != NULL ? PLACE_BUSY : PLACE_MAKING);
	pid = fork();
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &pool->before, NULL);
		/* Who waits for another answer is not to wait for its end. */
		wishes_close(pool);
		_exit(wish != NULL ? worker_cold(pool, wish) :
		    worker_run(pool, (unsigned)i, zygote, pair[1]));
	}
	if (pair[1] >= 0)
		close(pair[1]);
	if (pid < 0) {
		cmd_error(&cmd_pool, "starting a process: %s",
		    strerror(errno));
		if (pair[0] >= 0)
			close(pair[0]);
		set_state(pool, i, PLACE_FREE);
		return false;
	}
	place = &pool->places[i];
	*place = (struct place){ .pid = pid, .zygote = zygote,
	    .sock = pair[0] };
	return true;
}

/* It is, or will be soon, where a request finds it. */
static bool
is_for_requests(const struct pool *pool, size_t i, int zygote, int64_t now)
{
	const struct place *place = &pool->places[i];
	enum place_state state = state_of(pool, i);

	if (place->pid == 0 || place->zygote != zygote || place->retired ||
	    seats_has(pool->seats, place->pid))
		return false;
	return state == PLACE_MAKING || state == PLACE_READY ||
	    now - atomic_load(&pool->shared->places[i].since) < POOL_BUSY_MS;
}

bool
places_come(const struct pool *pool, int zygote)
{
	int64_t now = clock_ms();
	size_t i;

	for (i = 0; i < pool->nplaces; i++)
		if (pool->places[i].zygote >= 0 && (zygote < 0 ||
		    pool->places[i].zygote == zygote) && is_for_requests(pool,
		    i, pool->places[i].zygote, now) && now -
		    atomic_load(&pool->shared->places[i].since) < MAKING_MS)
			return true;
	return false;
}

void
places_fill(struct pool *pool)
{
	int64_t now = clock_ms();
	unsigned have, z, want;
	size_t i;

	for (z = 0; z < pool->nzygotes; z++) {
		if (pool->zygotes[z].state != ZYGOTE_LOADED ||
		    pool->zygotes[z].not_before > now)
			continue;
		want = zygotes_want(pool, (int)z);
		for (i = have = 0; i < pool->nplaces; i++)
			have += is_for_requests(pool, i, (int)z, now);
		while (have < want && running(pool) < RUNNING_MAX &&
		    places_start(pool, (int)z, NULL))
			have++;
	}
}

bool
places_hand(struct pool *pool, int zygote, const struct wish *wish)
{
	size_t i;

	for (i = 0; i < pool->nplaces; i++) {
		struct place *place = &pool->places[i];

		if (place->pid == 0 || place->zygote != zygote ||
		    !claim(pool, i))
			continue;
		if (handover_send(place->sock, (const int[]){ wish->client,
		    wish->text }, 2, &wish->head, sizeof(wish->head)) == 0) {
			pool->zygotes[zygote].used = clock_ms();
			return true;
		}
	}
	return false;
}

void
places_retire(struct pool *pool, int zygote, unsigned keep)
{
	unsigned ready = places_count(pool, zygote, PLACE_READY);
	size_t i;

	for (i = 0; i < pool->nplaces && ready > keep; i++) {
		if (pool->places[i].pid == 0 || pool->places[i].retired ||
		    pool->places[i].zygote != zygote || !claim(pool, i))
			continue;
		pool->places[i].retired = true;
		kill(pool->places[i].pid, SIGTERM);
		ready--;
	}
}

bool
places_left(struct pool *pool, pid_t pid, int status)
{
	struct place *place;
	struct zygote *z;
	enum place_state state;
	size_t i;

	for (i = 0; i < pool->nplaces && pool->places[i].pid != pid; i++)
		;
	if (i == pool->nplaces)
		return false;
	place = &pool->places[i];
	state = state_of(pool, i);
	z = place->zygote >= 0 ? &pool->zygotes[place->zygote] : NULL;
	if (place->sock >= 0)
		close(place->sock);
	if (z != NULL && state == PLACE_BUSY) {
		z->failures = 0;
		z->used = clock_ms();
	} else if (z != NULL && !place->retired && (state == PLACE_MAKING ||
	    state == PLACE_READY || status != 0))
		zygotes_failed(z, 0, !WIFEXITED(status) || WEXITSTATUS(status) !=
		    POOL_LOST ? NULL : "a run could not be made ready: its "
		    "zygote's family ended, or could start no process");
	*place = (struct place){ .sock = -1 };
	set_state(pool, i, PLACE_FREE);
	return true;
}

void
places_end(struct pool *pool)
{
	size_t i;

	for (i = 0; i < pool->nplaces; i++)
		if (pool->places[i].pid > 0)
			kill(pool->places[i].pid, SIGTERM);
	for (i = 0; i < pool->nplaces; i++)
		while (pool->places[i].pid > 0 && waitpid(pool->places[i].pid,
		    NULL, 0) < 0 && errno == EINTR)
			;
}
