#include "calls.h"

#include <time.h>

#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/syscalls.h"
#include "../base/util.h"

#define WRITE_AT	(128u * 1024)
#define LINE_MOST	512

struct calls {
	int		 fd, err;
	int64_t		 start;
	uint64_t	 size, calls, lost;
	struct buf	 out;
};

static void
flush(struct calls *c)
{
	int r = c->err == 0 ? fdio_write_all(c->fd, buf_str(&c->out),
	    c->out.len) : 0;

	if (r < 0)
		c->err = r;
	c->size += c->out.len;
	c->out.len = 0;
}

static bool
has_room(const struct calls *c)
{
	return c->err == 0 && c->size + c->out.len + LINE_MOST < CALLS_MAX;
}

static long long
us_since(const struct calls *c)
{
	return (clock_ns(CLOCK_MONOTONIC) - c->start) / 1000;
}

struct calls *
calls_new(int fd)
{
	struct calls *c = mem_new(1, sizeof(*c));

	c->fd = fd;
	c->start = clock_ns(CLOCK_MONOTONIC);
	buf_addf(&c->out, "sallyport-calls 1 %s\n",
	    SYSCALL_NATIVE == SYSCALL_AARCH64 ? "aarch64" : "x86_64");
	return c;
}

int
calls_end(struct calls *c, uint64_t *ret_calls, uint64_t *ret_lost)
{
	int r;

	buf_addf(&c->out, "end %llu %llu\n", (unsigned long long)c->calls,
	    (unsigned long long)c->lost);
	flush(c);
	*ret_calls = c->calls;
	*ret_lost = c->lost;
	r = c->err;
	buf_free(&c->out);
	free(c);
	return r;
}

void
calls_enter(struct calls *c, struct calls_open *open, long nr,
    const uint64_t arg[6])
{
	c->calls++;
	open->is_open = true;
	open->nr = nr;
	memcpy(open->arg, arg, sizeof(open->arg));
	open->at = clock_ns(CLOCK_MONOTONIC) - c->start;
}

static bool
is_pointer(enum syscall_kind kind)
{
	switch (kind) {
	case SYSCALL_PATH:
	case SYSCALL_STR:
	case SYSCALL_PTR:
	case SYSCALL_SOCKADDR:
	case SYSCALL_MSGHDR:
	case SYSCALL_MMSGHDR:
	case SYSCALL_IOVEC:
	case SYSCALL_ARGV:
	case SYSCALL_ENVP:
	case SYSCALL_OPEN_HOW:
		return true;
	default:
		return false;
	}
}

static void
add_argument(struct buf *out, enum syscall_kind kind, uint64_t value)
{
	if (is_pointer(kind))
		buf_adds(out, " -");
	else if (kind == SYSCALL_FD || kind == SYSCALL_DIRFD ||
	    kind == SYSCALL_PID || kind == SYSCALL_SIGNAL)
		buf_addf(out, " %d", (int)value);
	else if (kind == SYSCALL_INT || kind == SYSCALL_LEN ||
	    kind == SYSCALL_OFFSET || kind == SYSCALL_ID)
		buf_addf(out, " %lld", (long long)value);
	else
		buf_addf(out, " 0x%llx", (unsigned long long)value);
}

static void
add_call(struct calls *c, struct calls_open *open, pid_t tid,
    const char *result)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE,
	    open->nr);
	int64_t took = clock_ns(CLOCK_MONOTONIC) - c->start - open->at;
	int i;

	open->is_open = false;
	if (!has_room(c)) {
		c->lost++;
		return;
	}
	buf_addf(&c->out, "c %lld %lld %d %ld %s",
	    (long long)(open->at / 1000), (long long)took, (int)tid, open->nr,
	    result);
	for (i = 0; row != NULL && i < row->nargs; i++)
		add_argument(&c->out, row->args[i].kind, open->arg[i]);
	buf_addc(&c->out, '\n');
	if (c->out.len >= WRITE_AT)
		flush(c);
}

void
calls_return(struct calls *c, struct calls_open *open, pid_t tid,
    int64_t result)
{
	char text[32];

	if (!open->is_open)
		return;
	snprintf(text, sizeof(text), "%lld", (long long)result);
	add_call(c, open, tid, text);
}

void
calls_task(struct calls *c, pid_t tid, pid_t tgid, pid_t parent)
{
	if (has_room(c))
		buf_addf(&c->out, "p %lld %d %d %d\n", us_since(c), (int)tid,
		    (int)tgid, (int)parent);
}

void
calls_image(struct calls *c, pid_t tid, const char *path)
{
	size_t n = path != NULL ? strlen(path) : 0;

	if (!has_room(c))
		return;
	buf_addf(&c->out, "x %lld %d ", us_since(c), (int)tid);
	buf_add_visible(&c->out, n > 0 ? path : "?", n > 80 ? 80 : n > 0 ? n :
	    1);
	buf_addc(&c->out, '\n');
}

void
calls_gone(struct calls *c, struct calls_open *open, pid_t tid, int status)
{
	if (open->is_open)
		add_call(c, open, tid, "?");
	if (has_room(c))
		buf_addf(&c->out, "e %lld %d %d\n", us_since(c), (int)tid,
		    status);
}
