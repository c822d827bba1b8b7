/*
 * JSON-RPC 2.0, message by message. Two eras are served: that of `initialize`,
 * and that of 2026-07-28 and later, where each request says its version in its
 * _meta.
 */
#include "mcp.h"

#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "definitions.h"

#ifndef SALLYPORT_VERSION
#define SALLYPORT_VERSION "0.0.0"
#endif

#define ID_MAX		256
#define META		"io.modelcontextprotocol/"

/* Newest first: what `initialize` may ask for, and is given else. */
static const char *const legacy[] = { "2025-11-25", "2025-06-18",
    "2025-03-26", "2024-11-05" };

static void
send_message(struct mcp *m, struct json *message)
{
	m->send(m, message);
	js_free(message);
}

static struct json *
message(void)
{
	struct json *one = js_obj();

	js_put_str(one, "jsonrpc", "2.0");
	return one;
}

void
rpc_fail(struct mcp *m, struct json *id, int code, const char *text,
    struct json *data)
{
	struct json *one = message(), *error = js_obj();

	js_put_num(error, "code", code);
	js_put_str(error, "message", text);
	if (data != NULL)
		js_put(error, "data", data);
	js_put(one, "id", id != NULL ? id : js_nul());
	js_put(one, "error", error);
	send_message(m, one);
}

static struct json *
server_info(void)
{
	struct json *info = js_obj();

	js_put_str(info, "name", "sallyport");
	js_put_str(info, "version", SALLYPORT_VERSION);
	return info;
}

void
mcp_reply(struct mcp *m, struct json *id, bool modern, struct json *result)
{
	struct json *one = message(), *meta;

	if (modern) {
		meta = js_obj();
		js_put_str(result, "resultType", "complete");
		js_put(meta, META "serverInfo", server_info());
		js_put(result, "_meta", meta);
	}
	js_put(one, "id", id);
	js_put(one, "result", result);
	send_message(m, one);
}

void
mcp_progress(struct mcp *m, const struct json *token, int64_t n,
    const char *text)
{
	struct json *one = message(), *params = js_obj();

	js_put(params, "progressToken", js_copy(token));
	js_put_num(params, "progress", n);
	js_put_str(params, "message", text);
	js_put_str(one, "method", "notifications/progress");
	js_put(one, "params", params);
	send_message(m, one);
}

static const struct rpc_method *more_methods;
static const char *const *more_capabilities;

static struct json *
capabilities(void)
{
	struct json *all = js_obj();
	const char *const *more = more_capabilities;

	js_put(all, "tools", js_obj());
	for (; more != NULL && *more != NULL; more++)
		js_put(all, *more, js_obj());
	return all;
}

static void
put_caching(struct json *result)
{
	js_put_num(result, "ttlMs", 3600000);
	js_put_str(result, "cacheScope", "private");
}

static void
do_initialize(struct mcp *m, struct rpc_request *req)
{
	const char *wanted = js_get_str(req->params, "protocolVersion");
	struct json *result = js_obj();
	size_t i = 0;

	if (wanted == NULL) {
		js_free(result);
		rpc_fail(m, req->id, RPC_BAD_PARAMS, "protocolVersion: want a "
		    "string", NULL);
		return;
	}
	while (i < ARRAY_SIZE(legacy) && strcmp(legacy[i], wanted) != 0)
		i++;
	js_put_str(result, "protocolVersion", legacy[i % ARRAY_SIZE(legacy)]);
	js_put(result, "capabilities", capabilities());
	js_put(result, "serverInfo", server_info());
	js_put_str(result, "instructions", m->instructions);
	m->initialized = true;
	mcp_reply(m, req->id, false, result);
}

static struct json *
versions(void)
{
	struct json *all = js_arr();
	size_t i;

	js_add(all, js_str(RPC_MODERN));
	for (i = 0; i < ARRAY_SIZE(legacy); i++)
		js_add(all, js_str(legacy[i]));
	return all;
}

