/*
 * execve, execveat: the name, the arguments and the environment are copied,
 * so that what was recorded is what starts. What a script names behind "#!",
 * and an ELF file as its loader, is judged as well. Programs come only from trees that the run cannot
 * change, so the image cannot be exchanged under its name. The interpreter of a
 * script starts again only as check_again.h says, under its own name, by which
 * it finds its library, and by -I without names of packages from elsewhere.
 */
#include "check.h"
#include "check_again.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/image.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"

#define SCRIPTS_MAX	4	/* as deep as the kernel follows (bprm) */
#define STRING_MAX	(32u * 4096)	/* MAX_ARG_STRLEN */

/* An area being filled: strings from the front, pointers behind them. */
struct blob {
	char		*mem;
	uint64_t	 at;		/* the tracee's address of mem */
	size_t		 used;
};

/* One string of the tracee to the end of the blob. */
static int
copy_string(struct check *c, struct blob *b, uint64_t addr, uint64_t *ret_at)
{
	size_t room = GUARD_EXEC_SIZE - b->used;
	ssize_t n;

	if (room > STRING_MAX)
		room = STRING_MAX;
	n = tracee_read_str(c->task->tid, addr, b->mem + b->used, room);
	if (n < 0)
		return n == -ENAMETOOLONG ? -E2BIG : (int)n;
	*ret_at = b->at + b->used;
	b->used += (size_t)n + 1;
	return 0;
}

#define TAKE	64	/* strings read at once */
#define SHORT	256	/* bytes of each */

/*
 * Many short strings by one read: each up to its page's end, so that one bad
 * address spoils no other. Those that came whole go to the blob; returns how
 * many, from the first.
 */
static size_t
copy_short(struct check *c, struct blob *b, const uint64_t *addr, size_t n,
    uint64_t *ret_at)
{
	static char text[TAKE][SHORT];
	struct iovec local[TAKE], remote[TAKE];
	ssize_t got;
	size_t i, len, done = 0;

	for (i = 0; i < n; i++) {
		len = 4096 - (addr[i] & 4095);
		remote[i].iov_base = (void *)(uintptr_t)addr[i];
		remote[i].iov_len = len < SHORT ? len : SHORT;
		local[i].iov_base = text[i];
		local[i].iov_len = remote[i].iov_len;
	}
	got = process_vm_readv(c->task->tid, local, n, remote, n, 0);
	for (i = 0; i < n && got >= (ssize_t)(done + local[i].iov_len); i++) {
		done += local[i].iov_len;
		len = strnlen(text[i], local[i].iov_len);
		if (len == local[i].iov_len ||
		    b->used + len + 1 > GUARD_EXEC_SIZE)
			break;
		memcpy(b->mem + b->used, text[i], len + 1);
		ret_at[i] = b->at + b->used;
		b->used += len + 1;
	}
	return i;
}

static uint64_t
put_string(struct blob *b, const char *s)
{
	size_t n = strlen(s) + 1;
	uint64_t at = b->at + b->used;

	memcpy(b->mem + b->used, s, n);
	b->used += n;
	return at;
}

/* What was copied, as it is given to the interpreter called `own`. -EPERM: it
 * is not to be started so. */
static int
settle_again(struct blob *b, const char *own, uint64_t **list, size_t *count,
    size_t *cap)
{
	auto_free const char **argv = mem_new(*count + 1, sizeof(*argv));
	size_t i;

	for (i = 0; i < *count; i++)
		argv[i] = b->mem + ((*list)[i] - b->at);
	if (!check_again_may(argv, *count))
		return -EPERM;
	if (b->used + strlen(own) + sizeof("-I") + 1 > GUARD_EXEC_SIZE)
		return -E2BIG;
	*MEM_PUSH(*list, *count, *cap) = 0;
	memmove(*list + 2, *list + 1, (*count - 2) * sizeof(**list));
	(*list)[0] = put_string(b, own);
	(*list)[1] = put_string(b, "-I");
	return 0;
}

/* A vector of strings. NULL is an empty one, as for the kernel. `own`: of the
 * interpreter that is so called; or NULL. */
static int
copy_vector(struct check *c, struct blob *b, uint64_t addr, const char *own,
    uint64_t *ret_at)
{
	uint64_t part[TAKE], at[TAKE];
	auto_free uint64_t *list = NULL;
	size_t count = 0, cap = 0, n, i, k;
	ssize_t got;
	int r;

	for (; addr != 0; addr += sizeof(part)) {
		got = tracee_read_some(c->task->tid, addr, part,
		    sizeof(part));
		if (got < 8)
			return got < 0 ? (int)got : -EFAULT;
		/* A vector may end just before unmapped memory. */
		n = (size_t)got / 8;
		for (k = 0; k < n && part[k] != 0; k++)
			;
		for (i = copy_short(c, b, part, k, at); i < k; i++) {
			r = copy_string(c, b, part[i], &at[i]);
			if (r < 0)
				return r;
		}
		for (i = 0; i < k; i++)
			*MEM_PUSH(list, count, cap) = at[i];
		if (k < n)
			break;
		if (n < TAKE)
			return -EFAULT;
	}
	r = own != NULL ? settle_again(b, own, &list, &count, &cap) : 0;
	if (r < 0)
		return r;
	b->used = (b->used + 15) & ~(size_t)15;
	if (b->used + (count + 1) * 8 > GUARD_EXEC_SIZE)
		return -E2BIG;
	if (count > 0)
		memcpy(b->mem + b->used, list, count * 8);
	memset(b->mem + b->used + count * 8, 0, 8);
	*ret_at = b->at + b->used;
	b->used += (count + 1) * 8;
	return 0;
}

