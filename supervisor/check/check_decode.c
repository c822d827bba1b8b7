/*
 * A refused call's arguments, by name and kind, for the record. The task is
 * stopped but its siblings are not: text read here is a witness, never a
 * basis of judgement. What was judged comes from our own copy.
 */
#include <fcntl.h>
#include <string.h>

#include "../base/json.h"
#include "../base/mem.h"
#include "../base/syscalls.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "check.h"
#include "../tracer/tracee.h"

struct word {
	uint64_t	 value;
	const char	*name;
};

static const struct word open_flags[] = {
	{ O_WRONLY, "O_WRONLY" }, { O_RDWR, "O_RDWR" },
	{ O_CREAT, "O_CREAT" }, { O_EXCL, "O_EXCL" },
	{ O_TRUNC, "O_TRUNC" }, { O_APPEND, "O_APPEND" },
	{ O_NONBLOCK, "O_NONBLOCK" }, { O_NOFOLLOW, "O_NOFOLLOW" },
	{ O_DIRECTORY, "O_DIRECTORY" }, { O_CLOEXEC, "O_CLOEXEC" },
	{ O_PATH, "O_PATH" },
};

static void
put_open_flags(struct json *obj, const char *key, uint64_t flags)
{
	char text[256];
	size_t i, n = 0;

	if ((flags & O_ACCMODE) == O_RDONLY)
		n = (size_t)snprintf(text, sizeof(text), "O_RDONLY");
	for (i = 0; i < ARRAY_SIZE(open_flags); i++) {
		if ((flags & open_flags[i].value) != open_flags[i].value)
			continue;
		flags &= ~open_flags[i].value;
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
		    n > 0 ? "|" : "", open_flags[i].name);
	}
	if (flags & ~(uint64_t)O_ACCMODE)
		snprintf(text + n, sizeof(text) - n, "|0x%llx",
		    (unsigned long long)flags);
	js_put_str(obj, key, text);
}

static void
put_text(struct json *obj, const char *key, const struct check *c, int i)
{
	auto_free char *told = NULL;
	char text[PATH_MAX];
	ssize_t n;

	/* As the tree knows it, and beside that what it is on this host. */
	if (c->judged[i] != NULL) {
		told = policy_name_shown(c->wall->policy, c->judged[i]);
		js_put_str(obj, key, told != NULL ? told : c->judged[i]);
		if (told == NULL)
			return;
		snprintf(text, sizeof(text), "%s_host", key);
		js_put_str(obj, text, c->judged[i]);
		return;
	}
	n = tracee_read_str(c->task->tid, c->in.arg[i], text, sizeof(text));
	if (n < 0)
		js_put_num(obj, key, (int64_t)c->in.arg[i]);
	else
		js_put_text(obj, key, text, (size_t)n);
}

static void
put_hex(struct json *obj, const char *key, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
	js_put_str(obj, key, text);
}

/* The first few strings of a vector. */
static void
put_vector(struct json *obj, const char *key, const struct check *c, int i)
{
	struct json *list = js_arr();
	uint64_t at;
	char text[512];
	ssize_t n;
	int k;

	for (k = 0; k < 16; k++) {
		if (tracee_read(c->task->tid, c->in.arg[i] + 8 * (uint64_t)k,
		    &at, sizeof(at)) < 0 || at == 0)
			break;
		n = tracee_read_str(c->task->tid, at, text, sizeof(text));
		if (n < 0)
			break;
		js_add(list, js_text(text, (size_t)n));
	}
	js_put(obj, key, list);
}

static void
put_argument(struct json *obj, const struct check *c,
    const struct syscall_row *row, int i)
{
	const struct syscall_arg *a = &row->args[i];
	uint64_t v = c->in.arg[i];

	switch ((enum syscall_kind)a->kind) {
	case SYSCALL_PATH:
	case SYSCALL_STR:
		put_text(obj, a->name, c, i);
		return;
	case SYSCALL_DIRFD:
		if ((int)v == AT_FDCWD)
			js_put_str(obj, a->name, "AT_FDCWD");
		else
			js_put_num(obj, a->name, (int)v);
		return;
	case SYSCALL_SOCKADDR:
	case SYSCALL_MSGHDR:
	case SYSCALL_MMSGHDR:
		if (c->judged[i] != NULL)
			js_put_str(obj, a->name, c->judged[i]);
		else
			put_hex(obj, a->name, v);
		return;
	case SYSCALL_FD:
		js_put_num(obj, a->name, (int)v);
		if (c->judged[i] != NULL)
			js_put_str(obj, "file", c->judged[i]);
		return;
	case SYSCALL_INT:
	case SYSCALL_ID:
	case SYSCALL_PID:
	case SYSCALL_SIGNAL:
		js_put_num(obj, a->name, (int)v);
		return;
	case SYSCALL_FLAGS:
		if (strncmp(row->name, "open", 4) == 0) {
			put_open_flags(obj, a->name, (uint32_t)v);
			return;
		}
		put_hex(obj, a->name, v);
		return;
	case SYSCALL_ARGV:
		put_vector(obj, a->name, c, i);
		return;
	case SYSCALL_LEN:
	case SYSCALL_OFFSET:
		js_put_num(obj, a->name, (int64_t)v);
		return;
	case SYSCALL_PTR:
	case SYSCALL_MODE:
	case SYSCALL_CMD:
	case SYSCALL_ADDR:
	case SYSCALL_PROT:
	case SYSCALL_IOVEC:
	case SYSCALL_ENVP:
	case SYSCALL_OPEN_HOW:
	case SYSCALL_NKINDS:
		break;
	}
	/* Pointers say nothing to a reader, and differ from run to run. */
	if (a->kind != SYSCALL_PTR && a->kind != SYSCALL_ENVP &&
	    a->kind != SYSCALL_IOVEC)
		put_hex(obj, a->name, v);
}

struct json *
check_decode(const struct check *c)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE,
	    c->in.nr);
	struct json *obj = js_obj();
	char key[8];
	int i;

	for (i = 0; row != NULL && i < row->nargs; i++)
		put_argument(obj, c, row, i);
	for (i = 0; row == NULL && i < 6; i++) {
		snprintf(key, sizeof(key), "a%d", i);
		put_hex(obj, key, c->in.arg[i]);
	}
	return obj;
}
