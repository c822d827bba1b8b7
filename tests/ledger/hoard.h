/* What the attacks on the ledger share. Each stops at what it is refused. */
#ifndef HOARD_H
#define HOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define MIB	(1 << 20)
#define PIECE	(8 * MIB)	/* what one file or map holds */
#define HOLD_MS	400		/* so long everything is held */

struct mode {
	const char	*name;
	void		(*run)(long bytes);
};

extern const struct mode memory_modes[], kernel_modes[], disk_modes[],
    clock_modes[];

/* Each is mapped by itself, written, and perhaps closed to writing. */
void pieces_of_64k(long bytes, int flags, bool close);

void nap(long ms);
/* How many of `bytes` could be written. */
long fill(int fd, long bytes);
/* Fill what does not block, until it would. */
void stuff(int fd);
/* Touch each page, so that it is there. */
void touch(char *at, size_t bytes);
void send_fd(int sock, int fd);
int take_fd(int sock);
/* `n` children do it, each with its part, and hold it. */
void by_children(int n, void (*run)(long), long bytes);
/* The leader of the process is gone, a thread of it does it. */
void by_thread(void (*run)(long), long bytes);
/* Until time is over. */
void hold(void);

#endif