/*
 * Judge what the header of the image in `name` names: for a script's
 * interpreter as a program, an ELF file's loader as a file that is read. 1: it
 * was judged, and lies in c->wall->path[1]. 0: nothing is named.
 */
static int
judge_header(struct check *c, const char *name, enum image_kind *ret_kind,
    enum check_end *ret_end)
{
	struct path *p = &c->wall->path[1];
	char next[PATH_MAX];
	/* Only regular files are opened, of trees the run cannot change. */
	int r = image_read_path(name, ret_kind, next);

	/* A program we may not read would hide its memory from us. */
	*ret_end = r == -EACCES || *ret_kind == IMAGE_LIBRARY ?
	    check_deny(c) : CHECK_RUN;
	if (*ret_end == CHECK_RUN && r < 0)
		*ret_end = check_answer(c, r);
	if (*ret_end != CHECK_RUN)
		return 1;
	if (next[0] == '\0')
		return 0;
	memcpy(c->wall->raw[1], next, strlen(next) + 1);
	*ret_end = check_raw(c, 1, 0, AT_FDCWD, PATH_FOLLOW,
	    CHECK_MASK(*ret_kind == IMAGE_SCRIPT ? ACCESS_EXEC : ACCESS_READ));
	if (*ret_end == CHECK_RUN && (p->own_fd >= 0 || !p->fixed))
		*ret_end = check_deny(c);
	return 1;
}

/* Follow scripts to the image that will run, and to its loader. */
static enum check_end
find_image(struct check *c, const struct path *first)
{
	struct path *p = &c->wall->path[1];
	char name[PATH_MAX];
	enum image_kind kind;
	enum check_end end;
	int depth, r;

	memcpy(name, first->name, first->len + 1);
	for (depth = 0; judge_header(c, name, &kind, &end) != 0; depth++) {
		if (end != CHECK_RUN)
			return end;
		if (kind != IMAGE_SCRIPT)
			break;
		if (depth >= SCRIPTS_MAX)
			return check_answer(c, -ELOOP);
		memcpy(name, p->name, p->len + 1);
	}
	free(c->task->image);
	c->task->image = mem_strdup(name);
	/* The kernel would find that it does not fit when it is too late. */
	r = limits_on_image(c->wall->limits, c->task->tgid,
	    image_memory(name), &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

static enum check_end
exec_common(struct check *c, int arg, int dirfd, int flags)
{
	struct path *p = &c->wall->path[0];
	struct blob b = { 0 };
	uint64_t argv, envp;
	enum check_end end;
	int area, r;

	if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return check_answer(c, -EINVAL);
	if (flags & AT_EMPTY_PATH)
		return check_deny(c);
	end = check_name(c, 0, arg, dirfd, (flags & AT_SYMLINK_NOFOLLOW) ?
	    PATH_LOOK : PATH_FOLLOW, CHECK_MASK(ACCESS_EXEC));
	if (end != CHECK_RUN)
		return end;
	if (p->is_link)
		return check_answer(c, -ELOOP);
	if (p->missing)
		return check_answer(c, -ENOENT);
	/* A memory file has no name to judge; a tree that can change has no
	 * image to rely on. */
	if (p->own_fd >= 0 || !p->fixed)
		return check_deny(c);
	if (access(p->name, R_OK) < 0 && errno == EACCES)
		return check_deny(c);
	end = find_image(c, p);
	if (end != CHECK_RUN)
		return end;
	area = guard_exec_take(c->wall->guard);
	if (area < 0)
		return CHECK_WAIT;
	b.mem = guard_exec_area(c->wall->guard, area);
	b.at = guard_exec_at(area);
	r = copy_vector(c, &b, c->in.arg[arg + 1],
	    policy_interpreter(c->wall->policy, p->name), &argv);
	if (r == 0)
		r = copy_vector(c, &b, c->in.arg[arg + 2], NULL, &envp);
	if (r < 0) {
		guard_exec_give(c->wall->guard, area);
		return r == -EPERM ? check_deny_self(c, "interpreter") :
		    check_answer(c, r);
	}
	c->task->exec_area = area;
	c->task->after = AFTER_EXEC;
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = check_put_path(c, 0);
	c->out.arg[1] = argv;
	c->out.arg[2] = envp;
	return check_rewrite(c, __NR_execve);
}

static enum check_end
on_execve(struct check *c)
{
	return exec_common(c, 0, AT_FDCWD, 0);
}

static enum check_end
on_execveat(struct check *c)
{
	return exec_common(c, 1, check_int(c, 0), check_int(c, 4));
}

const struct check_entry check_exec_calls[] = {
	{ __NR_execve, on_execve },
	{ __NR_execveat, on_execveat },
	{ 0, NULL }
};
