#include "ask.h"

#include <errno.h>
#include <stdatomic.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "keys.h"
#include "waiter.h"

#define ANSWER_MAX	((size_t)80 << 20)
#define ANSWERS_MAX	((size_t)512 << 20)	/* that come at a time */

static atomic_size_t answers;

int
ask(unsigned pool, const char *session, struct json *head, const char *bytes,
    size_t n)
{
	const struct tenant *tenant = keys_at(pool);
	int fd, r;

	if (tenant == NULL) {
		js_free(head);
		return -ENOENT;
	}
	/* What it has is, for another, not there: the pool holds to that, too. */
	if (keys_are_needed())
		js_put_str(head, "tenant", tenant->name);
	/* Who has gone wants no more of it. */
	js_put_flag(head, "attended", true);
	r = fd = ask_connect(tenant->number, session);

	if (fd >= 0)
		r = ask_send(fd, head, bytes, n);
	js_free(head);
	if (r < 0 && fd >= 0)
		close(fd);
	return r < 0 ? r : fd;
}

/* What came is counted in *held. */
static int
read_whole(const struct waiter *w, int fd, struct buf *out, size_t *held)
{
	ssize_t n = 1;
	int r;

	while (n > 0) {
		r = waiter_await(w, fd, -1);
		if (r < 0)
			return r;
		n = read(fd, buf_room(out, 65536), 65536);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			buf_took(out, (size_t)n);
			*held += (size_t)n;
			if (atomic_fetch_add(&answers, (size_t)n) >
			    ANSWERS_MAX)
				return -EAGAIN;
		}
		if (out->len > ANSWER_MAX)
			return -EFBIG;
		if (n < 0)
			n = 1;
	}
	return 0;
}

int
ask_whole(const struct waiter *w, unsigned pool, const char *session,
    struct json *head, const char *bytes, size_t n, struct json **ret_doc,
    struct buf *rest)
{
	auto_buf struct buf all = BUF_INIT;
	auto_fd int fd = ask(pool, session, head, bytes, n);
	const char *end;
	size_t held = 0;
	int r;

	if (fd < 0)
		return fd;
	r = read_whole(w, fd, &all, &held);
	atomic_fetch_sub(&answers, held);
	if (r < 0)
		return r;
	end = all.len > 0 ? memchr(all.data, '\n', all.len) : NULL;
	if (end == NULL || js_parse(all.data, (size_t)(end - all.data),
	    ret_doc) < 0)
		return -ECONNRESET;
	if (rest != NULL)
		buf_add(rest, end + 1, all.len - (size_t)(end + 1 - all.data));
	return 0;
}

int
ask_line(const struct waiter *w, struct ask_lines *lines, int ms,
    struct buf *out)
{
	struct buf *came = &lines->came;
	const char *end = NULL;
	ssize_t n;
	int r;

	for (;;) {
		if (came->len > lines->seen)
			end = memchr(came->data + lines->seen, '\n',
			    came->len - lines->seen);
		if (end != NULL)
			break;
		lines->seen = came->len;
		if (came->len > ANSWER_MAX)
			return -EPIPE;
		r = waiter_await(w, lines->fd, ms);
		if (r <= 0)
			return r;
		n = read(lines->fd, buf_room(came, 65536), 65536);
		if (n == 0 || (n < 0 && errno != EINTR))
			return -EPIPE;
		buf_took(came, n > 0 ? (size_t)n : 0);
	}
	buf_add(out, came->data, (size_t)(end - came->data));
	came->len -= (size_t)(end + 1 - came->data);
	memmove(came->data, end + 1, came->len);
	lines->seen = 0;
	return 1;
}

struct json *
ask_head(const char *what)
{
	struct json *head = js_obj();

	js_put_str(head, "do", what);
	return head;
}
