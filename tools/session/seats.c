#include "seats.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct seat {
	atomic_int	pid;		/* 0: free */
	char		id[33];
};

struct seats {
	unsigned	most;
	struct seat	seat[];
};

static size_t
size_of(unsigned most)
{
	return sizeof(struct seats) + most * sizeof(struct seat);
}

struct seats *
seats_new(unsigned most)
{
	struct seats *seats = mmap(NULL, size_of(most), PROT_READ |
	    PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (seats == MAP_FAILED)
		return NULL;
	seats->most = most;
	return seats;
}

void
seats_free(struct seats *seats)
{
	if (seats != NULL)
		munmap(seats, size_of(seats->most));
}

bool
seats_take(struct seats *seats, const char *id)
{
	unsigned i;
	int none;

	for (i = 0; i < seats->most; i++) {
		none = 0;
		if (!atomic_compare_exchange_strong(&seats->seat[i].pid,
		    &none, (int)getpid()))
			continue;
		strncpy(seats->seat[i].id, id, sizeof(seats->seat[i].id) - 1);
		return true;
	}
	return false;
}

static unsigned
find(const struct seats *seats, pid_t pid)
{
	unsigned i = 0;

	while (i < seats->most && atomic_load(&seats->seat[i].pid) != pid)
		i++;
	return i;
}

bool
seats_has(const struct seats *seats, pid_t pid)
{
	return find(seats, pid) < seats->most;
}

bool
seats_leave(struct seats *seats, pid_t pid, char ret_id[33])
{
	unsigned i = find(seats, pid);

	if (i == seats->most)
		return false;
	memcpy(ret_id, seats->seat[i].id, sizeof(seats->seat[i].id));
	ret_id[32] = '\0';
	memset(seats->seat[i].id, 0, sizeof(seats->seat[i].id));
	atomic_store(&seats->seat[i].pid, 0);
	return true;
}

void
seats_each(const struct seats *seats, void (*fn)(pid_t))
{
	unsigned i;
	pid_t pid;

	for (i = 0; i < seats->most; i++)
		if ((pid = atomic_load(&seats->seat[i].pid)) > 0)
			fn(pid);
}
