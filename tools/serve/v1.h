/* Paths of our own. */
#ifndef SALLYPORT_SERVE_V1_H
#define SALLYPORT_SERVE_V1_H

#include "http.h"

extern const struct http_route v1_routes[], v1_session_routes[],
    v1_kept_routes[];

#endif
