#include "pool.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/zygote/handover.h"

#define SESSION_MS	30000	/* there is no cold session */

int
wishes_send(const struct pool *pool, struct wire_peer *peer,
    const struct wish_head *head)
{
	auto_fd int text = memfd_create("request", MFD_CLOEXEC);
	int r;

	if (text < 0)
		return -errno;
	r = fdio_write_all(text, peer->text.data, peer->text.len);
	return r < 0 ? r : handover_send(pool->wishes[1],
	    (const int[]){ peer->fd, text }, 2, head, sizeof(*head));
}

static void
forget(struct wish *wish)
{
	close(wish->client);
	close(wish->text);
}

void
wishes_close(struct pool *pool)
{
	while (pool->nwaiting > 0)
		forget(&pool->waiting[--pool->nwaiting]);
}

static void
answer_status(struct pool *pool, const struct wish *wish)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *doc = zygotes_json(pool);

	js_write(doc, &text);
	buf_addc(&text, '\n');
	js_free(doc);
	/* It fits, or nobody reads it. */
	if (send(wish->client, text.data, text.len, MSG_DONTWAIT |
	    MSG_NOSIGNAL) < 0)
		return;
}

void
wishes_take(struct pool *pool)
{
	struct wish *wish;
	int fds[2];

	wish = &pool->waiting[pool->nwaiting];
	if (handover_receive(pool->wishes[0], fds, 2, &wish->head,
	    sizeof(wish->head)) != (ssize_t)sizeof(wish->head))
		return;
	wish->client = fds[0];
	wish->text = fds[1];
	wish->since = clock_ms();
	if (wish->head.status) {
		answer_status(pool, wish);
		forget(wish);
	} else
		pool->nwaiting++;
}

/* Where it will be run, or was given to; false: it waits on. */
static bool
place(struct pool *pool, struct wish *wish)
{
	struct wish_head *head = &wish->head;
	int64_t waited = clock_ms() - wish->since;
	const char *why = NULL;
	size_t kind = kinds_find(pool, head->options);
	int zygote = -1;

	if (head->why_cold[0] == '\0' && kind == POOL_KINDS)
		why = "";
	else if (head->why_cold[0] == '\0')
		zygote = zygotes_find(pool, head->tenant, kind, kind == 0 ?
		    head->set : pool->kinds[kind].nsets - 1, &why);
	if (zygote >= 0 && places_hand(pool, zygote, wish))
		return true;
	if (head->why_cold[0] == '\0' && zygote >= 0 && places_come(pool,
	    zygote))
		return false;
	if (head->opens && waited < SESSION_MS && why == NULL)
		return false;
	if (head->why_cold[0] == '\0' && kind == POOL_KINDS)
		snprintf(head->why_cold, sizeof(head->why_cold), "%.200s: "
		    "nothing stands ready with these options", head->options);
	else if (head->why_cold[0] == '\0')
		snprintf(head->why_cold, sizeof(head->why_cold), "%s", why !=
		    NULL ? why : zygote >= 0 && pool->zygotes[zygote].state ==
		    ZYGOTE_LOADED ? "no run stood ready" : "its zygote has not "
		    "loaded its modules yet");
	return places_start(pool, -1, wish);
}

void
wishes_place(struct pool *pool)
{
	size_t i, kept = 0;

	for (i = 0; i < pool->nwaiting; i++) {
		struct wish wish = pool->waiting[i];

		/* A process that is forked for it closes all of these. */
		pool->waiting[i].client = pool->waiting[i].text = -1;
		if (place(pool, &wish))
			forget(&wish);
		else
			pool->waiting[kept++] = wish;
	}
	pool->nwaiting = kept;
}
