/*
 * What is counted of all, for GET /metrics in the text form of Prometheus.
 */
#ifndef SALLYPORT_SERVE_METRICS_H
#define SALLYPORT_SERVE_METRICS_H

#include <stdint.h>

#include "http.h"

struct json;

extern const struct http_route metrics_routes[];

/* A request was answered, after so many microseconds. */
void metrics_request(unsigned status, int64_t us);
/* A session was opened: so long its request waited for one that is ready. */
void metrics_opened(int64_t us);
/* The document of a run, or of a cell. */
void metrics_document(const struct json *doc);

#endif
