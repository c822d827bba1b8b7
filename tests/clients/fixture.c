/*
 * What a suite of the Model Context Protocol asks for by name, and no sandbox
 * has: tools, prompts and resources with answers that were written down. They
 * stand in the dispatcher and the front of `sallyport serve`, which says where
 * it listens; there is no pool, no key, and nothing is run.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"
#include "tools/mcp/definitions.h"
#include "tools/mcp/mcp.h"
#include "tools/serve/ask.h"
#include "tools/serve/http.h"
#include "tools/serve/keys.h"
#include "tools/serve/mcp.h"

#define PNG	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk" \
		"+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
#define WAV	"UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="
#define TEXT(t)	"{\"type\":\"text\",\"text\":\"" t "\"}"
#define IMAGE	"{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}"
#define AUDIO	"{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}"
#define EMBEDDED(uri) "{\"type\":\"resource\",\"resource\":{\"uri\":\"" uri \
		"\",\"mimeType\":\"text/plain\",\"text\":\"a resource\"}}"
#define SAYS(...) "{\"content\":[" __VA_ARGS__ "]}"
#define PROMPT(...) "{\"messages\":[{\"role\":\"user\",\"content\":" __VA_ARGS__ "}]}"
#define CACHED	",\"ttlMs\":1000,\"cacheScope\":\"public\"}"

static struct json *
parse(const char *text)
{
	struct json *doc = NULL;

	if (js_parse(text, strlen(text), &doc) < 0)
		abort();
	return doc;
}

static void
reply(struct mcp *m, struct rpc_request *req, const char *text)
{
	mcp_reply(m, req->id, req->modern, parse(text));
}

static const struct {
	const char	*name, *result;
} written[] = {
	{ "test_simple_text", SAYS(TEXT("a text")) },
	{ "test_image_content", SAYS(IMAGE) },
	{ "test_audio_content", SAYS(AUDIO) },
	{ "test_embedded_resource", SAYS(EMBEDDED("test://embedded")) },
	{ "test_multiple_content_types", SAYS(TEXT("a text") "," IMAGE ","
	    EMBEDDED("test://mixed")) },
	{ "test_error_handling", "{\"isError\":true,\"content\":["
	    TEXT("it failed") "]}" },
	{ "test_logging_tool", SAYS(TEXT("nothing is logged")) },
	{ "test_streaming_elicitation", SAYS(TEXT("nothing is asked")) },
	{ "test_simple_prompt", PROMPT(TEXT("a prompt")) },
	{ "test_prompt_with_image", PROMPT(IMAGE) },
};

static const char *
find_written(const struct json *params)
{
	const char *name = js_get_str(params, "name");
	size_t i;

	for (i = 0; name != NULL && i < ARRAY_SIZE(written); i++)
		if (strcmp(written[i].name, name) == 0)
			return written[i].result;
	return NULL;
}

static void
run_written(struct mcp *m, struct rpc_request *req)
{
	reply(m, req, find_written(req->params));
}

static void
run_progress(struct mcp *m, struct rpc_request *req)
{
	const struct json *token = js_get(js_get(req->params, "_meta"),
	    "progressToken");
	int64_t n;

	for (n = 0; token != NULL && n <= 100; n += 50)
		mcp_progress(m, token, n, "on the way");
	reply(m, req, SAYS(TEXT("done")));
}

/* It could not do without one that the client does not have. */
static void
run_missing(struct mcp *m, struct rpc_request *req)
{
	rpc_fail(m, req->id, RPC_NO_CAPABILITY, "the client lacks a capability",
	    parse("{\"requiredCapabilities\":{\"sampling\":{}}}"));
}

#define TOOL(word, how) { .name = word, .title = word, .about = "for a suite", \
	.reads_only = true, .run = how }
static const struct tool tools[] = {
	TOOL("test_simple_text", run_written),
	TOOL("test_image_content", run_written),
	TOOL("test_audio_content", run_written),
	TOOL("test_embedded_resource", run_written),
	TOOL("test_multiple_content_types", run_written),
	TOOL("test_error_handling", run_written),
	TOOL("test_logging_tool", run_written),
	TOOL("test_streaming_elicitation", run_written),
	TOOL("test_tool_with_progress", run_progress),
	TOOL("test_missing_capability", run_missing),
};

static void
list_resources(struct mcp *m, struct rpc_request *req)
{
	reply(m, req, "{\"resources\":[{\"uri\":\"test://static-text\",\"name\":"
	    "\"text\",\"mimeType\":\"text/plain\"},{\"uri\":\"test://"
	    "static-binary\",\"name\":\"binary\",\"mimeType\":\"image/png\"}]"
	    CACHED);
}

static void
list_templates(struct mcp *m, struct rpc_request *req)
{
	reply(m, req, "{\"resourceTemplates\":[{\"uriTemplate\":\"test://"
	    "template/{id}/data\",\"name\":\"template\"}]" CACHED);
}

