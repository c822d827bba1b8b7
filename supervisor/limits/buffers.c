#include "buffers.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "../base/util.h"
#include "procfs.h"

#define LISTENERS	16

/* One line of a list in /proc/PID/net. */
struct line {
	unsigned long	ino;		/* 0: nobody's yet, or any more */
	bool		listens;
	char		at[128];	/* what it is bound to */
	int64_t		alone, held;	/* bytes while nobody's; else */
};

/* Num RefCount Protocol Flags Type St Inode Path */
static bool
read_local(const char *text, struct line *ret)
{
	unsigned flags, type, state;
	int at = 0;

	if (sscanf(text, "%*s %*s %*s %x %x %x %lu%n", &flags, &type, &state,
	    &ret->ino, &at) != 4)
		return false;
	ret->listens = flags & 0x10000;		/* __SO_ACCEPTCON */
	snprintf(ret->at, sizeof(ret->at), "%s", text + at);
	ret->held = type == SOCK_DGRAM ? BUFFERS_SOCKET : BUFFERS_STREAM;
	/* Connected, and not accepted: its peer may be closed by now. */
	ret->alone = state == 2 ? BUFFERS_STREAM / 2 : 0;
	return true;
}

/*
 * sl local remote st tx:rx tr:when retransmits uid timeout inode. What waits
 * is told here; it takes about twice as much.
 */
static bool
read_inet(const char *text, struct line *ret)
{
	unsigned long sent, came;
	char local[64];
	unsigned state;

	if (sscanf(text, "%*s %63s %*s %x %lx:%lx %*s %*s %*s %*s %lu", local,
	    &state, &sent, &came, &ret->ino) != 5)
		return false;
	ret->listens = state == 0x0a;		/* TCP_LISTEN */
	snprintf(ret->at, sizeof(ret->at), "%s", strrchr(local, ':') != NULL ?
	    strrchr(local, ':') : local);
	ret->held = ret->listens ? 0 : 2 * (int64_t)(sent + came);
	ret->alone = ret->held;
	return true;
}

static const struct {
	const char	*name;
	bool		(*read)(const char *text, struct line *ret);
} lists[] = {
	{ "unix", read_local }, { "tcp", read_inet }, { "tcp6", read_inet },
	{ "udp", read_inet }, { "udp6", read_inet },
};

static bool
is_socket(const struct procfs_look *look, unsigned long ino)
{
	unsigned i;

	for (i = 0; i < look->nseen; i++) {
		if (look->seen[i].ino == ino && look->seen[i].is_socket)
			return true;
	}
	return false;
}

struct sum {
	char		at[LISTENERS][128];	/* where ours listen */
	unsigned	nlisteners;
	unsigned	found;			/* of ours */
	int64_t		bytes;
};

static void
add_ours(const struct procfs_look *look, const struct line *line,
    struct sum *sum)
{
	if (line->ino == 0 || !is_socket(look, line->ino))
		return;
	sum->found++;
	sum->bytes += line->held;
	/* Too many: what waits for the last of them counts for each. */
	if (line->listens)
		memcpy(sum->at[sum->nlisteners < LISTENERS ?
		    sum->nlisteners++ : LISTENERS - 1], line->at,
		    sizeof(line->at));
}

/* Who waits to be accepted by one of ours is in no process. */
static void
add_waiting(const struct procfs_look *look, const struct line *line,
    struct sum *sum)
{
	unsigned i;

	(void)look;
	for (i = 0; line->ino == 0 && i < sum->nlisteners; i++)
		if (strcmp(sum->at[i], line->at) == 0) {
			sum->bytes += line->alone;
			return;
		}
}

static int
each_line(pid_t pid, unsigned which, const struct procfs_look *look,
    void (*add)(const struct procfs_look *, const struct line *,
    struct sum *), struct sum *sum)
{
	char name[48], text[512];
	struct line line;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/net/%s", (int)pid,
	    lists[which].name);
	f = fopen(name, "re");
	if (f == NULL)
		return -errno;
	while (fgets(text, sizeof(text), f) != NULL)
		if (lists[which].read(text, &line))
			add(look, &line, sum);
	fclose(f);
	return 0;
}

int64_t
buffers_of_sockets(pid_t pid, const struct procfs_look *look)
{
	struct sum sum = { .bytes = 0 };
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(lists) && sum.found < look->nsockets; i++) {
		sum.nlisteners = 0;
		if (each_line(pid, i, look, add_ours, &sum) < 0 && i == 0)
			return look->nsockets * BUFFERS_SOCKET;
		if (sum.nlisteners > 0)
			each_line(pid, i, look, add_waiting, &sum);
	}
	return sum.bytes;
}
