/*
 * execve, execveat: the name, the arguments and the environment are copied,
 * so that what was recorded is what starts. What a script names behind "#!",
 * and an ELF file as its loader, is judged as well. A script is started as the
 * kernel would, by its interpreter, but here: so it is called what its caller
 * calls it, whatever the link leads to, and no other header is read.
 *
 * Programs come from trees that the run cannot change, so the image cannot be
 * exchanged under its name; or, where the run makes code anyhow, from any that
 * the rows name: then what came to be mapped is looked at (loop_exec.c). The
 * interpreter of a script starts again only as check_again.h says, under its
 * own name, by which it finds its library, and by -I without names of packages
 * from elsewhere.
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

/*
 * What a script is started with in place of its first argument, from `first`
 * on: each interpreter with its argument, the last one's in front, and what the
 * caller calls the script.
 */
struct words {
	char	*word[2 * SCRIPTS_MAX + 1];
	size_t	 first;
};

static void
words_add(struct words *w, const char *word)
{
	w->word[--w->first] = mem_strdup(word);
}

static void
words_release(struct words *w)
{
	for (; w->first < ARRAY_SIZE(w->word); w->first++)
		free(w->word[w->first]);
}

static int
put_words(struct blob *b, const struct words *w, uint64_t **list,
    size_t *count, size_t *cap)
{
	size_t i, n = ARRAY_SIZE(w->word) - w->first, had = *count > 0;

	for (i = had; i < n; i++)
		*MEM_PUSH(*list, *count, *cap) = 0;
	memmove(*list + n, *list + had, (*count - n) * sizeof(**list));
	for (i = 0; i < n; i++) {
		if (b->used + strlen(w->word[w->first + i]) + 1 >
		    GUARD_EXEC_SIZE)
			return -E2BIG;
		(*list)[i] = put_string(b, w->word[w->first + i]);
	}
	return 0;
}

/* A vector of strings. NULL is an empty one, as for the kernel. `own`: of the
 * interpreter that is so called; or NULL. `words`: of a script; or NULL. */
static int
copy_vector(struct check *c, struct blob *b, uint64_t addr, const char *own,
    const struct words *words, uint64_t *ret_at)
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
	if (r == 0 && words != NULL)
		r = put_words(b, words, &list, &count, &cap);
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

/* Never what a sibling puts there: a pipe to wait for, a link. -errno. */
static int
open_image(const struct path *p)
{
	auto_fd int fd = path_open_object(p, 0);
	char link[40];
	struct stat st;
	int r;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		return -EACCES;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (faccessat(AT_FDCWD, link, X_OK, AT_EACCESS) < 0)
		return -errno;
	r = open(link, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	/* A program we may not read would hide its memory from us. */
	return r < 0 ? errno == EACCES ? -EPERM : -errno : r;
}

/* A program, or its loader, that lies where the run may change it? */
static bool
may_be_changed(const struct check *c, const struct path *p)
{
	return p->own_fd >= 0 || (!p->fixed &&
	    !policy_makes_code(c->wall->policy));
}

/*
 * Judge what the header of the image in `name` names: for a script's
 * interpreter as a program, an ELF file's loader as a file that is read. 1: it
 * was judged, and lies in c->wall->path[1]. 0: nothing is named.
 */
static int
judge_header(struct check *c, const char *name, int fd, struct words *words,
    enum image_kind *ret_kind, enum check_end *ret_end)
{
	char next[PATH_MAX];
	int r = image_read_fd(fd, name, ret_kind, next);

	*ret_end = CHECK_RUN;
	if (*ret_kind == IMAGE_LIBRARY &&
	    !policy_makes_code(c->wall->policy))
		*ret_end = check_deny(c);
	else if (r < 0)
		*ret_end = check_answer(c, r);
	if (*ret_end != CHECK_RUN)
		return 1;
	if (next[0] == '\0')
		return 0;
	if (*ret_kind == IMAGE_SCRIPT && words->first >= 2) {
		if (next[strlen(next) + 1] != '\0')
			words_add(words, next + strlen(next) + 1);
		words_add(words, next);
	}
	memcpy(c->wall->raw[1], next, strlen(next) + 1);
	*ret_end = check_raw(c, 1, 0, AT_FDCWD, PATH_FOLLOW,
	    CHECK_MASK(*ret_kind == IMAGE_SCRIPT ? ACCESS_EXEC : ACCESS_READ));
	if (*ret_end == CHECK_RUN && may_be_changed(c, &c->wall->path[1]))
		*ret_end = check_deny(c);
	return 1;
}

/* Follow scripts to the image that will run, and to its loader. */
static enum check_end
find_image(struct check *c, const struct path *first, struct words *words)
{
	const struct path *p = first;
	uint64_t memory = 0;
	char name[PATH_MAX];
	enum image_kind kind = IMAGE_SCRIPT;
	enum check_end end;
	int depth, fd, r;

	for (depth = 0; kind == IMAGE_SCRIPT; depth++) {
		if (depth > SCRIPTS_MAX)
			return check_answer(c, -ELOOP);
		memcpy(name, p->name, p->len + 1);
		fd = open_image(p);
		if (fd < 0)
			return fd == -EPERM ? check_deny(c) :
			    check_answer(c, fd);
		p = &c->wall->path[1];
		r = judge_header(c, name, fd, words, &kind, &end);
		memory = image_memory_fd(fd);
		close(fd);
		if (r != 0 && end != CHECK_RUN)
			return end;
	}
	free(c->task->image);
	c->task->image = mem_strdup(name);
	/* The kernel would find that it does not fit when it is too late. */
	r = limits_on_image(c->wall->limits, c->task->tgid, memory,
	    &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/* What its caller calls a script, as the kernel tells its interpreter. */
static void
call_it(const struct check *c, int dirfd, struct words *words)
{
	char name[2 * PATH_MAX];

	snprintf(name, sizeof(name), "/dev/fd/%d/%s", dirfd, c->wall->raw[0]);
	words_add(words, dirfd == AT_FDCWD || c->wall->raw[0][0] == '/' ?
	    c->wall->raw[0] : name);
}

/* A copy of all that it is started with, in an area of its own. */
static enum check_end
copy_all(struct check *c, int arg, const char *own, const struct words *words)
{
	struct blob b = { 0 };
	uint64_t argv, envp;
	int area = guard_exec_take(c->wall->guard), r;

	if (area < 0)
		return CHECK_WAIT;
	b.mem = guard_exec_area(c->wall->guard, area);
	b.at = guard_exec_at(area);
	r = copy_vector(c, &b, c->in.arg[arg + 1], own, words, &argv);
	if (r == 0)
		r = copy_vector(c, &b, c->in.arg[arg + 2], NULL, NULL, &envp);
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
exec_common(struct check *c, int arg, int dirfd, int flags)
{
	struct words words __attribute__((cleanup(words_release))) = {
	    .first = ARRAY_SIZE(words.word) };
	struct path *p = &c->wall->path[0];
	const char *own;
	enum check_end end;

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
	if (may_be_changed(c, p))
		return check_deny(c);
	call_it(c, dirfd, &words);
	own = policy_interpreter(c->wall->policy, p->name);
	end = find_image(c, p, &words);
	if (end != CHECK_RUN)
		return end;
	if (words.first == ARRAY_SIZE(words.word) - 1)
		return copy_all(c, arg, own, NULL);
	if (p->slash)
		return check_answer(c, -ENOTDIR);
	p->len = strlen(c->task->image);
	memcpy(p->name, c->task->image, p->len + 1);
	return copy_all(c, arg, own, &words);
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
