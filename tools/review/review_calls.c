#include "review_calls.h"

#include <string.h>

#include "review.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/syscalls.h"
#include "../../supervisor/tracer/calls.h"

static bool
begins_any(const char *name, const char *const *words)
{
	for (; *words != NULL; words++)
		if (strncmp(name, *words, strlen(*words)) == 0)
			return true;
	return false;
}

static int
class_of(int nr)
{
	static const char *const waits[] = { "futex", "nanosleep",
	    "clock_nanosleep", "poll", "ppoll", "select", "pselect",
	    "epoll_", "pause", "sched_yield", "rt_sigtimedwait", NULL };
	static const char *const nets[] = { "socket", "send", "recv", "bind",
	    "connect", "listen", "accept", "shutdown", "getsock", "getpeer",
	    "setsock", NULL };
	static const char *const memory[] = { "mmap", "munmap", "mprotect",
	    "brk", "mremap", "madvise", "mlock", NULL };
	static const char *const process[] = { "clone", "fork", "vfork",
	    "exec", "exit", "wait", "kill", "tkill", "tgkill", "prctl",
	    "set_tid", "rt_sig", NULL };
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE, nr);
	int i;

	if (row == NULL)
		return CALLS_OTHER;
	if (begins_any(row->name, waits))
		return CALLS_WAIT;
	if (begins_any(row->name, nets))
		return CALLS_NETWORK;
	if (begins_any(row->name, memory))
		return CALLS_MEMORY;
	if (begins_any(row->name, process))
		return CALLS_PROCESS;
	for (i = 0; i < row->nargs; i++)
		if (row->args[i].kind == SYSCALL_PATH ||
		    row->args[i].kind == SYSCALL_FD ||
		    row->args[i].kind == SYSCALL_DIRFD)
			return CALLS_FILE;
	return CALLS_OTHER;
}

const char *
calls_class_name(int class)
{
	static const char *const names[] = {
		[CALLS_FILE] = "file", [CALLS_NETWORK] = "network",
		[CALLS_MEMORY] = "memory", [CALLS_PROCESS] = "process",
		[CALLS_WAIT] = "wait", [CALLS_OTHER] = "other",
	};

	return class >= 0 && class < CALLS_NCLASSES ? names[class] : "other";
}

static struct calls_lane *
lane_of(struct calls_file *f, pid_t tid)
{
	static struct calls_lane none;

	/* A number may come again: the latest has it. */
	for (size_t i = f->nlanes; i-- > 0;)
		if (f->lanes[i].tid == tid)
			return &f->lanes[i];
	memset(&none, 0, sizeof(none));
	return &none;
}

/* The next number of the line; moves *at behind it. */
static bool
number(const char **at, const char *end, int64_t *ret)
{
	char *behind;

	if (*at >= end || **at != ' ')
		return false;
	*ret = strtoll(*at + 1, &behind, 10);
	if (behind == *at + 1 || behind > end)
		return false;
	*at = behind;
	return true;
}

/* Microseconds that drawings can be made of: a year at most. */
static bool
is_time(int64_t us)
{
	return us >= 0 && us < INT64_C(366) * 86400 * 1000000;
}

static void
take_call(struct calls_file *f, const char *at, const char *end)
{
	struct calls_item c = { 0 };
	struct calls_lane *lane;
	int64_t tid, nr;

	if (!number(&at, end, &c.us) || !number(&at, end, &c.ns) ||
	    !number(&at, end, &tid) || !number(&at, end, &nr))
		return;
	c.returned = end - at < 2 || at[1] != '?';
	if (!c.returned)
		at += 2;
	else if (!number(&at, end, &c.result))
		return;
	if (!is_time(c.us) || c.ns < 0 || !is_time(c.ns / 1000) ||
	    tid < 0 || tid > INT32_MAX || nr < INT32_MIN || nr > INT32_MAX)
		return;
	c.tid = (pid_t)tid;
	c.nr = (int)nr;
	c.class = (uint8_t)class_of(c.nr);
	c.args = at;
	c.args_len = (size_t)(end - at);
	lane = lane_of(f, c.tid);
	lane->calls++;
	if (calls_is_refused(&c))
		lane->refused++;
	if (c.us + c.ns / 1000 > f->end)
		f->end = c.us + c.ns / 1000;
	*MEM_PUSH(f->items, f->n, f->cap) = c;
}

