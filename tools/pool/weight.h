/*
 * What the processes of a zygote's family hold, as the kernel says it.
 */
#ifndef SALLYPORT_WEIGHT_H
#define SALLYPORT_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Kibibytes of it and all below, what several share divided among them. */
int64_t weight_tree(pid_t);

/* Of a family's first process: the zygote's own; of the runs that came of it,
 * supervisor and interpreter, private memory alone (-1: not to be read). */
struct weight {
	int64_t	zygote_kib, pairs_kib, pairs;
};
void weight_family(pid_t, struct weight *ret);

/* Is there little left, or does the host wait for memory already? */
bool weight_is_host_short(void);

#endif
