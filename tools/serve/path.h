/*
 * Paths, and names of hosts, as they come in a request.
 */
#ifndef SALLYPORT_SERVE_PATH_H
#define SALLYPORT_SERVE_PATH_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

#define PATH_PARTS	16

/* What lies between slashes, decoded; what stands for a route's {}. */
struct path {
	const char	*parts[PATH_PARTS], *found[PATH_PARTS];
	size_t		 nparts, nfound;
};

/* Without %XX; NULL: one that cannot be, or a NUL. The arena's. */
const char *path_decode(struct arena *, const char *text, size_t n);
/* False: none that can be. */
bool path_split(struct arena *, const char *text, struct path *ret);
/* Is it this route's (see http.h)? Then what was found is there. */
bool path_match(struct arena *, struct path *, const char *route);

/* Of "HOST", "HOST:PORT" or "[::1]:PORT": is it this host? */
bool path_is_local(const char *host);
/* Is this the origin of a page of the same host and port? */
bool path_is_same_host(const char *origin, const char *host);

#endif