static void
do_discover(struct mcp *m, struct rpc_request *req)
{
	struct json *result = js_obj();

	js_put(result, "supportedVersions", versions());
	js_put(result, "capabilities", capabilities());
	js_put_str(result, "instructions", m->instructions);
	put_caching(result);
	mcp_reply(m, req->id, true, result);
}

static void
do_ping(struct mcp *m, struct rpc_request *req)
{
	mcp_reply(m, req->id, false, js_obj());
}

static void
do_list(struct mcp *m, struct rpc_request *req)
{
	struct json *result = js_obj(), *tools = js_arr();
	size_t i;

	for (i = 0; i < tool_count(); i++) {
		const struct tool *tool = tool_at(i);
		struct json *one = js_obj(), *hints = js_obj();

		js_put_str(one, "name", tool->name);
		js_put_str(one, "title", tool->title);
		js_put_str(one, "description", tool->about);
		js_put(one, "inputSchema", tool_input(tool, true));
		if (tool->output != NULL)
			js_put(one, "outputSchema", tool_output(tool));
		js_put_flag(hints, "readOnlyHint", tool->reads_only);
		js_put_flag(hints, "openWorldHint", false);
		js_put(one, "annotations", hints);
		js_add(tools, one);
	}
	js_put(result, "tools", tools);
	if (req->modern)
		put_caching(result);
	mcp_reply(m, req->id, req->modern, result);
}

bool
rpc_is_id(const struct json *id)
{
	const char *text = js_as_str(id);

	return js_is_num(id) || (text != NULL && strlen(text) <= ID_MAX);
}

static bool
is_full(const struct mcp *m)
{
	const struct call *c;
	size_t n = 0;

	for (c = m->calls; c != NULL; c = c->next)
		n++;
	return n >= MCP_CALLS;
}

static void
do_call(struct mcp *m, struct rpc_request *req)
{
	auto_buf struct buf why = BUF_INIT;
	const struct tool *tool = tool_find(js_get_str(req->params, "name"));
	const struct json *given = js_get(req->params, "arguments"), *token =
	    js_get(js_get(req->params, "_meta"), "progressToken");
	struct json *none = js_obj();
	const struct json *args = given != NULL ? given : none;

	if (tool == NULL)
		buf_adds(&why, "name: no tool of this name; see tools/list");
	else if (!js_is_obj(args))
		buf_adds(&why, "arguments: want an object");
	else if (token != NULL && !rpc_is_id(token))
		buf_adds(&why, "progressToken: want a string or an integer");
	else
		tool_accepts(tool, args, &why);
	if (why.len > 0)
		rpc_fail(m, req->id, RPC_BAD_PARAMS, buf_str(&why), NULL);
	else if (call_find(m, req->id) != NULL)
		rpc_fail(m, req->id, RPC_BAD_REQUEST, "a request with this id "
		    "is being answered", NULL);
	else if (is_full(m))
		rpc_fail(m, req->id, -32000, "too many calls at once: wait "
		    "for the answer to one", NULL);
	else if (tool->run != NULL)
		tool->run(m, req);
	else
		call_begin(m, tool, req->id, req->modern, args, token);
	js_free(none);
}

static const struct rpc_method methods[] = {
	{ "initialize", RPC_LEGACY | RPC_FIRST, do_initialize },
	{ "ping", RPC_LEGACY | RPC_FIRST, do_ping },
	{ "server/discover", RPC_STATELESS, do_discover },
	{ "tools/list", RPC_LEGACY | RPC_STATELESS, do_list },
	{ "tools/call", RPC_LEGACY | RPC_STATELESS, do_call },
	{ 0 }
};

void
rpc_offer(const struct rpc_method *more, const char *const *capabilities_too)
{
	more_methods = more;
	more_capabilities = capabilities_too;
}

static const struct rpc_method *
find_method(const struct rpc_method *table, const char *name)
{
	while (table != NULL && table->name != NULL &&
	    strcmp(table->name, name) != 0)
		table++;
	return table != NULL && table->name != NULL ? table : NULL;
}

