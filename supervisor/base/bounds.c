#include "bounds.h"

#include <stdio.h>
#include <sys/resource.h>

#include "util.h"

static const struct {
	int		err;
	__rlimit_resource_t resource;
	const char	*option;
} bounds[] = {
	{ EAGAIN, RLIMIT_NPROC, "-u" },
	{ EFBIG, RLIMIT_FSIZE, "-f" },
	{ EMFILE, RLIMIT_NOFILE, "-n" },
	{ ENOMEM, RLIMIT_AS, "-v" },
	{ ENOMEM, RLIMIT_DATA, "-d" },
};

const char *
bounds_error(int err)
{
	static _Thread_local char text[160];
	struct rlimit limit;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bounds); i++) {
		if (bounds[i].err != err ||
		    getrlimit(bounds[i].resource, &limit) < 0 ||
		    limit.rlim_cur == RLIM_INFINITY)
			continue;
		snprintf(text, sizeof(text), "%s (ulimit %s bounds it)",
		    strerror(err), bounds[i].option);
		return text;
	}
	return strerror(err);
}
