#include "landlock_sets.h"

#include <string.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/landlock.h"
#include "../base/util.h"
#include "policy.h"

struct trees {
	int	*fd;
	int	err;
};

static int
allow_tree(const char *path, unsigned accesses, void *arg)
{
	struct trees *trees = arg;
	unsigned may = 0;

	if (accesses & 1u << ACCESS_READ)
		may |= LANDLOCK_MAY_READ;
	if (accesses & 1u << ACCESS_WRITE)
		may |= LANDLOCK_MAY_WRITE;
	if (accesses & 1u << ACCESS_EXEC)
		may |= LANDLOCK_MAY_EXEC;
	trees->err = may == 0 ? 0 : landlock_allow_path(trees->fd,
	    LANDLOCK_SETS_N, path, may);
	return trees->err;
}

static int
is_open(int port, void *arg)
{
	(void)arg;
	return port < 0;
}

static int
allow_connect(int port, void *arg)
{
	struct trees *trees = arg;
	int i, r = 0;

	for (i = 0; i < LANDLOCK_SETS_N && r == 0; i++)
		r = landlock_allow_connect(trees->fd[i], (uint16_t)port);
	return r;
}

static int
allow_bind(int port, void *arg)
{
	struct trees *trees = arg;
	int i, r = 0;

	for (i = 0; i < LANDLOCK_SETS_N && r == 0; i++)
		r = landlock_allow_bind(trees->fd[i], (uint16_t)port);
	return r;
}

/* What we need beyond what the child may: /proc, and the unwinder. */
static int
allow_self(int rules)
{
	auto_buf struct buf helper = BUF_INIT;
	int r;

	r = landlock_allow_path(&rules, 1, "/proc", LANDLOCK_MAY_READ);
	if (r == 0 && fdio_helper("unwind", &helper) == 0)
		r = landlock_allow_path(&rules, 1, buf_str(&helper),
		    LANDLOCK_MAY_READ | LANDLOCK_MAY_EXEC);
	return r;
}

int
landlock_sets_new(const struct policy *policy, bool exact, int ret[LANDLOCK_SETS_N])
{
	struct trees trees = { .fd = ret };
	unsigned any = 0;
	int r;

	ret[LANDLOCK_SETS_CHILD] = ret[LANDLOCK_SETS_SELF] = -1;
	if (policy_each_port(policy, ACCESS_CONNECT, is_open, NULL) != 0)
		any |= LANDLOCK_ANY_CONNECT;
	if (policy_each_port(policy, ACCESS_BIND, is_open, NULL) != 0)
		any |= LANDLOCK_ANY_BIND;
	r = landlock_new(true, any, &ret[LANDLOCK_SETS_CHILD]);
	if (r == 0)
		r = landlock_new(false, any, &ret[LANDLOCK_SETS_SELF]);
	if (r == 0)
		r = policy_each_tree(policy, exact, allow_tree, &trees);
	if (r == 0 && !(any & LANDLOCK_ANY_CONNECT))
		r = policy_each_port(policy, ACCESS_CONNECT, allow_connect,
		    &trees);
	if (r == 0 && !(any & LANDLOCK_ANY_BIND))
		r = policy_each_port(policy, ACCESS_BIND, allow_bind, &trees);
	return r == 0 ? allow_self(ret[LANDLOCK_SETS_SELF]) : r;
}
