/*
 * What the run has put on disk: the blocks of all below its two folders.
 */
#ifndef SALLYPORT_DISK_H
#define SALLYPORT_DISK_H

#include <stdint.h>

struct disk;

/* `before`: bytes that lay there when the run began, and are not its own. */
struct disk *disk_new(const char *work, const char *home, int64_t before);
void disk_free(struct disk *);

/*
 * Bytes now, or as last counted if counting again would cost too much: at most
 * a tenth of the time goes into it.
 */
int64_t disk_usage(struct disk *);
int64_t disk_usage_now(struct disk *);		/* whatever it costs */

#endif