static void
take_task(struct calls_file *f, char kind, const char *at, const char *end)
{
	struct calls_lane *lane, made = { .status = -1, .to = -1,
		.image = "" };
	int64_t us, tid, tgid = 0, parent = 0, status = 0;

	if (!number(&at, end, &us) || !number(&at, end, &tid) ||
	    !is_time(us))
		return;
	if (us > f->end)
		f->end = us;
	lane = lane_of(f, (pid_t)tid);
	if (kind == 'x' && at < end) {
		lane->image = at + 1;
		lane->image_len = (size_t)(end - at - 1);
	} else if (kind == 'e' && number(&at, end, &status)) {
		lane->to = us;
		lane->status = (int)status;
	} else if (kind == 'p' && number(&at, end, &tgid) &&
	    number(&at, end, &parent)) {
		made.tid = (pid_t)tid;
		made.tgid = (pid_t)tgid;
		made.parent = (pid_t)parent;
		made.from = us;
		*MEM_PUSH(f->lanes, f->nlanes, f->lanes_cap) = made;
	}
}

static void
take_line(struct calls_file *f, const char *line, const char *end)
{
	const char *at = line + 1;
	int64_t total, lost;

	if (line == end)
		return;
	if (*line == 'c')
		take_call(f, at, end);
	else if (end - line > 3 && memcmp(line, "end", 3) == 0) {
		at = line + 3;
		if (!number(&at, end, &total) || !number(&at, end, &lost))
			return;
		f->total = (uint64_t)total;
		f->lost = (uint64_t)lost;
		f->whole = true;
	} else
		take_task(f, *line, at, end);
}

static int
compare_items(const void *a, const void *b)
{
	const struct calls_item *x = a, *y = b;

	if (x->us != y->us)
		return x->us < y->us ? -1 : 1;
	return x->args < y->args ? -1 : x->args > y->args;
}

int
calls_file_read(const struct review_log *log, const struct review_entry *e,
    struct calls_file *ret)
{
	const char *want = js_get_str(js_get(e->outcome, "trace"), "sha256");
	auto_buf struct buf path = BUF_INIT, text = BUF_INIT;
	struct hash hash;
	char hex[HASH_HEX];
	int r;

	memset(ret, 0, sizeof(*ret));
	/* The id becomes part of a path: only what we make ourselves. */
	if (want == NULL || strlen(e->id) != 32 ||
	    strspn(e->id, "0123456789abcdef") != 32)
		return -ENOENT;
	buf_addf(&path, "%s.d/calls/%s", log->path, e->id);
	r = fdio_read_file(path.data, CALLS_MAX + 4096, &text);
	if (r < 0)
		return r == -ENOENT ? -ENODATA : r;
	hash_of(buf_str(&text), text.len, &hash);
	hash_hex(&hash, hex);
	if (strcmp(hex, want) != 0)
		return -EBADMSG;
	buf_str(&text);
	calls_file_parse(text.data, text.len, ret);
	buf_steal(&text);
	return 0;
}

void
calls_file_parse(char *text, size_t n, struct calls_file *ret)
{
	char *line = text, *end = text + n, *newline;

	memset(ret, 0, sizeof(*ret));
	ret->text = text;
	for (; line < end; line = newline + 1) {
		newline = memchr(line, '\n', (size_t)(end - line));
		if (newline == NULL)
			break;
		take_line(ret, line, newline);
	}
	for (size_t i = 0; i < ret->nlanes; i++)
		if (ret->lanes[i].to < 0)
			ret->lanes[i].to = ret->end;
	if (ret->n > 0)
		qsort(ret->items, ret->n, sizeof(*ret->items), compare_items);
}

void
calls_file_free(struct calls_file *f)
{
	free(f->text);
	free(f->items);
	free(f->lanes);
	memset(f, 0, sizeof(*f));
}

bool
calls_is_refused(const struct calls_item *c)
{
	return c->returned && (c->result == -EACCES || c->result == -EPERM ||
	    c->result == -ENOSYS);
}

void
calls_add_name(struct buf *out, int nr)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE, nr);

	if (row != NULL)
		buf_adds(out, row->name);
	else
		buf_addf(out, "syscall_%d", nr);
}

void
calls_add_args(struct buf *out, const struct calls_item *c)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE,
	    c->nr);
	const char *at = c->args, *end = c->args + c->args_len;
	bool any = false;
	size_t n;
	int i;

	for (i = 0; row != NULL && i < row->nargs && at < end; i++) {
		at++;
		for (n = 0; at + n < end && at[n] != ' '; n++)
			;
		if (n != 1 || at[0] != '-') {
			buf_addf(out, "%s%s=", any ? ", " : "",
			    row->args[i].name);
			buf_add_visible(out, at, n);
			any = true;
		}
		at += n;
	}
}

void
calls_add_result(struct buf *out, const struct calls_item *c)
{
	const char *name;

	if (!c->returned)
		return;
	if (c->result >= 0 || c->result < -4095) {
		buf_addf(out, "= %lld", (long long)c->result);
		return;
	}
	name = strerrorname_np((int)-c->result);
	buf_addf(out, "= -1 %s", name != NULL ? name : c->result == -512 ||
	    c->result == -514 || c->result == -516 ? "restarted" : "?");
}
