/* /mcp: the Model Context Protocol, by the dispatcher of tools/mcp. */
#ifndef SALLYPORT_SERVE_MCP_H
#define SALLYPORT_SERVE_MCP_H

#include "http.h"

struct json;

extern const struct http_route mcp_routes[];

/* What is told of the policy and of rules; it has to live on. */
void mcp_load(const struct json *settings);

#endif
