/*
 * A stopped process's memory, read through a descriptor of its /proc/PID/mem,
 * and the list of what is mapped there.
 *
 * Everything that comes from here is hostile: the process wrote it. Readers
 * bound every length and every loop, and never trust a pointer's target to be
 * what its type says. Other threads may change it between two reads.
 */
#ifndef SALLYPORT_REMOTE_H
#define SALLYPORT_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct remote;

struct remote_map {
	uint64_t	 start, end, offset;
	bool		 readable, executable;
	const char	*path;		/* "" for anonymous memory */
};

/*
 * Take over two descriptors, of /proc/PID/mem and /proc/PID/maps, and read the
 * maps. Returns 0; -E2BIG if there are more mappings than anyone needs, or
 * another negative errno; the descriptors are closed in any case at the end.
 */
int remote_new(int mem_fd, int maps_fd, struct remote **ret);
void remote_free(struct remote *);		/* NULL is fine */

/* All `n` bytes at `addr`, or -EFAULT. Pages are cached: one look only. */
int remote_read(struct remote *, uint64_t addr, void *buf, size_t n);
int remote_u64(struct remote *, uint64_t addr, uint64_t *ret);
int remote_u32(struct remote *, uint64_t addr, uint32_t *ret);

size_t remote_nmaps(const struct remote *);
const struct remote_map *remote_map_at(const struct remote *, size_t i);
const struct remote_map *remote_map_of(const struct remote *, uint64_t addr);

#endif
