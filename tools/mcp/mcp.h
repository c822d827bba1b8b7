/*
 * A server of the Model Context Protocol, on standard input and output
 * (`sallyport mcp`) or over HTTP (tools/serve/mcp.c, with a host of its own). It
 * judges nothing and runs nothing: a pool does, and `sallyport check` and
 * `explain`.
 *
 *	cmd_mcp.c	options, the loop of standard input
 *	rpc		JSON-RPC: what a message asks for
 *	calls		a call of a tool, from its requests to its answer
 *	host		the pool, its sockets, other words of the program
 *	answer		documents cut to what a model needs
 *	definitions	the table of tools
 */
#ifndef SALLYPORT_TOOLS_MCP_H
#define SALLYPORT_TOOLS_MCP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../supervisor/base/buf.h"
#include "../session/hosted.h"

struct json;
struct tool;

#define MCP_CALLS	16	/* at once */
#define MCP_SESSIONS	12	/* begun by us; a pool has 16 */

struct mcp {
	struct hosted	 pool;		/* or somebody else's: its `at` alone */
	char		*judged[8];	/* --profile and such, for the others */
	size_t		 njudged;
	struct call	*calls;
	struct session {
		char	 id[33];	/* "": none */
		int64_t	 used;		/* milliseconds */
	} sessions[MCP_SESSIONS];
	bool		 over;		/* nobody reads us */
	bool		 initialized;	/* by the older era's word */
	const char	*instructions;	/* the policy in words */
	/* A message for who asked; it stays the caller's. */
	void		(*send)(struct mcp *, const struct json *message);
};

/* rpc.c: what one message (NULL: it was no JSON) asks for; an answer comes
 * through ->send, now or, if ->calls has one for it, later. */
void rpc_take(struct mcp *, const struct json *message);
enum { RPC_BAD_JSON = -32700, RPC_BAD_REQUEST = -32600,
    RPC_NO_METHOD = -32601, RPC_BAD_PARAMS = -32602, RPC_BAD_VERSION = -32022,
    RPC_BAD_HEADER = -32020, RPC_NO_CAPABILITY = -32021 };
#define RPC_MODERN	"2026-07-28"
/* `id` is that of the message, or NULL. */
void rpc_refuse(struct mcp *, const struct json *id, int code,
    const char *why);
/* A request that has an id: it is answered once, by mcp_reply() or
 * rpc_fail(), which take over `id`. */
struct rpc_request {
	struct json		*id;
	const struct json	*params;
	bool			 modern;
};
enum { RPC_LEGACY = 1, RPC_STATELESS = 2, RPC_FIRST = 4 };
struct rpc_method {
	const char	*name;		/* NULL ends a table */
	unsigned	 eras;		/* RPC_FIRST: before `initialize`, too */
	void		(*run)(struct mcp *, struct rpc_request *);
};
/* Methods besides ours, and the capabilities (to NULL) that they are: what no
 * sandbox has, a program of tests may. Both stay the caller's. */
void rpc_offer(const struct rpc_method *, const char *const *capabilities);
/* `data`, or NULL, is taken over. */
void rpc_fail(struct mcp *, struct json *id, int code, const char *why,
    struct json *data);
bool rpc_is_id(const struct json *);
bool rpc_is_version(const char *version);
/* Has it what each request of the newer era says of itself? */
bool rpc_is_meta(const struct json *meta);
extern const char rpc_meta_wanted[];
/* The answer to a request; both are taken over. */
void mcp_reply(struct mcp *, struct json *id, bool modern,
    struct json *result);
void mcp_progress(struct mcp *, const struct json *token, int64_t n,
    const char *message);

/* host.c. 0 or -errno. */
int host_start(struct mcp *, char *const *options, size_t n);
void host_end(struct mcp *);
/* A request to the pool (`session` NULL) or a session: the socket. */
int host_ask(struct mcp *, const char *session, struct json *head,
    const char *bytes, size_t n);
/* What is known of a rule beforehand, the caller's to free; NULL: ask the
 * program's word. */
struct json *host_explain(struct mcp *, const char *id);
/* Another word of the program: what it prints comes from the returned
 * descriptor. */
int host_run(struct mcp *, const char *const *argv, const char *input,
    size_t n, pid_t *ret);

/* calls.c */
struct call {
	struct call	*next;
	int		 fd;
	pid_t		 pid;		/* of another word; or 0 */
	struct buf	 answer;
	struct json	*id, *token, *args;
	bool		 modern, mute;	/* mute: nobody waits for it */
	const struct tool *tool;	/* NULL: a request of our own */
	unsigned	 step;
	size_t		 nput;		/* files */
	char		 session[33];
	bool		 fresh, evicted;
	int64_t		 since, told;	/* milliseconds */
	int64_t		 progress;	/* that was told last */
};
/* A tool; takes over `id`. `args` and `token` (or NULL) are copied. */
void call_begin(struct mcp *, const struct tool *, struct json *id,
    bool modern, const struct json *args, const struct json *token);
/* It can be read: false once it is over, and gone. */
bool call_read(struct mcp *, struct call *);
void call_cancel(struct mcp *, const struct json *id);
struct call *call_find(struct mcp *, const struct json *id);
void call_tell(struct mcp *);	/* those who want to hear of progress */
void call_free_all(struct mcp *);

#endif
