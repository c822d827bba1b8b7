/* How many alerts of one log were started of late, whoever starts them. */
#include "alert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../supervisor/base/util.h"

struct kept {
	int64_t		since;		/* the window's begin */
	uint64_t	started, left;
};

/* Locked as long as *ret_fd is open, which is the caller's either way. What is
 * not whole is begun anew. */
static int
open_kept(const char *log, int *ret_fd, struct kept *ret)
{
	auto_free char *path = NULL;
	struct stat st;

	if (asprintf(&path, "%s.d/alerts", log) < 0)
		return -ENOMEM;
	*ret_fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK |
	    O_CLOEXEC, 0600);
	if (*ret_fd < 0 || fstat(*ret_fd, &st) < 0 || flock(*ret_fd, LOCK_EX) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	if (pread(*ret_fd, ret, sizeof(*ret), 0) != sizeof(*ret))
		memset(ret, 0, sizeof(*ret));
	return 0;
}

void
alert_count(const char *log, uint64_t lost)
{
	auto_fd int fd = -1;
	struct kept kept;

	if (open_kept(log, &fd, &kept) < 0)
		return;
	kept.left += lost;
	if (pwrite(fd, &kept, sizeof(kept), 0) < 0)
		return;
}

int
alert_bound(const char *log, int64_t now, uint64_t lost, uint64_t *ret_left,
    bool *ret_first)
{
	auto_fd int fd = -1;
	struct kept kept;
	bool may;
	int r = open_kept(log, &fd, &kept);

	if (r < 0)
		return r;
	kept.left += lost;
	/* Over; or the clock was put back. */
	if (now < kept.since || now - kept.since >= ALERT_WINDOW_MS) {
		kept.since = now;
		kept.started = 0;
	}
	may = kept.started < ALERT_MOST;
	*ret_first = !may && kept.started == ALERT_MOST;
	*ret_left = kept.left;
	kept.started += may || *ret_first;
	kept.left = may ? 0 : kept.left + 1;
	return pwrite(fd, &kept, sizeof(kept), 0) != sizeof(kept) ? -EIO : may;
}