const char rpc_meta_wanted[] = "_meta: want " META "protocolVersion, a string, "
    "and " META "clientCapabilities, an object";

bool
rpc_is_meta(const struct json *meta)
{
	return js_get_str(meta, META "protocolVersion") != NULL &&
	    js_is_obj(js_get(meta, META "clientCapabilities"));
}

/* Which era is it of? False: it was answered by an error. */
static bool
see_version(struct mcp *m, struct rpc_request *req)
{
	const struct json *meta = js_get(req->params, "_meta"),
	    *given = js_get(meta, META "protocolVersion");
	const char *version = js_as_str(given);
	struct json *data;

	if (given == NULL)
		return true;
	req->modern = true;
	if (!rpc_is_meta(meta)) {
		rpc_fail(m, req->id, RPC_BAD_PARAMS, rpc_meta_wanted, NULL);
		return false;
	}
	if (strcmp(version, RPC_MODERN) == 0)
		return true;
	data = js_obj();
	js_put(data, "supported", versions());
	js_put_str(data, "requested", version);
	rpc_fail(m, req->id, RPC_BAD_VERSION, "Unsupported protocol version",
	    data);
	return false;
}

static void
take_request(struct mcp *m, const char *method, struct rpc_request *req)
{
	const struct rpc_method *one = find_method(methods, method);

	if (one == NULL)
		one = find_method(more_methods, method);
	if (!see_version(m, req))
		return;
	if (one == NULL || (one->eras & (req->modern ? RPC_STATELESS :
	    RPC_LEGACY | RPC_STATELESS)) == 0)
		rpc_fail(m, req->id, RPC_NO_METHOD, "Method not found", NULL);
	else if (!req->modern && (!m->initialized || one->eras ==
	    RPC_STATELESS) && (one->eras & RPC_FIRST) == 0)
		rpc_fail(m, req->id, RPC_BAD_PARAMS, "neither " META
		    "protocolVersion in _meta, nor was there initialize",
		    NULL);
	else
		one->run(m, req);
}

void
rpc_take(struct mcp *m, const struct json *one)
{
	const struct json *id = js_get(one, "id"),
	    *params = js_get(one, "params");
	const char *method = js_get_str(one, "method"),
	    *version = js_get_str(one, "jsonrpc");
	struct rpc_request req = { 0 };

	if (one == NULL) {
		rpc_fail(m, NULL, RPC_BAD_JSON, "Parse error", NULL);
		return;
	}
	/* We ask nothing: an answer is none of ours. */
	if (method == NULL && (js_get(one, "result") != NULL ||
	    js_get(one, "error") != NULL))
		return;
	if (method == NULL || version == NULL || strcmp(version, "2.0") != 0 ||
	    (id != NULL && !rpc_is_id(id))) {
		rpc_fail(m, rpc_is_id(id) ? js_copy(id) : NULL, RPC_BAD_REQUEST,
		    "Invalid request", NULL);
	} else if (id == NULL) {
		id = js_get(params, "requestId");
		if (strcmp(method, "notifications/cancelled") == 0 &&
		    rpc_is_id(id))
			call_cancel(m, id);
	} else {
		req.id = js_copy(id);
		req.params = params;
		if (params != NULL && !js_is_obj(params))
			rpc_fail(m, req.id, RPC_BAD_PARAMS, "params: want an "
			    "object", NULL);
		else
			take_request(m, method, &req);
	}
}

void
rpc_refuse(struct mcp *m, const struct json *id, int code, const char *why)
{
	rpc_fail(m, rpc_is_id(id) ? js_copy(id) : NULL, code, why, NULL);
}

bool
rpc_is_version(const char *version)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(legacy) && strcmp(legacy[i], version) != 0)
		i++;
	return i < ARRAY_SIZE(legacy) || strcmp(version, RPC_MODERN) == 0;
}