static void
read_resource(struct mcp *m, struct rpc_request *req)
{
	static const char *const all[][2] = {
	    { "test://static-text", "\"mimeType\":\"text/plain\",\"text\":\"x\"" },
	    { "test://static-binary", "\"mimeType\":\"image/png\",\"blob\":\""
	        PNG "\"" },
	    { "test://template/123/data", "\"mimeType\":\"application/json\","
	        "\"text\":\"{\\\"id\\\":\\\"123\\\"}\"" } };
	const char *uri = js_get_str(req->params, "uri");
	auto_buf struct buf text = BUF_INIT;
	struct json *data;
	size_t i;

	for (i = 0; uri != NULL && i < ARRAY_SIZE(all); i++)
		if (strcmp(all[i][0], uri) == 0) {
			buf_addf(&text, "{\"contents\":[{\"uri\":\"%s\",%s}]"
			    CACHED, uri, all[i][1]);
			reply(m, req, buf_str(&text));
			return;
		}
	data = js_obj();
	js_put_str(data, "uri", uri);
	rpc_fail(m, req->id, req->modern ? RPC_BAD_PARAMS : -32002,
	    "Resource not found", data);
}

static void
list_prompts(struct mcp *m, struct rpc_request *req)
{
	reply(m, req, "{\"prompts\":[{\"name\":\"test_simple_prompt\","
	    "\"description\":\"for a suite\"},{\"name\":\"test_prompt_with_image\","
	    "\"description\":\"for a suite\"},{\"name\":"
	    "\"test_prompt_with_arguments\",\"description\":\"for a suite\","
	    "\"arguments\":[{\"name\":\"arg1\",\"required\":true},{\"name\":"
	    "\"arg2\",\"required\":true}]},{\"name\":"
	    "\"test_prompt_with_embedded_resource\",\"description\":\"for a "
	    "suite\",\"arguments\":[{\"name\":\"resourceUri\",\"required\":"
	    "true}]}]" CACHED);
}

static void
get_prompt(struct mcp *m, struct rpc_request *req)
{
	const struct json *args = js_get(req->params, "arguments");
	const char *result = find_written(req->params),
	    *one = js_get_str(args, "arg1"), *two = js_get_str(args, "arg2"),
	    *uri = js_get_str(args, "resourceUri");
	auto_buf struct buf text = BUF_INIT;

	/* No more than the suite's own words come here. */
	if (result == NULL && one != NULL && two != NULL)
		buf_addf(&text, PROMPT(TEXT("arg1='%s', arg2='%s'")), one, two);
	else if (result == NULL && uri != NULL)
		buf_addf(&text, PROMPT(EMBEDDED("%s")), uri);
	if (result != NULL || text.len > 0)
		reply(m, req, result != NULL ? result : buf_str(&text));
	else
		rpc_fail(m, req->id, RPC_BAD_PARAMS, "no such prompt", NULL);
}

static void
complete(struct mcp *m, struct rpc_request *req)
{
	reply(m, req, "{\"completion\":{\"values\":[\"test\"],\"total\":1,"
	    "\"hasMore\":false}}");
}

#define BOTH	(RPC_LEGACY | RPC_STATELESS)
static const struct rpc_method methods[] = {
	{ "resources/list", BOTH, list_resources },
	{ "resources/templates/list", BOTH, list_templates },
	{ "resources/read", BOTH, read_resource },
	{ "prompts/list", BOTH, list_prompts },
	{ "prompts/get", BOTH, get_prompt },
	{ "completion/complete", BOTH, complete },
	{ 0 }
};
static const char *const capabilities[] = { "resources", "prompts",
	"completions", NULL };
static const struct http_route *const routes[] = { mcp_routes, NULL };

/* In the place of tools/serve/channel.c. */
int
ask_connect(unsigned pool, const char *session)
{
	(void)pool;
	(void)session;
	return -ENOENT;
}

int
ask_send(int fd, struct json *head, const char *bytes, size_t n)
{
	(void)fd;
	(void)bytes;
	(void)n;
	js_free(head);
	return -ENOENT;
}

static void
tick(void)
{
}

int
main(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
	    .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct http_options options = { .tables = routes, .local = true,
	    .tick = tick };
	struct json *settings = parse("{\"keys\":false,\"tenants\":[{\"name\":"
	    "\"a\",\"limits\":{\"requests\":64,\"runs\":4,\"sessions\":4,"
	    "\"files\":1000}}],\"instructions\":[\"a fixture\"]}");
	socklen_t size = sizeof(at);
	sigset_t ends;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	options.stop = signalfd(-1, &ends, SFD_CLOEXEC);
	options.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (keys_load(settings) < 0 || bind(options.listener, (void *)&at,
	    sizeof(at)) < 0 || listen(options.listener, 64) < 0 ||
	    getsockname(options.listener, (void *)&at, &size) < 0) {
		perror("fixture");
		return 1;
	}
	printf("http://127.0.0.1:%u/mcp\n", ntohs(at.sin_port));
	fflush(stdout);
	mcp_load(settings);
	tool_offer(tools, ARRAY_SIZE(tools));
	rpc_offer(methods, capabilities);
	return http_serve(&options) < 0;
}
