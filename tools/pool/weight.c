#include "weight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/util.h"

#define CHILDREN_MAX	512
#define DEEP		16
#define LEFT		16	/* a part of all is little */
#define WAITS		10	/* per cent of the time, of some */

static const char *
read_of(pid_t pid, const char *what, struct buf *ret)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, what);
	buf_free(ret);
	if (fdio_read_file(path, 1 << 16, ret) < 0)
		return NULL;
	return buf_str(ret);
}

static unsigned
children_of(pid_t pid, pid_t *ret, unsigned max)
{
	auto_buf struct buf text = BUF_INIT;
	char what[32], *end;
	const char *at;
	unsigned n = 0;

	snprintf(what, sizeof(what), "task/%d/children", (int)pid);
	at = read_of(pid, what, &text);
	while (at != NULL && n < max) {
		long child = strtol(at, &end, 10);

		if (end == at)
			break;
		ret[n++] = (pid_t)child;
		at = end;
	}
	return n;
}

/* The number behind `name` in lines of "Name: N kB", or -1. */
static int64_t
field(const char *text, const char *name)
{
	const char *at = text != NULL ? strstr(text, name) : NULL;

	return at != NULL ? strtoll(at + strlen(name), NULL, 10) : -1;
}

static int64_t
weigh(pid_t pid, bool private)
{
	auto_buf struct buf text = BUF_INIT;
	const char *map = read_of(pid, "smaps_rollup", &text);
	long long size, rss, shared;

	if (field(map, "\nPss:") >= 0)
		return !private ? field(map, "\nPss:") :
		    field(map, "Private_Clean:") + field(map, "Private_Dirty:");
	/* Not ours to read: all that is no file's. */
	map = private ? NULL : read_of(pid, "statm", &text);
	if (map == NULL || sscanf(map, "%lld %lld %lld", &size, &rss,
	    &shared) != 3)
		return -1;
	return (rss - shared) * 4;
}

static int64_t
tree(pid_t pid, unsigned depth)
{
	pid_t children[CHILDREN_MAX];
	int64_t sum = weigh(pid, false);
	unsigned i, n = depth > 0 ? children_of(pid, children, CHILDREN_MAX) :
	    0;

	sum = sum > 0 ? sum : 0;
	for (i = 0; i < n; i++)
		sum += tree(children[i], depth - 1);
	return sum;
}

int64_t
weight_tree(pid_t pid)
{
	return tree(pid, DEEP);
}

static void
add_pair(struct weight *sum, pid_t pid)
{
	int64_t kib = weigh(pid, true);

	sum->pairs_kib = kib < 0 || sum->pairs_kib < 0 ? -1 :
	    sum->pairs_kib + kib;
}

/* Its children are supervisors; of which the zygote's alone has a child of its
 * own, and that has the others'. */
void
weight_family(pid_t pid, struct weight *ret)
{
	pid_t supervisors[CHILDREN_MAX], below[CHILDREN_MAX], zygote;
	unsigned i, k, n = children_of(pid, supervisors, CHILDREN_MAX);

	*ret = (struct weight){ 0 };
	for (i = 0; i < n; i++) {
		if (children_of(supervisors[i], &zygote, 1) == 0) {
			add_pair(ret, supervisors[i]);
			ret->pairs++;
			continue;
		}
		ret->zygote_kib = weigh(zygote, false);
		k = children_of(zygote, below, CHILDREN_MAX);
		while (k-- > 0)
			add_pair(ret, below[k]);
	}
}

bool
weight_is_host_short(void)
{
	auto_buf struct buf text = BUF_INIT;
	int64_t all, left;
	const char *some;

	if (fdio_read_file("/proc/meminfo", 1 << 16, &text) < 0)
		return false;
	all = field(buf_str(&text), "MemTotal:");
	left = field(buf_str(&text), "MemAvailable:");
	if (all > 0 && left >= 0 && left < all / LEFT)
		return true;
	buf_free(&text);
	if (fdio_read_file("/proc/pressure/memory", 1 << 12, &text) < 0)
		return false;
	some = strstr(buf_str(&text), "some avg10=");
	return some != NULL && strtod(some + strlen("some avg10="), NULL) >=
	    WAITS;
}
