#include "check.h"
#include "used.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "../tracer/tracee.h"

static const struct check_entry *const families[] = {
	check_open_calls, check_stat_calls, check_path_calls,
	check_attr_calls, check_exec_calls, check_net_calls,
	check_memory_calls, check_process_calls, check_fd_calls,
	check_lock_calls, check_grow_calls,
};

check_fn *
check_find(long nr)
{
	static check_fn *by_number[CHECK_CALLS];
	static bool ready;
	const struct check_entry *e;
	size_t i;

	if (!ready) {
		for (i = 0; i < ARRAY_SIZE(families); i++)
			for (e = families[i]; e->fn != NULL; e++)
				by_number[e->nr] = e->fn;
		ready = true;
	}
	return nr < 0 || nr >= CHECK_CALLS ? NULL : by_number[nr];
}

void
check_begin(struct check *c)
{
	c->out = c->in;
	c->answer = -EPERM;
	c->err = EPERM;
	memset(&c->ruling, 0, sizeof(c->ruling));
	memset(c->judged, 0, sizeof(c->judged));
	c->refused.err = 0;
	c->lookup = NULL;
	c->object = 0;
}

enum check_end
check_answer(struct check *c, long result)
{
	c->answer = result;
	return CHECK_ANSWER;
}

/*
 * Where process_vm_writev is refused, the caller reads the bytes itself, out
 * of its slot by the guard's descriptor: the kernel then minds the protection
 * of the caller's pages, as the call we stand in for would.
 */
enum check_end
check_give(struct check *c, uint64_t to, const void *bytes, size_t n,
    long result)
{
	struct task *t = c->task;
	int r = n == 0 ? 0 : tracee_write(t->tid, to, bytes, n);

	if (r != -ENOSYS)
		return check_answer(c, r < 0 ? r : result);
	if (n > GUARD_ROOM)
		return check_answer(c, -E2BIG);
	memcpy(c->slot->path, bytes, n);
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)c->wall->reader_fd;
	c->out.arg[1] = to;
	c->out.arg[2] = n;
	c->out.arg[3] = GUARD_AT(t->slot, path) - arch_guard_base;
	t->after = AFTER_GIVE;
	t->after_arg[0] = n;
	t->after_arg[1] = (uint64_t)result;
	return check_rewrite(c, __NR_pread64);
}

enum check_end
check_deny(struct check *c)
{
	c->ruling = policy_syscall(c->wall->policy, c->in.nr);
	c->err = c->ruling.err > 0 ? c->ruling.err : EPERM;
	return CHECK_DENY;
}

enum check_end
check_deny_self(struct check *c, const char *word)
{
	c->ruling = policy_self(c->wall->policy, word);
	c->err = c->ruling.err > 0 ? c->ruling.err : EPERM;
	return CHECK_DENY;
}

enum check_end
check_rewrite(struct check *c, long nr)
{
	c->out.nr = nr;
	return CHECK_REWRITE;
}

bool
check_access(struct check *c, enum access access, const char *name)
{
	struct ruling r = policy_path(c->wall->policy, access, name);

	if (r.verb == RULES_ALLOW) {
		used_note(c->wall->used, access, name);
		return true;
	}
	/* Who sees it is not told that there is nothing. */
	if (r.lookup && policy_path(c->wall->policy, ACCESS_STAT,
	    strncmp(name, "unix:", 5) == 0 ? name + 5 : name).verb == RULES_ALLOW) {
		r.lookup = false;
		r.err = EACCES;
	}
	c->ruling = r;
	c->err = r.err > 0 ? r.err : EACCES;
	return false;
}

int
check_read_raw(struct check *c, int which, int arg)
{
	ssize_t n = tracee_read_str(c->task->tid, c->in.arg[arg],
	    c->wall->raw[which], PATH_MAX);

	return n < 0 ? (int)n : 0;
}

enum check_end
check_name(struct check *c, int which, int arg, int dirfd, unsigned flags,
    unsigned access_mask)
{
	int r = check_read_raw(c, which, arg);

	if (r < 0)
		return check_answer(c, r);
	return check_raw(c, which, arg, dirfd, flags, access_mask);
}

enum check_end
check_raw(struct check *c, int which, int arg, int dirfd, unsigned flags,
    unsigned access_mask)
{
	struct path *p = &c->wall->path[which];
	const char *judged;
	unsigned a;
	int r;

	r = path_resolve(c->wall->paths, c->task->tid, c->task->tgid, dirfd,
	    c->wall->raw[which], flags, p);
	if (p->name[0] == '\0')
		return check_answer(c, r);
	if (r == 0 && p->own_fd >= 0)
		return CHECK_RUN;
	/*
	 * A name that does not resolve is judged as far as it is known: an
	 * error may not tell what a look would not be allowed to.
	 */
	judged = path_judged(p->name, c->task->tgid,
	    c->wall->judged[which]);
	c->judged[arg] = judged;
	for (a = 0; a < ACCESS_NKINDS; a++) {
		if (!(access_mask & CHECK_MASK(a)) ||
		    check_access(c, (enum access)a, judged))
			continue;
		/* That there is nothing is told to who may look. */
		if ((r < 0 || p->missing) &&
		    !(access_mask & CHECK_MASK(ACCESS_WRITE)) &&
		    policy_path(c->wall->policy, ACCESS_STAT, judged).verb ==
		    RULES_ALLOW)
			return check_answer(c, r < 0 ? r : -ENOENT);
		return CHECK_DENY;
	}
	return r < 0 ? check_answer(c, r) : CHECK_RUN;
}

enum check_end
check_name_room(struct check *c, int which)
{
	int r = limits_may_name(c->wall->limits, &c->refused), fd;

	if (r == 0)
		return CHECK_RUN;
	fd = path_open_object(&c->wall->path[which], 0);
	if (fd < 0)
		return check_answer(c, -r);
	close(fd);
	c->refused.err = 0;
	return check_answer(c, -EEXIST);
}

enum check_end
check_name_unseen(struct check *c, long nr)
{
	limits_on_name(c->wall->limits, NULL, false);
	c->task->naming = true;
	return check_rewrite(c, nr);
}

uint64_t
check_put_path(struct check *c, int which)
{
	const struct path *p = &c->wall->path[which];
	char *to = c->slot->path[which];

	memcpy(to, p->name, p->len + 1);
	if (p->slash && p->len > 1)
		memcpy(to + p->len, "/", 2);
	return GUARD_AT(c->task->slot, path) + (uint64_t)which * GUARD_PATH;
}

/* Opening what was refused: the descriptor, negative errno, or -EPERM. */
static int
look_at_refused(struct check *c)
{
	const struct path *p = &c->wall->path[0];

	if ((c->judged[0] == NULL && c->judged[1] == NULL) ||
	    policy_path(c->wall->policy, ACCESS_STAT, p->name).verb !=
	    RULES_ALLOW)
		return -EPERM;
	return path_open_object(p, 0);
}

bool
check_is_there(struct check *c)
{
	int fd = look_at_refused(c);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool
check_is_missing(struct check *c)
{
	int fd = look_at_refused(c);

	if (fd >= 0)
		close(fd);
	return fd == -ENOENT;
}
