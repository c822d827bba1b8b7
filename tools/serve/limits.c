#include "limits.h"

#include <pthread.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/mem.h"
#include "keys.h"

struct usage {
	pthread_mutex_t	lock;
	uint64_t	now[LIMIT_MAX];
	/* Milliseconds of the clock up to which requests are paid for: each
	 * costs its part of a minute, and a minute may be had in advance. */
	int64_t		paid;
};

#define MINUTE_MS	60000

struct usage *
usage_new(void)
{
	struct usage *u = mem_new(1, sizeof(*u));

	pthread_mutex_init(&u->lock, NULL);
	return u;
}

void
limits_set(struct tenant *t, const struct limits *limits)
{
	pthread_mutex_lock(&t->usage->lock);
	t->limits = *limits;
	pthread_mutex_unlock(&t->usage->lock);
}

bool
limits_take(const struct tenant *t, enum limit which, uint64_t n)
{
	uint64_t most, *now = &t->usage->now[which];
	bool may;

	pthread_mutex_lock(&t->usage->lock);
	most = t->limits.most[which];
	may = most == 0 || (n <= most && *now <= most - n);
	if (may)
		*now += n;
	pthread_mutex_unlock(&t->usage->lock);
	return may;
}

void
limits_give_back(const struct tenant *t, enum limit which, uint64_t n)
{
	pthread_mutex_lock(&t->usage->lock);
	t->usage->now[which] -= n;
	pthread_mutex_unlock(&t->usage->lock);
}

unsigned
limits_pace(const struct tenant *t)
{
	int64_t now = clock_ms(), cost, *paid = &t->usage->paid;
	unsigned wait = 0;

	if (t->limits.rate == 0)
		return 0;
	cost = MINUTE_MS / (int64_t)t->limits.rate;
	if (cost == 0)
		cost = 1;
	pthread_mutex_lock(&t->usage->lock);
	if (*paid < now)
		*paid = now;
	if (*paid + cost > now + MINUTE_MS)
		wait = (unsigned)((*paid + cost - now - MINUTE_MS) / 1000 + 1);
	else
		*paid += cost;
	pthread_mutex_unlock(&t->usage->lock);
	return wait;
}

const char *
limits_name(enum limit which)
{
	static const char names[][24] = { "requests at once", "runs at once",
	    "sessions", "bytes of files" };

	return names[which];
}
